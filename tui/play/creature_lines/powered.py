"""Powered vehicles in one line (T-200 to T-202): "Rover light 30 km/h", "Skimmer 50 mph flying"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from core.characters import plain
from core.messages import Message, Refusal
from core.play.facts.state import Member
from core.quantities import PACE, read_quantity
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from core.values import Struct
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.figures import is_figure
from tui.play.creature_lines.hero_words import VEHICLE, hero_words
from tui.play.creature_lines.unknown import UnknownWord
from tui.play.terms import example_lines

PACE_TYPED = re.compile(
    r"(?:\b(?:speed|pace|at)[ :=]*)?"
    r"(?<!\d)(?P<pace>\d{1,4}(?:[.,]\d+)?\s*(?:km/h|kmh|kph|mph|mi/h))(?![\w/])",
    re.IGNORECASE,
)
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


class PoweredVehicle(Struct):
    """A powered vehicle that is typed, without an id, and what was not written, in words."""

    member: Member
    taken: tuple[Message, ...]


def read_powered(line: str, rules: Ruleset) -> PoweredVehicle | None:
    """Read a powered vehicle; None = the line is of somebody else.

    One whose line says no class has that of its word ("truck"), or is a light one. Refusals
    "bad_figure" (a vehicle without its pace), "unknown_word".
    """
    found = PACE_TYPED.search(line)
    if found is None:
        _refuse_without_pace(line, rules)
        return None
    rest = f"{line[: found.start()]} , {line[found.end() :]}"
    places = _count(ROOM, rest)
    crew = _count(CREW, rest)
    words = CREW.sub(",", ROOM.sub(",", rest)).replace(",", " , ").split()
    classes = _classes(rules)
    name = _name_of(words, classes, rules)
    tokens = [word for word in words if word != ","]
    said = [plain(word) for word in tokens]
    sizes = [word for word in said[len(name) :] if word in SIZES]
    of_name = [classes[word] for word in said if word in classes and word not in SIZES]
    known = {*classes, *SIZES, *FLYING, VEHICLE}
    for word in tokens[len(name) :]:
        if plain(word) not in known:
            raise UnknownWord(
                "unknown_word",
                "'{word}' is not a word of a vehicle. Write its class and its speed, as in"
                " {example}.",
                word=word,
                example=_example(" ".join(name), rules),
            )
    size = next(iter((*sizes, *of_name)), USUAL)
    mover = Mover(
        vehicle_class=size,
        vehicle_km_h=read_quantity(found["pace"], PACE, units_in_force()),
        flying=any(word in FLYING for word in said[len(name) :]),
        places=places,
        crew=crew,
    )
    taken = () if sizes else (Message("{size} vehicle", size=size),)
    called = " ".join(name).strip('"')
    return PoweredVehicle(Member("", called, "", "vehicle", mover), taken)


def _count(form: re.Pattern[str], text: str) -> int | None:
    # The number of the first words of this form; None where there are none, or it is 0.
    found = form.search(text)
    if found is None:
        return None
    return int(next(number for number in found.groups() if number)) or None


def _classes(rules: Ruleset) -> dict[str, str]:
    return {plain(word): slug for slug, row in rules.powered.items() for word in row.also}


def _name_of(words: Sequence[str], classes: dict[str, str], rules: Ruleset) -> list[str]:
    # the words before the first that says what it is, a comma or a number; a kind ends it, too
    ends = {*SIZES, *FLYING, VEHICLE}
    name: list[str] = []
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        if word == "," or word[0].isdigit() or plain(word) in ends:
            break
        name.append(word)
        if plain(word) in classes and not after[:1].isupper():
            break
    if not name:
        example = _example("", rules)
        raise Refusal("no_name", "The name comes first, as in {example}.", example=example)
    return name


def _refuse_without_pace(line: str, rules: Ruleset) -> None:
    # "Rover", "Old buggy light": a vehicle by all its words, and nobody with figures or a people
    classes = _classes(rules)
    tokens = line.replace(",", " ").split()
    said = [plain(word) for word in tokens]
    if not classes or not ({*classes, VEHICLE} & set(said)):
        return
    persons = hero_words(rules).keys() - {*SIZES, VEHICLE}
    if any(is_figure(word) or plain(word) in persons for word in tokens):
        return
    if VEHICLE not in said and said[-1] not in {*classes, *SIZES}:
        return
    ends = {*SIZES, VEHICLE}
    name = [word for word in tokens if plain(word) not in ends]
    raise Refusal(
        "bad_figure",
        "Write how fast {name} drives, as in {example}.",
        name=" ".join(name) or "it",
        example=_example(" ".join(name), rules),
    )


def _example(name: str, rules: Ruleset) -> str:
    moves = example_lines(rules, "moves")[-1]
    return f"{name or 'Rover'} {moves}"
