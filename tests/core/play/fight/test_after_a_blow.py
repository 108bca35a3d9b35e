"""What a blow leaves on its attacker: attacks made, words, stances, and a movement that ends."""

from __future__ import annotations

from core.play.facts.encounter import Spent
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import changed_figure
from core.play.facts.fight.turns.events import TurnBegan
from core.play.facts.fold import evolve
from core.play.facts.state import State
from core.values import replace
from tests.core.play.fight.boards import HERO, OPEN, WOLF, fight
from tests.fights import figure

BLOW = Struck(
    by="hero",
    at="wolf",
    attack="longsword",
    outcome="hit",
    face=15,
    total=21,
    needed=8,
    ac=14,
    bonus=6,
    spends=("standard",),
)
PONY = replace(WOLF, id="pony", name="Pony", token="p", side="party")
WAY = Spent(actions=("move",), squares=4, leg=4, path=("A1", "B1", "C1"), moves=1)


def mounted() -> State:
    """The hero on a pony that has moved, a wolf beside them."""
    state, _ = fight(OPEN, HERO, PONY, WOLF, at={"pony": "C1", "hero": "C1", "wolf": "E1"})
    state = changed_figure(state, "hero", lambda figure: replace(figure, mount="pony"))
    for who in ("hero", "pony"):
        state = changed_figure(state, who, lambda figure: replace(figure, spent=WAY))
    return state


def test_the_attacks_of_a_turn_are_kept_with_their_words() -> None:
    second = replace(BLOW, weapon=1, words=("rapid", "power3"))

    spent = figure(evolve(evolve(mounted(), BLOW), second), "hero").spent

    assert (spent.attacks, spent.made) == (2, (0, 1))
    assert spent.words == ("rapid", "power3")


def test_a_word_that_is_said_twice_is_kept_once() -> None:
    blow = replace(BLOW, words=("lunge",))

    after = figure(evolve(evolve(mounted(), blow), blow), "hero")

    assert after.spent.words == ("lunge",)
    assert after.stance == ("lunge",)


def test_a_stance_lasts_until_the_next_turn() -> None:
    state = evolve(mounted(), replace(BLOW, words=("rapid", "power3", "lunge")))
    assert figure(state, "hero").stance == ("power3", "lunge")

    state = evolve(state, TurnBegan("hero"))

    assert figure(state, "hero").stance == ()


def test_an_opportunity_is_no_attack_of_the_turn() -> None:
    opportunity = replace(BLOW, opportunity=True, words=("power",))

    after = figure(evolve(mounted(), opportunity), "hero")

    assert (after.spent, after.stance) == (WAY, ())


def test_a_blow_that_ends_the_movement_ends_it_for_rider_and_mount() -> None:
    state = evolve(mounted(), replace(BLOW, ends_move=True))

    for who in ("hero", "pony"):
        spent = figure(state, who).spent
        assert (spent.path, spent.moves, spent.leg, spent.squares) == ((), 0, 0, 4)


def test_another_blow_leaves_the_movement_as_it_is() -> None:
    state = evolve(mounted(), BLOW)

    assert figure(state, "pony").spent == WAY
    assert figure(state, "hero").spent.path == WAY.path
