"""Powered vehicles in one line (T-200 to T-202): "Rover light 30 km/h", "Skimmer 50 mph flying"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from core.characters import plain
from core.messages import N_, Kilograms, KmPerHour, Message, Metres, Refusal
from core.play.facts.state import Member
from core.quantities import LENGTH, PACE, read_quantity, units_pattern
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover, hourly
from core.values import Struct
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.cargo import name_unasked_load
from tui.play.creature_lines.figures import (
    AMOUNT,
    BULK,
    KEYS,
    TypedFigures,
    is_figure,
    key_of,
    read_figures,
    split_words,
)
from tui.play.creature_lines.hero_words import ABOARD, ON, VEHICLE, hero_words
from tui.play.creature_lines.unknown import UnknownWord
from tui.play.terms import example_lines

PACE_TYPED = re.compile(
    r"(?:\b(?:speed|pace|at)[ :=]*)?"
    r"(?<!\d)(?P<pace>\d{1,4}(?:[.,]\d+)?\s*(?:km/h|kmh|kph|mph|mi/h))(?![\w/])",
    re.IGNORECASE,
)
OWN_MOUNT = re.compile(r"^[^,;]*?\S +mount\b", re.IGNORECASE)
"""A mount with a speed of its own, whatever it is called: "hoverbike2 mount 40 ft"."""
LENGTHS = units_pattern(LENGTH)
PACE_A_ROUND = re.compile(
    rf"(?:\b(?:speed|pace|at|drive)[ :=]*(?P<led>\d{{1,4}}(?:[.,]\d+)?(?:\s*(?:{LENGTHS}))?)"
    rf"|(?<![\w.])(?P<bare>\d{{1,4}}(?:[.,]\d+)?\s*(?:{LENGTHS})))(?![\w/])\.?",
    re.IGNORECASE,
)
"""How far it drives in a round: "speed 60 ft"."""
ROOM = re.compile(
    r"[\s,]*\b(?:(?:room for|seats|passengers)[ :=]*(?P<places>\d{1,3})"
    r"|(?P<seats>\d{1,3}) (?:seats|passengers))\b",
    re.IGNORECASE,
)
"""For how many it has room."""
CREW = re.compile(
    r"[\s,]*\b(?:crew[ :=]*(?P<crew>\d{1,3})|(?P<hands>\d{1,3}) crew)\b", re.IGNORECASE
)
"""How many it needs to go."""
SIZES = ("light", "large")
"""The classes of powered vehicles."""
FLYING = frozenset(("flying", "flies", "fly"))
USUAL = "light"
FIGURES_OF_VEHICLES = frozenset(("hp", "ac", "eac", "weight", "level", BULK))
"""Figures of the line of a vehicle, by what `KEYS` says of their words."""


class PoweredVehicle(Struct):
    """A powered vehicle that is typed, without an id, and what was not written, in words.

    `unused` are figures of its line that no rule here asks for.
    """

    member: Member
    taken: tuple[Message, ...]
    unused: tuple[str | Message, ...]


class _TypedPace(Struct):
    """The pace of a vehicle's line, what is said of it, and the line without it."""

    km_h: Fraction
    taken: tuple[Message, ...]
    rest: str


def read_powered(line: str, rules: Ruleset) -> PoweredVehicle | None:
    """Read a powered vehicle; None = the line is of somebody else.

    One whose line says no class has that of its word ("truck"), or is a light one. Refusals
    "bad_figure" (a vehicle without its pace), "unknown_word".
    """
    if OWN_MOUNT.search(line):
        return None
    pace = _read_pace(line, rules)
    if pace is None:
        _refuse_without_pace(line, rules)
        return None
    places = _count(ROOM, pace.rest)
    crew = _count(CREW, pace.rest)
    tokens = split_words(CREW.sub(",", ROOM.sub(",", pace.rest)))
    classes = classes_of_words(rules)
    name = _name_of(tokens, classes, rules)
    figures, groups, attack = read_figures(tokens[len(name) :])
    words = [word for group in (*groups, attack) for word in group]
    _refuse_words(words, " ".join(name), rules)
    said = [plain(word) for word in words]
    sizes = [word for word in said if word in SIZES]
    of_name = [classes[one] for one in (*map(plain, name), *said) if one in classes]
    size = next(iter((*sizes, *of_name)), USUAL)
    mover = Mover(
        vehicle_class=size,
        vehicle_km_h=pace.km_h,
        flying=not FLYING.isdisjoint(said),
        places=places,
        crew=crew,
    )
    called = " ".join(name).strip('"')
    member = Member("", called, "", "vehicle", mover, hp=figures.hp, sheet=figures.on(None))
    taken = pace.taken if sizes else (Message("{size} vehicle", size=size), *pace.taken)
    return PoweredVehicle(member, taken, tuple(_unused_of(figures)))


def _read_pace(line: str, rules: Ruleset) -> _TypedPace | None:
    # in km/h or mph, else what it drives in a round, at the scale of those who walk
    overland = PACE_TYPED.search(line)
    if overland is not None:
        km_h = KmPerHour(read_quantity(overland["pace"], PACE, units_in_force()))
        return _TypedPace(km_h, (), _without(overland, line))
    of_round = PACE_A_ROUND.search(line)
    if of_round is None or not _is_vehicle(line, rules):
        return None
    length = of_round["led"] or of_round["bare"]
    metres = Metres(read_quantity(length, LENGTH, units_in_force()))
    km_h = KmPerHour(hourly(metres, rules))
    taken = Message("{pace}, from {speed} a round", pace=km_h, speed=metres)
    return _TypedPace(km_h, (taken,), _without(of_round, line))


def _without(found: re.Match[str], line: str) -> str:
    return f"{line[: found.start()]} , {line[found.end() :]}"


def _is_vehicle(line: str, rules: Ruleset) -> bool:
    """Return whether a line begins with a word for a vehicle, or a name that ends in one."""
    classes = classes_of_words(rules)
    begin = re.split(r"[,;:\d]|\b(?:speed|pace|at|drive)\b", line, maxsplit=1)[0]
    said = [plain(word) for word in begin.split()]
    persons = (hero_words(rules).keys() | {*ON, *ABOARD}) - {*SIZES, VEHICLE, *classes}
    return bool({*classes, VEHICLE} & set(said)) and persons.isdisjoint(said)


def _refuse_words(words: Sequence[str], name: str, rules: Ruleset) -> None:
    known = {*classes_of_words(rules), *SIZES, *FLYING, VEHICLE}
    for word in words:
        if plain(word) not in known:
            raise UnknownWord(
                "unknown_word",
                "'{word}' is not a word of a vehicle. Write its class and its speed, as in"
                " {example}.",
                word=word,
                example=_example(name, rules),
            )


def _unused_of(figures: TypedFigures) -> Iterator[str | Message]:
    for figure in figures.unused:
        yield name_unasked_load(figure) if figure.startswith(BULK) else figure
    if figures.level is not None:
        yield f"level{figures.level}"
    if figures.speed_m is not None:
        yield "speed"
    if figures.weight_kg is not None:
        yield name_unasked_load(Kilograms(figures.weight_kg))
    yield from (f"{one.name}{one.most}" for one in figures.counters or ())


def _count(form: re.Pattern[str], text: str) -> int | None:
    # The number of the first words of this form; None where there are none, or it is 0.
    found = form.search(text)
    if found is None:
        return None
    return int(next(number for number in found.groups() if number)) or None


def classes_of_words(rules: Ruleset) -> dict[str, str]:
    """Return the words for powered vehicles ("buggy", "truck") with the class of each."""
    return {plain(word): slug for slug, row in rules.powered.items() for word in row.also}


def _name_of(words: Sequence[str], classes: dict[str, str], rules: Ruleset) -> list[str]:
    # the words before the first that says what it is, a comma or a number; a kind ends it, too
    ends = {*SIZES, *FLYING, VEHICLE}
    name: list[str] = []
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        is_other = word == "," or word[0].isdigit() or is_figure(word) or plain(word) in KEYS
        if is_other or plain(word) in ends:
            break
        name.append(word)
        if plain(word) in classes and not after[:1].isupper():
            break
    if not name:
        example = _example("", rules)
        raise Refusal("no_name", "The name comes first, as in {example}.", example=example)
    return name


def _refuse_without_pace(line: str, rules: Ruleset) -> None:
    """Refuse, "bad_figure", a vehicle by all its words ("Old buggy light"), whose pace is missing.

    A people, a class, an attack or a figure that no vehicle has makes it a hero of that name, and
    so do quotes.
    """
    classes = classes_of_words(rules)
    if not classes:
        return
    tokens = [word for word in split_words(line) if word != ","]
    words = tokens[: _count_before_figures(tokens)]
    figures = tokens[len(words) :]
    said = [plain(word) for word in words if not word.startswith('"')]
    if not {*classes, VEHICLE} & set(said) or not all(map(_is_of_vehicle, figures)):
        return
    persons = hero_words(rules).keys() - {*SIZES, VEHICLE}
    if not persons.isdisjoint(said) or (VEHICLE not in said and said[-1] not in {*classes, *SIZES}):
        return
    ends = {*SIZES, VEHICLE}
    name = " ".join(word for word in words if plain(word) not in ends)
    template = N_("Write how fast {name} drives, as in {example}.")
    if figures:
        template = N_(
            "Write how fast {name} drives, as in {example}; a hero of that name is in quotes,"
            ' "{name}".'
        )
    raise Refusal("bad_figure", template, name=name or "it", example=_example(name, rules))


def _count_before_figures(tokens: Sequence[str]) -> int:
    for count, word in enumerate(tokens):
        if is_figure(word) or word.lower().rstrip(":=") in KEYS:
            return count
    return len(tokens)


def _is_of_vehicle(word: str) -> bool:
    """Return whether a word behind a name is a figure that a vehicle may have, or its class."""
    if plain(word) in {*SIZES, VEHICLE} or AMOUNT.fullmatch(word.lower()):
        return True
    return KEYS.get(key_of(word)) in FIGURES_OF_VEHICLES


def _example(name: str, rules: Ruleset) -> str:
    moves = example_lines(rules, "moves")[-1]
    return f"{name or 'Rover'} {moves}"
