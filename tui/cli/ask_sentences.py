"""The answers of `outrider ask` in a sentence or two, with the words of the casebook in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

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

Told: TypeAlias = Mapping[str, Any]
"""The values of an answer and the names of its inputs, as the templates name them."""
NAMES = ("mover", "who", "attacker", "ally", "target", "a", "b")
"""The inputs that are creatures, two of them perhaps squares."""
CAPITALS = ("to", "at", "size")
WORDS = ("mode", "shape")
LENGTHS = ("cost", "budget", "height")
"""The inputs and values that are counted in squares."""


def _values(asked: AnsweredQuery) -> Told:
    told: dict[str, Any] = {key: _word_of(asked, key) for key in WORDS}
    told |= asked.values
    told |= {key: tuple(value) for key, value in told.items() if isinstance(value, list)}
    told |= {key: _called(asked, _word_of(asked, key)) for key in NAMES if key in asked.given}
    told |= {key: _word_of(asked, key).upper() for key in CAPITALS if key in asked.given}
    counted = {**asked.given, **asked.values}
    return told | {key: _length(asked, counted[key]) for key in LENGTHS if key in counted}


def _length(asked: AnsweredQuery, squares: object) -> Message:
    count = exact_number(str(squares)) or Fraction(0)
    metres = count * asked.scene.combat.measures.square_m
    return Message("{squares} ({metres})", squares=Squares(count), metres=Metres(metres))


def _word_of(asked: AnsweredQuery, key: str) -> str:
    return str(asked.given.get(key, ""))


def _called(asked: AnsweredQuery, id: str) -> str:
    creature = asked.scene.by_id.get(id)
    return id.upper() if creature is None else creature.name or id


def _sentence(templates: Mapping[str, str], reason: str, /, **values: Value) -> Message:
    if reason in templates:
        return Message(templates[reason], **values)
    return Message("{reason}", reason=reason.replace("_", " "))


# movement


def _move(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    path = asked.given.get("path", ())
    first, last = (path[0].upper(), path[-1].upper()) if isinstance(path, tuple) else ("", "")
    if told["legal"]:
        yield Message("{mover} may go from {start} to {end}: {cost}.",
                      **told, start=first, end=last)  # fmt: skip
        if told["reason"] == "minimum_move":
            yield Message("That is more than its speed, so it is the minimum movement.")
        else:
            yield from _speed(asked)
    else:
        why = _sentence(MOVED, told["reason"], **{"at": last, **told})
        yield Message("{mover} may not go this way: {why}.", **told, why=why)
        if "cost" in told:
            yield Message("It would cost {cost}.", **told)
    if told.get("hazard_steps"):
        yield Message("It is hurt on {hazard_steps:step|steps}.", **told)


def _speed(asked: AnsweredQuery) -> Iterator[Message]:
    mover, cost = asked.scene.creature(_word_of(asked, "mover")), asked.values["cost"]
    speed = speed_of(asked.scene, mover, str(asked.given.get("mode", "walk")))
    if speed is None or "budget" in asked.given or asked.given.get("action", "move") != "move":
        return
    if cost <= speed:
        yield Message("{left:square|squares} of its speed of {speed} are left.",
                      left=speed - cost, speed=speed)  # fmt: skip
    else:
        yield Message("Its speed is {speed}: one move is not enough.", speed=speed)


def _cheapest(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    if not told["reachable"]:
        yield Message("{mover} cannot get to {to}.", **told)
    else:
        yield Message("The cheapest way for {mover} to {to} costs {cost}.", **told)
        yield from _speed(asked)


def _reach(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    yield Message("{mover} can get to {count:square|squares} with {budget}.", **told)


def _distance(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    length = _length(asked, told["squares"])
    if not told["squares"]:
        yield Message("{a} and {b} share a square.", **told)
    elif told["squares"] == 1:
        yield Message("{a} and {b} are adjacent: {length}.", **told, length=length)
    else:
        yield Message("{a} and {b} are {length} apart.", **told, length=length)


def _fall(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    harm = told.get("dice", "") or told.get("damage", 0)
    yield Message("A fall of {height}: {harm} damage.", **told, harm=harm)
    if told["prone"]:
        yield Message("A creature that falls is prone afterwards.")
    if "victim_damage" in told:
        degree = str(told["victim_degree"]).replace("_", " ")
        yield Message("A creature below takes {victim_damage} ({degree}).", **told, degree=degree)


def _fly(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    if "budget" not in told:
        yield Message("This flight costs {cost}.", **told)
        return
    limit = exact_number(_word_of(asked, "budget")) or Fraction(0)
    yield Message(
        "This flight costs {cost}, which {limit} allows."
        if told["legal"]
        else "This flight costs {cost}, more than {limit}.",
        **told,
        limit=limit,
    )


def _squeeze(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    width = Metres(exact_number(_word_of(asked, "width_m")) or Fraction(0))
    yield _sentence(FITS, told["mode"], **told, width=width)
    least = exact_number(str(told.get("min_width_m", "")))
    if least:
        yield Message("It needs {width} at least.", width=Metres(least))
    if told.get("cost_multiplier", 1) != 1:
        yield Message("Each square counts {cost_multiplier} times.", **told)
    if told.get("attack") or told.get("ac"):
        both = {"attack": 0, "ac": 0, **told}
        yield Message("{attack:+} to attacks, {ac:+} to Armour Class.", **both)
    if told.get("can_attack") is False:
        yield Message("It cannot attack while squeezing.")


def _end(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    if "legal" in told:
        yield _sentence(ENDING, told["reason"], **told)
    elif told.get("gm_decides"):
        yield Message("A creature stopped there is moved or falls, as the GM decides.")
    else:
        yield Message(
            "{mover} is moved to {options}."
            if len(told["options"]) == 1
            else "{mover} is moved to one of {options}, chosen by a die.",
            **told,
        )


# attacks, cover and areas


def _threat(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    yield Message("{who} threatens {count:square|squares} around it.", **told)
    if 0 < len(told["squares"]) <= NAMED:
        yield Message("They are {squares}.", **told)
    if told["own_space"]:
        yield Message("It can attack into its own space too.")


def _aoo(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    if not told["provokes"]:
        yield Message("This path of {mover} provokes no attacks.", **told)
    for one in told["provokes"]:
        by, others = _called(asked, one["by"]), tuple(at for at in one["all"] if at != one["at"])
        yield Message("{by} may strike at {mover} when it leaves {at}.",
                      **told, by=by, at=one["at"])  # fmt: skip
        if others:
            yield Message("Or later, when it leaves {squares}.", squares=others)


def _cover(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    if asked.given.get("mode") == "area":
        yield _area_cover(told)
        return
    yield _sentence(COVERED, told["degree"], **told)
    if told["ac_bonus"]:
        yield Message("{ac_bonus:+} to its Armour Class, {reflex_bonus:+} to Reflex saves.", **told)
    if told.get("partial_hint"):
        yield Message(
            "From one corner three of four lines are clear: the GM may call it partial cover."
        )


def _area_cover(told: Told) -> Message:
    if not told["affected"]:
        return Message("{target} is outside the area and not affected.", **told)
    if told["reflex_bonus"]:
        return Message("{target} is affected, with {reflex_bonus:+} to its Reflex save for cover.",
                       **told)  # fmt: skip
    return Message("{target} is affected, without a bonus for cover.", **told)


def _conceal(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    yield _sentence(CONCEALED, told["degree"], **told)
    if told["miss_chance"]:
        yield Message("A hit misses with {chance}.", chance=Chance(told["miss_chance"], 100))
    if told.get("can_target") is False:
        yield Message("The attacker has to guess its square.")


def _flank(_: AnsweredQuery, told: Told) -> Iterator[Message]:
    yield _sentence(FLANKED, told["reason"], **told)
    if told.get("attack_bonus"):
        yield Message("{attack_bonus:+} to the attack.", **told)
    if told.get("target_ac"):
        yield Message("{target_ac:+} to the target's Armour Class.", **told)


def _attack(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    if "allowed" in told:
        yield from _coup(told)
        return
    if not told.get("can_attack", True):
        why = _sentence(NO_ATTACK, told.get("reason", ""))
        yield Message("{attacker} cannot attack {target} ({mode}): {why}.", **told, why=why)
        return
    yield Message(
        "{attacker} attacks {target} ({mode}): {attack_total:+} to the roll and {ac_total:+} to "
        "the Armour Class as things stand.",
        **told,
    )
    changed = attack_of(asked.keys, asked.scene).modifiers
    if changed.attack_scores or changed.ac_scores:
        yield Message(
            "Strength and Dexterity changed by conditions: {attack:+} to the roll and "
            "{ac:+} to the Armour Class on top.",
            attack=changed.attack_change,
            ac=changed.ac_change,
        )
    if told.get("target_loses_dex"):
        yield Message("{target} loses its Dexterity bonus to Armour Class.", **told)
    if "needed" in told:
        chance = Chance(exact_number(str(told["p_hit"])) or 0)
        yield Message("It needs {needed} or more on the d20 and hits with {chance}.",
                      **told, chance=chance)  # fmt: skip


def _coup(told: Told) -> Iterator[Message]:
    if not told["allowed"]:
        why = str(told["reason"]).replace("_", " ")
        yield Message("{attacker} cannot give {target} the coup de grâce: {why}.", **told, why=why)
        return
    yield Message(
        "{attacker} can give {target} the coup de grâce in "
        "{full_round_actions:full-round action|full-round actions}.",
        **told,
    )
    if "fort_dc" in told:
        yield Message("If the target survives, it makes a Fortitude save, DC {fort_dc}.", **told)


def _area(asked: AnsweredQuery, told: Told) -> Iterator[Message]:
    found = [(_called(asked, one["id"]), one) for one in told["creatures"]]
    yield Message("The {shape} covers {count:square|squares}.", **told)
    plain = tuple(who for who, one in found if one["affected"] and not one["reflex_bonus"])
    if not found:
        yield Message("The area is empty.")
    elif plain:
        yield Message("In it: {names}.", names=plain)
    for who, one in found:
        if not one["affected"]:
            yield Message("{who} is in it, but walls protect it.", who=who)
        elif one["reflex_bonus"]:
            yield Message("{who} is in it, with {reflex_bonus:+} to the Reflex save for cover.",
                          who=who, **one)  # fmt: skip


SENTENCES: Mapping[str, Callable[[AnsweredQuery, Told], Iterable[Message]]] = {
    "move": _move, "cheapest": _cheapest, "reach": _reach, "distance": _distance, "fall": _fall,
    "fly": _fly, "squeeze": _squeeze, "end": _end, "threat": _threat, "aoo": _aoo, "cover": _cover,
    "conceal": _conceal, "flank": _flank, "attack": _attack, "area": _area,
}  # fmt: skip


def sentences(asked: AnsweredQuery) -> str:
    """The sentences of an answer, on one line."""
    messages = SENTENCES[asked.question.name](asked, _values(asked))
    texts = map(say, messages)
    return " ".join(text[:1].upper() + text[1:] for text in texts)
