"""Fights in which turns are told: three heroes, three wolves and an ogre on a board."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from core.dice import Answer, Typed
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import fight_of, someone
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member, State
from core.play.resolution import Decided, Needs
from core.play.union import Assets, Command, decide, evolve_all
from core.values import replace
from tests.builders import answer_all, party, refusal_code
from tests.fights import HARSK, PREPARED, TAM, VALERIA, fight_world

TOTALS = {"valeria": 22, "wolves": 18, "tam": 17, "harsk": 15, "ogre": 12}
ORDER = tuple(TOTALS)
SECONDS = Fraction(1, 600)


def prepared(*members: Member, more: tuple[Encounter, ...] = ()) -> State:
    """A party on the road with the ambush prepared, all with places on its board."""
    who = members or (HARSK, VALERIA, TAM)
    placed = tuple(Figure(one.id, f"{'FFH'[at % 3]}{4 + 2 * at}") for at, one in enumerate(who))
    ambush = replace(PREPARED, figures=(*PREPARED.figures, *placed))
    return party(*who, encounters=(ambush, *more))


def begun(*members: Member, ruleset: str = "pf1") -> State:
    """The ambush on its board, before initiative."""
    return play(BeginEncounter("", "ambush"), prepared(*members), under=fight_world(ruleset))


def fighting(
    *members: Member, ruleset: str = "pf1", surprised: tuple[str, ...] = (), **totals: int
) -> State:
    """The ambush in its first turn, initiative as TOTALS unless told otherwise."""
    answers = {
        f"initiative/ambush/{key}": Typed(total, total=True)
        for key, total in {**TOTALS, **totals}.items()
    }
    state = begun(*members, ruleset=ruleset)
    return play(RollInitiative(surprised=surprised), state, answers, fight_world(ruleset))


def play(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    under: Assets | None = None,
    face: int = 10,
) -> State:
    """The state after the command; what is not answered shows `face`, or its highest below it."""
    return evolve_all(state, told(command, state, answers, under, face).events)


def told(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    under: Assets | None = None,
    face: int = 10,
) -> Decided:
    """What the command comes to, as `play`."""
    return answer_all(command, state, under or fight_world(), answers, face)


def refused(command: Command, state: State, under: Assets | None = None) -> str:
    """The code of the refusal."""
    return refusal_code(command, state, under or fight_world())


def keys(command: Command, state: State, under: Assets | None = None) -> list[str]:
    """The keys that the command asks for, in order; none when it is decided."""
    found = decide(command, state, under or fight_world(), {})
    return [q.key for q in found.questions] if isinstance(found, Needs) else []


def turns(state: State, count: int, under: Assets | None = None) -> State:
    """The state after so many turns."""
    for _ in range(count):
        state = play(EndTurn(), state, under=under)
    return state


def fight(state: State) -> Encounter:
    """The fight that is being played."""
    return fight_of(state)


def lies(state: State, who: str) -> list[str]:
    """The names of what lies on somebody."""
    return [one.name for one in someone(state, who).lasting]
