"""Campaigns for the tests of the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from core.dice import Answer, Question
from core.play.state import Member
from core.play.table.commands import Found, Hurt, Join
from core.travel.movers import Mover
from saves.campaign import Campaign
from saves.rules import packaged

HARSK = Member("harsk", "Harsk", "H", mover=Mover(race="dwarf", armor="heavy"), hp=38)
TAM = Member("tam", "Tam", "T", mover=Mover(race="human"), hp=15)


def nobody(questions: tuple[Question, ...]) -> Mapping[str, Answer] | None:
    """Give up on any question."""
    return None


def begun(path: Path, *members: Member) -> Campaign:
    """A new campaign with these members: the founding is entry 1."""
    found = Found("The Long Marches", "", "Pathfinder 1")
    campaign = Campaign.create(path, found, ruleset=packaged("pf1"))
    for member in members:
        campaign.record(Join(member))
    return campaign


def hurt(campaign: Campaign, amount: int, who: str = "harsk") -> None:
    """One small entry."""
    campaign.record(Hurt((who,), (amount,)))


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
