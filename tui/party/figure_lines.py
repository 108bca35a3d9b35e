"""The lines of a member's form about its figures for a fight, those of attacks apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.creatures import MODES, Sheet
from core.defences import defence_lines, read_defences
from core.effects.worn import read_worn
from core.messages import N_, Message, Metres
from core.play.facts.state import State
from core.rulesets.condition_names import listed_conditions
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.kit.pick_list import PickRow
from tui.party.form_line import FormLine, WrittenLine, join_words, offer_row, write_number
from tui.play.creature_lines.body_words import REACTION
from tui.play.creature_lines.figures import read_modifier

MOST_SPACE = 99
"""The widest space on a line, in squares."""
SCORES = ("str", "dex", "int", "wis", "cha")
"""The ability scores of a sheet; Constitution is a line of its own."""
NO_REACTION = "no_reaction"
"""Words among the traits: whether it strikes at who moves, where not everybody does (C-118)."""
REACTS = {None: (), True: (REACTION,), False: (NO_REACTION,)}


def _write_size(sheet: Sheet) -> str:
    return join_words(
        sheet.size,
        "long" if sheet.long else "",
        write_number("reach {}", sheet.reach),
        write_number("space {}", sheet.space),
    )


def _read_size(written: WrittenLine, sheet: Sheet) -> Sheet:
    length = r"\d[\d.,]*(?: ?[a-z']+)?"
    pattern = rf"(?:([A-Za-z]+))?( long)?(?: reach ({length}))?(?: space ({length}))?"
    match = re.fullmatch(pattern, " ".join(written.text.split()))
    if match is None:
        raise written.wrong(written.text)
    size, long, reach, space = match.groups()
    squares_wide = None if space is None else written.squares(space)
    if squares_wide is not None and squares_wide > MOST_SPACE:
        raise written.wrong(written.text)
    return replace(
        sheet,
        size=(size or "M").upper(),
        long=bool(long),
        reach=None if reach is None else written.squares(reach),
        space=squares_wide,
    )


def _offer_sizes(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for slug, size in sorted(rules.combat.sizes.items(), key=lambda item: item[1].rank):
        yield offer_row(slug, size, Message("{length} wide", length=Metres(size.space_m)))


def _write_ac(sheet: Sheet) -> str:
    return join_words(
        write_number("{}", sheet.ac),
        write_number("dex {:+d}", sheet.dexterity),
        write_number("eac {}", sheet.eac),
    )


def _read_ac(written: WrittenLine, sheet: Sheet) -> Sheet:
    armour = r"(?P<ac>-?\d{1,3})?"
    dexterity = r"(?: ?dex (?P<dexterity>[+-]?\d{1,3}))?"
    energy = r"(?: ?eac (?P<eac>\d{1,3}))?"
    text = " ".join(written.text.lower().split())
    match = re.fullmatch(armour + dexterity + energy, text)
    match = match or re.fullmatch(armour + energy + dexterity, text)
    if match is None:
        raise written.wrong(written.text)
    ac, modifier, eac = match.group("ac", "dexterity", "eac")
    return replace(
        sheet,
        ac=None if ac is None else int(ac),
        dexterity=None if modifier is None else read_modifier(modifier),
        eac=None if eac is None else int(eac),
    )


def _write_init(sheet: Sheet) -> str:
    return f"{sheet.init:+d}"


def _read_init(written: WrittenLine, sheet: Sheet) -> Sheet:
    return replace(sheet, init=written.whole() or 0)


def _write_saves(sheet: Sheet) -> str:
    saves = (sheet.fortitude, sheet.reflex, sheet.will)
    text = " ".join(write_number("{:+d}", save) or "-" for save in saves)
    if text == "- - -":
        return ""
    return text


def _read_saves(written: WrittenLine, sheet: Sheet) -> Sheet:
    text = written.text
    if not text:
        return replace(sheet, fortitude=None, reflex=None, will=None)
    words = re.split(r"[/,\s]+", text)
    if len(words) != 3 or not all(re.fullmatch(r"-|[+-]?\d{1,3}", word) for word in words):
        raise written.wrong(text)
    fortitude, reflex, will = (None if word == "-" else int(word) for word in words)
    return replace(sheet, fortitude=fortitude, reflex=reflex, will=will)


def _write_perception(sheet: Sheet) -> str:
    return write_number("{:+d}", sheet.perception)


def _read_perception(written: WrittenLine, sheet: Sheet) -> Sheet:
    return replace(sheet, perception=written.whole())


def _write_acrobatics(sheet: Sheet) -> str:
    return write_number("{:+d}", sheet.acrobatics)


def _read_acrobatics(written: WrittenLine, sheet: Sheet) -> Sheet:
    return replace(sheet, acrobatics=written.whole())


def _write_base_attack(sheet: Sheet) -> str:
    return write_number("{:+d}", sheet.base_attack)


def _read_base_attack(written: WrittenLine, sheet: Sheet) -> Sheet:
    return replace(sheet, base_attack=written.whole())


def _write_speeds(sheet: Sheet) -> str:
    return ", ".join(f"{mode} {squares}" for mode, squares in sheet.speeds)


def _read_speeds(written: WrittenLine, sheet: Sheet) -> Sheet:
    speeds = []
    for part in (part.strip().lower() for part in written.text.split(",") if part.strip()):
        speed = re.fullmatch(r"(?:([a-z]+) )?(\d.*)", part)
        if speed is None:
            raise written.wrong(part)
        mode, length = speed.groups(default="walk")
        if mode not in MODES:
            raise written.wrong(part)
        speeds.append((mode, written.squares(length)))
    return replace(sheet, speeds=tuple(speeds))


def _write_run(sheet: Sheet) -> str:
    return write_number("{}", sheet.run)


def _read_run(written: WrittenLine, sheet: Sheet) -> Sheet:
    return replace(sheet, run=written.whole())


def _write_traits(sheet: Sheet) -> str:
    return ", ".join((*sheet.traits, *REACTS[sheet.reaction]))


def _read_traits(written: WrittenLine, sheet: Sheet) -> Sheet:
    words = [word for word in re.split(r"[,\s]+", written.text) if word]
    reaction = None
    if {REACTION, NO_REACTION} & set(words):
        reaction = REACTION in words
    traits = tuple(word for word in words if word not in (REACTION, NO_REACTION))
    return replace(sheet, traits=traits, reaction=reaction)


def _write_scores(sheet: Sheet) -> str:
    return " ".join(f"{ability} {score}" for ability, score in sheet.scores)


def _read_scores(written: WrittenLine, sheet: Sheet) -> Sheet:
    text = " ".join(written.text.lower().replace(",", " ").split())
    pairs = re.findall(rf"({'|'.join(SCORES)}) (\d{{1,2}})", text)
    if " ".join(f"{ability} {score}" for ability, score in pairs) != text:
        raise written.wrong(written.text)
    scores = {ability: int(score) for ability, score in pairs}
    return replace(sheet, scores=tuple(scores.items()))


def _offer_traits(state: State, rules: Ruleset) -> Iterator[PickRow]:
    conditions = rules.combat.conditions
    listed = listed_conditions(rules.combat)
    for slug in sorted(listed, key=lambda slug: not conditions[slug].trait):
        yield offer_row(slug, conditions[slug])
    if rules.combat.mechanisms.opportunity == "per_action":
        yield PickRow(REACTION, "reaction")
        yield PickRow(NO_REACTION, "no reaction")


def _write_defences(sheet: Sheet) -> str:
    return ", ".join(sheet.defences)


def _read_defences(written: WrittenLine, sheet: Sheet) -> Sheet:
    if not written.text.strip():
        return replace(sheet, defences=())
    return replace(sheet, defences=defence_lines(read_defences(written.text)))


def _write_worn(sheet: Sheet) -> str:
    return ", ".join(sheet.worn)


def _read_worn(written: WrittenLine, sheet: Sheet) -> Sheet:
    types = written.rules.combat.figure_rules.types
    return replace(sheet, worn=read_worn(written.text, types))


FIGURES: Mapping[str, FormLine[Sheet]] = {
    "size": FormLine(
        label=N_("size"),
        hint=N_("M; L long reach 2 space 3, or 10 ft"),
        write=_write_size,
        read=_read_size,
        offer=_offer_sizes,
    ),
    "ac": FormLine(
        term="armour",
        hint=N_("{example}"),
        example="ac",
        write=_write_ac,
        read=_read_ac,
    ),
    "init": FormLine(
        label=N_("initiative"),
        hint=N_("modifier, +2"),
        write=_write_init,
        read=_read_init,
    ),
    "saves": FormLine(
        label=N_("saves"),
        hint=N_("Fort Ref Will: +7 +2 +3; - unknown"),
        write=_write_saves,
        read=_read_saves,
    ),
    "perception": FormLine(
        label=N_("Perception"),
        hint=N_("modifier"),
        write=_write_perception,
        read=_read_perception,
    ),
    "acrobatics": FormLine(
        label=N_("Acrobatics"),
        hint=N_("modifier"),
        write=_write_acrobatics,
        read=_read_acrobatics,
    ),
    "base_attack": FormLine(
        label=N_("base attack"),
        hint=N_("bonus, by which Power Attack counts"),
        write=_write_base_attack,
        read=_read_base_attack,
        fits=lambda rules: bool(rules.combat.strikes.feats.power.steps),
    ),
    "speeds": FormLine(
        label=N_("squares"),
        hint=N_("if not as moves: {example}"),
        example="speeds",
        write=_write_speeds,
        read=_read_speeds,
    ),
    "run": FormLine(
        label=N_("runs x"),
        hint=N_("if not as armour and load say"),
        write=_write_run,
        read=_read_run,
        fits=lambda rules: rules.mechanisms.running != "none",
    ),
    "traits": FormLine(
        label=N_("traits"),
        hint=N_("always: {example} ..."),
        example="traits",
        write=_write_traits,
        read=_read_traits,
        offer=_offer_traits,
    ),
    "scores": FormLine(
        label=N_("scores"),
        hint=N_("str 16 dex 14 int 10 wis 12 cha 8"),
        write=_write_scores,
        read=_read_scores,
    ),
    "defences": FormLine(
        label=N_("defences"),
        hint=N_("DR 5/silver, resist fire 10"),
        write=_write_defences,
        read=_read_defences,
    ),
    "worn": FormLine(
        label=N_("worn"),
        hint=N_("already in these figures: ac +1 deflection, str +4 enhancement"),
        write=_write_worn,
        read=_read_worn,
    ),
}
"""The lines of the sheet for a fight, before those of the attacks."""
