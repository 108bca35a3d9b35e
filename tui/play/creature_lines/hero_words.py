"""The words of a line that describes a hero: races, armour, mounts, traits, kinds of animals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal, TypeAlias

from core.characters import plain
from core.messages import N_, Kilograms, Message, Metres, Refusal
from core.rulesets.creature_words import creature_words, traits_of
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Mount, Ruleset
from tui.play.animals import read_animals
from tui.play.creature_lines.class_levels import CARRIED, CLASSES, PERSONAL
from tui.play.creature_lines.figures import AMOUNT, KEYS
from tui.play.creature_lines.unknown import UnknownWord
from tui.play.terms import example_lines

ON = ("on", "riding", "rides")
ABOARD = ("in", "inside", "aboard", "drives", "driving", "pilots", "piloting")
"""Words before a vehicle; those of ON are, too."""
VEHICLE = "vehicle"
LOADS = ("light", "medium", "heavy")
"""Loads, of which rules without a table of them say nothing."""
SHORTEST = 3
"""The letters of the shortest beginning that stands for a people."""
ARTICLES = ("a", "an", "the", "his", "her", "their")

Kind: TypeAlias = Literal[
    "race",
    "people",
    "class",
    "mount",
    "animal",
    "beast",
    "vehicle",
    "armor",
    "load",
    "barbarian",
    "trait",
    "size",
]
Row: TypeAlias = tuple[Kind, str]
CARRIERS: tuple[Kind, ...] = ("mount", "vehicle", "beast")
"""Kinds of words for what carries a hero."""
PERSONS = frozenset(("race", "people", "barbarian"))
"""Kinds of words that no animal and no vehicle has."""
LONGEST = 4
"""The most words of a line that have a row together."""


def known_words(rules: Ruleset) -> Mapping[str, Row]:
    """Return the words of a line, those for kinds of animals of the bestiary among them.

    A word for kinds of mounts ("horse") is left to these.
    """
    kinds = tuple((name, beast.slug) for name, beast in read_animals(rules).items())
    return _join_words(kinds, rules)


@lru_cache(maxsize=8)
def _join_words(kinds: tuple[tuple[str, str], ...], rules: Ruleset) -> Mapping[str, Row]:
    beasts: dict[str, Row] = {
        name: ("beast", slug) for name, slug in kinds if not kinds_of(name, rules)
    }
    return {**beasts, **hero_words(rules)}


def find_row(words: str, known: Mapping[str, Row]) -> tuple[str, str]:
    """Return the kind of these words and their slug; both are "" for others than those `known`."""
    return known.get(plain(words), ("", ""))


def count_known(words: Sequence[str], known: Mapping[str, Row]) -> int:
    """Return how many words at the beginning have a row together, as many as may be."""
    for count in range(min(LONGEST, len(words)), 0, -1):
        if plain("".join(words[:count])) in known:
            return count
    return 0


def count_kind(
    words: Sequence[str], known: Mapping[str, Row], kinds: tuple[Kind, ...] = ("mount", "vehicle")
) -> int:
    """Return how many words at the beginning are one of these kinds; 0 = they are none."""
    count = count_known(words, known)
    if count and find_row("".join(words[:count]), known)[0] in kinds:
        return count
    return 0


@lru_cache(maxsize=8)
def hero_words(rules: Ruleset) -> Mapping[str, Row]:
    """Return the words of a line without figures, as `plain` makes them, with their rows."""
    words = creature_words(rules)
    rows: dict[str, Row] = {word: ("trait", trait) for word, trait in words.traits.items()}
    rows["lowlightvision"] = "trait", "low_light"
    tables: tuple[tuple[Kind, Mapping[str, TableRow]], ...] = (
        ("people", rules.peoples),
        ("vehicle", rules.vehicles),
        ("mount", rules.mounts),
        ("race", rules.races),
    )
    for kind, table in tables:
        for slug, row in table.items():
            spelt = (part for name in names_of(slug, row) for part in (name, *name.split(" or ")))
            rows |= {plain(name): (kind, slug) for name in spelt}
    for word, slug in words.sizes.items():
        rows.setdefault(word, ("size", slug))
    for name, suit in rules.suits.items():
        names = (name, f"{name}armor", f"{name}armour", *suit.name.values())
        worn: Row = ("armor", suit.armor) if rules.armor else ("class", suit.name_in().lower())
        rows |= {plain(one): worn for one in names}
    for slug in rules.armor:
        rows |= {f"{slug}armour": ("armor", slug), f"{slug}armor": ("armor", slug)}
        if slug != "none":
            rows[slug] = ("armor", slug)
    if rules.armor:
        rows |= {f"{slug}load": ("load", slug) for slug in rules.load}
        bare = ("unarmoured", "unarmored", "noarmour", "noarmor")
        rows |= dict.fromkeys(bare, ("armor", "none")) | {"barbarian": ("barbarian", "")}
    else:
        rows |= {f"{load}load": ("class", f"{load} load") for load in LOADS}
        for weight in LOADS:
            both = (f"{weight}armour", f"{weight}armor")
            rows |= dict.fromkeys(both, ("class", f"{weight} armour"))
    rows.setdefault("mount", ("animal", ""))
    if len(rules.vehicles) == 1:
        (usual,) = rules.vehicles
        rows.setdefault(VEHICLE, ("vehicle", usual))
    for word in (*CLASSES, *PERSONAL, *CARRIED):
        rows.setdefault(plain(word), ("class", word))
    return rows


def names_of(slug: str, row: TableRow) -> tuple[str, ...]:
    """Return the words for a row: its slug, its names, and those of a mount that are others."""
    also = row.also if isinstance(row, Mount) else ()
    return (slug.replace("_", " "), *row.name.values(), *also)


def _spellings(rules: Ruleset) -> Iterator[str]:
    tables: tuple[Mapping[str, TableRow], ...] = (rules.peoples, rules.vehicles, rules.mounts)
    for table in tables:
        for slug, row in table.items():
            yield from map(str.lower, names_of(slug, row))
    yield from (*CLASSES, *PERSONAL, *CARRIED)


def kinds_of(word: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the kinds of mounts of which a word says a part: "horse" is a light or a heavy one."""
    return tuple(slug for slug in rules.mounts if plain(word) in slug.split("_"))


def is_riding_word(word: str) -> bool:
    """Return whether what is ridden comes behind a word: "on", "aboard"."""
    return word.lower() in (*ON, *ABOARD)


def begun_people(word: str, known: Mapping[str, Row]) -> str:
    """Return the people that a word begins: "gob" is "goblin"; "" = none.

    Refusal `SeveralKinds` of the beginning of several.
    """
    start = plain(word)
    if len(start) < SHORTEST or not word.isalpha():
        return ""
    rows = (row for key, row in known.items() if key.startswith(start))
    begun = sorted({slug.replace("_", "-") for kind, slug in rows if kind in ("race", "people")})
    if len(begun) > 1:
        raise SeveralKinds(word, tuple(begun))
    return "".join(begun)


class SeveralKinds(Refusal):
    """The refusal of a `word` that may mean several `kinds`, one of which answers it."""

    def __init__(self, word: str, kinds: tuple[str, ...]) -> None:
        super().__init__("unknown_word", "'{word}' could mean {found}.", word=word, found=kinds)
        self.word = word
        self.kinds = kinds

    def answer(self, typed: str, line: str) -> str:
        """Return the refused `line` with the kind that `typed` begins; "" = that is no answer."""
        start = plain(typed)
        begun = [kind for kind in self.kinds if plain(kind).startswith(start)]
        before, word, after = line.rpartition(self.word)
        if not start or len(begun) != 1 or not word:
            return ""
        return f"{before}{begun[0]}{after}"


def refuse_kinds(word: str, slugs: Iterable[str]) -> SeveralKinds:
    """Return the Refusal of a word that may mean several kinds."""
    return SeveralKinds(word, tuple(slug.replace("_", " ") for slug in slugs))


def words_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the words that a line completes: races, armour, mounts, traits."""
    slugs = (*rules.races, *rules.armor, *rules.mounts, *traits_of(rules))
    return tuple(slug.replace("_", "-") for slug in slugs if slug != "none")


def unknown_word(
    word: str, known: Iterable[str], rules: Ruleset, *, speed: bool = False
) -> UnknownWord:
    """Return the Refusal of a word that a line cannot have, with the nearest that it can.

    `speed`: the line has one, so that no race needs to give it.
    """
    if AMOUNT.fullmatch(word):
        return UnknownWord(
            "bad_figure",
            "{word} alone says nothing. Write what it is, as in {points}, {weight} or {speed}.",
            word=word,
            points=f"hp{word}",
            weight=Message("{weight}", weight=Kilograms(80)),
            speed=Message("{speed}", speed=Metres(9)),
        )
    words = {plain(one): one for one in (*known, *KEYS, *ON, *ABOARD)}
    readable = {plain(one): one for one in (*_spellings(rules), *words_of(rules))}
    near = get_close_matches(plain(re.sub(r"\d.*", "", word)), words, n=1, cutoff=0.7)
    if near:
        return UnknownWord(
            "unknown_word",
            "'{word}' is not a word of a hero; did you mean {nearest}?",
            word=word,
            nearest=readable.get(near[0], words[near[0]]),
        )
    key = "hero"
    if rules.races:
        sentence = N_(
            "'{word}' is not a word of a hero. Write a race, the armour and figures, as in"
            " {example}."
        )
    elif speed:
        sentence = N_("'{word}' is not a word of a hero. Write figures, as in {example}.")
        key = "figures"
    else:
        sentence = N_(
            "'{word}' is not a word of a hero. These rules have no table of races and armour:"
            " write the speed, as in {example}."
        )
    example = example_lines(rules, key)[0]
    return UnknownWord("unknown_word", sentence, word=word, example=example)
