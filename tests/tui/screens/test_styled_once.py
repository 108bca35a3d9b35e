"""What opens is styled when its parts are made, and not once more before it is seen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from textual.dom import DOMNode

from tests.evening import evening
from tests.story.fighting import at_table
from tui.kit.lines_view import TitleLine
from tui.kit.modal import Modal
from tui.kit.theming import KeptStylesheet


async def test_a_screen_and_a_page_are_styled_once_as_they_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a wide window, when F3 and its help open, then their first lines are styled once."""
    again: list[DOMNode] = []
    update = KeptStylesheet.update_nodes

    def count(sheet: KeptStylesheet, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        listed = [*nodes]
        again.extend(listed)
        update(sheet, listed, animate)

    async with at_table(evening(begun=False), size=(120, 40)) as drive:
        monkeypatch.setattr(KeptStylesheet, "update_nodes", count)
        await drive.press("f3")
        await drive.opened("PartyScreen")
        assert drive.app.screen.has_class("-wide")
        assert drive.app.screen.query_one(TitleLine) not in again
        await drive.press("question_mark")
        page = drive.app.screen
        assert isinstance(page, Modal)
        assert page.children[0] not in again
