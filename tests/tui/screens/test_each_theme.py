"""Each theme of ours in each look, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import ascii_letters, digits

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.demos import the_ambush, the_week
from tests.insides import screen_strips, screen_text
from tests.story.driving import Driver
from tests.waiting import settled
from tui.app import OutriderApp
from tui.kit.theming import packaged

SIGNS = ascii_letters + digits + "".join(map(chr, range(0xC0, 0x180)))


@pytest.mark.parametrize("look", ["ascii", "lines"])
@pytest.mark.parametrize("begin", [the_week, the_ambush])
async def test_each_theme_in_each_look(
    begin: Callable[[], None],
    look: str,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    """The Journey or the fight: its words, and for each theme of ours the styles of all cells."""
    monkeypatch.setenv("OUTRIDER_LOOK", look)
    begin()
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=(80, 24)) as pilot:
        await Driver(app, pilot).greeted()
        await settled()
        words = screen_text(app)
        drawn = [words]
        for theme in packaged():
            app.register_theme(theme)
            app.theme = theme.name
            await settled()
            assert screen_text(app) == words
            drawn += [theme.name, *styles(app)]
    assert "\n".join(drawn) == snapshot


def styles(app: OutriderApp) -> Iterator[str]:
    """A letter for the style of each cell, line by line, then what the letters are."""
    letters: dict[str, str] = {}
    for strip in screen_strips(app):
        yield "".join(
            letters.setdefault(str(segment.style), SIGNS[len(letters)]) * segment.cell_length
            for segment in strip
        )
    yield from (f"{letter} {style}" for style, letter in letters.items())
