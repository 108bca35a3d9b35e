"""The rows of the battle grid that a change of the overlay affects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.combat.board.squares import Square
from tui.encounter.panes.grid_ground import GroundPainter
from tui.encounter.panes.grid_lines import drawn
from tui.encounter.panes.grid_things import GridOverlay, Layer


def changed(before: GridOverlay, after: GridOverlay, ground: GroundPainter) -> set[int]:
    """The rows that may change; sets of squares are compared by XOR."""
    if before is after:
        return set()
    bits = _layers(before.layer, after.layer) | (before.area ^ after.area)
    if before.layer.underlined != after.layer.underlined:
        bits |= after.area  # which is marked as the layer is, where a square has one column
    rows = set(ground.rows_of(bits))
    if bool(before.layer.signs) != bool(after.layer.signs):
        rows |= {*ground.busy_rows(), *(at.y for at in (*after.path, *after.ruler))}
    rows |= {square.y for square in _squares(before, after)}
    if before.lines != after.lines:
        rows |= {*drawn(before.lines, ground.wide), *drawn(after.lines, ground.wide)}
    return rows


def _layers(before: Layer, after: Layer) -> int:
    if before is after:
        return 0
    mine, its = before.apart(), after.apart()
    every = tuple(mine) != tuple(its) or before.underlined != after.underlined
    found = 0
    for sign in {*mine, *its}:
        one, two = mine.get(sign, 0), its.get(sign, 0)
        found |= one | two if every else one ^ two
    return found


def _squares(before: GridOverlay, after: GridOverlay) -> Iterator[Square]:
    if before.tokens != after.tokens:
        for token in {*before.tokens} ^ {*after.tokens}:
            yield from token.body
        if len(before.tokens) == len(after.tokens):
            for one, two in zip(before.tokens, after.tokens, strict=True):
                if one != two:  # another order: of two on one square the last is drawn
                    yield from (*one.body, *two.body)
        else:
            for token in (*before.tokens, *after.tokens):
                yield from token.body
    if before.path != after.path:
        yield from _path(before.path, after.path)
    for name in ("strikes", "ghosts", "labels", "marks", "ruler", "draft"):
        mine, its = getattr(before, name), getattr(after, name)
        if mine is not its:
            yield from _differing(mine, its)


def _path(before: tuple[Square, ...], after: tuple[Square, ...]) -> Iterator[Square]:
    mine = {square: number for number, square in enumerate(before)}
    its = {square: number for number, square in enumerate(after)}
    yield from _differing(mine, its)


def _differing(mine: Mapping[Square, object], its: Mapping[Square, object]) -> Iterator[Square]:
    for square in {*mine, *its}:
        if mine.get(square) != its.get(square):
            yield square
