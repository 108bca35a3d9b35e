"""The units that a GM prefers reach every figure for people, and none for programs (T-003)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import outrider
from core.messages import Kilometres, Message
from tests.demos import the_week
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.kit.phrases import Roughly, plainest, say, set_units

METRIC = re.compile(r"\d (km|kg|m|km/h)\b|km")
FORDS = Path(outrider.__file__).parent / "docs" / "examples" / "fords.toml"


def test_units_in_force_reach_every_sentence() -> None:
    """Given imperial units, then a message says miles, and what programs read stays metric."""
    far = Message("{km} on the way", km=Kilometres(27))
    set_units("imperial")
    assert say(far) == "18 mi on the way"
    assert plainest(far) == "27 km on the way"


@pytest.mark.parametrize(
    ("km", "metric", "imperial"),
    [
        ("19.5", "20 km", "13 mi"),
        ("9.96", "10 km", "6.6 mi"),
        ("40.4", "40 km", "27 mi"),
    ],
)
def test_distances_of_tables_are_rounded_in_the_units_shown(
    km: str, metric: str, imperial: str
) -> None:
    assert say(Roughly(km)) == metric
    set_units("imperial")
    assert say(Roughly(km)) == imperial


def test_option_beats_environment_beats_settings(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given each source of the setting, then plan's page is in the units of the strongest."""
    home.mkdir(parents=True)
    (home / "settings.toml").write_text('units = "imperial"\n', encoding="utf-8")
    assert outrider.main(["plan", str(FORDS)]) == 0
    page = capsys.readouterr().out
    assert " mi " in page
    assert " km" not in page
    monkeypatch.setenv("OUTRIDER_UNITS", "metric")
    assert outrider.main(["plan", str(FORDS)]) == 0
    assert " km" in capsys.readouterr().out
    assert outrider.main(["--units", "imperial", "plan", str(FORDS)]) == 0
    assert " km" not in capsys.readouterr().out


def test_json_is_the_same_in_all_units(capsys: pytest.CaptureFixture[str]) -> None:
    assert outrider.main(["plan", "--json", str(FORDS)]) == 0
    metric = capsys.readouterr().out
    assert outrider.main(["plan", "--json", "--units", "imperial", str(FORDS)]) == 0
    assert capsys.readouterr().out == metric


async def test_every_figure_of_the_journey_is_imperial() -> None:
    """Given imperial units, when the demo is open, then no pane says kilometres or metres."""
    the_week()
    set_units("imperial")
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        await drive.shows("ARRIVE")
        await drive.shows("8 mi a hex")
        await drive.shows("30 ft")
        await drive.shows("mph")
        assert METRIC.search(drive.text()) is None
        await drive.press("w")
        await drive.opened("Why")
        assert METRIC.search(drive.text()) is None
