"""A wagon and its animals in one line: "Wagon drawn by two heavy horses"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.characters import plain
from core.messages import Message, Refusal
from core.play.facts.state import Member, State
from core.quantities import WEIGHT, units_pattern
from core.values import Struct
from tui.play.creature_lines.hero_words import ARTICLES, Row, find_row

TEAM = re.compile(
    r"(?P<vehicle>.*?)[\s,]+(?:(?:drawn|pulled|hauled) by|with) (?P<animals>.+)", re.IGNORECASE
)
COUNTED = re.compile(
    r"(?P<vehicle>.*?)\s*(?:,|\+|&|\bplus\b|\band\b)\s*"
    r"(?P<animals>(?:[2-8]|two|three|four|five|six|seven|eight) [^\W\d].*)",
    re.IGNORECASE,
)
"""A vehicle, and how many animals: "wagon, 2 mules"."""
FIRST = re.compile(
    r"(?:an? |the )?(?P<count>[2-8]|two|three|four|five|six|seven|eight)[- ](?P<animal>[a-z]+)[- ]"
    r"(?P<vehicle>[a-z]+)",
    re.IGNORECASE,
)
"""How many animals, then their vehicle: "two-mule wagon"."""
PULLING = re.compile(
    r"(?P<animals>.+?) (?:pulling|drawing|hauling|pull|draw|haul) (?:an? |the )?"
    r"(?P<vehicle>[^\W\d]+)(?P<more>.*)",
    re.IGNORECASE,
)
"""What draws, then the vehicle: "2 mules pulling a wagon"."""
LOAD = re.compile(
    rf"(?P<line>.*\D)[\s,]+(?P<load>\d{{1,5}} ?(?:{units_pattern(WEIGHT)}))", re.IGNORECASE
)
"""A weight behind all else: "wagon drawn by 2 mules, 600 lb"."""
BULK = re.compile(r"(?P<line>.*?)[\s,]+(?P<bulk>bulk\d{1,2})", re.IGNORECASE)
"""The same in the units of the system: "wagon, 2 mules, bulk40"."""
DRIVER = re.compile(
    r"[\s,;]+(?:[^\W\d][\w']* (?:drives|driving|drove)|driven by [^\W\d][\w']*)(?=$|[,;.])",
    re.IGNORECASE,
)
"""Who drives, which the party's list has: "wagon, 2 mules, Ezren drives"."""
DIVIDED = re.compile(r"\s*(?:,|\band\b)\s*", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
PLURALS: Mapping[str, str] = {"oxen": "ox"}
"""Kinds of animals whose several have no s behind the word."""


class Team(Struct):
    """The line of a vehicle, and what draws it: a kind for each animal, as it is written.

    `driver` is who drives, in the words of the line.
    """

    vehicle: str
    animals: tuple[str, ...]
    driver: str = ""


def split_team(line: str, known: Mapping[str, Row]) -> Team | None:
    """Return the line of a vehicle and its animals apart; None = the line has no team."""
    line = line.strip().rstrip(" .,")
    driver = DRIVER.search(line)
    line, load = _without_load(DRIVER.sub("", line))
    line = _with_animals_last(line, known)
    found = TEAM.fullmatch(line) or COUNTED.fullmatch(line)
    if found is None:
        return None
    kinds = (find_row(word, known)[0] for word in found["vehicle"].split())
    if "vehicle" not in kinds:
        return None
    parts = filter(None, DIVIDED.split(found["animals"].rstrip(" .")))
    animals = (kind for part in parts for kind in _read_animals(part.split(), known))
    vehicle = ARTICLE.sub("", found["vehicle"]) + load
    return Team(vehicle, tuple(animals), driver[0].strip(" ,;") if driver else "")


def describe_new(vehicle: Member, animals: Sequence[Member], state: State) -> Iterator[Message]:
    """Yield that the animals of a line are new ones, where free ones of their kinds are here."""
    for animal in animals:
        here = next((one for one in _find_free(state) if _is_kind(one, animal)), None)
        if here is not None:
            yield Message(
                "{new} is a new one: to take {here} write {vehicle} alone, then {harness}",
                new=animal.name,
                here=here.name,
                vehicle=vehicle.name,
                harness=f":harness {here.id} {vehicle.id}",
            )
            return


def refuse_by_name(kind: str, vehicle: Member, state: State) -> None:
    """Refuse, "is_here", an animal that is no kind but the name of one of the party."""
    for one in _find_free(state):
        if plain(one.name) in (plain(kind), f"{plain(kind)}s"):
            raise Refusal(
                "is_here",
                "{animal} is here already. Write {vehicle} alone, then {harness}.",
                animal=one.name,
                vehicle=vehicle.name,
                harness=f":harness {one.id} {vehicle.id}",
            )


def _find_free(state: State) -> Iterator[Member]:
    ridden = {one.rides for one in state.members}
    for one in state.members:
        if one.role == "mount" and not one.pulls and one.present and one.id not in ridden:
            yield one


def _is_kind(here: Member, animal: Member) -> bool:
    if animal.mover.mount is not None and here.mover.mount == animal.mover.mount:
        return True
    # a second one of the name is numbered
    return re.sub(r" \d+$", "", animal.name) == here.name


def _without_load(line: str) -> tuple[str, str]:
    # the weight at the end of a line, which is what the vehicle carries
    bulk = BULK.fullmatch(line)
    if bulk is not None:
        return bulk["line"], f", {bulk['bulk']}"
    found = LOAD.fullmatch(line)
    if found is None:
        return line, ""
    return found["line"], f", carrying {found['load']}"


def _with_animals_last(line: str, known: Mapping[str, Row]) -> str:
    pulling = PULLING.fullmatch(line)
    if pulling is not None:
        return f"{pulling['vehicle']}{pulling['more']} with {pulling['animals']}"
    found = FIRST.fullmatch(line)
    row = None if found is None else known.get(plain(found["vehicle"]))
    if found is None or row is None or row[0] != "vehicle":
        return line
    return f"{found['vehicle']} with {found['count']} {found['animal']}s"


def _read_animals(words: list[str], known: Mapping[str, Row]) -> list[str]:
    count = 1
    first = words[0].lower()
    if len(words) > 1 and first in COUNTS:
        count = COUNTS.index(first)
    elif len(words) > 1 and re.fullmatch(r"x?[1-9]x?", first):
        count = int(first.strip("x"))
    elif len(words) == 1 or first not in ARTICLES:
        return [_name_one(" ".join(words), known)]
    return [_name_one(" ".join(words[1:]), known)] * count


def _name_one(kind: str, known: Mapping[str, Row]) -> str:
    *before, last = kind.split()
    one = PLURALS.get(last.lower(), last)
    if plain(kind) not in known and one.endswith("ies"):
        one = one.removesuffix("ies") + "y"
    elif plain(kind) not in known:
        one = one.removesuffix("s")
    return " ".join((*before, one))
