"""Whatever SQLite is asked about a campaign's rows is made of the tables of SQLModel."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy
from sqlalchemy import Executable, TextClause, event
from sqlalchemy.sql.visitors import iterate

from core.play.facts.table.commands import Hurt
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol
from saves.exchange import copying
from saves.history import sessions
from saves.history.history import History
from saves.library import branches, library
from saves.store import state_history
from saves.store.driven_connection import CompiledStatement
from saves.store.models import TABLES
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite import copies, engine, header
from saves.store.sqlite.file_place import FilePlace
from saves.store.statements import Statements
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.exchange.exports import brought_in, exported, quietly
from tests.saves.fights import fighting
from tui.kit.phrases import say

LITERAL = r"(?:'[^']*(?:''[^']*)*'|x'[0-9a-f]*'|-?[0-9]+|NULL)"
"""A value as SQLite writes it into the text that it traces."""
BOUND = re.compile(r":\w+|\?")
OF_THE_FILE = re.compile(
    r"PRAGMA .*|BEGIN( IMMEDIATE)?|COMMIT|ROLLBACK|ATTACH .*"
    r"|SELECT type, name, sql FROM sqlite_master"
)
"""What is said about the file as such, and not about a campaign's rows."""


def pattern(text: str) -> str:
    """What SQLite traces of a text when its values are bound."""
    return LITERAL.join(map(re.escape, BOUND.split(text)))


@dataclass
class Trace:
    """What was asked: the compiled statements by their text, and the texts that SQLite got."""

    compiled: dict[str, Any] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)

    def unexplained(self) -> list[str]:
        """The texts that are neither compiled nor about the file, nor the label of the list."""
        label = (header._LABEL, header._MIN_READER, header._NEEDS)
        known = (*self.compiled, *label, *engine.schema_texts())
        explained = re.compile("|".join(pattern(text.strip()) for text in known))
        return [
            text
            for text in sorted(self.texts)
            if not explained.fullmatch(text.strip()) and not OF_THE_FILE.fullmatch(text)
        ]


@pytest.fixture
def trace(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trace]:
    """All that goes to the files in the folder of campaigns."""
    trace = Trace()
    connect: Any = sqlite3.connect
    compile_statement = engine.compiled

    def connect_traced(name: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401
        raw: sqlite3.Connection = connect(name, **options)
        if paths.campaigns().as_posix() in name:
            raw.set_trace_callback(trace.texts.add)
        return raw

    def compile_traced(statement: Executable) -> CompiledStatement:
        made = compile_statement(statement)
        trace.compiled[made.text] = statement
        return made

    def hear(*heard: Any) -> None:  # noqa: ANN401
        _, _, text, _, context, _ = heard
        if context.compiled is not None:
            trace.compiled[text] = context.compiled.statement

    monkeypatch.setattr(sqlite3, "connect", connect_traced)
    monkeypatch.setattr(engine, "compiled", compile_traced)
    event.listen(sqlalchemy.Engine, "before_cursor_execute", hear)
    yield trace
    event.remove(sqlalchemy.Engine, "before_cursor_execute", hear)


def play(path: Path) -> None:
    """A campaign with what can happen to one."""
    entry_id = str(uuid4())
    with begun(path, HARSK) as campaign:
        for amount in (1, 2, 3):
            hurt(campaign, amount)
        campaign.undo()
        campaign.redo()
        campaign.undo()
        for _ in range(2):  # the second time it is known
            campaign.record(Hurt(("harsk",), (4,)), entry_id=entry_id)
        campaign.adopt_ruleset(packaged("dnd35"))
        marks.annotate(campaign, 4, "a note with 'quotes' and ? and :names")
        marks.begin_session(campaign, "The second evening")
        hurt(campaign, 1)
        marks.split_session(campaign, 5)
        campaign.story.log()
        sessions.last_session(campaign.place, campaign.story.entry_reader, campaign.head)
    with Campaign.open(FilePlace(path)) as campaign:
        campaign.undo()
        branches.rescue(campaign, say)


def look_back(path: Path) -> None:
    """Its past, a check of it, and an export that is read again."""
    with History.open(FilePlace(path), quietly) as history:
        for seq in range(1, history.head + 1):
            history.then(seq)
    patrol = Patrol(FilePlace(path))
    while not patrol.step().over:
        pass
    patrol.close()
    brought_in(exported(path), "Brought in")


def all_statements() -> Iterator[tuple[str, Executable]]:
    """All statements on the rows of a file, by name."""
    for name, declared in vars(Statements).items():
        if isinstance(declared, cached_property):
            yield name, getattr(engine.STATEMENTS, name)
    for name, statement in vars(copies).items():
        if name.isupper() and isinstance(statement, Executable):
            yield name, statement


def test_all_statements_on_rows_are_made_of_the_tables(
    trace: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a story from the founding to a what-if, then SQLite is asked nothing else."""
    monkeypatch.setattr(state_history, "EVERY", 2)
    path = paths.campaigns() / "a.outrider"
    play(path)
    look_back(path)
    trial = branches.branch(FilePlace(path), 5, say)
    branches.keep(trial, "Kept")
    renamed = library.rename(FilePlace(path), "Renamed")
    with Campaign.open(renamed) as campaign:
        hurt(campaign, 1)
    copying.copy(renamed, "Copied")
    fight = paths.campaigns() / "fight.outrider"
    fighting(fight).close()
    Campaign.open(FilePlace(fight)).close()
    assert len(library.listing()) == 6

    assert len(trace.texts) > 100
    assert trace.unexplained() == []
    asked = {id(statement) for statement in trace.compiled.values()}
    never = [name for name, statement in all_statements() if id(statement) not in asked]
    assert never == []
    for text, statement in trace.compiled.items():
        parts = list(iterate(statement))
        assert not any(isinstance(part, TextClause) for part in parts), text
        tables = {part.name for part in parts if isinstance(part, sqlalchemy.Table)}
        assert tables <= set(TABLES), text
