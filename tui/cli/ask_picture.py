"""The small picture of an answer: the map, its creatures, and the marks and lines of the answer.

A map is drawn small, a square as its sign and a mark beside it, with a column for borders where
there are any; or large, two rows a square, where lines between points have to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, chain

import msgspec

from core.casebook.case_boards import creature_of, path_of, place_of
from core.casebook.combat_cases import area_of, heights_of
from core.combat.board.drawing import Viewport
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import (
    Battlefield,
    Block,
    Point,
    Square,
    apart,
    measured,
    name_column,
    parse_square,
    risen,
)
from core.combat.sight.cover import area_cover, cover
from core.combat.sight.sightlines import Blocker, SightLine
from core.combat.threat.threat import flanking
from core.creatures import AttackMode
from core.messages import Message
from core.values import Struct, replace
from tui.cli.ask_answer import AnsweredQuery
from tui.encounter.panes.grid_cells import CUT, strokes
from tui.encounter.panes.grid_signs import OPEN, SIGNS
from tui.encounter.panes.grid_things import GridLine
from tui.kit.phrases import phrase, say

COSTS = Message("numbers: squares of movement so far")


ANCHORED = ("move", "cheapest", "reach", "aoo", "end")
"""Questions about where a creature goes, which its top left square tells."""
CREATURES = ("mover", "who", "attacker", "ally", "target")
"""The inputs that are creatures, which must be visible."""
MOST_LINES = 6
"""More lines cannot be told apart."""


class MarkSketch(Struct):
    """Marks and lines to draw, and their meaning (`told`).

    `marks` have one or two characters; the squares of `focus` must be visible, and so must marked
    ones and the creatures in question. `anchored` marks are the top left squares of larger spaces.
    """

    marks: Mapping[Square, str] = msgspec.field(default_factory=dict)
    told: tuple[Message, ...] = ()
    lines: tuple[GridLine, ...] = ()
    focus: tuple[Square, ...] = ()
    anchored: bool = False


def sketch(asked: AnsweredQuery) -> MarkSketch:
    """The sketch of an answer."""
    name, scene = asked.question.name, asked.scene
    drawn = SKETCHES[name](asked) if name in SKETCHES else MarkSketch()
    creatures = [creature_of(asked.keys, key, scene) for key in CREATURES if key in asked.given]
    bodies = [scene.body(creature) for creature in creatures]
    moves = name in ANCHORED and asked.given.get("squeeze") is not True
    return replace(
        drawn,
        focus=(*drawn.focus, *drawn.marks, *_all(*bodies)),
        anchored=moves and bodies[0].side > 1,
    )


def _marked(squares: Iterable[object], mark: str) -> dict[Square, str]:
    return {parse_square(str(square)): mark for square in squares}


def _all(*blocks: Block) -> tuple[Square, ...]:
    return tuple(square for block in blocks for square in block.squares())


def _move(asked: AnsweredQuery) -> MarkSketch:
    path = path_of(asked.keys, "path")
    costs = accumulate(asked.values.get("steps", ()))
    marks = {square: str(spent) for square, spent in zip(path[1:], costs, strict=False)}
    told = [COSTS] if marks else []
    if not asked.values["legal"]:
        marks |= _marked([asked.values.get("at", path[-1])], "X")
        told.append(Message("X where it fails"))
    return MarkSketch(marks, tuple(told), focus=path)


def _cheapest(asked: AnsweredQuery) -> MarkSketch:
    if not asked.values["reachable"]:
        to = _marked([asked.keys.word("to")], "X")
        return MarkSketch(to, (Message("X out of reach"),))
    return MarkSketch({square: str(cost) for square, cost in asked.costs.items()}, (COSTS,))


def _reach(asked: AnsweredQuery) -> MarkSketch:
    marks = {square: str(cost) for square, cost in asked.costs.items()}
    return MarkSketch(marks, (Message("numbers: squares of movement to get there"),))


def _threat(asked: AnsweredQuery) -> MarkSketch:
    return MarkSketch(_marked(asked.values["squares"], "x"), (Message("x threatened"),))


def _aoo(asked: AnsweredQuery) -> MarkSketch:
    path = path_of(asked.keys, "path")
    marks = {square: str(number) for number, square in enumerate(path) if number}
    for one in asked.values["provokes"]:
        marks |= _marked(one["all"], "!")
    told = (Message("numbers: the way, step by step"), Message("! threatened when left"))
    return MarkSketch(marks, told, focus=path)


def _cover(asked: AnsweredQuery) -> MarkSketch:
    scene = asked.scene
    target = creature_of(asked.keys, "target", scene)
    if asked.given.get("mode") == "area":
        x, y = asked.keys.wholes("origin")
        return _sighted(area_cover(scene, (x, y), target).lines, Square(x, y))
    attacker = creature_of(asked.keys, "attacker", scene)
    mode: AttackMode = "melee" if asked.given.get("mode") == "melee" else "ranged"
    return _sighted(cover(scene, attacker, target, mode).lines)


def _sighted(lines: Iterable[SightLine], *focus: Square) -> MarkSketch:
    drawn = tuple(lines)
    if len(drawn) > MOST_LINES:
        drawn = tuple(line for line in drawn if line.blockers)[:MOST_LINES]
    shown = tuple(
        GridLine(line.start, line.end, tuple(map(_middle, line.blockers))) for line in drawn
    )
    cut = dict.fromkeys((point for line in shown for point in line.cut), "X")
    marks = {Square(x // 2, y // 2): mark for (x, y), mark in cut.items()}
    told = (Message("X where a line is blocked"),) if cut else ()
    return MarkSketch(marks, told, shown, focus)


def _middle(blocker: Blocker) -> Point:
    (x, y), (_, slash, other) = blocker.at, blocker.name.partition("/")
    if blocker.what not in ("edge", "low_edge") or not slash:
        return 2 * x + 1, 2 * y + 1
    beyond = parse_square(other)
    return x + beyond.x + 1, y + beyond.y + 1


def _flank(asked: AnsweredQuery) -> MarkSketch:
    keys = ("attacker", "ally", "target")
    attacker, ally, target = (creature_of(asked.keys, key, asked.scene) for key in keys)
    found = flanking(asked.scene, attacker, ally, target)
    return MarkSketch(lines=() if found.line is None else (GridLine(*found.line),))


def _distance(asked: AnsweredQuery) -> MarkSketch:
    a, b = (place_of(asked.keys, key, asked.scene) for key in ("a", "b"))
    marks = {}
    at, spent = a.nearest(b), b.nearest(a)
    dx, dy = spent.x - at.x, spent.y - at.y
    rise, steps = apart(a.side, b.side, heights_of(asked.keys, asked.scene)), max(abs(dx), abs(dy))
    for step in range(1, steps + 1):
        along, aside = min(step, abs(dx)), min(step, abs(dy))
        square = at.by(along if dx > 0 else -along, aside if dy > 0 else -aside)
        marks[square] = str(measured(along, aside, risen(rise, step, steps)))
    told = (Message("numbers: squares counted so far"),) if marks else ()
    return MarkSketch(marks, told, focus=_all(a, b))


def _end(asked: AnsweredQuery) -> MarkSketch:
    if "legal" not in asked.values:
        marks = _marked([asked.keys.word("stopped_at")], "X")
        marks |= _marked(asked.values.get("options", ()), "*")
        return MarkSketch(
            marks, (Message("X it is stopped here"), Message("* it may be moved here"))
        )
    at = [asked.keys.word("at")]
    if asked.values["legal"]:
        return MarkSketch(_marked(at, "*"), (Message("* it may stop here"),))
    return MarkSketch(_marked(at, "X"), (Message("X it may not stop here"),))


def _area(asked: AnsweredQuery) -> MarkSketch:
    squares = asked.scene.field.squares(area_of(asked.keys, asked.scene).bits)
    return MarkSketch(dict.fromkeys(squares, "x"), (Message("x in the area"),))


SKETCHES: Mapping[str, Callable[[AnsweredQuery], MarkSketch]] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "threat": _threat, "aoo": _aoo,
    "cover": _cover, "flank": _flank, "distance": _distance, "attack": _cover, "end": _end,
    "area": _area,
}  # fmt: skip


NO_MAP = ("fall", "fly", "squeeze")
"""Questions that are about no square."""
WIDTH = 78
"""Columns that a picture may take."""
TALLEST = 40
"""Rows of squares that a picture may take."""
SCALES = (4, 2)
"""Columns of a square drawn large, the most that fit are taken; it always has two rows."""
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_SIDE = "party"


def picture(asked: AnsweredQuery) -> list[str]:
    """The lines of the picture, at most 78 columns, with a legend; none without a map."""
    scene = asked.scene
    if asked.question.name in NO_MAP or not scene.field.width:
        return []
    drawn = sketch(asked)
    large = _large(scene, drawn) if drawn.lines else None
    if large is None:
        lines, shown = _small(scene, drawn)
        walls = (Message("| _ walls on borders"), Message("! , low walls on borders"))
    else:
        lines, shown = large
        walls = (Message("# on a border: a wall"), Message("o on a border: a low wall"))
    return [*lines, "", *_legend(scene, shown, drawn, walls)]


def _viewport(
    field: Battlefield, focus: Iterable[Square], most: int, beside: int, above: int
) -> Viewport:
    seen = [square for square in focus if field.holds(square)] or [Square(0, 0)]
    left, right = _span([square.x for square in seen], field.width, most, beside)
    top, bottom = _span([square.y for square in seen], field.height, TALLEST, above)
    outside = any(square.x >= right or square.y >= bottom for square in seen)
    return Viewport(left, top, right, bottom, outside)


def _span(values: list[int], size: int, most: int, margin: int) -> tuple[int, int]:
    first, last = min(values), max(values) + 1
    margin = min(margin, max(0, most - (last - first)) // 2)
    least = max(0, first - margin)
    return least, min(size, last + margin, least + most)


def _labelled(shown: Viewport, step: int, aside: int, rows: Iterable[tuple[str, str]]) -> list[str]:
    margin = len(str(shown.bottom))
    head = "".join(f"{name_column(x):<{step}}" for x in shown.columns)
    lines = [("", " " * aside + head), *rows]
    return [f"{label:>{margin}} {row}".rstrip() for label, row in lines]


# small


def _small(scene: Scene, drawn: MarkSketch) -> tuple[list[str], Viewport]:
    field = scene.field
    bordered = bool(field.wall_east | field.wall_south | field.low_east | field.low_south)
    step = 2 + bordered
    most = (WIDTH - len(str(field.height)) - 1) // step
    shown = _viewport(field, drawn.focus, most, 4, 2)
    on_it = _tokens(scene)

    def row(y: int) -> str:
        squares = (Square(x, y) for x in shown.columns)
        return "".join(
            _cell(on_it.get(at, field.rows[y][at.x]), drawn.marks.get(at, ""))
            + _border(field, at) * bordered
            for at in squares
        )

    return _labelled(shown, step, 0, ((str(y + 1), row(y)) for y in shown.rows)), shown


def _cell(sign: str, mark: str) -> str:
    if len(mark) < 2:
        return f"{sign}{mark or ' '}"
    return mark if sign == OPEN else f"{sign}+"


def _border(field: Battlefield, square: Square) -> str:
    bit, signs = field.bit(square), SIGNS["plain"]
    wall = signs.walls.get((bool(field.wall_east & bit), bool(field.wall_south & bit)), "")
    low = signs.low.get((bool(field.low_east & bit), bool(field.low_south & bit)), "")
    return signs.mixed if wall and low else wall or low or " "


# large


class LargeMap:
    """A sheet of characters; the corner (x, y) of the map is at column x * scale, row 2y."""

    def __init__(self, field: Battlefield, shown: Viewport, scale: int) -> None:
        self.field = field
        self.shown = shown
        self.scale = scale
        wide, high = len(shown.columns) * scale + 1, len(shown.rows) * 2 + 1
        self.rows = [[" "] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str) -> None:
        """Write `text` from column x of row y on, as far as the sheet goes."""
        for offset, sign in enumerate(text):
            if 0 <= y < len(self.rows) and 0 <= x + offset < len(self.rows[0]):
                self.rows[y][x + offset] = sign

    def at(self, point: Point) -> tuple[int, int]:
        """The place of a point in half-squares on the sheet."""
        x, y = point
        return (x - 2 * self.shown.left) * self.scale // 2, y - 2 * self.shown.top

    def square(self, square: Square) -> tuple[int, int]:
        """The place of the middle of a square on the sheet."""
        return self.at((2 * square.x + 1, 2 * square.y + 1))

    def ground(self) -> None:
        """Draw the sign of each square, three times where it is solid, low or hides."""
        field = self.field
        for square in self.shown.squares():
            bit, sign = field.bit(square), field.rows[square.y][square.x]
            column, row = self.square(square)
            if (field.solid | field.low | field.concealing) & bit and self.scale > 2:
                self.put(column - 1, row, sign * 3)
            else:
                self.put(column, row, sign)

    def walls(self) -> None:
        """Draw walls and low walls on borders."""
        field, inside = self.field, self.scale - 1
        for square in self.shown.squares():
            bit, (column, row) = field.bit(square), self.square(square)
            for sign, east, south in (
                ("#", field.wall_east, field.wall_south), ("o", field.low_east, field.low_south),
            ):  # fmt: skip
                if east & bit:
                    self.put(column + self.scale // 2, row, sign)
                if south & bit:
                    self.put(column - inside // 2, row + 1, sign * inside)

    def line(self, line: GridLine) -> None:
        """Draw a line as far as nothing cuts it."""
        for column, row, sign in strokes(self.at(line.start), self.at(line.end)):
            for point in line.cut:
                x, y = self.at(point)
                wide, high = point[0] % 2 * (self.scale // 2), point[1] % 2
                if abs(column - x) <= wide and abs(row - y) <= high:
                    return
            self.put(column, row, sign)


def _large(scene: Scene, drawn: MarkSketch) -> tuple[list[str], Viewport] | None:
    # None where the lines are too long for it; what cuts a line ends it.
    stops = tuple(point for line in drawn.lines for point in line.cut)
    seen = (*drawn.focus, *(Square(x // 2, y // 2) for x, y in stops))
    for scale in SCALES:
        most = (WIDTH - len(str(scene.field.height)) - 2) // scale
        shown = _viewport(scene.field, seen, most, 1, 1)
        if not shown.cut_off:
            break
    else:
        return None
    sheet = LargeMap(scene.field, shown, scale)
    sheet.ground()
    for line in drawn.lines:
        sheet.line(line)
    sheet.walls()
    on_it = _tokens(scene)
    for square, letter in on_it.items():
        if square in shown:
            sheet.put(*sheet.square(square), letter)
    for point in stops:
        column, row = sheet.at(point)
        beside = scale > 2 and point[0] & point[1] & 1 and Square(point[0] // 2, point[1] // 2)
        sheet.put(column + (beside in on_it), row, CUT)
    rows = (
        (str(shown.top + number // 2 + 1) if number % 2 else "", "".join(row))
        for number, row in enumerate(sheet.rows)
    )
    return _labelled(shown, scale, scale // 2, rows), shown


# who is there, and what the signs mean


def _letters(scene: Scene) -> dict[str, str]:
    # Capitals for the first side, small ones for the others. The initial where that is free, else
    # a later letter of the id, else the next of the alphabet; no sign of the map is a letter, and
    # those for whom none is left get "@".
    taken = {kind.sign for kind in scene.combat.ground.values()} | set("xX")
    taken |= set(chain.from_iterable(scene.field.rows))
    sides = [creature.side for creature in scene.creatures]
    first = FIRST_SIDE if FIRST_SIDE in sides else (sides[0] if sides else "")
    found = {}
    for creature in scene.creatures:
        capital = creature.side == first
        letter = next((sign for sign in _wishes(creature, capital) if sign not in taken), "@")
        taken.add(letter)
        found[creature.id] = letter
    return found


def _wishes(creature: Creature, capital: bool) -> Iterator[str]:
    for letter in chain(creature.id.upper(), UPPER):
        if letter in UPPER:
            yield letter if capital else letter.lower()


def _tokens(scene: Scene) -> dict[Square, str]:
    by_id = _letters(scene)
    riders_last = sorted(scene.creatures, key=lambda creature: bool(creature.rides))
    found: dict[Square, str] = {}
    for creature in riders_last:
        body = scene.body(creature)
        where = Block(body.x, body.y, 1) if creature.rides else body
        found |= dict.fromkeys(where.squares(), by_id[creature.id])
    return found


def _legend(
    scene: Scene, shown: Viewport, drawn: MarkSketch, walls: tuple[Message, Message]
) -> list[str]:
    field, bits = scene.field, scene.field.bits(shown.squares())
    told = (
        ((field.wall_east | field.wall_south) & bits, walls[0]),
        ((field.low_east | field.low_south) & bits, walls[1]),
        *((True, message) for message in drawn.told),
        (drawn.anchored, Message("its top left square is what is marked")),
        (any(len(mark) > 1 for mark in drawn.marks.values()),
         Message("+ 10 or more, where there is no room for it")),
        (shown.cut_off, Message("there is more than this picture holds")),
    )  # fmt: skip
    parts = [*_creatures(scene, shown), *_signs(scene, shown)]
    parts += [say(message) for applies, message in told if applies]
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"; {part}" if lines[-1] else part
    return lines


def _creatures(scene: Scene, shown: Viewport) -> Iterator[str]:
    by_id, on_top = _letters(scene), _tokens(scene)
    for creature in scene.creatures:
        squares = list(scene.body(creature).squares())
        if not any(square in shown for square in squares):
            continue
        letter = by_id[creature.id]
        named = creature.name or creature.id
        if any(on_top.get(square) == letter for square in squares):
            yield phrase("{letter} {name}", letter=letter, name=named)
        else:
            yield phrase("{name} at {square}", name=named, square=str(squares[0]))


def _signs(scene: Scene, shown: Viewport) -> Iterator[str]:
    rows, covered = scene.field.rows, _tokens(scene)
    seen = {rows[at.y][at.x] for at in shown.squares() if at not in covered}
    for kind in scene.combat.ground.values():
        if kind.sign in seen and kind.sign != OPEN:
            yield phrase("{sign} {kind}", sign=kind.sign, kind=kind.name["en"].lower())
