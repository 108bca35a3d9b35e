"""Points of damage and healing that the GM typed in a command: overruled like dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.dice import Answers, Question, Typed
from core.messages import N_, Message, Refusal
from core.play.facts.fight.blows.commands import GiveTemporary
from core.play.facts.fight.combatants import name_combatant, refuse_nobody
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt
from core.play.resolution import outcome
from core.values import replace

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
    for number, (who, amount) in enumerate(each(command.who, command.amounts), 1):
        label = Message(words, who=name_combatant(state, who))
        question = Question(f"points/{number}/{who}", label, who, dice="0", free=True)
        thrown.append((question, Typed(amount)))
    return tuple(thrown)


def dealt(command: Points, state: State, answers: Answers) -> Iterator[tuple[str, int]]:
    """Pairs of id and points: those of `command`, or those that `answers` put in their place.

    Refusals of `each`, "bad_roll" and "bad_ruling".
    """
    for question, typed in answer_points(command, state):
        answer = answers.get(question.key, typed)
        yield question.who, max(0, outcome(question, answer).total)


def retold(command: Points, state: State, answers: Answers) -> Points:
    """Return the command with the points after `answers`. Refusals of `dealt`."""
    amounts = tuple(amount for _, amount in dealt(command, state, answers))
    given = tuple(amount for _, amount in each(command.who, command.amounts))
    if amounts == given:
        return command
    return replace(command, amounts=amounts)
