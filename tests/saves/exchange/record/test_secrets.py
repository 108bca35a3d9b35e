"""What players are handed holds nothing that the GM keeps for itself; the GM's has all of it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from core.play.facts.road.commands import March, SetRoute
from core.play.facts.table.commands import MarkHexes
from core.travel.regionmap import RegionMap
from saves.campaign import marks
from saves.exchange.exporting import Form
from tests.core.play.maps import REGION, cell
from tests.saves.campaigns import begun
from tests.saves.exchange.record.secrets import DC, FIGURE, MARK, SECRETS, UNDONE, word
from tests.saves.exchange.record.told import AUDIENCES, FORMS, record, record_of
from tests.saves.fights import PEOPLE, perform


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_word_is_in_what_players_read(form: Form) -> None:
    """Given a word in every secret field, then none of them comes out, nor the figures."""
    text = record_of("players", form)
    assert "The miller is kind." in text
    assert MARK.casefold() not in text.casefold()
    assert str(FIGURE) not in text


@pytest.mark.parametrize("form", FORMS)
def test_players_read_nothing_of_what_the_gm_rolls_for_itself(form: Form) -> None:
    text = record_of("players", form).casefold()
    for told in ("encounter check", "placed by the gm", "unexplained", "dark at", "rules c-"):
        assert told in record_of("gm", form).casefold() or told == "unexplained"
        assert told not in text


@pytest.mark.parametrize("form", FORMS)
def test_players_read_what_a_check_came_to_but_not_its_dc(form: Form) -> None:
    players, gm = ("".join(re.split(r"\[\[|]]|</?b>", record_of(who, form))) for who in AUDIENCES)
    for told in ("wim: Harsk 11 fails, Tam 11 fails", "ump: Harsk 11 fails"):
        assert told in players
    assert str(DC) not in players
    for told in (f"wim against {DC}: Harsk 11", f"ump: Harsk 11 against {DC}, fails"):
        assert told in gm


@pytest.mark.parametrize("what", SECRETS)
def test_the_gm_reads_every_secret(what: str) -> None:
    texts = [record_of("gm", form).casefold() for form in FORMS]
    assert any(word(what).casefold() in text for text in texts)


@pytest.mark.parametrize("what", ["Note", "Later", "Question", "Renamed", "Plot"])
def test_secrets_are_marked_as_such_for_the_gm(what: str) -> None:
    lines = record_of("gm", "md").splitlines()
    assert any(word(what) in line and "**GM**" in line for line in lines)


@pytest.mark.parametrize("form", FORMS)
def test_what_was_undone_is_told_to_nobody(form: Form) -> None:
    assert str(UNDONE) not in record_of("gm", form)
    assert str(UNDONE) not in record_of("players", form)


def test_the_map_of_players_has_no_hex_that_they_do_not_know() -> None:
    players, gm = (record_of(who, "html") for who in ("players", "gm"))
    for hidden in ("0302", "0104", "0202"):
        assert f">{hidden}</text>" in gm
        assert f">{hidden}</text>" not in players
    assert ">0301</text>" in players


@pytest.mark.parametrize("form", FORMS)
def test_what_is_made_secret_later_stands_in_no_earlier_session(form: Form, tmp_path: Path) -> None:
    """Given a place on the map of session 1 that is made secret in session 2, then in neither."""
    path = tmp_path / "a.outrider"
    campaign = begun(path, *PEOPLE)
    village = cell("0202", "plain", "village", name="Zyzzyvaton")
    region = RegionMap((*REGION.lines, village))  # the last line for a hex wins
    campaign.adopt_map(region, Fraction(12), "0101")
    campaign.record(SetRoute("0202"))
    perform(campaign, March(Fraction(1)), other=12)
    marks.begin_session(campaign)
    campaign.record(SetRoute("0303"))
    assert "Zyzzyvaton" in record(path, "players", "html")
    campaign.record(MarkHexes(("0202",), explored=False, known=False))
    campaign.close()
    assert "Zyzzyvaton" not in record(path, "players", form)
    assert "Zyzzyvaton" in record(path, "gm", "html")


def test_the_board_of_players_has_no_hidden_foe_and_no_hit_points() -> None:
    players, gm = (record_of(who, "html") for who in ("players", "gm"))
    assert gm.count(">z</text>") == gm.count("token foe secret") > 0
    assert ">z</text>" not in players
    assert " hp</title>" in gm
    assert " hp</title>" not in players
