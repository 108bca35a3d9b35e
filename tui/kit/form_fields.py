"""The lines of a form, and numbers in them."""

from __future__ import annotations

import re

from core.messages import N_, Message, Refusal
from core.values import Struct


class FormField(Struct):
    """A line of the form: its id, its label, and a hint of what to write."""

    id: str
    label: str
    hint: str


def whole(line: FormField, text: str) -> int:
    """Read the whole number in a line. Refusal "bad_number" names the line."""
    if not re.fullmatch(r"[+-]?\d{1,6}", text, re.ASCII):
        message = N_("{line}: '{text}' is not a number.")
        raise Refusal("bad_number", message, line=Message(line.label), text=text)
    return int(text)
