"""The order of initiative: its slots, the next one, and changes."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from core.play.fight.encounter import Encounter, Figure, Slot
from core.values import replace


def slot_of(encounter: Encounter, who: str) -> Slot | None:
    """Return the slot in which a creature acts, or None."""
    return next((slot for slot in encounter.order if who in slot.who), None)


def acting_slot(encounter: Encounter) -> Slot | None:
    """Return the slot whose turn it is, or None."""
    return encounter.slot(encounter.acting) if encounter.acting else None


def is_acting(encounter: Encounter, figure: Figure) -> bool:
    """Whether it is the turn of a creature or its rider."""
    slot = acting_slot(encounter)
    if slot is None:
        return False
    riders = (other.id for other in encounter.figures if other.mount == figure.id)
    return figure.id in slot.who or any(rider in slot.who for rider in riders)


def figures_of(encounter: Encounter, slot: Slot) -> tuple[Figure, ...]:
    """Return the figures of a slot that are still in the encounter."""
    found = (encounter.figure(who) for who in slot.who)
    return tuple(figure for figure in found if figure is not None)


def upcoming(encounter: Encounter, passed: Collection[str] = ()) -> Slot | None:
    """Return the first slot whose turn of this round is not over, or None.

    `passed` are keys of slots to leave out. In a surprise round a slot of surprised creatures has
    no turn.
    """
    for slot in encounter.order:
        if slot.over >= encounter.round or slot.key in passed:
            continue
        if encounter.surprise and _surprised(encounter, slot):
            continue
        return slot
    return None


def _surprised(encounter: Encounter, slot: Slot) -> bool:
    figures = figures_of(encounter, slot)
    return bool(figures) and all(figure.surprised for figure in figures)


def ordered(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Return slots by their totals, highest first; equal ones keep their order."""
    return tuple(sorted(slots, key=lambda slot: -slot.total))


def with_total(encounter: Encounter, who: str, total: Fraction) -> Encounter:
    """Return the encounter with another total for the slot of `who`, and the order by it.

    The GM breaks a tie so, by a half. The acting slot stays, and each slot still acts once a
    round. Unchanged when `who` has no slot.
    """
    slot = slot_of(encounter, who)
    if slot is None:
        return encounter
    changed = (replace(one, total=total) if one.key == slot.key else one for one in encounter.order)
    return replace(encounter, order=ordered(tuple(changed)))


def alone(slot: Slot, who: str) -> tuple[Slot | None, Slot]:
    """Return a slot without `who` (None = nobody is left), and a slot of its own for `who`."""
    others = tuple(other for other in slot.who if other != who)
    own = replace(slot, key=who, who=(who,))
    if not others:
        return None, replace(slot, who=(who,))
    key = others[0] if slot.key == who else slot.key
    return replace(slot, key=key, who=others), own


def interposed(encounter: Encounter, who: str, *, single: bool) -> tuple[Slot, ...]:
    """Return the order in which `who` acts now, before the acting slot, and at that count later.

    Its whole slot moves, or only `who` (`single`).
    """
    slot = slot_of(encounter, who)
    if slot is None:
        return encounter.order
    rest, mover = alone(slot, who) if single else (None, slot)
    kept = tuple(
        one if one.key != slot.key else rest
        for one in encounter.order
        if one.key != slot.key or rest is not None
    )
    others = tuple(one for one in kept if one is not None)
    left = replace(encounter, order=others)
    before = acting_slot(left) or upcoming(left)
    at = len(others) if before is None else others.index(before)
    total = mover.total if before is None else before.total
    now_in = encounter.round
    mover = replace(mover, total=total, began=now_in, over=min(mover.over, now_in - 1))
    return (*others[:at], mover, *others[at:])


def later(encounter: Encounter, rounds: int) -> Encounter:
    """Return the encounter `rounds` rounds later, in the middle of the same turn."""
    order = tuple(
        replace(slot, began=_shifted(slot.began, rounds), over=_shifted(slot.over, rounds))
        for slot in encounter.order
    )
    return replace(encounter, round=encounter.round + rounds, order=order)


def _shifted(number: int, by: int) -> int:
    return number + by if number else 0
