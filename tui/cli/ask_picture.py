"""The small picture of an answer: the map, its creatures, and the marks and lines of the answer.

It is drawn as the screens draw a board: a square has two columns, or four and two rows where
lines between points have to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, chain
from string import ascii_uppercase

from core.casebook.combat_cases import area_of, creature_of, heights_of, place_of
from core.combat.areas import AreaCover, area_cover
from core.combat.board.drawing import Viewport
from core.combat.board.scene import Scene
from core.combat.board.squares import (
    Battlefield,
    Block,
    Square,
    apart,
    measure_offset,
    parse_square,
    risen,
)
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.combat.threat.threat import flanking
from core.creatures import AttackMode
from core.messages import Message
from core.values import Struct
from tui.board.grid_cells import BLOCK, CUT
from tui.board.grid_ground import OPEN, SIGNS
from tui.board.grid_rows import MARGIN, GridRows
from tui.board.grid_things import GridLine, GridOverlay, Token, cover_lines
from tui.cli.ask_questions import AnsweredQuery
from tui.kit.phrases import phrase, say

COSTS = Message("numbers: squares of movement so far")


ANCHORED = ("move", "cheapest", "reach", "aoo", "end")
"""Questions about where a creature goes, which its top left square tells."""
CREATURES = ("mover", "who", "attacker", "ally", "target")
"""The inputs that are creatures, which must be visible."""
MOST_LINES = 6
"""More lines cannot be told apart."""


class MarkSketch(Struct):
    """Squares counted, marks and lines to draw, and their meaning (`told`).

    A mark is one character. The squares of `focus` must be visible, and so must marked and counted
    ones and the creatures in question.
    """

    counts: Mapping[Square, int] = {}
    marks: Mapping[Square, str] = {}
    told: tuple[Message, ...] = ()
    lines: tuple[GridLine, ...] = ()
    focus: tuple[Square, ...] = ()


def _marked(squares: Iterable[object], mark: str) -> dict[Square, str]:
    return {parse_square(str(square)): mark for square in squares}


def _sketch(squares: Iterable[object], mark: str, told: Message) -> MarkSketch:
    return MarkSketch({}, _marked(squares, mark), (told,))


def _move(query: AnsweredQuery) -> MarkSketch:
    path: tuple[Square, ...] = query.inputs.path
    counts = dict(zip(path[1:], accumulate(query.values.get("steps", ())), strict=False))
    legend = (COSTS,) if counts else ()
    if query.values["legal"]:
        return MarkSketch(counts, {}, legend, focus=path)
    fails = _marked([query.values.get("at", path[-1])], "X")
    return MarkSketch(counts, fails, (*legend, Message("X where it fails")), focus=path)


def _cheapest(query: AnsweredQuery) -> MarkSketch:
    if query.values["reachable"]:
        return MarkSketch(query.costs, told=(COSTS,))
    return _sketch([query.inputs.to], "X", Message("X out of reach"))


def _reach(query: AnsweredQuery) -> MarkSketch:
    told = Message("numbers: squares of movement to get there")
    return MarkSketch(query.costs, told=(told,))


def _threat(query: AnsweredQuery) -> MarkSketch:
    return _sketch(query.values["squares"], "x", Message("x threatened"))


def _aoo(query: AnsweredQuery) -> MarkSketch:
    path: tuple[Square, ...] = query.inputs.path
    counts = {square: number for number, square in enumerate(path) if number}
    marks = _marked(chain.from_iterable(one["all"] for one in query.values["provokes"]), "!")
    told = (Message("numbers: the way, step by step"), Message("! threatened when left"))
    return MarkSketch(counts, marks, told, focus=path)


def _cover(query: AnsweredQuery) -> MarkSketch:
    scene = query.scene
    target = creature_of(scene, "target", query.inputs.target)
    if query.given.get("mode") == "area":
        x, y = query.inputs.origin
        return _sighted(area_cover(scene, (x, y), target), Square(x, y))
    attacker = creature_of(scene, "attacker", query.inputs.attacker)
    mode: AttackMode
    if query.given.get("mode") == "melee":
        mode = "melee"
    else:
        mode = "ranged"
    return _sighted(cover(scene, attacker, target, mode))


def _sighted(found: Cover | AreaCover, *focus: Square) -> MarkSketch:
    lines = cover_lines(found)
    if len(lines) > MOST_LINES:
        lines = tuple(line for line in lines if line.cut)[:MOST_LINES]
    marks = {Square(x // 2, y // 2): CUT for line in lines for x, y in line.cut}
    told = (Message("X where a line is blocked"),) if marks else ()
    return MarkSketch({}, marks, told, lines, focus)


def _flank(query: AnsweredQuery) -> MarkSketch:
    scene = query.scene
    attacker = creature_of(scene, "attacker", query.inputs.attacker)
    ally = creature_of(scene, "ally", query.inputs.ally)
    target = creature_of(scene, "target", query.inputs.target)
    found = flanking(scene, attacker, ally, target)
    return MarkSketch(lines=() if found.line is None else (GridLine(*found.line),))


def _distance(query: AnsweredQuery) -> MarkSketch:
    a = place_of(query.scene, "a", query.inputs.a)
    b = place_of(query.scene, "b", query.inputs.b)
    counts = {}
    anchor = a.nearest(b)
    spent = b.nearest(a)
    dx = spent.x - anchor.x
    dy = spent.y - anchor.y
    rise = apart(a.side, b.side, heights_of(query.inputs, query.scene))
    steps = max(abs(dx), abs(dy))
    for step in range(1, steps + 1):
        along = min(step, abs(dx))
        aside = min(step, abs(dy))
        square = anchor.by(along if dx > 0 else -along, aside if dy > 0 else -aside)
        counts[square] = measure_offset(along, aside, risen(rise, step, steps))
    told = (Message("numbers: squares counted so far"),) if counts else ()
    return MarkSketch(counts, told=told, focus=(*a.squares(), *b.squares()))


def _end(query: AnsweredQuery) -> MarkSketch:
    if "legal" not in query.values:
        marks = _marked([query.inputs.stopped_at], "X")
        marks |= _marked(query.values.get("options", ()), "*")
        told = (Message("X it is stopped here"), Message("* it may be moved here"))
        return MarkSketch({}, marks, told)
    squares = [query.inputs.at]
    if query.values["legal"]:
        return _sketch(squares, "*", Message("* it may stop here"))
    return _sketch(squares, "X", Message("X it may not stop here"))


def _area(query: AnsweredQuery) -> MarkSketch:
    squares = query.scene.field.squares(area_of(query.inputs, query.scene).bits)
    return _sketch(squares, "x", Message("x in the area"))


SKETCHES: Mapping[str, Callable[[AnsweredQuery], MarkSketch]] = {
    "move": _move,
    "cheapest": _cheapest,
    "reach": _reach,
    "threat": _threat,
    "aoo": _aoo,
    "cover": _cover,
    "flank": _flank,
    "distance": _distance,
    "attack": _cover,
    "end": _end,
    "area": _area,
}


NO_MAP = ("fall", "fly", "squeeze")
"""Questions that are about no square."""
WIDTH = 78
"""Columns that a picture may take."""
TALLEST = 40
"""Rows of squares that a picture may take."""
SMALL = 2
"""Columns of a square without lines of its own."""
FIRST_SIDE = "party"


def picture(query: AnsweredQuery) -> list[str]:
    """The lines of the picture, at most 78 columns, with a legend; none without a map."""
    name = query.question.name
    scene = query.scene
    if name in NO_MAP or not scene.field.width:
        return []
    if name in SKETCHES:
        drawn = SKETCHES[name](query)
    else:
        drawn = MarkSketch()
    creatures = [
        creature_of(scene, key, str(query.given[key])) for key in CREATURES if key in query.given
    ]
    bodies = [scene.body(creature) for creature in creatures]
    focus = [
        *drawn.focus,
        *drawn.counts,
        *drawn.marks,
        *chain(*(body.squares() for body in bodies)),
    ]
    for wide in (BLOCK, SMALL) if drawn.lines else (SMALL,):
        viewport = _viewport(scene.field, focus, wide)
        if not viewport.cut_off:
            break
    lines = () if viewport.cut_off else drawn.lines
    on_it = _tokens(scene)
    said = {at: str(count)[-1] for at, count in drawn.counts.items() if at in on_it}
    overlay = GridOverlay(
        tuple(Token(letter, letter, square) for square, letter in on_it.items()),
        lines=lines,
        ruler=drawn.counts,
        labels={}
        if lines
        else {at: on_it.get(at, "") + mark for at, mark in (said | dict(drawn.marks)).items()},
    )
    rows = GridRows(scene.field, overlay=overlay, wide=wide)
    moves = name in ANCHORED and query.given.get("squeeze") is not True and bodies[0].side > 1
    return [
        *rows.text(
            viewport.left, viewport.top, MARGIN + wide * len(viewport.columns), len(viewport.rows)
        ),
        "",
        *_legend(scene, viewport, drawn, anchored=moves),
    ]


def _viewport(field: Battlefield, focus: Iterable[Square], wide: int) -> Viewport:
    seen = [square for square in focus if field.holds(square)] or [Square(0, 0)]
    beside, above = (4, 2) if wide == SMALL else (1, 1)
    most = (WIDTH - MARGIN) // wide
    left, right = _span([square.x for square in seen], field.width, most, beside)
    top, bottom = _span([square.y for square in seen], field.height, TALLEST, above)
    outside = any(square.x >= right or square.y >= bottom for square in seen)
    return Viewport(left, top, right, bottom, outside)


def _span(values: list[int], size: int, most: int, margin: int) -> tuple[int, int]:
    first = min(values)
    last = max(values) + 1
    margin = min(margin, max(0, most - (last - first)) // 2)
    least = max(0, first - margin)
    return least, min(size, last + margin, least + most)


# who is there, and what the signs mean


def _letters(scene: Scene) -> dict[str, str]:
    # Capitals for the first side, small ones for the others. The initial where that is free, else
    # a later letter of the id, else the next of the alphabet; no sign of the map is a letter, and
    # those for whom none is left get "@".
    used_signs = {kind.sign for kind in scene.combat.ground.values()} | set("xX")
    sides = [creature.side for creature in scene.creatures]
    if FIRST_SIDE in sides:
        first = FIRST_SIDE
    elif sides:
        first = sides[0]
    else:
        first = ""
    letters = {}
    for creature in scene.creatures:
        wished = (sign for sign in creature.id.upper() + ascii_uppercase if sign in ascii_uppercase)
        cased = (sign if creature.side == first else sign.lower() for sign in wished)
        letter = next((sign for sign in cased if sign not in used_signs), "@")
        used_signs.add(letter)
        letters[creature.id] = letter
    return letters


def _tokens(scene: Scene) -> dict[Square, str]:
    by_id = _letters(scene)
    tokens: dict[Square, str] = {}
    for creature in sorted(scene.creatures, key=lambda creature: bool(creature.rides)):
        body = scene.body(creature)
        if creature.rides:
            where = Block(body.x, body.y, 1)
        else:
            where = body
        tokens |= dict.fromkeys(where.squares(), by_id[creature.id])
    return tokens


def _legend(scene: Scene, viewport: Viewport, drawn: MarkSketch, *, anchored: bool) -> list[str]:
    field = scene.field
    bits = field.bits(viewport.squares())
    numbered_lines = (
        ((field.wall_east | field.wall_south) & bits, Message("| _ walls on borders")),
        ((field.low_east | field.low_south) & bits, Message("! , low walls on borders")),
        ((field.veil_east | field.veil_south) & bits, Message("{ } veils on borders")),
        *((True, message) for message in drawn.told),
        (anchored, Message("its top left square is what is marked")),
        (
            any(count > 9 for count in drawn.counts.values()),
            Message("only the last digit of 10 and more where there is no room"),
        ),
        (viewport.cut_off, Message("there is more than this picture holds")),
    )
    parts = [*_creatures(scene, viewport), *_signs(scene, viewport)]
    parts += [say(message) for applies, message in numbered_lines if applies]
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"; {part}" if lines[-1] else part
    return lines


def _creatures(scene: Scene, viewport: Viewport) -> Iterator[str]:
    by_id = _letters(scene)
    on_top = _tokens(scene)
    for creature in scene.creatures:
        squares = list(scene.body(creature).squares())
        if not any(square in viewport for square in squares):
            continue
        letter = by_id[creature.id]
        named = creature.name or creature.id
        if any(on_top.get(square) == letter for square in squares):
            yield phrase("{letter} {name}", letter=letter, name=named)
        else:
            yield phrase("{name} at {square}", name=named, square=str(squares[0]))


def _signs(scene: Scene, shown: Viewport) -> Iterator[str]:
    covered = _tokens(scene)
    seen = {sign for at in shown.squares() if at not in covered for sign in scene.field.kinds(at)}
    for kind in scene.combat.ground.values():
        if kind.sign in seen and kind.sign != OPEN:
            sign = SIGNS["plain"].ground.get(kind.sign, kind.sign)
            yield phrase("{sign} {kind}", sign=sign, kind=kind.name["en"].lower())
