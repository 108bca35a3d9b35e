"""On a server, too, replay shows exactly what happened, and undo never destroys (P15, P16)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg
from hypothesis.stateful import rule

from core.messages import Message
from saves.exchange.copying import copy
from saves.library import library
from saves.store import integrity
from saves.store.places import backend_of, library_at, library_url
from saves.store.postgres.held_campaign import HeldCampaign
from saves.store.sqlite.file_place import FilePlace
from tests.saves.fights import on_the_road
from tests.saves.replaying import Story, run


class ServerStory(Story):
    """The same machine; the campaign is on the server that has the library."""

    def store(self) -> None:
        """Copy the file to the server, and nothing else is there."""
        self.path.write_bytes(on_the_road())
        for shelf in library.listing():
            library.bin(shelf.stored)
        self.place = copy(FilePlace(self.path), "Story").place

    def find_damage(self) -> Sequence[Message]:
        """The damage of what is stored."""
        with closing(backend_of(self.place).read(self.place)) as reading:
            return tuple(integrity.find_damage(reading))

    @rule()
    def crash(self) -> None:
        """The server ends the connection; the story goes on as if nothing had been."""
        opened = self.campaign.opened
        assert isinstance(opened, HeldCampaign)
        with psycopg.connect(library_url(), autocommit=True) as raw:
            pid = opened.connection.raw.info.backend_pid
            raw.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


def test_live_replayed_and_reopened_are_the_same_on_a_server(server_url: str) -> None:
    with library_at(server_url):
        run(ServerStory, 6, 25)


@pytest.mark.nightly
def test_live_replayed_and_reopened_are_the_same_on_a_server_at_length(server_url: str) -> None:
    with library_at(server_url):
        run(ServerStory, 300, 60)
