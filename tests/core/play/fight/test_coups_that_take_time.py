"""Coups de grâce that others may interrupt, and those on somebody who is not seen."""

from __future__ import annotations

from core.creatures import Sheet
from core.play.facts.encounter import Figure, Lasting
from core.play.facts.fight.blows.commands import CoupDeGrace
from core.play.facts.fight.blows.events import CoupStruck
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove
from core.play.facts.fight.moves.events import MoveHalted, StrikesAnswered
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.fight.turns.events import ActionsSpent, Died
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State, Striker
from core.play.facts.table.events import Damaged
from core.play.view import for_players
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, SWORD, WOLF, after, fight, told, waits
from tests.fights import figure

BOUND = replace(WOLF, id="bound", name="Bound wolf", lasting=(Lasting("bound"),))
UNSEEN = replace(BOUND, lasting=(Lasting("bound"), Lasting("invisible")))
COUP = CoupDeGrace("hero", "bound")
KEY = "coup/r1/hero/bound"
FATAL = {f"{KEY}/critical": 17, f"{KEY}/fortitude": 1}
BITE = "opportunity/brawl/round-1/wolf/hero"


def watched() -> tuple[State, Assets]:
    places = {"hero": "C3", "bound": "D3", "wolf": "B3"}
    return fight(OPEN, HERO, BOUND, WOLF, at=places)


def hidden() -> tuple[State, Assets]:
    return fight(OPEN, HERO, UNSEEN, at={"hero": "C3", "bound": "D3"})


def lies(state: State, who: str = "hero") -> tuple[str, ...]:
    being = state.member(who)
    assert being is not None
    return tuple(one.name for one in being.lasting)


def test_c_247_those_in_reach_are_asked_before_a_coup_de_grace_falls() -> None:
    state, assets = watched()
    [halted] = told(COUP, state, assets)
    assert isinstance(halted, MoveHalted)
    assert halted.waiting.strikers == (Striker("wolf", "C3"),)
    state = evolve_all(state, (halted,))
    assert waits(state).target == "bound"

    passed = told(AnswerStrikes(), state, assets, FATAL)
    assert passed[0] == CoupStruck("hero", "bound", "longsword", ("full_round",))
    assert Died("bound") in passed
    assert passed[-1] == StrikesAnswered("hero", (), ("wolf",))

    struck = told(AnswerStrikes(("wolf",)), state, assets, {BITE: 19, f"{BITE}/damage": 4, **FATAL})
    kinds = [event.kind for event in struck]
    assert kinds.index("damaged") < kinds.index("coup_struck")
    assert struck[-1] == StrikesAnswered("hero", ("wolf",), ())
    assert figure(evolve_all(state, struck), "hero").spent.actions == ("full_round",)


def test_c_247_who_drops_strikes_no_coup() -> None:
    state, assets = watched()
    state = replace(state, members=(replace(state.members[0], damage=30),))
    state = after(COUP, state, assets)
    struck = told(AnswerStrikes(("wolf",)), state, assets, {BITE: 19, f"{BITE}/damage": 7})
    assert not [event for event in struck if isinstance(event, CoupStruck)]
    assert isinstance(struck[-1], StrikesAnswered)


def test_a_coup_de_grace_that_waits_can_be_dropped() -> None:
    state, assets = watched()
    dropped = after(DropMove(), after(COUP, state, assets), assets)
    assert dropped.pending == state.pending
    assert figure(dropped, "hero").spent.actions == ()


def test_a_second_weapon_is_taken_in_hand_for_a_coup_de_grace() -> None:
    armed = replace(HERO, sheet=Sheet(ac=17, attacks=(SWORD, replace(SWORD, name="dagger"))))
    places = {"hero": "C3", "bound": "D3", "wolf": "B3"}
    state, assets = fight(OPEN, armed, BOUND, WOLF, at=places)
    state = after(CoupDeGrace("hero", "bound", 1), state, assets)
    assert figure(state, "hero").weapon == 1
    struck = told(AnswerStrikes(), state, assets, FATAL)
    assert struck[0] == CoupStruck("hero", "bound", "dagger", ("full_round",))


def test_c_249_whom_nobody_sees_is_found_in_one_round_and_struck_in_the_next() -> None:
    state, assets = hidden()
    first = told(COUP, state, assets)
    assert ActionsSpent("hero", ("full_round",)) in first
    assert not [event for event in first if isinstance(event, CoupStruck | Damaged)]
    state = evolve_all(state, first)
    assert "coup de grâce" in lies(state)
    assert refusal_code(COUP, state, assets) == "found"

    later = after(EndTurn(), state, assets)
    assert later.fight is not None
    assert later.fight.round == 2
    key = KEY.replace("r1", "r2")
    struck = told(COUP, later, assets, {f"{key}/critical": 17, f"{key}/fortitude": 1})
    assert Died("bound") in struck
    assert "coup de grâce" not in lies(evolve_all(later, struck))


def test_c_249_a_round_spent_otherwise_finds_nobody_any_more() -> None:
    state, assets = hidden()
    state = after(COUP, state, assets)
    for _ in range(4):
        state = after(EndTurn(), state, assets)
    assert "coup de grâce" not in lies(state)
    assert not [event for event in told(COUP, state, assets) if isinstance(event, CoupStruck)]


def test_players_see_no_coup_de_grace_on_somebody_hidden() -> None:
    state, assets = watched()
    fight_ = state.fight
    assert fight_ is not None
    figures = tuple(
        replace(one, hidden=one.id == "bound") if isinstance(one, Figure) else one
        for one in fight_.figures
    )
    state = replace(state, encounters=(replace(fight_, figures=figures),))
    state = after(COUP, state, assets)
    assert "bound" not in repr(for_players(state)[0].pending)


def test_a_coup_of_before_is_decided_again_as_it_was() -> None:
    """Given answers that were recorded with the command itself, then nobody is asked first."""
    state, assets = watched()
    again = told(COUP, state, assets, FATAL)
    assert again[0] == CoupStruck("hero", "bound", "longsword", ("full_round",))
    assert Died("bound") in again
