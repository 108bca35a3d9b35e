"""The record of a fight: rounds, turns, and its boards as far as one audience sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.drawing import DoorState, Viewport, doors
from core.combat.board.scene import Scene
from core.combat.board.squares import Battlefield, Block, Square, parse_edge, parse_square
from core.combat.sight.lines import line_of_effect
from core.messages import Message, Metres, Refusal, Squares, Template
from core.play.facts.encounter import Encounter, Side
from core.play.facts.fight.combatants import Being, being_of, side, someone
from core.play.facts.fight.moves.events import Moved, Pushed
from core.play.facts.fight.turns.events import Interposed, RoundBegan, TurnBegan
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import health
from core.play.fight.turns.narration import slot_name
from core.play.fight.vehicles import find_vehicles
from core.values import replace
from saves.exchange.record.document import (
    BoardPicture,
    Camp,
    Fight,
    PictureToken,
    Plight,
    RecordLine,
    Round,
    Teller,
    Text,
    TurnRecord,
    WalkLine,
    Wall,
)
from saves.exchange.record.walk import Happening, Sight, slim, state_of_audience

WHOLE = 36
"""Boards up to this width and height in squares are shown whole."""
AROUND = 4
"""Squares shown around creatures on larger boards."""
MOST = 60
"""Maximum squares of a picture's side."""

ROLES: Mapping[str, Template] = {
    "hampered": "difficult ground",
    "hampered_twice": "very difficult ground",
    "water": "deep water",
    "hazard": "dangerous ground",
    "low": "low obstacle",
    "concealing": "fog or foliage",
    "solid": "wall or rock",
}
"""The layers that are drawn, in this order, and their names."""
PRONE = "prone"
UNCONSCIOUS = "unconscious"


SeenMovement: TypeAlias = Moved | Pushed
"""A movement that was seen, over more than one square."""


class ShownBoard(NamedTuple):
    """An encounter as its audience knows it, with that state and its scene."""

    state: State
    encounter: Encounter
    scene: Scene


class BoardRecorder:
    """Draws the boards of one fight for one audience, with the squares that players have seen."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self._seen = 0
        self._field: Battlefield | None = None
        self._looked_over = 0

    def board(
        self, state: State, encounter: str, title: Message, walks: Iterable[SeenMovement] = ()
    ) -> BoardPicture | None:
        """The board of `encounter` in the true state; None if there is none to be seen."""
        shown = self._show_board(state, encounter)
        if shown is None:
            return None
        known_state, shown_encounter, scene = shown
        gates = doors(self.teller.assets.boards[shown_encounter.board], shown_encounter.edits)
        area = _area(scene)
        seen = self._looked(scene, area)
        phrase = self.teller.phrases(known_state)
        drawn = {
            role: area.squares_in_view(scene.field, getattr(scene.field, role) & seen)
            for role in ROLES
        }
        square = Metres(self.teller.assets.rules.speeds.square_m)
        return BoardPicture(
            title=self.teller.word(title, known_state),
            left=area.left,
            top=area.top,
            width=len(area.columns),
            height=len(area.rows),
            grounds=tuple((role, squares) for role, squares in drawn.items() if squares),
            unseen=area.squares_in_view(scene.field, scene.field.every & ~seen),
            walls=tuple(_walls(scene.field, gates, area, seen)),
            tokens=tuple(self._tokens(known_state, shown_encounter, scene, seen)),
            walks=tuple(_walks(known_state, shown_encounter, scene, walks)),
            legend=tuple((role, phrase(ROLES[role])) for role, cut in drawn.items() if cut),
            scale=phrase("{one} = {length}", one=Squares(1), length=square),
        )

    def look_around(self, state: State, encounter: str) -> None:
        """Remember what players see in the true state."""
        if self.teller.audience == "gm":
            return
        shown = self._show_board(state, encounter)
        if shown is not None:
            self._looked(shown.scene, _area(shown.scene))

    def _show_board(self, state: State, encounter: str) -> ShownBoard | None:
        known_state = state_of_audience(slim(state, encounter), self.teller)
        fight = known_state.encounter(encounter)
        if fight is None:
            return None
        try:
            scene = scene_of(known_state, self.teller.assets, fight)
        except Refusal:
            return None
        return ShownBoard(known_state, fight, scene)

    def _looked(self, scene: Scene, area: Viewport) -> int:
        if self.teller.audience == "gm":
            return scene.field.every
        field = scene.field
        old = self._field
        if field != old:  # all is looked at again; what was seen of the same board is not forgotten
            same = old is not None and (old.width, old.height) == (field.width, field.height)
            self._field = field
            self._seen = self._seen if same else 0
            self._looked_over = 0
        self._looked_over |= _in_sight(scene, area, self._looked_over)
        self._seen |= self._looked_over
        return self._seen

    def _tokens(
        self, state: State, encounter: Encounter, scene: Scene, seen: int
    ) -> Iterator[PictureToken]:
        secret = encounter.unseen
        yield from self._vehicles(state, encounter)
        for figure in encounter.figures:
            creature = scene.by_id.get(figure.id)
            being = being_of(state, encounter, figure.id)
            if creature is None or being is None:
                continue
            space = scene.body(creature)
            camp = _camp(side(being, figure))
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
                inside=self._points_left(being),
                secret=figure.id in secret,
            )

    def _vehicles(self, state: State, encounter: Encounter) -> Iterator[PictureToken]:
        for vehicle in find_vehicles(state, encounter, self.teller.assets.rules):
            member = someone(state, vehicle.id)
            yield PictureToken(
                sign=member.token or member.name[:2],
                name=member.name,
                space=vehicle.body,
                camp="party",
                secret=vehicle.id in encounter.unseen,
            )

    def _points_left(self, being: Being) -> str:
        # For the GM alone; "" where they are not known.
        left = health(being, self.teller.assets.rules).hp
        if self.teller.audience != "gm" or left is None:
            return ""
        return str(left)

    def _plight(self, being: Being) -> Plight:
        points = health(being, self.teller.assets.rules)
        names = {lasting.name for lasting in being.lasting}
        if being.dead or points.slug == "dead":
            return "dead"
        if points.out or UNCONSCIOUS in names:
            return "down"
        if PRONE in names:
            return "prone"
        return ""


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


Border: TypeAlias = Literal["wall", "low", "veil"]
"""What is on a border that is no door."""


def _walls(
    field: Battlefield, gates: dict[str, DoorState], area: Viewport, seen: int
) -> Iterator[Wall]:
    shut: set[tuple[Square, Square]] = set()
    for edge, state in gates.items():
        one, other = parse_edge(edge)
        shut.add((one, other))
        if _beside(field, one, other, area, seen):
            yield Wall(state, one, other)
    sides: tuple[tuple[Border, int, tuple[int, int]], ...] = (
        ("wall", field.wall_east, (1, 0)),
        ("wall", field.wall_south, (0, 1)),
        ("low", field.low_east, (1, 0)),
        ("low", field.low_south, (0, 1)),
        ("veil", field.veil_east, (1, 0)),
        ("veil", field.veil_south, (0, 1)),
    )
    for kind, bits, offset in sides:
        for one in field.squares(bits):
            other = one.by(*offset)
            if (one, other) not in shut and _beside(field, one, other, area, seen):
                yield Wall(kind, one, other)


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
        yield WalkLine(_camp(side(being, encounter.figure(walk.who))), points, size)


def _camp(side: Side) -> Camp:
    if side == "foes":
        return "foe"
    return side


@dataclass
class FightDraft:
    """A fight being recorded. `last` is the newest state in which it was played.

    `over`: it has come to an end. `lines` are those of the current turn.
    """

    key: str
    name: str
    place: Text
    at: str
    teller: Teller
    boards: bool
    encounter: str = ""
    first: BoardPicture | None = None
    rounds: list[Round] = field(default_factory=list)
    foes: Counter[str] = field(default_factory=Counter)
    party: dict[str, None] = field(default_factory=dict)
    last: State | None = None
    over: bool = False
    _title: Text = ()
    _turns: list[TurnRecord] = field(default_factory=list)
    _who: Text = ()
    lines: list[RecordLine] = field(default_factory=list)
    _walks: list[SeenMovement] = field(default_factory=list)
    _round: int = 0
    _met: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._boards = BoardRecorder(self.teller)

    def happened(self, happening: Happening) -> None:
        """An event of the fight: a new round or turn begins with some; who moved is kept.

        Players may see nothing of it; the turn of somebody whom they do not see is nobody's.
        """
        sight = happening.sight
        true = happening.state
        match happening.event:
            case RoundBegan(round=number, surprise=surprise):
                self._new_round(number, surprise, sight.state, true)
            case TurnBegan() | Interposed():
                self.new_turn(self._whose(sight))
            case _:
                pass
        if isinstance(sight.event, SeenMovement) and len(sight.event.path) > 1:
            self._walks.append(sight.event)
        if true.fight is not None:
            self.encounter = true.fight.id
            self.last = true
            self._meet(sight)

    def goes_on(self, true: State) -> None:
        """Continue, in this state, a fight that began in another session."""
        fight = true.fight
        assert fight is not None
        known_state = state_of_audience(slim(true), self.teller)
        self.encounter = fight.id
        self.last = true
        self._meet(Sight(None, slim(true), self.teller))
        if fight.round:
            self._new_round(fight.round, fight.surprise, known_state, true)
            if known_state.fight is not None and known_state.fight.acting:
                self._who = self._name_slot(known_state.fight.acting, known_state)

    def _whose(self, sight: Sight) -> Text:
        match sight.event:
            case TurnBegan(slot) | Interposed(slot) if slot:
                return self._name_slot(slot, sight.state)
            case _:
                return ()

    def _name_slot(self, slot: str, state: State) -> Text:
        return self.teller.tell(Message("{who}", who=slot_name(state, slot)), state)

    def new_turn(self, names: Text) -> None:
        """Begin the turn of these creatures."""
        self._end_turn()
        self._who = names

    def _end_turn(self) -> None:
        if self.lines:
            self._turns.append(TurnRecord(self._who, tuple(self.lines)))
        self._who = ()
        self.lines = []

    def _end_round(self) -> None:
        self._end_turn()
        players = self.teller.audience == "players"
        if not self._turns and (players or not self._title):
            return
        board = None
        if self._title and self.teller.audience == "gm" and self.last is not None:
            title = Message("{fight}, after round {round}", fight=self.name, round=self._round)
            board = self._draw_board(self.last, title, self._walks)
        self.rounds.append(Round(self._title, tuple(self._turns), board))
        self._turns = []

    def _new_round(self, number: int, surprise: bool, known_state: State, true: State) -> None:
        self._end_round()
        title = Message(
            "Round {round}, the surprise round" if surprise else "Round {round}", round=number
        )
        self._title = self.teller.tell(title, known_state)
        self._round = number
        self._walks = []
        if self.first is None and true.fight is not None:
            title = Message("{fight}, as it began", fight=self.name)
            self.encounter = true.fight.id
            self.first = self._draw_board(true, title, ())
        elif self.boards and self.encounter:
            self._boards.look_around(true, self.encounter)

    def _draw_board(
        self, state: State, title: Message, walks: Sequence[SeenMovement]
    ) -> BoardPicture | None:
        if not self.boards or not self.encounter:
            return None
        return self._boards.board(state, self.encounter, title, walks)

    def _meet(self, sight: Sight) -> None:
        there = sight.after.fight
        if there is None or self._met.issuperset(figure.id for figure in there.figures):
            return
        fight = sight.state.fight
        if fight is None:
            return
        for figure in fight.figures:
            if figure.id in self._met:
                continue
            if (member := sight.state.member(figure.id)) is not None:
                if member.role != "character":
                    self._met.add(figure.id)
                elif figure.at:
                    self.party[member.name] = None
                    self._met.add(figure.id)
            elif (foe := fight.foe(figure.id)) is not None:
                self._met.add(figure.id)
                self.foes[foe.name.removesuffix(f" {foe.token}") if foe.token else foe.name] += 1

    def close(self) -> Fight:
        """The fight up to now."""
        last = None
        if self.last is not None and self.first is not None:
            title = Message(
                "{fight}, as it ended" if self.over else "{fight}, as it was left", fight=self.name
            )
            last = self._draw_board(self.last, title, self._walks)
        self._end_round()
        rounds = self.rounds
        if rounds and rounds[-1].board is not None and last is not None:
            rounds[-1] = replace(rounds[-1], board=None)  # it is how the fight ended
        return Fight(
            key=self.key,
            name=self.name,
            place=self.place,
            at=self.at,
            foes=tuple(self.foes.items()),
            party=tuple(self.party),
            rounds=tuple(rounds),
            first=self.first,
            last=last,
            over=self.over,
        )
