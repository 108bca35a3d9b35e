"""Amendments: a past entry is overruled, and its consequences are corrected now."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message, Refusal
from core.play.assets import Assets
from core.play.fight.blows.amounts import MOST
from core.play.fight.combatants import Being, fight_of, someone
from core.play.fight.health import damaged
from core.play.outcomes import Decided
from core.play.state import Member, State
from core.play.table.amended import amended, points
from core.play.table.amended_narration import narrate_correction
from core.play.table.commands import Amend, Correction, Points, Rule
from core.play.table.events import Amended
from core.play.table.fight_rulings import read_in_fight
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import replace


def amend(command: Amend, state: State, assets: Assets) -> Decided:
    """Apply the corrections of the amendment in order.

    Strain is a part of damage, so it is reduced before it and added after it. No more points are
    taken away than there are, nor dealt than the system knows. Refusals:
    "nothing_to_amend", "unknown_creature", "no_fight", "bad_ruling", those of a position.
    """
    now, made = state, []
    for one in sorted(command.corrections, key=_turn):
        for each in _read(one, now, assets):
            now = amended(now, (each,))
            made.append(each)
    if not made:
        raise Refusal("nothing_to_amend", "There is nothing to correct.")
    event = Amended(command.entry, command.word, tuple(made), command.reason)
    label = Message("entry {seq} overruled", seq=command.entry)
    parts = tuple(_receipt(each, state) for each in made)
    return Decided((event,), (Receipt(label, command.word, source="GM", parts=parts),))


def _turn(one: Correction) -> int:
    tires = one.target in ("strain", "strain_lethal")
    return (0 if one.by < 0 else 2) if tires else 1


def _receipt(one: Correction, state: State) -> Receipt:
    return Receipt(narrate_correction(one, state), one.by or one.to, source="GM")


def _read(one: Correction, state: State, assets: Assets) -> Iterator[Correction]:
    being = someone(state, one.who)
    match one.target:
        case "damage" | "nonlethal" | "temporary" | "strain" | "strain_lethal":
            by = _points(one, one.target, being, assets.rules)
            if by:
                yield replace(one, by=by)
        case "position" | "elevation":
            fight_of(state)
            told = Rule(one.target, one.to or "off", one.who)
            yield replace(one, to=read_in_fight(told, state, assets))
        case "stable" | "dead":
            yield replace(one, to=read_in_fight(Rule(one.target, one.to, one.who), state, assets))
        case "condition":
            yield one


def _points(one: Correction, target: Points, being: Being, rules: Ruleset) -> int:
    if abs(one.by) > MOST:
        raise Refusal("bad_ruling", "{value} is more than any creature has.", value=one.by)
    if one.by < 0:
        return max(one.by, -points(being, target))
    if target in ("strain", "strain_lethal") and not isinstance(being, Member):
        return 0
    if target == "damage":
        return one.by - damaged(replace(being, temporary=0), one.by, rules).beyond
    return one.by
