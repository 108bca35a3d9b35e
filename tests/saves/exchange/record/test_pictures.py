"""What the pictures are drawn from: the way, the hours, the board."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.combat.board.squares import Block, Square
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.road.commands import Camp, March, SetPace, SetRoute
from core.travel.regionmap import Hex
from core.values import replace
from saves.campaign import marks
from saves.exchange.record.compose import compose
from saves.exchange.record.document import (
    Audience,
    BoardPicture,
    ChartLeg,
    DayBar,
    HexPicture,
    JourneyChart,
    NightMark,
    PictureToken,
    Record,
    Region,
    Strand,
    Trail,
    WalkLine,
    Wall,
)
from saves.exchange.record.forms import ascii_map, forms
from saves.history.history import History
from saves.history.sessions import sessions
from saves.store.sqlite.file_place import FilePlace
from tests.builders import decided
from tests.core.play.maps import REGION
from tests.fights import BOARD, FIGHT_STORY, PREPARED
from tests.saves.campaigns import HARSK, TAM, begun
from tests.saves.exchange.record.told import AUDIENCES, FORMS, record
from tests.saves.fights import PEOPLE, perform
from tui.kit.phrases import phrase
from tui.view import said

SMALL = Region(
    "The way",
    (
        HexPicture(Hex(1, 1), "plains", "Mill"),
        HexPicture(Hex(2, 1), "forest"),
        HexPicture(Hex(3, 1), ""),
    ),
    (Strand("way", (Hex(1, 1), Hex(2, 1))),),
    (Trail("1 Thaw", (Hex(1, 1), Hex(2, 1))),),
    (NightMark(Hex(2, 1), (1, 2)),),
    (),
    Hex(1, 1),
    Hex(2, 1),
    (("plains", "plains"),),
    "a hex",
)


def test_a_map_is_drawn_with_all_that_is_on_it() -> None:
    maps = forms().get_template("map.svg").make_module({"phrase": phrase})
    drawn = str(maps.map(SMALL, "x"))  # type: ignore[attr-defined]
    for what in (
        ">0101</text>",
        'class="way"',
        'class="trail"',
        ">Mill</text>",
        ">1, 2</text>",
        "Night 1, 2",
        'class="hex wood"',
        'class="hex blank"',
        "1 Thaw",
    ):
        assert what in drawn
    assert 'class="river"' not in drawn
    assert "A map of 3 hexes, a hex, with 1 day of travel and 2 numbered nights." in drawn


def test_a_day_of_no_way_has_no_bar() -> None:
    days = (
        DayBar(Fraction(0), "1 Thaw", Fraction(24), Fraction(0), "24 km"),
        DayBar(Fraction(24), "2 Thaw", Fraction(0), Fraction(0), "0 km"),
    )
    journey = JourneyChart(
        "The way",
        (),
        (),
        days,
        Fraction(48),
        Fraction(40),
        Fraction(24),
        "24 km",
        Fraction(24),
        (),
        (),
    )
    charts = forms().get_template("charts.svg").make_module({"phrase": phrase})
    drawn = str(charts.days(journey, "x"))  # type: ignore[attr-defined]
    assert "1 Thaw: 24 km" in drawn
    assert "2 Thaw" in drawn
    assert "0 km" not in drawn
    assert drawn.count('class="bar"') == 1


def test_a_map_of_characters_puts_the_end_of_the_way_over_all_else() -> None:
    assert ascii_map(SMALL, phrase)[:3] == ("o     ?", "   @", "")


def test_a_board_is_drawn_with_all_that_is_on_it() -> None:
    board = BoardPicture(
        "The ford",
        2,
        0,
        3,
        2,
        (("water", (Square(2, 0),)),),
        (Square(4, 1),),
        (Wall("wall", Square(2, 0), Square(3, 0)), Wall("locked", Square(3, 0), Square(3, 1))),
        (
            PictureToken("H", "Harsk", Block(2, 1, 1), "party", "prone", 2, "7"),
            PictureToken("a", "Wolf a", Block(3, 0, 1), "foe", "dead", secret=True),
            PictureToken("n", "Nan", Block(3, 1, 1), "neutral"),
        ),
        (WalkLine("party", ((3, 1), (5, 3)), 1),),
        (("water", "deep water"),),
        "1 square = 1.5 m",
    )
    boards = forms().get_template("board.svg").make_module({"phrase": phrase})
    drawn = str(boards.board(board, "x"))  # type: ignore[attr-defined]
    for what in (
        ">C</text>",
        ">E</text>",
        "ground water",
        "deep water",
        "unseen",
        "door locked",
        "token party prone",
        "token foe dead secret",
        "token neutral",
        "↑2",
        "Harsk, prone, height 2, 7 hp",
        "Wolf a, dead, hidden",
        "walk party",
        "Harsk at C2",
    ):
        assert what in drawn
    assert ">A</text>" not in drawn


@pytest.fixture
def marched(tmp_path: Path) -> Record:
    """A forced march of nine hours on a road, the night after it, and a morning on the way."""
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.adopt_map(REGION, Fraction(12), "0101")
        campaign.record(SetRoute("0303"))
        perform(campaign, March(Fraction(9)), other=20)
        campaign.record(Camp())
        perform(campaign, March(Fraction(3)))
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        return compose(look, sessions(look), "players")


def test_the_line_of_the_journey_has_its_forced_hours_and_its_nights(marched: Record) -> None:
    (part,) = marched.parts
    journey = part.journey
    assert journey is not None
    assert journey.km == sum((leg.km_to - leg.km_from for leg in journey.legs), Fraction(0))
    (forced,) = (leg for leg in journey.legs if leg.forced)
    assert forced.ends - forced.begins == 1
    assert journey.legs[0] == ChartLeg(Fraction(8), forced.begins, Fraction(0), forced.km_from)
    assert [(stop.kind, stop.number) for stop in journey.stops] == [("night", 1)]
    assert [tick.label for tick in journey.ticks][:2] == ["0 km", "15 km"]


def test_the_map_has_the_way_of_each_day_hex_by_hex(marched: Record) -> None:
    region = marched.parts[0].region
    assert region is not None
    first, second = region.trails
    assert first.hexes[0] == region.start == Hex(1, 1)
    assert first.hexes[-1] == second.hexes[0]
    assert second.hexes[-1] == region.end
    assert [night.numbers for night in region.nights] == [(1,)]


def test_several_sessions_have_pictures_of_their_own_and_of_all(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", TAM) as campaign:
        campaign.adopt_map(REGION, Fraction(12), "0101")
        campaign.record(SetRoute("0303"))
        for hours in (2, 1):
            perform(campaign, March(Fraction(hours)))
            campaign.record(Camp())
        marks.begin_session(campaign, "The second")
        for hours in (1, 1):
            perform(campaign, March(Fraction(hours)))
            campaign.record(Camp())
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        whole = compose(look, sessions(look), "players")
    first, second = whole.parts
    assert second.title == "The second"
    assert whole.journey is not None
    assert first.journey is not None
    assert second.journey is not None
    assert whole.journey.km == first.journey.km + second.journey.km
    assert whole.region is not None


@pytest.mark.parametrize("who", AUDIENCES)
def test_whatever_happens_in_a_fight_can_be_told(tmp_path: Path, who: Audience) -> None:
    """Given an example of every event, each an entry, then both forms are written."""
    with begun(tmp_path / "a.outrider", *PEOPLE) as campaign:
        campaign.prepare(Prepare(replace(PREPARED, id="other")), BOARD)
        for event in FIGHT_STORY:
            campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, event))
    for form in FORMS:
        assert HARSK.name in record(tmp_path / "a.outrider", who, form)
