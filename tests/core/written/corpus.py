"""Broken files of each kind that people write, and the sentence that each is answered with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from core.bestiary import parse_bestiary
from core.casebook.cases import parse
from core.casebook.run import run_all
from core.combat.board.encounter_file import parse_encounter
from core.files import FileError
from core.messages import Message
from core.play.facts.state import State
from core.play.party.party_file import read_party
from core.play.union import Assets
from core.travel.journey import parse_journey
from saves.store.packaged_rulesets import packaged
from tests.core.written import beasts, casebooks, encounters, journeys, parties
from tui.kit.phrases import plainest


class BrokenFile(NamedTuple):
    """A file with a mistake: the kind of file, what was done to it, and its text."""

    kind: str
    name: str
    text: str


class Complaint(NamedTuple):
    """What is said of a broken file: the place in it, a stable code, and the sentence."""

    key: str
    code: str
    sentence: str


def _encounter(text: str) -> object:
    return parse_encounter(text).scene(packaged("pf1"))


def _party(text: str) -> object:
    return read_party(text, State(), Assets(packaged("pf1")))


def _casebook(text: str) -> None:
    book = parse("book.toml", text)
    _, bad = run_all(book.cases, {"pf1": packaged("pf1")})
    for wrong in (*book.bad, *bad):
        place = ": ".join(part for part in (wrong.case, wrong.key) if part)
        raise FileError(place, wrong.message, file=wrong.file)


READERS: Mapping[str, Callable[[str], object]] = {
    "journey": parse_journey,
    "encounter": _encounter,
    "creatures": parse_bestiary,
    "party": _party,
    "casebook": _casebook,
}
_BROKEN: tuple[tuple[str, str, tuple[tuple[str, ...], ...]], ...] = (
    ("journey", journeys.LEGS, journeys.BROKEN_LEGS),
    ("journey", journeys.MAP, journeys.BROKEN_MAP),
    ("encounter", encounters.GOOD, encounters.BROKEN),
    ("creatures", beasts.GOOD, beasts.BROKEN),
    ("party", parties.GOOD, parties.BROKEN),
    ("casebook", casebooks.GOOD, casebooks.BROKEN),
)
GOOD: Mapping[str, tuple[str, ...]] = {
    kind: tuple(good for each, good, _ in _BROKEN if each == kind) for kind in READERS
}
"""The files without mistakes of each kind."""


def broken_files() -> Iterator[BrokenFile]:
    """Yield the broken files: the good one of each kind with some of its text replaced."""
    for kind, good, changes in _BROKEN:
        for name, *replaced in changes:
            text = good
            for old, new in zip(replaced[::2], replaced[1::2], strict=True):
                if old not in text:
                    raise ValueError(f"{kind}, {name}: there is no {old!r}")
                text = text.replace(old, new, 1)
            yield BrokenFile(kind, name, text)


def complaint_about(broken: BrokenFile) -> Complaint | None:
    """Return what is said of a file, None if it is read."""
    try:
        READERS[broken.kind](broken.text)
    except FileError as wrong:
        return Complaint(wrong.key, wrong.code, _sentence(wrong.message))
    return None


def _sentence(message: Message) -> str:
    return " ".join(plainest(message).split())
