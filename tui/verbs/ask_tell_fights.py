"""The answers about attacks, cover and areas in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from core.casebook.given import Given
from core.messages import N_, Message
from core.quantities import Chance
from core.rulesets.values import exact_number
from tui.verbs.ask_answer import Asked
from tui.verbs.ask_attack import attack_of
from tui.verbs.ask_reasons import CONCEALED, COVERED, FLANKED, NO_ATTACK
from tui.verbs.ask_saying import called, name_of, sentence, values_of, word_of

NAMED = 12
"""No more squares are named in a sentence; the picture shows them all."""


def _threat(asked: Asked) -> Iterator[Message]:
    values, who = values_of(asked), called(asked, "who")
    squares = tuple(str(name) for name in values["squares"])
    yield Message(N_("{who} threatens {count:square|squares} around it."), who=who,
                  count=int(values["count"]))  # fmt: skip
    if 0 < len(squares) <= NAMED:
        yield Message(N_("They are {squares}."), squares=squares)
    if values["own_space"]:
        yield Message(N_("It can strike into its own space too."))


def _aoo(asked: Asked) -> Iterator[Message]:
    mover, provoked = called(asked, "mover"), values_of(asked)["provokes"]
    if not provoked:
        yield Message(N_("Nobody may strike at {mover} on this way."), mover=mover)
    for one in provoked:
        others = tuple(str(name) for name in one["all"] if name != one["at"])
        yield Message(N_("{by} may strike at {mover} when it leaves {at}."), mover=mover,
                      by=name_of(asked, one["by"]), at=str(one["at"]))  # fmt: skip
        if others:
            yield Message(N_("Or later, when it leaves {squares}."), squares=others)


def _cover(asked: Asked) -> Iterator[Message]:
    values, target = values_of(asked), called(asked, "target")
    degree = str(values["degree"])
    if asked.given.get("mode") == "area":
        yield from _area_cover(values, target)
        return
    yield sentence(COVERED, degree, target=target, attacker=called(asked, "attacker"),
                  mode=word_of(asked, "mode"))  # fmt: skip
    if values["ac_bonus"]:
        yield Message(N_("{ac:+} to its Armour Class, {reflex:+} to Reflex saves."),
                      ac=int(values["ac_bonus"]), reflex=int(values["reflex_bonus"]))  # fmt: skip
    if values.get("partial_hint"):
        yield Message(N_("From one corner three of four lines are clear: the GM may call it "
                         "partial cover."))  # fmt: skip


def _area_cover(values: Mapping[str, Any], target: str) -> Iterator[Message]:
    if not values["affected"]:
        yield Message(N_("{target} is out of its way: it is not affected."), target=target)
    elif values["reflex_bonus"]:
        yield Message(N_("{target} is affected, with {reflex:+} to its Reflex save for cover."),
                      target=target, reflex=int(values["reflex_bonus"]))  # fmt: skip
    else:
        yield Message(N_("{target} is affected, without a bonus for cover."), target=target)


def _conceal(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    yield sentence(CONCEALED, str(values["degree"]), target=called(asked, "target"),
                  attacker=called(asked, "attacker"), mode=word_of(asked, "mode"))  # fmt: skip
    if values["miss_chance"]:
        yield Message(N_("A hit misses with {chance}."),
                      chance=Chance(int(values["miss_chance"]), 100))  # fmt: skip
    if values.get("can_target") is False:
        yield Message(N_("Its square has to be guessed."))


def _flank(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    yield sentence(FLANKED, str(values["reason"]), attacker=called(asked, "attacker"),
                  ally=called(asked, "ally"), target=called(asked, "target"))  # fmt: skip
    if values.get("attack_bonus"):
        yield Message(N_("{bonus:+} to the attack."), bonus=int(values["attack_bonus"]))
    if values.get("target_ac"):
        yield Message(N_("{bonus:+} to the target's Armour Class."),
                      bonus=int(values["target_ac"]))  # fmt: skip


def _attack(asked: Asked) -> Iterator[Message]:
    values, attacker, target = values_of(asked), called(asked, "attacker"), called(asked, "target")
    if "allowed" in values:
        yield from _coup(values, attacker, target)
        return
    if not values.get("can_attack", True):
        why = sentence(NO_ATTACK, str(values.get("reason", "")))
        yield Message(N_("{attacker} cannot attack {target} ({mode}): {why}."), why=why,
                      attacker=attacker, target=target, mode=word_of(asked, "mode"))  # fmt: skip
        return
    yield Message(N_("{attacker} attacks {target} ({mode}): {attack:+} to the roll and {ac:+} to "
                     "the Armour Class as things stand."),
                  attacker=attacker, target=target, mode=word_of(asked, "mode"),
                  attack=int(values["attack_total"]), ac=int(values["ac_total"]))  # fmt: skip
    changed = attack_of(Given(asked.given, asked.given), asked.scene).modifiers
    if changed.attack_scores or changed.ac_scores:
        yield Message(N_("Strength and Dexterity changed by conditions: {attack:+} to the roll and "
                         "{ac:+} to the Armour Class on top."),
                      attack=changed.attack_change, ac=changed.ac_change)  # fmt: skip
    if values.get("target_loses_dex"):
        yield Message(N_("{target} loses its Dexterity bonus to Armour Class."), target=target)
    if "needed" in values:
        chance = Chance(exact_number(str(values["p_hit"])) or 0)
        yield Message(N_("It needs {needed} or more on the d20 and hits with {chance}."),
                      needed=int(values["needed"]), chance=chance)  # fmt: skip


def _coup(values: Mapping[str, Any], attacker: str, target: str) -> Iterator[Message]:
    if not values["allowed"]:
        yield Message(N_("{attacker} can give {target} no coup de grâce: {why}."),
                      attacker=attacker, target=target,
                      why=str(values["reason"]).replace("_", " "))  # fmt: skip
        return
    yield Message(N_("{attacker} can give {target} the coup de grâce in "
                     "{actions:full-round action|full-round actions}."),
                  attacker=attacker, target=target,
                  actions=int(values["full_round_actions"]))  # fmt: skip
    if "fort_dc" in values:
        yield Message(N_("Who survives it makes a Fortitude save, DC {dc}."),
                      dc=int(values["fort_dc"]))  # fmt: skip


def _area(asked: Asked) -> Iterator[Message]:
    values = values_of(asked)
    found = values["creatures"]
    yield Message(N_("The {shape} covers {count:square|squares}."), shape=word_of(asked, "shape"),
                  count=int(values["count"]))  # fmt: skip
    plain = tuple(
        name_of(asked, one["id"]) for one in found if one["affected"] and not one["reflex_bonus"]
    )
    if not found:
        yield Message(N_("Nobody is in it."))
    elif plain:
        yield Message(N_("In it: {names}."), names=plain)
    for one in found:
        yield from _in_area(one, name_of(asked, one["id"]))


def _in_area(one: Mapping[str, Any], who: str) -> Iterator[Message]:
    if not one["affected"]:
        yield Message(N_("{who} is in it, but not affected: walls are between."), who=who)
    elif one["reflex_bonus"]:
        yield Message(N_("{who} is in it, with {reflex:+} to the Reflex save for cover."),
                      who=who, reflex=int(one["reflex_bonus"]))  # fmt: skip


FIGHTS: Mapping[str, Callable[[Asked], Iterable[Message]]] = {
    "threat": _threat, "aoo": _aoo, "cover": _cover, "conceal": _conceal, "flank": _flank,
    "attack": _attack, "area": _area,
}  # fmt: skip
