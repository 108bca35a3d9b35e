"""Words of a hero that are typed behind an attack: "bow +4 1d8 on a riding horse"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from core.characters import plain
from core.rulesets.schema import Ruleset
from core.values import Struct
from tui.play.creature_lines.attack_lines import BONUSES
from tui.play.creature_lines.figures import KEYS, is_figure, take_until_comma
from tui.play.creature_lines.hero_words import ARTICLES, ON, hero_words, is_riding_word

PERSONAL = frozenset(("race", "people", "class", "barbarian"))
"""Kinds of words that no attack has behind its bonus."""
WORN = frozenset(("armor", "load"))
"""Kinds that are the attack's in one word ("light"), the hero's in two ("light load")."""
MOST = 3
"""The most words of the name of a carrier, or of what a hero is."""


class PulledWords(Struct):
    """The words of a line: those of the hero that were behind an attack, and the others."""

    of_hero: tuple[str, ...]
    others: tuple[str, ...]


def pull_hero_words(tokens: Sequence[str], rules: Ruleset) -> PulledWords:
    """Return the words of the hero behind the attacks of a line apart from all others.

    They are who carries it, its race and its class. What is behind "and" is the attack's.
    """
    of_hero: list[str] = []
    others: list[str] = []
    rest = list(tokens)
    begun = False
    while rest:
        word = rest[0].lower()
        if begun and word == "and":
            others += rest
            break
        count = _count_words(rest, rules) if begun else 0
        if count:
            of_hero += [",", *rest[:count]]
            del rest[:count]
            continue
        if word == "," and _has_bonus(take_until_comma(rest[1:])):
            begun = False
        elif _is_bonus(others, word):
            begun = True
        others.append(rest.pop(0))
    return PulledWords(tuple(of_hero), tuple(others))


def _is_bonus(before: Sequence[str], word: str) -> bool:
    # that of a flurry, too, which begins no attack but may be the last of one
    leads = before[-1].lower().rstrip(":=") if before else ""
    return BONUSES.fullmatch(word) is not None and leads not in KEYS


def _has_bonus(tokens: Sequence[str]) -> bool:
    return any(_is_bonus(tokens[:place], word) for place, word in enumerate(tokens))


def _count_words(tokens: Sequence[str], rules: Ruleset) -> int:
    # how many of the first words are of the hero; 0 = they are the attack's
    known = hero_words(rules)
    if not is_riding_word(tokens[0]):
        return _count_known(tokens, rules)
    start = 1
    while start < len(tokens) and tokens[start].lower() in (*ON, *ARTICLES):
        start += 1
    named = take_until_comma(tokens[start : start + MOST])
    for size in range(len(named), 0, -1):
        if plain("".join(named[:size])) in known:
            return start + size
    name = list(takewhile(_is_of_name, named))
    return start + len(name)


def _is_of_name(token: str) -> bool:
    return not is_figure(token) and token.lower().rstrip(":=") not in KEYS


def _count_known(tokens: Sequence[str], rules: Ruleset) -> int:
    rows = hero_words(rules)
    together = take_until_comma(tokens[:MOST])
    for size in range(len(together), 0, -1):
        kind, _ = rows.get(plain("".join(together[:size])), ("", ""))
        if kind in PERSONAL or (kind in WORN and size > 1):
            return size
    return 0
