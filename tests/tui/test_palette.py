"""The palette: text can be read wherever it stands, and nothing rests on one kind of eye."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.kit.looks import GROUNDS, ROWS, SIDES, TINTS, contrast, mixed, tinted
from tui.kit.theming import OURS, SIXTEEN, packaged

PAINTED = tuple(theme for theme in packaged() if not theme.ansi)
TEXTUALS = tuple(theme for theme in BUILTIN_THEMES.values() if not theme.ansi)
STOOD_ON = tuple(name for name in GROUNDS if name != "wall")
READ = 4.5
"""The contrast of text with what it stands on, at least (WCAG 2.1, success criterion 1.4.3)."""
APART = 7.5
"""CIEDE2000; about 2 is just noticed, side by side."""
EYES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "every": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0, for linear red, green and blue."""

themes = pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)


@themes
def test_text_on_painted_ground_reads_under_every_tint(theme: Theme) -> None:
    """Given any ground and tint, then each ink has 4.5:1 on it."""
    colors = colors_of(theme)
    inks = [name for name in colors if name.split("-")[0] == "ink"]
    assert inks
    tints = [colors[f"tint-{name}"] for name in TINTS if name not in ROWS]
    for name in STOOD_ON:
        for ground in (colors[f"ground-{name}"], colors[f"ground-{name}-odd"]):
            for under in (ground, *(tinted(ground, tint) for tint in tints)):
                wrong = [ink for ink in inks if contrast(colors[ink], under) < READ]
                assert not wrong, (name, under.hex)


@pytest.mark.parametrize("theme", [*PAINTED, *TEXTUALS], ids=lambda one: one.name)
def test_text_reads_on_every_surface_and_row(theme: Theme) -> None:
    """Given a surface, a panel or a row that acts, then text in each colour has 4.5:1 on it."""
    system = theme.to_color_system().generate()
    colors = colors_of(theme)
    texts = [colors[name] for name in colors if name.endswith("-text") or name == "quiet"]
    flat = [Color.parse(system[name]) for name in ("background", "surface", "panel")]
    flat = [Color(*color.rgb) for color in flat]
    rows = [tinted(flat[1], colors[f"tint-{name}"]) for name in ROWS]
    if theme.name in OURS:
        texts.append(Color.parse(system["foreground"]))
    assert min(contrast(text, under) for text in texts for under in (*flat, *rows)) >= READ


@themes
def test_the_letter_of_a_token_reads_on_it(theme: Theme) -> None:
    """Given a token of any side, standing or down, then its letter has 4.5:1."""
    colors = colors_of(theme)
    for side in (*SIDES, *(f"{side}-down" for side in SIDES), "cursor"):
        assert contrast(colors[side], colors[f"on-{side}"]) >= READ, side


@themes
@pytest.mark.parametrize("eye", EYES)
def test_reach_threat_area_and_ground_are_told_apart_by_any_eye(theme: Theme, eye: str) -> None:
    """Given a ground, then it and its tints differ to people who lack one kind of cone too."""
    colors = colors_of(theme)
    for name in STOOD_ON:
        ground = colors[f"ground-{name}"]
        tints = (colors[f"tint-{one}"] for one in ("reach", "threat", "area"))
        seen = [lab(ground, eye), *(lab(tinted(ground, tint), eye) for tint in tints)]
        assert min(distance(a, b) for a, b in combinations(seen, 2)) >= APART, name


@pytest.mark.parametrize("theme", packaged(), ids=lambda theme: theme.name)
def test_party_and_foes_differ_in_sixteen_colours(theme: Theme) -> None:
    """Given a terminal that knows sixteen, then tokens of the sides are of different ones."""
    colors = colors_of(theme)
    shown = {colors[side].rich_color.downgrade(ColorSystem.STANDARD).number for side in SIDES[:2]}
    assert len(shown) == 2


def test_sixteen_colours_are_their_names() -> None:
    """Given the theme for sixteen colours, then no colour of it is mixed."""
    (theme,) = packaged((SIXTEEN,))
    assert {value for value in mixed(theme).values() if not value.startswith("ansi_")} == set()


def colors_of(theme: Theme) -> dict[str, Color]:
    """The colours of ours under this theme."""
    return {
        name: Color.parse(value)
        for name, value in mixed(theme).items()
        if name not in theme.variables or name.startswith("tint-")
    }


def lab(color: Color, eye: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of what this eye sees."""
    parts = [part / 255 for part in color.rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in EYES[eye]
    )
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (
            (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
            0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
            (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """CIEDE2000 of two colours in L*a*b* (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1) = one
    (l2, a2, b2) = other
    grey = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    more = 1.5 - 0.5 * sqrt(grey / (grey + 25**7))
    c1 = hypot(a1 * more, b1)
    c2 = hypot(a2 * more, b2)
    h1, h2 = (degrees(atan2(b, a * more)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light = (l1 + l2) / 2
    chroma = (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.2 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / (1 + 0.015 * chroma * t)
    both = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    both *= -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + both * by_chroma * by_hue)


def test_the_distance_is_that_of_the_published_pairs() -> None:
    """Given pairs 1 and 17 of Sharma, Wu and Dalal, then their figures."""
    assert distance((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#ffffff", "#000000", 21),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
        ("#0000ff", "#ffffff", 8.59),
        ("#00ff00", "#000000", 15.3),
    ],
)
def test_the_contrast_is_that_of_the_published_pairs(one: str, other: str, ratio: float) -> None:
    """Given colours whose WCAG contrast is published, then it is found, from either side."""
    a = Color.parse(one)
    b = Color.parse(other)
    assert contrast(a, b) == contrast(b, a) == pytest.approx(ratio, abs=0.005)
