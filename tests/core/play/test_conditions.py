"""What damage makes of a member: the same thresholds for a march's odds and for the story."""

from __future__ import annotations

import pytest

from core.play.facts.state import Member, able
from core.play.fight.health import health
from tests.builders import assets


def hurt(damage: int = 0, nonlethal: int = 0) -> Member:
    return Member("pony", "Pony", "p", role="mount", hp=13, damage=damage, nonlethal=nonlethal)


def fares(member: Member) -> str:
    return health(member, assets().rules).slug


@pytest.mark.parametrize("member", [hurt(nonlethal=13), hurt(5, 8), hurt(13)])
def test_damage_equal_to_the_hit_points_staggers_and_no_more(member: Member) -> None:
    """T-126: exactly the current hit points, lethal or not."""
    assert fares(member) in ("staggered", "disabled")
    assert able(member)


@pytest.mark.parametrize("member", [hurt(nonlethal=14), hurt(5, 9), hurt(13, 1)])
def test_nonlethal_damage_above_the_hit_points_drops(member: Member) -> None:
    """T-126: more than the current hit points."""
    assert fares(member) == "unconscious"
    assert not able(member)


def test_lethal_damage_above_the_hit_points_drops_a_driven_mount() -> None:
    """T-167 with T-126: the odds of a march count the same."""
    assert fares(hurt(14)) == "dying"
    assert not able(hurt(14))
