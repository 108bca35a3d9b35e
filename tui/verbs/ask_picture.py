"""The small picture of an answer: the map, who stands on it, and what was asked about."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.messages import N_, Message
from tui.phrases import say
from tui.verbs.ask_answer import Asked
from tui.verbs.ask_grid import grid
from tui.verbs.ask_lines import drawing
from tui.verbs.ask_marks import Sketch, sketch
from tui.verbs.ask_window import WIDTH, Window, letters, tokens

NO_MAP = ("fall", "fly", "squeeze")
"""Questions that are about no square."""


def picture(asked: Asked) -> list[str]:
    """The lines of the picture, at most 78 columns, with what its signs mean; none without map."""
    scene = asked.scene
    if asked.question.name in NO_MAP or not scene.field.width:
        return []
    drawn = sketch(asked)
    found = None
    if drawn.lines:
        found = drawing(scene, drawn.lines, drawn.focus)
    lines, shown = found or grid(scene, drawn.marks, drawn.focus)
    if found is None:
        borders = (N_("| _ walls on borders"), N_("! , low walls on borders"))
    else:
        borders = (N_("# on a border: a wall"), N_("o on a border: a low wall"))
    return [*lines, "", *_legend(scene, shown, drawn, borders)]


def _legend(scene: Scene, shown: Window, drawn: Sketch, borders: tuple[str, str]) -> list[str]:
    parts = [*_creatures(scene, shown), *_signs(scene, shown)]
    parts += [say(Message(told)) for told in _borders(scene, shown, borders)]
    parts += [say(message) for message in drawn.told]
    if drawn.anchored:
        parts.append(say(Message(N_("its top left square is what is marked"))))
    if any(len(mark) > 1 for mark in drawn.marks.values()):
        parts.append(say(Message(N_("+ 10 or more, where there is no room for it"))))
    if shown.cut_off:
        parts.append(say(Message(N_("there is more than this picture holds"))))
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"; {part}" if lines[-1] else part
    return lines


def _creatures(scene: Scene, shown: Window) -> Iterator[str]:
    by_id, on_top = letters(scene), tokens(scene)
    for creature in scene.creatures:
        squares = list(scene.body(creature).squares())
        if not any(square in shown for square in squares):
            continue
        letter = by_id[creature.id]
        named = creature.name or creature.id
        if any(on_top.get(square) == letter for square in squares):
            yield say(Message(N_("{letter} {name}"), letter=letter, name=named))
        else:
            yield say(Message(N_("{name} at {square}"), name=named, square=str(squares[0])))


def _borders(scene: Scene, shown: Window, told: tuple[str, str]) -> Iterator[str]:
    field = scene.field
    bits = field.bits(Square(x, y) for y in shown.rows for x in shown.columns)
    if (field.wall_east | field.wall_south) & bits:
        yield told[0]
    if (field.low_east | field.low_south) & bits:
        yield told[1]


def _signs(scene: Scene, shown: Window) -> Iterator[str]:
    rows, covered = scene.field.rows, tokens(scene)
    seen = {
        rows[y][x] for y in shown.rows for x in shown.columns if Square(x, y) not in covered
    }  # fmt: skip
    for kind in scene.combat.ground.values():
        if kind.sign in seen and kind.sign != ".":
            yield say(Message(N_("{sign} {kind}"), sign=kind.sign, kind=kind.name["en"].lower()))
