"""C-257, K-8: who may strike as rider and mount pass chooses between them."""

from __future__ import annotations

import pytest

from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move, Stand
from core.play.facts.state import Assets, State
from core.play.fight.moves.decide import aims
from core.play.fight.moves.strike_targets import find_choices, targets_of, turn_strikes
from core.play.fight.previews import outlook_at
from core.play.union import Decided, decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, WOLF, after, fight, waits
from tests.fights import figure

PONY = replace(OGRE, id="pony", name="Pony", side="party", sheet=replace(sheet(OGRE), long=True))
AWAY = Move("hero", "A7")
STRIKES = "opportunity/brawl/round-1/wolf/"


def passing(*, saddle: bool, system: str = "pf1") -> tuple[State, Assets]:
    """A rider whose pony is about to pass a wolf; who named the move is the rider."""
    return fight(
        OPEN,
        HERO,
        PONY,
        WOLF,
        at={"hero": "A1", "pony": "A1", "wolf": "C3"},
        system=system,
        switches={"saddle": saddle},
        hero={"mount": "pony"},
    )


def asked(command: AnswerStrikes, state: State, assets: Assets) -> list[str]:
    """The keys of what an answer asks for."""
    needs = decide(command, state, assets, {})
    assert not isinstance(needs, Decided)
    return [question.key for question in needs.questions]


@pytest.mark.parametrize(("saddle", "target", "ac"), [(True, "pony", 16), (False, "hero", 17)])
def test_the_mount_is_struck_whose_movement_it_is_if_nobody_is_named(
    saddle: bool, target: str, ac: int
) -> None:
    """Given no name, then preview and dice mean the same creature."""
    state, assets = passing(saddle=saddle)
    (striker,) = outlook_at(state, assets, AWAY).strikers
    assert striker.attack is not None
    assert striker.attack.ac == ac

    state = after(AWAY, state, assets)

    assert asked(AnswerStrikes(("wolf",)), state, assets) == [STRIKES + target]


@pytest.mark.parametrize("saddle", [True, False])
@pytest.mark.parametrize("target", ["hero", "pony"])
def test_rider_or_mount_is_struck_as_the_striker_chooses(saddle: bool, target: str) -> None:
    """Given a strike at either, then it is the only one against both of them (C-257)."""
    state, assets = passing(saddle=saddle)
    state = after(AWAY, state, assets)
    answer = AnswerStrikes((f"wolf>{target}",))

    done = after(answer, state, assets, {STRIKES + target: 2})

    assert figure(done, "wolf").reacted == (target,)
    assert figure(done, "pony").at == "A7"
    assert outlook_at(done, assets, Move("hero", "A6")).strikers == ()


def test_nobody_else_can_be_chosen() -> None:
    state, assets = passing(saddle=True)
    state = after(AWAY, state, assets)

    assert refusal_code(AnswerStrikes(("wolf>wolf",)), state, assets) == "not_asked"
    assert refusal_code(AnswerStrikes(("pony>hero",)), state, assets) == "not_asked"


def test_the_row_of_a_strike_is_turned_from_one_to_the_other() -> None:
    state, assets = passing(saddle=True)
    state = after(AWAY, state, assets)
    waiting = waits(state)

    assert find_choices(state, assets.rules, waiting) == ("pony", "hero")
    assert aims(state, assets.rules, waiting) == {
        STRIKES + "pony": ("wolf", "pony"),
        STRIKES + "hero": ("wolf", "hero"),
    }
    turned = turn_strikes(state, assets.rules, waiting, ("wolf",), "wolf", "hero")
    assert turned == ("wolf>hero",)
    assert turn_strikes(state, assets.rules, waiting, turned, "wolf", "pony") == ("wolf>pony",)
    assert turn_strikes(state, assets.rules, waiting, turned, "wolf", "ogre") == turned


def test_who_rides_an_enemys_mount_is_struck_alone() -> None:
    """Given a mount on the striker's own side, then there is no choice."""
    state, assets = passing(saddle=True)
    encounter = state.encounters[0]
    foes = tuple(replace(foe, side="foes") if foe.id == "pony" else foe for foe in encounter.foes)
    state = replace(state, encounters=(replace(encounter, foes=foes),))

    assert targets_of(state, assets.rules, "wolf", "hero") == ("hero",)


def test_who_gets_up_beside_an_enemy_is_struck_itself() -> None:
    state, assets = fight(
        OPEN,
        HERO,
        WOLF,
        at={"hero": "B2", "wolf": "C3"},
        switches={"saddle": True},
    )
    state = after(Stand("hero", down=True), state, assets)

    state = after(Stand("hero"), state, assets)

    assert find_choices(state, assets.rules, waits(state)) == ()
    assert asked(AnswerStrikes(("wolf",)), state, assets) == [STRIKES + "hero"]
