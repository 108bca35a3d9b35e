"""Pictures of the real screens for the documents: `make pictures`."""

from __future__ import annotations

import tests.surroundings  # noqa: F401  # before anything else

# isort: split

import asyncio
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.strip import Strip

from tests.demos import the_ambush, the_week
from tests.insides import screen_strips
from tests.story.fighting import Table
from tests.waiting import settled
from tui.app import OutriderApp
from tui.kit.theming import DARK, LIGHT

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = ((80, 24), (120, 40))
LOOKS = {"dark": ("lines", DARK), "light": ("lines", LIGHT), "ascii": ("ascii", DARK)}

Story: TypeAlias = tuple[tuple[str, str, str], ...]
"""What to press, the picture taken then ("": none), and what is seen in it."""

WEEK: Story = (
    ("", "journey", "The Journey: the region, the plan, what a forced march risks, the party"),
    ("w", "receipt", "A receipt: why the party makes so many kilometres an hour"),
    ("Esc 9t 7 Spc 11 Spc 5 Spc h6v15", "dice",
     "The dice tray: dice shouted across the table, h6 v15"),
)  # fmt: skip
FIGHT: Story = (
    ("f d", "fight", "A fight: where Harsk could go, who would strike on the way"),
    ("z z z", "fight-large", "The same in squares of 6x3"),
    ("Z", "fight-middle", "The same in squares of 4x2"),
    ("Z", "fight-small", "The same in squares of 2x1"),
    ("z RET e18 Spc 4 Spc", "strikes", "Two wolves may strike at Harsk: both dice in one tray"),
)
PAST: Story = (
    ("F3", "party", "The Party: the members, and the one under the cursor in full"),
    ("F5 81 RET", "sessions", "The Sessions: the evenings, the journal, the fight in round 2"),
    ("39 RET", "road", "The same on the road: the twelfth of Thaw"),
    ("C", "charts", "The demo in numbers: kilometres a day, the luck of the dice"),
    ("Esc g c", "campaigns", "The Campaigns: the first screen"),
    ("Esc F4 u u u", "results", "What a pack's attack came to, until something else is done"),
)
STORIES: tuple[tuple[Callable[[], None], Story], ...] = (
    (the_week, WEEK), (the_ambush, FIGHT), (the_ambush, PAST),
)  # fmt: skip

WIDE, HIGH, EDGE, BASE = 10, 20, 8, 15
"""Pixels: a cell, the edge around the screen, where letters stand in their line."""
FONTS = "Fira Code,Cascadia Mono,DejaVu Sans Mono,Menlo,Consolas,monospace"
WORDS = re.compile(r"\S+(?: \S+)*")


def drawn(strips: list[Strip], ground: str) -> str:
    """A screen as SVG: a path for each run of one background, a text for each run of words."""
    classes: dict[str, str] = {}
    marks = [mark for row, strip in enumerate(strips) for mark in _row(strip, row, ground, classes)]
    wide, high = strips[0].cell_length * WIDE + 2 * EDGE, len(strips) * HIGH + 2 * EDGE
    styles = "".join(f".{name}{{{look}}}" for look, name in classes.items())
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {wide} {high}">',
        f"<style>text{{font:16.6px {FONTS}}}path{{shape-rendering:crispEdges}}{styles}</style>",
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{wide}" height="{high}" rx="6" fill="{ground}"/>',
        *sorted(marks), "</svg>\n",  # "<p" of the paths comes before "<t" of the texts
    ))  # fmt: skip


def _row(strip: Strip, row: int, ground: str, classes: dict[str, str]) -> Iterator[str]:
    cells: list[tuple[str, str, str]] = []
    for text, style, _ in strip:
        html = style.get_html_style(DEFAULT_TERMINAL_THEME) if style else ""
        look = dict(part.split(": ") for part in html.split("; ") if part)
        back = look.pop("background-color", ground).lower()
        look.pop("text-decoration-color", None)
        look["fill"] = look.pop("color", "#808080")
        inked = ";".join(f"{key}:{value}" for key, value in look.items())
        cells += [(letter, inked, back) for letter in text]
    at = 0
    for back, run in groupby(cells, itemgetter(2)):
        begin, at = at, at + len(list(run))
        if back != ground:
            yield (f'<path d="M{begin * WIDE} {row * HIGH}h{(at - begin) * WIDE}v{HIGH}'
                   f'H{begin * WIDE}" fill="{back}"/>')  # fmt: skip
    at = 0
    for inked, run in groupby(cells, itemgetter(1)):
        text = "".join(cell[0] for cell in run)
        for words in WORDS.finditer(text):
            name = classes.setdefault(inked, f"s{len(classes)}")
            yield (f'<text x="{(at + words.start()) * WIDE}" y="{row * HIGH + BASE}" class="{name}"'
                   f' textLength="{len(words[0]) * WIDE}">{escape(words[0])}</text>')  # fmt: skip
        at += len(text)


async def take(story: Story, size: tuple[int, int], look: str) -> None:
    """Play a story and keep its pictures."""
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await table.greeted()
        for keys, name, _ in story:
            await table.keys(keys)
            await settled()
            picture = drawn(screen_strips(app), app.theme_variables["background"].lower())
            (FOLDER / f"{name}-{look}-{size[0]}.svg").write_text(picture, encoding="utf-8")


def main() -> None:
    """Take all pictures, each story in a home of its own, and write the page that shows them."""
    for look, (signs, theme) in LOOKS.items():
        for size in SIZES:
            for begin, story in STORIES:
                with tempfile.TemporaryDirectory() as home:
                    os.environ.update(OUTRIDER_HOME=home, OUTRIDER_LOOK=signs, OUTRIDER_THEME=theme)
                    begin()
                    asyncio.run(take(story, size, look))
    page = ["# Pictures of all screens", "", "Taken by `make pictures`, from the demo."]
    for _, story in STORIES:
        for _, name, seen in story:
            shown = (f"![{look}, {wide} columns]({name}-{look}-{wide}.svg)"
                     for look in LOOKS for wide, _ in SIZES)  # fmt: skip
            page += ["", f"## {seen}", "", *shown]
    (FOLDER / "README.md").write_text("\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
