"""Searching finds what a walk through all sentences finds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.play.facts.table.commands import WriteNote
from core.play.facts.table.events import Noted
from saves.campaign import marks
from saves.history.history import History
from saves.history.index.index import folded
from saves.history.navigation import beats, facts_of
from saves.history.search import Hit, Kind, Query, search
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.history.pasts import parts
from tui.view import said


@pytest.fixture(scope="module")
def look(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    folder = tmp_path_factory.mktemp("search")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", str(folder))
        for campaign in parts(folder / "a.outrider", 5, 3):
            place = campaign.place
        with History.open(place, said) as opened:
            yield opened


def found(look: History, **what: object) -> list[int]:
    """The rows that are found."""
    return [hit.seq for hit in search(look, Query(limit=10_000, **what)).hits]  # type: ignore[arg-type]


def tokens(text: str) -> list[str]:
    """The words of a text, folded, by another way than the search's."""
    apart = unicodedata.normalize("NFD", text)
    letters = (one for one in apart if not unicodedata.combining(one))
    return "".join(folded(one) if one.isalnum() else " " for one in letters).split()


def told(look: History, seq: int, text: str) -> str:
    """What a row tells, and the whole of its note."""
    entry = look.entry(seq)
    assert entry is not None
    notes = [event.text for event in entry.events if isinstance(event, Noted)]
    return " ".join((text, *notes))


@pytest.mark.parametrize(
    "words", ["camp", "Valeria", "VAL", "aurelie", "Żółty", "o", "gp 2", "ogre tame", "zzz", "h 8"]
)
def test_words_are_found_in_sentences_and_notes(look: History, words: str) -> None:
    wanted = tokens(words)
    expected = [
        one.seq
        for one in beats(look)
        if not one.undone
        and one.kind not in ("undo", "redo")
        and all(
            any(token.startswith(word) for token in tokens(told(look, one.seq, one.text)))
            for word in wanted
        )
    ]

    hits = search(look, Query(words, limit=10_000))

    assert [hit.seq for hit in hits.hits] == expected
    assert hits.total == len(expected)


def test_undone_rows_are_found_only_when_asked(look: History) -> None:
    everything = {one.seq: one for one in beats(look)}
    story = found(look, words="h")
    whole = found(look, words="h", undone=True)

    assert set(story) < set(whole)
    extra = set(whole) - set(story)
    assert extra == {seq for seq in whole if everything[seq].undone or seq in undoing(look)}


def undoing(look: History) -> set[int]:
    """The rows that undo and redo."""
    return {one.seq for one in beats(look) if one.kind in ("undo", "redo")}


def test_a_creature_is_found_by_its_name_and_its_id(look: History) -> None:
    expected = [seq for seq, facts in facts_of(look) if "harsk" in facts.about]

    assert expected
    assert found(look, creature="Harsk") == expected == found(look, creature="har")


def test_a_place_is_found_by_its_name_and_its_hex(look: History) -> None:
    expected = [seq for seq, facts in facts_of(look) if facts.place == "0311"]

    assert expected
    hexes = [seq for seq in found(look, place="0311", kind="play") if seq in dict(facts_of(look))]
    assert hexes == expected == found(look, place="harrowgate", kind="play")


@pytest.mark.parametrize("kind", ["note", "session", "undo", "redo"])
def test_rows_of_a_kind_are_found(look: History, kind: Kind) -> None:
    assert found(look, kind=kind) == [one.seq for one in beats(look) if one.kind == kind]


def test_fights_travel_and_rulings_are_kinds_of_their_own(look: History) -> None:
    facts = dict(facts_of(look))

    assert found(look, kind="travel") == [seq for seq, one in facts.items() if one.hours]
    assert found(look, kind="ruling") == [seq for seq, one in facts.items() if one.ruled]
    fights = [seq for seq in found(look, kind="fight") if seq in facts]
    assert fights == [seq for seq, one in facts.items() if one.encounter]


def test_one_session_is_searched_alone(look: History) -> None:
    numbers = {one.session for one in beats(look)}
    by_session = [found(look, words="h", session=number) for number in sorted(numbers)]

    assert len(numbers) > 1
    assert [seq for some in by_session for seq in some] == found(look, words="h")
    assert found(look, words="h", session=max(numbers) + 1) == []


def test_pages_follow_each_other(look: History) -> None:
    whole = search(look, Query("a", limit=10_000))
    pages: list[Hit] = []
    while page := search(look, Query("a", limit=7, after=pages[-1].seq if pages else 0)).hits:
        assert len(page) <= 7
        pages += page

    assert tuple(pages) == whole.hits
    assert search(look, Query("a", limit=1)).total == whole.total


@pytest.mark.parametrize("words", ["", "  ", "!?", '"', "* OR", "NEAR(", "text:", "-"])
def test_nothing_and_signs_are_no_errors(look: History, words: str) -> None:
    search(look, Query(words))
    if not tokens(words):
        assert search(look, Query(words)).total == 0


def test_a_note_to_an_earlier_entry_leads_there(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 3)
        marks.annotate(campaign, 2, "the ogre wears the miller's ring")
        campaign.record(WriteNote("a ring of iron"))
        with History.open(campaign.place, said) as look:
            hits = search(look, Query("ring")).hits

    assert [(hit.seq, hit.moment) for hit in hits] == [(4, 2), (5, 5)]


def test_what_was_said_since_is_found(tmp_path: Path) -> None:
    campaign = begun(tmp_path / "a.outrider", HARSK)
    with campaign, History.open(campaign.place, said) as look:
        assert search(look, Query("ring")).total == 0
        campaign.record(WriteNote("a ring"))
        look.refresh()
        assert search(look, Query("ring")).total == 1


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("Żółty Smok sails", "zolty"),
        ("the Straße of knives", "STRASSE"),
        ("a cœur vaillant", "coeur"),
        ("Œuvre", "œuv"),
        ("Σίσυφος", "ΣΙΣΥ"),
        ("d’Harsk", "harsk"),
        ("a\u0305b is no word of SQLite's", "a\u0305b"),
        ("snake_case", "case"),
    ],
)
def test_a_word_is_found_however_it_is_spelled(tmp_path: Path, note: str, words: str) -> None:
    campaign = begun(tmp_path / "a.outrider")
    with campaign, History.open(campaign.place, said) as look:
        campaign.record(WriteNote(note))
        look.refresh()
        hits = search(look, Query(words)).hits

    assert [hit.seq for hit in hits] == [2]


@pytest.mark.parametrize("words", ["\U0001f409", "!?", '"'])
def test_signs_alone_find_nothing_whatever_else_is_asked_for(look: History, words: str) -> None:
    assert search(look, Query(words, kind="note")).total == 0
    assert search(look, Query(creature=words, kind="note")).total == 0


def test_no_letter_makes_a_search_fail(look: History) -> None:
    codes = (*range(0x500), *range(0x500, 0xD800, 199), *range(0xE000, 0x30000, 199))
    words = [f"a{chr(code)}b {chr(code)}" for code in codes]

    for low in range(0, len(words), 500):
        search(look, Query(" ".join(words[low : low + 500])))
