"""A second back end is put beneath campaigns and the library, and nothing there asks for a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from fractions import Fraction
from typing import Any, cast

import pytest

from core.play.facts.road.commands import Wait
from core.values import Struct
from outrider import __version__
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol, needed
from saves.demo.story import NAME, make, story
from saves.exchange.jsonl import lines
from saves.history.history import History
from saves.library import branches, library
from saves.store.backend import Backend, Opened, Place, Reading, Unlisted
from saves.store.labels import Label
from saves.store.packaged_rulesets import packaged
from saves.store.places import file_backend, library_at
from saves.store.refusals import CannotOpen
from saves.store.sqlite import files
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.exchange.exports import brought_in, quietly
from tui.kit.phrases import say


class NamedPlace(Struct):
    """A name on a server, and no path."""

    name: str

    @property
    def title(self) -> str:
        """The campaign's name, as far as the server's name tells it."""
        return self.name.rpartition("/")[2].removesuffix(".outrider")

    @property
    def key(self) -> str:
        """Its address."""
        return str(self)

    def __str__(self) -> str:
        return f"test://club#{self.name}"


def in_file(place: Place) -> FilePlace:
    """Where the server keeps what has this name."""
    assert isinstance(place, NamedPlace)
    return FilePlace(paths.home() / place.name)


def named(place: Place) -> NamedPlace:
    """The name of what the server keeps there."""
    return NamedPlace(file_of(place).relative_to(paths.home()).as_posix())


class Named:
    """What the back end of files hands out, under its name on the server."""

    def __init__(self, kept: Any) -> None:  # noqa: ANN401  (one of three protocols)
        self.kept = kept

    @property
    def place(self) -> NamedPlace:
        """Its name."""
        return named(self.kept.place)

    def copy_rows(self, source: Named, upto: int, blobs: Iterable[str]) -> None:
        """Copy from another campaign of the server."""
        self.kept.copy_rows(source.kept, upto, blobs)

    def copy_to(self, unlisted: Named, name: str, *, newest: int) -> None:
        """Copy to another campaign of the server."""
        self.kept.copy_to(unlisted.kept, name, newest=newest)

    def __getattr__(self, name: str) -> object:
        return getattr(self.kept, name)


class NamedBackend:
    """A server, which keeps its campaigns by the back end of files."""

    def __init__(self, kept: Backend) -> None:
        self.kept = kept

    def labels(self) -> Sequence[tuple[Place, Label | CannotOpen]]:
        return [(named(place), label) for place, label in self.kept.labels()]

    def label(self, place: Place) -> Label:
        return self.kept.label(in_file(place))

    def place_of(self, name: str, beside: Place | None = None) -> Place | None:
        place = self.kept.place_of(name, in_file(beside) if beside else None)
        return named(place) if place else None

    def is_taken(self, place: Place, but: Place | None = None) -> bool:
        return self.kept.is_taken(in_file(place), in_file(but) if but else None)

    def is_stored(self, campaign: str) -> bool:
        return self.kept.is_stored(campaign)

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        self.kept.create(in_file(place), lambda made: write(cast(Unlisted, Named(made))))

    def open(self, place: Place, *, read_only: bool, whole: bool = False) -> Opened:
        opened = self.kept.open(in_file(place), read_only=read_only, whole=whole)
        return cast(Opened, Named(opened))

    def inspect(self, place: Place, *, for_play: bool = True) -> None:
        self.kept.inspect(in_file(place), for_play=for_play)

    def read(self, place: Place) -> Reading:
        return cast(Reading, Named(self.kept.read(in_file(place))))

    def rename(self, place: Place, name: str) -> Place:
        return named(self.kept.rename(in_file(place), name))

    def bin(self, place: Place) -> Place:
        return named(self.kept.bin(in_file(place)))

    def unbin(self, binned: Place) -> Place | None:
        place = self.kept.unbin(in_file(binned))
        return named(place) if place else None

    def binned(self) -> Sequence[Place]:
        return [named(place) for place in self.kept.binned()]

    def is_large(self, place: Place) -> bool:
        return self.kept.is_large(in_file(place))

    def translating(self, place: Place) -> AbstractContextManager[None]:
        return self.kept.translating(in_file(place))

    def legible(self, place: Place) -> AbstractContextManager[None]:
        return self.kept.legible(in_file(place))


@pytest.fixture(params=["names", "postgresql"])
def address(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The library is on a server, and no place is a path; the address of the campaign Rime."""
    if request.param == "names":
        monkeypatch.setattr(files, "FILES", NamedBackend(files.FILES))
        yield "test://club#campaigns/Rime.outrider"
        return
    url = request.getfixturevalue("server_url")
    with library_at(url):
        yield f"{url}#Rime"


def names() -> list[str]:
    return [shelf.name for shelf in library.listing()]


def exported(place: Place) -> bytes:
    with History.open(place, quietly) as history:
        return b"".join(lines(history, __version__))


def begin(name: str) -> Place:
    """A campaign of three entries."""
    with library.create(name, packaged("pf1")) as campaign:
        campaign.record(Wait(Fraction(1)))
        campaign.record(Wait(Fraction(2)))
        return campaign.place


def test_a_campaign_is_played_where_there_is_no_path(address: str) -> None:
    """Given a back end of names, when a campaign is played, then it is opened again by its name."""
    place = begin("Rime")

    with library.open("Rime") as campaign:
        campaign.undo()
        campaign.redo()
        marks.annotate(campaign, 1, "of old")
        assert (campaign.head, campaign.read_only, campaign.warnings) == (6, False, ())
    with Campaign.open(place) as again:
        assert (again.head, str(again.place)) == (6, address)


@pytest.mark.usefixtures("address")
def test_the_library_does_all_it_does_where_there_is_no_path() -> None:
    """Given a back end of names, then campaigns are copied, kept, renamed, binned and put back."""
    place = begin("Rime")

    trial = branches.branch(place, 2, say)
    assert names() == ["Rime", "Rime, what if 1"]
    assert branches.keep(trial, "Frost") == library.find("Frost")
    with Campaign.open(place) as campaign:
        branches.rescue(campaign, say)
    binned = library.bin(library.rename("Rime, copy 1", "Copy"))
    assert (sorted(names()), library.binned()) == (["Frost", "Rime"], [binned])
    library.unbin(binned)
    assert sorted(names()) == ["Copy", "Frost", "Rime"]


@pytest.mark.usefixtures("address")
def test_the_past_an_export_and_a_check_ask_for_no_path() -> None:
    """Given a back end of names, then all that only reads works, and an import makes a campaign."""
    place = begin("Rime")

    made = brought_in(exported(place), "Read again")
    assert [shelf.id == made.id for shelf in library.listing()].count(True) == 1
    with closing(Patrol(place)) as patrol:
        progress = patrol.step()
        while not progress.over:
            progress = patrol.step()
    assert (progress.wrong, needed(place)) == (None, False)
    make(story()[:1]).close()
    assert NAME in {shelf.name for shelf in library.listing(file_backend())}
