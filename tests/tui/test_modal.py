"""Two keys typed at once close one modal, and never the screen beneath it."""

from __future__ import annotations

from tests.themed import Themed
from tui.kit.modal import Modal


async def test_a_second_dismissal_does_nothing() -> None:
    modal: Modal[None] = Modal()
    async with Themed().run_test() as pilot:
        beneath = pilot.app.screen
        await pilot.app.push_screen(modal)

        modal.dismiss(None)
        modal.dismiss(None)
        await pilot.pause()

        assert pilot.app.screen is beneath
