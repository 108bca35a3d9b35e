"""What the words of a hero's line say that are no figures: its people, armour, mount, traits."""

from __future__ import annotations

from collections.abc import Sequence

from core.characters import plain
from core.creatures import Sheet
from core.messages import Message, Metres, Refusal
from core.play.facts.state import Member, State
from core.rulesets.creature_words import creature_words
from core.rulesets.schema import Ruleset
from tui.play.creature_lines.body_words import refuse_without_figure
from tui.play.creature_lines.class_levels import CLASSES
from tui.play.creature_lines.hero_words import (
    ARTICLES,
    CARRIERS,
    PERSONS,
    begun_people,
    count_kind,
    count_known,
    find_row,
    is_riding_word,
    kinds_of,
    known_words,
    refuse_kinds,
    unknown_word,
)
from tui.play.creature_lines.ridden_last import refuse_undecided
from tui.play.creature_lines.ridden_words import read_ride

ARMOUR = ("light", "medium", "heavy")
"""Words of armour, which some rules have no table for."""
WORN_IN = "in"
"""The word before a suit of armour, as before a vehicle."""
UNLISTED = frozenset(
    ("ox", "oxen", "donkey", "ass", "elephant", "llama", "yak", "reindeer", "buffalo")
)
"""Animals that draw and carry, where neither the rules nor the bestiary have them."""
DECIDED = frozenset(
    ("race", "people", "class", "armor", "barbarian", "mount", "vehicle", "animal", "beast")
)
"""Kinds of words of who is no animal or vehicle, and of which animal or vehicle it is."""


class SaidWords:
    """What the words of a line say, one after the other; `speed`: the line has one.

    `is_person`: it says a race or a class, wherever that stands.
    """

    def __init__(
        self, rules: Ruleset, state: State, *, speed: bool = False, is_person: bool = False
    ) -> None:
        self.rules = rules
        self.state = state
        self.speed = speed
        self.is_person = is_person
        self.known = known_words(rules)
        self.rows: dict[str, str] = {}
        self.traits: list[str] = []
        self.ride: Member | None = None
        """What it rides: a mount of the party, or a new one, without an id."""
        self.unknown: list[str] = []
        self.unused: list[str] = []
        self.taken: list[Message] = []
        """What the beginnings of words are taken for."""

    def take_name(self, name: str) -> None:
        """Take a mount or vehicle that has the name of its kind as one: "Mule 60kg"."""
        kind, slug = find_row(name, self.known)
        if kind in ("mount", "vehicle") and not self._is_decided:
            self.rows[kind] = slug
        elif not kind:
            self._refuse_part(name)
            self._refuse_unlisted(name)

    def refuse_two_kinds(self, name: str) -> None:
        """Refuse, "unknown_word", a person that is an animal or a vehicle, too."""
        is_person = not PERSONS.isdisjoint(self.rows) or self.rows.get("class") in CLASSES
        carrier = next((slug for kind, slug in self.rows.items() if kind in CARRIERS), "")
        if is_person and carrier:
            raise refuse_undecided(carrier.replace("_", " "), name)

    def refuse_unknown(self) -> None:
        """Refuse the first word that is not known: "bad_figure" or "unknown_word"."""
        for word in self.unknown:
            refuse_without_figure(word, creature_words(self.rules))
            raise unknown_word(word, self.known, self.rules, speed=self.speed)

    def read(self, words: Sequence[str]) -> None:
        """Take in further words. Refusal "unknown_word"."""
        rest = list(words)
        while rest:
            del rest[: self._read_first(rest)]

    @property
    def size(self) -> tuple[tuple[str, str], ...]:
        """The size as a figure of the sheet; () for the usual one."""
        people = self.rules.peoples.get(self.rows.get("race") or self.rows.get("people", ""))
        usual = Sheet().size
        size = self.rows.get("size", usual if people is None else people.size)
        if size != usual:
            return (("size", size),)
        return ()

    @property
    def traits_and_senses(self) -> tuple[str, ...]:
        """The traits of the line, then what the eyes of its race give, each once."""
        race = self.rules.races.get(self.rows.get("race", ""))
        senses = () if race is None else race.senses
        return tuple(dict.fromkeys((*self.traits, *senses)))

    @property
    def _is_decided(self) -> bool:
        return not DECIDED.isdisjoint(self.rows)

    def _read_first(self, words: Sequence[str]) -> int:
        # takes in what the first of the words say, and returns how many they are
        first = words[0].lower()
        if first in ARTICLES and len(words) > 1 and not self.unknown:
            return 1
        if first == WORN_IN and self._is_suit(words[1:]):
            return 1
        if is_riding_word(first) and not self._is_riding_animal(words):
            ride = read_ride(words, self.state, self.rules)
            self.ride = ride.carrier
            return ride.count
        count = count_known(words, self.known)
        begun = "" if count else begun_people(words[0], self.known)
        if begun:
            self.taken.append(Message("{word} is {people}", word=words[0], people=begun))
            return self._read_first([begun])
        if not count or words[0].startswith('"'):
            self._refuse_part(words[0])
            self.unknown.append(words[0])
            return 1
        self.refuse_unknown()
        self._take(words[:count])
        return count

    def _take(self, words: Sequence[str]) -> None:
        kind, slug = find_row("".join(words), self.known)
        if kind == "trait":
            self.traits.append(slug)
        elif kind == "people" and not self.speed and self.rules.races:
            raise Refusal(
                "unknown_word",
                "'{word}' has no speed in these rules. Write it, as in {example}.",
                word=words[0],
                example=Message("{people} {speed}", people=words[0], speed=Metres(9)),
            )
        elif kind in ("class", "people"):
            self.unused.append(slug.replace("_", "-"))
            self.rows.setdefault(kind, slug)
        elif self.rows.get(kind, slug) != slug:
            raise Refusal(
                "unknown_word",
                "'{word}': the line says {other} already.",
                word=" ".join(words),
                other=self.rows[kind].replace("_", " "),
            )
        else:
            self.rows[kind] = slug

    def _is_suit(self, words: Sequence[str]) -> bool:
        count = count_known(words, self.known)
        kind, slug = find_row("".join(words[:count]), self.known)
        suits = {suit.name_in().lower() for suit in self.rules.suits.values()}
        return kind == "armor" or (kind == "class" and slug in suits)

    def _is_riding_animal(self, words: Sequence[str]) -> bool:
        # "Rex riding dog", where nothing says that Rex is a rider
        if self.is_person or self._is_decided:
            return False
        return count_kind(words, self.known, CARRIERS) > 1

    def _refuse_part(self, word: str) -> None:
        # "Star horse 40kg", where there are several kinds of horses
        if word.lower() in ARMOUR and not self.rules.armor:
            raise Refusal(
                "unknown_word",
                "These rules have no table of armour: leave '{word}' out, the Armour Class is "
                "written.",
                word=word,
            )
        kinds = kinds_of(word, self.rules)
        if len(kinds) > 1 and not self._is_decided:
            raise refuse_kinds(word, kinds)

    def _refuse_unlisted(self, name: str) -> None:
        # "ox" alone would be a hero of that name
        if plain(name) in UNLISTED and not self.speed and not self.rows:
            raise Refusal(
                "unknown_word",
                "'{word}' is not an animal of these rules. Write its speed, as in {example}.",
                word=name,
                example=Message("{name} mount {speed}", name=name, speed=Metres(12)),
            )
