"""The words of the `:` line that only the Encounter has."""

from __future__ import annotations

from tui.encounter import pointing, pursuit, recruits
from tui.play.arranging import prepare_named
from tui.play.command_line import PLAY
from tui.play.typed.areas import Adding, adding
from tui.play.typed.line import (
    Act,
    Parsed,
    TypedLine,
    TypedWord,
    screen_word,
    table,
    text,
    title,
)


def _chase(line: TypedLine) -> Parsed:
    return CHASE.read(line) if line.words else Act(pursuit.start_chase)


def _adding(line: TypedLine) -> Adding | None:
    return adding(text(line)) if line.words else None


CHASE = PLAY["chase"]
SETUP = table(
    screen_word("prepare Ambush at the ford", "prepares an encounter; asks for its board",
                lambda screen, name: prepare_named(screen, name, screen.look_at), title),
    screen_word("add 8 wolf hp=roll hidden at k9", "adds creatures; alone, lists the bestiary",
                recruits.add, _adding),
)  # fmt: skip
WORDS = PLAY | SETUP | table(
    TypedWord(CHASE.example, CHASE.label, _chase),
    screen_word("find k9", "goes to a square or creature", pointing.find, text),
)  # fmt: skip
"""The words of the `:` line on the Encounter."""
