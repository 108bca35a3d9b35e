"""Pictures of the real screens for the documents: `make pictures`."""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

import asyncio
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, TypeAlias

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


class Frame(NamedTuple):
    """The lines of a screen, and the background of its theme."""

    strips: list[Strip]
    ground: str


Story: TypeAlias = tuple[tuple[str, str, str], ...]
"""What to press, the picture taken then ("": none), and what is seen in it."""

WEEK: Story = (
    ("", "journey", "The Journey: the region, the plan, what a forced march risks, the party"),
    ("w", "receipt", "A receipt: why the party makes so many kilometres an hour"),
    (
        "Esc 9t 7 Spc 11 Spc 5 Spc h6v15",
        "dice",
        "The dice tray: dice shouted across the table, h6 v15",
    ),
)
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
    (the_week, WEEK),
    (the_ambush, FIGHT),
    (the_ambush, PAST),
)

TOUR: tuple[tuple[Callable[[], None], Story], ...] = (
    (
        the_week,
        (
            (
                "",
                "",
                "The eighth morning on the road: what a forced march gains, and whom it costs.",
            ),
            ("r", "", "r: how far the party gets today, and in the days after."),
            ("r r w", "", "w: why so many kilometres an hour, rule by rule."),
            ("Esc 9t", "", "9t: nine hours, one of them forced: the tray asks for all the dice."),
            (
                "7 Spc 11 Spc 5 Spc",
                "",
                "Dice that were rolled at the table, in the order of rows ...",
            ),
            (
                "h6v15 Spc m11s10t14p9r12 Spc",
                "",
                "... or by letter, as the players shout them: h6 v15",
            ),
            ("RET 3 Spc 2 Spc 4 RET", "", "Enter: the march and what it cost. u takes it back."),
        ),
    ),
    (
        the_ambush,
        (
            ("", "", "A fight: who acts, what ends by itself, who is hidden from the players."),
            ("r", "", "r: how far Harsk gets."),
            ("r r f d", "", "f d: beside wolf d. Two may strike on the way; he hits with 85 %."),
            ("RET", "", "Enter: the tray asks for the strikes first."),
            ("e18 Spc 4 Spc RET", "", "One hits, one misses; the damage is asked."),
            ("5 RET", "", "Five damage. He stands beside the wolf, and may attack it."),
        ),
    ),
    (
        the_ambush,
        (("F5 81 RET", "", "Looking back: any entry of any evening, the board as it stood then."),),
    ),
)
"""The animated tour: its screens and what is said below them."""
SECONDS = 4
"""So long each of them is shown."""

WIDE = 10
HIGH = 20
EDGE = 8
BASE = 15
"""Pixels: a cell, the edge around the screen, where letters stand in their line."""
FONTS = "Fira Code,Cascadia Mono,DejaVu Sans Mono,Menlo,Consolas,monospace"
TURNS = (
    ".told{{fill:#8b96a5}}.turn{{visibility:hidden;animation:turn {cycle}s step-end infinite}}"
    "@keyframes turn{{0%{{visibility:visible}}{share}%{{visibility:hidden}}}}"
)
WORDS = re.compile(r"\S+(?: \S+)*")


def svg(frames: Sequence[Frame], captions: Sequence[str] = ()) -> str:
    """A screen as a picture; or several of one size, shown in turn, each above its caption."""
    classes: dict[str, str] = {}
    parts: list[str] = []
    strips = frames[0].strips
    bottom = len(strips) * HIGH
    wide = strips[0].cell_length * WIDE + 2 * EDGE
    high = bottom + 2 * EDGE + (HIGH if captions else 0)
    box = f'x="{-EDGE}" y="{-EDGE}" width="{wide}" height="{high}" rx="6"'
    for at, (strips, ground) in enumerate(frames):
        # a path for each run of one background, which comes before the texts: runs of words
        marks = sorted(m for y, strip in enumerate(strips) for m in _row(strip, y, ground, classes))
        if captions:
            marks.append(f'<text class="told" y="{bottom + BASE}">{escape(captions[at])}</text>')
        turn = f' class="turn" style="animation-delay:{at * SECONDS}s"' if at else ""
        parts += [f"<g{turn}>", f'<rect {box} fill="{ground}"/>', *marks, "</g>"]
    style = f"text{{font:16.6px {FONTS}}}path{{shape-rendering:crispEdges}}"
    style += "".join(f".{name}{{{look}}}" for look, name in classes.items())
    if captions:
        style += TURNS.format(share=f"{100 / len(frames):.3f}", cycle=len(frames) * SECONDS)
    view = f"{-EDGE} {-EDGE} {wide} {high}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">'
    return "\n".join((head, f"<style>{style}</style>", *parts, "</svg>\n"))


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
        begin = at
        at = at + len(list(run))
        if back != ground:
            yield (
                f'<path d="M{begin * WIDE} {row * HIGH}h{(at - begin) * WIDE}v{HIGH}'
                f'H{begin * WIDE}" fill="{back}"/>'
            )
    at = 0
    for inked, run in groupby(cells, itemgetter(1)):
        text = "".join(cell[0] for cell in run)
        for words in WORDS.finditer(text):
            name = classes.setdefault(inked, f"s{len(classes)}")
            yield (
                f'<text x="{(at + words.start()) * WIDE}" y="{row * HIGH + BASE}" class="{name}"'
                f' textLength="{len(words[0]) * WIDE}">{escape(words[0])}</text>'
            )
        at += len(text)


async def play(story: Story, size: tuple[int, int]) -> list[Frame]:
    """The screen after each row of a story."""
    app = OutriderApp(lambda worker: worker.demo())
    frames = []
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await table.greeted()
        for keys, _, _ in story:
            await table.keys(keys)
            await settled()
            frames.append(Frame(screen_strips(app), app.theme_variables["background"].lower()))
    return frames


def played(
    begin: Callable[[], None], story: Story, size: tuple[int, int], look: str
) -> list[Frame]:
    """The screens of a story, which has a home of its own."""
    signs, theme = LOOKS[look]
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(OUTRIDER_HOME=home, OUTRIDER_LOOK=signs, OUTRIDER_THEME=theme)
        begin()
        return asyncio.run(play(story, size))


def main() -> None:
    """Take all pictures and the tour, and write the page that shows them."""
    for look, size, (begin, story) in product(LOOKS, SIZES, STORIES):
        for frame, (_, name, _) in zip(played(begin, story, size, look), story, strict=True):
            keep(f"{name}-{look}-{size[0]}.svg", svg([frame]))
    frames = [one for begin, story in TOUR for one in played(begin, story, SIZES[1], "dark")]
    keep("tour.svg", svg(frames, [seen for _, story in TOUR for _, _, seen in story]))
    page = [
        "# Pictures of all screens",
        "",
        "Taken by `make pictures`, from the demo.",
        "",
        "![A tour](tour.svg)",
    ]
    for _, story in STORIES:
        for _, name, seen in story:
            shown = (
                f"![{look}, {wide} columns]({name}-{look}-{wide}.svg)"
                for look in LOOKS
                for wide, _ in SIZES
            )
            page += ["", f"## {seen}", "", *shown]
    keep("README.md", "\n".join(page) + "\n")


def keep(name: str, text: str) -> None:
    """Write a file of the folder."""
    (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
