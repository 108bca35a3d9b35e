"""Kinds of damage on the line of points: "-12 fire", "-9 slashing silver h", "-7 fire 4"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core.characters import plain
from core.rulesets.schema import Ruleset
from core.values import Struct

HALF = "half"
"""The word that halves a blow, rounded down, before anything lessens it."""
SHORTEST = 3
"""The letters of the shortest word that is a kind of damage: shorter ones are creatures."""
NO_KINDS: Mapping[str, str] = {}


class SortedWords(Struct):
    """The words of a line of points: amounts, the kinds of each, and the words of who takes them.

    `kinds` are slugs; those of an amount may be (). `halved`: the blow is half of it.
    """

    amounts: tuple[str, ...]
    kinds: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    halved: bool = False

    @property
    def has_kinds(self) -> bool:
        """Whether a kind of damage was said."""
        return any(self.kinds)


def words_for_kinds(rules: Ruleset | None) -> Mapping[str, str]:
    """Return the slugs of the kinds of damage of a system by the words for them, without blanks."""
    if rules is None:
        return NO_KINDS
    return rules.combat.damage.words


def sort_words(
    words: Sequence[str], kinds: Mapping[str, str], called: Collection[str]
) -> SortedWords:
    """Sort the words of a line of points.

    `kinds` are those of `words_for_kinds`. A word of these behind an amount is its kind, unless a
    creature is `called` so, in small letters.
    """
    amounts: list[str] = []
    found: list[list[str]] = []
    names: list[str] = []
    halved = False
    rest = list(words)
    while rest:
        word = rest[0]
        slug, count = take_kind(rest, kinds, called) if amounts else ("", 0)
        if word[0].isdigit() or word[0] in "+-":
            amounts.append(rest.pop(0))
            found.append([])
        elif count:
            found[-1].append(slug)
            del rest[:count]
        elif kinds and amounts and word.lower() == HALF and HALF not in called:
            halved = True
            del rest[0]
        else:
            names.append(rest.pop(0))
    return SortedWords(tuple(amounts), tuple(map(tuple, found)), tuple(names), halved)


def take_kind(
    words: Sequence[str], kinds: Mapping[str, str], called: Collection[str] = ()
) -> tuple[str, int]:
    """Return the kind of damage that these words begin with, and of how many they are; 0 = none."""
    if words[0].lower() in called or len(words[0]) < SHORTEST:
        return "", 0
    for count in (2, 1):
        joined = plain("".join(words[:count]))
        if len(words) >= count and joined in kinds:
            return kinds[joined], count
    return "", 0
