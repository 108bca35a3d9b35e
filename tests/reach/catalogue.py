"""The key or the word that reaches each of the 406 rules, and how that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from core.casebook.cases import Case
from core.values import Struct
from saves.library.rulesets import read_casebook
from tests.reach.demonstration import Demonstration
from tests.reach.on_the_grid import GRID
from tests.reach.on_the_road import ROAD
from tests.reach.pressed_cases import PRESSED_CASES
from tests.reach.staging import keys_of

BOOKS = Path(__file__).resolve().parents[1] / "casebooks"
DEMONSTRATIONS: tuple[Demonstration, ...] = (*GRID, *ROAD)

DEFINITIONS: Mapping[str, str] = {
    "C-001": "every square", "C-002": "`:k9`, every square's name",
    "C-128": "grades that change nothing; turns cost by C-123",
    "T-001": "the Encounter, `:minutes`, the Journey", "T-003": "`F8`, the units",
    "T-004": "every round and minute", "T-005": "every km/h", "T-007": "every figure",
    "T-018": "no such figure is shown", "T-020": "used nowhere",
    "T-050": "`:minutes 240m`", "T-138": "each system's own table",
    "T-141": "each system's own table", "T-165": "a check of the table",
    "T-205": "out of scope", "T-220": "every `w`: the source says *house default*",
    "T-221": "every `w` of the road in pf2",
}  # fmt: skip
"""Definitions and conventions: what they say is in every figure, and no receipt repeats it."""

AUTOMATIC: Mapping[str, str] = {
    "C-079": "`p` `q`: the squares that the figure covers",
    "T-014": "`p` `r`: the only run",
    "T-033": "`F3`: the speed of a line without a race",
    "T-056": "`p` `r`: refused on hampered ground",
    "T-072": "`:run tam 20`: the run ends there",
    "T-077": "`:run`, `p` `r`: refused",
    "T-086": "`Space`, `2t`: only complete hours are asked",
    "T-089": "`p` `h`, `Space`: the bar of the day",
    "T-090": "`p` `h`: who drops first",
    "T-100": "`10t`",
    "T-103": "`10t`: the member's line",
    "T-104": "`10t`: the next hour asks again",
    "T-106": "`outrider ask forced_march`",
    "T-108": "`10t`: a row each in the tray",
    "T-109": "`9t`: a part of an hour asks for nothing",
    "T-110": "`s`: the count of hours",
    "T-111": "`p` `h`, `10t`: both are asked",
    "T-120": "a fatigued member's figures",
    "T-121": "`s`: the member's line",
    "T-123": "`:house`, *marches exhaust*",
    "T-124": "the pace does not change",
    "T-125": "a fatigued member's figures",
    "T-130": "`:legs 24 plains highway`",
    "T-131": "`:legs 24 plains road`",
    "T-132": "`:legs 24 plains trail`",
    "T-140": "`:legs 20 forest, 20 plains`: the days of the plan",
    "T-150": "`:legs 24 plains`: the days of the plan",
    "T-152": "the days of the plan",
    "T-155": "the bar of the day",
    "T-156": "`10t`: the checks of each day",
    "T-162": "`F3`: the load of the party's table",
    "T-169": "`:ride tam`: a led animal checks",
    "T-170": "`10t` with a cart",
    "T-172": "`F3`: `w` of a mount says *house default*",
    "T-191": "`:legs 600 sailing sea`: the days of the plan",
    "T-216": "`:chase t by a-c`",
    "T-217": "`:chase t by a`",
}
"""Rules that are applied where the key is pressed, and have no line of their own in a receipt."""

BY_HAND: Mapping[str, str] = {
    "C-070": "`:place`, `:lie`: by hand, by design",
}
"""Rules that leave the decision to the GM."""


class Reached(Struct):
    """The key that reaches a rule, and the sign of how that is known."""

    keys: str
    sign: str


@cache
def cases() -> Mapping[str, Case]:
    """Return the worked cases of the grid by their ids."""
    books = ("combat_examples.toml", "combat_combinations.toml")
    return {case.id: case for book in books for case in read_casebook(BOOKS / book).cases}


def reached() -> dict[str, Reached]:
    """Return the key of each rule; its sign is "pressed", "always", "hand" or "defined"."""
    keys = {rule: Reached(text, "defined") for rule, text in DEFINITIONS.items()}
    keys |= {rule: Reached(text, "always") for rule, text in AUTOMATIC.items()}
    keys |= {rule: Reached(text, "hand") for rule, text in BY_HAND.items()}
    for rule, id in PRESSED_CASES.items():
        ((_, pressed),) = keys_of(cases()[id])
        keys[rule] = Reached(f"{spell((*pressed, 'w'))} ({id})", "pressed")
    for shown in DEMONSTRATIONS:
        for rule in shown.rules:
            keys[rule] = Reached(f"{spell(shown.keys)} ({shown.system})", "pressed")
    return keys


def spell(keys: tuple[str, ...]) -> str:
    """Return keys as the documents write them."""
    return " ".join(f"`{key}`" for key in keys)
