"""Mounts without a sheet of their own are as big as their kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.creatures import Sheet
from core.play.fight.scene import scene_of
from core.play.state import Member
from core.play.table.commands import Rule
from core.travel.movers import Mover
from tests.core.play.fight.brawls import HERO, brawl, refused, under, with_figure

HORSE = Member("horse", "Horse", "h", role="mount", mover=Mover(mount="heavy_horse"))


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_a_horse_without_a_sheet_is_large_and_a_pony_medium(ruleset: str) -> None:
    pony = replace(HORSE, id="pony", mover=Mover(mount="pony"))
    told = replace(HORSE, id="told", sheet=Sheet(size="H"))
    scene = scene_of(brawl(HORSE, pony, told, horse="A1", pony="D1", told="G1"), under(ruleset))
    assert [scene.space(one) for one in scene.creatures] == [2, 1, 3]
    assert scene.creature("horse").long


def test_a_rider_is_anywhere_on_a_horse_without_a_sheet() -> None:
    """Given a mounted hero on the last column but one, then no place beyond it holds the horse."""
    state = with_figure(brawl(HERO, HORSE, hero="K2", horse="K2"), "hero", mount="horse")
    scene = scene_of(state, under())
    assert scene.body(scene.creature("hero")).side == 2
    assert refused(Rule("position", "L2", "horse"), state) == "off_the_map"
