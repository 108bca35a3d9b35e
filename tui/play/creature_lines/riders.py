"""Who rides the animal or drives the vehicle of a line: "pony for Fumbus", "rover, driver Kira"."""

from __future__ import annotations

import re
from difflib import get_close_matches

from core.characters import plain
from core.messages import Refusal
from core.play.facts.state import Member, State
from core.values import Struct

NAME = r"(?P<rider>[^\d,;()]+?)"
CARRIER = r"(?:an? |the )?(?P<carrier>.+?)"
BEHIND_WORD = re.compile(
    rf"{CARRIER}[\s,;]+(?:for|ridden by|driven by|piloted by|driver|pilot|rider):? +{NAME}"
    r"(?P<more>[,;].*|\.?)",
    re.IGNORECASE,
)
"""The rider behind a word for it: "mule for Ezren, 40 kg", "rover 40 km/h, hp 30, driver Kira"."""
IN_BRACKETS = re.compile(rf"{CARRIER} ?\({NAME}\)(?P<more>.*)", re.IGNORECASE)
"""The rider in brackets: "pony (Fumbus)"."""
DRIVES = re.compile(
    rf"{CARRIER}[\s,;]+{NAME} (?:drives|driving|pilots|piloting)(?P<more>[,;].*|\.?)",
    re.IGNORECASE,
)
"""Who drives, behind the animals: "wagon, 2 mules, Ezren drives, 400 kg"."""
RIDES_IT = re.compile(
    rf"{CARRIER}[\s,;]+{NAME} (?:rides|riding)(?P<more>[,;].*|\.?)", re.IGNORECASE
)
"""Who rides, behind the animal: "bike mount 60 ft, Quig rides"."""
RIDES = re.compile(
    rf"{NAME} (?:on|rides|riding|in|drives|driving|pilots|piloting) (?:his |her |their )?"
    rf"{CARRIER}(?P<more>\.?)",
    re.IGNORECASE,
)
"""The rider first: "Fumbus on pony"."""
WITH_RIDER = (BEHIND_WORD, IN_BRACKETS, RIDES_IT)
"""Forms that nothing but a rider has."""
FORMS = (*WITH_RIDER, DRIVES, RIDES)


class Ridden(Struct):
    """The line of an animal or vehicle, who rides it as that is typed, and the hero meant."""

    carrier: str
    name: str
    rider: Member | None

    def refuse_nobody(self, state: State) -> Refusal:
        """Return the Refusal of a rider who is not in the party, with the nearest who is."""
        names = {plain(one.name): one.name for one in state.members if one.role == "character"}
        near = get_close_matches(plain(self.name), names, n=1)
        if near:
            return Refusal(
                "unknown_word",
                "Nobody called {word} is here; did you mean {nearest}?",
                word=self.name,
                nearest=names[near[0]],
            )
        return Refusal(
            "unknown_word",
            "Nobody called {word} is here. Write the hero's line first, then {carrier}.",
            word=self.name,
            carrier=self.carrier,
        )

    def refuse_here(self, state: State) -> None:
        """Refuse, "is_here", an animal of the party that nobody rides, and a vehicle of it."""
        called = plain(self.carrier)
        ridden = {one.rides for one in state.members}
        for one in state.members:
            is_free = one.role == "vehicle" or one.id not in ridden
            if plain(one.name) == called and one.role != "character" and is_free:
                raise Refusal(
                    "is_here",
                    "{mount} is here already: m puts {rider} on it. A further one has a name of its"
                    " own.",
                    mount=one.name,
                    rider=self.name,
                )


def split_rider(line: str, state: State) -> Ridden | None:
    """Return the line of an animal or vehicle and its rider apart; None = no line with a rider.

    Whether the rest is an animal or a vehicle is not known here.
    """
    unknown = None
    for form in FORMS:
        found = form.fullmatch(line.strip())
        if found is None:
            continue
        carrier = f"{found['carrier']}{found['more'].rstrip('.')}"
        ridden = Ridden(carrier, found["rider"], find_hero(found["rider"], state))
        if ridden.rider is not None:
            return ridden
        if unknown is None and form in WITH_RIDER:
            unknown = ridden
    return unknown


def find_hero(name: str, state: State) -> Member | None:
    """Return the hero of the party with this name, or the only one who has it as one of several."""
    heroes = [one for one in state.members if one.role == "character"]
    called = plain(name)
    for hero in heroes:
        if plain(hero.name) == called:
            return hero
    among = [one for one in heroes if called in map(plain, one.name.split())]
    if len(among) == 1:
        return among[0]
    return None
