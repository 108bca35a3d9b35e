"""The answers about movement in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from core.messages import N_, Message, Value
from core.quantities import Metres
from core.rulesets.values import exact_number
from tui.verbs.ask_answer import Asked, speed_of
from tui.verbs.ask_reasons import ENDING, FITS, MOVED
from tui.verbs.ask_saying import (
    called,
    length,
    number_of,
    path_names,
    sentence,
    values_of,
    word_of,
)


def _move(asked: Asked) -> Iterator[Message]:
    values, mover, path = values_of(asked), called(asked, "mover"), path_names(asked)
    cost = int(values.get("cost", 0))
    if values["legal"]:
        yield Message(N_("{mover} may go from {start} to {end}: {cost}."), mover=mover,
                      start=path[0], end=path[-1], cost=length(asked, cost))  # fmt: skip
        if values["reason"] == "minimum_move":
            yield Message(N_("That is more than it has: this is minimum movement."))
        else:
            yield from _speed(asked, cost)
    else:
        at = str(values.get("at", path[-1]))
        yield Message(N_("{mover} may not go this way: {why}."), mover=mover,
                      why=sentence(MOVED, str(values["reason"]), at=at))  # fmt: skip
        if "cost" in values:
            yield Message(N_("It would cost {cost}."), cost=length(asked, cost))
    if values.get("hazard_steps"):
        yield Message(N_("It is hurt on {steps:step|steps}."), steps=int(values["hazard_steps"]))


def _speed(asked: Asked, cost: int) -> Iterator[Message]:
    mover = asked.scene.creature(word_of(asked, "mover"))
    speed = speed_of(asked.scene, mover, str(asked.given.get("mode", "walk")))
    if speed is None or "budget" in asked.given or asked.given.get("action", "move") != "move":
        return
    if cost <= speed:
        yield Message(N_("{left:square|squares} of its speed of {speed} are left."),
                      left=speed - cost, speed=speed)  # fmt: skip
    else:
        yield Message(N_("Its speed is {speed}: one move is not enough."), speed=speed)


def _cheapest(asked: Asked) -> Iterator[Message]:
    values, mover, to = values_of(asked), called(asked, "mover"), word_of(asked, "to").upper()
    if not values["reachable"]:
        yield Message(N_("{mover} cannot get to {to}."), mover=mover, to=to)
        return
    cost = int(values["cost"])
    yield Message(N_("The cheapest way for {mover} to {to} costs {cost}."), mover=mover, to=to,
                  cost=length(asked, cost))  # fmt: skip
    yield from _speed(asked, cost)


def _reach(asked: Asked) -> Iterator[Message]:
    yield Message(N_("{mover} can get to {count:square|squares} with {budget}."),
                  mover=called(asked, "mover"), count=int(values_of(asked)["count"]),
                  budget=length(asked, number_of(asked, "budget")))  # fmt: skip


def _distance(asked: Asked) -> Iterator[Message]:
    squares = int(values_of(asked)["squares"])
    a, b = called(asked, "a"), called(asked, "b")
    if not squares:
        yield Message(N_("{a} and {b} share a square."), a=a, b=b)
    elif squares == 1:
        yield Message(N_("{a} and {b} are adjacent: {length}."), a=a, b=b, length=length(asked, 1))
    else:
        apart = length(asked, squares)
        yield Message(N_("{a} and {b} are {length} apart."), a=a, b=b, length=apart)


def _fall(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    harm: Value = str(values.get("dice", "")) or int(values.get("damage", 0))
    yield Message(N_("A fall of {height}: {harm} damage."),
                  height=length(asked, number_of(asked, "height")), harm=harm)  # fmt: skip
    if values["prone"]:
        yield Message(N_("Who falls lies prone."))
    if "victim_damage" in values:
        yield Message(N_("Whoever is fallen on takes {damage} ({degree})."),
                      damage=int(values["victim_damage"]),
                      degree=str(values["victim_degree"]).replace("_", " "))  # fmt: skip


def _fly(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    cost = exact_number(str(values["cost"])) or Fraction(0)
    if "budget" in asked.given:
        enough = N_("This flight costs {cost}, which {budget} allows.")
        short = N_("This flight costs {cost}, more than {budget}.")
        template = enough if values["legal"] else short
        yield Message(template, cost=length(asked, cost), budget=number_of(asked, "budget"))
    else:
        yield Message(N_("This flight costs {cost}."), cost=length(asked, cost))


def _squeeze(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    yield sentence(FITS, str(values["mode"]), size=word_of(asked, "size").upper(),
                  width=Metres(number_of(asked, "width_m")))  # fmt: skip
    least = exact_number(str(values.get("min_width_m", "")))
    if least:
        yield Message(N_("It takes {width} at least."), width=Metres(least))
    if values.get("cost_multiplier", 1) != 1:
        yield Message(N_("Each square counts {times} times."), times=int(values["cost_multiplier"]))
    if values.get("attack") or values.get("ac"):
        yield Message(N_("{attack:+} to attacks, {ac:+} to Armour Class."),
                      attack=int(values.get("attack", 0)), ac=int(values.get("ac", 0)))  # fmt: skip
    if values.get("can_attack") is False:
        yield Message(N_("It cannot attack meanwhile."))


def _end(asked: Asked) -> Iterator[Message]:
    values, mover = values_of(asked), called(asked, "mover")
    if "legal" in values:
        yield sentence(ENDING, str(values["reason"]), mover=mover, at=word_of(asked, "at").upper())
    elif values.get("gm_decides"):
        yield Message(N_("Who is stopped there is moved or falls as the GM decides."))
    else:
        options = tuple(str(name) for name in values["options"])
        one = N_("{mover} is moved to {options}.")
        many = N_("{mover} is moved to one of {options}, by a die.")
        yield Message(one if len(options) == 1 else many, mover=mover, options=options)


MOVES: Mapping[str, Callable[[Asked], Iterable[Message]]] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "distance": _distance, "fall": _fall,
    "fly": _fly, "squeeze": _squeeze, "end": _end,
}  # fmt: skip
