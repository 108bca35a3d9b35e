"""A campaign goes out as JSON Lines and comes in the same: rows, sums, blobs, every state."""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.combat.board.drawing import BoardEdit
from core.dice import Ruled
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.setup.commands import Paint, Place
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter, Camp, EndEncounter, March, SetPace
from core.play.facts.table.commands import Hurt, Rule, WriteNote
from core.play.union import Command
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange import jsonl
from saves.exchange.findings import UnreadableFile
from saves.exchange.importing import row_of
from saves.history.history import History
from saves.history.sessions import Session, sessions
from saves.library import library
from saves.library.branches import branch
from saves.store import codec, journal, state_history
from saves.store.backend import Place as StoredAt
from saves.store.journal import digest
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import CannotKeep
from saves.store.sqlite.file_place import FilePlace
from tests.golden import write as golden
from tests.saves.campaigns import HARSK, begun, hurt, tamper
from tests.saves.exchange.exports import (
    brought_in,
    docs,
    exported,
    exported_from,
    quietly,
    written,
)
from tests.saves.fights import SPOTS, on_the_road, perform
from tests.saves.storing import empty_library, face_of, store
from tests.saves.verifying import entry_at, state_at, verify_at
from tests.thorough import examples
from tui.kit.phrases import say

GOLDEN = Path(golden.__file__).parent / "v1.outrider"

Act: TypeAlias = Callable[[Campaign], object]


def played(command: Command) -> Act:
    return lambda campaign: perform(campaign, command)


def ruled(campaign: Campaign) -> None:
    """The last result overruled, where it rests on a roll."""
    last = entry_at(campaign, campaign.tip)
    if last is not None and last.answers:
        campaign.overrule({next(iter(last.answers)): Ruled("pass", "so says the table")})


ACTS: tuple[Act, ...] = (
    *(played(command) for command in (
        BeginEncounter("Ambush", "ambush"), Place("ambush", SPOTS), RollInitiative(), EndTurn(),
        EndEncounter(3), MakeAttack(("harsk",), "wolf-1"), Move("harsk", "D7"), SetPace("hustle"),
        Paint("ambush", (BoardEdit("A1:3", "difficult"),)), Hurt(("harsk",), (3,)),
        WriteNote("who pays the ogre? \u2028\x9b"), WriteNote("the ford", shared=True),
        March(), March(Fraction(9)), Camp(), Rule("nonlethal", "2", "harsk", "so says the table"),
    )),
    ruled, Campaign.undo, Campaign.undo, Campaign.undo_step, Campaign.undo_turn, Campaign.redo,
    Campaign.redo, lambda campaign: marks.begin_session(campaign, "Zwölf"),
    lambda campaign: marks.name_session(campaign, 2, "The ford", "notes"),
    lambda campaign: marks.annotate(campaign, 3, "an ogre?"),
    lambda campaign: marks.split_session(campaign, 4),
    lambda campaign: marks.join_sessions(campaign, 4),
)  # fmt: skip


@pytest.mark.usefixtures("both_libraries")
@given(acts=st.lists(st.sampled_from(ACTS), min_size=8, max_size=24))
@example(acts=[Campaign.undo] * 24)
@examples(4, 500)
def test_what_comes_in_is_what_went_out(acts: list[Act]) -> None:
    """Given any history, then each state, sum, blob and session is the same, and the export too."""
    with empty_library(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_history, "EVERY", 4)
        place = store(on_the_road(), "a")
        with Campaign.open(place) as campaign:
            for act in acts:
                with suppress(Refusal):
                    act(campaign)
        text = exported_from(place)
        made = brought_in(text, "b")
        assert text.splitlines()[1:] == exported_from(made.place).splitlines()[1:]
        with Campaign.open(place) as left, Campaign.open(made.place) as right:
            assert verify_at(right.place) == right.warnings == ()
            assert (left.head, left.tip, left.story.redo_title) == (
                right.head,
                right.tip,
                right.story.redo_title,
            )
            assert left.story.log(1000) == right.story.log(1000)
            states = [
                (state_at(left, seq), state_at(right, seq)) for seq in range(1, left.head + 1)
            ]
            assert all(one == other for one, other in states)
            assert face_of(place) == face_of(made.place)
            assert evenings(place) == evenings(made.place)
            right.record(WriteNote("it goes on"))


def evenings(place: StoredAt) -> tuple[Session, ...]:
    """The sessions, with all their sums."""
    with History.open(place, quietly) as look:
        return sessions(look)


@pytest.mark.usefixtures("both_libraries")
def test_another_home_gets_the_same_text_and_the_same_id(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        hurt(campaign, 3)
    text = exported(path)
    made = brought_in(text)
    assert (made.name, made.entries, made.other_id) == ("The Long Marches", 3, False)
    assert exported_from(made.place) == text
    assert face_of(made.place) == face_of(FilePlace(path))


@pytest.mark.usefixtures("both_libraries")
def test_beside_the_campaign_itself_it_needs_a_name_and_gets_an_id_of_its_own() -> None:
    with library.create("Rime", packaged("pf1")) as campaign:
        text = exported_from(campaign.place)
    with pytest.raises(CannotKeep, match="taken"):
        brought_in(text)
    made = brought_in(text, "Again")
    assert made.other_id
    assert docs(exported_from(made.place))[0]["id"] == made.id != docs(text)[0]["id"]
    assert [shelf.name for shelf in library.listing()] == ["Rime", "Again"]


@pytest.mark.usefixtures("both_libraries")
def test_a_campaign_of_a_released_format_goes_out_and_comes_in(tmp_path: Path) -> None:
    path = tmp_path / "v1.outrider"
    shutil.copy(GOLDEN, path)
    text = exported(path)
    made = brought_in(text)
    assert exported_from(made.place) == text
    assert verify_at(made.place) == ()


@pytest.mark.usefixtures("both_libraries")
def test_what_was_born_to_try_something_still_is() -> None:
    with library.create("Rime", packaged("pf1")) as campaign:
        campaign.record(SetPace("hustle"))
    trial = branch(campaign.place, 2, say)
    text = exported_from(trial)
    library.bin(trial)
    made = brought_in(text)
    (found,) = (shelf for shelf in library.listing() if shelf.stored == made.place)
    assert found.born_from is not None
    assert found.under == "Rime"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.removesuffix(b"\n"),
        lambda text: text + b"\n \n",
        lambda text: b"".join(json.dumps(doc).encode() + b"\n" for doc in docs(text)),
        lambda text: b"".join(
            json.dumps(dict(reversed(doc.items())), separators=(" , ", " : ")).encode() + b"\n"
            for doc in docs(text)
        ),
    ],
    ids=["bom", "crlf", "no last line end", "blank lines at the end", "spaces", "other order"],
)
def test_what_other_programs_make_of_the_lines_is_the_same(
    tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(WriteNote("Zwölf \U0001f43a and \u2028 more"))
    text = exported(tmp_path / "a.outrider")
    assert exported_from(brought_in(change(text)).place) == text


def test_no_line_of_it_can_move_a_cursor(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(WriteNote("\x1b[2J\x9b\u202e\u2028\x85\x7f end"))
    text = exported(tmp_path / "a.outrider").decode()
    assert all(mark.isprintable() for mark in text.replace("\n", ""))
    assert len(text.splitlines()) == text.count("\n")


@pytest.mark.usefixtures("both_libraries")
def test_it_is_written_at_one_moment_while_the_campaign_is_played() -> None:
    with (
        library.create("Rime", packaged("pf1")) as campaign,
        History.open(campaign.place, quietly) as look,
    ):
        found = jsonl.lines(look, "0.1.0")
        parts = [next(found)]
        campaign.record(SetPace("hustle"))
        made = brought_in(b"".join([*parts, *found]), "Again")
        assert (made.entries, campaign.head) == (1, 2)


def test_a_damaged_campaign_is_not_exported_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        hurt(campaign, 3)
    tamper(path, "UPDATE entry SET who = 'x' WHERE seq = 2")
    with pytest.raises(UnreadableFile) as caught:
        exported(path)
    assert "damaged from entry 2" in say(caught.value.message)
    tamper(path, "UPDATE blob SET zlib = 'x'")
    with pytest.raises(UnreadableFile):
        exported(path)


def test_a_disk_that_is_full_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "a.outrider", HARSK).close()
    text = exported(tmp_path / "a.outrider")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "put_row", full)
    with pytest.raises(CannotKeep, match="no_room"):
        brought_in(text)
    assert list(paths.campaigns().iterdir()) == []


def test_lines_longer_than_the_cap_are_neither_written_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "a.outrider", HARSK).close()
    text = exported(tmp_path / "a.outrider")
    monkeypatch.setattr(jsonl, "LONGEST", 1000)
    for act in (lambda: exported(tmp_path / "a.outrider"), lambda: brought_in(text)):
        with pytest.raises(UnreadableFile):
            act()


@pytest.mark.parametrize("piece", ["[],", "{},", '"\\"\\\\",', "0,", '{"a":0},'])
def test_a_line_that_swells_when_it_is_read_is_refused_before(
    piece: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "LONG", 5000)
    monkeypatch.setattr(jsonl, "MOST", 5000)
    begun(tmp_path / "a.outrider", HARSK).close()
    first, _ = exported(tmp_path / "a.outrider").split(b"\n", 1)
    swelling = f'{{"line":"row","body":[{piece * (jsonl.MOST + 1)}0]}}\n'
    with pytest.raises(UnreadableFile) as refused:
        brought_in(first + b"\n" + swelling.encode())
    assert "more than" in say(refused.value.message)


def test_a_long_text_with_commas_and_quotes_in_it_is_one_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jsonl, "LONG", 5000)
    monkeypatch.setattr(jsonl, "MOST", 5000)
    head = {"format": jsonl.FORMAT, "version": 1, "head": 1, "id": "", "name": "", "program": "1"}
    blob = {"line": "blob", "kind": "region", "sha256": "", "text": ',"[],\\' * jsonl.MOST}
    text = written([{"line": "campaign", **head}, blob])
    _, found = islice(jsonl.read_lines(io.BytesIO(text)), 2)
    assert found.keys["text"] == blob["text"]


def test_a_long_line_is_the_same_as_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "a.outrider", HARSK).close()
    text = exported(tmp_path / "a.outrider")
    short = list(jsonl.read_lines(io.BytesIO(text)))
    monkeypatch.setattr(jsonl, "LONG", 0)
    assert list(jsonl.read_lines(io.BytesIO(text))) == short


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"line":"row","a":{"b":1,"b":2}}', "A key is there twice."),
        ('{"line":"row","a":":","a":"\\":"}', "A key is there twice."),
        ('{"line":"row","a":1.5}', "1.5 is not a whole number."),
        ('{"line":"row","a":9007199254740993}', "has a number that is too large"),
        ('{"line":"row","a":' + "[" * 70 + "]" * 70 + "}", "nested more than 64 deep"),
        ('{"line":"row","a":' + "[" * 5000 + "]" * 5000 + "}", "nested more than 64 deep"),
        ('{"line":"row",}', "This is not JSON"),
        ('{"line":"row","a":"\\ud800"}', "This is not JSON"),
        ("[1]", "not a JSON object"),
        ('{"line":"row","a":":{}[],","b":{"c":"\\\\"}}', "There is no key"),
    ],
)
def test_a_long_line_is_read_as_strictly_as_a_short_one(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "LONG", 0)
    head = {"format": jsonl.FORMAT, "version": 1, "head": 1, "id": "", "name": "", "program": "1"}
    text = written([{"line": "campaign", **head}]) + line.encode() + b"\n"
    with pytest.raises(UnreadableFile) as refused:
        list(jsonl.read_lines(io.BytesIO(text)))
    assert said in say(refused.value.message)


def test_the_documented_row_has_the_sum_that_it_says() -> None:
    text = (Path(jsonl.__file__).parents[2] / "docs" / "campaign-file.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    row, receipts = row_of(json.loads(example))
    assert digest(row, receipts) == row.sum
    assert codec.load_body(row.body)
