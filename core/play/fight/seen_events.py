"""What players see happen in a fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from core.play.fight.blows.events import (
    AreaStruck,
    BlowEvent,
    CoupStruck,
    CoverTaken,
    Struck,
    TakenInHand,
    TemporaryGiven,
)
from core.play.fight.encounter import Slot
from core.play.fight.events import FightEvent
from core.play.fight.moves.events import (
    Fell,
    LeftBoard,
    MountedUp,
    Moved,
    MoveEvent,
    MoveHalted,
    OpportunityTaken,
    Pushed,
    StrikesAnswered,
)
from core.play.fight.seen import (
    SEEN,
    hidden,
    played_before,
    seen_chase,
    seen_figure,
    seen_foes,
    seen_key,
    seen_lasting,
    seen_order,
    seen_waiting,
    without,
)
from core.play.fight.setup.events import (
    AirSet,
    BoardPainted,
    BoardRedrawn,
    CreaturesPlaced,
    CreaturesRemoved,
    Discarded,
    DoorSet,
    FoeEdited,
    FoesAdded,
    Hidden,
    Mustered,
    Prepared,
    Renamed,
    SetupEvent,
)
from core.play.fight.turns.events import (
    ActionsSpent,
    ChaseEnded,
    ChaseSet,
    ConditionBegan,
    ConditionEnded,
    Delayed,
    Died,
    InitiativeSet,
    Interposed,
    Paused,
    Readied,
    Revived,
    RoundBegan,
    RoundsPassed,
    RunDown,
    Sank,
    Stabilised,
    TurnBegan,
    TurnEvent,
    TurnOver,
)
from core.play.fold import Event
from core.play.road.events import EncounterBegun
from core.play.state import State
from core.play.table.events import Left


@dataclass(slots=True)
class Onlooker:
    """Somebody of the party who looks on while events happen, in their order.

    `members` are known by all their figures, everybody else by sight alone. `secret` are the
    hidden, `begun` the encounters that are being played or were. `order` is the initiative of the
    one that is being played, `orders` those of all.
    """

    members: frozenset[str]
    names: dict[str, str]
    secret: set[str] = field(default_factory=set)
    begun: set[str] = field(default_factory=set)
    order: tuple[Slot, ...] = ()
    orders: dict[str, tuple[Slot, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State, events: Iterable[Event]) -> Onlooker:
        """One who looks on from the first of these events, after which the state is `state`."""
        foes = [foe for encounter in state.encounters for foe in encounter.foes]
        found = cls(
            frozenset(member.id for member in state.members),
            {foe.id: foe.name for foe in foes},
            hidden(state.encounters),
            {one.id for one in state.encounters if one.status != "prepared"},
        )
        found.orders = {one.id: one.order for one in state.encounters if one.order}
        found._look_back(events, state)
        return found

    def _look_back(self, events: Iterable[Event], state: State) -> None:
        turned: set[str] = set()
        told = tuple(events)
        for event in told:
            match event:
                case Left(who):
                    self.members |= {who}
                case Hidden(_, who, hides):
                    fresh = set(who) - turned
                    self.secret = self.secret - fresh if hides else self.secret | fresh
                    turned |= fresh
                case Prepared(encounter):
                    self.names |= {foe.id: foe.name for foe in encounter.foes}
                    self.begun.discard(encounter.id)
                case FoesAdded(_, foes):
                    self.names |= {foe.id: foe.name for foe in foes}
                case EncounterBegun(encounter=encounter):
                    self.begun.discard(encounter)
        playing = played_before(told, state)
        self.order = () if playing is None else playing.order

    def sees(self, event: FightEvent) -> FightEvent | None:
        """What players see of an event; None when they see nothing of it."""
        if isinstance(event, SetupEvent):
            return self._setup(event)
        if isinstance(event, TurnEvent):
            return self._turn(event)
        if isinstance(event, MoveEvent):
            return self._move(event)
        if isinstance(event, BlowEvent):
            return self._blow(event)
        assert_never(event)

    def known(self, who: str) -> bool:
        """Whether it is somebody of the party."""
        return who in self.members

    def shows(self, *who: str) -> bool:
        """Whether players see all of these: the party, and foes that are told of ("" = nobody)."""
        return all(
            not id or id in self.members or (id in self.names and id not in self.secret)
            for id in who
        )

    def _setup(self, event: SetupEvent) -> SetupEvent | None:
        match event:
            case Prepared(encounter):
                self.secret |= hidden((encounter,))
                return None
            case Hidden(_, who, hides):
                self.secret = self.secret | set(who) if hides else self.secret - set(who)
                return None if hides or event.encounter not in self.begun else event
            case FoesAdded(_, foes, figures):
                self.secret |= {figure.id for figure in figures if figure.hidden}
                shown = tuple(figure for figure in figures if figure.id not in self.secret)
                if not shown:
                    return None
                ids = {foe.id for foe in foes}
                event = replace(
                    event,
                    foes=seen_foes(foes, self.secret),
                    figures=tuple(seen_figure(figure, ids, self.secret) for figure in shown),
                )
            case Discarded() | Renamed() | FoeEdited() | BoardPainted() | BoardRedrawn():
                return None
            case CreaturesRemoved(_, who, names):
                left = [(id, name) for id, name in zip(who, names, strict=False) if self.shows(id)]
                if not left:
                    return None
                event = replace(
                    event, who=tuple(id for id, _ in left), names=tuple(name for _, name in left)
                )
            case CreaturesPlaced(_, spots):
                spots = tuple(spot for spot in spots if self.shows(spot.who))
                if not spots:
                    return None
                event = replace(event, spots=spots, reason="")
            case DoorSet(_, _, _, who) if not self.shows(who):
                event = replace(event, who="")
            case Mustered() | AirSet() | DoorSet():
                pass
            case _:
                assert_never(event)
        return event if event.encounter in self.begun else None

    def _turn(self, event: TurnEvent) -> TurnEvent | None:
        match event:
            case InitiativeSet(order, surprised):
                self.order = order
                order = seen_order(order, self.secret)
                return replace(event, order=order, surprised=without(surprised, self.secret))
            case Interposed(who, order):
                self.order = order
                shown = replace(event, order=seen_order(order, self.secret))
                return shown if self.shows(who) else None
            case TurnBegan(slot, passed):
                passed = tuple(self._key(key) for key in passed if self._takes_turns(key))
                shown_turn = replace(event, slot=self._key(slot), passed=passed)
                return shown_turn if self._takes_turns(slot) else None
            case TurnOver(slot):
                return replace(event, slot=self._key(slot)) if self._takes_turns(slot) else None
            case Readied(who):
                return replace(event, what="") if self.shows(who) else None
            case ConditionBegan(who, lasting):
                begun = replace(event, lasting=seen_lasting(lasting, self.secret))
                return begun if self._tells(who, lasting.name) else None
            case ConditionEnded(who, name):
                return event if self._tells(who, name) else None
            case Stabilised(who):
                return event if self.known(who) else None
            case Delayed(who) | ActionsSpent(who) | Sank(who) | Died(who) | Revived(who):
                return event if self.shows(who) else None
            case ChaseSet(chase):
                return replace(event, chase=seen_chase(chase, self.secret) or chase)
            case RunDown(who, by):
                return event if self.shows(who) and (not by or self.shows(by)) else None
            case ChaseEnded(_, caught):
                return replace(event, caught=without(caught, self.secret))
            case RoundBegan():
                return replace(event, passed=())
            case Paused():
                self.order = ()
                return event
            case RoundsPassed():
                return event
            case _:
                assert_never(event)

    def _key(self, slot: str) -> str:
        return seen_key(slot, self.order, self.secret)

    def _takes_turns(self, slot: str) -> bool:
        who = next((one.who for one in self.order if one.key == slot), (slot,))
        return any(self.shows(each) for each in who)

    def _tells(self, who: str, name: str) -> bool:
        return self.known(who) or (self.shows(who) and name in SEEN)

    def _move(self, event: MoveEvent) -> MoveEvent | None:
        match event:
            case MoveHalted(waiting):
                seen = seen_waiting(waiting, self.secret) if self.shows(waiting.who) else None
                return None if seen is None else replace(event, waiting=seen)
            case StrikesAnswered(who, took, passed):
                if not self.shows(who):
                    return None
                took = without(took, self.secret)
                return replace(event, took=took, passed=without(passed, self.secret))
            case OpportunityTaken(who, other) | MountedUp(who, other):
                return event if self.shows(who, other) else None
            case Moved(who) | Pushed(who) | Fell(who) | LeftBoard(who):
                return event if self.shows(who) else None
            case _:
                assert_never(event)

    def _blow(self, event: BlowEvent) -> BlowEvent | None:
        match event:
            case Struck(by, at):
                return self._struck(event) if self.shows(by, at) else None
            case CoupStruck(by, at):
                return event if self.shows(by, at) else None
            case AreaStruck(_, _, who, _, by):
                who = tuple(each for each in who if self.shows(each))
                return replace(event, who=who, by=by if self.shows(by) else "")
            case TemporaryGiven(who) | TakenInHand(who):
                return event if self.known(who) else None
            case CoverTaken(who):
                return event if self.shows(who) else None
            case _:
                assert_never(event)

    def _struck(self, event: Struck) -> Struck:
        if not self.known(event.at):
            event = replace(event, ac=0, needed=0)
        if not self.known(event.by):
            event = replace(event, face=0, bonus=0, needed=0)
        return replace(event, reason="")

    def begin(self, encounter: str) -> None:
        """From here on an encounter is played before everybody's eyes."""
        self.order = self.orders.get(encounter, ())
        if encounter:
            self.begun.add(encounter)
