"""A member's fighting figures as lines of the form, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from core.creatures import MODES, Sheet
from core.messages import N_, Message, Refusal
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.play.typed.attack_lines import read_attack, write_attack


class FormField(Struct):
    """A line of the form: its id, its label, and a hint of what to write."""

    id: str
    label: str
    hint: str


def whole(line: FormField, text: str) -> int:
    """Read the whole number in a line. Refusal "bad_number" names the line."""
    if not re.fullmatch(r"[+-]?\d{1,6}", text, re.ASCII):
        raise Refusal(
            "bad_number", "{line}: '{text}' is not a number.", line=Message(line.label), text=text
        )
    return int(text)


SIZE = FormField("size", "size", "M; L long reach 2 space 3")
AC = FormField("ac", "AC", "18; 18 dex 1: Dex part; sf 13 eac 12")
INIT = FormField("init", "initiative", "modifier, +2")
SAVES = FormField("saves", "saves", "Fort Ref Will: +7 +2 +3; - unknown")
PERCEPTION = FormField("perception", "Perception", "modifier")
ACROBATICS = FormField("acrobatics", "Acrobatics", "modifier")
SPEEDS = FormField("speeds", "squares", "if not as moves: walk 6, fly 12")
RUN = FormField("run", "runs x", "if not as armour and load say")
TRAITS = FormField("traits", "traits", "always: darkvision, prone ...")
FIGURES = (SIZE, AC, INIT, SAVES, PERCEPTION, ACROBATICS, SPEEDS, RUN, TRAITS)

BLANK_ATTACKS = 2
"""Empty lines for attacks beside those that are written down."""
AT_LEAST = 4
REACTION, NO_REACTION = "reaction", "no_reaction"
"""Words among the traits: whether it strikes at who moves, where not everybody does (C-118)."""
REACTS = {None: (), True: (REACTION,), False: (NO_REACTION,)}


def attack_fields(sheet: Sheet | None) -> tuple[FormField, ...]:
    """A line for each attack, and some blank ones."""
    count = 0 if sheet is None else len(sheet.attacks)
    hints = (N_("longsword +8/+3 1d8+4 19-20x2"), N_("longbow +5 1d8 x3 range 20 bow"))
    return tuple(
        FormField(f"attack-{n}", "attack", hints[(n - 1) % len(hints)])
        for n in range(1, max(AT_LEAST, count + BLANK_ATTACKS) + 1)
    )


def write_figures(sheet: Sheet | None) -> dict[str, str]:
    """The lines for `sheet`; blank when there is none."""
    lines = {field.id: "" for field in (*FIGURES, *attack_fields(sheet))}
    if sheet is None:
        return lines
    return lines | {
        "size": _size(sheet),
        "ac": _ac(sheet),
        "init": f"{sheet.init:+d}",
        "saves": _saves(sheet),
        "perception": _said("{:+d}", sheet.perception),
        "acrobatics": _said("{:+d}", sheet.acrobatics),
        "speeds": ", ".join(f"{mode} {squares}" for mode, squares in sheet.speeds),
        "run": _said("{}", sheet.run),
        "traits": ", ".join((*sheet.traits, *REACTS[sheet.reaction])),
        **{f"attack-{n}": write_attack(attack) for n, attack in enumerate(sheet.attacks, 1)},
    }


def read_figures(values: Mapping[str, str]) -> Sheet | None:
    """Read the lines; None when all are blank. Refusals name the line at fault."""
    fields = [key for key in values if key in {field.id for field in FIGURES} or is_attack(key)]
    if not any(values[key] for key in fields):
        return None
    attacks = tuple(read_attack(values[key]) for key in fields if is_attack(key) and values[key])
    ac, dexterity, eac = _read_ac(values["ac"])
    fortitude, reflex, will = _read_saves(values["saves"])
    words = [word for word in re.split(r"[,\s]+", values["traits"]) if word]
    return replace(
        _read_size(values["size"]),
        ac=ac,
        dexterity=dexterity,
        init=_optional(INIT, values["init"]) or 0,
        fortitude=fortitude,
        reflex=reflex,
        will=will,
        perception=_optional(PERCEPTION, values["perception"]),
        acrobatics=_optional(ACROBATICS, values["acrobatics"]),
        speeds=_read_speeds(values["speeds"]),
        run=_optional(RUN, values["run"]),
        traits=tuple(word for word in words if word not in (REACTION, NO_REACTION)),
        reaction=REACTION in words if {REACTION, NO_REACTION} & set(words) else None,
        attacks=attacks,
        eac=eac,
    )


def check_words(sheet: Sheet, rules: Ruleset) -> None:
    """Refuse ("bad_figure") a size or trait that the ruleset does not have."""
    if sheet.size not in rules.combat.sizes:
        raise _unknown(SIZE, sheet.size, rules.combat.sizes)
    for trait in sheet.traits:
        if trait not in rules.combat.conditions:
            raise _unknown(TRAITS, trait, rules.combat.conditions)


def _unknown(field: FormField, word: str, known: Iterable[str]) -> Refusal:
    near = get_close_matches(word, known, n=1) or [", ".join(known)]
    return Refusal(
        "bad_figure", "{line}: these rules have no '{word}'. Did you mean {nearest}?",
        line=Message(field.label), word=word, nearest=near[0],
    )  # fmt: skip


def is_attack(key: str) -> bool:
    """Whether the line with this id holds an attack."""
    return key.startswith("attack-")


def _said(form: str, number: int | None) -> str:
    return "" if number is None else form.format(number)


def _optional(field: FormField, text: str) -> int | None:
    return whole(field, text) if text else None


def _wrong(field: FormField, text: str) -> Refusal:
    return Refusal(
        "bad_figure", "{line}: '{text}' is not valid. Write {hint}.",
        line=Message(field.label), text=text, hint=Message(field.hint),
    )  # fmt: skip


def _size(sheet: Sheet) -> str:
    words = (
        sheet.size, "long" if sheet.long else "", _said("reach {}", sheet.reach),
        _said("space {}", sheet.space),
    )  # fmt: skip
    return " ".join(filter(None, words))


def _read_size(text: str) -> Sheet:
    pattern = r"(?:([A-Za-z]+))?( long)?(?: reach (\d{1,3}))?(?: space (\d{1,2}))?"
    found = re.fullmatch(pattern, " ".join(text.split()))
    if found is None:
        raise _wrong(SIZE, text)
    reach, space = (None if number is None else int(number) for number in found.group(3, 4))
    return Sheet((found[1] or "M").upper(), bool(found[2]), reach, space)


def _ac(sheet: Sheet) -> str:
    words = (
        _said("{}", sheet.ac), _said("dex {:+d}", sheet.dexterity), _said("eac {}", sheet.eac),
    )  # fmt: skip
    return " ".join(filter(None, words))


def _read_ac(text: str) -> tuple[int | None, ...]:
    pattern = r"(-?\d{1,3})?(?: ?dex ([+-]?\d{1,3}))?(?: ?eac (\d{1,3}))?"
    found = re.fullmatch(pattern, " ".join(text.lower().split()))
    if found is None:
        raise _wrong(AC, text)
    return tuple(None if number is None else int(number) for number in found.groups())


def _saves(sheet: Sheet) -> str:
    saves = (sheet.fortitude, sheet.reflex, sheet.will)
    told = " ".join(_said("{:+d}", save) or "-" for save in saves)
    return "" if told == "- - -" else told


def _read_saves(text: str) -> tuple[int | None, int | None, int | None]:
    if not text:
        return None, None, None
    words = re.split(r"[/,\s]+", text)
    if len(words) != 3 or not all(re.fullmatch(r"-|[+-]?\d{1,3}", word) for word in words):
        raise _wrong(SAVES, text)
    fortitude, reflex, will = (None if word == "-" else int(word) for word in words)
    return fortitude, reflex, will


def _read_speeds(text: str) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for part in (part.strip().lower() for part in text.split(",") if part.strip()):
        speed = re.fullmatch(r"(?:([a-z]+) )?(\d{1,3})", part)
        mode = "walk" if speed is None else speed[1] or "walk"
        if speed is None or mode not in MODES:
            raise _wrong(SPEEDS, part)
        found.append((mode, int(speed[2])))
    return tuple(found)
