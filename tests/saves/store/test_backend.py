"""A second back end is put beneath campaigns and the library, and nothing there asks for a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction

import pytest

from core.play.facts.road.commands import Wait
from core.values import Struct
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol, needed
from saves.demo import NAME
from saves.demo.story import make, story
from saves.library import branches, library
from saves.store.backend import Backend, Place
from saves.store.packaged_rulesets import packaged
from saves.store.places import file_backend, library_at
from saves.store.sqlite import files
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.exchange.exports import brought_in, exported_from
from tests.saves.renamed_backend import RenamedBackend
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


def named_backend(kept: Backend) -> RenamedBackend:
    """A server, which keeps its campaigns by the back end of files."""
    return RenamedBackend(kept, in_file, named)


@pytest.fixture(params=["names", "postgresql"])
def address(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The library is on a server, and no place is a path; the address of the campaign Rime."""
    if request.param == "names":
        monkeypatch.setattr(files, "FILES", named_backend(files.FILES))
        yield "test://club#campaigns/Rime.outrider"
        return
    url = request.getfixturevalue("server_url")
    with library_at(url):
        yield f"{url}#Rime"


def names() -> list[str]:
    return [shelf.name for shelf in library.listing()]


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

    made = brought_in(exported_from(place), "Read again")
    assert [shelf.id == made.id for shelf in library.listing()].count(True) == 1
    with closing(Patrol(place)) as patrol:
        progress = patrol.step()
        while not progress.over:
            progress = patrol.step()
    assert (progress.wrong, needed(place)) == (None, False)
    make(story()[:1]).close()
    assert NAME in {shelf.name for shelf in library.listing(file_backend())}
