"""The dice thrown in an entry: their thrower, kind and result.

An answer gives a result; its key, the events, the sheets and the ruleset give the dice. No
decision is made again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal

from core.combat.attack.damage import changes_of_damage
from core.combat.attack.scores import total
from core.combat.flight import fall
from core.creatures import Attack
from core.dice import Answers, Expression, Rolled, Ruled, Typed, parse_dice
from core.effects.worn import parse_worn
from core.messages import Refusal
from core.play.facts.fight.blows.commands import AreaAttack, CoupDeGrace, MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import attack_of, figure_of, find, sheet
from core.play.facts.fight.moves.events import Fell
from core.play.facts.fight.turns.events import InitiativeSet
from core.play.facts.road.commands import Halt
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import CallCheck
from core.play.facts.table.events import Checked
from core.play.fight.blows.attack_figures import damage_of
from core.play.fight.fight_scene import conditions_held
from core.play.fight.health import ability_scores, known_con_modifier
from core.play.fight.turns.decide import quickness
from core.play.resolution import Resolution
from core.play.table.decide import modified
from core.play.union import Command, Event
from core.rulesets.schema import Ruleset
from core.values import Struct


class Roll(Struct, omit_defaults=True):
    """One throw: its thrower, its dice ("d20", "2d6") and its result.

    `who` is an id, "" where no creature threw (encounter checks). `shown` is the sum of the
    faces without added numbers. `how`: thrown at the table and typed, or rolled by the program.
    `low`: less is better for the thrower, as with the damage of a forced march.
    """

    who: str
    dice: str
    shown: int
    how: Literal["typed", "rolled"]
    low: bool = False


def rolls(
    before: State,
    command: Command,
    answers: Answers,
    events: Sequence[Event],
    rules: Ruleset,
) -> tuple[Roll, ...]:
    """Return the dice thrown in an entry, in the order of its answers, rulings left out.

    Also left out are results that the dice cannot show, totals whose modifier is unknown, and
    rolls that only pick a place or a minute.
    """
    throws = Throws(before, command, answers, events, Assets(rules))
    rolls_found = list[Roll]()
    for key, answer in answers.items():
        if isinstance(answer, Ruled):
            continue
        try:
            throw = throws.of(key)
        except Refusal:  # a sheet may hold dice that are none
            continue
        if throw is None or (shown := _shown(answer, throw)) is None:
            continue
        how: Literal["typed", "rolled"]
        if isinstance(answer, Rolled):
            how = "rolled"
        else:
            how = "typed"
        rolls_found.append(Roll(throw.who, name_dice(throw.dice), shown, how, throw.low))
    return tuple(rolls_found)


def _shown(answer: Rolled | Typed, throw: Throw) -> int | None:
    dice = throw.dice
    if isinstance(answer, Rolled):
        try:
            return dice.total(answer.faces) - dice.plus
        except ValueError:
            return None
    shown = answer.number - dice.plus
    if answer.total:
        if throw.modifier is None:
            return None
        shown -= throw.modifier
    if dice.least <= shown + dice.plus <= dice.most:
        return shown
    return None


@lru_cache(maxsize=256)
def name_dice(dice: Expression) -> str:
    """Return the dice as text, without what is added to them: "d20", "2d6"."""
    if len(dice.groups) == 1:
        ((sign, number, sides),) = dice.groups
        if (sign, number) == (1, 1):
            return f"d{sides}"
    return str(dice.bare)


D20: Final = Expression(((1, 1, 20),))
D100: Final = Expression(((1, 1, 100),))
DAMAGE = "/damage"


class Throw(Struct):
    """The thrower and the dice of an answer.

    `modifier` is the part of a typed total that is not dice (None = unknown).
    `low`: less is better for `who`.
    """

    who: str
    dice: Expression
    modifier: int | None = 0
    low: bool = False


@dataclass
class Throws:
    """The throws of one entry, decided in the state `before` under the rules of `assets`."""

    before: State
    command: Command
    answers: Answers
    events: Sequence[Event]
    assets: Assets

    def of(self, key: str) -> Throw | None:
        """Return the throw of the answer `key`; None when its dice do not count or are unknown.

        Refusal "bad_dice" where a sheet has an unreadable expression.
        """
        checked = self._checked.get(key)
        if checked is not None:
            if checked.dc is None and key.startswith("stabilise/"):
                return Throw(checked.who, D100, low=True)
            return Throw(checked.who, D20, self._added(checked))
        match key.split("/"):
            case ["attack" | "opportunity", *_, "confirm" | "miss" | "damage" | "critical" as what]:
                return self._attack(key.removesuffix(f"/{what}"), what)
            case ["attack" | "opportunity", _, _, *_]:
                return self._attack(key, "")
            case ["coup", _, by, _, "critical"]:
                index = self.command.attack if isinstance(self.command, CoupDeGrace) else None
                return self._damage(by, index, critical=True, times=1, added=0)
            case ["area", *_, "damage"] if isinstance(self.command, AreaAttack):
                return Throw(self.command.by, parse_dice(self.command.damage))
            case ["initiative", _, *slot]:
                return self._initiative("/".join(slot))
            case ["march", _, _, who]:
                return Throw(who, D20, self._constitution(who))
            case ["march", _, _, who, "damage"]:
                return Throw(who, parse_dice(self.assets.rules.march.dice), low=True)
            case ["halt", *_, "damage"] if isinstance(self.command, Halt):
                return self._halt(key, self.command)
            case ["encounter", *_, end] if end != "when" and self.before.schedule is not None:
                return Throw("", parse_dice(self.before.schedule.dice))
            case ["fall", *_, who, "nonlethal"]:
                return self._fall(who, nonlethal=True)
            case ["fall", *_, who]:
                return self._fall(who, nonlethal=False)
            case _:
                return None

    @cached_property
    def _checked(self) -> Mapping[str, Checked]:
        return {event.key: event for event in self.events if type(event) is Checked}

    @cached_property
    def _attacks(self) -> Mapping[str, Struck]:
        strikes = {}
        asked = _by_number(self.answers)
        for event in self.events:
            if type(event) is Struck and not event.opportunity and asked.get(event.by):
                strikes[asked[event.by].pop(0)] = event
        return strikes

    def _struck(self, key: str) -> Struck | None:
        if key in self._attacks:
            return self._attacks[key]
        pair = key.split("/")[-2:]
        strikes = (event for event in self.events if type(event) is Struck)
        return next((one for one in strikes if one.opportunity and [one.by, one.at] == pair), None)

    def _added(self, checked: Checked) -> int | None:
        creature_id = checked.who
        match self.command:
            case CallCheck(name, _, asked, modifiers, improved) if checked.key.startswith("check/"):
                being = find(self.before, creature_id)
                if len(modifiers) == len(asked):
                    said = modifiers
                else:
                    said = modifiers * len(asked)
                own = dict(zip(asked, said, strict=False)).get(creature_id, 0)
                if being is None:
                    return None
                about = Resolution(self.before, self.assets, self.answers).said_of(checked.key)
                whole, _ = modified(
                    being, name, own, self.before, self.assets, improved=improved, about=about
                )
                return whole
            case Halt(checks=checks):
                return next((one.modifier for one in checks if one.who == creature_id), None)
            case _:
                if checked.key.startswith("march/"):
                    return self._constitution(creature_id)
                return None

    def _constitution(self, who: str) -> int | None:
        member = self.before.member(who)
        if member is None:
            return None
        return known_con_modifier(member) or 0

    def _attack(self, key: str, what: str) -> Throw | None:
        struck = self._struck(key)
        if key.startswith("attack/"):
            _, _, by, *_ = key.split("/")
        else:
            *_, by, _ = key.split("/")
        match what:
            case "" | "confirm":
                return Throw(by, D20, None if struck is None else struck.bonus)
            case "miss":
                return Throw(by, parse_dice(self.assets.rules.combat.blows.miss_die))
            case _:
                index = None if struck is None else struck.weapon
                times = 1 if struck is None else struck.times
                added = 0 if struck is None else struck.added
                critical = what == "critical"
                return self._damage(by, index, critical=critical, times=times, added=added)

    def _damage(
        self, by: str, index: int | None, *, critical: bool, times: int, added: int
    ) -> Throw | None:
        being = find(self.before, by)
        figure = figure_of(self.before, by)
        if being is None or figure is None:
            return None
        attack = attack_of(being, figure, index)
        if attack is None:
            return None
        conditions = conditions_held(being, self.before, self.assets)
        strength = ability_scores(being).get("str")
        worn = parse_worn(sheet(being).worn)
        said = self.command.words.about if isinstance(self.command, MakeAttack) else ()
        change = changes_of_damage(conditions, attack, self.assets.rules, strength, worn, said)
        return Throw(by, _dealt(attack, critical, total(change) + added, times))

    def _initiative(self, key: str) -> Throw | None:
        for event in self.events:
            slots = event.order if type(event) is InitiativeSet else ()
            for slot in slots:
                being = find(self.before, slot.who[0]) if slot.key == key else None
                if being is not None:
                    change = quickness(being, self.before, self.assets)
                    return Throw(slot.who[0], D20, sheet(being).init + total(change))
        return None

    def _halt(self, key: str, halt: Halt) -> Throw | None:
        checked = self._checked.get(key.removesuffix(DAMAGE))
        if checked is None:
            return None
        dice = parse_dice(halt.damage)
        return Throw(checked.who, dice.bare, dice.plus, low=True)

    def _fall(self, creature_id: str, *, nonlethal: bool) -> Throw | None:
        for event in self.events:
            if isinstance(event, Fell) and event.who == creature_id:
                jumps = event.deliberate
                fall_result = fall(
                    self.assets.rules, event.height, soft=event.soft, deliberate=jumps
                )
                if nonlethal:
                    dice = fall_result.nonlethal
                else:
                    dice = fall_result.lethal
                if fall_result.dice:
                    return Throw(creature_id, parse_dice(dice), low=True)
                return None
        return None


@lru_cache(maxsize=256)
def _dealt(attack: Attack, critical: bool, plus: int, times: int) -> Expression:
    return damage_of(attack, critical=critical, plus=plus, times=times)


def _by_number(answers: Answers) -> dict[str, list[str]]:
    amounts: dict[str, list[tuple[int, str]]] = {}
    for key, answer in answers.items():
        match key.split("/"):
            case ["attack", _, by, number] if number.isdecimal() and not (
                isinstance(answer, Ruled) and answer.value == "skip"
            ):
                amounts.setdefault(by, []).append((int(number), key))
            case _:
                pass
    return {by: [key for _, key in sorted(keys)] for by, keys in amounts.items()}
