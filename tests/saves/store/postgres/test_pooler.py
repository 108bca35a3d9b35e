"""A campaign is played through a pooler in transaction mode, where no connection is one's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

from saves.exchange.copying import copy
from saves.library import branches, library
from saves.store.packaged_rulesets import packaged
from saves.store.places import library_at
from saves.store.sqlite.file_place import FilePlace
from tests.saves.exchange.exports import brought_in, exported_from
from tests.saves.fights import on_the_road
from tests.saves.store.postgres.pooler import find_pooler, pooling
from tests.saves.store.postgres.two_players import HOUR, play_beside_another
from tests.saves.store.postgres.writers import (
    begin,
    count_stored,
    end_connections,
    write_together,
)
from tests.saves.storing import store
from tests.saves.verifying import verify_at
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.kit.phrases import say

pytestmark = pytest.mark.nightly

FEW = 2
"""The connections that all have together."""
CONNECTIONS = (
    b"SELECT count(*) FROM pg_stat_activity"
    b" WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


@pytest.fixture
def pooled(server_url: str) -> Iterator[str]:
    """The address of a server without campaigns, through few connections."""
    program = find_pooler()
    if program is None:
        pytest.skip("the pooler is pgbouncer (Debian: apt install pgbouncer)")
    _, _, folder = server_url.partition("host=")
    with pooling(program, folder, size=FEW) as url, library_at(url):
        yield url


def test_more_than_there_are_connections_play_and_see_each_other(
    pooled: str, server_url: str
) -> None:
    """Given five windows and two connections, when each records, then all others hear of it."""
    library.create("Rime", packaged("pf1")).close()
    with ExitStack() as stack:
        windows = [stack.enter_context(library.open("Rime")) for _ in range(5)]
        for writer in windows:
            writer.record(HOUR)
            others = [window for window in windows if window is not writer]
            assert [window.refresh() for window in others] == [True] * 4
            assert {window.head for window in windows} == {writer.head}
        windows[0].undo()
        assert windows[1].refresh()
        assert windows[1].state == windows[0].state
        with psycopg.connect(server_url) as raw:
            (connections,) = raw.execute(CONNECTIONS).fetchone() or (0,)
        assert 1 <= connections <= FEW
    assert verify_at(library.find("Rime")) == ()


@pytest.mark.usefixtures("pooled")
def test_the_library_does_all_it_does(tmp_path: Path) -> None:
    """Given a campaign with maps and boards, then it is copied, tried, exported and read again."""
    place = store(on_the_road(), "Rime")
    text = exported_from(place)
    trial = branches.branch(place, 3, say)
    assert branches.keep(trial, "Frost") == library.find("Frost")
    back = copy(place, str(tmp_path / "back.outrider"))
    assert exported_from(FilePlace(tmp_path / "back.outrider")) == text
    assert back.entries == len(text.splitlines()) - text.count(b'"line":"blob"') - 2
    brought_in(text, "Again")
    again = library.unbin(library.bin(library.rename("Again", "Once more")))
    assert verify_at(again) == ()


async def test_what_others_write_appears_by_itself(pooled: str, home: Path) -> None:
    """Given a screen, when somebody else records, then it shows that, and goes on."""
    library.create("Rime", packaged("pf1")).close()
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(f'db = "{pooled}"\n', encoding="utf-8")
    app = OutriderApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await play_beside_another(Driver(app, pilot), "Rime")


def test_many_who_write_lose_and_double_nothing(pooled: str, server_url: str) -> None:
    """Given eight writers and two connections, which end twice, and one writer is killed."""
    begin()

    acknowledged = write_together(8, 40, partial(end_connections, server_url))

    found = count_stored(acknowledged)
    assert len(acknowledged) == 8 * 40 + 20
    assert (found.lost, found.doubled, found.damage) == (0, 0, ())
