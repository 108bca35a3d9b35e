"""Occasions that the program cannot decide: a save against fear, an attack by somebody evil.

The GM says them, and a change that asks for one counts only then.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.dice import Situation
from core.effects.changes import Change
from core.messages import Message, Template

ABOUT: Template = "{effect}, as it is about {when}"
NOT_SAID: Template = "{effect} {amount:+}, if it is about {when}: not chosen"
BY_HAND: Template = "{effect} {amount:+} when {when}: by hand"


def label_unsaid(effect: str, amount: int, change: Change) -> Message:
    """Return the label of a change whose occasion nobody has said."""
    template = NOT_SAID if change.is_asked else BY_HAND
    return Message(template, effect=effect, amount=amount, when=change.when)


def describe_change(effect: str, amount: int, change: Change) -> Message:
    """Return what a change does, in short: "bless +1 morale"."""
    if not change.type:
        return Message("{effect} {amount:+}", effect=effect, amount=amount)
    bonus_type = change.type.replace("_", " ")
    return Message("{effect} {amount:+} {type}", effect=effect, amount=amount, type=bonus_type)


def gather_situations(situations: Iterable[Situation]) -> tuple[Situation, ...]:
    """Return one situation for each word, with all that it does, in the order of the words."""
    by_word: dict[str, Situation] = {}
    for one in situations:
        before = by_word.get(one.word)
        does = one.does
        if before is not None:
            does = tuple(dict.fromkeys((*before.does, *does)))
        by_word[one.word] = Situation(one.word, does, one.is_said)
    return tuple(by_word[word] for word in sorted(by_word))
