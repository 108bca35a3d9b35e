"""Checks of the folders that GMs write, which a stored ruleset is not asked to pass.

A campaign keeps the ruleset that it began with, so what it may hold never becomes stricter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from pydantic import BaseModel

from core.creatures import WEAPONS
from core.messages import Message, Metres
from core.rulesets.combat_schema import Combat
from core.rulesets.consistency import (
    MOST_PER_CENT,
    NUMBERED,
    Problem,
    at_most,
    check_dice,
    check_squeezed_condition,
    no_number,
    no_row,
    same_values,
)
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Ruleset
from core.rulesets.trees import Path

ID = re.compile(r"[^\W_][\w-]*")
STATES = ("staggered", "disabled", "unconscious", "dying", "stable", "dead")
"""The states of health, which are conditions although no row describes them."""
ACTIONS: Mapping[str, tuple[str, ...]] = {
    "move_actions": ("standard", "move", "full_round", "swift"),
    "single_actions": ("action",),
}
"""The actions that a turn consists of, by `mechanisms.turn`."""
SADDLES = 2
MOST_ACTIONS = 20
MOST_FACTOR = 20
MOST_WHOLE = 1
WIDE = ("W", "F")
"""Characters of two columns, by Unicode's classes of width."""

QUESTIONS = (
    *(f"Q-{number:02}" for number in range(1, 53)),
    *(f"QC-{number}" for number in range(1, 55)),
)
"""The open questions of travel, and those of tactics."""

NOT_NEGATIVE = (("march", "base_dc"), ("run", "base_dc"))
NOT_POSITIVE = tuple(
    ("fatigue", key) for key in ("str_mod", "dex_mod", "exhausted_str_mod", "exhausted_dex_mod")
)


def folder_problems(rules: Ruleset, own: Collection[Path]) -> Iterator[Problem]:
    """Yield the problems of a GM's ruleset that passes the checks of stored ones: (path, message).

    `own` are the paths of the rows that the folder writes itself.
    """
    yield from _questions(rules)
    if not ID.fullmatch(rules.id):
        example = re.sub(r"\W+", "-", rules.id).strip("-_").lower() or "my-rules"
        message = Message("must be of letters, digits, - and _, such as {example}", example=example)
        yield ("id",), message
    yield from _names(rules)
    yield from _figures(rules)
    yield from _speeds(rules)
    ranks = {slug: way.rank for slug, way in rules.ways.items()}
    yield from same_values(("ways",), "rank", ranks, own)
    for path, message in _combat(rules.combat):
        yield ("combat", *path), message


def _questions(rules: Ruleset) -> Iterator[Problem]:
    # Those that it settles though neither catalogue asks them.
    for question in rules.settles:
        if question in QUESTIONS:
            continue
        if NUMBERED.fullmatch(question):
            yield ("settles",), no_number(question, QUESTIONS)
            continue
        message = Message(
            "no question {question}; they are called as in Q-12 or QC-2", question=question
        )
        yield ("settles",), message


def _names(rules: Ruleset) -> Iterator[Problem]:
    names: list[tuple[Path, Mapping[str, str]]] = [(("name",), rules.name)]
    names += [((*path, "name"), row.name) for path, row in _rows(rules, ())]
    for path, by_language in names:
        for language, text in by_language.items():
            if not text.isprintable():
                message = Message("must be one line without control characters")
                yield (*path, language), message


def _rows(holder: BaseModel, above: Path) -> Iterator[tuple[Path, TableRow]]:
    for key in type(holder).model_fields:
        value = getattr(holder, key)
        if isinstance(value, Mapping):
            for slug, row in value.items():
                if isinstance(row, TableRow):
                    yield (*above, key, slug), row
        elif isinstance(value, BaseModel):
            yield from _rows(value, (*above, key))


def _figures(rules: Ruleset) -> Iterator[Problem]:
    for table, key in NOT_NEGATIVE:
        if getattr(getattr(rules, table), key) < 0:
            yield (table, key), Message("must not be negative")
    for table, key in NOT_POSITIVE:
        if getattr(getattr(rules, table), key) > 0:
            yield (table, key), Message("must be 0 or less: it is added to the score")
    if rules.fatigue.exhausted_multiplier > MOST_WHOLE:
        yield ("fatigue", "exhausted_multiplier"), at_most(MOST_WHOLE)
    for slug, terrain in rules.terrain.items():
        for key in ("highway", "road", "trackless"):
            if getattr(terrain, key) > MOST_FACTOR:
                message = Message(
                    'must be at most {most}: it multiplies the pace; half of it is 0.5 or "1/2"',
                    most=MOST_FACTOR,
                )
                yield ("terrain", slug, key), message


def _speeds(rules: Ruleset) -> Iterator[Problem]:
    square = rules.speeds.square_m
    for slug, race in rules.races.items():
        for key in ("base_speed_m", "slowed_speed_m"):
            speed: Fraction = getattr(race, key)
            if speed % square:
                below = speed // square * square
                message = Message(
                    "{speed} is not a whole number of squares; write {below} or {above}",
                    speed=Metres(speed),
                    below=below,
                    above=below + square,
                )
                yield ("races", slug, key), message
        if race.slowed_speed_m > race.base_speed_m:
            message = Message("must be at most base_speed_m, {base}", base=race.base_speed_m)
            yield ("races", slug, "slowed_speed_m"), message


def _combat(combat: Combat) -> Iterator[Problem]:
    yield from _signs(combat)
    yield from _named_conditions(combat)
    yield from _named_actions(combat)
    yield from _named_weapons(combat)
    yield from _dying(combat)
    for key in ("actions", "swift", "limited"):
        if getattr(combat.turn, key) > MOST_ACTIONS:
            yield ("turn", key), at_most(MOST_ACTIONS)
    for slug, row in combat.conditions.items():
        if row.rank and not row.row:
            yield ("conditions", slug, "rank"), Message("needs row beside it")


def _signs(combat: Combat) -> Iterator[Problem]:
    for slug, kind in combat.ground.items():
        wide = unicodedata.east_asian_width(kind.sign) in WIDE
        if wide or unicodedata.combining(kind.sign) or not kind.sign.isprintable():
            message = Message("must be a character that fills one column, such as a letter")
            yield ("ground", slug, "sign"), message


def _named_conditions(combat: Combat) -> Iterator[Problem]:
    lists = (
        ("turn", "limiting", combat.turn.limiting),
        ("turn", "slowing", combat.turn.slowing),
        ("dying", "scores_at_0", tuple(combat.dying.scores_at_0.values())),
        ("turn", "fading", combat.turn.fading),
        ("blows", "by_value", combat.blows.by_value),
    )
    known = {*combat.conditions, *STATES}
    for table, key, names in lists:
        for name in names:
            if name not in known:
                yield (table, key), no_row(name, known)
    yield from check_squeezed_condition(combat)


def _named_actions(combat: Combat) -> Iterator[Problem]:
    turn = combat.mechanisms.turn
    for key in ("ready", "area"):
        for word in getattr(combat.turn, key):
            if word not in ACTIONS[turn]:
                message = Message(
                    'cannot be {word} where combat.mechanisms.turn is "{turn}"; write {choices}',
                    word=word or '""',
                    turn=turn,
                    choices=ACTIONS[turn],
                )
                yield ("turn", key), message


def _named_weapons(combat: Combat) -> Iterator[Problem]:
    lists: list[tuple[Path, tuple[str, ...]]] = [
        (("helpless", "weapons"), combat.helpless.weapons),
        (("helpless", "adjacent_weapons"), combat.helpless.adjacent_weapons),
    ]
    for slug, row in combat.conditions.items():
        if row.ranged_weapons is not None:
            lists.append((("conditions", slug, "ranged_weapons"), row.ranged_weapons))
    for path, words in lists:
        for word in words:
            if word not in WEAPONS:
                message = Message(
                    "no weapon {word}; there are {weapons}", word=word, weapons=WEAPONS
                )
                yield path, message


def _dying(combat: Combat) -> Iterator[Problem]:
    dying = combat.dying
    if dying.unseated:
        yield from check_dice(dying.unseated, "dying", "unseated")
    if len(dying.saddle) not in (0, SADDLES):
        message = Message(
            "must be [] or two numbers, for an ordinary saddle and a military one: [50, 75]"
        )
        yield ("dying", "saddle"), message
    elif any(chance > MOST_PER_CENT for chance in dying.saddle):
        message = Message("must hold numbers from 0 to {most}", most=MOST_PER_CENT)
        yield ("dying", "saddle"), message
