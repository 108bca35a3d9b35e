"""An answer as a page for people: a sentence or two, a picture, and why."""

from __future__ import annotations

import textwrap

from core.messages import Message
from tui.phrases import say
from tui.verbs.ask_answer import Asked
from tui.verbs.ask_picture import picture
from tui.verbs.ask_tell_fights import FIGHTS
from tui.verbs.ask_tell_moves import MOVES
from tui.verbs.ask_tree import WIDTH, tree

TELL = {**MOVES, **FIGHTS}


SCREEN = 23
"""Lines of a terminal, the prompt left out."""
LEAST = 12
"""Lines of reasons that are shown even so."""


def page(asked: Asked, *, why: bool = False) -> str:
    """The page of an answer, at most 78 columns wide, ending in a line end.

    Unless it is asked `why`, inner reasons are left out so that it fits a small terminal, if
    that can be.
    """
    told = " ".join(_sentence(message) for message in TELL[asked.question.name](asked))
    head, drawn = textwrap.wrap(told, WIDTH), picture(asked)
    room = max(LEAST, SCREEN - len(head) - len(drawn) - 4)
    parts = (head, drawn, tree(asked.receipts, None if why else room))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)


def _sentence(message: Message) -> str:
    text = say(message)
    return text[:1].upper() + text[1:]
