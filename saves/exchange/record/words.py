"""How the forms of a record say their headings and labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from core.messages import Message

Word: TypeAlias = Callable[[Message], str]
"""A message as a text of the reader's language."""
