"""Campaigns for the tests of the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from core.dice import Answer, Question
from core.play.facts.state import Member
from core.play.facts.table.commands import FoundCampaign, Hurt, Join
from core.travel.movers import Mover
from core.values import replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import utc_now
from saves.store import state_history
from saves.store.sqlite.file_place import FilePlace
from tests.saves.storing import write_file
from tests.switched import AS_PACKAGED, Switches, switched

HARSK = Member("harsk", "Harsk", "H", mover=Mover(race="dwarf", armor="heavy"), hp=38)
TAM = Member("tam", "Tam", "T", mover=Mover(race="human"), hp=15)


class Hands:
    """A clock on the wall, set by hand; it stands at half past seven of an evening."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def turn(self, hours: float) -> None:
        """Let hours pass; less than none when it is set back."""
        self.now += timedelta(hours=hours)


def nobody(questions: tuple[Question, ...]) -> Mapping[str, Answer] | None:
    """Give up on any question."""
    return None


def begun(
    path: Path,
    *members: Member,
    clock: Callable[[], datetime] = utc_now,
    ruleset: str = "pf1",
    switches: Switches = AS_PACKAGED,
) -> Campaign:
    """A new campaign with these members: the founding is entry 1."""
    rules = switched(ruleset, switches)
    found = FoundCampaign("The Long Marches", "", rules.display_name())
    campaign = Campaign.create(FilePlace(path), found, ruleset=rules, clock=clock)
    for member in members:
        campaign.record(Join(member))
    return campaign


def lay(path: Path, play: Callable[[Path], None]) -> Path:
    """Put the file that `play` makes there, closed; it is played once, so that all have one id."""
    return write_file(path, _played(play)).path


@cache
def _played(play: Callable[[Path], None]) -> bytes:
    """The file that a campaign is played into."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        play(path)
        return path.read_bytes()


def begin_alone(path: Path) -> None:
    """A campaign without members: one entry."""
    begun(path).close()


def begin_with_harsk(path: Path) -> None:
    """A campaign of two entries."""
    begun(path, HARSK).close()


def hurt(campaign: Campaign, amount: int, who: str = "harsk") -> None:
    """One small entry."""
    campaign.record(Hurt((who,), (amount,)))


def wound(path: Path, entries: int, amount: int = 1) -> None:
    """Play a campaign of so many entries: all after the second are wounds of Harsk."""
    with begun(path, replace(HARSK, hp=1_000)) as campaign:  # he lives: each wound is one event
        while campaign.head < entries:
            hurt(campaign, amount)


@cache
def wounded(entries: int, every: int) -> bytes:
    """The file of such a campaign with checkpoints every so many events, played once."""
    with TemporaryDirectory() as folder, mock.patch.object(state_history, "EVERY", every):
        path = Path(folder) / "a.outrider"
        wound(path, entries)
        return path.read_bytes()


def damage(campaign: Campaign, who: str = "harsk") -> int:
    """How much a member is hurt."""
    member = campaign.state.member(who)
    assert member is not None
    return member.damage


def tamper(path: Path, statement: str, *values: object) -> None:
    """Change a file behind the journal's back: the triggers go and come back."""
    raw = sqlite3.connect(path)
    triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        raw.execute(f"DROP TRIGGER {name}")
    changed = raw.execute(statement, values)
    assert changed.rowcount != 0, statement
    for _, sql in triggers:
        raw.execute(sql)
    raw.commit()
    raw.close()


def play_two_sessions(path: Path) -> None:
    """Make a campaign with undone entries, a note and two sessions."""
    with begun(path, HARSK, TAM) as campaign:
        for amount in (1, 2, 3):
            hurt(campaign, amount)
        campaign.undo()
        campaign.undo()
        campaign.redo()
        marks.annotate(campaign, 2, "the miller pays")
        marks.begin_session(campaign, "The second evening")
        hurt(campaign, 4)
