"""The colours under the signs of the grid: ground, its tints, and tokens on their side's colour.

A paint is a name: the ground of a square, with ' on every second one, then the tints laid on it,
"water' reach". What a paint says is always said by a sign too.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color
from textual.widget import Widget

SIDES = ("party", "foe", "neutral")
SOLID = frozenset({*SIDES, "dead", "bar"})
"""The roles that cover the ground with a background of their own."""
GROUNDS = frozenset({"open", "rough", "hazard", "water", "low", "fog", "wall", "own"})
TINTS = ("reach", "far", "threat", "area", "cover", "light", "dark", "way")
LAYERS: Mapping[str, tuple[str, ...]] = {
    "move": ("reach", "far", "cover"),
    "threat": ("threat",),
    "light": ("light", "dark"),
}
"""The tints of a layer's signs, in their order; those of another layer have the tint "cover"."""
ACTING = 0.4
"""The share of white, or of black under a white letter, in the token of who acts."""
ALTERNATE = 0.16
"""The same on every second square: neighbours are told apart."""
UNPAINTED = {"full": "full", "half": "half", "low": "spent"}
ODD = "'"
PLAIN = Style(bold=False)
PAINTS = (
    *(f"on-{name}{odd}" for name in sorted(GROUNDS) for odd in ("", "-odd")),
    *(f"tint-{name}" for name in TINTS),
    *(f"token-{name}{down}" for name in SIDES for down in ("", "-down")),
    "pointer",
    "bar-full",
    "bar-half",
    "bar-low",
)


def tint(layer: str, number: int) -> str:
    """The tint of the `number`-th sign of a layer."""
    tints = LAYERS.get(layer, ())
    if number < len(tints):
        return tints[number]
    return "cover"


def rich_style(widget: Widget, role: str, paint: str) -> Style:
    """The style of a role on a paint; on the paint "", as the terminal has few or no colours."""
    first, *more = role.split() or [""]
    odd = paint.partition(" ")[0].endswith(ODD) and "large" not in more
    if not paint:
        if first == "bar":
            first = UNPAINTED[more[0]]
            more = []
        if first:
            style = widget.get_component_rich_style(f"grid--{first}")
        else:
            style = widget.rich_style
    elif first in SOLID:
        style, more = _token(widget, first, more, odd)
    elif first == "cursor":
        style = widget.get_component_rich_style("grid--pointer")
    else:
        if first in GROUNDS:
            name = f"on-{paint.split()[0].rstrip(ODD)}"
        else:
            name = first
        style = widget.get_component_rich_style(f"grid--{name}")
        style += Style(bgcolor=_ground(widget, paint).rich_color)
    for name in more:
        style += (
            PLAIN if name == "name" else widget.get_component_styles(f"grid--{name}").text_style
        )
    return style


def _token(widget: Widget, first: str, more: list[str], odd: bool) -> tuple[Style, list[str]]:
    if first == "bar":
        return widget.get_component_rich_style(f"grid--bar-{more[0]}"), []
    if first == "dead" or "hidden" in more:
        down = "-down"
    else:
        down = ""
    name = f"token-{'neutral' if first == 'dead' else first}{down}"
    style = widget.get_component_rich_style(f"grid--{name}") + Style(bold=not down)
    back = _back(widget, name)
    share = 0.0
    if "acting" in more:
        share = ACTING
    elif odd:
        share = ALTERNATE
    if share and back.ansi is None:
        away = back.get_contrast_text(1).inverse
        style += Style(bgcolor=back.blend(away, share, 1).rich_color)
        more = [name for name in more if name != "acting"]
    return style, [name for name in more if name != "hidden"]


def _ground(widget: Widget, paint: str) -> Color:
    name, *tints = paint.split()
    odd = "-odd" if name.endswith(ODD) else ""
    background = _back(widget, f"on-{name.rstrip(ODD)}{odd}")
    for each in tints:
        color = _back(widget, f"tint-{each}")
        background = background.blend(color, color.a, 1)
    return background


def _back(widget: Widget, name: str) -> Color:
    return widget.get_component_styles(f"grid--{name}").background
