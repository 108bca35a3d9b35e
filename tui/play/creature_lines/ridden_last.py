"""What a hero rides, at the end of the line: "Aldric human fighter hp 44, heavy warhorse"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.characters import plain
from core.creatures import BODY_PARTS
from core.messages import Message, Refusal
from core.rulesets.schema import Ruleset
from core.values import Struct
from tui.play.creature_lines.attack_lines import BONUSES
from tui.play.creature_lines.class_levels import CLASSES
from tui.play.creature_lines.figures import KEYS, key_of, split_words
from tui.play.creature_lines.hero_words import (
    ABOARD,
    ARTICLES,
    CARRIERS,
    ON,
    PERSONS,
    Row,
    find_row,
    kinds_of,
)
from tui.play.creature_lines.powered import classes_of_words

CLASS_WORDS = frozenset(map(plain, CLASSES))
MOST = 3
"""The most words of the name of a people or of what carries a hero."""
CALLED = re.compile(r'\s+(?:(?:named|called)\s+\S+|"[^"]+")$', re.IGNORECASE)
"""The name of the animal behind its kind."""
LEADS = frozenset((*ON, *ABOARD, "with", "by", "for", "and", "of", "is"))
"""Words behind which an animal is what they say: "drawn by a mule"."""
OF_ANY = frozenset(("speed", "weight"))
"""Figures that the shortest line of an animal has."""


class _Ended(Struct):
    """A line that ends in what may carry a hero: the words before it, its own, and its name."""

    before: tuple[str, ...]
    carrier: str
    called: str
    divided: bool
    """Whether a comma is before it."""

    @property
    def ridden(self) -> str:
        """The line with the word that says so: "on a heavy warhorse"."""
        return f"{' '.join(self.before).rstrip(' ,;')}, on a {self.carrier}{self.called}"


def put_on_last(line: str, known: Mapping[str, Row], rules: Ruleset) -> str:
    """Return a hero's line with "on a" before the animal or vehicle at its end.

    A hero is who has a people, a class or a weapon, and behind a comma armour, and is not called
    like an animal. Any other line is returned as it is. Refusal "unknown_word": figures alone are
    before the comma and the animal, so that it is not known whether it is ridden.
    """
    ended = _split_carrier(line, known, rules)
    if ended is None:
        return line
    words = split_words(" ".join(ended.before))
    kinds = _kinds_of_words(words[1:], known)
    if find_row("".join(words[:1]), known)[0] in CARRIERS:
        return line
    if kinds & PERSONS or _has_class(words[1:]) or _has_weapon(words):
        return ended.ridden
    if not ended.divided:
        return line
    if "armor" in kinds or _is_powered(ended.carrier, rules):
        return ended.ridden
    is_animal = any(plain(word).removesuffix("s") in BODY_PARTS for word in words)
    if not is_animal and _has_figure_of_hero(words):
        raise refuse_undecided(ended.carrier, words[0].strip('"'))
    return line


def refuse_undecided(carrier: str, name: str) -> Refusal:
    """Return the Refusal of an animal or vehicle of which it is not known whether it is ridden."""
    return Refusal(
        "unknown_word",
        "'{carrier}': write on a {carrier} if {name} rides it. An animal has its kind behind its"
        " name, as in {example}.",
        carrier=carrier,
        name=name,
        example=Message("{name} {carrier}", name=name, carrier=carrier),
    )


def _split_carrier(line: str, known: Mapping[str, Row], rules: Ruleset) -> _Ended | None:
    text = line.rstrip(" .")
    called = CALLED.search(text)
    if called is not None:
        text = text[: called.start()]
    words = text.split()
    for count in range(min(MOST, len(words) - 1), 0, -1):
        before = words[:-count]
        carrier = " ".join(words[-count:])
        if re.search("[,;]", carrier):
            continue
        divided = before[-1].endswith((",", ";"))
        if not _is_carrier(carrier, known, rules, divided=divided):
            continue
        if before[-1].lower() in ARTICLES:
            before.pop()
            divided = bool(before) and before[-1].endswith((",", ";"))
        if not before or before[-1].lower() in LEADS:
            return None
        return _Ended(tuple(before), carrier, called[0] if called else "", divided)
    return None


def _is_carrier(carrier: str, known: Mapping[str, Row], rules: Ruleset, *, divided: bool) -> bool:
    row = known.get(plain(carrier))
    if row is not None:
        return row[0] in CARRIERS
    return divided and (bool(kinds_of(carrier, rules)) or _is_powered(carrier, rules))


def _is_powered(carrier: str, rules: Ruleset) -> bool:
    return plain(carrier.split()[-1]) in classes_of_words(rules)


def _kinds_of_words(words: Sequence[str], known: Mapping[str, Row]) -> frozenset[str]:
    runs = (
        words[start : start + count] for start in range(len(words)) for count in range(1, MOST + 1)
    )
    return frozenset(find_row("".join(run), known)[0] for run in runs)


def _has_class(words: Sequence[str]) -> bool:
    return any(plain(word.rstrip("0123456789")) in CLASS_WORDS for word in words)


def _has_weapon(words: Sequence[str]) -> bool:
    """Return whether there is an attack that is not one of an animal's body: "longsword +8"."""
    for place, word in enumerate(words[1:], 1):
        name = plain(words[place - 1])
        if BONUSES.fullmatch(word) and name not in KEYS:
            return name.removesuffix("s") not in BODY_PARTS and name not in BODY_PARTS
    return False


def _has_figure_of_hero(words: Sequence[str]) -> bool:
    return any(KEYS.get(key_of(word), "speed") not in OF_ANY for word in words[1:])
