"""The page that greets: whole entries of the log, each hanging under its first word."""

from __future__ import annotations

import pytest

from core.play.facts.state import State
from core.play.history.previously import LastSession
from core.play.union import Assets
from core.values import replace
from saves.demo import NAME
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.demos import the_ambush
from tests.tui.views import view_of
from tui.kit.phrases import say
from tui.play.log import log_lines, previously
from tui.play.log.log_lines import LogLine
from tui.view import taken


@pytest.mark.parametrize(("lines", "told"), [(1, 6), (4, 4), (9, 6)])
def test_no_entry_begins_in_its_middle(
    lines: int, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only an entry that is longer than all there is room for is cut, and at its end."""
    entry = [LogLine("08:00" if not n else "", f"line {n}") for n in range(lines)]
    monkeypatch.setattr(log_lines, "entry_lines", lambda *_: entry)
    the_ambush()
    with library.open(NAME) as campaign:
        page = [say(line) for line in previously.page(taken(campaign))]
    shown = [line for line in page if "line " in line]
    assert len(shown) == told
    assert shown[0].endswith("line 0")


def test_a_long_line_hangs() -> None:
    rows = previously._hanging("  14 Thaw 08:00  the party marches from dawn to dusk", 30)
    assert rows == ["  14 Thaw 08:00  the party", "    marches from dawn to dusk"]


def test_a_new_campaign_begins_and_an_older_one_was_played_previously() -> None:
    new = view_of(State(name="Tales"), Assets(packaged("pf1")))
    assert say(previously.heading(new)) == "Tales begins"
    played = replace(new, session=2, last=LastSession(1, "", "1 May", ()))
    assert say(previously.heading(played)) == "Previously in Tales"
