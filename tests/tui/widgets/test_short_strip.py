"""Strips with short codes: what the terminal is told, and that it comes to the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from tui.kit.short_strip import ShortStrip

CONSOLE = Console(force_terminal=True, color_system="truecolor")
COLORS = st.sampled_from([None, "#39412c", "#1f3d5c", "red"])
STYLES = st.builds(
    lambda color, back, bold, under: Style(color=color, bgcolor=back, bold=bold, underline=under),
    COLORS, COLORS, st.booleans(), st.booleans(),
)  # fmt: skip
SEGMENTS = st.lists(st.builds(Segment, st.sampled_from("abc"), st.one_of(st.none(), STYLES)))


def looks(rendered: str) -> list[tuple[str, str]]:
    """Each character with what a terminal makes of it."""
    text = Text.from_ansi(rendered)
    shown = (text.get_style_at_offset(CONSOLE, at) for at in range(len(text.plain)))
    return [
        (char, str((one.color, one.bgcolor, bool(one.bold), bool(one.underline))))
        for char, one in zip(text.plain, shown, strict=True)
    ]


@given(SEGMENTS)
def test_short_codes_show_the_same(segments: list[Segment]) -> None:
    short, long = (kind(segments).render(CONSOLE) for kind in (ShortStrip, Strip))
    assert looks(short) == looks(long)


def test_only_the_background_is_told_where_nothing_else_changes() -> None:
    one, two = (Style(color="#ffffff", bgcolor=back, bold=True) for back in ("#000001", "#000002"))
    strip = ShortStrip([Segment("a", one), Segment("b", two)])
    assert strip.render(CONSOLE).endswith("a\x1b[48;2;0;0;2mb\x1b[0m")
    assert strip.crop(0, 1).render(CONSOLE).endswith("a\x1b[0m")
