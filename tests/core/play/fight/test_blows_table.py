"""Damage, healing, checks and rulings of the table, for creatures of the fight as for members."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.creatures import PLAIN
from core.dice import Answer, Rolled
from core.messages import Refusal
from core.play.facts.encounter import Slot, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import find, someone
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Member, State, fatigued
from core.play.facts.table.commands import CallCheck, EditMember, Heal, Hurt, Rule, RulingTarget
from core.play.facts.table.events import NOBODY, Checked, Damaged, Healed
from core.play.resolution import Decided
from core.play.union import decide, describe, narrate
from core.values import replace
from saves.store.codec import dump_body, load_events
from tests.builders import member
from tests.core.play.fight.brawls import (
    FRIEND,
    HERO,
    WOLF,
    asks,
    brawl,
    happens,
    lying,
    refused,
    under,
    with_figure,
)
from tests.fights import figure
from tui.kit.phrases import say

PAIR = brawl(HERO, WOLF, hero="C3", wolf="D3")


def after(command: Hurt | Heal | Rule | EditMember, state: State, ruleset: str = "pf1") -> State:
    return evolve_all(state, happens(command, state, ruleset=ruleset))


def wounds(state: State, who: str) -> tuple[int, int, int]:
    being = someone(state, who)
    return being.damage, being.nonlethal, being.temporary


# damage and healing


def test_foes_and_members_are_hurt_alike_temporary_points_first() -> None:
    state = brawl(replace(HERO, temporary=3), replace(WOLF, temporary=5), hero="C3", wolf="D3")

    hurt = after(Hurt(("wolf", "hero"), (7, 2)), state)

    assert (wounds(hurt, "wolf"), wounds(hurt, "hero")) == ((2, 0, 0), (0, 0, 1))
    soft = after(Hurt(("wolf",), (6,), nonlethal=True), state)
    assert wounds(soft, "wolf") == (0, 1, 0)


def test_the_log_says_what_temporary_hit_points_took() -> None:
    state = brawl(replace(HERO, temporary=3), hero="C3")
    event = happens(Hurt(("hero",), (7,)), state)[0]

    assert event == Damaged(who="hero", amount=7, absorbed=3, by=NOBODY)
    assert say(narrate(event, state)) == "Hero: 7 damage, 3 of it temporary hit points"
    assert say(describe(Hurt(("wolf",), (7,)), PAIR)) == "7 damage to Wolf"


def test_healing_takes_as_much_nonlethal_damage_away_as_lethal() -> None:
    state = brawl(replace(WOLF, damage=8, nonlethal=3), wolf="D3")

    assert happens(Heal(("wolf",), (5,)), state)[0] == Healed("wolf", 5, 3)
    assert happens(Heal(("wolf",), (5,), nonlethal=True), state)[0] == Healed("wolf", 0, 3)


def test_where_the_table_says_so_healing_leaves_nonlethal_damage() -> None:
    rules = under().rules
    blows = rules.combat.blows.model_copy(update={"heals_nonlethal": False})
    combat = rules.combat.model_copy(update={"blows": blows})
    assets = replace(under(), rules=rules.model_copy(update={"combat": combat}))
    state = brawl(replace(WOLF, damage=8, nonlethal=3), wolf="D3")

    assert happens(Heal(("wolf",), (5,)), state, assets=assets)[0] == Healed("wolf", 5, 0)


def test_t_121_fatigue_ends_when_healing_takes_what_caused_it() -> None:
    tired = brawl(replace(HERO, damage=6, nonlethal=4, strain=4), hero="C3")

    for points, still in ((3, True), (4, False)):
        hero = member(after(Heal(("hero",), (points,)), tired), "hero")
        assert fatigued(hero) is still


def test_healing_brings_back_from_dying() -> None:
    down = after(Hurt(("hero",), (40,)), PAIR)
    stable = after(Heal(("hero",), (1,)), down)
    up = after(Heal(("hero",), (5,)), stable)

    assert [someone(state, "hero").stable for state in (down, stable)] == [False, True]
    assert wounds(up, "hero") == (34, 0, 0)


def test_pf2_healing_ends_the_degrees_of_dying() -> None:
    down = after(Hurt(("hero",), (38,)), PAIR, "pf2")
    up = after(Heal(("hero",), (1,)), down, "pf2")

    assert "dying" in [one.name for one in someone(down, "hero").lasting]
    assert "dying" not in [one.name for one in someone(up, "hero").lasting]


def test_a_check_is_called_from_creatures_of_the_fight() -> None:
    command = CallCheck("Perception", 12, ("wolf", "hero"), (1, 2))
    keys = list(asks(command, PAIR))

    events = happens(command, PAIR, dict.fromkeys(keys, 10))

    assert [(e.who, e.success) for e in events if isinstance(e, Checked)] == [
        ("wolf", False),
        ("hero", True),
    ]


def reacts(state: State, command: CallCheck) -> list[int]:
    """What the questions of a check add to the die."""
    return [question.modifier for question in asks(command, state).values()]


def test_a_save_is_rolled_with_what_is_on_each_sheet_and_the_word_of_the_gm_is_added() -> None:
    hero = replace(HERO, sheet=replace(HERO.sheet or PLAIN, will=4, reflex=2))
    state = brawl(hero, replace(WOLF, sheet=PLAIN), hero="C3", wolf="D3")

    assert reacts(state, CallCheck("will", 14, ("hero", "wolf"))) == [4, 0]
    assert reacts(state, CallCheck("Ref", 14, ("hero",), (3,))) == [5]
    assert reacts(state, CallCheck("swim", 14, ("hero",), (3,))) == [3]
    assert asks(CallCheck("will", 14, ("hero",)), state).popitem()[1].naturals
    (question,) = asks(CallCheck("will", 14, ("hero",), (2,)), state).values()
    receipt = question.why
    assert receipt is not None
    told = [say(part.label) for part in receipt.parts]
    assert (say(receipt.value), told) == ("+6", ["Will on the sheet", "the GM's word"])


@pytest.mark.parametrize("command", [Hurt(("ghost",), (1,)), Heal(("ghost",), (1,))])
def test_who_is_nobody_is_refused_in_words(command: Hurt) -> None:
    assert refused(command, PAIR) == "unknown_member"


def test_more_than_anybody_has_is_refused() -> None:
    assert refused(Hurt(("wolf",), (10**30,)), PAIR) == "amounts"
    assert refused(Rule("damage", "1e400", "wolf"), PAIR) == "bad_ruling"


def test_what_is_written_anew_leaves_wounds_and_conditions_alone() -> None:
    worn = lying(replace(HERO, temporary=3, stable=True, dead=True), "shaken")
    assert isinstance(worn, Member)

    found = after(EditMember(replace(HERO, hp=50)), brawl(worn, hero="C3")).member("hero")

    assert found == replace(worn, hp=50)


# rulings


def test_a_creature_that_is_no_member_is_refused_by_its_name() -> None:
    """A speed is ruled of members alone; the sentence has no id such as wolf-1."""
    with pytest.raises(Refusal) as refusal:
        decide(Rule("speed", "9", "wolf"), PAIR, under("pf1"), {})
    assert dict(refusal.value.message.values) == {"who": "Wolf"}


def test_the_gm_sets_damage_of_a_foe() -> None:
    assert wounds(after(Rule("damage", "4", "wolf"), PAIR), "wolf") == (4, 0, 0)
    assert wounds(after(Rule("nonlethal", "4", "wolf"), PAIR), "wolf") == (0, 4, 0)
    assert wounds(after(Rule("temporary", "6", "wolf"), PAIR), "wolf") == (0, 0, 6)


@pytest.mark.parametrize(("word", "holds"), [("yes", True), ("1", True), ("no", False)])
@pytest.mark.parametrize("target", ["stable", "dead"])
def test_the_gm_says_who_is_stable_or_dead(target: RulingTarget, word: str, holds: bool) -> None:
    state = brawl(HERO, replace(WOLF, stable=not holds, dead=not holds), hero="C3", wolf="D3")

    assert getattr(someone(after(Rule(target, word, "wolf"), state), "wolf"), target) is holds


def test_who_is_in_no_fight_is_refused_a_place_by_name() -> None:
    """Given a member who is not in the fight, when it is put somewhere, then its name is said."""
    mule = replace(HERO, id="pack-mule", name="Pack mule")
    state = replace(PAIR, members=(*PAIR.members, mule))

    with pytest.raises(Refusal) as refused:
        after(Rule("position", "G5", "pack-mule"), state)

    assert say(refused.value.message) == "Pack mule is not on the board."


def test_the_gm_puts_somebody_elsewhere_and_higher() -> None:
    state = with_figure(PAIR, "wolf", trail=("C3", "D3"))

    moved = figure(after(Rule("position", " g5 ", "wolf"), state), "wolf")

    assert (moved.at, moved.trail) == ("G5", ())
    assert figure(after(Rule("position", "off", "wolf"), state), "wolf").at == ""
    assert figure(after(Rule("elevation", "3", "wolf"), state), "wolf").elevation == 3


@pytest.mark.parametrize(
    ("squares", "leg"), [("8", 5), ("6", 3), ("5", 2), ("3", 0), ("0", 0), ("20", 17)]
)
def test_the_gm_gives_movement_back(squares: str, leg: int) -> None:
    state = with_figure(PAIR, "wolf", spent=Spent(("move", "move"), squares=7, leg=4))

    spent = figure(after(Rule("movement", squares, "wolf"), state), "wolf").spent

    assert (spent.squares, spent.leg, spent.actions) == (int(squares), leg, ("move", "move"))


def test_the_gm_sets_initiative_and_breaks_ties_by_halves() -> None:
    order = (Slot("hero", ("hero",), Fraction(15)), Slot("wolf", ("wolf",), Fraction(12)))
    state = brawl(HERO, FRIEND, WOLF, hero="C3", friend="E3", wolf="D3", changed={"order": order})

    first = after(Rule("initiative", "15.5", "wolf"), state).fight
    late = after(Rule("initiative", "-1", "friend"), state).fight

    assert first is not None
    assert late is not None
    assert [slot.key for slot in first.order] == ["wolf", "hero"]
    assert [(slot.key, slot.total) for slot in late.order][-1] == ("friend", Fraction(-1))


@pytest.mark.parametrize(
    ("target", "value", "code"),
    [
        ("temporary", "-1", "bad_ruling"),
        ("temporary", "half", "bad_ruling"),
        ("stable", "perhaps", "bad_ruling"),
        ("dead", "", "bad_ruling"),
        ("position", "Z99", "off_the_map"),
        ("position", "there", "unknown_square"),
        ("elevation", "-1", "bad_ruling"),
        ("elevation", "2.5", "bad_ruling"),
        ("movement", "1e9", "bad_ruling"),
        ("initiative", "first", "bad_ruling"),
        ("initiative", "1e99999999", "bad_ruling"),
    ],
)
def test_a_value_is_read_before_it_is_believed(target: RulingTarget, value: str, code: str) -> None:
    assert refused(Rule(target, value, "wolf"), PAIR) == code


@pytest.mark.parametrize("target", ["position", "elevation", "movement", "initiative"])
def test_rulings_of_a_fight_need_one(target: RulingTarget) -> None:
    road = replace(PAIR, pending=None)

    assert refused(Rule(target, "1", "hero"), road) == "no_fight"
    assert refused(Rule(target, "1", "ghost"), PAIR) == "unknown_creature"


def test_rulings_are_told_by_name() -> None:
    event = happens(Rule("movement", "0", "wolf", "it slid"), PAIR)[0]

    assert say(narrate(event, PAIR)) == "ruling: Wolf, squares moved this turn is 0 (it slid)"


# replay


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(1, 20),
    st.lists(st.integers(1, 8), min_size=2, max_size=2),
    st.sampled_from(["pf1", "dnd35", "sf", "pf2"]),
)
@example(face=4, confirm=1, later=4, damage=[5, 1], ruleset="pf2")  # two points too many
def test_what_is_recorded_of_an_attack_makes_the_state_that_was_played(
    face: int, confirm: int, later: int, damage: list[int], ruleset: str
) -> None:
    command = MakeAttack(("hero", "friend"), "wolf")
    state = brawl(HERO, FRIEND, replace(WOLF, temporary=3), hero="C3", friend="E3", wolf="D3")
    answers: dict[str, Answer] = {}
    for who, shown in (("hero", face), ("friend", later)):
        key = f"attack/r1/{who}/1"
        answers[key] = Rolled((shown,))
        answers[f"{key}/confirm"] = Rolled((confirm,))
        answers[f"{key}/damage"] = Rolled((damage[0],))
        answers[f"{key}/critical"] = Rolled(tuple(damage))

    found = decide(command, state, under(ruleset), answers)

    assert isinstance(found, Decided)
    read = load_events(dump_body(command, answers, found.events))
    live = evolve_all(state, found.events)
    again = evolve_all(state, read)
    assert again == live
    wolf = find(live, "wolf")
    assert wolf is not None
    assert not isinstance(wolf, Member)
    taken = sum(event.amount - event.beyond for event in found.events if isinstance(event, Damaged))
    assert wolf.damage + 3 - wolf.temporary == taken


def test_typed_points_were_dealt_by_who_acts_unless_it_is_their_own_or_a_group_s() -> None:
    alone = (Slot("hero", ("hero",), Fraction(9)),)
    group = (Slot("heroes", ("hero", "friend"), Fraction(9)),)
    acts = brawl(HERO, WOLF, hero="C3", wolf="D3", changed={"order": alone, "acting": "hero"})
    both = brawl(
        HERO,
        FRIEND,
        WOLF,
        hero="C3",
        friend="C4",
        wolf="D3",
        changed={"order": group, "acting": "heroes"},
    )

    assert dealer(happens(Hurt(("wolf",), (5,)), acts)) == ("hero", "")
    assert dealer(happens(Hurt(("hero",), (5,)), acts)) == (NOBODY, "")
    assert dealer(happens(Hurt(("wolf",), (5,)), both)) == (NOBODY, "")
    assert dealer(happens(Hurt(("wolf",), (5,)), PAIR)) == (NOBODY, "")


def test_the_damage_of_an_attack_says_who_dealt_it_and_with_what() -> None:
    key = "attack/r1/hero/1"
    answers = {key: Rolled((15,)), f"{key}/damage": Rolled((4,))}

    events = happens(MakeAttack(("hero",), "wolf"), PAIR, answers)

    assert dealer(events) == ("hero", "sword")


def dealer(events: Iterable[Event]) -> tuple[str | None, str]:
    """Who dealt the damage among the events, and with what."""
    return next((event.by, event.weapon) for event in events if isinstance(event, Damaged))
