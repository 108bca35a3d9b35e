"""Legs of a way as they are typed: "24 forest road; 60 rowboat river down 3 drift guide".

On land a leg is a distance, then terrain, way and pace; afloat a distance, then the boat, its
water, which way it goes on a river, the current, and how it is driven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction

from core.messages import Refusal, exact
from core.quantities import (
    DISTANCE,
    PACE,
    maybe_quantity,
    read_quantity,
    take_quantity,
    write_quantity,
)
from core.rulesets.schema import Ruleset
from core.travel.advance import sailing
from core.travel.leg_factors import is_factor, read_slowed
from core.travel.stretches import LAND, OARS, Stretch, boat_row, drift_all_night, ground
from core.values import replace
from tui.kit.phrases import distance_unit, units_in_force
from tui.play.command_line.typed_line import hours

PACES = ("walk", "hustle", "run_and_rest")
"""The paces of the party and of a leg, in all systems."""
RIVER = "river"
HEADINGS: Mapping[str, str] = {
    "down": "downstream",
    "downstream": "downstream",
    "up": "upstream",
    "upstream": "upstream",
}
"""Words for which way a boat goes on a river."""
DRIFT = "drift"
GUIDE = "guide"
TOWED = "towed"
AFLOAT = ("down", "up", DRIFT, GUIDE, TOWED, OARS)
"""The words of a leg afloat, besides boats, waters and the current."""
EXAMPLE = "60 rowboat river down"
LEG_BREAK = re.compile(r";|,\s+(?=\d)")
"""What parts legs: "9,5" is one figure, and "9, hills" one leg."""
DURATION = re.compile(r"\d[\d./]*(h\d*|min|m)(min|m)?")


def paces_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the paces of the party and of a leg that a system has."""
    rows = rules.paces
    return tuple(pace for pace in PACES if pace in rows and rows[pace].hour is not None)


def legs(text: str, rules: Ruleset) -> tuple[Stretch, ...]:
    """Legs as "24 forest road; 30 plains highway hustle": a distance, then terrain, way, pace.

    A distance without a unit is in that of the GM: "24", "24km", "16 miles". Commas may part the
    words, and a figure behind a comma begins another leg. Terrain, way, pace and boat may be typed
    by their beginnings, or by a word of the ruleset's maps ("woods", "track"). "x1/2 snow" at the
    end of a leg on land is what is left of the pace there, and why.

    Refusal names an unknown word, with the nearest word of the ruleset, a beginning of several
    words ("ambiguous_word"), a way without terrain, or what a boat still needs ("no_boat",
    "no_water", "no_direction", and those of `sailing`).
    """
    written = [part for part in LEG_BREAK.split(text) if part.strip()]
    return tuple(_leg(part, number, rules) for number, part in enumerate(written, 1))


def _leg(text: str, number: int, rules: Ruleset) -> Stretch:
    decimal = re.sub(r"(?<=\d),(?=\d)", ".", text.lower())
    words = decimal.replace(",", " ").split()
    km = maybe_quantity(take_quantity(words, DISTANCE), DISTANCE, units_in_force())
    if not km:
        raise Refusal(
            "bad_leg",
            "'{text}' is not a leg. Write {unit}, terrain, way (24 forest road).",
            text=text,
            unit=distance_unit(),
        )
    words, times, because = _split_factor(words)
    if is_afloat(words, rules):
        if times != 1:
            raise Refusal("bad_factor", "A factor is for legs on land, not for boats.")
        return _leg_afloat(Stretch(km, number), words, rules)
    stretch = Stretch(km, number, times=times, because=because)
    for word in words:
        stretch = _leg_word(stretch, word, rules)
    ground(rules, stretch.terrain, stretch.way)
    return stretch


def _split_factor(words: Sequence[str]) -> tuple[list[str], Fraction, str]:
    """Return the words before the factor of a leg, the factor, and the reason behind it.

    Refusal "bad_factor".
    """
    for place, word in enumerate(words):
        if is_factor(word):
            slowed = read_slowed(" ".join(words[place:]))
            return list(words[:place]), slowed.times, slowed.because
    return list(words), Fraction(1), ""


def _leg_word(stretch: Stretch, word: str, rules: Ruleset) -> Stretch:
    slug = _meant_by(word, rules)
    if slug in rules.terrain:
        return replace(stretch, terrain=slug)
    if slug in rules.ways:
        return replace(stretch, way=slug)
    return replace(stretch, pace=slug)


def _land_words(rules: Ruleset) -> tuple[str, ...]:
    return (*rules.terrain, *rules.ways, *paces_of(rules))


def _meant_by(word: str, rules: Ruleset) -> str:
    known = _land_words(rules)
    slug = word.replace("-", "_")
    if slug in known:
        return slug
    named = rules.words.terrain.get(word) or rules.words.way.get(word)
    if named:
        return named
    begun = tuple(name for name in known if name.startswith(slug))
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Refusal("ambiguous_word", "'{word}' could mean {words}.", word=word, words=begun)
    close = "".join(get_close_matches(word, known, n=1))
    raise Refusal(
        "unknown_word",
        "'{word}' is not a terrain, way or pace; did you mean {nearest}?"
        if close
        else "'{word}' is not a terrain, way or pace; there are {known}.",
        word=word,
        nearest=close,
        known=known,
    )


# afloat


def is_afloat(words: Iterable[str], rules: Ruleset) -> bool:
    """Whether one of these words can only be said of a leg afloat: a boat, a water, "drift" ..."""
    return any(_only_afloat(word, rules) for word in words)


def _only_afloat(word: str, rules: Ruleset) -> bool:
    slug = word.replace("-", "_")
    if slug in rules.words.terrain or slug in rules.words.way:
        return False
    if any(name.startswith(slug) for name in _land_words(rules)):
        return False
    return bool(_water(word, rules) or word in HEADINGS or word in AFLOAT or _boats(word, rules))


def _water(word: str, rules: Ruleset) -> str:
    if rules.words.river.get(word):
        return RIVER
    return str(rules.words.water.get(word, ""))


def _boats(word: str, rules: Ruleset) -> tuple[str, ...]:
    """The kinds of boat that a word names or begins: "raft" and "barge" are one kind."""
    slug = word.replace("-", "_")
    if slug in rules.boats:
        return (slug,)
    return tuple(
        boat
        for boat in rules.boats
        if boat.startswith(slug) or any(part.startswith(slug) for part in boat.split("_or_"))
    )


def _leg_afloat(stretch: Stretch, words: list[str], rules: Ruleset) -> Stretch:
    drift_hours = _take_drift(words)
    while words:
        stretch = _take_afloat(stretch, words, rules)
    if not stretch.boat:
        raise Refusal(
            "no_boat",
            "Which boat? Add one of {boats}, as in {example}.",
            boats=tuple(rules.boats),
            example=EXAMPLE,
        )
    stretch = _with_water(stretch, rules)
    if drift_hours is not None:
        stretch = replace(stretch, drift_hours=drift_hours or drift_all_night(stretch, rules))
    sailing(stretch, rules)
    return stretch


def _take_drift(words: list[str]) -> Fraction | None:
    """Take "drift" and its hours; 0 = the rest of the day, None = the boat does not drift."""
    if DRIFT not in words:
        return None
    place = words.index(DRIFT)
    del words[place]
    if place < len(words) and DURATION.fullmatch(words[place]):
        return hours(words.pop(place))
    return Fraction(0)


def _take_afloat(stretch: Stretch, words: list[str], rules: Ruleset) -> Stretch:
    if words[0][0].isdigit():
        current = take_quantity(words, PACE)
        return replace(stretch, current_km_h=read_quantity(current, PACE, units_in_force()))
    word = words.pop(0)
    if word in HEADINGS:
        return replace(stretch, direction=HEADINGS[word])
    if word == GUIDE:
        return replace(stretch, guide=True)
    if word == TOWED:
        return replace(stretch, towed=True)
    if word == OARS:
        return replace(stretch, propulsion=OARS)
    water = _water(word, rules)
    if water:
        return replace(stretch, water=water)
    boats = _boats(word, rules)
    if len(boats) > 1:
        raise Refusal("ambiguous_word", "'{word}' could mean {words}.", word=word, words=boats)
    if not boats:
        raise Refusal(
            "unknown_word",
            "'{word}' is not a boat, a water or a word of a leg afloat; there are {known}.",
            word=word,
            known=(*rules.boats, "lake", RIVER, "sea", *AFLOAT),
        )
    return replace(stretch, mode=boats[0], boat=boats[0])


def _with_water(stretch: Stretch, rules: Ruleset) -> Stretch:
    """Return the leg with the river that a direction, a current or towing implies (T-188)."""
    on_river = stretch.direction != "none" or stretch.current_km_h is not None or stretch.towed
    if not stretch.water and on_river:
        stretch = replace(stretch, water=RIVER)
    if not stretch.water:
        raise Refusal(
            "no_water", "On which water? Add lake, river or sea, as in {example}.", example=EXAMPLE
        )
    if stretch.water == RIVER and stretch.direction == "none" and stretch.towed:
        return replace(stretch, direction="upstream")
    carried = boat_row(rules, stretch.boat).current
    if stretch.water == RIVER and stretch.direction == "none" and carried:
        raise Refusal(
            "no_direction",
            "Which way on the river? Add down or up, as in {example}.",
            example=EXAMPLE,
        )
    return stretch


def written(stretch: Stretch) -> str:
    """A leg as it is typed."""
    distance = write_quantity(stretch.km, DISTANCE, units_in_force())
    if stretch.mode == LAND:
        slowed = ""
        if stretch.times != 1:
            slowed = f"x{stretch.times}"
        parts = [distance, stretch.terrain, stretch.way, stretch.pace, slowed, stretch.because]
    else:
        parts = [distance, stretch.boat, stretch.water, *_written_afloat(stretch)]
    return " ".join(part for part in parts if part)


def _written_afloat(stretch: Stretch) -> Iterable[str]:
    if stretch.direction != "none":
        yield stretch.direction.removesuffix("stream")
    if stretch.current_km_h is not None:
        yield write_quantity(stretch.current_km_h, PACE, units_in_force())
    if stretch.drift_hours:
        yield f"{DRIFT} {exact(stretch.drift_hours)}h"
    if stretch.guide:
        yield GUIDE
    if stretch.towed:
        yield TOWED
    yield stretch.propulsion
