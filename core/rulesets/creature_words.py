"""The words of a system for creatures: sizes, ways to move, traits, and names of attacks.

Case, blanks, hyphens and underscores do not matter, as `plain` has it. All who read creatures that
people write, on lines, in forms and in files, ask here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from core.characters import plain
from core.creatures import (
    BODY_PARTS,
    MODES,
    THROWN,
    Attack,
    AttackMode,
    Mode,
    Sheet,
    general_kind,
    usual_attack_mode,
)
from core.rulesets.combat_schema import Combat, TurnRules
from core.rulesets.condition_names import conditions_of, listed_conditions
from core.rulesets.damage_schema import DamageRules
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import AttackNote, Ruleset, SpeedMode, WeaponRow
from core.values import Struct, replace

ALSO_ALWAYS = frozenset({"blur"})
"""Conditions that befall a creature, and that a creature of a file has for good."""


class CreatureWords(Struct):
    """The words for creatures of a system, each as `plain` makes it.

    `sizes` have their slugs, `speeds` the modes, `traits` the slugs of what a creature always has.
    `of_weapons` are words of the names of attacks (none = any are), `weapons` those that shoot or
    are thrown, and `names` those whose names begin like armour or a load ("heavy mace"). `notes`
    are words behind an attack that are kept and not reckoned with. `attack_example` is a whole
    attack, and `attack_parts` are what may stand behind its bonus, as refusals show them.
    `peoples` are words for the races of people, `kinds` those for kinds of damage, with how each is
    written. `bonus_types` are the slugs of the types of bonuses. `two_armours`: the system has an
    Armour Class against energy, too.
    """

    sizes: Mapping[str, str] = {}
    speeds: Mapping[str, Mode] = {}
    traits: Mapping[str, str] = {}
    of_weapons: frozenset[str] = frozenset()
    weapons: tuple[WeaponRow, ...] = ()
    names: frozenset[str] = frozenset()
    notes: Mapping[str, AttackNote] = {}
    attack_example: str = "longsword +8 1d8+4"
    attack_parts: tuple[str, ...] = ("1d8+4", "reach 2")
    peoples: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = {}
    bonus_types: frozenset[str] = frozenset()
    two_armours: bool = False


Row = TypeVar("Row", bound=TableRow)

NO_WORDS = CreatureWords()
MOST_WORDS = 4
"""The most words of one name."""


@lru_cache(maxsize=8)
def creature_words(rules: Ruleset) -> CreatureWords:
    """Return the words for creatures of a system."""
    weapons = weapons_of(rules)
    names = (name for row in weapons for name in row.name.values())
    of_names = (word for name in names for word in _words_of(name))
    written = (*rules.weapon_words, *BODY_PARTS)
    stuff = _stuff_words(rules.combat.damage) if rules.weapon_words else ()
    return CreatureWords(
        sizes=size_words(rules.combat),
        speeds=speed_words(rules.speed_modes),
        traits=_trait_words(rules),
        of_weapons=frozenset((*map(plain, written), *of_names, *stuff)),
        weapons=weapons,
        names=frozenset(map(plain, rules.weapon_names)),
        notes=_note_words(rules.attack_notes),
        attack_example=rules.examples["attacks"][0],
        attack_parts=rules.examples["attack_parts"],
        peoples=frozenset(_people_words(rules)),
        kinds=_kind_words(rules.combat.damage),
        bonus_types=frozenset(rules.combat.figure_rules.types),
        two_armours="energy_armour" in rules.terms,
    )


def _kind_words(damage: DamageRules) -> Mapping[str, str]:
    return {word: slug.replace("_", " ") for word, slug in damage.words.items()}


def _stuff_words(damage: DamageRules) -> Iterator[str]:
    """Yield the words for what weapons are of, as they stand in the names of attacks: "iron"."""
    for row in damage.kinds.values():
        if row.group == "quality":
            yield from (plain(name.split()[-1]) for name in row.name.values())


def _people_words(rules: Ruleset) -> Iterator[str]:
    for row in (*rules.races.values(), *rules.peoples.values()):
        yield from map(plain, row.name.values())


def _note_words(rows: Mapping[str, AttackNote]) -> Mapping[str, AttackNote]:
    words = ((word, row) for row in rows.values() for word in (*row.name.values(), *row.also))
    return {plain(word): row for word, row in words}


def brought_by_hit(attack: Attack, rules: Ruleset) -> str:
    """Return what a hit of an attack may bring, "" for nothing; no hit brings a plain trait."""
    traits = [note for note in rules.attack_notes.values() if not note.brings]
    parts = filter(None, attack.also.split(", "))
    return ", ".join(said for said in parts if not any(_is_said(note, said) for note in traits))


def _is_said(note: AttackNote, said: str) -> bool:
    name = note.name_in().lower()
    return said == name or (bool(note.takes) and said.startswith(f"{name} "))


def weapons_of(rules: Ruleset) -> tuple[WeaponRow, ...]:
    """Return the weapons of a system that shoot or are thrown."""
    return tuple(rules.weapons.values())


def traits_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the conditions of a file that a creature always has, sorted; others last."""
    rows = rules.combat.conditions
    listed = listed_conditions(rules.combat)
    return tuple(sorted(name for name in listed if rows[name].trait or name in ALSO_ALWAYS))


def _trait_words(rules: Ruleset) -> Mapping[str, str]:
    rows = rules.combat.conditions
    slugs = traits_of(rules)
    names = {plain(name): slug for slug in slugs for name in rows[slug].name.values()}
    return {**names, **{plain(slug): slug for slug in slugs}}


def size_words(combat: Combat) -> Mapping[str, str]:
    """Return the slugs of sizes by the words for them: "huge" is "H"."""
    sizes = combat.sizes
    return {plain(name): slug for slug, row in sizes.items() for name in row.name.values()}


def size_of(text: str, combat: Combat) -> str:
    """Return the slug of the size that `text` is, "H" or "huge"; `text` itself where none is."""
    if text.upper() in combat.sizes:
        return text.upper()
    return size_words(combat).get(plain(text), text)


def speed_words(rows: Mapping[str, SpeedMode]) -> Mapping[str, Mode]:
    """Return the ways to move by the words for them."""
    return {
        plain(word): mode
        for mode in MODES
        if mode in rows
        for word in (mode, *rows[mode].name.values(), *rows[mode].also)
    }


def spell_sheet(sheet: Sheet, combat: Combat) -> Sheet:
    """Return the sheet with the slugs of its size and traits, however they are written.

    What is no size or condition stays as it is.
    """
    return replace(
        sheet,
        size=size_of(sheet.size, combat),
        traits=conditions_of(sheet.traits, combat),
    )


def take_usual_init(sheet: Sheet, turn: TurnRules) -> Sheet:
    """Return the sheet with the initiative of its Dexterity or Perception, as the system has it."""
    usual = turn.usual_init(sheet.dexterity, sheet.perception)
    if usual is None:
        return sheet
    return replace(sheet, init=usual)


def join_known(tokens: Sequence[str], known: Container[str]) -> list[str]:
    """Return the words of a line, those together that are one of `known` words as `plain` has it.

    "low-light vision" is one, and so is "no reaction". What is in quotes stays alone.
    """
    joined: list[str] = []
    rest = list(tokens)
    while rest:
        apart = (n for n, word in enumerate(rest) if word == "," or word.startswith('"'))
        counts = range(min(MOST_WORDS, next(apart, len(rest))), 1, -1)
        count = next((n for n in counts if plain("".join(rest[:n])) in known), 1)
        joined.append(" ".join(rest[:count]))
        del rest[:count]
    return joined


def find_weapon(name: str, weapons: Iterable[Row]) -> Row | None:
    """Return the weapon that the name of an attack says, in any language; None where none does.

    Other words may stand about it: "+1 flaming long bow", "darts". Of several it is that of the
    longest name, then the last. A part of the body is no weapon.
    """
    words = [*_words_of(name)]
    if not BODY_PARTS.isdisjoint(words):
        return None
    known = {plain(written): row for row in weapons for written in row.name.values()}
    best = ""
    for start, end in combinations(range(len(words) + 1), 2):
        said = "".join(words[start:end])
        if said not in known:
            said = said.removesuffix("s")
        if end - start <= MOST_WORDS and said in known and len(said) >= len(best):
            best = said
    return known.get(best)


def count_weapon(tokens: Sequence[str], words: CreatureWords) -> int:
    """Return how many of the last words are the name of a weapon, the most that are; 0 = none."""
    known = {plain(written) for row in words.weapons for written in row.name.values()}
    known |= words.names
    counts = range(min(MOST_WORDS, len(tokens)), 0, -1)
    return next((n for n in counts if plain("".join(tokens[-n:])) in known), 0)


def _words_of(name: str) -> Iterable[str]:
    return filter(None, map(plain, re.split(r"[\s-]+", name)))


def complete_attack(
    attack: Attack,
    weapons: Collection[WeaponRow],
    mode: AttackMode | None,
    kind: str | None,
    energy: bool | None = None,
) -> Attack:
    """Return an attack with what its name says of how it is made, where it is not written.

    `mode`, `kind` (`Attack.weapon`) and `energy` are what is written, None = nothing; so is its
    increment.
    """
    row = find_weapon(attack.name, weapons)
    if energy is None:
        energy = row is not None and row.energy
    attack = replace(attack, energy=energy or None)
    is_shot = mode == "ranged" or attack.increment is not None or kind == THROWN
    is_struck = mode == "melee" or (kind is not None and general_kind(kind) == "melee")
    if row is None or is_struck or (row.in_hand and not is_shot):
        made = mode or usual_attack_mode(kind or "", attack.increment)
        usual = "melee" if made == "melee" else "bow"
        return replace(attack, mode=made, weapon=kind or usual)
    increment = row.squares if attack.increment is None else attack.increment
    return replace(attack, mode="ranged", weapon=kind or row.kind, increment=increment)
