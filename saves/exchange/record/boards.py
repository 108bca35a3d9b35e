"""Pictures of boards for one audience."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from core.combat.board.battlefield import Battlefield, parse_edge
from core.combat.board.drawing import DoorState, Viewport, doors
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square, parse_square
from core.combat.sight.lines import line_of_effect
from core.messages import Message, Metres, Refusal, Squares, Template
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import being_of, scene_of
from core.play.fight.health import health
from core.play.fight.moves.events import Moved, Pushed
from core.play.fold import Event
from core.play.state import State
from core.values import Struct
from saves.exchange.record.document import (
    Audience,
    BoardPicture,
    Camp,
    PictureToken,
    Plight,
    Teller,
    WalkLine,
    Wall,
)
from saves.exchange.record.walk import known, slim

WHOLE = 36
"""Boards up to this width and height in squares are shown whole."""
AROUND = 4
"""Squares shown around creatures on larger boards."""
MOST = 60
"""Maximum squares of a picture's side."""

ROLES: Mapping[str, Template] = MappingProxyType(
    {
        "hampered": "difficult ground",
        "hampered_twice": "very difficult ground",
        "water": "deep water",
        "hazard": "dangerous ground",
        "low": "low obstacle",
        "concealing": "fog or foliage",
        "solid": "wall or rock",
    }
)
"""The layers that are drawn, in this order, and their names."""
PRONE, UNCONSCIOUS = "prone", "unconscious"


class SeenMovement(Struct):
    """A movement that was seen: creature and anchors."""

    who: str
    path: tuple[str, ...]


def walked(event: Event | None) -> Iterator[SeenMovement]:
    """The movement in an event, or None."""
    match event:
        case Moved(who, path) | Pushed(who, path) if len(path) > 1:
            yield SeenMovement(who, path)
        case _:
            pass


class BoardRecorder:
    """Draws the boards of one fight for one audience, with the squares that players have seen."""

    def __init__(self, teller: Teller, audience: Audience) -> None:
        self.teller = teller
        self.audience = audience
        self._seen = 0
        self._field: Battlefield | None = None
        self._looked_over = 0

    def board(
        self, state: State, encounter: str, title: Message, walks: Iterable[SeenMovement] = ()
    ) -> BoardPicture | None:
        """The board of `encounter` in the true state; None if there is none to be seen."""
        shown = self._shown(state, encounter)
        if shown is None:
            return None
        told, found, scene = shown
        gates = doors(self.teller.assets.boards[found.board], found.edits)
        area = _area(scene)
        seen = self._looked(scene, area)
        phrase = self.teller.phrases(told)
        drawn = {role: area.cut(scene.field, getattr(scene.field, role) & seen) for role in ROLES}
        square = Metres(self.teller.assets.rules.speeds.square_m)
        return BoardPicture(
            title=self.teller.word(title, told),
            left=area.left,
            top=area.top,
            width=len(area.columns),
            height=len(area.rows),
            grounds=tuple((role, squares) for role, squares in drawn.items() if squares),
            unseen=area.cut(scene.field, scene.field.every & ~seen),
            walls=tuple(_walls(scene.field, gates, area, seen)),
            tokens=tuple(self._tokens(told, found, scene, seen)),
            walks=tuple(_walks(told, found, scene, walks)),
            legend=tuple((role, phrase(ROLES[role])) for role, cut in drawn.items() if cut),
            scale=phrase("{one} = {length}", one=Squares(1), length=square),
        )

    def look_around(self, state: State, encounter: str) -> None:
        """Remember what players see in the true state."""
        if self.audience == "gm":
            return
        shown = self._shown(state, encounter)
        if shown is not None:
            self._looked(shown[2], _area(shown[2]))

    def _shown(self, state: State, encounter: str) -> tuple[State, Encounter, Scene] | None:
        told = known(slim(state, encounter), self.audience)
        found = told.encounter(encounter)
        if found is None:
            return None
        try:
            return told, found, scene_of(told, self.teller.assets, found)
        except Refusal:
            return None

    def _looked(self, scene: Scene, area: Viewport) -> int:
        if self.audience == "gm":
            return scene.field.every
        field, old = scene.field, self._field
        if field != old:  # all is looked at again; what was seen of the same board is not forgotten
            same = old is not None and (old.width, old.height) == (field.width, field.height)
            self._field, self._seen, self._looked_over = field, self._seen if same else 0, 0
        self._looked_over |= _in_sight(scene, area, self._looked_over)
        self._seen |= self._looked_over
        return self._seen

    def _tokens(
        self, state: State, encounter: Encounter, scene: Scene, seen: int
    ) -> Iterator[PictureToken]:
        secret = {one.id for one in encounter.figures if one.hidden}
        for figure in encounter.figures:
            creature = scene.by_id.get(figure.id)
            being = being_of(state, encounter, figure.id)
            if creature is None or being is None:
                continue
            space = scene.body(creature)
            camp = _camp(being)
            if camp != "party" and not scene.field.block(space) & seen:
                continue
            if creature.rides:
                space = Block(*(parse_square(figure.at) if figure.at else space.anchor), 1)
            yield PictureToken(
                sign=being.token or being.name[:2],
                name=being.name,
                space=Block(space.x, space.y, max(1, space.side)),
                camp=camp,
                plight=self._plight(being),
                height=figure.elevation,
                inside=""
                if self.audience != "gm" or being.hp is None
                else str(being.hp - being.damage),
                secret=figure.id in secret,
            )

    def _plight(self, being: Being) -> Plight:
        found = health(being, self.teller.assets.rules)
        names = {lasting.name for lasting in being.lasting}
        if being.dead or found.slug == "dead":
            return "dead"
        if found.out or UNCONSCIOUS in names:
            return "down"
        return "prone" if PRONE in names else ""


def _area(scene: Scene) -> Viewport:
    field = scene.field
    if field.width <= WHOLE and field.height <= WHOLE:
        return Viewport(0, 0, field.width, field.height)
    bodies = [scene.body(one) for one in scene.creatures] or [Block(0, 0, 1)]
    left, right = _span([b.x for b in bodies], [b.x + b.side for b in bodies], field.width)
    top, bottom = _span([b.y for b in bodies], [b.y + b.side for b in bodies], field.height)
    return Viewport(left, top, right, bottom)


def _span(starts: list[int], ends: list[int], most: int) -> tuple[int, int]:
    low = max(0, min(starts) - AROUND)
    high = min(most, max(ends) + AROUND, low + MOST)
    return low, high


def _in_sight(scene: Scene, area: Viewport, known: int) -> int:
    # Of what is `known` no square is looked at again.
    field = scene.field
    if not (field.solid or field.wall_east or field.wall_south):
        return field.every
    eyes = [
        one.space
        for one in scene.present
        if one.creature.side == "party" and not one.effects & {"dead", "fallen"}
    ]
    dull = field.solid | known
    open_squares = [square for square in area.squares() if not field.bit(square) & dull]
    seen = 0
    for square in open_squares:
        goal = Block(square.x, square.y, 1)
        if any(line_of_effect(field, eye, goal) for eye in eyes):
            seen |= field.bit(square)
    return seen | field.around(seen) & field.solid


def _walls(
    field: Battlefield, gates: dict[str, DoorState], area: Viewport, seen: int
) -> Iterator[Wall]:
    shut: set[tuple[Square, Square]] = set()
    for edge, state in gates.items():
        one, other = parse_edge(edge)
        shut.add((one, other))
        if _beside(field, one, other, area, seen):
            yield Wall(state, one, other)
    sides = (
        ("wall", field.wall_east, (1, 0)), ("wall", field.wall_south, (0, 1)),
        ("low", field.low_east, (1, 0)), ("low", field.low_south, (0, 1)),
    )  # fmt: skip
    for kind, bits, offset in sides:
        for one in field.squares(bits):
            other = one.by(*offset)
            if (one, other) not in shut and _beside(field, one, other, area, seen):
                yield Wall("wall" if kind == "wall" else "low", one, other)


def _beside(field: Battlefield, one: Square, other: Square, area: Viewport, seen: int) -> bool:
    return any(square in area and field.bit(square) & seen for square in (one, other))


def _walks(
    state: State, encounter: Encounter, scene: Scene, walks: Iterable[SeenMovement]
) -> Iterator[WalkLine]:
    for walk in walks:
        being = being_of(state, encounter, walk.who)
        creature = scene.by_id.get(walk.who)
        if being is None or creature is None:
            continue
        size = max(1, scene.body(creature).side)
        anchors = map(parse_square, walk.path)
        points = tuple((2 * at.x + size, 2 * at.y + size) for at in anchors)
        yield WalkLine(_camp(being), points, size)


def _camp(being: Being) -> Camp:
    found = side(being)
    return "foe" if found == "foes" else found
