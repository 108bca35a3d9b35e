"""Checks of a ruleset beyond its types: named rows exist, ranges are ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from core.dice import parse_dice
from core.messages import Message, Refusal
from core.rulesets.catalogue import QUESTIONS, RULES
from core.rulesets.combat import combat_consistency as grid
from core.rulesets.errors import Problem, no_row
from core.rulesets.schema import Ruleset

NEEDED: Mapping[str, tuple[str, ...]] = {
    "ways": ("highway", "road", "trail", "trackless"),
    "paces": ("walk", "hustle"),
    "days": ("foot", "mounted", "drawn", "flying"),
}
BY_ARMOR: Mapping[str, tuple[str, ...]] = {
    "armor": ("none", "light", "medium", "heavy"),
    "load": ("light", "medium", "heavy"),
}


def problems(rules: Ruleset) -> Iterator[Problem]:
    """Yield the problems of a ruleset whose keys have the right types: (path, message)."""
    yield from _missing_rows(rules)
    yield from _words(rules)
    yield from _figures(rules)
    yield from grid.problems(rules.combat, rules.rules)


def unknown_questions(rules: Ruleset) -> Iterator[Problem]:
    """Yield the questions that a ruleset settles though neither catalogue asks them.

    For new rulesets only: a stored one may have settled anything.
    """
    for question in rules.settles:
        if question not in QUESTIONS:
            yield ("settles",), _no_question(question)


def _no_question(question: str) -> Message:
    near = get_close_matches(question, QUESTIONS, n=1, cutoff=0.5)
    if not near:
        return Message("no question {question}", question=question)
    return Message(
        "no question {question}; did you mean {suggestion}?",
        question=question,
        suggestion=near[0],
    )


def _missing_rows(rules: Ruleset) -> Iterator[Problem]:
    armored = rules.mechanisms.speed == "race_and_armor"
    needed = {**NEEDED, **(BY_ARMOR if armored else {}), "rules": RULES}
    for table, rows in needed.items():
        held: Mapping[str, object] = getattr(rules, table)
        for row in rows:
            if row not in held:
                yield (table, row), Message("is missing")


def _words(rules: Ruleset) -> Iterator[Problem]:
    yield from _named(("words", "terrain"), rules.words.terrain, rules.terrain)
    yield from _named(("words", "way"), rules.words.way, rules.ways)
    yield from _named(("nearest",), rules.nearest, rules.terrain)
    yield from _twice(rules)
    for slug in rules.nearest.keys() & rules.terrain.keys():
        yield ("nearest", slug), Message("is a row of the terrain table itself")


def _twice(rules: Ruleset) -> Iterator[Problem]:
    words = rules.words
    for word in sorted(words.water.keys() & words.terrain.keys()):
        if words.water[word] and words.terrain[word]:
            yield ("words", "water", word), Message("is also a word of the terrain table")
    for word in sorted(words.river.keys() & words.way.keys()):
        if words.river[word] and words.way[word]:
            yield ("words", "river", word), Message("is also a word for a way")


def _named(
    path: tuple[str, ...], words: Mapping[str, str], rows: Iterable[str]
) -> Iterator[Problem]:
    known = set(rows)
    for word, row in words.items():
        if row and row not in known:
            yield (*path, word), no_row(row, known)


def _figures(rules: Ruleset) -> Iterator[Problem]:
    for slug, mount in rules.mounts.items():
        if mount.loaded_from_kg > mount.loaded_to_kg:
            yield ("mounts", slug, "loaded_to_kg"), Message("is below the start of the range")
        if mount.size not in rules.combat.sizes:
            yield ("mounts", slug, "size"), no_row(mount.size, set(rules.combat.sizes))
    for slug, day in rules.days.items():
        if day.hours > 24:
            yield ("days", slug, "hours"), Message("must be at most 24")
    try:
        parse_dice(rules.march.dice)
    except Refusal as wrong:
        yield ("march", "dice"), wrong.message
