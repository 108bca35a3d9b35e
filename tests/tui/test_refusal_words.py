"""What the refusals of a creature's line say to type is read, in every system and both units.

Lines are made wrong, what their refusals show is taken out of the sentence and typed: "did you
mean X?", "as in X", "like X", "behind it write X", "could mean X, Y" and "there are X, Y".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from core.characters import plain
from core.messages import Refusal
from core.play.facts.state import State
from core.play.union import Assets
from core.quantities import Units
from core.rulesets.creature_words import creature_words
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.thorough import cases
from tui.encounter.recruits import library
from tui.kit.phrases import say, set_units
from tui.play.command_line.areas import adding
from tui.play.creature_lines.body_words import grammar_of
from tui.play.creature_lines.hero_words import hero_words
from tui.play.creature_lines.heroes import read_heroes

WRONG_HERO = (
    "Ann", "Ann human", "Ann halfling", "Ann 9", "Ann speed", "Ann fly", "Ann hp", "Ann reach",
    "Ann 9m 12 kg pack", "Ann 9m qqqq", "Ann Qqqq", "Ann 9m claw", "Ann 9m; claw 1d6", "speed 9m",
    "Ann 9m feat", "Ann 9m claw +4 1d6 qqqq", "Ann 9m claw +4 1d6 Qqqq", "Ann 9m claw +4 2d6 1d6",
    "Ann 9m claw +4 +3", "Ann 9m claw +4 25-20", "Ann 9m claw +4 plus", "Ann 9m claw +4 range",
    "Ann 9m claw +4 reach x", "Ann 9m claw +4 flurry", "Ann 9m claw +4 deadly",
    "Ann 9m claw +4 volley", "Ann 9m +1/+6/+4 claw +3", "Ann 9m hp9 hp8", "Ann 9m ac 400",
    "Ann 9m on horse", "Ann 9m on a qqqq",
    "Ann 9m on a warhorse", "Ann 9m in a rover", "Star horse 40kg", "Star mount", "Rover",
    "wagon",
    "Truck", "buggy qqqq 30 km/h", "light 40 km/h", "Wagon with two qqqqs", "wagon, 2 horses", "ox",
    'Ann 9m qqqq wwww +4 1d6', 'Ann 9m 30', "Ann 9m claw +4 1d6, familiar cat",
)  # fmt: skip
WRONG_ADD = (
    "hp5", "3x", "bandit hp5 qqqq", "bandit hp5 fly", "bandit hp", "bandit hp5 qqqq wwww +3 1d6",
    "bandit hp5 reach", "bandit hp5 huge qqqq", "wolff hp5x", "hauler lagre", "wolf hp=lots",
    "wolf hp5 claw +3 qqqq", "wolf hp5 claw +3 Qqqq", "Old wolf, hueg, hp5",
    "wolf summoned", "qqqqqqq", "warhorse", "dire wolff", "wolf hp5 height x",
)  # fmt: skip
SHOWN = re.compile(
    r"did you mean (?P<meant>[^?]+)\?|"
    r"(?:as in|like) (?P<example>.+?)(?:, or its speed, as in (?P<own>.+?))?(?:\.(?= |$)|$)|"
    r"could mean (?P<several>[^.]+)\.$|There are (?P<all>[^.]+)\.$|is (?P<loads>[a-z, ]+ load)\.$|"
    r"[Ww]rite (?P<parts>1d8.+?) and the like\.$"
)


OR = re.compile(r",? or (?:a length like )?(?=[\d.]+ ?\w+$)")
"""Between two examples: "30m or 20 sq"."""


def slip(word: str) -> str:
    """A word with two of its letters in the wrong order."""
    return word[:2] + word[3] + word[2] + word[4:]


@cache
def refusals_of(system: str) -> tuple[tuple[str, str], ...]:
    """Lines that are refused and what is said of them."""
    rules = packaged(system)
    heroes = list(WRONG_HERO)
    creatures = [*WRONG_ADD, f"bandit w/ 3 {min(packaged_names(system), key=len)}"]
    grammar = grammar_of(creature_words(rules))
    words = sorted(word for word in (*hero_words(rules), *grammar) if len(word) > 3)
    for number, word in enumerate(words[::3]):
        start = ("Ann 9m hp5", "Ann 9m claw +4 1d6", "bandit hp5")[number % 3]
        lines = creatures if number % 3 == 2 else heroes
        lines.append(f"{start} {slip(word)}")
    said = {}
    for door, lines in (("hero", heroes), ("add", creatures)):
        for line in lines:
            message = refusal(door, line, system)
            if message:
                said[f"{door}: {line}"] = message
    return tuple(said.items())


def refusal(door: str, line: str, system: str) -> str:
    """Return what is said of a line that is refused; "" = it is read."""
    rules = packaged(system)
    try:
        if door == "hero":
            read_heroes(line, State(), Assets(rules))
        else:
            here = library(rules)
            here.asked(adding(line, here.words))
    except Refusal as refused:
        return say(refused.message)
    return ""


def shown_in(message: str) -> Iterator[tuple[str, str]]:
    """Return what a refusal shows to be typed, each with how it is shown."""
    for found in SHOWN.finditer(message):
        for kind, text in found.groupdict().items():
            if text is None:
                continue
            if kind in ("several", "all", "loads", "parts"):
                parts = text.split(", ")
            else:
                parts = OR.split(text)
            yield from ((kind, part) for part in parts)


CONTEXTS = (
    "Ann {}", "Ann 9m {}", "Ann 9m {} 9", "Ann 9m {} 9m", "Ann 9m on a {}", "Ann {} 9m",
    "Ann 9m; {}", "Ann 9m; claw {}", "Ann 9m; claw +4 {}", "Ann 9m; claw +4 1d6 {}",
    "Ann 9m; claw +4 1d6 {} d8", "Ann 9m; claw +4 1d6 {} 9m", "Ann 9m; claw +4 1d6 {} 1d6",
    'Ann 9m {} "Iron Will"', "Ann 9m; claw +4 flurry {}",
)  # fmt: skip
ADDED = ("bandit {}", "bandit hp5 {}", "bandit hp5 {} 9m", "bandit hp5; claw +4 {}")


def packaged_names(system: str) -> set[str]:
    """Return the names of the creatures of a system, in small letters."""
    return {beast.name().lower() for beast in library(packaged(system)).beasts}


def is_read(text: str, system: str) -> bool:
    """Whether a text is understood somewhere on a line."""
    text = text.removeprefix(":add ")
    contexts = [*CONTEXTS]
    if " " in text:
        contexts.append("{}")
    elif plain(text) in creature_words(packaged(system)).of_weapons:
        contexts.append("Ann 9m; {} +4 1d6")
    if any(not refusal("hero", context.format(text), system) for context in contexts):
        return True
    added = [*ADDED]
    if " " in text or text in packaged_names(system):
        added.append("{}")
    return any(not refusal("add", context.format(text), system) for context in added)


@pytest.mark.parametrize(
    ("system", "units"),
    cases(
        [(system, units) for system in PACKAGED for units in ("metric", "imperial")],
        ("pf2-imperial",),
        "-".join,
    ),
)
def test_what_a_refusal_shows_is_read(system: str, units: Units) -> None:
    set_units(units)
    refusals_of.cache_clear()
    said = refusals_of(system)
    shown = {
        (kind, text): (line, message) for line, message in said for kind, text in shown_in(message)
    }
    kinds = {kind for kind, _ in shown}
    assert not any(is_read(text, system) for text in ("qqqq", "did", "claw qqqq"))
    assert {"meant", "example"} <= kinds
    assert len(shown) > 30
    wrong = {text: shown[kind, text] for kind, text in shown if not is_read(text, system)}
    assert wrong == {}, list(wrong.items())
