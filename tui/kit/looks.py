"""What things look like: the signs that maps and bars are drawn with, and the colours of a theme.

A sign is always two columns wide on the map: 7-bit ASCII, or lines and shades of width one. No
emoji, no variation selectors, nothing whose width a terminal may judge otherwise than we do.

A theme sets a dozen or two of colours; every other colour is mixed from them here.
Each is a variable of the style sheets. `$ground-forest` is the ground of a square or hex,
`$ground-forest-odd` that of every second one, `$sign-forest` its sign. `$tint-reach` and its like
have their share as alpha: `tinted` lays them on a ground. `$ink`, `$ink-danger` and the others are
for text on painted ground, tinted or not; `$accent-text` and its like for text on `$background`,
`$surface` and `$panel`. `$party` is the background of a token, and `$on-party` its letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from textual.color import Color
from textual.theme import Theme

from core.travel.map_signs import GROUND_SIGNS
from core.values import Struct

LookName = Literal["plain", "lines"]

PARTY = "@@"
UNEXPLORED = "??"
ROUTE = "**"


class Look(Struct):
    """One way of drawing: the signs of the map and of bars.

    `ground` maps terrain rows of the rulesets to signs; `water`, `way`, `river` are two columns
    wide, `place`, `crossing`, `goal` and `boat` one; `done` and `left` fill the hours bar, `bar`
    has the halves of a column of a bar of hit points (see `health_bar`). `road` and `track` (of
    the route) have a sign for the sides that a line goes to from its cell: 1 is north, 2 east,
    4 south, 8 west.
    """

    name: LookName
    upright: str
    done: str
    left: str
    way: str
    river: str
    water: str
    place: str
    crossing: str
    goal: str
    boat: str
    ground: Mapping[str, str]
    road: str
    track: str
    bar: Mapping[str, str] = {}

    def terrain(self, row: str) -> str:
        """The sign of terrain row `row`; a row that has none is shown by its first letters."""
        return self.ground.get(row) or row[:2].ljust(2) or "  "

    def night(self, number: int) -> str:
        """The sign of the `number`-th night on the way."""
        if number < 10:
            return f"*{number}"
        return str(number)[-2:]

    def waypoint(self, number: int) -> str:
        """The sign of the `number`-th waypoint of the next route."""
        if number < 10:
            return f"+{number}"
        return str(number)[-2:]


_GROUND = {row: 2 * sign for row, sign in GROUND_SIGNS.items()} | {"hills": "()", "": "  "}

_SHADED = {
    **_GROUND,
    "mountains": "▲▲",
    "forest": "♠♠",
    "deep_forest": "♣♣",
    "jungle": "♣♣",
    "hills": "∩∩",
    "plains": "··",
    "swamp": "▒▒",
    "moor": "░·",
    "desert": "░░",
    "sandy_desert": "░░",
    "urban": "▓▓",
    "water": "≈≈",
    "lake": "≈≈",
    "sea": "≈≈",
    "river": "≈≈",
}

PLAIN = Look(
    name="plain",
    upright="|",
    done="=",
    left=".",
    way="==",
    river="{}",
    water="~~",
    place="o",
    crossing="H",
    goal="X",
    boat="b",
    ground=_GROUND,
    road="=|==||===|======",
    track="*" * 16,
)
LINES = Look(
    name="lines",
    upright="│",
    done="█",
    left="░",
    way="══",
    river="~~",
    water="≈≈",
    place="■",
    crossing="╪",
    goal="◊",
    boat="▪",
    ground=_SHADED,
    road="·│─╰││╭├─╯─┴╮┤┬┼",
    track="•┃━┗┃┃┏┣━┛━┻┓┫┳╋",
    bar={"##": "━", "#-": "╾", "--": "─", "# ": "╸", "- ": "╴"},
)


GROUNDS = (
    "plain", "forest", "hill", "mountain", "swamp", "dry", "cold", "town", "water", "unknown",
    "open", "rough", "hazard", "fog", "wall",
)  # fmt: skip
"""What may lie under a hex or a square: the first ten on the map, the rest on the grid."""
ROWS = ("acting", "danger", "good")
TINTS = ("reach", "far", "threat", "area", "cover", "light", "dark", "way", *ROWS)
"""What may be laid on a ground, or (`ROWS`) on a row of a list."""
SIDES = ("party", "foe", "neutral")
OWN = ("quiet", "neutral", "party", "foe", *GROUNDS, "reach", "threat", "area")
"""The colours that a theme may set beside those of Textual; its variable `set-quiet` is quiet's."""

ODD = 0.03
READ = 4.5
"""The contrast of text with what it stands on, at least (WCAG 2.1)."""
SIGNS: Mapping[str, float] = {"forest": 0.28, "mountain": 0.26, "hill": 0.24, "water": 0.24}
SIGN = 0.2
"""How much white a sign has that `SIGNS` does not name."""

WHITE = Color(255, 255, 255)
BLACK = Color(0, 0, 0)
_DARK = {
    "plain": "#39412c", "forest": "#22402b", "hill": "#4a4430", "mountain": "#4c4a4d",
    "swamp": "#2f4440", "water": "#1f3d5c", "reach": "#0d90d4", "threat": "#f74a00",
    "area": "#6100f8", "neutral": "#a9b4c0",
}  # fmt: skip
_LIGHT = {
    "plain": "#dfe3bf", "forest": "#b9d6b0", "hill": "#e3d3a8", "mountain": "#cfcbc6",
    "swamp": "#bfd8cd", "water": "#b5d3ee", "reach": "#497992", "threat": "#ed5b25",
    "area": "#b364fe", "neutral": "#6b7480",
}  # fmt: skip


class _Names(Struct):
    """The colours by name of a terminal of sixteen: nothing is mixed, and no ground painted."""

    tints: Mapping[str, str]
    signs: Mapping[str, str]
    sides: Mapping[str, str]
    letter: str


_SIXTEEN = {
    True: _Names(
        tints={
            "reach": "ansi_blue",
            "threat": "ansi_red",
            "area": "ansi_magenta",
            "acting": "ansi_blue",
            "danger": "ansi_red",
        },
        signs={
            "forest": "ansi_green",
            "swamp": "ansi_cyan",
            "water": "ansi_bright_blue",
            "hill": "ansi_yellow",
            "dry": "ansi_yellow",
            "rough": "ansi_yellow",
            "hazard": "ansi_bright_red",
            "cold": "ansi_bright_cyan",
        },
        sides={"party": "ansi_bright_yellow", "foe": "ansi_bright_red", "neutral": "ansi_white"},
        letter="ansi_black",
    ),
    False: _Names(
        tints={
            "reach": "ansi_bright_cyan",
            "threat": "ansi_bright_red",
            "area": "ansi_bright_magenta",
            "way": "ansi_bright_yellow",
            "acting": "ansi_bright_yellow",
            "danger": "ansi_bright_red",
            "good": "ansi_bright_green",
        },
        signs={
            "forest": "ansi_green",
            "swamp": "ansi_cyan",
            "water": "ansi_blue",
            "hazard": "ansi_red",
        },
        sides={"party": "ansi_blue", "foe": "ansi_red", "neutral": "ansi_bright_black"},
        letter="ansi_bright_white",
    ),
}


def tinted(ground: Color, tint: Color) -> Color:
    """Mix a tint, whose alpha is its share, into a ground; of sixteen colours the tint itself."""
    return ground.blend(tint, tint.a, alpha=1)


def contrast(a: Color, b: Color) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    return _ratio(luminance(a), luminance(b))


def _ratio(a: float, b: float) -> float:
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def luminance(color: Color) -> float:
    """The relative luminance of a colour by WCAG, 0 to 1."""
    red, green, blue = color.rgb
    return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)


def mixed(theme: Theme) -> Mapping[str, str]:
    """The variables of our own under this theme; those that it sets itself are as it sets them."""
    return {**(_sixteen(theme) if theme.ansi else _painted(theme)), **theme.variables}


@cache
def _linear(part: int) -> float:
    # A theme is mixed of some two hundred parts of 0 to 255, each of which is asked for often.
    share = part / 255
    if share <= 0.04045:
        return share / 12.92
    return float(((share + 0.055) / 1.055) ** 2.4)


def _mix(a: Color, b: Color, share: float) -> Color:
    return a.blend(b, share, alpha=1)


def _readable(color: Color, on: Iterable[Color], ink: Color) -> Color:
    """`color`, with as much of `ink` as makes it readable on all of `on`."""
    grounds = [*map(luminance, on)]
    for step in range(20):
        mixed = _mix(color, ink, step / 20)
        light = luminance(mixed)
        if all(_ratio(light, ground) >= READ for ground in grounds):
            return mixed
    return ink


def _on(color: Color) -> Color:
    return max(BLACK, WHITE, key=lambda letter: contrast(letter, color))


def _own_shades(theme: Theme) -> tuple[Color, ...]:
    """Background, surface, panel and text; Textual makes those that the theme does not give."""
    shades = {
        "background": theme.background,
        "surface": theme.surface,
        "panel": theme.panel,
        "foreground": theme.foreground,
    }
    if None in shades.values():
        made = theme.to_color_system().generate()
        shades = {name: made[name] for name in shades}
    return tuple(Color(*Color.parse(shade or "").rgb) for shade in shades.values())


def _painted(theme: Theme) -> dict[str, str]:
    system = theme.to_color_system()
    back, surface, panel, text = _own_shades(theme)
    ink, away = (WHITE, BLACK) if theme.dark else (BLACK, WHITE)
    accent = system.primary
    danger = system.error or Color(229, 105, 95)
    good = system.success or Color(143, 191, 111)

    def own(name: str, otherwise: Color) -> Color:
        return Color.parse(theme.variables.get(f"set-{name}", otherwise))

    # in a theme that knows no ground
    share = 0 if "set-plain" in theme.variables else 0.15
    hue = {
        name: own(name, _mix(Color.parse(color), back, share if name in GROUNDS else 0))
        for name, color in (_DARK if theme.dark else _LIGHT).items()
    }
    plain, hill, mountain, water = (hue[name] for name in ("plain", "hill", "mountain", "water"))
    further = {
        "dry": _mix(hill, accent, 0.07),
        "cold": _mix(_mix(mountain, water, 0.35), ink, 0.03),
        "town": _mix(mountain, accent, 0.04),
        "unknown": _mix(back, ink, 0.03),
        "open": _mix(plain, back, 0.3),
        "rough": hill,
        "hazard": _mix(plain, danger, 0.14),
        "fog": _mix(back, ink, 0.17),
        "wall": _mix(mountain, ink, 0.42),
        "quiet": _mix(text, back, 0.4),
        "party": accent,
        "foe": danger,
    }
    hue |= {name: own(name, color) for name, color in further.items()}
    tints = {
        "reach": hue["reach"].with_alpha(0.32),
        "far": hue["reach"].with_alpha(0.16),
        "threat": hue["threat"].with_alpha(0.34),
        "area": hue["area"].with_alpha(0.4),
        "cover": ink.with_alpha(0.08),
        "light": Color(255, 236, 170, 0.08),
        "dark": BLACK.with_alpha(0.4 if theme.dark else 0.16),
        "way": _mix(accent, away, 0.3).with_alpha(0.2),
        "acting": accent.with_alpha(0.12),
        "danger": danger.with_alpha(0.12),
        "good": good.with_alpha(0.1),
    }
    for name, color in tints.items():
        tints[name] = Color.parse(theme.variables.get(f"tint-{name}", color))
    colors = {f"tint-{name}": tint for name, tint in tints.items()}
    under = []
    for name in GROUNDS:
        color = hue[name]
        odd = _mix(hue[name], ink, ODD)
        colors[f"ground-{name}"] = color
        colors[f"ground-{name}-odd"] = odd
        colors[f"sign-{name}"] = _mix(color, ink, SIGNS.get(name, SIGN))
        if name != "wall":
            under += [color, odd, *(tinted(odd, tints[one]) for one in TINTS if one not in ROWS)]
    extreme = ((max if theme.dark else min)(under, key=luminance),)
    plains = (back, surface, panel, *(tinted(surface, tints[name]) for name in ROWS))

    sides = {name: hue[name] for name in SIDES}
    inks = {"accent": accent, "danger": danger, "good": good, **sides}
    colors |= {f"{name}-text": _readable(color, plains, ink) for name, color in inks.items()}
    for name, color in sides.items():
        down = _mix(color, back, 0.6)
        colors |= {
            name: color,
            f"on-{name}": _on(color),
            f"{name}-down": down,
            f"on-{name}-down": _on(down),
        }
    colors["quiet"] = _readable(hue["quiet"], plains, ink)
    colors["ink"] = _readable(text, extreme, ink)
    inks |= {name: hue[name] for name in ("quiet", "reach", "area")}
    inks["water"] = _mix(water, ink, 0.45)
    colors |= {f"ink-{name}": _readable(color, extreme, ink) for name, color in inks.items()}
    colors |= {
        "cursor": ink,
        "on-cursor": away,
        "bar-full": good,
        "bar-half": accent,
        "bar-low": danger,
        "bar-lost": _mix(back, ink, 0.12),
    }
    return {name: color.hex for name, color in colors.items()}


def _sixteen(theme: Theme) -> dict[str, str]:
    names = _SIXTEEN[theme.dark]
    back = theme.background or "ansi_default"
    text = theme.foreground or "ansi_default"
    good = "ansi_green"
    wall = "ansi_black"
    if theme.dark:
        good = "ansi_bright_green"
        wall = "ansi_white"
    colors = {f"tint-{name}": names.tints.get(name, back) for name in TINTS}
    for name in GROUNDS:
        colors[f"ground-{name}"] = colors[f"ground-{name}-odd"] = wall if name == "wall" else back
        colors[f"sign-{name}"] = names.signs.get(name, "ansi_bright_black")
    accent = names.sides["party"]
    danger = names.sides["foe"]
    for side, color in names.sides.items():
        colors |= {
            side: color,
            f"on-{side}": names.letter,
            f"{side}-down": back,
            f"on-{side}-down": color,
        }
    meaning = {"accent": accent, "danger": danger, "good": good, **names.sides}
    for name, color in meaning.items():
        colors[f"{name}-text"] = colors[f"ink-{name}"] = color
    plain = ("quiet", "ink-quiet", "ink", "ink-reach", "ink-area", "cursor", "ansi-foreground")
    return (
        colors
        | dict.fromkeys(plain, text)
        | {
            "on-cursor": back,
            "ansi-background": back,
            "ink-water": names.signs["water"],
            "bar-full": good,
            "bar-half": accent,
            "bar-low": danger,
            "bar-lost": "ansi_bright_black",
        }
    )


BARS = {"full": "good", "half": "key", "low": "bad"}
"""The roles of a bar in a pane."""


def health_bar(health: tuple[int, int], wide: int, halves: Mapping[str, str]) -> tuple[str, str]:
    """A bar in `wide` columns for points (left, of all), and whether it is "full", "half", "low".

    Whoever has a point left has some of the bar. `halves` are the signs of a column by its halves:
    what is left (`#`), what is lost (`-`), nothing; without them it is written with `#` and `-`.
    The last half, or column, is free: it keeps two bars apart.
    """
    most = max(1, health[1])
    left = max(0, min(health[0], most))
    room = 2 * wide - 1 if halves else wide - 1
    bar = ("#" * -(-room * left // most)).ljust(room, "-") + " "
    if halves:
        bar = "".join(halves[bar[at : at + 2]] for at in range(0, 2 * wide, 2))
    if 2 * left > most:
        return bar, "full"
    return bar, "half" if 4 * left > most else "low"
