"""A stat card shows a creature's figures as they are now, beside those of the sheet."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Lasting
from core.values import replace
from tests.fights import OGRE
from tests.switched import switched
from tests.tui.fight_views import FIGHT, WOLVES, here, view
from tui.encounter.present import cards
from tui.encounter.present.battle import EncounterView
from tui.kit.lines_view import words
from tui.kit.phrases import set_units

CLUB = Attack("club", (8, 3), "2d6+7")
FIGURES = Sheet(
    size="L",
    ac=18,
    dexterity=2,
    fortitude=6,
    reflex=1,
    will=3,
    perception=2,
    speeds=(("walk", 4),),
    attacks=(CLUB,),
)


def with_ogre(*conditions: str, system: str = "pf1") -> EncounterView:
    """A fight with an ogre that has these conditions ("frightened=2")."""
    named = (text.partition("=") for text in conditions)
    lasting = tuple(Lasting(name, value=int(value or 0)) for name, _, value in named)
    ogre = replace(OGRE, sheet=FIGURES, lasting=lasting)
    seen = view(replace(FIGHT, foes=(*WOLVES, ogre)))
    assets = replace(seen.assets, rules=switched(system))
    return here(replace(seen, assets=assets))


def card_of(*conditions: str, system: str = "pf1") -> list[str]:
    set_units("metric")
    card = cards.card(with_ogre(*conditions, system=system), "ogre")
    assert card is not None
    return [words(item) for row in (card.heads, *card.rows) for item in row]


def test_without_conditions_a_card_is_the_sheet() -> None:
    told = card_of()

    assert "AC 18" in told
    assert {"Fort +6", "Ref +1", "Will +3", "Perception +2"} <= set(told)
    assert "club +8/+3 2d6+7" in told
    assert "speed 6 m (4 sq)" in told
    assert not [one for one in told if " of " in one]


@pytest.mark.parametrize(
    ("system", "condition", "expected"),
    [
        ("pf1", "shaken", {"AC 18", "Will +1 of +3", "club +6/+1 of +8/+3 2d6+7"}),
        ("pf1", "exhausted", {"AC 15 of 18", "speed 3 m (2 sq) of 6 m", "Ref -2 of +1"}),
        ("pf1", "exhausted", {"club +5/+0 of +8/+3 2d6+4 of 2d6+7", "Will +3"}),
        ("pf1", "prone", {"AC 14 of 18 (22 ranged)", "club +4/-1 of +8/+3 2d6+7"}),
        ("pf1", "deafened", {"init -4 of +0"}),
        ("pf1", "paralyzed", {"speed 0 m (0 sq) of 6 m", "AC 7 of 18 (11 ranged)"}),
        ("dnd35", "flat_footed", {"AC 16 of 18"}),
        ("sf", "flat_footed", {"EAC 16 of 18 KAC 16 of 18"}),
        ("pf2", "prone", {"AC 16 of 18"}),
        ("pf2", "frightened=2", {"Will +1 of +3", "Fort +4 of +6", "club +6/+1 of +8/+3 2d6+7"}),
    ],
)
def test_a_figure_that_differs_is_shown_beside_the_sheets(
    system: str, condition: str, expected: set[str]
) -> None:
    told = set(card_of(condition, system=system))

    assert expected <= told
