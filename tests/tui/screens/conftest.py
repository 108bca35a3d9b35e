"""A table with a campaign on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import pytest

from tests.story.driving import Driver, ungreeted
from tui.app import OutriderApp
from tui.play.application.campaign_app import Opening


class Opens(Protocol):
    """Opens the app in a window of a size."""

    def __call__(
        self, opening: Opening | None = None, size: tuple[int, int] = (80, 24)
    ) -> AbstractAsyncContextManager[Driver]:
        """The driver of the app; no page greets where there is an opening."""
        ...


@pytest.fixture
def table() -> Opens:
    """Opens the app; with an opening, as far as the Journey screen."""

    @asynccontextmanager
    async def opens(
        opening: Opening | None = None, size: tuple[int, int] = (80, 24)
    ) -> AsyncIterator[Driver]:
        app = OutriderApp() if opening is None else ungreeted(opening)
        async with app.run_test(size=size) as pilot:
            drive = Driver(app, pilot)
            if opening is not None:
                await drive.seated()
                drive.begun()
            yield drive

    return opens
