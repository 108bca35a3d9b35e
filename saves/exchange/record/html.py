"""A record as one HTML page without scripts or references to other files: `page.html`, filled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from types import MappingProxyType

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from core.files import read_toml
from saves.exchange.record.document import Phrase, Record, Text
from saves.exchange.record.svg_charts import svg_days, svg_line, svg_luck
from saves.exchange.record.svg_grid import svg_grid
from saves.exchange.record.svg_map import svg_map

PAINT: Mapping[str, str] = MappingProxyType(
    {
        "field": "plain", "wood": "forest", "hill": "hill", "rock": "mountain", "fen": "swamp",
        "sea": "water", "blank": "unknown", "party": "primary", "foe": "error",
        "neutral": "neutral",
    }
)  # fmt: skip
"""The page's names of colours that a theme of the screens sets, and what it calls them."""


@cache
def style() -> str:
    """The page's style; maps and boards have the colours of the screens, by day and by night."""
    night = f"@media (prefers-color-scheme: dark) {{\n{_painted('outrider-dark')}\n}}"
    return f"{_painted('outrider-light')}\n{night}\n{_read('page.css')}"


def _painted(theme: str) -> str:
    text = files("themes").joinpath(f"{theme}.toml").read_text(encoding="utf-8")
    colors = read_toml(text, theme)
    return ":root { " + " ".join(f"--{name}: {colors[key]};" for name, key in PAINT.items()) + " }"


def _read(name: str) -> str:
    return files("saves.exchange.record").joinpath(name).read_text(encoding="utf-8")


def html(record: Record, phrase: Phrase) -> str:
    """The record as a page."""
    return _page().render(record=record, phrase=phrase)


@cache
def _page() -> Template:
    pages = Environment(
        autoescape=True, finalize=_marked, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    pages.filters["spans"] = _spans
    drawings = (svg_map, svg_line, svg_days, svg_grid, svg_luck)
    pages.globals |= {draw.__name__: draw for draw in drawings} | {"style": style()}
    return pages.from_string(_read("page.html"))


def _marked(value: object) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(str(value)))


def _spans(text: Text) -> Markup:
    # names are marked
    pieces = (
        escape(piece) if isinstance(piece, str) else f"<b>{escape(piece.text)}</b>"
        for piece in text
    )
    return Markup("".join(pieces))
