"""Whatever befalls a campaign's file: what is told of it is what was played, or a sentence (P7)."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from core.messages import Refusal
from core.play.facts.state import Member
from core.values import replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.exporting import ExportRequest, chunks
from saves.exchange.findings import UnreadableFile
from saves.history.history import History, notes
from saves.history.index.index import follow
from saves.history.search import Query, search
from saves.history.sessions import sessions
from saves.history.statistics import statistics
from saves.library import branches, library
from saves.store import state_history
from saves.store.places import legible
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, TAM, Hands, begun, hurt, tamper
from tests.thorough import rounds
from tui.kit.phrases import say
from tui.sessions.present.visits import overview, present
from tui.view import said, taken

WANTED = (
    ExportRequest(),
    ExportRequest(1, "gm", "html"),
    ExportRequest(None, "gm"),
    ExportRequest(None, "gm", "jsonl"),
)
PAGE = 4096

Told = dict[str, object]


def played(path: Path) -> None:
    """Three evenings: blows, a few of them taken back, notes and titles."""
    clock = Hands()
    members: tuple[Member, ...] = (replace(HARSK, hp=900), replace(TAM, hp=900))
    with begun(path, *members, clock=clock) as campaign:
        for evening in range(3):
            clock.turn(24)
            for blow in range(14):
                hurt(campaign, blow + 1, "tam" if blow % 3 else "harsk")
                if blow % 5 == 2:
                    campaign.undo()
            marks.annotate(campaign, campaign.head - 4, f"the miller pays {evening}", shared=True)
            marks.name_session(campaign, campaign.head, f"Evening {evening}")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "a.outrider"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_history, "EVERY", 10)
        played(path)
    return path.read_bytes()


def exported(path: Path, wanted: ExportRequest) -> bytes:
    with History.open(FilePlace(path), said) as look:
        return b"".join(chunks(look, wanted, "0.0"))


def looked_back(path: Path) -> Told:
    """What the screens ask of the past."""

    def asked(look: History) -> Told:
        end = follow(look)
        assert end.done == end.of
        return {
            "sessions": sessions(look),
            "notes": notes(look),
            "numbers": statistics(look),
            "found": search(look, Query("miller")),
            "overview": overview(look),
            "present": present(look).picture,
        }

    with History.open(FilePlace(path), said) as look:
        return look.ask(asked)


def opened(path: Path) -> Told:
    """What the screens show of the open campaign, and whether they say that it is damaged."""
    with Campaign.open(FilePlace(path)) as campaign, legible(FilePlace(path)):
        moment = taken(campaign)
        told = {"warned": campaign.warnings != (), "read only": campaign.read_only}
        return told | {
            "state": moment.state,
            "head": moment.head,
            "notes": moment.notes,
            "log": [(one.seq, one.told, one.undone) for one in moment.entries],
        }


def told(path: Path) -> dict[str, object]:
    """What each way to the file tells of it; None where it says a sentence instead."""
    ways: dict[str, Callable[[], object]] = {
        str(wanted): partial(exported, path, wanted) for wanted in WANTED
    }
    ways |= {"opened": lambda: opened(path), "past": lambda: looked_back(path)}
    found: dict[str, object] = {"listed": library.read_shelf(FilePlace(path))}
    for name, way in ways.items():
        try:
            found[name] = way()
        except (Refusal, UnreadableFile):
            found[name] = None
    return found


@pytest.fixture(scope="module")
def truth(whole: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("truth")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", str(folder / "home"))
        path = folder / "a.outrider"
        path.write_bytes(whole)
        return told(path)


def judge(path: Path, truth: dict[str, object]) -> None:
    """What is told of a damaged copy is what was played, or it is said that it is damaged."""
    found = told(path)
    for wanted in WANTED:
        assert found[str(wanted)] in (truth[str(wanted)], None)
    here, there = found["opened"], truth["opened"]
    assert isinstance(there, dict)
    assert here is None or (isinstance(here, dict) and (here["warned"] or here == there))
    if isinstance(here, dict) and here["warned"]:
        assert here["read only"]
    silent = isinstance(here, dict) and not here["warned"]
    if silent and found["past"] is not None:
        assert found["past"] == truth["past"]


def turned(data: bytes, at: int, rng: random.Random) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def spoiled(data: bytes, kind: str, rng: random.Random) -> bytes:
    spot = rng.randrange(100, len(data))
    match kind:
        case "bit":
            return turned(data, spot, rng)
        case "head of a page":
            return turned(data, spot - spot % PAGE + rng.randrange(100, 140), rng)
        case "block":
            spot -= spot % 512
            return data[:spot] + rng.randbytes(512) + data[spot + 512 :]
        case "page":
            spot = max(PAGE, spot - spot % PAGE)
            return data[:spot] + bytes(PAGE) + data[spot + PAGE :]
        case "swapped":
            one, two = sorted(rng.sample(range(1, len(data) // PAGE), 2))
            pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
            pages[one], pages[two] = pages[two], pages[one]
            return b"".join(pages)
        case _:
            return data[:spot]


KINDS = ("bit", "head of a page", "block", "page", "swapped", "cut")


def tried(tmp_path: Path, whole: bytes, truth: dict[str, object], kind: str, seeds: range) -> None:
    for seed in seeds:
        path = tmp_path / f"{seed}.outrider"
        path.write_bytes(spoiled(whole, kind, random.Random(f"{kind} {seed}")))
        judge(path, truth)
        for left in tmp_path.glob(f"{seed}.outrider*"):
            left.unlink()


@pytest.mark.parametrize("kind", KINDS)
def test_no_altered_story_is_told_without_a_word(
    tmp_path: Path, whole: bytes, truth: dict[str, object], kind: str
) -> None:
    tried(tmp_path, whole, truth, kind, range(rounds(6, 12)))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_no_altered_story_is_told_in_a_thousand_copies(
    tmp_path: Path, whole: bytes, truth: dict[str, object], kind: str
) -> None:
    tried(tmp_path, whole, truth, kind, range(12, 180))


CHANGES = {
    "an amount": "UPDATE entry SET body = replace(body, '\"amount\":2', '\"amount\":9')",
    "one amount": "UPDATE entry SET body = replace(body, '\"amount\":', '\"amount\":1')"
    " WHERE seq = (SELECT min(seq) FROM entry WHERE seq > 20 AND kind = 'play')",
    "a row less": "DELETE FROM entry WHERE seq = 20",
    "the last row": "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)",
    "no undo": "DELETE FROM entry WHERE kind = 'undo' AND seq < 30",
    "no note": "DELETE FROM entry WHERE kind = 'note' AND seq < 30",
    "unreadable": "UPDATE entry SET body = '{' WHERE seq = 20",
    "no text": "UPDATE entry SET body = x'ff00ff' WHERE seq = 20",
    "another kind": "UPDATE entry SET kind = 'note' WHERE seq = 20",
    "another session": "UPDATE entry SET session = (SELECT session FROM entry WHERE seq = 50)"
    " WHERE seq = 20",
    "another time": "UPDATE entry SET at = '2030-01-01T00:00:00Z' WHERE seq = 20",
    "receipts": "UPDATE entry SET receipts = '' WHERE seq = 20",
    "a head": "UPDATE campaign SET head = head - 1",
    "no head": "DELETE FROM campaign",
    "no rules": "DELETE FROM blob",
    "other rules": "UPDATE blob SET zlib = x'789c030000000001'",
    "a state": "UPDATE checkpoint SET zlib = (SELECT zlib FROM checkpoint WHERE entry < 30)",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_what_was_changed_by_sql_is_not_told(
    tmp_path: Path, whole: bytes, truth: dict[str, object], statement: str
) -> None:
    path = tmp_path / "a.outrider"
    path.write_bytes(whole)
    tamper(path, statement)

    judge(path, truth)
    told_of_states = "checkpoint" in statement
    for wanted in WANTED:
        if told_of_states:
            assert exported(path, wanted) == truth[str(wanted)]
        else:
            with pytest.raises((Refusal, UnreadableFile)):
                exported(path, wanted)


def test_rows_that_only_an_index_hides_are_missed(
    tmp_path: Path, whole: bytes, truth: dict[str, object]
) -> None:
    """Given an index that knows nothing of a note, then it is not told without the note."""
    path = tmp_path / "a.outrider"
    path.write_bytes(whole)
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA writable_schema=ON")
    root = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry_aside'").fetchone()
    raw.close()
    data = path.read_bytes()
    start = (root[0] - 1) * PAGE
    cells = int.from_bytes(data[start + 3 : start + 5], "big")
    fewer = (cells - 3).to_bytes(2, "big")
    path.write_bytes(data[: start + 3] + fewer + data[start + 5 :])

    judge(path, truth)
    for wanted in WANTED:
        with pytest.raises((Refusal, UnreadableFile)):
            exported(path, wanted)


def test_nothing_is_tried_from_rows_that_were_changed(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "a.outrider"
    path.write_bytes(whole)
    tamper(path, "UPDATE entry SET at = '2030-01-01T00:00:00Z' WHERE seq = 5")

    with pytest.raises(Refusal, match="damaged"):
        branches.branch(FilePlace(path), 40, say)
