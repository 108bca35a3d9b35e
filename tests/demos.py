"""The demo campaign for tests: played once and copied."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from functools import cache
from unittest import mock

from saves import paths
from saves.demo import NAME
from saves.demo.story import make, story
from saves.store.sqlite.file_place import file_of
from saves.store.sqlite.shelf import SUFFIX
from tui.view import CampaignView
from tui.worker import CampaignWorker

TODAY = datetime(2026, 11, 28, 12, tzinfo=UTC)
"""The demo's evenings are dated back from here; the last is on 21 November."""


@cache
def _played(*, fight: bool) -> bytes:
    """The file of the demo, with its fight or only with its week."""
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        campaign = make(story() if fight else story()[:-1], TODAY)
        campaign.close()
        return file_of(campaign.place).read_bytes()


def _lay(data: bytes) -> None:
    paths.campaigns().mkdir(parents=True, exist_ok=True)
    (paths.campaigns() / f"{NAME}{SUFFIX}").write_bytes(data)


def the_week() -> None:
    """Put the demo into the library on its eighth morning, before anything is met."""
    _lay(_played(fight=False))


def the_ambush() -> None:
    """Put the demo into the library as it ships, in the third round of its fight."""
    _lay(_played(fight=True))


async def week(worker: CampaignWorker) -> CampaignView:
    """An app that opens the demo on its eighth morning."""
    await worker.run(the_week)
    return await worker.demo()


async def ambush(worker: CampaignWorker) -> CampaignView:
    """An app that opens the demo in its fight."""
    await worker.run(the_ambush)
    return await worker.demo()
