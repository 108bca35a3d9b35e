"""The page: well formed, standing alone, everything escaped, told to screen readers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.files import read_toml
from core.play.facts.state import Member
from core.play.facts.table.commands import WriteNote
from core.travel.movers import Mover
from saves.campaign import marks
from saves.exchange.record.document import Audience
from saves.exchange.record.forms import PAINT, style
from tests.saves.campaigns import begun
from tests.saves.exchange.record.told import AUDIENCES, FORMS, record, record_of

THEMES = Path(__file__).parents[4] / "themes"
VOID = {"meta"}
"""The tags that are never closed."""


class Reader(HTMLParser):
    """Reads a page: tags that are open, ids, links, everything that could refer to a file."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.attributes |= values.keys()
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [values["href"] or ""] if "href" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("who", AUDIENCES)
def test_the_page_is_well_formed_and_its_links_lead_somewhere(who: Audience) -> None:
    reader = read(record_of(who, "html"))
    assert len(set(reader.ids)) == len(reader.ids)
    assert reader.links
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)


@pytest.mark.parametrize("who", AUDIENCES)
def test_the_page_stands_alone(who: Audience) -> None:
    """Then there is no script in it, and nothing that would be fetched."""
    page = record_of(who, "html")
    reader = read(page)
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "embed", "base"}
    assert not {name for name in reader.attributes if name.startswith("on") or name == "src"}
    for word in ("http", "src=", "url(", "@import", "javascript:"):
        assert word not in page.casefold()


@pytest.mark.parametrize("who", AUDIENCES)
def test_every_picture_is_xml_and_tells_what_it_shows(who: Audience) -> None:
    pictures = re.findall(r"<svg .*?</svg>", record_of(who, "html"), re.DOTALL)
    assert len(pictures) >= 4
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        title = root[0]
        described = root[1]
        assert (title.tag, described.tag) == ("title", "desc")
        assert title.text
        assert described.text
        assert root.attrib["aria-labelledby"].split() == [
            title.attrib["id"],
            described.attrib["id"],
        ]
        assert root.attrib["role"] == "img"


def test_headings_go_down_one_by_one() -> None:
    found = [int(level) for level in re.findall(r"<h(\d)", record_of("gm", "html"))]
    assert found[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(found))


NASTY = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a & b < c &amp; d")


def test_whatever_the_gm_writes_is_text_and_nothing_else(tmp_path: Path) -> None:
    """Given names and notes full of signs, then they read as they were written, and are no tags."""
    people = (
        Member(f"x-{n}", name, "abc"[n], mover=Mover(race="human"), hp=9)
        for n, name in enumerate(NASTY)
    )
    with begun(tmp_path / "a.outrider", *people) as campaign:
        for name in NASTY:
            campaign.record(WriteNote(f"About {name}", shared=True))
        marks.name_session(campaign, 1, NASTY[0])
    reader = read(record(tmp_path / "a.outrider", "players", "html"))
    assert not reader.tags & {"script", "img"}
    text = "".join(reader.text)
    assert all(f"About {name}" in text and f"{name} joins" in text for name in NASTY)


def test_a_campaign_in_which_nothing_happened_yet_has_a_page(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider"):
        pass
    for form in FORMS:
        assert "The Long Marches" in record(tmp_path / "a.outrider", "players", form)


def test_maps_and_boards_have_the_colours_of_the_screens() -> None:
    """Given a page, then grounds and sides are those of the light and of the dark theme."""
    day, night = style().split("@media (prefers-color-scheme: dark)")[:2]
    for theme, part in (("outrider-light", day), ("outrider-dark", night)):
        colors = read_toml((THEMES / f"{theme}.toml").read_text(encoding="utf-8"))
        for name, key in PAINT.items():
            assert f"--{name}: {colors[key]};" in part
    assert set(re.findall(r"var\((--[a-z]+)", style())) <= set(re.findall(r"(--[a-z]+):", style()))
