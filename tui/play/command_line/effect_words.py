"""Effects with figures in lines: those known by name, `:effect`, how long one lasts by level."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, TypeAlias

from core.characters import plain
from core.effects.effect import Effect, find_effect, typed_effects
from core.effects.effect_lines import EffectLine, read_effect_line
from core.messages import Refusal
from core.play.facts.fight.combatants import everyone
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.state import State
from core.values import Struct, replace
from saves.library.effect_library import keep_effect
from tui.play.command_line.typed_line import (
    Act,
    Parsed,
    TypedLine,
    duration,
    is_duration,
)
from tui.play.performing.performer import PartHost

Unit: TypeAlias = Literal["round", "min", "hour"]
HOURS: dict[Unit, Fraction] = {"min": Fraction(1, 60), "hour": Fraction(1)}
MOST_LEVEL = 99
_BY_LEVEL = re.compile(r"(\d+) (round|min|hour)s? a level")


class ByLevel(Struct):
    """A duration of so many units for each level of the caster."""

    count: int
    unit: Unit


def duration_by_level(lasts: str) -> ByLevel | None:
    """How long "10 min a level" is; None where it is not by level."""
    match = _BY_LEVEL.fullmatch(lasts)
    if match is None:
        return None
    unit: Unit = "round"
    for name in HOURS:
        if match[2] == name:
            unit = name
    return ByLevel(int(match[1]), unit)


def lasting_by_level(command: SetCondition, by_level: ByLevel, level: int) -> SetCondition:
    """The command, lasting as long as it does by a caster of this level."""
    units = by_level.count * level
    if by_level.unit == "round":
        return replace(command, rounds=units)
    return replace(command, hours=units * HOURS[by_level.unit])


def read_level(text: str, command: SetCondition, by_level: ByLevel) -> SetCondition:
    """The command, lasting by a typed level ("5"), or as a typed duration ("5m").

    Refusals: "bad_level", "bad_duration".
    """
    word = text.strip()
    if not word.isdecimal():
        lasts = duration([word], lambda who: who)
        return replace(command, rounds=lasts.rounds, hours=lasts.hours)
    if not 0 < int(word) <= MOST_LEVEL:
        raise Refusal("bad_level", "A level is from 1 to {most}.", most=MOST_LEVEL)
    return lasting_by_level(command, by_level, int(word))


def read_effect(line: TypedLine) -> Parsed:
    """Read the line of `:effect`: "song attack +1; 5m V H", "mage armor; V", "keep song".

    Refusals: "nobody_named", "unknown_effect", those of `read_effect_line` and of durations.
    """
    if line.take("keep"):
        return _read_keep(line)
    rules = line.shown.rules
    types = None if rules is None else rules.combat.bonuses
    text = " ".join(line.some())
    read = read_effect_line(text, types)
    effect, words = _find_effect(read, line)
    lasts = [word for word in words if is_duration(word)]
    names = [word for word in words if word not in lasts]
    timers = timers_of(line.state, effect.name)
    if timers and not lasts and not names:
        return SetCondition(
            tuple(timers),
            next(iter(timers.values())),
            value=effect.value,
            effect=effect,
            keeps=True,
        )
    if not names:
        raise Refusal("nobody_named", "Who? Add a letter or a name behind ';', as in '; 5m V'.")
    command = duration(lasts, line.one)
    return replace(
        command,
        who=line.several(names),
        name=effect.name,
        value=command.value or effect.value,
        effect=effect,
    )


def timers_of(state: State, name: str) -> dict[str, str]:
    """Return the timers called like an effect, by their creatures: those of one spelling."""
    wanted = plain(name)
    spelling = ""
    found: dict[str, str] = {}
    for being in everyone(state):
        for lasting in being.lasting:
            if lasting.effect or plain(lasting.name) != wanted:
                continue
            spelling = spelling or lasting.name
            if lasting.name == spelling:
                found[being.id] = spelling
    return found


def _find_effect(read: EffectLine, line: TypedLine) -> tuple[Effect, tuple[str, ...]]:
    # The effect, and the words of who and how long: behind ";", or behind the name of one known.
    if read.has_figures:
        return Effect(name=read.name, changes=read.changes, does=read.does), read.rest
    effects = line.shown.effects()
    words = read.name.split()
    for count in range(len(words), 0, -1):
        found = find_effect("".join(words[:count]), effects)
        if found is not None:
            return found, (*words[count:], *read.rest)
    raise unknown_effect(read.name, effects)


def unknown_effect(name: str, effects: Iterable[str]) -> Refusal:
    """The refusal of a name that is no effect, with its nearest."""
    near = get_close_matches(name, list(effects), n=1)
    if near:
        return Refusal(
            "unknown_effect",
            "There is no effect '{name}'; did you mean {near}?",
            name=name,
            near=near[0],
        )
    return Refusal(
        "unknown_effect",
        "There is no effect '{name}'. Write its figures behind the name: {name} attack +1.",
        name=name,
    )


def _read_keep(line: TypedLine) -> Parsed:
    name = " ".join(line.some())
    own = typed_effects(line.state.effects)
    effect = find_effect(name, own)
    if effect is None:
        raise unknown_effect(name, own)
    return Act(_keep, (effect,))


def _keep(screen: PartHost, effect: Effect) -> None:
    try:
        keep_effect(effect)
    except Refusal as refusal:
        screen.gm.refuse(refusal.message)
        return
    screen.gm.say_message("{name} is kept for all campaigns.", name=effect.name)
