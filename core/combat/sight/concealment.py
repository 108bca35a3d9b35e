"""Concealment: fog, light and eyes (C-191 to C-204). What lies off the map is clear air."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.board.squares import Battlefield, Block, Point, Square
from core.combat.sight.between import SightQuery, hull, sight_query
from core.combat.sight.lines import KEPT, Side, Walls, meets, open_line, read_walls, touching
from core.combat.sight.sightlines import corner_words, touched
from core.creatures import AttackMode
from core.dice import chance_of_percent
from core.messages import N_, Chance, Message, Template, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Effect


@lru_cache(maxsize=2 * KEPT)
def field_fog(field: Battlefield, own: int = 0) -> Walls:
    """Return the concealing squares of a field as blockers, those of the bits `own` left out."""
    return read_walls(field, field.concealing & ~own, outside=False)


@lru_cache(maxsize=KEPT)
def field_veils(field: Battlefield) -> Walls | None:
    """Return the borders of a field that conceal, as blockers; None where there are none."""
    if not (field.veil_east or field.veil_south):
        return None
    return read_walls(field, 0, field.veil_east, field.veil_south, outside=False)


def line_through_veil(veils: Walls | None, start: Block, p: Point, goal: Block, q: Point) -> bool:
    """Whether a line from a corner or centre of one space to that of another passes a veil.

    It passes those that would block it if they were walls (G-1).
    """
    if veils is None:
        return False
    return not open_line(veils, p, q, touching(start, p), touching(goal, q))


def line_in_fog(fog: Walls, p: Point, q: Point) -> bool:
    """Whether a line meets the inside of a foggy square or runs between two of them (C-191).

    Both points lie on the map.
    """
    px, py = p
    qx, qy = q
    lay = fog.across
    if abs(qy - py) > abs(qx - px):
        lay = fog.down
        px, py, qx, qy = py, px, qy, qx
    if py > qy or (py == qy and px > qx):
        px, py, qx, qy = qx, qy, px, py
    if py != qy:
        return meets(lay, px, py, qx, qy)
    row = py >> 1
    if py & 1:
        return bool(lay.rows[row + 1] >> ((px >> 1) + 1) & ((2 << ((qx >> 1) - (px >> 1))) - 1))
    beside = lay.rows[row] & lay.rows[row + 1]
    return bool(beside >> ((px >> 1) + 1) & ((1 << ((qx - px) >> 1)) - 1))


def clear_of_fog(fog: Walls, start: Block, goal: Block, veils: Walls | None = None) -> Point | None:
    """Return a corner from which no line to the outer corners of `goal` is concealed (C-191).

    A big attacker may use any corner of its squares; None when there is no such corner.
    """
    corners = start.lattice()
    box = hull(start, goal)
    if fog.bare(*box) and (veils is None or veils.bare(*box)):
        return corners[0]
    goals = goal.corners()
    for p in corners:
        if not any(
            line_in_fog(fog, p, q) or line_through_veil(veils, start, p, goal, q) for q in goals
        ):
            return p
    return None


Hidden: TypeAlias = Literal["none", "concealment", "total"]

HALF_STEP = 5
"""Per cent for each of the twenty faces of a flat check (C-204)."""

WORDS: dict[str, Template] = {
    "none": "not concealed",
    "concealment": "concealed",
    "total": "totally concealed",
}
CAUSES: dict[str, tuple[str, Template]] = {
    "unseen": ("C-201", "{target} is invisible"),
    "blind": ("C-203", "{attacker} is blinded"),
    "dark": ("C-200", "{attacker} sees nothing in the dark"),
    "dim": ("C-200", "{attacker} sees badly in dim light"),
    "blur": ("C-194", "{target} is blurred, whatever stands between"),
    "fog": ("C-191", "fog or foliage"),
}
"""The rule and the label of each cause; fog has a longer receipt."""

SPARED: dict[Effect, tuple[str, Template]] = {
    "sees_unseen": ("C-201", "{attacker} sees the invisible"),
    "sees_in_dark": ("C-200", "{attacker} sees in the dark"),
    "sees_in_dim": ("C-200", "{attacker} sees well in dim light"),
}
"""The rule and the label of eyes that see a target otherwise concealed."""
LIGHT_WORDS: dict[str, Template] = {"bright": "bright", "dim": "dim", "dark": "dark"}

OF_CENTRES = "C-204"
"""The one rule of concealment where it is judged by centres."""


class Fog(NamedTuple):
    """The fog between two creatures: whether it `conceals` the target, and how that was found.

    `walls` is the fog that counts on lines (None = no lines are drawn) and `veils` are the borders
    that do, `corner` is one from which no line to the target's passes through them, `under` are the
    target's squares in fog, as bits.
    """

    conceals: bool
    walls: Walls | None = None
    corner: Point | None = None
    under: int = 0
    veils: Walls | None = None


@dataclass(frozen=True)
class Concealment:
    """Concealment of a target from an attacker; `miss_chance` in per cent after a hit.

    `can_target`: it may be attacked itself, not only the square where it is believed to be.
    `stops_aoo`: it denies attacks of opportunity. `stealth`: it may try to hide. `causes`:
    "unseen", "blind", "dark", "dim", "blur", "fog".
    `spared` are the attacker's eyes that see it where others would not.
    """

    degree: Hidden
    miss_chance: int
    can_target: bool
    stops_aoo: bool
    stealth: bool
    causes: tuple[str, ...]
    query: SightQuery = field(repr=False, compare=False)
    light: Light = field(repr=False, compare=False)
    spared: tuple[Effect, ...] = field(repr=False, compare=False)
    fog: Fog = field(repr=False, compare=False)

    @property
    def flat_check(self) -> int:
        """The DC of the flat check equal to the miss chance; 0 = none (C-204)."""
        if self.miss_chance:
            return self.miss_chance // HALF_STEP + 1
        return 0

    @cached_property
    def receipt(self) -> Receipt:
        """The causes, what does not conceal, and the effects."""
        query = self.query
        cite = query.scene.rules.cite
        label = Message("concealment of {target} from {attacker}", **_names(query))
        parts = (
            *(_cause(self, cause) for cause in self.causes if cause != "fog"),
            *_eyes(self),
            *(() if self.degree == "total" else (_fog(self),)),
            *_outcome(self),
        )
        if self.degree == "total":
            rule = _rule(query, "C-198")
        else:
            rule = _fog_rule(query)
        return cite(rule, label, Message(WORDS[self.degree]), *parts)


def concealment(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    light: Light | None = None,
    *,
    miss_chance: int | None = None,
) -> Concealment:
    """Return the concealment that `target` has from an attack of `attacker`.

    `light` is what the attacker sees by, None = the light at the target (C-200), where the best
    lit square counts (`Scene.light_on`). `miss_chance` is the GM's own for more or less effective
    concealment, in per cent (C-202; None = the system's).
    """
    query = sight_query(scene, attacker, target, mode)
    lit: Light
    if light is None:
        lit = scene.light_on(query.goal)
    else:
        lit = light
    spared: list[Effect] = []
    causes = [*_unseen(scene, attacker, target, lit, spared)]
    hidden = bool(causes)
    fog = Fog(False)
    if not hidden:  # C-191, C-194, C-200
        fog = _in_fog(query)
        eyes: tuple[Effect, ...] = ("sees_in_dark", "sees_in_dim")
        if lit == "dim":
            seeing = next((one for one in eyes if scene.has(attacker, one)), None)
            if seeing is None:
                causes.append("dim")
            else:
                spared.append(seeing)
        if scene.has(target, "blurred"):
            causes.append("blur")
        if fog.conceals:
            causes.append("fog")
    degree: Hidden
    if hidden:
        degree = "total"
    elif causes:
        degree = "concealment"
    else:
        degree = "none"
    figures = scene.combat.concealment
    chance = {"none": 0, "concealment": figures.some, "total": figures.total}[degree]
    denied = scene.combat.mechanisms.opportunity_denied == "by_cover_and_concealment"
    return Concealment(
        degree=degree,
        miss_chance=chance if miss_chance is None or not causes else miss_chance,
        can_target=not hidden,
        stops_aoo=hidden and denied,
        stealth=bool(causes),
        causes=tuple(causes),
        query=query,
        light=lit,
        spared=tuple(spared),
        fog=fog,
    )


def sees(scene: Scene, viewer: Creature, other: Creature, light: Light | None = None) -> bool:
    """Whether a creature sees another at all: neither blindness, darkness nor invisibility.

    An unseen one has total concealment (C-198). `light` is that on the other, None = that of its
    place.
    """
    if light is None:
        light = scene.light_on(scene.body(other))
    return not any(_unseen(scene, viewer, other, light, []))


def _unseen(
    scene: Scene, viewer: Creature, other: Creature, light: Light, spared: list[Effect]
) -> Iterator[str]:
    # C-198, C-200, C-201, C-203
    if scene.has(other, "unseen"):
        if scene.has(viewer, "sees_unseen"):
            spared.append("sees_unseen")
        else:
            yield "unseen"
    if scene.has(viewer, "blind"):
        yield "blind"
    if light == "dark":
        if scene.has(viewer, "sees_in_dark"):
            spared.append("sees_in_dark")
        else:
            yield "dark"


def _in_fog(query: SightQuery) -> Fog:
    # C-204: By centres one square of the target's space in fog is enough, and the attacker's own
    # squares never cut the line. One that runs between two foggy squares passes through it (C-191).
    scene = query.scene
    field = scene.field
    veils = field_veils(field)
    if not ((field.concealing or veils is not None) and query.placed):
        return Fog(False)
    if _by_centres(query):
        walls = field_fog(field, field.concealing & scene.taken(query.attacker))
        under = field.concealing & scene.taken(query.target)
        start = query.start.centre
        goal = query.goal.centre
        met = (
            bool(under)
            or line_in_fog(walls, start, goal)
            or line_through_veil(veils, query.start, start, query.goal, goal)
        )
        return Fog(met, walls, under=under, veils=veils)
    walls = field_fog(field)
    if query.at_hand:
        return Fog(all(walls.solid(*square) for square in query.goal.squares()))  # C-192
    corner = clear_of_fog(walls, query.start, query.goal, veils)
    return Fog(corner is None, walls, corner, veils=veils)


def _names(query: SightQuery) -> dict[str, str]:
    return {"attacker": name_creature(query.attacker), "target": name_creature(query.target)}


def _by_centres(query: SightQuery) -> bool:
    return query.scene.combat.mechanisms.concealment == "centres"


def _rule(query: SightQuery, rule: str) -> str:
    if _by_centres(query):
        return OF_CENTRES
    return rule


def _fog_rule(query: SightQuery) -> str:
    if query.at_hand:
        return _rule(query, "C-192")
    return _rule(query, "C-193" if query.mode == "melee" else "C-191")


def _cause(concealment: Concealment, cause: str) -> Receipt:
    query = concealment.query
    cite = query.scene.rules.cite
    rule, words = CAUSES[cause]
    parts = []
    if query.scene.lit and cause in ("dark", "dim"):
        label = Message("the best light on the space of {target}", **_names(query))
        said = Message(LIGHT_WORDS[concealment.light])
        parts.append(cite(_rule(query, "C-200"), label, said, default=True))
    label = Message(words, **_names(query))
    return cite(_rule(query, rule), label, Message(WORDS[concealment.degree]), *parts)


def _eyes(concealment: Concealment) -> Iterator[Receipt]:
    query = concealment.query
    for eyes in concealment.spared:
        if eyes == "sees_unseen" or concealment.degree != "total":
            rule, words = SPARED[eyes]
            label = Message(words, **_names(query))
            default = eyes == "sees_in_dim"
            none = Message(WORDS["none"])
            yield query.scene.rules.cite(_rule(query, rule), label, none, default=default)


def _fog(concealment: Concealment) -> Receipt:
    query = concealment.query
    fog = concealment.fog
    parts: tuple[Receipt, ...] = ()
    if fog.walls is not None:
        parts = tuple((_centres if _by_centres(query) else _lines)(query, fog, fog.walls))
    if _by_centres(query):
        label = Message("fog or foliage on the line or at the target")
    elif query.at_hand:
        label = Message(
            "fog or foliage in adjacent melee: the whole space of {target} must lie in it",
            **_names(query),
        )
    elif query.mode == "melee":
        words = N_("fog or foliage in melee that is not adjacent: as for ranged attacks")
        label = Message(words, **_names(query))
    else:
        label = Message("fog or foliage on the lines")
    concealed = Message(WORDS["concealment" if fog.conceals else "none"])
    return query.scene.rules.cite(_fog_rule(query), label, concealed, *parts)


def _centres(query: SightQuery, fog: Fog, walls: Walls) -> Iterator[Receipt]:
    scene = query.scene
    field = scene.field
    cite = scene.rules.cite
    yield cite(
        OF_CENTRES,
        "line from centre to centre",
        _through(query, fog, walls, query.start.centre, query.goal.centre),
    )
    if fog.under:
        label = Message("at least one square of {target} is in it", **_names(query))
        yield cite(OF_CENTRES, label, tuple(map(str, field.squares(fog.under))))
    if field.concealing & scene.taken(query.attacker):
        label = Message("what is on the squares of {attacker} does not count", **_names(query))
        yield cite(OF_CENTRES, label, yes_no(True))


def _lines(query: SightQuery, fog: Fog, walls: Walls) -> Iterator[Receipt]:
    start = query.start
    goals = query.goal.corners()
    corner = fog.corner
    if corner is None:
        corner = min(start.lattice(), key=lambda p: _count_concealed(query, fog, walls, p))
    for q in goals:
        yield query.scene.rules.cite(
            _fog_rule(query),
            "line from {start} to {end}",
            _through(query, fog, walls, corner, q),
            start=corner_words(corner, start),
            end=corner_words(q, query.goal),
        )


def _count_concealed(query: SightQuery, fog: Fog, walls: Walls, p: Point) -> int:
    concealed = [
        q
        for q in query.goal.corners()
        if line_in_fog(walls, p, q) or line_through_veil(fog.veils, query.start, p, query.goal, q)
    ]
    return len(concealed)


def _through(query: SightQuery, fog: Fog, walls: Walls, p: Point, q: Point) -> Message:
    if line_in_fog(walls, p, q):
        near = sorted(
            {square for square in touched(p, q) if walls.solid(*square)},
            key=lambda at: (at.y, at.x),
        )
        inside = [s for s in near if line_in_fog(walls.cleared().plus((Block(*s, 1),)), p, q)]
        names = tuple(map(str, inside or near))
        return Message("through it at {squares}", squares=names)
    if line_through_veil(fog.veils, query.start, p, query.goal, q):
        return Message("through a veil at {borders}", borders=_veils_on(query, fog, p, q))
    return Message("clear of it")


def _veils_on(query: SightQuery, fog: Fog, p: Point, q: Point) -> tuple[str, ...]:
    # Those that the line passes by themselves, else all that it touches.
    veils = fog.veils
    assert veils is not None
    near: list[Side] = [
        (square, east)
        for square in sorted(set(touched(p, q)), key=lambda at: (at.y, at.x))
        for east in (True, False)
        if veils.walled((square, east))
    ]
    bare = veils.cleared()
    passed = [
        side
        for side in near
        if line_through_veil(bare.plus(sides=(side,)), query.start, p, query.goal, q)
    ]
    return tuple(_name_border(square, east) for square, east in passed or near)


def _name_border(square: Square, east: bool) -> str:
    other = square.by(1, 0) if east else square.by(0, 1)
    return f"{square}/{other}"


def _outcome(concealment: Concealment) -> Iterator[Receipt]:
    query = concealment.query
    cite = query.scene.rules.cite
    if not concealment.causes:
        return
    figures = query.scene.combat.concealment
    if concealment.degree == "total":
        usual = figures.total
    else:
        usual = figures.some
    chance = Chance(chance_of_percent(concealment.miss_chance))
    if len(concealment.causes) > 1:
        yield cite(
            _rule(query, "C-196"),
            "several kinds of concealment do not add up",
            Chance(chance_of_percent(usual)),
        )
    if concealment.miss_chance != usual:
        yield cite(_rule(query, "C-202"), "miss chance after a hit, set by the GM", chance)
    elif _by_centres(query):
        yield cite(
            OF_CENTRES,
            "miss chance: a flat check against DC {dc}",
            chance,
            dc=concealment.flat_check,
        )
    else:
        if concealment.degree == "total":
            rule = "C-198"
        else:
            rule = "C-195"
        yield cite(rule, "miss chance after a hit", chance)
    if not concealment.can_target:
        yield cite(
            _rule(query, "C-198"),
            "only the square where it is believed to be can be attacked",
            yes_no(True),
        )
    yield cite(_rule(query, "C-197"), "allows a Stealth check", yes_no(True))
    if concealment.degree == "total":
        yield cite(
            _rule(query, "C-199"), "denies attacks of opportunity", yes_no(concealment.stops_aoo)
        )
    if "unseen" in concealment.causes and not _by_centres(query):
        bonus = (figures.invisible_moving, figures.invisible_still)
        yield cite("C-201", "Stealth of the invisible, moving and standing still", bonus)
