"""The marks and lines that a picture shows of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from core.casebook.case_boards import creature_of, path_of, place_of
from core.casebook.movement_cases import heights_of
from core.casebook.sight_cases import area_of
from core.combat.board.squares import Block, Point, Square, apart, measured, parse_square, risen
from core.combat.sight.area_cover import area_cover
from core.combat.sight.cover import cover
from core.combat.sight.sightlines import Blocker, SightLine
from core.combat.threat.flanking import flanking
from core.creatures import AttackMode
from core.files import Keys
from core.messages import N_, Message
from core.values import Struct, replace
from tui.cli.ask_answer import AnsweredQuery
from tui.encounter.panes.grid_things import GridLine

COSTS = Message("numbers: squares of movement so far")
CUT = Message("X where a line is blocked")


ANCHORED = ("move", "cheapest", "reach", "aoo", "end")
"""Questions about where a creature goes, which its top left square tells."""
MOST_LINES = 6
"""More lines cannot be told apart."""


class MarkSketch(Struct):
    """Marks and lines to draw, and their meaning (`told`).

    `marks` have one or two characters; the squares of `focus` must be visible. `anchored` marks
    are the top left squares of larger spaces.
    """

    focus: tuple[Square, ...]
    marks: Mapping[Square, str] = msgspec.field(default_factory=dict)
    lines: tuple[GridLine, ...] = ()
    told: tuple[Message, ...] = ()
    anchored: bool = False


def sketch(asked: AnsweredQuery) -> MarkSketch:
    """The sketch of an answer."""
    given = Keys(asked.given, asked.given, quoted=True)
    drawn = SKETCHES[asked.question.name](asked, given, asked.values)
    moves = asked.question.name in ANCHORED and asked.given.get("squeeze") is not True
    return replace(drawn, anchored=moves and _bodies(asked, given, "mover")[0].side > 1)


def _squares(names: Iterable[object]) -> tuple[Square, ...]:
    return tuple(parse_square(str(name)) for name in names)


def _bodies(asked: AnsweredQuery, given: Keys, *keys: str) -> tuple[Block, ...]:
    return tuple(asked.scene.body(creature_of(given, key, asked.scene)) for key in keys)


def _all(*blocks: Block) -> tuple[Square, ...]:
    return tuple(square for block in blocks for square in block.squares())


def _costs(path: Sequence[Square], steps: Iterable[int]) -> dict[Square, str]:
    marks, spent = {}, 0
    for square, cost in zip(path[1:], steps, strict=False):
        spent += cost
        marks[square] = str(spent)
    return marks


def _move(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    path = path_of(given, "path")
    marks = _costs(path, values.get("steps", ()))
    told = [COSTS] if marks else []
    if not values["legal"]:
        marks[parse_square(str(values.get("at", path[-1])))] = "X"
        told.append(Message("X where it fails"))
    return MarkSketch((*_all(*_bodies(asked, given, "mover")), *path), marks, told=tuple(told))


def _cheapest(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    to = parse_square(given.word("to"))
    body = _all(*_bodies(asked, given, "mover"))
    if not values["reachable"]:
        return MarkSketch((*body, to), {to: "X"}, told=(Message("X out of reach"),))
    marks = {square: str(cost) for square, cost in asked.costs.items()}
    return MarkSketch((*body, *marks), marks, told=(COSTS,))


def _reach(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    marks = {square: str(cost) for square, cost in asked.costs.items()}
    told = (Message("numbers: squares of movement to get there"),)
    return MarkSketch((*_all(*_bodies(asked, given, "mover")), *marks), marks, told=told)


def _threat(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    marks = dict.fromkeys(_squares(values["squares"]), "x")
    told = (Message("x threatened"),)
    return MarkSketch((*_all(*_bodies(asked, given, "who")), *marks), marks, told=told)


def _aoo(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    path = path_of(given, "path")
    marks = {square: str(number) for number, square in enumerate(path) if number}
    marks |= dict.fromkeys(_squares(n for one in values["provokes"] for n in one["all"]), "!")
    told = (Message("numbers: the way, step by step"), Message("! threatened when left"))
    return MarkSketch((*_all(*_bodies(asked, given, "mover")), *path), marks, told=told)


def _cover(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    scene = asked.scene
    if given.table.get("mode") == "area":
        x, y = given.wholes("origin")
        target = creature_of(given, "target", scene)
        lines = area_cover(scene, (x, y), target).lines
        return _sighted(lines, (Square(x, y), *_all(scene.body(target))))
    attacker, target = (creature_of(given, key, scene) for key in ("attacker", "target"))
    found = cover(scene, attacker, target, _mode(given))
    return _sighted(found.lines, _all(scene.body(attacker), scene.body(target)))


def _conceal(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    scene = asked.scene
    attacker, target = (creature_of(given, key, scene) for key in ("attacker", "target"))
    return MarkSketch(_all(scene.body(attacker), scene.body(target)))


def _mode(given: Keys) -> AttackMode:
    return "melee" if given.table.get("mode") == "melee" else "ranged"


def _sighted(lines: Iterable[SightLine], focus: tuple[Square, ...]) -> MarkSketch:
    drawn = tuple(lines)
    if len(drawn) > MOST_LINES:
        drawn = tuple(line for line in drawn if line.blockers)[:MOST_LINES]
    shown = tuple(
        GridLine(line.start, line.end, tuple(map(_middle, line.blockers))) for line in drawn
    )
    cut = dict.fromkeys((point for line in shown for point in line.cut), "X")
    marks = {Square(x // 2, y // 2): mark for (x, y), mark in cut.items()}
    return MarkSketch(focus, marks, shown, told=(CUT,) if cut else ())


def _middle(blocker: Blocker) -> Point:
    (x, y), (_, slash, other) = blocker.at, blocker.name.partition("/")
    if blocker.what not in ("edge", "low_edge") or not slash:
        return 2 * x + 1, 2 * y + 1
    beyond = parse_square(other)
    return x + beyond.x + 1, y + beyond.y + 1


def _flank(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    keys = ("attacker", "ally", "target")
    attacker, ally, target = (creature_of(given, key, asked.scene) for key in keys)
    found = flanking(asked.scene, attacker, ally, target)
    lines = (GridLine(*found.line),) if found.line is not None else ()
    return MarkSketch(_all(*_bodies(asked, given, *keys)), {}, lines)


def _distance(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    a, b = (place_of(given, key, asked.scene) for key in ("a", "b"))
    marks = {}
    at, spent = a.nearest(b), b.nearest(a)
    dx, dy = spent.x - at.x, spent.y - at.y
    rise, steps = apart(a.side, b.side, heights_of(given, asked.scene)), max(abs(dx), abs(dy))
    for step in range(1, steps + 1):
        along, aside = min(step, abs(dx)), min(step, abs(dy))
        square = at.by(along if dx > 0 else -along, aside if dy > 0 else -aside)
        marks[square] = str(measured(along, aside, risen(rise, step, steps)))
    told = (Message("numbers: squares counted so far"),) if marks else ()
    return MarkSketch((*_all(a, b), *marks), marks, told=told)


def _end(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    body = _bodies(asked, given, "mover")
    if "legal" in values:
        at = parse_square(given.word("at"))
        may, may_not = N_("* it may stop here"), N_("X it may not stop here")
        mark, told = ("*", Message(may)) if values["legal"] else ("X", Message(may_not))
        return MarkSketch((*_all(*body), at), {at: mark}, told=(told,))
    stopped = parse_square(given.word("stopped_at"))
    marks = {stopped: "X"} | dict.fromkeys(_squares(values.get("options", ())), "*")
    about = (Message("X it is stopped here"), Message("* it may be moved here"))
    return MarkSketch((*_all(*body), *marks), marks, told=about)


def _area(asked: AnsweredQuery, given: Keys, values: Mapping[str, Any]) -> MarkSketch:
    found = area_of(given, asked.scene)
    marks = dict.fromkeys(asked.scene.field.squares(found.bits), "x")
    told = (Message("x in the area"),)
    seen = list(marks)
    if "who" in given:
        seen += _all(*_bodies(asked, given, "who"))
    return MarkSketch(tuple(seen), marks, told=told)


Sketcher = Callable[[AnsweredQuery, Keys, Mapping[str, Any]], MarkSketch]
SKETCHES: Mapping[str, Sketcher] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "threat": _threat, "aoo": _aoo,
    "cover": _cover, "conceal": _conceal, "flank": _flank, "distance": _distance,
    "attack": _cover, "end": _end, "area": _area,
}  # fmt: skip
