"""The players' view: the only filter between the GM's campaign and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from core.play.facts.encounter import INVISIBLE, turns
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import SOMETHING
from core.play.facts.fight.setup.events import FoesAdded, Hidden, Prepared
from core.play.facts.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    InitiativeSet,
    Interposed,
    Paused,
)
from core.play.facts.fold import Event
from core.play.facts.road.events import EncounterBegun, EncounterEnded
from core.play.facts.state import Assets, State, known_hexes
from core.play.facts.table.events import MemberLeft
from core.secrecy import PlayerKnowledge, declares, redact
from core.values import replace


def for_players(
    state: State, entries: Iterable[tuple[Event, ...]] = (), known: Set[str] | None = None
) -> tuple[State, tuple[tuple[Event, ...], ...]]:
    """Return the state and the entries' events as players see them, by their fields' secrecy.

    `entries` are in order and lead to `state`. `known` are the hexes that players know
    (`known_hexes`); None = those marked as known. Entries without anything visible are
    left out. A hex marked as unknown keeps a mark that says nothing more.
    """
    seen = each_for_players(state, entries, known)
    knowledge = _knowledge(state, known)
    parts = knowledge.party, knowledge.met, knowledge.hidden, knowledge.hexes, knowledge.begun
    kept = _keep_knowledge(*map(frozenset, parts))
    shown = redact(state, kept) or State()
    return shown, tuple(events for events in seen if events)


def veiled(state: State, assets: Assets) -> tuple[State, Assets]:
    """Return the state and assets as players know them; the map shows only what they know."""
    known = known_hexes(state, assets)
    region = assets.region(state)
    shown = {} if region is None else {state.region: region.veiled(known)}
    return for_players(state, known=known)[0], replace(assets, regions=shown)


def secret_names(state: State, assets: Assets) -> frozenset[str]:
    """Return names that players may not read in any sentence.

    They are the names of hidden creatures, of encounters not begun and their creatures, and of
    unknown places; except names that are part of a known one, as Wolf is of Wolf a.
    """
    known = " / ".join(_names(*veiled(state, assets)))
    return frozenset(name for name in _names(state, assets) if name and name not in known)


def _names(state: State, assets: Assets) -> frozenset[str]:
    region = assets.region(state)
    names = {one.name for one in state.encounters}
    names |= {foe.name for one in state.encounters for foe in one.foes}
    names |= {member.name for member in state.members}
    return frozenset((*names, *(region.names.values() if region else ())))


def each_for_players(
    state: State, entries: Iterable[tuple[Event, ...]], known: Set[str] | None = None
) -> tuple[tuple[Event, ...], ...]:
    """Return the events that players see of each of these entries, () where they see none."""
    pairs = tuple(entries)
    if not pairs:
        return ()
    knowledge = _before([event for events in pairs for event in events], state, known)
    return tuple(tuple(_show_events(events, knowledge, state)) for events in pairs)


def _show_events(events: Iterable[Event], known: PlayerKnowledge, state: State) -> Iterator[Event]:
    for event in events:
        match event:
            case Prepared(encounter):
                known.hidden |= encounter.unseen
            case FoesAdded(foes=foes, figures=figures):
                known.hidden |= {figure.id for figure in figures if figure.hidden}
                known.invisible |= {foe.id for foe in foes if foe.vanished} - known.hidden
                known.hidden |= known.invisible
            case ConditionBegan(who, lasting) if lasting.name == INVISIBLE:
                known.invisible |= _vanishing(who, state) - known.hidden
                known.hidden |= known.invisible
            case Hidden(_, who, hides):
                if hides:
                    known.hidden = known.hidden | set(who)
                else:
                    known.hidden = known.hidden - set(who)
                known.invisible = known.invisible - set(who)
            case EncounterBegun(encounter=encounter):
                begun = state.encounter(encounter)
                known.begun |= {encounter} - {""}
                known.turns = {} if begun is None else turns(begun.order)
            case InitiativeSet(order) | Interposed(_, order):
                known.turns = turns(order)
            case Paused() | EncounterEnded():
                known.turns = {}
            case _:
                pass
        event = _as_noticed(event, known)
        seen = redact(event, known) if declares(type(event)) else None
        if seen is not None:
            yield seen
        if isinstance(event, ConditionEnded) and event.name == INVISIBLE:
            known.hidden = known.hidden - (_vanishing(event.who, state) - _hidden(state))
            known.invisible = known.invisible - {event.who}


def _as_noticed(event: Event, known: PlayerKnowledge) -> Event:
    # The strike of an invisible creature is noticed, and not whose it is.
    if isinstance(event, Struck) and event.by in known.invisible:
        return replace(event, by=SOMETHING, attack="", weapon=0, spends=())
    return event


def _vanishing(who: str, state: State) -> Set[str]:
    # The creature, if the party does not see it while it is invisible.
    foes = (foe for one in state.encounters for foe in one.foes if foe.id == who)
    return {foe.id for foe in foes if foe.side != "party"}


def _invisible(state: State) -> Set[str]:
    # Those who are invisible to the party, whatever the GM shows of them.
    return {foe.id for one in state.encounters for foe in one.foes if foe.vanished}


def _hidden(state: State) -> Set[str]:
    # Those whom the GM hides.
    return {who for one in state.encounters for who in one.hidden}


def _knowledge(state: State, hexes: Set[str] | None) -> PlayerKnowledge:
    if hexes is None:
        hexes = {mark.hex for mark in state.marks if mark.known}
    here = {state.place, ""}
    known = PlayerKnowledge(hexes=hexes if here <= hexes else hexes | here)
    known.party = {member.id for member in state.members}
    for encounter in state.encounters:
        known.met |= {foe.id for foe in encounter.foes} | {
            figure.id for figure in encounter.figures
        }
        known.hidden |= encounter.unseen
        known.invisible |= encounter.invisible - encounter.hidden
    known.met |= {SOMETHING}
    known.begun = {one.id for one in state.encounters if one.status != "prepared"}
    return known


@lru_cache(maxsize=2)
def _keep_knowledge(
    party: Set[str], met: Set[str], hidden: Set[str], hexes: Set[str], begun: Set[str]
) -> PlayerKnowledge:
    # From one state to the next most members, figures and slots are the same values.
    return PlayerKnowledge(party, met, hidden, hexes=hexes, begun=begun, seen={})


CHANGING = (EncounterBegun, Paused, EncounterEnded)
"""Events after which another encounter is played, or none."""


def _before(events: Sequence[Event], state: State, hexes: Set[str] | None) -> PlayerKnowledge:
    # The knowledge before these events, which lead to `state`.
    known = _knowledge(state, hexes)
    turned: set[str] = set()
    for event in events:
        match event:
            case MemberLeft(who):
                known.party |= {who}
            case Hidden(_, who, hides):
                first = set(who) - turned
                if hides:
                    known.hidden = known.hidden - first
                else:
                    known.hidden = known.hidden | first
                known.invisible |= first & _invisible(state)
                turned |= first
            case ConditionBegan(who, lasting) if lasting.name == INVISIBLE and who not in turned:
                known.hidden -= _vanishing(who, state) - _hidden(state)
                known.invisible -= {who}
                turned |= {who}
            case ConditionEnded(who, name) if name == INVISIBLE and who not in turned:
                known.hidden |= _vanishing(who, state)
                known.invisible |= _vanishing(who, state) - _hidden(state)
                turned |= {who}
            case Prepared(encounter):
                known.met |= {foe.id for foe in encounter.foes}
                known.begun -= {encounter.id}
            case FoesAdded(_, foes):
                known.met |= {foe.id for foe in foes}
            case EncounterBegun(encounter=encounter):
                known.begun -= {encounter}
            case _:
                pass
    match next((one for one in events if isinstance(one, CHANGING)), None):
        case EncounterBegun():
            played = None
        case Paused(encounter):
            played = state.encounter(encounter)
        case EncounterEnded(name):
            over = (one for one in reversed(state.encounters) if one.status == "over")
            played = next((one for one in over if one.name == name), None)
        case _:
            played = state.fight
    known.turns = {} if played is None else turns(played.order)
    return known
