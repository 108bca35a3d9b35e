"""Telling a story in a child process that is killed with signal 9 while it plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Never, TypeAlias

from tests.forking import Say, forked, stay

Story: TypeAlias = Callable[[Say], Coroutine[None, None, None]]
"""Plays, and in the end waits with what it has to tell: `wait_to_be_killed`."""


def killed(story: Story) -> dict[str, object]:
    """What a story told of itself before it was killed."""
    with forked(lambda say: asyncio.run(story(say))) as child:
        told: dict[str, object] = json.loads(child.read_line())
        return told


def wait_to_be_killed(say: Say, told: Mapping[str, object]) -> Never:
    """Tell what the story has come to; nothing moves any more."""
    say(json.dumps(told))
    stay()
