"""Exact risks of forced hours, for those who set out alike or not (T-101 to T-111, T-126)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import Message
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.advance import Segment
from core.travel.forecast import RiskHour, Toiler, risk_after
from core.travel.stretches import Progress
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
WHY = Receipt(Message("a pace"), 5)


def march(hours: Fraction | int, *, hustled: bool = False) -> tuple[Segment, ...]:
    """Hours on foot over one stretch."""
    return (
        Segment(Fraction(hours), Fraction(0), Progress(0), 0, WHY, tiring=True, hustled=hustled),
    )


def risk_of(rules: Ruleset, hours: Fraction | int, *party: Toiler) -> RiskHour:
    return risk_after(party, march(hours), rules)


def test_t_126_someone_who_drops_stays_down() -> None:
    rows = [
        risk_of(PF1, 8 + extra, Toiler(name="ada", con_mod=3, bears=8)) for extra in range(1, 6)
    ]
    assert [(row.hour, row.dc) for row in rows] == [(9, 12), (10, 14), (11, 16), (12, 18), (13, 20)]
    drops = [row.p_any_unconscious for row in rows if row.p_any_unconscious is not None]
    assert drops == sorted(drops)
    assert drops[0] == 0
    assert drops[-1] == Fraction(174473, 270000)
    assert rows[-1].members[0].p_fatigued == 1 - Fraction(9, 1250)


def test_t_126_damage_already_taken_counts() -> None:
    ada, ben = (
        risk_of(PF1, 9, Toiler(name="ada", con_mod=0, bears=5, damage=n)).members[0] for n in (4, 6)
    )
    assert ada.p_unconscious == Fraction(11, 20) * Fraction(5, 6)
    assert ben.p_unconscious == 1


def test_t_103_the_fatigued_stay_fatigued_and_hours_go_on_counting() -> None:
    row = risk_of(
        PF1, 2, Toiler(name="ada", con_mod=2, bears=None, tired=True, marched=Fraction(10))
    )
    assert (row.hour, row.dc) == (12, 18)
    assert row.members[0].p_fatigued == 1
    assert row.members[0].p_unconscious is None
    assert row.p_any_unconscious is None


def test_t_102_the_ruleset_has_the_difficulty_and_the_dice() -> None:
    harder = PF1.model_copy(
        update={"march": PF1.march.model_copy(update={"base_dc": 12, "dice": "2d4"})}
    )
    row = risk_of(harder, 9, Toiler(name="ada", con_mod=0, bears=7))
    assert row.dc == 14
    assert row.members[0].p_unconscious == Fraction(13, 20) * Fraction(1, 16)


def test_t_109_a_part_of_an_hour_calls_for_no_check() -> None:
    row = risk_of(PF1, Fraction(17, 2), Toiler(name="ada", con_mod=0, bears=7))
    assert (row.hour, row.dc) == (0, None)
    assert row.members[0].p_fail == 0


def test_t_108_each_has_the_check_of_the_hours_marched_so_far() -> None:
    late = Toiler(name="late", con_mod=0, bears=7)
    soon = Toiler(name="soon", con_mod=0, bears=7, marched=Fraction(5, 2))
    row = risk_of(PF1, 7, late, soon)
    assert (row.hour, row.dc) == (9, 12)
    assert [risk.p_fail for risk in row.members] == [0, Fraction(11, 20)]


def test_t_167_an_animal_that_is_driven_fails_and_calls_for_no_dc() -> None:
    row = risk_of(PF1, 10, Toiler(name="pony", con_mod=None, bears=11, driven=True))
    assert (row.hour, row.dc) == (10, None)
    assert row.members[0].p_fail == 1
    assert row.members[0].p_unconscious == Fraction(1, 36)


def test_t_126_a_hustle_drops_whoever_has_no_constitution_written_down() -> None:
    pip = Toiler(name="pip", con_mod=None, bears=6)
    risks = [risk_after((pip,), march(n, hustled=True), PF1).members[0] for n in (3, 4)]
    assert [(risk.p_fail, risk.p_unconscious) for risk in risks] == [(None, None), (None, 1)]


def test_t_111_a_forced_hour_at_a_hustle_costs_both() -> None:
    ada = Toiler(name="ada", con_mod=0, bears=1, marched=Fraction(8), hustled=Fraction(1))
    row = risk_after((ada,), march(1, hustled=True), PF1)
    assert row.members[0].p_fatigued == 1
    assert row.members[0].p_unconscious == Fraction(11, 20)
