"""One forged or damaged campaign in the folder: the others are listed, played and exported."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from core.messages import Message
from core.play.facts.road.commands import Wait
from saves import paths
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.models import ENTRY, TRIGGERS
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.shelf import SUFFIX
from tests.saves.campaigns import HARSK, begun
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.cli import main, plain

SOUND = "The Long Marches"
"""The name of the sound campaign: that of the demo, so that `demo` opens it."""
TABLES = ENTRY.metadata.tables
COLUMNS = [(table.name, column.name) for table in TABLES.values() for column in table.columns]
FEW = 20_000
"""Letters that are more than a list of two campaigns has, and fewer than a long name."""
ODD: tuple[object, ...] = (
    "", "x", "1/0", "\x1b[2J", "\u202e", "N" * 10_000_000, b"", b"\xff\x00", b"x" * 5000,
    -1, 0, 7, 2**31, 2**63 - 1, -(2**63), 1e300, -1e300, float("inf"), 0.5,
    "[" * 100_000, "{}", "null", "1e400",
)  # fmt: skip
BAD_UTF8 = "CAST(x'ff80' AS TEXT)"
INSIDE: tuple[object, ...] = (
    "1/0", "1e999999999", "9" * 5000, "\ud800", "", None, True, -1, 0.5, 1e300, 2**70, [], {},
    "N" * 10_000_000,
)  # fmt: skip
FACE_KEYS = ("hour", "year", "month", "day", "ruleset", "place", "at", "sessions", "born_from")


@cache
def _bytes_of(place: Path, name: str, hours: int) -> bytes:
    path = place / f"{name}.outrider"
    begun(path, HARSK).close()
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(hours):
            campaign.record(Wait(Fraction(1)))
    return path.read_bytes()


def forge(path: Path, original: bytes, table: str, column: str, random: Random) -> str:
    """Write an odd value into a column of the newest row; what was written, for a failure."""
    for _ in range(100):
        path.write_bytes(original)
        raw = sqlite3.connect(path)
        try:
            for name in TRIGGERS:
                raw.execute(f"DROP TRIGGER {name}")
            if table == "checkpoint":
                raw.execute("INSERT OR IGNORE INTO checkpoint VALUES (1, 1, 'x', x'00')")
            written = _write(raw, table, column, random)
            for statement in TRIGGERS.values():
                raw.execute(statement)
            raw.commit()
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            continue
        finally:
            raw.close()
        return written
    raise AssertionError(f"no value fits {table}.{column}")


def _write(raw: sqlite3.Connection, table: str, column: str, random: Random) -> str:
    newest = f"WHERE rowid = (SELECT max(rowid) FROM {table})"
    if column == "face" and random.random() < 0.7:
        (text,) = raw.execute("SELECT face FROM campaign").fetchone()
        key = random.choice(FACE_KEYS)
        value = random.choice(INSIDE)
        face = json.loads(text)
        face[key] = value
        raw.execute("UPDATE campaign SET face = ?", (json.dumps(face),))
        return f"face {key} = {value!r:.40}"
    if random.random() < 0.05:
        raw.execute(f"UPDATE {table} SET {column} = {BAD_UTF8} {newest}")
        return f"{table}.{column} = {BAD_UTF8}"
    value = random.choice(ODD)
    raw.execute(f"UPDATE {table} SET {column} = ? {newest}", (value,))
    return f"{table}.{column} = {value!r:.40}"


def hold(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb works for the sound campaign; nothing long is printed."""
    exported = tmp_path / "sound.jsonl"
    again = f"Again {SOUND}"
    verbs = (
        ["list"],
        ["list", "--json"],
        ["export", SOUND, "--format", "jsonl", "--output", str(exported), "--force"],
        ["import", str(exported), "--name", again],
    )
    for argv in verbs:
        assert main(argv, "0") == 0, (what, argv)
    assert plain.run(demo=True, fresh=False) == 0, what
    assert plain.run(demo=False, fresh=False) == 0, what
    told = capsys.readouterr()
    assert SOUND in told.out, what
    assert len(told.out) + len(told.err) < FEW, what
    file_of(library.find(again)).unlink()


@pytest.fixture
def sound(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], bytes]:
    """Put the sound campaign into the library; calling it returns the bytes of the other one."""
    paths.campaigns().mkdir(parents=True)
    built = tmp_path_factory.getbasetemp()
    data = _bytes_of(built, "sound", 2)
    (paths.campaigns() / f"{SOUND}.outrider").write_bytes(data)
    return lambda: _renamed(data)


def _renamed(data: bytes) -> bytes:
    path = paths.campaigns() / "victim.outrider"
    path.write_bytes(data)
    raw = sqlite3.connect(path)
    raw.execute("UPDATE campaign SET name = 'Victim', id = 'e7a3a3b4-6a0c-4c47-9e43-7f30f80e0a10'")
    raw.commit()
    raw.close()
    return path.read_bytes()


LABELS: dict[str, tuple[str, object]] = {
    "an hour that is no number": ("face", {"hour": "1/0"}),
    "an hour that takes for ever": ("face", {"hour": "1e999999999"}),
    "a broken letter": ("face", {"place": "\ud800"}),
    "a time that is a number": ("face", {"at": 7}),
    "a time of 10 MB": ("face", {"at": "N" * 10_000_000}),
    "a month of 10 MB": ("face", {"month": "N" * 10_000_000}),
    "a birth that is a text": ("face", {"born_from": "x"}),
    "a name that is a blob": ("name", b"Victim"),
    "a name of 10 MB": ("name", "N" * 10_000_000),
    "a head that is a text": ("head", "x"),
    "a head of 1e300": ("head", 1e300),
    "an id that is a blob": ("id", b"\xff"),
    "a face that is a number": ("face", 1e300),
}


@pytest.mark.parametrize("case", LABELS)
def test_a_forged_label_hides_only_its_own_campaign(case: str, sound: Callable[[], bytes]) -> None:
    """Given a campaign with this label, then it cannot be read, and the other one can."""
    column, value = LABELS[case]
    sound()
    raw = sqlite3.connect(paths.campaigns() / "victim.outrider")
    if isinstance(value, dict):
        (text,) = raw.execute("SELECT face FROM campaign").fetchone()
        value = json.dumps(json.loads(text) | value)
    raw.execute(f"UPDATE campaign SET {column} = ?", (value,))
    raw.commit()
    raw.close()

    shelves = {shelf.name: shelf.warning for shelf in library.listing()}
    victim = shelves["victim"]
    assert shelves == {SOUND: None, "victim": victim}
    assert victim is not None
    assert victim.template == "This campaign cannot be read."


@pytest.mark.parametrize("length", [248, 251, 252, 255])
def test_a_long_file_name_hides_only_its_own_campaign(
    length: int, sound: Callable[[], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a file name to which no -wal can be added, then every verb works for the others."""
    data = sound()
    (paths.campaigns() / "victim.outrider").unlink()
    name = "v" * (length - len(SUFFIX)) + SUFFIX
    (paths.campaigns() / name).write_bytes(data)
    hold(name, tmp_path, capsys)
    assert main(["export", name.removesuffix(SUFFIX)], "0") in (0, 1, 2)


def test_a_forgery_of_any_kind_hides_only_its_own_campaign(
    sound: Callable[[], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a few random forgeries, then every verb works for the sound campaign."""
    original = sound()
    random = Random(3)
    for table, column in random.sample(COLUMNS, 4):
        what = forge(paths.campaigns() / "victim.outrider", original, table, column, random)
        hold(what, tmp_path, capsys)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(200))
async def test_each_column_forged(
    seed: int, sound: Callable[[], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a forgery of each column in turn, then verbs and screens work for the sound one."""
    original = sound()
    table, column = COLUMNS[seed % len(COLUMNS)]
    what = forge(paths.campaigns() / "victim.outrider", original, table, column, Random(seed))
    hold(what, tmp_path, capsys)
    app = OutriderApp()
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows(SOUND)
        app.enter(lambda worker: worker.open(SOUND), Message("Opening ..."))
        await drive.greeted()
        assert drive.state.name == SOUND, what
