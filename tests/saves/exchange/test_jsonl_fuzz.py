"""No file of JSON Lines can crash an import or leave half a campaign: a sentence, or the same."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.play.facts.table.commands import WriteNote
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange import jsonl
from saves.exchange.findings import UnreadableFile
from saves.store.refusals import CannotKeep
from saves.store.sqlite.file_place import file_of
from tests.saves.campaigns import hurt
from tests.saves.exchange.exports import Doc, brought_in, docs, exported, forged, written
from tests.saves.fights import fighting
from tests.saves.verifying import verify
from tests.thorough import NIGHTLY, examples, rounds
from tui.kit.phrases import say

ROWS = 14


@cache
def sample() -> bytes:
    """A campaign in a fight, with an undo, a note and a session."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        with fighting(path) as campaign:
            hurt(campaign, 3)
            campaign.undo()
            campaign.record(WriteNote("who pays the ogre?"))
            campaign.redo()
            marks.begin_session(campaign, "Two")
            assert campaign.head == ROWS
        return exported(path)


def refused(text: bytes) -> str:
    """The sentence by which a file is refused; nothing of it is left behind."""
    with pytest.raises(UnreadableFile) as caught:
        brought_in(text)
    assert not paths.campaigns().exists() or not list(paths.campaigns().iterdir())
    sentence = say(caught.value.message)
    assert sentence.startswith("line ")
    assert sentence.endswith("Nothing was imported.")
    return sentence


def unread(text: bytes) -> str:
    """The sentence by which the lines alone are refused."""
    with pytest.raises(UnreadableFile) as caught:
        list(jsonl.read_lines(io.BytesIO(text)))
    return say(caught.value.message)


def loosely(lines: list[Doc]) -> bytes:
    """As `written`, with what is no canonical JSON as well."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def changed(kind: str, /, **keys: Any) -> list[Doc]:  # noqa: ANN401  (any JSON value)
    """The lines, with other keys in the last line of a kind."""
    lines = docs(sample())
    at = max(n for n, line in enumerate(lines) if line["line"] == kind)
    lines[at] = {**lines[at], **keys}
    return lines


def test_a_file_cut_off_anywhere_is_refused() -> None:
    text = sample()
    for percent in range(0, 100, 1 if NIGHTLY else 9):
        refused(text[: len(text) * percent // 100])
    assert "cut off" in refused(text[: text.rindex(b'{"blobs"')])
    assert "cut off" in refused(text[:-9])
    assert brought_in(text.rstrip(b"\n")).entries == ROWS


WRONG = ([1], 1.5, True, float("nan"), 10**400, -(2**60), "\ud800", ["x"] * 70)


@pytest.mark.parametrize("kind", ["campaign", "blob", "row", "end"])
def test_no_key_may_be_missing_unknown_or_of_another_type(kind: str) -> None:
    """Given a key of each kind of line; by day it has every other wrong value, by night all."""
    (first, *_) = (line for line in docs(sample()) if line["line"] == kind)
    for number, (key, right) in enumerate(first.items()):
        for wrong in WRONG[rounds(number % 2, 0) :: rounds(2, 1)]:
            assert unread(loosely(changed(kind, **{key: wrong})))
        if not isinstance(right, int):
            assert unread(written(changed(kind, **{key: 1})))
        without = changed(kind)
        for line in without:
            if line["line"] == kind:
                del line[key]
        assert unread(written(without))
        assert "There is no key" in unread(written(changed(kind, **{f"{key}_": 1})))


ROW_KEYS = ("at", "body", "id", "intent", "kind", "parent", "prev", "receipts", "rules", "seq")


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("blob", "sha256"),
        ("blob", "kind"),
        ("blob", "text"),
        ("end", "blobs"),
        ("end", "rows"),
        ("end", "sum"),
        ("campaign", "head"),
        ("campaign", "id"),
        *(("row", key) for key in (*ROW_KEYS, "session", "sum", "tip", "who")),
    ],
)
def test_no_value_may_be_another(kind: str, key: str) -> None:
    (*_, last) = (line for line in docs(sample()) if line["line"] == kind)
    other = {str: "x", int: 99, dict: {"x": 1}, type(None): {}}[type(last[key])]
    refused(written(changed(kind, **{key: other})))


@pytest.mark.parametrize(
    "forge",
    [
        lambda rows: rows[3].update(id=rows[2]["id"]),
        lambda rows: rows[3].update(id=rows[3]["id"].upper()),
        lambda rows: rows[3].update(at="yesterday"),
        lambda rows: rows[3].update(at="2026-13-21T12:00:00Z"),
        lambda rows: rows[3].update(who="\x1b[2J"),
        lambda rows: rows[3].update(kind="undone"),
        lambda rows: rows[3].update(rules="0" * 64),
        lambda rows: rows[3].update(tip=2),
        lambda rows: rows[3].update(parent=2),
        lambda rows: rows[3].update(receipts={"v": 1}),
        lambda rows: rows[3]["body"]["command"].update(kind="march_on"),
        lambda rows: rows[3]["body"]["events"].append({"kind": "undo", "v": 1}),
        lambda rows: rows[3]["body"]["command"].update(v=2),
        lambda rows: rows[0].update(kind="note", tip=0),
        lambda rows: rows[0]["body"]["events"][0].update(ruleset="0" * 64),
        *(lambda rows, n=n: rows[n].update(kind="play", tip=n + 1) for n in (10, 11, 12, 13)),
        *(lambda rows, n=n: rows[n].update(tip=0) for n in (10, 11, 12, 13)),
        *(lambda rows, n=n: rows[n].update(tip=11) for n in (10, 11)),
        *(lambda rows, n=n: rows[n].update(kind="session") for n in (10, 11, 12)),
        lambda rows: rows[12].update(tip=9),
        lambda rows: rows[13]["body"].update(command={"at": 99, "kind": "split_session", "v": 1}),
        lambda rows: rows[13]["body"].update(command={"kind": "redo", "v": 1}),
    ],
)
def test_a_forged_row_is_refused_though_its_sum_fits(
    forge: Callable[[list[Doc]], object],
) -> None:
    def change(lines: list[Doc]) -> None:
        forge([line for line in lines if line["line"] == "row"])

    refused(forged(sample(), change))


def leaves(doc: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401  (any JSON value)
    """Every place in a JSON value, as what holds it and its key there."""
    for key in doc if isinstance(doc, dict) else range(len(doc)):
        yield doc, key
        if isinstance(doc[key], dict | list):
            yield from leaves(doc[key])


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=4),
    st.sampled_from([0, -1, 10**6, 2**53, "", "x", "1/0", "A1:3", [], {}]),
)


@given(data=st.data())
@examples(12, 3000)
def test_a_forger_gets_a_sentence_or_a_campaign_that_can_be_looked_at(data: st.DataObject) -> None:
    """Given a body changed anywhere and all sums made to fit, nothing but a refusal is raised."""

    def change(lines: list[Doc]) -> None:
        line = data.draw(st.sampled_from([one for one in lines if one["line"] == "row"]))
        holder, key = data.draw(st.sampled_from(list(leaves(line["body"]))))
        if isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[key]
        else:
            holder[key] = data.draw(ODD)

    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", home)
        with suppress(UnreadableFile, CannotKeep):
            made = brought_in(forged(sample(), change))
            with Campaign.open(made.place) as campaign:
                assert verify(file_of(campaign.place)) == campaign.warnings == ()
                assert [say(entry.told) for entry in campaign.story.log(1000)]
