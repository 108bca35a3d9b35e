"""Checks that the GM calls for: the creatures, their modifiers, and why."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.attack.modifiers import total
from core.dice import Question
from core.messages import N_, Message, Refusal
from core.odds import p_natural, p_success
from core.play.fight.combatants import Being, find, sheet
from core.play.fight.fight_scene import changes
from core.play.resolution import Resolution
from core.play.state import Assets, State, someone
from core.play.table.commands import CallCheck
from core.quantities import exact
from core.receipts import Receipt

WRITTEN = {
    "fortitude": N_("Fortitude on the sheet"),
    "reflex": N_("Reflex on the sheet"),
    "will": N_("Will on the sheet"),
    "perception": N_("Perception on the sheet"),
    "acrobatics": N_("Acrobatics on the sheet"),
}
"""Checks whose modifiers are on the sheets."""
SAVES = ("fortitude", "reflex", "will")
OF_DEXTERITY = ("reflex", "acrobatics")
SHORTEST = 3
"""The fewest letters of such a check's name: "ref", "fort"."""


def call(resolution: Resolution, command: CallCheck) -> None:
    """Call a check with each creature's modifier from its sheet plus the GM's.

    Sheets have the saves, Perception and Acrobatics; for all else, and where the sheet has
    nothing, the GM's number is the whole modifier. Reflex and Acrobatics go with Dexterity
    as conditions leave it (C-218, C-252). Refusals: "nobody", "amounts",
    "unknown_member".
    """
    state, assets = resolution.state, resolution.assets
    for who, said in _each(command, state):
        clock, dc = state.clock, command.dc
        change = total(scored(who, command.name, state, assets))
        modifier = (written(who, command.name) or 0) + said + change
        save = _field(command.name) in SAVES
        odds = None if dc is None else p_natural(dc, modifier) if save else p_success(dc, modifier)
        question = Question(
            f"check/day-{clock.day}/{exact(clock.hour)}/{command.name}/{who.id}",
            Message("{check}, {who}", check=command.name, who=who.name),
            who.id,
            modifier=modifier,
            dc=dc,
            chance=odds,
            naturals=save and dc is not None,
        )
        outcome = resolution.ask(question)
        if outcome is not None and not outcome.skipped:
            resolution.emit(outcome.checked(question, command.name))
    resolution.receipts += receipts(command, state, assets)


def whom(state: State, who: str) -> Being:
    """Return the member, or creature of the fight. Refusal "unknown_member"."""
    return find(state, who) or someone(state, who)


def receipts(command: CallCheck, state: State, assets: Assets | None = None) -> tuple[Receipt, ...]:
    """Return a receipt for each modifier of a check; without assets, from the sheets alone.

    Refusals as `call`.
    """
    return tuple(
        _receipt(
            command, who, said,
            () if assets is None else scored(who, command.name, state, assets),
        )
        for who, said in _each(command, state)
    )  # fmt: skip


def scored(who: Being, name: str, state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return the receipt of changed scores in a check of this name, if any (C-218, C-252)."""
    if _field(name) not in OF_DEXTERITY:
        return ()
    return changes(who, state, assets, "dexterity")


def written(who: Being, name: str) -> int | None:
    """Return the sheet's modifier of a check of this name, or its beginning; None = none."""
    field = _field(name)
    found: int | None = getattr(sheet(who), field) if field else None
    return found


def _field(name: str) -> str:
    word = name.strip().casefold()
    found = next((one for one in WRITTEN if one.startswith(word)), "")
    return found if len(word) >= SHORTEST else ""


def _each(command: CallCheck, state: State) -> Iterator[tuple[Being, int]]:
    if not command.who:
        raise Refusal("nobody", "Say who makes the check.")
    if len(command.modifiers) not in (0, 1, len(command.who)):
        raise Refusal("amounts", "Give one modifier for all, or one for each.")
    given = command.modifiers or (0,)
    said = given * len(command.who) if len(given) == 1 else given
    for who, modifier in zip(command.who, said, strict=True):
        yield whom(state, who), modifier


def _receipt(command: CallCheck, who: Being, said: int, change: tuple[Receipt, ...]) -> Receipt:
    found, field = written(who, command.name), _field(command.name)
    label = Message("{check} check of {who}", check=command.name, who=who.name)
    parts: list[Receipt] = []
    if found is not None:
        parts.append(Receipt(Message(WRITTEN[field]), _plus(found)))
    elif field:
        parts.append(Receipt(Message("nothing is written on the sheet"), _plus(0)))
    parts += change
    if said or not parts:
        parts.append(Receipt(Message("the GM's word"), _plus(said)))
    return Receipt(label, _plus((found or 0) + said + total(change)), parts=tuple(parts))


def _plus(number: int) -> Message:
    return Message("{number:+}", number=number)
