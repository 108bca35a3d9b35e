"""Strips with short codes: what the terminal is told, and that it comes to the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from tests.thorough import examples
from tui.kit.painted_view import ShortStrip, StripPart

CONSOLE = Console(force_terminal=True, color_system="truecolor")
HOW = ("bold", "dim", "italic", "underline", "reverse")
COLORS = st.sampled_from([None, "#39412c", "#1f3d5c", "red"])
STYLES = st.builds(
    lambda color, back, *how: Style(color=color, bgcolor=back, **dict(zip(HOW, how, strict=True))),
    COLORS,
    COLORS,
    *([st.booleans()] * 5),
)
SEGMENTS = st.lists(
    st.builds(Segment, st.sampled_from("ab "), st.one_of(st.none(), STYLES), st.none())
)


def seen(char: str, style: Style) -> tuple[object, ...]:
    """What a terminal shows of a character; of most blanks only the background."""
    if char == " " and not (style.underline or style.reverse):
        return char, style.bgcolor
    return char, style.bgcolor, style.color, *(bool(getattr(style, how)) for how in HOW)


def looks(rendered: str) -> list[tuple[object, ...]]:
    """What a terminal shows."""
    text = Text.from_ansi(rendered)
    return [seen(char, text.get_style_at_offset(CONSOLE, at)) for at, char in enumerate(text.plain)]


@examples(25, 200)
@given(SEGMENTS)
def test_short_codes_show_the_same(segments: list[Segment]) -> None:
    short, long = (kind(segments).render(CONSOLE) for kind in (ShortStrip, Strip))
    assert looks(short) == looks(long)


@examples(25, 200)
@given(st.lists(SEGMENTS, min_size=1), st.integers(0, 20))
def test_a_strip_of_parts_is_told_and_cut_as_one_of_segments(
    parts: list[list[Segment]], end: int
) -> None:
    segments = [segment for part in parts for segment in part]
    width = sum(segment.cell_length for segment in segments)
    whole = ShortStrip(segments, width)
    strip = ShortStrip.of_parts([StripPart(part) for part in parts], width)
    assert strip == whole
    assert strip.render(CONSOLE) == whole.render(CONSOLE)
    assert strip.crop(0, end) == whole.crop(0, end)
    assert strip.crop(0, end).render(CONSOLE) == whole.crop(0, end).render(CONSOLE)


def test_only_the_background_is_told_where_nothing_else_changes() -> None:
    one, two = (Style(color="#ffffff", bgcolor=back, bold=True) for back in ("#000001", "#000002"))
    strip = ShortStrip([Segment("a", one), Segment("b", two)])
    assert strip.render(CONSOLE).endswith("a\x1b[48;2;0;0;2mb\x1b[0m")
    assert strip.crop(0, 1).render(CONSOLE).endswith("a\x1b[0m")


def test_nothing_is_told_of_a_blank_but_its_background() -> None:
    sign, blank = (Style(color=color, bgcolor="#000001") for color in ("#ffffff", "#eeeeee"))
    strip = ShortStrip([Segment("a", sign + Style(bold=True)), Segment(" ", blank)])
    assert strip.render(CONSOLE).endswith("a \x1b[0m")
