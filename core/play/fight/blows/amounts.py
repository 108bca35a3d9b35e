"""Amounts for several creatures: one for all, or one each in order."""

from __future__ import annotations

from core.messages import Refusal

MOST = 1_000_000
"""The most damage or healing in one command."""


def each(who: tuple[str, ...], amounts: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Pairs of id and amount. Refusals: "nobody", "amounts" (too many, too few, out of range)."""
    if not who:
        raise Refusal("nobody", "Name at least one creature.")
    if len(amounts) not in (1, len(who)):
        raise Refusal(
            "amounts",
            "Give one amount for all, or one for each of the {people}; {given} were given.",
            people=len(who),
            given=len(amounts),
        )
    if any(amount < 0 for amount in amounts):
        raise Refusal("amounts", "An amount must be 0 or more.")
    if any(amount > MOST for amount in amounts):
        raise Refusal("amounts", "An amount must be at most {most}.", most=MOST)
    given = amounts * len(who) if len(amounts) == 1 else amounts
    return tuple(zip(who, given, strict=True))
