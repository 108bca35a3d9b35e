"""A creature's figures in words, as a stat block has them: on cards, and beside what is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.creatures import Attack, Sheet
from core.messages import N_, Message, Template, Value
from core.play.fight.creature_now import SheetNow
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.kit import lengths
from tui.kit.phrases import phrase
from tui.play.creature_lines.attack_lines import write_threat
from tui.play.terms import has_energy_armour, name_term

MODES: Mapping[str, Template] = {
    "walk": "speed {length}",
    "fly": "fly {length}",
    "swim": "swim {length}",
    "climb": "climb {length}",
    "burrow": "burrow {length}",
    "incorporeal": "incorporeal {length}",
}


def armour_words(written: Sheet, rules: Ruleset) -> Message | None:
    """The Armour Class of a sheet: "AC 14", or "EAC 12 KAC 14"; None = it has none.

    Where the system has two and the sheet one, that is both.
    """
    if written.ac is None and written.eac is not None:
        return Message("EAC {eac}", eac=written.eac)
    if written.ac is None:
        return None
    if has_energy_armour(rules):
        energy = written.ac if written.eac is None else written.eac
        return Message(
            "{energy_armour} {energy} {armour} {ac}",
            energy_armour=name_term(rules, "energy_armour"),
            energy=energy,
            armour=name_term(rules, "armour"),
            ac=written.ac,
        )
    if written.eac is None:
        return Message("{armour} {ac}", armour=name_term(rules, "armour"), ac=written.ac)
    return Message("EAC {eac} KAC {ac}", eac=written.eac, ac=written.ac)


def armour_words_now(now: SheetNow, written: Sheet, rules: Ruleset) -> Message | None:
    """The Armour Class as it is now, beside the sheet's where it differs: "AC 15 of 18".

    Where it is another at range: "AC 14 of 18 (22 ranged)".
    """
    if written.ac is None or now.sheet.ac is None:
        return None
    armour = name_term(rules, "armour")
    present: Value = _present(now.sheet.ac, written.ac)
    if now.ranged_ac is not None and now.ranged_ac != now.sheet.ac:
        present = Message("{ac} ({ranged} ranged)", ac=present, ranged=now.ranged_ac)
    if written.eac is None and not has_energy_armour(rules):
        return Message("{armour} {ac}", armour=armour, ac=present)
    energy = written.ac if written.eac is None else written.eac
    energy_now = now.sheet.ac if written.eac is None else now.sheet.eac
    if not has_energy_armour(rules):
        return Message("EAC {eac} KAC {ac}", eac=_present(energy_now, energy), ac=present)
    return Message(
        "{energy_armour} {energy} {armour} {ac}",
        energy_armour=name_term(rules, "energy_armour"),
        energy=_present(energy_now, energy),
        armour=armour,
        ac=present,
    )


def _present(now: int | None, written: int) -> Value:
    if now is None or now == written:
        return written
    return Message("{now} of {written}", now=now, written=written)


def attack_words(attack: Attack, written: Attack | None = None) -> str:
    """An attack as a stat block has it: "bite +2 1d6+1 trip", "axe +8/+3 1d10+4 x3".

    One with energy is marked by what it has to beat: "laser +5 1d8 EAC". Figures that differ from
    those `written` on the sheet are beside them: "axe +6/+1 of +8/+3 1d10+4 x3".
    """
    if written is None:
        written = attack
    bonuses = _present_text(_bonuses(attack), _bonuses(written))
    damage = _present_text(attack.damage, written.damage)
    extra = attack.extra and f"+{attack.extra}"
    parts = [attack.name, bonuses, damage, *attack.kinds, extra, *attack.extra_kinds]
    threat = write_threat(attack)
    if attack.times == 2:
        times = ""
    else:
        times = f"x{attack.times}"
    parts.append("/".join(part for part in (threat, times) if part))
    if attack.energy:
        parts.append(phrase("EAC"))
    if attack.nonlethal:
        parts.append(phrase("nonlethal"))
    if attack.reach is not None:
        parts.append(phrase("reach {reach}", reach=attack.reach))
    if attack.increment is not None:
        parts.append(phrase("range {length}", length=lengths.metres(attack.increment)))
    return " ".join(part for part in (*parts, attack.also) if part)


def _bonuses(attack: Attack) -> str:
    return "/".join(f"{bonus:+d}" for bonus in attack.bonuses)


def _present_text(now: str, written: str) -> str:
    if now == written:
        return now
    return phrase("{now} of {written}", now=now, written=written)


def speed_words(
    speeds: Iterable[tuple[str, int]], written: Iterable[tuple[str, int]] = ()
) -> Iterator[Message]:
    """Speeds in squares by mode: "fly 18 m (12 sq)".

    One that differs from what is `written` is beside it: "speed 3 m (2 sq) of 6 m".
    """
    on_sheet = dict(written)
    for mode, squares in speeds:
        length = lengths.speed(squares)
        before = on_sheet.get(mode, squares)
        if before != squares:
            length = Message("{now} of {written}", now=length, written=lengths.metres(before))
        yield Message(MODES.get(mode, MODES["walk"]), length=length)


def bonus_words(now: Sheet, written: Sheet | None = None) -> Iterator[Message]:
    """Its saves, Perception and initiative, as far as they are known.

    Those that differ from what is `written` are beside it: "Will +1 of +3".
    """
    if written is None:
        written = now
    yield from _bonus(now.fortitude, written.fortitude, *FORTITUDE)
    yield from _bonus(now.reflex, written.reflex, *REFLEX)
    yield from _bonus(now.will, written.will, *WILL)
    yield from _bonus(now.perception, written.perception, *PERCEPTION)
    if now.init or written.init:
        yield from _bonus(now.init, written.init, *INITIATIVE)


def _bonus(
    now: int | None, written: int | None, plain_words: Template, changed: Template
) -> Iterator[Message]:
    if now is None or written is None:
        return
    if now == written:
        yield Message(plain_words, bonus=now)
    else:
        yield Message(changed, bonus=now, before=written)


FORTITUDE = (N_("Fort {bonus:+}"), N_("Fort {bonus:+} of {before:+}"))
REFLEX = (N_("Ref {bonus:+}"), N_("Ref {bonus:+} of {before:+}"))
WILL = (N_("Will {bonus:+}"), N_("Will {bonus:+} of {before:+}"))
PERCEPTION = (N_("Perception {bonus:+}"), N_("Perception {bonus:+} of {before:+}"))
INITIATIVE = (N_("init {bonus:+}"), N_("init {bonus:+} of {before:+}"))
"""A bonus as it is written, and one that differs from what is written."""


SCORE_WORDS: Mapping[str, Template] = {
    "str": "Str {score}",
    "int": "Int {score}",
    "wis": "Wis {score}",
    "cha": "Cha {score}",
}
"""Ability scores of a sheet; Dexterity is told by its modifier, Constitution with hit points."""


def describe_sheet(sheet: Sheet, rules: Ruleset) -> Iterator[Value]:
    """Every figure of a sheet that is known, a value each; its size where it is not the usual."""
    if sheet.dexterity is not None:
        yield Message("Dex {modifier:+}", modifier=sheet.dexterity)
    armour = armour_words(sheet, rules)
    if armour is not None:
        yield armour
    yield Message("initiative {n:+}", n=sheet.init)
    yield from bonus_words(replace(sheet, init=0))
    if sheet.acrobatics is not None:
        yield Message("Acrobatics {bonus:+}", bonus=sheet.acrobatics)
    if sheet.base_attack is not None:
        yield Message("base attack {bonus:+}", bonus=sheet.base_attack)
    yield from (
        Message(SCORE_WORDS[name], score=score)
        for name, score in sheet.scores
        if name in SCORE_WORDS
    )
    yield from describe_body(sheet, rules)
    yield from speed_words(sheet.speeds)
    yield from map(attack_words, sheet.attacks)


def describe_body(sheet: Sheet, rules: Ruleset) -> Iterator[Value]:
    """What a sheet says of its size, where it is not the usual, reach, reaction and traits."""
    if sheet.size != Sheet().size:
        yield name_row(rules.combat.sizes, sheet.size)
    if sheet.long:
        yield Message("long")
    if sheet.space is not None:
        yield Message("space {squares}", squares=lengths.length(sheet.space))
    if sheet.reach is not None:
        yield Message("reach {squares}", squares=lengths.length(sheet.reach))
    if sheet.run is not None:
        yield Message("runs x{times}", times=sheet.run)
    if sheet.reaction is not None:
        yield Message("reaction") if sheet.reaction else Message("no reaction")
    for trait in sheet.traits:
        yield name_row(rules.combat.conditions, trait)
    yield from sheet.feats
    yield from sheet.defences
    for part in sheet.worn:
        yield Message("worn {part}", part=part)


def name_row(rows: Mapping[str, TableRow], slug: str) -> str:
    """Return the name of a row of the ruleset; its slug where there is none."""
    if slug in rows:
        return rows[slug].name_in()
    return slug.replace("_", " ")
