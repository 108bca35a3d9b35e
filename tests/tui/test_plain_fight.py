"""The fight in a pipe: what the screen shows, as text."""

from __future__ import annotations

from pathlib import Path

from core.play.facts.fight.turns.commands import SetCondition
from tests.saves.fights import fighting
from tui.cli.plain import page
from tui.view import taken


def test_a_fight_that_is_on_is_printed_with_its_grid_and_its_order(tmp_path: Path) -> None:
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(SetCondition(("harsk",), "shaken", 2))
        text = page(taken(campaign)).splitlines()
    assert "  shaken (until the turn of Harsk in round 3): Harsk." in text
    assert "  Ambush at the ford is being played: round 1, the turn of Harsk." in text
    start = text.index(" 4  . T . ::. . H'a . . .+. . . . . ##c?&&&")
    assert text[start + 3] == " 7  . . . . . . . . . . . . . . . . [d ]. ."
    order = text[text.index("Initiative") + 1 :]
    assert [line.split()[:2] for line in order[:5]] == [
        ["22", "a-c"],
        ["16>H", "Harsk"],
        ["12", "V"],
        ["4", "T"],
        ["1", "d"],
    ]
    assert order[5:7] == ["Ends by itself", "  H shaken: 2 rounds, ends before H"]


def test_without_a_fight_there_is_none(tmp_path: Path) -> None:
    from tests.saves.campaigns import HARSK, begun

    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        assert "Initiative" not in page(taken(campaign))
