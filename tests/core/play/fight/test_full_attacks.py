"""How many attacks a turn has, critical hits and whole moves by the open rules, as they are played.

The figures are in tests/casebooks/attack_sequence_examples.toml; here is what a turn makes of them.
"""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.messages import Squares
from core.play.facts.encounter import Foe, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import changed_figure
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, Member, State
from core.play.fight.blows.attack_plan import has_attack_left, swing
from core.play.fight.previews import preview
from core.play.fight.turns.budget import left
from core.values import replace
from tests.builders import answer_all, refusal_code, when
from tests.core.play.fight.boards import OPEN, after, fight
from tests.core.play.fight.brawls import HERO, WOLF
from tests.fights import figure
from tests.switched import Switches

COUNTED: Switches = {"full_attacks": True}
WHOLE: Switches = {"whole_moves": True}
SURE: Switches = {"sure_criticals": True}

ONE = Attack("axe", (8,), "1d8+4")
TWO = Attack("sword", (8, 3), "1d8+4")
OFF = Attack("dagger", (6,), "1d4+2", hand="off", light=True)
BOW = Attack("bow", (6, 1), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
CLAW = Attack("claw", (7, 7), "1d4+2")
JAWS = Attack("jaws", (7,), "1d6+2", reach=2, near=True)
PONY = Member("pony", "Pony", "p", role="mount", sheet=Sheet("L", speeds=(("walk", 8),)))
NOTHING = Spent()
AT_WOLF = MakeAttack(("hero",), "wolf")


def armed(*attacks: Attack) -> Member:
    """The hero with these attacks."""
    assert HERO.sheet is not None
    return replace(HERO, sheet=replace(HERO.sheet, attacks=attacks, speeds=(("walk", 6),)))


def beside(
    *attacks: Attack, system: str = "pf1", switches: Switches = COUNTED, at: str = "B2"
) -> tuple[State, Assets]:
    """The hero's turn, beside the wolf."""
    return fight(
        OPEN,
        armed(*attacks),
        WOLF,
        at={"hero": at, "wolf": "C2"},
        system=system,
        switches=switches,
    )


def in_the_saddle(
    *attacks: Attack, switches: Switches, rider: Spent = NOTHING, mount: Spent
) -> tuple[State, Assets]:
    """The hero's turn on a pony, beside the wolf, with what both have spent."""
    return fight(
        OPEN,
        armed(*attacks),
        PONY,
        WOLF,
        at={"hero": "A4", "pony": "A4", "wolf": "C4"},
        switches=switches,
        hero={"mount": "pony", "spent": rider},
        pony={"spent": mount},
    )


def strike(state: State, assets: Assets, command: MakeAttack = AT_WOLF) -> State:
    """The state after an attack whose dice all show 2: it misses."""
    done = answer_all(command, state, assets, face=2)
    return evolve_all(state, done.events)


def remarked(state: State, assets: Assets, command: MakeAttack = AT_WOLF) -> bool:
    """Whether the next attack is one too many."""
    return bool(swing(state, assets, "hero", command).remarks)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_one_bonus_is_one_attack_and_each_further_one_is_remarked(system: str) -> None:
    """Given one bonus, when it strikes four times, then all but the first are one too many."""
    state, assets = beside(ONE, system=system)

    remarks = []
    for _ in range(4):
        remarks.append(remarked(state, assets))
        state = strike(state, assets)

    assert remarks == [False, True, True, True]
    assert figure(state, "hero").spent.attacks == 4
    assert figure(state, "hero").spent.actions == ("standard",)


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_two_bonuses_are_two_attacks_the_second_for_the_move_action(system: str) -> None:
    state, assets = beside(TWO, system=system)

    bonuses = []
    remarks = []
    for _ in range(4):
        planned = swing(state, assets, "hero", AT_WOLF)
        bonuses.append(planned.bonus)
        remarks.append(bool(planned.remarks))
        state = strike(state, assets)

    assert bonuses == [8, 3, 3, 3]
    assert remarks == [False, False, True, True]
    assert figure(state, "hero").spent.actions == ("standard", "move")


def test_a_full_attack_at_once_is_the_whole_round_and_one_more_is_remarked() -> None:
    state, assets = beside(TWO)

    state = strike(state, assets, replace(AT_WOLF, full=True))

    assert figure(state, "hero").spent.actions == ("full_round",)
    assert figure(state, "hero").spent.made == (0, 0)
    assert remarked(state, assets)


def test_after_a_move_each_attack_but_the_first_is_remarked() -> None:
    state, assets = beside(TWO, at="A5")
    state = after(Move("hero", "B3"), state, assets)

    remarks = []
    for _ in range(3):
        remarks.append(remarked(state, assets))
        state = strike(state, assets)

    assert remarks == [False, True, True]


def test_who_walks_after_the_first_attack_has_no_second_one() -> None:
    state, assets = beside(TWO)
    state = changed_figure(state, "wolf", lambda wolf: replace(wolf, reacted=("hero",)))
    state = after(Move("hero", "B3"), strike(state, assets), assets)

    assert remarked(state, assets)


def test_who_steps_has_the_full_attack() -> None:
    state, assets = beside(TWO)
    state = strike(state, assets)
    state = after(Move("hero", "B3", action="five_foot_step"), state, assets)

    assert not remarked(state, assets)
    assert figure(strike(state, assets), "hero").spent.actions == ("standard", "step", "move")


def test_in_the_saddle_attacks_too_many_are_remarked_too() -> None:
    """Given a rider with one bonus whose mount has walked, then the second blow is too many."""
    walked = Spent(actions=("move",), squares=3)
    state, assets = in_the_saddle(ONE, switches=COUNTED, mount=walked)

    remarks = []
    for _ in range(3):
        remarks.append(remarked(state, assets))
        state = strike(state, assets)

    assert remarks == [False, True, True]


@pytest.mark.parametrize(("saddle", "remark"), [(True, True), (False, False)])
def test_a_mount_that_has_moved_leaves_its_rider_one_melee_attack(
    saddle: bool, remark: bool
) -> None:
    state, assets = in_the_saddle(
        TWO,
        BOW,
        switches={"full_attacks": True, "saddle": saddle},
        rider=Spent(actions=("standard",), attacks=1, made=(0,)),
        mount=Spent(actions=("move",), squares=3),
    )

    assert remarked(state, assets) is remark


def test_what_has_no_attack_left_goes_on_with_its_others() -> None:
    """Given claws and jaws, then they follow each other, and the claws stay in hand."""
    state, assets = beside(CLAW, JAWS)

    for _ in range(3):
        assert not remarked(state, assets)
        state = strike(state, assets)

    assert figure(state, "hero").spent.made == (0, 0, 1)
    assert figure(state, "hero").weapon == 0
    assert remarked(state, assets)


def test_an_attack_of_the_body_that_only_its_name_tells_is_not_made_beside_a_weapon_unasked() -> (
    None
):
    state, assets = beside(ONE, JAWS)
    state = strike(state, assets)

    assert swing(state, assets, "hero", AT_WOLF).attack == ONE
    assert remarked(state, assets)
    assert not remarked(state, assets, replace(AT_WOLF, attack=1))


def test_words_of_the_first_attack_hold_for_the_turn() -> None:
    """Given two weapons, then both attacks are at -2 and -6, and the sword stays in hand."""
    state, assets = beside(TWO, OFF)
    two = replace(AT_WOLF, words=replace(AT_WOLF.words, two=True))

    assert swing(state, assets, "hero", two).bonus == 4
    state = strike(state, assets, two)
    assert figure(state, "hero").spent.words == ("two",)
    assert preview(state, assets, "hero", "wolf").bonus == -1
    state = strike(state, assets)
    dagger = preview(state, assets, "hero", "wolf")
    assert (dagger.attack, dagger.bonus, dagger.remarks) == (OFF, -2, ())
    state = strike(state, assets)

    assert figure(state, "hero").weapon == 0
    assert remarked(state, assets)


def test_a_second_weapon_can_replace_the_first_without_a_penalty() -> None:
    state, assets = beside(TWO, replace(OFF, bonuses=(6, 1)))
    state = strike(state, assets)

    dagger = swing(state, assets, "hero", replace(AT_WOLF, attack=1))

    assert (dagger.bonus, dagger.remarks) == (1, ())


def test_words_come_too_late_after_the_first_attack() -> None:
    state, assets = beside(TWO, OFF)
    state = strike(state, assets)

    late = replace(AT_WOLF, words=replace(AT_WOLF.words, two=True))

    assert refusal_code(late, state, assets) == "too_late"


def test_an_opportunity_is_no_attack_of_the_turn() -> None:
    state, assets = beside(TWO)
    state = strike(state, assets)
    opportunity = replace(AT_WOLF, opportunity=True)

    planned = swing(state, assets, "hero", opportunity)

    assert (planned.bonus, planned.turn_use.spends, planned.words) == (8, (), ())


def test_sf_two_attacks_are_chosen_before_the_first() -> None:
    state, assets = beside(ONE, system="sf")

    both = strike(state, assets, replace(AT_WOLF, full=True))

    assert figure(both, "hero").spent.made == (0, 0)
    assert remarked(both, assets)
    assert preview(both, assets, "hero", "wolf").bonus == 4
    single = strike(state, assets)
    assert preview(single, assets, "hero", "wolf").bonus == 8
    assert remarked(single, assets)


def test_in_the_turn_of_another_nothing_is_counted() -> None:
    state, assets = beside(ONE)
    by_wolf = MakeAttack(("wolf",), "hero")

    [remark] = swing(state, assets, "wolf", by_wolf).remarks

    assert "out of turn" in remark.label.template


# critical hits


def struck(state: State, assets: Assets, face: int) -> Struck:
    """What comes of an attack with this face, and with nothing else asked but its damage."""
    key = "attack/r1/hero/1"
    answers = {key: face, f"{key}/damage": 9, f"{key}/critical": 18}
    [event] = [
        event for event in when(AT_WOLF, state, answers, assets).events if isinstance(event, Struck)
    ]
    return event


@pytest.mark.parametrize(
    ("armour", "face", "outcome"),
    [(14, 20, "critical"), (14, 19, "hit"), (28, 20, "critical"), (29, 20, "hit")],
)
def test_a_natural_20_that_reaches_the_armour_class_is_critical(
    armour: int, face: int, outcome: str
) -> None:
    """Given +8, then 28 is reached by a natural 20, and 29 is hit by it without a critical."""
    victim: Foe = replace(WOLF, sheet=replace(WOLF.sheet, ac=armour))
    sword = replace(ONE, critical=19)
    state, assets = fight(
        OPEN,
        armed(sword),
        victim,
        at={"hero": "B2", "wolf": "C2"},
        system="sf",
        switches=SURE,
    )

    event = struck(state, assets, face)

    assert (event.outcome, event.confirm) == (outcome, 0)


# whole moves


@pytest.mark.parametrize(("switches", "squares"), [(WHOLE, 0), ({"whole_moves": False}, 4)])
def test_an_attack_ends_the_movement_under_way(switches: Switches, squares: int) -> None:
    """Given two squares of six walked, when it strikes, then nothing of the move is left."""
    state, assets = beside(TWO, switches=switches, at="B5")
    state = after(Move("hero", "B3"), state, assets)
    assert left(state, assets, "hero").squares == 4

    done = answer_all(AT_WOLF, state, assets, face=2)
    state = evolve_all(state, done.events)

    assert left(state, assets, "hero").squares == squares
    parts = [part for receipt in done.receipts for part in receipt.walk()]
    lapsed = [part.value for part in parts if part.rule == "K-5"]
    assert lapsed == ([] if squares else [Squares(4)])
    assert figure(state, "hero").spent.squares == 2


def test_an_opportunity_ends_no_movement() -> None:
    state, assets = beside(TWO, switches=WHOLE, at="B5")
    state = after(Move("hero", "B3"), state, assets)

    state = strike(state, assets, replace(AT_WOLF, opportunity=True))

    assert left(state, assets, "hero").squares == 4


def test_who_attacks_before_moving_ends_nothing() -> None:
    state, assets = beside(TWO, switches=WHOLE)

    done = answer_all(AT_WOLF, state, assets, face=2)

    [event] = [event for event in done.events if isinstance(event, Struck)]
    assert not event.ends_move


def test_a_riders_attack_ends_the_movement_of_its_mount() -> None:
    walked = Spent(actions=("move",), squares=3, leg=3, path=("A1", "A2", "A3", "A4"), moves=1)
    state, assets = in_the_saddle(ONE, switches=WHOLE, mount=walked)
    assert left(state, assets, "pony").squares == 5
    [lapsing] = swing(state, assets, "hero", AT_WOLF).lapsing
    assert lapsing.value == Squares(5)

    state = strike(state, assets)

    assert left(state, assets, "pony").squares == 0


@pytest.mark.parametrize(
    ("attacks", "spent", "is_left"),
    [
        ((ONE,), NOTHING, True),
        ((ONE,), Spent(("standard",), attacks=1, made=(0,)), False),
        ((TWO,), Spent(("standard",), attacks=1, made=(0,)), True),
        ((TWO,), Spent(("standard", "move"), attacks=2, made=(0, 0)), False),
        ((TWO,), Spent(("move", "standard"), 1, attacks=1, made=(0,)), False),
        ((ONE,), Spent(("move",), 6, moves=1), True),
        ((ONE,), Spent(("move", "move"), 12, moves=2), False),
        ((ONE,), Spent(("run",), 24), False),
    ],
)
def test_an_attack_is_left_while_one_more_is_not_too_many(
    attacks: tuple[Attack, ...], spent: Spent, is_left: bool
) -> None:
    """Given one bonus or two, and what has been used of the turn, then it holds one more or not."""
    state, assets = beside(*attacks)
    state = changed_figure(state, "hero", lambda figure: replace(figure, spent=spent))
    assert has_attack_left(state, assets, "hero") is is_left
