"""Checks of a ruleset beyond its types (rows exist, ranges are ranges), and its error messages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from operator import attrgetter
from typing import TypeAlias, TypeVar

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from core.creatures import MODES
from core.dice import parse_dice
from core.effects.changes import parse_change
from core.file_schema import A_TABLE, choices_of, explain_one
from core.messages import Message, Refusal
from core.rulesets.combat_schema import Combat, OpenFigures
from core.rulesets.schema import OUTRIDER_RULES, Ruleset
from core.rulesets.switches import switch_problems
from core.rulesets.trees import Path

Problem: TypeAlias = tuple[Path, Message]
"""An error in a value: the path of its key, and the message."""
Value = TypeVar("Value")

IS_MISSING = Message("is missing")


NEAR = 0.7
"""How like a name must be to the one that is suggested, of 1."""
MOST_ROWS = 120
"""The most rows that a sentence lists."""
NUMBERED = re.compile(r"([A-Z]+)-(\d+)")
"""A number of a catalogue: "C-034", "Q-12"."""
BY_LANGUAGE = ("name", "what")
"""Keys that hold a text by language."""


def no_row(row: str, known: Iterable[str], listed: Iterable[str] = ()) -> Message:
    """Return the message about a missing row, with the nearest existing one, or with all.

    `listed` are the rows to list where not all of them are meant.
    """
    rows = sorted(known)
    if NUMBERED.fullmatch(row):
        return no_number(row, rows)
    for near in get_close_matches(row, rows, n=1, cutoff=NEAR):
        return Message("no row {row}; did you mean {suggestion}?", row=row, suggestion=near)
    choices = tuple(listed) or tuple(rows)
    if not choices or len(choices) > MOST_ROWS:
        return Message("no row {row}", row=row)
    return Message("no row {row}; there are {rows}", row=row, rows=choices)


def no_number(number: str, known: Iterable[str]) -> Message:
    """Return the message about a number that no catalogue has: the one meant, or the range."""
    letters, digits = number.split("-")
    series = [other for other in known if other.startswith(f"{letters}-")]
    for other in series:
        other_digits = other.split("-")[1]
        if other_digits.isdecimal() and int(other_digits) == int(digits):
            return Message("no {row}; did you mean {suggestion}?", row=number, suggestion=other)
    if not series:
        return Message("no {row}", row=number)
    return Message(
        "no {row}; there are {first} to {last}", row=number, first=series[0], last=series[-1]
    )


def explain(model: type[BaseModel], error: ErrorDetails) -> Message:
    """Return pydantic's error as a message, as for all files that people write.

    Of what is missing, of choices, of counts and of tables rulesets have words of their own.
    """
    about = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return _explain_missing(tuple(map(str, error["loc"])))
        case "literal_error":
            return Message("must be one of {choices}", choices=choices_of(error))
        case "greater_than_equal" if about.get("ge") == 0:
            return Message("must not be negative")
        case "greater_than_equal":
            return Message("must be {least} or more", least=about.get("ge", 1))
    message = explain_one(model, error).message
    if message == A_TABLE:
        return _explain_table(error)
    return message


def _explain_missing(path: tuple[str, ...]) -> Message:
    if path[:1] == ("rules",) and path[2:] == ("title",):
        template = "is missing: {rule} is not a rule of the catalogue; correct it, or give a title"
        return Message(template, rule=path[1])
    return IS_MISSING


def _explain_table(error: ErrorDetails) -> Message:
    path = [str(part) for part in error["loc"]]
    key = ".".join(path)
    value = error["input"]
    if path[-1:] and path[-1] in BY_LANGUAGE:
        words = value if isinstance(value, str) else "..."
        example = f'{path[-1]} = {{ en = "{words}" }}'
        return Message("must be a table by language: {example}", example=example)
    if isinstance(value, tuple):
        return Message("must be a table, under [{key}] in single brackets", key=key)
    return Message("must be a table: write its keys under [{key}]", key=key)


TRAVEL = (
    (1, 8), (10, 23), (30, 41), (50, 63), (70, 77), (80, 90), (100, 111), (120, 126),
    (130, 142), (150, 157), (160, 172), (180, 191), (200, 206), (210, 217), (220, 221),
)  # fmt: skip
"""The runs of numbers of the catalogue of travel, T-001 to T-221."""

RULES = (
    *(f"T-{number:03}" for first, last in TRAVEL for number in range(first, last + 1)),
    *(f"C-{number:03}" for number in range(1, 258)),
    *OUTRIDER_RULES,
)
"""Travel, tactics, and Outrider's own rules."""


SIGNS = ".#:%~^o=&"
"""The characters of a map (section 0 of the catalogue)."""

CONDITIONS = (
    "prone", "dazzled", "entangled", "invisible", "shaken", "frightened", "squeezing", "kneeling",
    "sitting", "blinded", "stunned", "pinned", "grappling", "flat_footed", "cowering", "dazed",
    "helpless", "unconscious", "asleep", "paralyzed", "bound", "dead", "unarmed", "bulky",
    "fills_space", "ignores_difficult", "darkvision", "low_light", "see_invisible", "blur",
    "crit_immune", "combat_reflexes", "fatigued", "climbing", "climb_speed", "narrow_surface",
    "uneven_ground", "incline", "flanking", "flanked", "higher_ground", "screen", "cover",
    "total_concealment",
)  # fmt: skip
"""The conditions and situations that every system must have (C-250)."""

SIGHT = frozenset({"sees_in_dark", "sees_in_dim", "sees_unseen"})
"""The effects of conditions that are senses."""
MEDIUM = "M"
MOST_WEIGHT = 2
DOUBLED = 2
MOST_PER_CENT = 100


def _ground(combat: Combat, own: Collection[Path]) -> Iterator[Problem]:
    kinds = combat.ground
    for slug, kind in kinds.items():
        if len(kind.sign) != 1 or kind.sign.isspace():
            yield ("ground", slug, "sign"), Message("must be one character")
        if kind.weight > MOST_WEIGHT:
            yield ("ground", slug, "weight"), at_most(MOST_WEIGHT)
    signs = {slug: kind.sign for slug, kind in kinds.items()}
    for path, message in same_values(("combat", "ground"), "sign", signs, own):
        yield path[1:], message
    for sign in sorted(set(SIGNS) - {kind.sign for kind in kinds.values()}):
        yield ("ground",), Message("has no ground with the sign {sign}", sign=sign)
    keys = "solid", "water", "hazard", "cover", "conceals", "weight", "dim", "surface"
    plain = [
        slug
        for slug, kind in _inherited_first(("combat", "ground"), kinds, own)
        if kind.stop and not any(getattr(kind, key) for key in keys)
    ]
    for slug in plain[1:]:
        message = Message("is plain open ground like {other}; only one kind can be", other=plain[0])
        yield ("ground", slug), message
    if not plain:
        yield ("ground",), Message("has no plain open ground")
    if not any(kind.solid and not kind.earth for kind in kinds.values()):
        yield ("ground",), Message("has no solid ground")


def _sizes(combat: Combat, own: Collection[Path]) -> Iterator[Problem]:
    sizes = combat.sizes
    if MEDIUM not in sizes:
        yield ("sizes", MEDIUM), Message("is missing")
    ranks = {slug: size.rank for slug, size in sizes.items()}
    for path, message in same_values(("combat", "sizes"), "rank", ranks, own):
        yield path[1:], message
    for slug, size in sizes.items():
        if size.space < 1:
            yield ("sizes", slug, "space"), Message("must be 1 or more")
        if size.share > combat.measures.crowd:
            yield ("sizes", slug, "share"), at_most(combat.measures.crowd)
        for key, least, most in (
            ("to_m", size.from_m, size.to_m),
            ("to_kg", size.from_kg, size.to_kg),
        ):
            if least is not None and most is not None and least > most:
                yield ("sizes", slug, key), Message("is below the start of the range")


def same_values(
    table: Path, key: str, values: Mapping[str, object], own: Collection[Path]
) -> Iterator[Problem]:
    """Yield the rows of a table that have the same value under `key`, from the second on.

    Of an inherited row and one of the folder's `own` it is the latter that is wrong.
    """
    first: dict[object, str] = {}
    for slug, value in _inherited_first(table, values, own):
        other = first.setdefault(value, slug)
        if other != slug:
            yield (*table, slug, key), Message("is the same as that of {other}", other=other)


def _inherited_first(
    table: Path, rows: Mapping[str, Value], own: Collection[Path]
) -> Iterator[tuple[str, Value]]:
    inherited = {slug: row for slug, row in rows.items() if (*table, slug) not in own}
    yield from inherited.items()
    yield from ((slug, row) for slug, row in rows.items() if slug not in inherited)


def _conditions(combat: Combat, rules: set[str]) -> Iterator[Problem]:
    rows = combat.conditions
    for slug in CONDITIONS:
        if slug not in rows:
            yield ("conditions", slug), Message("is missing")
    for slug, row in rows.items():
        for key in ("rule", "attack_rule", "ac_rule"):
            rule = getattr(row, key)
            if rule and rule not in rules:
                yield ("conditions", slug, key), no_row(rule, rules)
        yield from _changes(("conditions", slug), row.changes, combat)
        if row.open is not None:
            yield from _open_figures(("conditions", slug, "open"), row.open, combat, rules)
        if row.counts_as and row.counts_as not in rows:
            yield ("conditions", slug, "counts_as"), no_row(row.counts_as, rows)
        elif row.counts_as and rows[row.counts_as].counts_as:
            message = Message("{row} itself counts as another row", row=row.counts_as)
            yield ("conditions", slug, "counts_as"), message
        if row.unless and not row.counts_as:
            yield ("conditions", slug, "unless"), Message("needs counts_as beside it")
    for slug, movement in combat.movements.items():
        if movement.rule not in rules:
            yield ("movements", slug, "rule"), no_row(movement.rule, rules)


def _open_figures(
    path: Path, figures: OpenFigures, combat: Combat, rules: set[str]
) -> Iterator[Problem]:
    if figures.rule not in rules:
        yield (*path, "rule"), no_row(figures.rule, rules)
    if figures.unless and not figures.counts_as:
        yield (*path, "unless"), Message("needs counts_as beside it")
    if figures.counts_as and figures.counts_as not in combat.conditions:
        yield (*path, "counts_as"), no_row(figures.counts_as, combat.conditions)
    for name in figures.brings:
        if name not in combat.conditions:
            yield (*path, "brings"), no_row(name, combat.conditions)
    yield from _changes(path, figures.changes, combat)


def _changes(path: Path, lines: Iterable[str], combat: Combat) -> Iterator[Problem]:
    # Their bonus types are those of the system.
    for number, line in enumerate(lines, start=1):
        try:
            parse_change(line, combat.bonuses)
        except Refusal as wrong:
            yield (*path, f"changes[{number}]"), wrong.message


NEEDS = (
    ("mechanisms.flanked", "attack_bonus", "flanking", "attack"),
    ("mechanisms.flanked", "flat_footed", "flanking", "ac"),
    ("mechanisms.helpless", "dexterity_0", "helpless", "fortitude_dc weapons actions"),
    ("mechanisms.flight", "wind", "flight", "tailwind dive"),
    ("mechanisms.squeezing", "penalties entangled", "squeezing", "multiplier"),
    ("mechanisms.squeezing", "entangled", "squeezing", "condition"),
    ("mechanisms.cover", "corners", "cover", "soft partial improved"),
    ("mechanisms.cover", "centres", "cover", "screen taken larger_sizes smaller_sizes"),
    ("mechanisms.low_cover", "near", "cover", "low_near"),
    ("mechanisms.falling", "per_square", "falling", "per_square longest victim_dc"),
    ("mechanisms.falling", "dice", "falling", "die squares_per_die most_dice"),
    ("mechanisms.turn", "single_actions", "turn", "actions"),
    ("blows.critical", "degrees", "blows", "margin"),
    ("blows.saves", "degrees", "blows", "margin"),
    ("blows.repeated", "penalty", "blows", "further agile"),
    ("dying.way", "constitution stages", "dying", "dc"),
    ("dying.way", "percent", "dying", "chance dead"),
    ("dying.way", "stages", "dying", "stages margin"),
    ("dying.way", "resolve", "dying", "stable_part"),
)
"""Figures that a choice needs: the mechanism, the choices, the table, its keys."""


def _grid_figures(combat: Combat) -> Iterator[Problem]:
    for mechanism, choices, table, keys in NEEDS:
        choice = attrgetter(mechanism)(combat)
        for key in keys.split() if choice in choices.split() else ():
            value = getattr(getattr(combat, table), key)
            if not value or value == type(value)():
                yield (
                    (table, key),
                    Message(
                        'is needed where {mechanism} is "{choice}"',
                        mechanism=f"combat.{mechanism}",
                        choice=choice,
                    ),
                )
    for table, key, most in (
        ("concealment", "some", MOST_PER_CENT),
        ("concealment", "total", MOST_PER_CENT),
        ("dying", "chance", MOST_PER_CENT),
        ("dying", "dead", 0),
    ):
        if getattr(getattr(combat, table), key) > most:
            yield (table, key), at_most(most)
    squeezing = combat.squeezing
    chosen = combat.mechanisms
    if chosen.squeezing != "activity" and squeezing.multiplier not in (0, DOUBLED):
        message = Message("must be 2: a squeezed square is one doubling more")
        yield ("squeezing", "multiplier"), message
    if chosen.squeezing == "entangled":
        yield from check_squeezed_condition(combat)
    if chosen.falling == "dice" and combat.falling.die:
        yield from check_dice(combat.falling.die, "falling", "die")


def check_squeezed_condition(combat: Combat) -> Iterator[Problem]:
    """Yield the problem of a condition of the squeezing that is no row."""
    condition = combat.squeezing.condition
    if condition and condition not in combat.conditions:
        yield ("squeezing", "condition"), no_row(condition, combat.conditions)


def check_dice(text: str, *path: str) -> Iterator[Problem]:
    """Yield the problem of a text that is not a roll."""
    try:
        parse_dice(text)
    except Refusal as wrong:
        yield path, wrong.message


def at_most(most: int) -> Message:
    """Return the message about a number that is too large."""
    return Message("must be at most {most}", most=most)


NEEDED: Mapping[str, tuple[str, ...]] = {
    "ways": ("highway", "road", "trail", "trackless"),
    "paces": ("walk", "hustle"),
    "days": ("foot", "mounted", "drawn", "flying"),
}
WORDS: Mapping[str, tuple[str, ...]] = {
    "terms": (
        "walk", "crawl", "step", "run", "charge", "withdraw", "spring", "fly", "swim", "climb",
        "burrow", "glide", "tumble", "overrun", "leap", "squeeze", "hurry", "peril",
        "heading", "safe", "stand", "down", "fall",
        "leave", "small_step", "armour", "armour_class",
    ),
    "examples": (
        "hero", "figures", "attacks", "attack_parts", "moves", "load", "ac", "speeds", "traits",
        "counters", "spend", "refund", "count", "ride",
    ),
}  # fmt: skip
"""The rows of the tables of a system's own words; older rulesets are lent those that they lack."""
BY_ARMOR: Mapping[str, tuple[str, ...]] = {
    "armor": ("none", "light", "medium", "heavy"),
    "load": ("light", "medium", "heavy"),
}


def problems(rules: Ruleset, switches: Collection[str], own: Collection[Path]) -> Iterator[Problem]:
    """Yield the problems of a ruleset whose keys have the right types: (path, message).

    `switches` are the names that it must have a row for. `own` are the paths of the rows that a
    folder writes itself; a stored ruleset has none.
    """
    yield from _missing_rows(rules)
    yield from _words(rules)
    yield from _figures(rules)
    yield from switch_problems(rules.switches, switches)
    combat = rules.combat
    of_rows = _ground(combat, own), _sizes(combat, own), _conditions(combat, set(rules.rules))
    for path, message in chain(*of_rows, _grid_figures(combat)):
        yield ("combat", *path), message


def _missing_rows(rules: Ruleset) -> Iterator[Problem]:
    armored = rules.mechanisms.speed == "race_and_armor"
    needed = {**NEEDED, **WORDS, **(BY_ARMOR if armored else {}), "rules": RULES}
    for table, rows in needed.items():
        held: Mapping[str, object] = getattr(rules, table)
        for row in rows:
            if row not in held:
                yield (table, row), Message("is missing")


def _words(rules: Ruleset) -> Iterator[Problem]:
    yield from _check_names(("words", "terrain"), rules.words.terrain, rules.terrain)
    yield from _check_names(("words", "way"), rules.words.way, rules.ways)
    yield from _check_names(("nearest",), rules.nearest, rules.terrain)
    of_water = (
        ("water", "terrain", Message("is also a word of the terrain table")),
        ("river", "way", Message("is also a word for a way")),
    )
    for table, other, message in of_water:
        wet = getattr(rules.words, table)
        dry = getattr(rules.words, other)
        for word in sorted(wet.keys() & dry.keys()):
            if wet[word] and dry[word]:
                yield ("words", table, word), message
    for slug in rules.nearest.keys() & rules.terrain.keys():
        yield ("nearest", slug), Message("is a row of the terrain table itself")


def _check_names(path: Path, words: Mapping[str, str], rows: Iterable[str]) -> Iterator[Problem]:
    known = set(rows)
    for word, row in words.items():
        if row and row not in known:
            yield (*path, word), no_row(row, known)


def _figures(rules: Ruleset) -> Iterator[Problem]:
    for slug, mount in rules.mounts.items():
        if mount.loaded_from_kg > mount.loaded_to_kg:
            yield ("mounts", slug, "loaded_to_kg"), Message("is below the start of the range")
    sizes = set(rules.combat.sizes)
    armor = set(rules.armor) or {suit.armor for suit in rules.suits.values()}
    for table, key, known in (
        ("mounts", "size", sizes),
        ("peoples", "size", sizes),
        ("suits", "armor", armor),
    ):
        for slug, row in getattr(rules, table).items():
            if getattr(row, key) not in known:
                yield (table, slug, key), no_row(getattr(row, key), known)
    for slug in rules.speed_modes:
        if slug not in MODES:
            yield ("speed_modes", slug), no_row(slug, MODES)
    conditions = rules.combat.conditions
    sight = [name for name, row in conditions.items() if not SIGHT.isdisjoint(row.effects)]
    for slug, race in rules.races.items():
        for sense in race.senses:
            if sense not in conditions:
                yield ("races", slug, "senses"), no_row(sense, conditions, sight)
    for slug, day in rules.days.items():
        if day.hours > 24:
            yield ("days", slug, "hours"), Message("must be at most 24")
    yield from check_dice(rules.march.dice, "march", "dice")
