"""Points of damage and healing that the GM typed in a command: overruled like dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.combat.attack.arriving import DealtPart
from core.dice import Answers, Question, Typed
from core.messages import N_, Message, Refusal
from core.play.facts.fight.blows.commands import GiveTemporary
from core.play.facts.fight.combatants import name_combatant, refuse_nobody
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt
from core.play.resolution import outcome
from core.values import Struct, replace

MOST = 1_000_000
"""The most damage or healing in one command."""


def each(creature_ids: tuple[str, ...], amounts: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Pairs of id and amount. Refusals: "nobody", "amounts" (too many, too few, out of range)."""
    refuse_nobody(creature_ids)
    if len(amounts) not in (1, len(creature_ids)):
        raise Refusal(
            "amounts",
            "Give one amount for all, or one for each of the {people}; {given} were given.",
            people=len(creature_ids),
            given=len(amounts),
        )
    if any(amount < 0 for amount in amounts):
        raise Refusal("amounts", "An amount must be 0 or more.")
    if any(amount > MOST for amount in amounts):
        raise Refusal("amounts", "An amount must be at most {most}.", most=MOST)
    if len(amounts) == 1:
        given = amounts * len(creature_ids)
    else:
        given = amounts
    return tuple(zip(creature_ids, given, strict=True))


Points: TypeAlias = Hurt | Heal | GiveTemporary
"""Commands that give points of damage, healing or temporary hit points."""


def _each_part(command: Points) -> tuple[tuple[str, tuple[int, ...]], ...]:
    # Who takes which points: one number, or those of the parts of one blow.
    if isinstance(command, Hurt) and command.kinds:
        _refuse_parts(command)
        return tuple((who, command.amounts) for who in command.who)
    return tuple((who, (amount,)) for who, amount in each(command.who, command.amounts))


def _refuse_parts(command: Hurt) -> None:
    refuse_nobody(command.who)
    for amount in command.amounts:
        each(command.who[:1], (amount,))
    if len(command.kinds) != len(command.amounts):
        raise Refusal("amounts", "Give the kind of each amount of a blow.")


def answer_points(command: Points, state: State) -> tuple[tuple[Question, Typed], ...]:
    """The points of `command` as questions with their answers. Refusals of `each`."""
    match command:
        case Hurt(nonlethal=True):
            words = N_("nonlethal damage to {who}")
        case Hurt():
            words = N_("damage to {who}")
        case Heal():
            words = N_("healing for {who}")
        case GiveTemporary():
            words = N_("temporary hit points for {who}")
    thrown = []
    for number, (who, amounts) in enumerate(_each_part(command), 1):
        label = Message(words, who=name_combatant(state, who))
        for part, amount in enumerate(amounts, 1):
            further = "" if part == 1 else f"/{part}"
            key = f"points/{number}/{who}{further}"
            question = Question(key, label, who, dice="0", free=True)
            thrown.append((question, Typed(amount)))
    return tuple(thrown)


def dealt(command: Points, state: State, answers: Answers) -> Iterator[tuple[str, int]]:
    """Pairs of id and points: those of `command`, or those that `answers` put in their place.

    Of one blow of several parts there is a pair for each. Refusals of `each`, "bad_roll" and
    "bad_ruling".
    """
    for question, typed in answer_points(command, state):
        answer = answers.get(question.key, typed)
        yield question.who, max(0, outcome(question, answer).total)


class TypedBlow(Struct):
    """Typed damage to one creature: its parts, and the beginning of the keys of its questions."""

    who: str
    parts: tuple[DealtPart, ...]
    key: str


def dealt_blows(command: Hurt, state: State, answers: Answers) -> Iterator[TypedBlow]:
    """Yield the damage of a command, as `dealt`: the parts of one blow together."""
    points = tuple(dealt(command, state, answers))
    count = max(1, len(command.kinds))
    kinds = command.kinds or ((),)
    for number, start in enumerate(range(0, len(points), count), 1):
        who = points[start][0]
        amounts = [amount for _, amount in points[start : start + count]]
        parts = tuple(map(DealtPart, amounts, kinds))
        yield TypedBlow(who, parts, f"points/{number}/{who}")


def retold(command: Points, state: State, answers: Answers) -> Points:
    """Return the command with the points after `answers`. Refusals of `dealt`."""
    amounts = tuple(amount for _, amount in dealt(command, state, answers))
    given = tuple(amount for _, some in _each_part(command) for amount in some)
    if amounts == given:
        return command
    if isinstance(command, Hurt) and command.kinds:
        amounts = amounts[: len(command.kinds)]
    return replace(command, amounts=amounts)
