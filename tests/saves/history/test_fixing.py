"""Fix the past: an answer overruled, what would be otherwise since, and what is set right now."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.dice import Answer, Ruled, Typed
from core.messages import Refusal
from core.play.facts.encounter import Foe
from core.play.facts.fight.blows.commands import GiveTemporary, MakeAttack
from core.play.facts.fight.combatants import find
from core.play.facts.fight.setup.commands import RemoveCreatures
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.road.commands import EndEncounter
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Amend, Correction, EditMember, Heal, Hurt, Rule
from core.play.union import Command, Needs
from saves.campaign.campaign import Campaign
from saves.history.fixing import (
    POINTS,
    Change,
    Consequences,
    CorrectedStory,
    amendment,
    find_questions,
)
from saves.history.history import History
from saves.library import library
from saves.store.sqlite.file_place import FilePlace
from tests.demos import the_ambush
from tests.saves.fights import fighting, perform
from tests.saves.history.telling import consequences, tells
from tests.thorough import examples
from tui.kit.phrases import say
from tui.sessions.overruling import name_roll
from tui.view import said

FORGOTTEN = "Sorrel attacks Wolf e: 16 against 18"
SORREL = "attack/r1/sorrel/1"
"""Sorrel attacks wolf e of the demo and misses by 2: she flanked it, two turns ago."""
MARCH = "forced march: Valeria"
TAM = "march/day-68/hour-9/tam"
"""An hour of forced march, before a night's rest."""
HIT: Mapping[str, Answer] = {SORREL: Ruled("pass"), f"{SORREL}/damage": Typed(6)}
SWORD = "attack/r1/harsk/1"


def found(look: History, seq: int, answers: Mapping[str, Answer]) -> Consequences:
    told = consequences(look, seq, answers)
    assert isinstance(told, Consequences), told
    return told


def change(told: Consequences, seq: int) -> Change:
    return next(one for one in told.changes if one.seq == seq)


def lines(one: Change) -> tuple[list[str], list[str]]:
    return [say(line) for line in one.then], [say(line) for line in one.now]


def foe(state: State, who: str) -> Foe:
    being = find(state, who)
    assert isinstance(being, Foe)
    return being


def test_a_miss_that_becomes_a_hit_asks_for_its_damage(demo: History) -> None:
    told = consequences(demo, tells(demo, FORGOTTEN), {SORREL: Ruled("pass", "+2 flanking")})
    assert isinstance(told, Needs)
    assert [question.key for question in told.questions] == [f"{SORREL}/damage"]


def test_the_consequences_are_the_entry_and_all_later_ones_that_come_out_otherwise(
    demo: History,
) -> None:
    """Given 6 damage to a wolf of 4 hit points left, then nobody flanks with it any more."""
    told = found(demo, tells(demo, FORGOTTEN), HIT)
    first, dies, missed, asks, _, sinks, _ = told.changes
    outcomes = ["other", "asks", "other", "asks", "other", "asks", "other"]
    assert [one.outcome for one in told.changes] == outcomes
    assert first.seq == told.seq
    assert lines(first) == (
        ["Sorrel attacks Wolf e: 16 against 18, missed"],
        [
            "Sorrel attacks Wolf e: hit by ruling",
            "Wolf e: 6 damage",
            "Wolf e is dying",
            "Wolf e: prone",
        ],
    )
    assert lines(missed) == (
        ["Wolf a attacks Valeria: 10 against 18, missed"],
        ["Wolf a attacks Valeria: 8 against 18, missed"],
    )
    (question,) = asks.questions
    assert question.key == "attack/r2/harsk/1/damage"
    checks = [question.key for one in (dies, sinks) for question in one.questions]
    assert checks == [f"stabilise/ford/round-{number}/wolf-5" for number in (2, 3)]
    assert first.corrections[0] == Correction("wolf-5", "damage", 6)
    assert [one.corrections for one in told.changes[1:]] == [()] * 6


def test_what_is_accepted_is_one_entry_at_the_present_and_one_undo(demo: History) -> None:
    told = found(demo, tells(demo, FORGOTTEN), HIT)
    command = amendment(told, {told.seq}, "flanked: hit", "forgotten")
    assert command is not None
    the_ambush()
    with library.open("The Long Marches") as campaign:
        before = campaign.state
        head = campaign.head
        entry = campaign.record(command)
        assert entry.seq == head + 1
        assert foe(campaign.state, "wolf-5").damage == foe(before, "wolf-5").damage + 6
        assert say(entry.told[0]) == (
            f"entry {told.seq} overruled, flanked: hit (forgotten): "
            "Wolf e 6 damage more, Wolf e is prone"
        )
        assert say(entry.receipts[0].label) == f"entry {told.seq} overruled"
        campaign.undo()
        assert campaign.state == before


def test_a_pack_moves_without_the_one_that_is_dead(demo: History) -> None:
    """Given a wolf that dies before it moves, then the others move as they did."""
    shot = tells(demo, "Valeria attacks Wolf b: 16")
    told = found(demo, shot, {"attack/r1/valeria/1/damage": Typed(40)})
    moves, steps = (tells(demo, text) for text in ("Wolf b moves from L7", "Wolf b steps"))
    assert lines(change(told, moves)) == (["Wolf b moves from L7 to G7, 5 squares"], [])
    assert change(told, steps).outcome == "refused"
    assert change(told, steps).refusal is not None
    assert Correction("wolf-2", "position", to="L7") in change(told, moves).corrections
    assert Correction("wolf-2", "dead", to="yes") in change(told, shot).corrections


def test_of_what_was_slept_off_nothing_is_left_to_set_right(demo: History) -> None:
    """Given a failed check and its damage, when the night healed them, then the sum is nothing."""
    told = found(demo, tells(demo, MARCH), {TAM: Typed(1), f"{TAM}/damage": Typed(3)})
    march, night = (one.seq for one in told.changes)
    assert amendment(told, {march, night}, "failed") is None
    assert amendment(told, (), "failed") is None
    alone = amendment(told, {march}, "failed")
    assert alone is not None
    assert Correction("tam", "nonlethal", 3) in alone.corrections


def test_another_way_of_the_journey_is_told_and_not_set(demo: History) -> None:
    """Given wolves that are not met, then the march of that day alone is told otherwise."""
    told = found(demo, tells(demo, "something is met"), {"encounter/day-67/h-8": Typed(9)})
    (only,) = told.changes
    assert "something is met" in lines(only)[0]
    assert only.corrections == ()


def test_what_cannot_be_overruled_says_why(demo: History) -> None:
    cases = {
        tells(demo, "the pace is: hustle", undone=True): "not_in_the_story",
        tells(demo, "undone: pace"): "not_in_the_story",
        0: "not_in_the_story",
        tells(demo, "Valeria takes in hand"): "nothing_to_overrule",
        tells(demo, FORGOTTEN): "refused_then",
    }
    for seq, code in cases.items():
        with pytest.raises(Refusal) as refused:
            consequences(demo, seq, {SORREL: Typed(77)})
        assert refused.value.code == code
        assert say(refused.value.message)


def test_what_an_entry_asked_for_is_listed_as_it_was_put(demo: History) -> None:
    """Given a critical hit, then the attack, what confirmed it and its damage."""
    found = find_questions(demo, tells(demo, "Valeria attacks Wolf b: 29"))
    assert [say(name_roll(one)) for one in found] == [
        "Valeria attacks Wolf b: 29 against 14",
        "Valeria attacks Wolf b, confirm: 22 against 14",
        "Valeria attacks Wolf b, critical: 17",
    ]


def test_the_damage_of_a_forced_hour_is_listed_with_the_hour_once(demo: History) -> None:
    """T-102: where the damage names its hour itself, that of the check is not put before it."""
    names = [say(name_roll(one)) for one in find_questions(demo, tells(demo, MARCH))]
    assert [name for name in names if "damage" in name] == [
        "forced march, hour 9, Harsk, damage: 4"
    ]


def test_the_same_answer_changes_nothing(demo: History) -> None:
    assert found(demo, tells(demo, FORGOTTEN), {SORREL: Typed(8)}).changes == ()


# A fight of its own


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Harsk has struck the first wolf for 3 of its 13 hit points, as entry 10."""
    path = tmp_path_factory.mktemp("fight") / "fight.outrider"
    with fighting(path) as campaign:
        perform(campaign, MakeAttack(("harsk",), "wolf-1"), **{"1": 12, "damage": 3})
    return path


def copied(fight: Path, at: Path) -> Path:
    at.mkdir(exist_ok=True)
    return Path(shutil.copy(fight, at / "copy.outrider"))


def go_on(path: Path, *commands: Command) -> tuple[int, State]:
    """Play on; the number of Harsk's blow, and the state at the end."""
    with Campaign.open(FilePlace(path)) as campaign:
        first = campaign.head
        for command in commands:
            perform(campaign, command)
        return first, campaign.state


def overruled(path: Path, seq: int, damage: int) -> tuple[Consequences, State]:
    with History.open(FilePlace(path), said) as look:
        told = found(look, seq, {f"{SWORD}/damage": Typed(damage)})
    command = amendment(told, {one.seq for one in told.changes}, "more")
    with Campaign.open(FilePlace(path)) as campaign:
        if command is not None:
            campaign.record(command)
        return told, campaign.state


def test_damage_and_healing_since_stay(fight: Path, tmp_path: Path) -> None:
    """Given 4 more of an old blow, when it was hurt and healed since, then 4 more now."""
    path = copied(fight, tmp_path)
    seq, before = go_on(path, Hurt(("wolf-1",), (2,)), Heal(("wolf-1",), (1,)), EndTurn())
    told, state = overruled(path, seq, 7 - 4)
    assert told.changes == ()
    assert state == before
    told, state = overruled(path, seq, 11 - 4)
    assert foe(state, "wolf-1").damage == foe(before, "wolf-1").damage + 4


def test_the_story_is_followed_in_chunks(fight: Path, tmp_path: Path) -> None:
    path = copied(fight, tmp_path)
    seq, _ = go_on(path, *(Hurt(("harsk",), (1,)) for _ in range(5)))
    with History.open(FilePlace(path), said) as look:
        course = CorrectedStory(look, seq, {f"{SWORD}/damage": Typed(6)})
        seen = [course.done]
        while not course.follow(look, 2):
            seen.append(course.done)
        assert seen == [seq, seq + 2, seq + 4]
        assert course.done == course.tip == seq + 5
        assert len(course.consequences(look).changes) == 1


def test_what_the_gm_has_set_since_is_left_as_it_was_set(fight: Path, tmp_path: Path) -> None:
    path = copied(fight, tmp_path)
    seq, before = go_on(path, Rule("damage", "2", "wolf-1"), Hurt(("wolf-1",), (1,)))
    told, state = overruled(path, seq, 6)
    assert [one.seq for one in told.changes] == [seq]
    assert told.changes[0].corrections == ()
    assert state == before


def test_one_who_was_written_anew_since_is_as_it_was_written(fight: Path, tmp_path: Path) -> None:
    path = copied(fight, tmp_path)
    with Campaign.open(FilePlace(path)) as campaign:
        seq = campaign.head
        perform(campaign, Rule("stable", "no", "wolf-1"))
        harsk = campaign.state.member("harsk")
        assert harsk is not None
        perform(campaign, EditMember(harsk))
    told, _ = overruled(path, seq, 6)
    assert told.changes[0].corrections == (Correction("wolf-1", "damage", 3),)


def test_a_creature_that_is_gone_is_told_and_not_set(fight: Path, tmp_path: Path) -> None:
    path = copied(fight, tmp_path)
    seq, before = go_on(path, RemoveCreatures("ambush", ("wolf-1",)))
    told, state = overruled(path, seq, 6)
    assert (told.changes[0].corrections, told.changes[0].gone) == ((), ("Wolf",))
    assert state == before


def test_once_a_fight_is_over_its_foes_are_followed_no_further(fight: Path, tmp_path: Path) -> None:
    path = copied(fight, tmp_path)
    seq, _ = go_on(path, EndEncounter(1), Hurt(("harsk",), (1,)), Hurt(("harsk",), (1,)))
    with History.open(FilePlace(path), said) as look:
        course = CorrectedStory(look, seq, {f"{SWORD}/damage": Typed(6)})
        assert course.follow(look, 2), "nothing is left to be otherwise"
        (one,) = course.consequences(look).changes
    assert (one.corrections, one.gone) == ((), ("Wolf",))


def test_who_would_have_died_is_told_and_killed_only_if_the_gm_says_so(
    fight: Path, tmp_path: Path
) -> None:
    path = copied(fight, tmp_path)
    seq, _ = go_on(path, EndTurn(), Hurt(("wolf-1",), (1,)))
    with History.open(FilePlace(path), said) as look:
        told = found(look, seq, {f"{SWORD}/damage": Typed(50)})
    assert Correction("wolf-1", "dead", to="yes") in told.changes[0].corrections
    assert amendment(told, (), "dead") is None


def test_an_entry_overruled_again_is_set_right_by_what_is_missing(
    fight: Path, tmp_path: Path
) -> None:
    """Given a blow of 3 that was made one of 5, when it is made one of 4, then 1 is taken back."""
    path = copied(fight, tmp_path)
    seq, before = go_on(path)
    overruled(path, seq, 5)
    told, state = overruled(path, seq, 4)
    assert told.changes[0].corrections == (Correction("wolf-1", "damage", -1),)
    assert foe(state, "wolf-1").damage == foe(before, "wolf-1").damage + 1
    told, again = overruled(path, seq, 4)
    assert (told.changes[0].corrections, again) == ((), state)
    with Campaign.open(FilePlace(path)) as campaign:
        assert isinstance(campaign.story.log(1)[0].command, Amend)


WHO = ("wolf-1", "wolf-2", "harsk", "valeria")
SINCE = st.one_of(
    st.builds(
        Hurt,
        st.sampled_from(WHO).map(lambda who: (who,)),
        st.integers(1, 6).map(lambda n: (n,)),
        st.booleans(),
    ),
    st.builds(
        Heal, st.sampled_from(WHO).map(lambda who: (who,)), st.integers(1, 6).map(lambda n: (n,))
    ),
    st.builds(GiveTemporary, st.just(("wolf-1",)), st.integers(1, 4).map(lambda n: (n,))),
    st.builds(Rule, st.just("damage"), st.integers(0, 9).map(str), st.sampled_from(WHO)),
    st.builds(SetCondition, st.just(("wolf-1",)), st.sampled_from(("prone", "shaken"))),
    st.builds(MakeAttack, st.just(("wolf-2",)), st.just("harsk")),
    st.just(EndTurn()),
)


@settings(examples(4, 150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=st.integers(1, 20), since=st.lists(SINCE, max_size=7))
def test_all_that_is_accepted_makes_the_present_that_the_other_answer_would_have_made(
    fight: Path, tmp_path: Path, damage: int, since: list[Command]
) -> None:
    """Given a blow of another number, when all its consequences are accepted, then all are hurt,
    lie and die as in the story in which it was that number from the first; so far as that story
    has the same turns and questions.
    """
    path = copied(fight, tmp_path)
    seq, _ = go_on(path, *since)
    told, state = overruled(path, seq, damage)
    assume(all(one.outcome == "other" for one in told.changes))

    other = copied(fight, tmp_path)
    with Campaign.open(FilePlace(other)) as campaign:
        campaign.overrule({f"{SWORD}/damage": Typed(damage)})
    _, wanted = go_on(other, *since)
    assume(fought(state) == fought(wanted))
    assert [wounds(find(state, who)) for who in WHO] == [wounds(find(wanted, who)) for who in WHO]


def fought(state: State) -> object:
    assert state.fight is not None
    return state.fight.round, state.fight.acting


def wounds(being: Member | Foe | None) -> object:
    assert being is not None
    points = [getattr(being, name, 0) for name in POINTS]
    lasting = sorted((one.name, one.value) for one in being.lasting)
    return points, being.stable, being.dead, lasting
