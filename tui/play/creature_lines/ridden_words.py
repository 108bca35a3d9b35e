"""What a hero rides, behind the word for it: "on a pony named Bill", "aboard the rover".

Either is here already, or a new one of its kind; "with a riding dog" is on one, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.characters import plain
from core.messages import Message, Metres, Refusal
from core.play.facts.state import Member, State
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.play.creature_lines.carriers import free_name, make_carrier
from tui.play.creature_lines.hero_words import (
    ARTICLES,
    Row,
    count_kind,
    count_known,
    find_row,
    known_words,
    unknown_word,
)
from tui.play.creature_lines.shorthand import WITH
from tui.play.creature_lines.unknown import is_near
from tui.play.terms import example_lines

CALLED = ("named", "called")
MOST = 3
"""The most words of the name of a mount or vehicle."""
ANOTHER_VEHICLE = ("a", "an")
ANOTHER_ANIMAL = ("a", "an", "his", "her", "their")
"""Words before one that is another than that which carries somebody."""


class Ride(Struct):
    """What a hero rides, of the party or a new one without an id, and how many words say so."""

    carrier: Member
    count: int


def split_with(tokens: Sequence[str], known: Mapping[str, Row]) -> list[str]:
    """Return the words of a hero's line without "with".

    Before an animal it is "on", before all else it divides as a comma does.
    """
    done: list[str] = []
    for place, token in enumerate(tokens):
        if token.lower() != WITH:
            done.append(token)
            continue
        following = [*tokens[place + 1 : place + 2 + MOST]]
        if following and following[0].lower() in ARTICLES:
            del following[0]
        named = "".join(following[: count_known(following, known)])
        kind, _ = find_row(named, known)
        done.append("on" if kind in ("mount", "beast") else ",")
    return done


def read_ride(words: Sequence[str], state: State, rules: Ruleset) -> Ride:
    """Read what is ridden; the first of the `words` says that it is. Refusal "unknown_word"."""
    ride = _read_riding_animal(words, state, rules)
    if ride is None:
        ride = _read_ridden(words, state, rules)
    return _name_new(ride, words[ride.count :], state)


def _read_riding_animal(words: Sequence[str], state: State, rules: Ruleset) -> Ride | None:
    # "riding dog" of somebody
    count = count_kind(words, known_words(rules), ("mount", "beast"))
    if count < 2:
        return None
    carrier = make_carrier(" ".join(words[:count]), state, rules)
    if carrier is None:
        return None
    return Ride(carrier, count)


def _read_ridden(words: Sequence[str], state: State, rules: Ruleset) -> Ride:
    if len(words) > 2 and words[1].lower() == "on":
        start = 2
    else:
        start = 1
    article = ""
    if len(words) > start and words[start].lower() in ARTICLES:
        article = words[start].lower()
        start += 1
    for size in range(MOST, 0, -1):
        if len(words) < start + size:
            continue
        called = " ".join(words[start : start + size])
        carrier = _find_here(called, article, state) or make_carrier(called, state, rules)
        if carrier is not None:
            return Ride(carrier, start + size)
    raise _refuse_ride(words[start:], rules)


def _find_here(called: str, article: str, state: State) -> Member | None:
    # what is here with this name, if the article ("" = none) does not say that another is meant
    carriers = (one for one in state.members if one.role != "character")
    here = next((one for one in carriers if plain(one.name) == plain(called)), None)
    if here is None or _is_another(article, here, state):
        return None
    return here


def _is_another(article: str, carrier: Member, state: State) -> bool:
    # "a rover" and "her horse" are others than those that carry somebody; "the rover" is it
    meant = ANOTHER_VEHICLE if carrier.role == "vehicle" else ANOTHER_ANIMAL
    if article not in meant:
        return False
    return any(member.rides == carrier.id for member in state.members)


def _name_new(ride: Ride, words: Sequence[str], state: State) -> Ride:
    # 'a pony "Bill"', "a pony named Bill": the words behind it may name a new one
    count = 2 if words and words[0].lower() in CALLED else 1
    name = "".join(words[count - 1 : count])
    is_named = count > 1 or name.startswith('"')
    if ride.carrier.id or not is_named:
        return ride
    carrier = replace(ride.carrier, name=free_name(name.strip('"'), state))
    return Ride(carrier, ride.count + count)


def _refuse_ride(words: Sequence[str], rules: Ruleset) -> Refusal:
    powered = _find_powered(words, rules)
    if powered:
        example = example_lines(rules, "moves")[-1]
        return Refusal(
            "unknown_word",
            "Nobody called {word} is here. Write the vehicle on a line of its own first, as in"
            " {example}.",
            word=powered,
            example=f"{powered.capitalize()} {example}",
        )
    asked = "".join(words[:1])
    kinds = [plain(kind) for kind in (*rules.mounts, *rules.vehicles)]
    if asked and not is_near(asked, kinds):
        return Refusal(
            "unknown_word",
            "'{word}' is not an animal of these rules. It joins on a line of its own, with its"
            " speed, as in {example}.",
            word=asked,
            example=Message("{name} mount {speed}", name=asked, speed=Metres(15)),
        )
    return unknown_word(asked, kinds, rules)


def _find_powered(words: Sequence[str], rules: Ruleset) -> str:
    # "exploration buggy": the words up to one for a powered vehicle; "" = there is none
    known = {word for row in rules.powered.values() for word in row.also}
    for count, word in enumerate(words[:MOST], 1):
        if word.lower() in known:
            return " ".join(words[:count])
    return ""
