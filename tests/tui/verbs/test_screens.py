"""`outrider` and `outrider demo` in a pipe: the campaign as plain text, no escape codes, exit 0."""

from __future__ import annotations

import argparse
import json

import pytest

from tests.demos import the_ambush
from tui.cli import campaigns, screens


def arguments(verb: str | None, **more: object) -> argparse.Namespace:
    """What the command line hands over."""
    return argparse.Namespace(verb=verb, **more)


def test_the_demo_is_printed_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """Given no terminal, then Previously, the fight, the itinerary; how to open the screens."""
    the_ambush()
    assert screens.run(arguments("demo", new=False)) == 0
    said = capsys.readouterr()
    assert "Previously\n  It is 14 Thaw 1212, 11:22" in said.out
    assert "Ambush at the ford  round 3  14 Thaw 11:22  HARSK to act" in said.out
    assert "\n 6  . . . . d . a [i ]" in said.out
    assert "\n     15>H   Harsk        38/38" in said.out
    assert "3 km/h (Harsk)" in said.out
    assert "arrival 15 Thaw 15:53" in said.out
    assert "Run outrider" in said.out
    assert "\x1b" not in said.out + said.err
    assert said.err == ""


def test_without_a_campaign_there_is_still_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Given an empty home, then a sentence and exit 0."""
    assert screens.run(arguments(None)) == 0
    assert "There is no campaign yet." in capsys.readouterr().out


def test_the_campaign_last_played_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Given the demo on the shelf, when outrider runs in a pipe, then it is that one."""
    the_ambush()
    assert screens.run(arguments(None)) == 0
    assert "The Long Marches" in capsys.readouterr().out


def test_list_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """Given the demo, then list names it; as JSON with exact values."""
    assert campaigns.run(arguments("list", json=False)) == 0
    assert "no campaign" in capsys.readouterr().out
    the_ambush()
    assert campaigns.run(arguments("list", json=False)) == 0
    assert "14 Thaw 1212, 11:22" in capsys.readouterr().out
    assert campaigns.run(arguments("list", json=True)) == 0
    (shelf,) = json.loads(capsys.readouterr().out)
    assert shelf["name"] == "The Long Marches"
    assert shelf["hour"] == "11.37"
    assert shelf["date"] == {"year": 1212, "month": "Thaw", "day": 14}
