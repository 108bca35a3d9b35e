"""The forms of a record: the templates `page.html`, for a browser, and `note.md`, for Obsidian.

The pictures of the page are in `map.svg`, `board.svg` and `charts.svg`.
The page has no scripts and refers to no other file. What is written in a note stands between two
marks, so that it can be written anew in a note of the GM's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from core.files import read_toml
from core.travel.map_signs import GROUND_SIGNS
from core.travel.regionmap import Hex, half_row
from saves.exchange.record import svg
from saves.exchange.record.document import Name, Phrase, Record, Region, Text
from saves.exchange.writing import END, START

PAINT: Mapping[str, str] = {
    "field": "plain",
    "wood": "forest",
    "hill": "hill",
    "rock": "mountain",
    "fen": "swamp",
    "sea": "water",
    "blank": "unknown",
    "party": "primary",
    "foe": "error",
    "neutral": "neutral",
}
"""The page's names of colours that a theme of the screens sets, and what it calls them."""


@cache
def style() -> str:
    """The page's style; maps and boards have the colours of the screens, by day and by night."""
    page = files("saves.exchange.record").joinpath("page.css").read_text(encoding="utf-8")
    night = f"@media (prefers-color-scheme: dark) {{\n{_painted('outrider-dark')}\n}}"
    return f"{_painted('outrider-light')}\n{night}\n{page}"


def _painted(theme: str) -> str:
    text = files("themes").joinpath(f"{theme}.toml").read_text(encoding="utf-8")
    colors = read_toml(text, theme)
    return ":root { " + " ".join(f"--{name}: {colors[key]};" for name, key in PAINT.items()) + " }"


def spans(text: Text) -> Markup:
    """A sentence of the page, its names marked."""
    pieces = (
        escape(piece) if isinstance(piece, str) else f"<b>{escape(piece.text)}</b>"
        for piece in text
    )
    return Markup("".join(pieces))


SIGNS = re.compile(r"[\\`*_\[\]<|~^$#]|(?<=[%=])[%=]|[%=](?=[%=])|&(?=#?\w+;)|!(?=\[)")
"""Signs that mean something wherever they stand; `%`, `=` only in pairs, `&` and `!` as begins."""
LEADING = re.compile(r"^(\s*(?:\d+(?=[.)]))?)([-+>]|(?<=\d)[.)])")
"""Signs that begin a list, a quotation, a rule or a heading."""
SPACES = re.compile(r"\s+")
UNLINKED = re.compile(r"[\[\]|#^\\/:*\"<>?%\n]")
"""Signs that are not allowed in the name of a note."""
BARE = re.compile(r"[^\W\d_][\w ']*[\w']")
"""Words that YAML reads as text without quotes, except its own."""
YAML_OWN = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def escaped(text: str) -> str:
    """`text` on one line, with all signs escaped."""
    return _begun(_safe(" ".join(text.split())))


def _safe(text: str) -> str:
    return SIGNS.sub(r"\\\g<0>", text)


def _begun(text: str) -> str:
    return LEADING.sub(r"\1\\\2", text, count=1)


def linked(name: str) -> str:
    """A link to the note of this name, or the escaped name if no note can have it."""
    flat = " ".join(name.split())
    if not flat or UNLINKED.search(flat):
        return escaped(flat)
    return f"[[{flat}]]"


def spoken(text: Text) -> str:
    """A sentence with its names as links."""
    spoken_text = "".join(
        linked(piece.text) if isinstance(piece, Name) else _safe(SPACES.sub(" ", piece))
        for piece in text
    )
    if text and isinstance(text[0], str):
        return _begun(spoken_text)
    return spoken_text


def quoted(text: str) -> str:
    """A quoted YAML text."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def scalar(text: str) -> str:
    """A YAML text, quoted only if necessary."""
    flat = " ".join(text.split())
    bare = BARE.fullmatch(flat) and flat.casefold() not in YAML_OWN
    if bare:
        return flat
    return quoted(flat)


WIDE = 3
"""Columns from one column of hexes to the next."""
WAY = "*"
BEGIN = "o"
STOP = "@"
FIGHT = "x"


def ascii_map(region: Region, phrase: Phrase) -> tuple[str, ...]:
    """The lines of the map: two for each row of hexes, every second column half a hex lower."""
    signs = _map_signs(region)
    left = min(at.x for at in signs)
    top = min(half_row(at) for at in signs)
    rows: dict[int, dict[int, str]] = {}
    for at, sign in signs.items():
        rows.setdefault(half_row(at) - top, {})[(at.x - left) * WIDE] = sign
    lines = []
    for line in range(max(rows) + 1):
        text = ""
        for column, sign in sorted(rows.get(line, {}).items()):
            text = text.ljust(column) + sign
        lines.append(text)
    return (*lines, "", *_legend(region, phrase))


def _map_signs(region: Region) -> dict[Hex, str]:
    signs = {ground.at: GROUND_SIGNS.get(ground.terrain, "?") for ground in region.hexes}
    signs |= {at: WAY for trail in region.trails for at in trail.hexes}
    signs |= {night.at: str(night.numbers[-1])[-WIDE + 1 :] for night in region.nights}
    signs |= dict.fromkeys(region.fights, FIGHT)
    if region.start is not None:
        signs[region.start] = BEGIN
    if region.end is not None:
        signs[region.end] = STOP
    return signs


def _legend(region: Region, phrase: Phrase) -> tuple[str, ...]:
    own = phrase(
        "{start} start   {way} way   1 2 3 nights   {fight} fight   {end} the party in the end",
        start=BEGIN,
        way=WAY,
        fight=FIGHT,
        end=STOP,
    )
    grounds: dict[str, list[str]] = {}
    for row, name in region.terrains:
        grounds.setdefault(GROUND_SIGNS.get(row, "?"), []).append(name)
    said = tuple(
        phrase("{sign} {names}", sign=sign, names=tuple(names)) for sign, names in grounds.items()
    )
    return (own, "   ".join(said))


def formed(template: Literal["page.html", "note.md"], record: Record, phrase: Phrase) -> str:
    """The record in one of the forms."""
    return forms().get_template(template).render(record=record, phrase=phrase)


@cache
def forms() -> Environment:
    """The templates, with what they call."""
    environment = Environment(
        loader=PackageLoader("saves.exchange.record", "."),
        autoescape=select_autoescape(["html", "svg"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters = (spans, escaped, linked, spoken, quoted, scalar, svg.number, drawn, tuple)
    environment.filters |= {each.__name__: each for each in filters}
    environment.globals |= {"style": style(), "start": START, "end": END, "svg": svg}
    environment.globals["ascii_map"] = ascii_map
    return environment


def drawn(lines: str) -> str:
    """Markup of a picture, without the line ends and margins of its template."""
    return "".join(map(str.strip, lines.split("\n")))
