"""Amounts for one or many: one for all, or one for each in order."""

from __future__ import annotations

from core.messages import N_, Refusal

MOST = 1_000_000
"""Nobody takes or heals more at once."""


def each(who: tuple[str, ...], amounts: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Who gets how much. Refusals: "nobody", "amounts" for too many, too few or below 0."""
    if not who:
        raise Refusal("nobody", N_("Say who is meant."))
    if len(amounts) not in (1, len(who)):
        raise Refusal(
            "amounts",
            N_("Give one amount for all, or one for each of the {people}; {given} were given."),
            people=len(who),
            given=len(amounts),
        )
    if any(amount < 0 for amount in amounts):
        raise Refusal("amounts", N_("An amount is not below 0."))
    if any(amount > MOST for amount in amounts):
        raise Refusal("amounts", N_("An amount is {most} at most."), most=MOST)
    given = amounts * len(who) if len(amounts) == 1 else amounts
    return tuple(zip(who, given, strict=True))
