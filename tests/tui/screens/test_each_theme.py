"""Each theme of ours in each look, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters, digits

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.demos import the_ambush, the_week
from tests.insides import screen_strips, screen_text
from tests.story.driving import Driver
from tests.thorough import cases
from tests.waiting import settled
from tui.app import OutriderApp
from tui.kit.theming import packaged

SIGNS = ascii_letters + digits + "".join(map(chr, range(0xC0, 0x180)))


BEGIN = {"the_week": the_week, "the_ambush": the_ambush}


@pytest.mark.parametrize(
    ("begin", "look"),
    cases(
        [(begin, look) for begin in BEGIN for look in ("ascii", "lines")],
        ("the_ambush-lines",),
        "-".join,
    ),
)
async def test_each_theme_in_each_look(
    begin: str,
    look: str,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    """The Journey or the fight: its words, and for each theme of ours the styles of all cells."""
    monkeypatch.setenv("OUTRIDER_LOOK", look)
    BEGIN[begin]()
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
