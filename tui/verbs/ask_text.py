"""An answer as a page for people: a sentence or two, a picture, and why."""

from __future__ import annotations

import textwrap

from tui.phrases import say
from tui.verbs.ask_answer import Asked
from tui.verbs.ask_picture import picture
from tui.verbs.ask_tell_fights import FIGHTS
from tui.verbs.ask_tell_moves import MOVES
from tui.verbs.ask_tree import WIDTH, tree

TELL = {**MOVES, **FIGHTS}


def page(asked: Asked) -> str:
    """The page of an answer, at most 78 columns wide, ending in a line end."""
    told = " ".join(say(message) for message in TELL[asked.question.name](asked))
    parts = (textwrap.wrap(told, WIDTH), picture(asked), tree(asked.receipts))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)
