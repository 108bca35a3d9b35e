"""The answers of `outrider ask` in a sentence or two, with the words of the casebook in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from core.files import exact_number
from core.messages import Chance, Message, Metres, Squares, Template, Value
from tui.cli.ask_answer import AnsweredQuery, attack_of, speed_of
from tui.kit.phrases import say

NAMED = 12
"""No more squares are named in a sentence; the picture shows them all."""

MOVED: Mapping[str, Template] = {
    "cannot_move": "it cannot move at all",
    "in_the_air": "it is in the air and cannot walk",
    "fatigued": "a fatigued creature can neither run nor charge",
    "no_step_by": "a Step cannot use a special Speed",
    "too_long": "such a step is one square only",
    "not_adjacent": "{at} is not next to the square before it",
    "offmap": "{at} is not on the map",
    "blocked": "{at} cannot be entered",
    "corner": "the diagonal to {at} cuts the corner of something solid",
    "occupied": "{at} is occupied",
    "fills_space": "a creature fills {at} completely",
    "ally_charge": "a charge cannot pass the ally at {at}",
    "hampered_run": "a run cannot cross {at}, which hampers movement",
    "hampered_charge": "a charge cannot cross {at}, which hampers movement",
    "hampered_five_foot_step": "a 1.5 m step cannot enter {at}, which hampers movement",
    "hampered_step": "a Step cannot enter {at}, which is difficult ground",
    "not_straight": "a run or a charge is straight, and {at} is off its line",
    "budget": "it costs more than the mover has",
    "obstacle_end": "it may not stop on the obstacle at {at}",
    "end_occupied": "it may not stop at {at}, which is occupied",
    "end_full": "there is no room left at {at}",
}
"""Why a path may not be taken; `at` is the square in question."""

ENDING: Mapping[str, Template] = {
    "ok": "{mover} may stop at {at}.",
    "offmap": "{mover} may not stop at {at}: it is not on the map.",
    "blocked": "{mover} may not stop at {at}: it does not fit.",
    "obstacle_end": "{mover} may not stop at {at}: it is an obstacle.",
    "end_occupied": "{mover} may not stop at {at}: it is occupied.",
    "end_full": "{mover} may not stop at {at}: there is no room left.",
}

COVERED: Mapping[str, Template] = {
    "none": "{target} has no cover from {attacker} ({mode}).",
    "soft": "{target} has soft cover from {attacker} ({mode}): a creature is in the line.",
    "screen": "{target} is screened from {attacker} ({mode}).",
    "partial": "{target} has partial cover from {attacker} ({mode}).",
    "cover": "{target} has cover from {attacker} ({mode}).",
    "improved": "{target} has improved cover from {attacker} ({mode}).",
    "total": "{target} has total cover from {attacker}: it cannot be attacked.",
}

CONCEALED: Mapping[str, Template] = {
    "none": "{target} is not concealed from {attacker} ({mode}).",
    "concealment": "{target} is concealed from {attacker} ({mode}).",
    "total": "{target} is totally concealed from {attacker} ({mode}).",
}

FLANKED: Mapping[str, Template] = {
    "ok": "{attacker} and {ally} flank {target}.",
    "ranged": "{attacker} does not flank {target}: only melee attacks flank.",
    "reach_zero": "{attacker} and {ally} do not flank {target}: one of them has no reach.",
    "attacker_not_threatening": "{attacker} does not flank {target}: it does not threaten it.",
    "ally_not_threatening": "{attacker} and {ally} do not flank {target}: {ally} does not "
                               "threaten it.",
    "not_opposite": "{attacker} and {ally} do not flank {target}: they are not on opposite "
                       "sides or corners of it.",
}  # fmt: skip

NO_ATTACK: Mapping[str, Template] = {
    "cannot_act": "it cannot act",
    "out_of_reach": "it does not reach that far",
    "total_cover": "total cover",
    "weapon": "not with that weapon while prone",
}

FITS: Mapping[str, Template] = {
    "normal": "Size {size} goes through {width} as usual.",
    "squeeze": "Size {size} squeezes through {width}.",
    "escape_artist": "Size {size} gets through {width} only by Escape Artist.",
    "squeeze_activity": "Size {size} gets through {width} only by the Squeeze activity.",
    "impossible": "Size {size} does not get through {width}.",
}


# what the sentences share


def _length(asked: AnsweredQuery, squares: int | Fraction) -> Message:
    metres = squares * asked.scene.combat.measures.square_m
    return Message("{squares} ({metres})", squares=Squares(squares), metres=Metres(metres))


def _word_of(asked: AnsweredQuery, key: str) -> str:
    return str(asked.given.get(key, ""))


def _called(asked: AnsweredQuery, key: str) -> str:
    id = _word_of(asked, key)
    creature = asked.scene.by_id.get(id)
    if creature is None:
        return id.upper()
    return creature.name or id


def _names(asked: AnsweredQuery, *keys: str) -> dict[str, str]:
    return {key: _called(asked, key) for key in keys} | {"mode": _word_of(asked, "mode")}


def _name_of(asked: AnsweredQuery, id: object) -> str:
    creature = asked.scene.by_id[str(id)]
    return creature.name or creature.id


def _path_names(asked: AnsweredQuery) -> tuple[str, ...]:
    path = asked.given.get("path", ())
    return tuple(name.upper() for name in path) if isinstance(path, tuple) else ()


def _sentence(templates: Mapping[str, str], reason: str, **values: Value) -> Message:
    if reason in templates:
        return Message(templates[reason], **values)
    return Message("{reason}", reason=reason.replace("_", " "))


def _number_of(asked: AnsweredQuery, key: str) -> Fraction:
    return exact_number(_word_of(asked, key)) or Fraction(0)


# movement


def _move(asked: AnsweredQuery) -> Iterator[Message]:
    values, mover, path = asked.values, _called(asked, "mover"), _path_names(asked)
    cost = values.get("cost", 0)
    if values["legal"]:
        yield Message(
            "{mover} may go from {start} to {end}: {cost}.",
            mover=mover,
            start=path[0],
            end=path[-1],
            cost=_length(asked, cost),
        )
        if values["reason"] == "minimum_move":
            yield Message("That is more than its speed, so it is the minimum movement.")
        else:
            yield from _speed(asked, cost)
    else:
        at = str(values.get("at", path[-1]))
        yield Message(
            "{mover} may not go this way: {why}.",
            mover=mover,
            why=_sentence(MOVED, values["reason"], at=at),
        )
        if "cost" in values:
            yield Message("It would cost {cost}.", cost=_length(asked, cost))
    if values.get("hazard_steps"):
        yield Message("It is hurt on {hazard_steps:step|steps}.", **values)


def _speed(asked: AnsweredQuery, cost: int) -> Iterator[Message]:
    mover = asked.scene.creature(_word_of(asked, "mover"))
    speed = speed_of(asked.scene, mover, str(asked.given.get("mode", "walk")))
    if speed is None or "budget" in asked.given or asked.given.get("action", "move") != "move":
        return
    if cost <= speed:
        yield Message(
            "{left:square|squares} of its speed of {speed} are left.",
            left=speed - cost,
            speed=speed,
        )
    else:
        yield Message("Its speed is {speed}: one move is not enough.", speed=speed)


def _cheapest(asked: AnsweredQuery) -> Iterator[Message]:
    values, mover, to = asked.values, _called(asked, "mover"), _word_of(asked, "to").upper()
    if not values["reachable"]:
        yield Message("{mover} cannot get to {to}.", mover=mover, to=to)
        return
    cost = values["cost"]
    yield Message(
        "The cheapest way for {mover} to {to} costs {cost}.",
        mover=mover,
        to=to,
        cost=_length(asked, cost),
    )
    yield from _speed(asked, cost)


def _reach(asked: AnsweredQuery) -> Iterator[Message]:
    yield Message(
        "{mover} can get to {count:square|squares} with {budget}.",
        mover=_called(asked, "mover"),
        budget=_length(asked, _number_of(asked, "budget")),
        **asked.values,
    )


def _distance(asked: AnsweredQuery) -> Iterator[Message]:
    squares = asked.values["squares"]
    a, b = _called(asked, "a"), _called(asked, "b")
    if not squares:
        yield Message("{a} and {b} share a square.", a=a, b=b)
    elif squares == 1:
        yield Message("{a} and {b} are adjacent: {length}.", a=a, b=b, length=_length(asked, 1))
    else:
        apart = _length(asked, squares)
        yield Message("{a} and {b} are {length} apart.", a=a, b=b, length=apart)


def _fall(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    harm: Value = values.get("dice", "") or values.get("damage", 0)
    yield Message(
        "A fall of {height}: {harm} damage.",
        height=_length(asked, _number_of(asked, "height")),
        harm=harm,
    )
    if values["prone"]:
        yield Message("A creature that falls is prone afterwards.")
    if "victim_damage" in values:
        yield Message(
            "A creature below takes {victim_damage} ({degree}).",
            degree=str(values["victim_degree"]).replace("_", " "),
            **values,
        )


def _fly(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    cost = exact_number(str(values["cost"])) or Fraction(0)
    if "budget" in asked.given:
        yield Message(
            "This flight costs {cost}, which {budget} allows."
            if values["legal"]
            else "This flight costs {cost}, more than {budget}.",
            cost=_length(asked, cost),
            budget=_number_of(asked, "budget"),
        )
    else:
        yield Message("This flight costs {cost}.", cost=_length(asked, cost))


def _squeeze(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    yield _sentence(
        FITS,
        values["mode"],
        size=_word_of(asked, "size").upper(),
        width=Metres(_number_of(asked, "width_m")),
    )
    least = exact_number(str(values.get("min_width_m", "")))
    if least:
        yield Message("It needs {width} at least.", width=Metres(least))
    if values.get("cost_multiplier", 1) != 1:
        yield Message("Each square counts {cost_multiplier} times.", **values)
    if values.get("attack") or values.get("ac"):
        told = {"attack": 0, "ac": 0, **values}
        yield Message("{attack:+} to attacks, {ac:+} to Armour Class.", **told)
    if values.get("can_attack") is False:
        yield Message("It cannot attack while squeezing.")


def _end(asked: AnsweredQuery) -> Iterator[Message]:
    values, mover = asked.values, _called(asked, "mover")
    if "legal" in values:
        yield _sentence(ENDING, values["reason"], mover=mover, at=_word_of(asked, "at").upper())
    elif values.get("gm_decides"):
        yield Message("A creature stopped there is moved or falls, as the GM decides.")
    else:
        options = tuple(str(name) for name in values["options"])
        yield Message(
            "{mover} is moved to {options}."
            if len(options) == 1
            else "{mover} is moved to one of {options}, chosen by a die.",
            mover=mover,
            options=options,
        )


# attacks, cover and areas


def _threat(asked: AnsweredQuery) -> Iterator[Message]:
    values, who = asked.values, _called(asked, "who")
    squares = tuple(str(name) for name in values["squares"])
    yield Message("{who} threatens {count:square|squares} around it.", who=who, **values)
    if 0 < len(squares) <= NAMED:
        yield Message("They are {squares}.", squares=squares)
    if values["own_space"]:
        yield Message("It can attack into its own space too.")


def _aoo(asked: AnsweredQuery) -> Iterator[Message]:
    mover, provoked = _called(asked, "mover"), asked.values["provokes"]
    if not provoked:
        yield Message("This path of {mover} provokes no attacks.", mover=mover)
    for one in provoked:
        others = tuple(str(name) for name in one["all"] if name != one["at"])
        yield Message(
            "{by} may strike at {mover} when it leaves {at}.",
            mover=mover,
            by=_name_of(asked, one["by"]),
            at=one["at"],
        )
        if others:
            yield Message("Or later, when it leaves {squares}.", squares=others)


def _cover(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    if asked.given.get("mode") == "area":
        yield from _area_cover(values, _called(asked, "target"))
        return
    yield _sentence(COVERED, values["degree"], **_names(asked, "target", "attacker"))
    if values["ac_bonus"]:
        yield Message(
            "{ac_bonus:+} to its Armour Class, {reflex_bonus:+} to Reflex saves.", **values
        )
    if values.get("partial_hint"):
        yield Message(
            "From one corner three of four lines are clear: the GM may call it partial cover."
        )


def _area_cover(values: Mapping[str, Any], target: str) -> Iterator[Message]:
    if not values["affected"]:
        yield Message("{target} is outside the area and not affected.", target=target)
    elif values["reflex_bonus"]:
        yield Message(
            "{target} is affected, with {reflex_bonus:+} to its Reflex save for cover.",
            target=target,
            **values,
        )
    else:
        yield Message("{target} is affected, without a bonus for cover.", target=target)


def _conceal(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    yield _sentence(CONCEALED, values["degree"], **_names(asked, "target", "attacker"))
    if values["miss_chance"]:
        yield Message("A hit misses with {chance}.", chance=Chance(values["miss_chance"], 100))
    if values.get("can_target") is False:
        yield Message("The attacker has to guess its square.")


def _flank(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    names = _names(asked, "attacker", "ally", "target")
    yield _sentence(FLANKED, values["reason"], **names)
    if values.get("attack_bonus"):
        yield Message("{attack_bonus:+} to the attack.", **values)
    if values.get("target_ac"):
        yield Message("{target_ac:+} to the target's Armour Class.", **values)


def _attack(asked: AnsweredQuery) -> Iterator[Message]:
    values, names = asked.values, _names(asked, "attacker", "target")
    if "allowed" in values:
        yield from _coup(values, names)
        return
    if not values.get("can_attack", True):
        why = _sentence(NO_ATTACK, values.get("reason", ""))
        yield Message("{attacker} cannot attack {target} ({mode}): {why}.", why=why, **names)
        return
    yield Message(
        "{attacker} attacks {target} ({mode}): {attack_total:+} to the roll and {ac_total:+} to "
        "the Armour Class as things stand.",
        **values,
        **names,
    )
    changed = attack_of(asked.keys, asked.scene).modifiers
    if changed.attack_scores or changed.ac_scores:
        yield Message(
            "Strength and Dexterity changed by conditions: {attack:+} to the roll and "
            "{ac:+} to the Armour Class on top.",
            attack=changed.attack_change,
            ac=changed.ac_change,
        )
    if values.get("target_loses_dex"):
        yield Message("{target} loses its Dexterity bonus to Armour Class.", **names)
    if "needed" in values:
        yield Message(
            "It needs {needed} or more on the d20 and hits with {chance}.",
            chance=Chance(exact_number(str(values["p_hit"])) or 0),
            **values,
        )


def _coup(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Message]:
    if not values["allowed"]:
        yield Message(
            "{attacker} cannot give {target} the coup de grâce: {why}.",
            why=str(values["reason"]).replace("_", " "),
            **names,
        )
        return
    yield Message(
        "{attacker} can give {target} the coup de grâce in "
        "{full_round_actions:full-round action|full-round actions}.",
        **values,
        **names,
    )
    if "fort_dc" in values:
        yield Message("If the target survives, it makes a Fortitude save, DC {fort_dc}.", **values)


def _area(asked: AnsweredQuery) -> Iterator[Message]:
    values = asked.values
    found = values["creatures"]
    yield Message(
        "The {shape} covers {count:square|squares}.",
        shape=_word_of(asked, "shape"),
        **values,
    )
    plain = tuple(
        _name_of(asked, one["id"]) for one in found if one["affected"] and not one["reflex_bonus"]
    )
    if not found:
        yield Message("The area is empty.")
    elif plain:
        yield Message("In it: {names}.", names=plain)
    for one in found:
        yield from _in_area(one, _name_of(asked, one["id"]))


def _in_area(one: Mapping[str, Any], who: str) -> Iterator[Message]:
    if not one["affected"]:
        yield Message("{who} is in it, but walls protect it.", who=who)
    elif one["reflex_bonus"]:
        yield Message(
            "{who} is in it, with {reflex_bonus:+} to the Reflex save for cover.",
            who=who,
            **one,
        )


SENTENCES: Mapping[str, Callable[[AnsweredQuery], Iterable[Message]]] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "distance": _distance, "fall": _fall,
    "fly": _fly, "squeeze": _squeeze, "end": _end, "threat": _threat, "aoo": _aoo, "cover": _cover,
    "conceal": _conceal, "flank": _flank, "attack": _attack, "area": _area,
}  # fmt: skip


def sentences(asked: AnsweredQuery) -> str:
    """The sentences of an answer, on one line."""
    told = (say(message) for message in SENTENCES[asked.question.name](asked))
    return " ".join(text[:1].upper() + text[1:] for text in told)
