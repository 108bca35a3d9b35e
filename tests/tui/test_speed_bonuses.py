"""The line of speed bonuses on a member's form (T-036, T-037, T-039, C-011)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.play.facts.state import Member
from core.travel.movers import Bonus, Mover, resolve
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import TAM
from tui.party.form_lines import read_sheet, write_sheet

PF1 = packaged("pf1")
HUMAN = replace(TAM, sheet=None, mover=Mover(race="human"))
THREE = Fraction(3)


def with_bonuses(text: str, member: Member = HUMAN, armor: str = "none") -> Member:
    """The member with this on the line of bonuses, in this armour."""
    values = {**write_sheet(member, PF1), "bonuses": text, "armor": armor}
    return read_sheet(values, member, PF1)


@pytest.mark.parametrize(
    ("text", "armor", "bonuses", "speed_m"),
    [
        ("enhancement 3", "none", (Bonus("enhancement", THREE),), 12),
        ("enhancement 3, enhancement +9m", "none", None, 18),
        ("enhancement 3, barbarian", "none", (Bonus("enhancement", THREE),), 15),
        ("barbarian", "heavy", (), 6),
        ("monk 3", "none", (Bonus("monk", THREE),), 12),
        ("monk 3", "light", (Bonus("monk", THREE),), 9),
        ("-3", "none", (Bonus("untyped", -THREE),), 6),
        ("", "none", (), 9),
    ],
)
def test_t_036_to_t_039_bonuses_are_typed_and_count(
    text: str, armor: str, bonuses: tuple[Bonus, ...] | None, speed_m: int
) -> None:
    member = with_bonuses(text, armor=armor)
    assert bonuses is None or member.mover.bonuses == bonuses
    assert member.mover.barbarian is ("barbarian" in text)
    assert resolve(member.mover, PF1).speed_m == speed_m
    assert read_sheet(write_sheet(member, PF1), member, PF1) == member


def test_c_011_a_mount_takes_no_speed_bonus_and_a_word_without_metres_is_refused() -> None:
    pony = replace(HUMAN, role="mount", mover=Mover(mount="pony"))
    with pytest.raises(Refusal, match="no_base_speed"):
        with_bonuses("enhancement 3", replace(pony))
    with pytest.raises(Refusal, match="bad_figure"):
        with_bonuses("enhancement")
