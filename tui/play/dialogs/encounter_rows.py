"""The encounters of a campaign in words: rows of the list, and their contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from core.messages import N_, Message, Template
from core.play.fight.encounter import Encounter, Foe
from core.play.state import Assets
from tui.kit.lines_view import fit, trimmed
from tui.kit.phrases import phrase, say

STATUS: Mapping[str, Template] = {
    "prepared": "prepared",
    "running": "being played",
    "paused": "paused",
    "over": "over",
}
NAME = 34


def row(encounter: Encounter) -> str:
    """A line of the list: name, stage, round, place."""
    status = phrase(STATUS[encounter.status])
    parts = [fit(trimmed(encounter.name, NAME), NAME), fit(status, 13)]
    if encounter.round:
        parts.append(phrase("round {round}", round=encounter.round))
    if encounter.place:
        parts.append(encounter.place)
    return " ".join(parts)


def holds(encounter: Encounter, assets: Assets) -> tuple[str, ...]:
    """The contents of an encounter in two lines: its creatures; its board and air."""
    return say(_creatures(encounter)), say(_board(encounter, assets))


def _creatures(encounter: Encounter) -> Message:
    if not encounter.foes:
        return Message("nobody is in it yet")
    kinds = Counter(_kind(foe) for foe in encounter.foes)
    named = tuple(
        Message("{count} {name}", count=count, name=name) if count > 1 else name
        for name, count in kinds.items()
    )
    hidden = sum(figure.hidden for figure in encounter.figures)
    if hidden:
        return Message("{names}; {count} hidden", names=named, count=hidden)
    return Message("{names}", names=named)


def _kind(foe: Foe) -> str:
    return foe.name.removesuffix(foe.token).strip() if foe.kind else foe.name


LIGHTS = {"bright": N_("bright"), "dim": N_("dim light"), "dark": N_("dark")}


def _board(encounter: Encounter, assets: Assets) -> Message:
    board = assets.boards.get(encounter.board)
    if board is None:
        return Message("its board cannot be read")
    width = len(board.rows[0]) if board.rows else 0
    light = Message(LIGHTS[encounter.light])
    return Message("board of {width} x {height} squares, {light}", width=width,
                   height=len(board.rows), light=light)  # fmt: skip
