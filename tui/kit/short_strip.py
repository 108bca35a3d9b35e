"""A strip that tells the terminal only what changes from one segment to the next.

Textual tells every attribute of every segment. On painted ground, where each square has another
background, that is twice as long, which is felt over SSH.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual.strip import Strip

RESET = "\x1b[0m"


class ShortStrip(Strip):
    """A strip rendered with short codes, as is what is cropped from it."""

    _rendered: tuple[str, str] | None = None

    def render(self, console: Console) -> str:
        """The strip as terminal sequences."""
        name = console.color_system or "truecolor"
        if self._rendered is None or self._rendered[0] != name:
            self._rendered = name, self._made(COLOR_SYSTEMS[name])
        return self._rendered[1]

    def _made(self, system: ColorSystem) -> str:
        parts: list[str] = []
        before = NONE
        for text, style, _ in self:
            now = NONE if style is None else _codes(style, system)
            if now is not before:
                parts.append(before.to(now))
                before = now
            parts.append(text)
        return "".join([*parts, RESET])

    def crop(self, start: int, end: int | None = None) -> Strip:
        """The columns from `start` to `end` (None = the last)."""
        cut = super().crop(start, end)
        return cut if cut is self else ShortStrip(cut, cut.cell_length)


class _Codes:
    """The codes of a style: attributes, colour, background; and the ways to other styles."""

    __slots__ = ("_ways", "parts")

    def __init__(self, *parts: str) -> None:
        self.parts = parts
        self._ways: dict[_Codes, str] = {}

    def to(self, now: _Codes) -> str:
        """What turns this style into `now`."""
        found = self._ways.get(now)
        if found is None:
            pairs = tuple(zip(self.parts, now.parts, strict=True))
            attributes, *colors = pairs
            if attributes[0] != attributes[1] or any(had and not has for had, has in colors):
                codes = ["0", *now.parts]
            else:
                codes = [has for had, has in pairs if had != has]
            found = self._ways[now] = f"\x1b[{';'.join(code for code in codes if code)}m"
        return found


NONE = _Codes("", "", "")


@lru_cache(maxsize=4096)
def _codes(style: Style, system: ColorSystem) -> _Codes:
    bold = style.without_color.render("x", color_system=system).partition("x")[0]
    color, back = _told(style.color, system, True), _told(style.bgcolor, system, False)
    return _Codes(bold.removeprefix("\x1b[").removesuffix("m"), color, back)


def _told(color: Color | None, system: ColorSystem, foreground: bool) -> str:
    return ";".join(color.downgrade(system).get_ansi_codes(foreground)) if color else ""
