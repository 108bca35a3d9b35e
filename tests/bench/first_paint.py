"""B8: the demo's first screen through a real pty, against minimal programs of the same packages."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.harness import Row, timed
from tests.bench.terminal import ROOT, Terminal

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("READY")

Bare().run()
"""
READING = """
import sys
from sqlmodel import Field, Session, SQLModel, create_engine, select
from textual.app import App
from textual.widgets import Static

class Row(SQLModel, table=True):
    id: int = Field(primary_key=True)
    text: str

class Reading(App):
    def compose(self):
        yield Static()

    def on_mount(self):
        engine = create_engine("sqlite:///" + sys.argv[1])
        with Session(engine) as session:
            self.query_one(Static).update(session.exec(select(Row)).one().text)

Reading().run()
"""
"""A bare Textual program that reads one row through SQLModel."""
FIRST = b"companion"
"""A word of the first screen."""
JOURNEY = b"Previously"
"""A word of the opening page, which appears once the journal has been read."""


def seen(arguments: list[str], word: bytes) -> float:
    """Seconds from the start of a program until `word` is on its 120x40 screen."""
    with Terminal(*arguments) as terminal:
        return terminal.shows(word)


def _database_with_a_row(path: Path) -> str:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, text VARCHAR NOT NULL)")
        raw.execute("INSERT INTO row VALUES (1, 'READY')")
        raw.commit()
    return str(path)


def run() -> list[Row]:
    demo = ["-m", "outrider", "demo"]
    subprocess.run(  # makes the demo, which is not what is measured
        [sys.executable, *demo], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    with TemporaryDirectory(prefix="outrider-b8-") as folder:
        database = _database_with_a_row(Path(folder) / "row.db")
        sides: dict[str, Callable[[], float]] = {
            "bare": lambda: seen(["-c", BARE], b"READY"),
            "reading": lambda: seen(["-c", READING, database], b"READY"),
            "first": lambda: seen(demo, FIRST),
            "journey": lambda: seen(demo, JOURNEY),
        }
        took = {name: median(times) for name, times in timed(sides, rounds=9)}
    bare = "bare Textual app"
    reading = "the same, reading a row by SQLModel"
    return [
        Row("B8", "first paint of outrider demo", took["first"], bare, took["bare"], 1.15),
        Row("B8", "journal read, Journey shown", took["journey"], bare, took["bare"], 5.2),
        Row("B8", "journal read, Journey shown", took["journey"], reading, took["reading"], 2.2),
    ]
