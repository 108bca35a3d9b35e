"""How a record says what happened: short, and to players without what the GM rolls against."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.road.commands import March, SetPace, SetRoute
from core.play.facts.table.commands import Correction
from core.play.facts.table.events import Amended, Edited, Healed
from core.values import replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.record.document import Audience
from tests.builders import decided
from tests.core.play.maps import REGION
from tests.saves.campaigns import HARSK, TAM, begun, hurt
from tests.saves.exchange.record.secrets import planted
from tests.saves.exchange.record.told import AUDIENCES, read_plain
from tests.saves.fights import perform

PEOPLE = (HARSK, TAM, replace(TAM, id="sorrel", name="Sorrel", token="s"))


def setting_out(path: Path) -> Campaign:
    """Three people on a road."""
    campaign = begun(path, *PEOPLE)
    campaign.adopt_map(REGION, Fraction(12), "0101")
    campaign.record(SetRoute("0303"))
    return campaign


@pytest.mark.parametrize("who", AUDIENCES)
def test_an_hour_of_a_forced_march_is_told_as_one(tmp_path: Path, who: Audience) -> None:
    """Then its checks and their damage are one list, and only the GM reads the DC."""
    with setting_out(tmp_path / "a.outrider") as campaign:
        perform(campaign, March(Fraction(10)), harsk=12, sorrel=13, tam=6, damage=4)
    text = read_plain(tmp_path / "a.outrider", who)
    ninth, tenth = (", against 12", ", against 14") if who == "gm" else ("", "")
    assert (
        f"forced march, hour 9{ninth}: Harsk 12, Sorrel 13 pass; Tam 6 fails, 4 nonlethal; "
        f"forced march, hour 10{tenth}: Harsk 12 fails, 4 nonlethal; Tam 6 fails, 4 nonlethal; "
        "Sorrel 13 fails, 4 nonlethal"
    ) in text
    assert text.count("forced march") == 2


def test_an_hour_of_a_hustle_is_told_as_one(tmp_path: Path) -> None:
    with setting_out(tmp_path / "a.outrider") as campaign:
        campaign.record(SetPace("hustle"))
        perform(campaign, March(Fraction(3)))
    text = read_plain(tmp_path / "a.outrider", "players")
    assert "hustle, hour 2: Harsk, Tam, Sorrel 1 nonlethal each; hustle, hour 3: " in text


def test_players_read_what_was_set_right_and_not_by_which_entry(tmp_path: Path) -> None:
    with setting_out(tmp_path / "a.outrider") as campaign:
        hurt(campaign, 5)
        less = (Correction("harsk", "damage", -3),)
        amended = Amended(campaign.tip, "it missed", less, "fog")
        campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, amended))
    players, gm = (read_plain(tmp_path / "a.outrider", who) for who in ("players", "gm"))
    assert "et right: Harsk 3 damage less" in players
    assert "overruled" not in players
    assert f"ntry {amended.entry} overruled, it missed (fog): Harsk 3 damage less" in gm


def test_players_do_not_read_that_a_sheet_is_edited_or_that_nothing_is_healed(
    tmp_path: Path,
) -> None:
    """Given a session with nothing else, then players read no heading of its day either."""
    with setting_out(tmp_path / "a.outrider") as campaign:
        marks.begin_session(campaign)
        edited = Edited(replace(HARSK, hp=40))
        campaign.recorder.write_story(
            SetPace("walk"), {}, decided(campaign.state, edited, Healed("tam"))
        )
    players = read_plain(tmp_path / "a.outrider", "players")
    gm = read_plain(tmp_path / "a.outrider", "gm")
    assert "arsk is edited" in gm
    assert "Tam heals 0" in gm
    assert "edited" not in players
    assert "heals 0" not in players
    assert empty_headings(gm) == []
    assert empty_headings(players) == []


def test_players_read_no_heading_of_a_round_in_which_they_see_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with planted(path) as campaign:
        for _ in range(12):
            campaign.record(EndTurn())
    assert "Round 1" in read_plain(path, "players")
    assert empty_headings(read_plain(path, "players")) == []


def empty_headings(text: str) -> list[str]:
    """The headings that are followed by one that is not below them, or by nothing."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = []
    for line, after in zip(lines, [*lines[1:], "# "], strict=True):
        level = len(line) - len(line.lstrip("#"))
        below = len(after) - len(after.lstrip("#"))
        if level and 0 < below <= level:
            found.append(line)
    return found
