"""What a line leaves open, in words: what was assumed for it, and what is not known then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from core.characters import plain
from core.creatures import THROWN, Attack
from core.dice import modifier
from core.messages import N_, Kilograms, Message, Metres, Squares, Template
from core.play.facts.state import Member
from core.quantities import LENGTH, METRES_IN_A_SQUARE, maybe_quantity
from core.rulesets.creature_words import CreatureWords, find_weapon
from core.rulesets.schema import Ruleset, WeaponRow
from tui.kit import lengths
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.attack_lines import SHOOTERS
from tui.play.creature_lines.body_words import GLUED
from tui.play.creature_lines.figure_words import armour_words
from tui.play.creature_lines.figures import AMOUNT, KEYS, split_words
from tui.play.creature_lines.joining import Hero
from tui.play.terms import name_term

LEAST_FEET = 20
"""From where on a length by fives without a unit may have been meant in feet."""


def describe_unknown(
    member: Member, line: str, weapons: Collection[WeaponRow], *, is_ridden: bool
) -> Iterator[Message]:
    """Yield what a hero's line does not say, and what was assumed of its attacks.

    `is_ridden`: the hero is on an animal, to whose load its weight is added.
    """
    if member.role != "character":
        return
    if member.con_score is None and member.con_mod is None:
        yield Message("Con unknown")
    if member.hp is None:
        yield Message("hit points unknown")
    if is_ridden and not member.weight_kg:
        yield Message("{weight} in the saddle", weight=Kilograms(0))
    if member.sheet is not None:
        yield from assumed_attacks(member.sheet.attacks, line, weapons)
        yield from unranged_attacks(member.sheet.attacks, weapons)


def describe_unknown_animals(hero: Hero, rules: Ruleset) -> Iterator[Message]:
    """Yield what is not known of a line's animals, by which they live and are hit."""
    animals: dict[Template, tuple[str, ...]] = {}
    armour = name_term(rules, "armour")
    for animal in hero.members:
        template = _missing_figures(animal, rules) if animal.role == "mount" else None
        if template is None:
            continue
        if animal is hero.member:
            yield Message(template, armour=armour)
        else:
            animals[template] = (*animals.get(template, ()), animal.name)
    for template, names in animals.items():
        yield Message("{who}: {what}", who=names, what=Message(template, armour=armour))


def _missing_figures(animal: Member, rules: Ruleset) -> Template | None:
    has_armour = animal.sheet is not None and armour_words(animal.sheet, rules) is not None
    if animal.hp is None and not has_armour:
        return N_("hit points and {armour} unknown")
    if animal.hp is None:
        return N_("hit points unknown")
    if not has_armour:
        return N_("{armour} unknown")
    return None


def assumed_lengths(line: str, words: CreatureWords) -> Iterator[Message]:
    """What was taken of speeds and ranges without a unit, or of no whole squares.

    A reach without a unit is in squares, and is shown so.
    """
    tokens = split_words(line)
    for token, after in pairwise((*tokens, "")):
        glued = GLUED.fullmatch(token.lower())
        if glued is None:
            word = token.lower().rstrip(":=")
            amount = AMOUNT.fullmatch(after.lower())
        else:
            word = glued["word"]
            amount = AMOUNT.fullmatch(glued["length"])
        if amount is None or not _leads_length(word, words):
            continue
        written = f"{amount['number']}{amount['unit'] or ''}"
        metres = maybe_quantity(written, LENGTH, units_in_force())
        if metres is None:
            continue
        squares = metres / METRES_IN_A_SQUARE
        is_bare = amount["unit"] is None
        if is_bare and units_in_force() == "metric" and _is_usual_in_feet(metres):
            yield Message(
                "{word} {length}, {squares} (write {feet} ft for feet)",
                word=word,
                length=Metres(metres),
                squares=Squares(int(squares)),
                feet=amount["number"],
            )
        elif is_bare or squares.denominator > 1:
            yield Message(
                "{word} {length}, {squares}",
                word=word,
                length=Metres(metres),
                squares=Squares(int(squares)),
            )


def _is_usual_in_feet(number: Fraction) -> bool:
    return number >= LEAST_FEET and number % 5 == 0


def _leads_length(word: str, words: CreatureWords) -> bool:
    return word == "range" or KEYS.get(word) == "speed" or plain(word) in words.speeds


def assumed_attacks(
    attacks: Iterable[Attack], line: str, weapons: Collection[WeaponRow]
) -> Iterator[Message]:
    """What was assumed of attacks by their names, on a line that does not say their ranges."""
    parts = line.lower().split(";")
    for attack in attacks:
        row = find_weapon(attack.name, weapons)
        if row is None or attack.increment != row.squares or attack.mode == "melee":
            continue
        if any("range" in part for part in parts if attack.name.lower() in part):
            continue
        template = N_("{weapon} is thrown, range {range}")
        if attack.weapon != THROWN:
            template = N_("{weapon} shoots, range {range}")
        yield Message(template, weapon=attack.name, range=lengths.metres(row.squares))


def unranged_attacks(
    attacks: Iterable[Attack], weapons: Collection[WeaponRow]
) -> Iterator[Message]:
    """What to write behind attacks of unknown names that sound like shooting, and strike."""
    for attack in attacks:
        if find_weapon(attack.name, weapons) is not None:
            continue
        if attack.mode == "melee" and SHOOTERS.fullmatch(attack.name.lower()):
            yield Message(
                "{weapon} strikes in melee: write range {range} behind one that shoots",
                weapon=attack.name,
                range=lengths.metres(12),
            )


def describe_low_scores(scores: Iterable[tuple[str, int]]) -> Iterator[Message]:
    """What to write where a modifier was meant, of scores that are as low."""
    for word, score in scores:
        yield Message(
            "{word}{score} is a score, {modifier:+}: a modifier is {word}+{score}",
            word=word,
            score=score,
            modifier=modifier(score),
        )
