"""Damage of a campaign that was begun before entries said who dealt it: unknown, not guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.fight.turns.commands import RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.table.commands import Hurt
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.exchange.exporting import ExportRequest, text
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace
from tests.evening import AMBUSH, BOARD
from tests.golden import older_editions as golden
from tests.saves.verifying import verify_at
from tui.view import said


def dealt(place: FilePlace) -> dict[str, int]:
    """Who dealt how much damage, as the GM's record has it; "[[Harsk]]" is Harsk."""
    with History.open(place, said) as look:
        record = text(look, ExportRequest(audience="gm"))
    table = record.partition("## Damage")[2].splitlines()[4:]
    rows = [[cell.strip(" []") for cell in line.split("|")] for line in table if "|" in line]
    return {who: int(points) for _, who, points, *_ in rows if int(points)}


BOAR = replace(AMBUSH.foes[0], id="boar", group="", kind="")
AGAIN = Encounter(
    "again", "The boar", "", foes=(BOAR,), figures=(Figure("boar", "B2"), Figure("harsk", "B5"))
)


@pytest.mark.parametrize("ruleset", ["pf1", "sf"])
def test_damage_of_before_was_dealt_by_somebody_unknown(ruleset: str, tmp_path: Path) -> None:
    """Given 4 points of foes and 11 of the heroes by an older program, and 22 of marches.

    When 2 points are typed in a fight of today, they are those of who acts.
    """
    place = FilePlace(golden.unpack(ruleset, tmp_path))
    before = {"nobody": 22, "unknown": 4 + 11}
    assert dealt(place) == before

    with Campaign.open(place, clock=golden.clock) as campaign:
        evening = golden.Evening(campaign)
        campaign.prepare(Prepare(AGAIN), BOARD)
        assert evening.do(BeginEncounter(AGAIN.name, AGAIN.id))
        assert evening.do(RollInitiative())
        assert fight_of(campaign.state).sole_actor == "valeria"
        assert evening.do(Hurt(("boar",), (2,)))

    assert verify_at(place) == ()
    assert dealt(place) == {**before, "Valeria": 2}
