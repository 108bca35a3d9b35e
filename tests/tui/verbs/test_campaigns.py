"""`outrider list`: campaigns, and what is only tried, under theirs."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from core.play.facts.road.commands import Wait
from saves.library import branches, library
from saves.store.packaged_rulesets import packaged
from tui.cli import main
from tui.kit.phrases import say


@pytest.fixture
def shelf() -> None:
    """A campaign of two entries, and a trial from the first of them."""
    with library.create("Rime", packaged("pf1")) as campaign:
        campaign.record(Wait(Fraction(2)))
        branches.branch(campaign.place, 1, say)


@pytest.mark.usefixtures("shelf")
def test_a_trial_stands_under_its_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"], "0") == 0
    campaign, trial = capsys.readouterr().out.splitlines()
    assert campaign.split("  ")[0] == "Rime"
    assert trial.startswith("  what if 1 ")
    assert "from 1 Deepwinter 08:00" in trial

    library.bin("Rime")
    main(["list"], "0")
    (alone,) = capsys.readouterr().out.splitlines()
    assert alone.startswith("Rime, what if 1 ")
    assert "from 1 Deepwinter 08:00, Rime" in alone


@pytest.mark.usefixtures("shelf")
def test_programs_are_told_what_a_trial_was_born_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"], "0") == 0
    campaign, trial = json.loads(capsys.readouterr().out)
    assert "born_from" not in campaign
    assert trial["born_from"] == {
        "campaign": campaign["id"],
        "name": "Rime",
        "entry": 1,
        "date": {"year": 1212, "month": "Deepwinter", "day": 1},
        "hour": "8",
    }
    assert (campaign["sessions"], trial["sessions"]) == (1, 1)


@pytest.mark.usefixtures("shelf")
def test_without_a_terminal_the_campaign_is_told_and_not_its_trial(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], "0") == 0
    assert "10:00" in capsys.readouterr().out
