"""What is corrected together when the past is overruled, and what comes of it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.dice import Answer, Ruled
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import EndTurn, Stabilise
from core.play.facts.road.commands import Camp, March, SetLegs
from core.play.facts.state import Member, State
from core.play.facts.table.commands import CallCheck, Correction, Heal, Hurt
from core.play.fight.health import health
from core.play.table.agreement import find_disagreements
from core.play.union import Command
from core.travel.movers import Mover
from saves.campaign.campaign import Campaign
from saves.history.fixing import Change, Consequences, amendment, find_questions
from saves.history.history import History
from saves.history.joint_changes import joint_changes
from saves.store.packaged_rulesets import packaged
from tests.builders import ROAD
from tests.saves.campaigns import begun
from tests.saves.fights import fighting, perform
from tests.saves.history.telling import consequences, tells
from tests.thorough import examples
from tui.view import said

DYING_1 = Correction("harsk", "condition", to="dying", lasting=Lasting("dying", value=1))
MORE = Correction("harsk", "damage", 10)
LESS = Correction("harsk", "damage", -10)
STANDS = Correction("harsk", "position", to="C4")
OTHER = Correction("tam", "damage", -10)


@pytest.mark.parametrize(
    ("second", "joined"),
    [
        (LESS, True),
        (DYING_1, True),
        (Correction("harsk", "dead", to="yes"), True),
        (Correction("harsk", "stable", to="yes"), True),
        (MORE, False),
        (Correction("harsk", "nonlethal", -4), False),
        (Correction("harsk", "condition", to="prone"), False),
        (STANDS, False),
        (OTHER, False),
    ],
)
def test_what_balances_or_follows_from_wounds_hangs_together(
    second: Correction, joined: bool
) -> None:
    changes = (
        Change(3, "other", corrections=(MORE,)),
        Change(5, "other", corrections=(second,)),
        Change(7, "asks"),
    )
    expected = {3: {3, 5}, 5: {3, 5}} if joined else {3: {3}, 5: {5}}
    assert joint_changes(changes) == expected


def test_what_hangs_together_by_another_entry_hangs_together() -> None:
    """Given a wound of two, when one is healed and the other is dying, then all are one."""
    changes = (
        Change(3, "other", corrections=(MORE, OTHER)),
        Change(5, "other", corrections=(LESS,)),
        Change(6, "other", corrections=(Correction("tam", "stable", to="yes"),)),
    )
    assert set(joint_changes(changes).values()) == {frozenset((3, 5, 6))}


def overrule(campaign: Campaign, seq: int, answers: dict[str, Answer]) -> Consequences:
    """Overrule an entry and accept what is marked at first."""
    with History.open(campaign.place, said) as look:
        found = consequences(look, seq, answers)
    assert isinstance(found, Consequences)
    marked = joint_changes(found.changes).get(seq, frozenset())
    command = amendment(found, marked, "overruled")
    if command is not None:
        campaign.record(command)
    return found


def wounds(state: State, who: str) -> tuple[int, int, list[tuple[str, int]]]:
    being = someone(state, who)
    return being.damage, being.nonlethal, sorted((one.name, one.value) for one in being.lasting)


def test_a_wound_at_zero_that_others_make_up_for_leaves_the_dying_dying(tmp_path: Path) -> None:
    """Given pf2 and 24 of 30, hurt 15, 30 and 2, when the first was 5, then still 0 and dying 2."""
    harsk = Member("harsk", "Harsk", "H", hp=30, damage=6)
    with begun(tmp_path / "a.outrider", harsk, ruleset="pf2") as campaign:
        first = campaign.record(Hurt(("harsk",), (15,))).seq
        campaign.record(Hurt(("harsk",), (30,)))
        campaign.record(Hurt(("harsk",), (2,)))
        overrule(campaign, first, {"points/1/harsk": Ruled("5")})
        assert wounds(campaign.state, "harsk") == (30, 0, [("dying", 2)])


def test_a_critical_hit_that_was_a_hit_leaves_no_one_dying_with_hit_points(tmp_path: Path) -> None:
    """Given pf2, 48 hit points gone at once and 9 more later, when 41 went, then none are left."""
    harsk = Member("harsk", "Harsk", "H", hp=48)
    with begun(tmp_path / "a.outrider", harsk, ruleset="pf2") as campaign:
        first = campaign.record(Hurt(("harsk",), (60,))).seq
        campaign.record(Hurt(("harsk",), (9,)))
        overrule(campaign, first, {"points/1/harsk": Ruled("41")})
        assert wounds(campaign.state, "harsk") == (48, 0, [("dying", 1)])


def test_damage_of_a_march_that_a_night_healed_leaves_today_alone(tmp_path: Path) -> None:
    """Given dnd35, a forced march failed on day 1 and slept off, when it was passed, then the 7
    nonlethal of today stay and she sleeps."""
    sil = Member("sil", "Sil", "S", hp=6, mover=Mover(race="human"), level=4)
    with begun(tmp_path / "a.outrider", sil, ruleset="dnd35") as campaign:
        campaign.record(SetLegs((ROAD,)))
        perform(campaign, March(Fraction(9)), other=1, damage=3)
        with History.open(campaign.place, said) as look:
            march = tells(look, "forced march")
            key = find_questions(look, march)[0].question.key
        campaign.record(Camp())
        assert wounds(campaign.state, "sil")[1] == 0
        campaign.record(Hurt(("sil",), (7,), nonlethal=True))
        found = overrule(campaign, march, {key: Ruled("pass")})
        assert len(joint_changes(found.changes)[march]) == 2
        assert wounds(campaign.state, "sil")[1] == 7
        assert health(someone(campaign.state, "sil"), packaged("dnd35")).slug == "unconscious"


WHO = st.sampled_from((("wolf-1",), ("harsk",)))
POINTS = st.integers(1, 30).map(lambda points: (points,))
SINCE = st.one_of(
    st.builds(Hurt, WHO, POINTS, st.booleans()),
    st.builds(Heal, WHO, POINTS),
    st.builds(Stabilise, st.sampled_from(("wolf-1", "harsk"))),
    st.builds(CallCheck, st.just("stabilise"), st.none(), WHO),
    st.builds(MakeAttack, st.just(("wolf-2",)), st.just("harsk")),
    st.just(EndTurn()),
)


@settings(examples(2, 60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("ruleset", ["pf1", "pf2"])
@given(
    first=st.integers(1, 60),
    instead=st.integers(0, 60),
    since=st.lists(SINCE, max_size=7),
    taken=st.sets(st.integers(0, 9)),
)
def test_after_accepting_any_correction_hit_points_dying_awake_and_prone_agree(
    tmp_path: Path,
    ruleset: str,
    first: int,
    instead: int,
    since: Sequence[Command],
    taken: set[int],
) -> None:
    """Given a fight since a wound, when another wound is accepted in any parts, then all agree."""
    path = tmp_path / "a.outrider"
    path.unlink(missing_ok=True)
    with fighting(path, ruleset) as campaign:
        seq = campaign.record(Hurt(("harsk",), (first,))).seq
        for command in since:
            with contextlib.suppress(Refusal):
                perform(campaign, command)
        with History.open(campaign.place, said) as look:
            found = consequences(look, seq, {"points/1/harsk": Ruled(str(instead))})
        assert isinstance(found, Consequences)
        together = joint_changes(found.changes)
        marked = set[int]()
        for number, change in enumerate(found.changes):
            if number == 0 or number in taken:
                marked |= together.get(change.seq, set())
        correcting = amendment(found, marked, "overruled")
        if correcting is None:
            return
        campaign.record(correcting)
        for who in ("harsk", "valeria", "tam", "wolf-1", "wolf-2"):
            assert not find_disagreements(who, campaign.state, packaged(ruleset))
