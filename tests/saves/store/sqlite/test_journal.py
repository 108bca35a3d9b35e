"""The journal row: the chain as it is promised, by an implementation of its own."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from core.dice import Typed
from core.messages import Refusal
from core.play.facts.road.commands import SetPace
from core.play.facts.table.commands import CallCheck, Hurt, Join, Rule, WriteNote
from core.play.facts.table.events import NOBODY, Damaged
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store.entries import Undo
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, TAM, begun, damage, hurt, nobody
from tests.saves.verifying import verify

ORDER = (
    "seq", "id", "intent", "kind", "parent", "tip", "session", "at", "who", "rules", "body",
    "receipts", "prev", "sum",
)  # fmt: skip


def stored(path: Path) -> list[sqlite3.Row]:
    raw = sqlite3.connect(path)
    raw.row_factory = sqlite3.Row
    rows = raw.execute("SELECT * FROM entry ORDER BY seq").fetchall()
    raw.close()
    return rows


def test_the_columns_are_those_of_the_promise_in_their_order(tmp_path: Path) -> None:
    begun(tmp_path / "a.outrider").close()

    assert tuple(stored(tmp_path / "a.outrider")[0].keys()) == ORDER


def test_each_sum_covers_prev_and_all_other_columns_joined_by_lf(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK, TAM) as campaign:
        hurt(campaign, 3)
        campaign.record(WriteNote("à bientôt\nsecond line"))
        campaign.undo()
        campaign.redo()
        marks.begin_session(campaign, "Twelve")

    prev = ""
    for row in stored(tmp_path / "a.outrider"):
        receipts = zlib.decompress(row["receipts"]) if row["receipts"] else b""
        told = [row[name] for name in ORDER[:11]]
        lines = [prev, *told, hashlib.sha256(receipts).hexdigest()]
        assert row["prev"] == prev
        assert row["sum"] == hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()
        prev = row["sum"]


def test_a_body_is_canonical_json_with_kinds_and_versions(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(Rule("hours_used", "9/2", reason="a long détour"))

    body = stored(tmp_path / "a.outrider")[-1]["body"]
    doc = json.loads(body)
    again = json.dumps(doc, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert body == again
    assert set(doc) == {"command", "answers", "events"}
    assert doc["command"]["kind"] == "rule"
    assert all(part["v"] == 1 for part in (doc["command"], *doc["events"]))
    assert "détour" in body


def test_a_play_entry_hangs_on_the_tip_before_it_and_is_the_tip_itself(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 1)
        campaign.undo()
        campaign.record(WriteNote("aside"))
        hurt(campaign, 2)
        rows = [(e.seq, e.kind, e.parent, e.tip) for e in campaign.story.log()]

    assert rows == [
        (1, "play", 0, 1),
        (2, "play", 1, 2),
        (3, "play", 2, 3),
        (4, "undo", 3, 2),
        (5, "note", 2, 2),
        (6, "play", 2, 6),
    ]


@pytest.mark.parametrize(
    "verb",
    [
        "UPDATE entry SET who = 'x'",
        "DELETE FROM entry",
        "UPDATE blob SET kind = 'x'",
        "DELETE FROM blob",
    ],
)
def test_rows_and_blobs_are_never_rewritten(tmp_path: Path, verb: str) -> None:
    begun(tmp_path / "a.outrider").close()
    raw = sqlite3.connect(tmp_path / "a.outrider")

    with pytest.raises(sqlite3.IntegrityError, match="never rewritten"):
        raw.execute(verb)
    raw.close()


def test_the_ruleset_is_stored_with_the_founding_and_named_by_every_row(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        sha = campaign.state.ruleset
        rules = campaign.assets.rules

    assert {row["rules"] for row in stored(tmp_path / "a.outrider")} == {sha}
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert again.assets.rules == rules


def test_another_ruleset_comes_with_its_entry_and_goes_with_undo(tmp_path: Path) -> None:
    from saves.store.packaged_rulesets import packaged

    with begun(tmp_path / "a.outrider") as campaign:
        campaign.adopt_ruleset(packaged("sf"))
        assert campaign.assets.rules.id == "sf"
        campaign.undo()
        assert campaign.assets.rules.id == "pf1"
        campaign.redo()
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert again.assets.rules == packaged("sf")


def test_a_command_sent_again_under_its_id_is_recorded_once(tmp_path: Path) -> None:
    one = "0a0d36f0-6a3c-4f0b-9a38-5c1f8e7d2b10"
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        first = campaign.record(Hurt(("harsk",), (3,)), entry_id=one)
        second = campaign.perform(Hurt(("harsk",), (3,)), nobody, entry_id=one)

        assert second is not None
        assert (first.seq, second.seq, campaign.head) == (3, 3, 3)
        assert damage(campaign) == 3


def test_an_asker_who_gives_up_records_nothing(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        command = CallCheck("Perception", 15, ("harsk",))

        assert campaign.perform(command, nobody) is None
        with pytest.raises(Refusal, match="needs_answers"):
            campaign.record(command)
        with pytest.raises(Refusal, match="needs_answers"):
            campaign.perform(command, lambda questions: {"another question": Typed(3)})
        assert campaign.head == 2


def test_receipts_come_back_from_the_row(tmp_path: Path) -> None:
    from core.messages import Kilometres, Message
    from core.receipts import Receipt
    from saves.store.packing import pack, unpack

    inner = Receipt(Message("road"), Fraction(3, 4), rule="T-134", default=True)
    told = Message("{a} to {b}", a="Fort Wyll", b=Message("{n} km", n=Kilometres(27)))
    receipt = Receipt(told, (1, "x", Kilometres(5)), "M-1", "map", False, ("Q-21",), (inner,))

    plain, packed = pack((receipt,))
    (again,) = unpack(packed)
    assert again == receipt
    assert isinstance(again.value, tuple)
    assert type(again.value[2]) is Kilometres
    assert zlib.decompress(packed) == plain


@pytest.mark.parametrize("year", [1970, 2016, 2038, 9999])
def test_the_wall_clock_is_only_a_label(tmp_path: Path, year: int) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()

    def clock() -> datetime:
        return datetime(year, 1, 1, tzinfo=UTC)

    with Campaign.open(FilePlace(path), clock=clock) as campaign:
        entry = campaign.record(SetPace("hustle"))
        assert (entry.seq, entry.at) == (3, f"{year}-01-01T00:00:00Z")
    with Campaign.open(FilePlace(path)) as again:
        hurt(again, 1)
        assert [e.seq for e in again.story.log()] == [1, 2, 3, 4]
        assert again.state.pace == "hustle"
        assert verify(file_of(again.place)) == ()


def test_text_that_utf8_cannot_hold_is_refused_and_records_nothing(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider") as campaign:
        with pytest.raises(Refusal, match="not_writable"):
            campaign.record(WriteNote("\ud800"))
        with pytest.raises(Refusal, match="not_writable"):
            campaign.record(Join(TAM.__class__("x", "X", "x", hp=2**53 + 1)))
        assert campaign.head == 1
        campaign.record(WriteNote("\u202e\x00 whatever 🐎"))
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert verify(file_of(again.place)) == ()


def test_an_undo_row_says_what_was_asked(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 3)
        campaign.undo_step()
        entry = campaign.story.log()[-1]

        assert entry.command == Undo(step=True)
        assert campaign.story.log()[-2].events == (Damaged(who="harsk", amount=3, by=NOBODY),)
