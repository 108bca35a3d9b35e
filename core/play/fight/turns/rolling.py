"""Initiative, rolled or typed for all at once, once for each group.

A d20 and the creature's modifier, highest first; of equal totals the higher modifier goes first
(house default).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from core.combat.attack.scores import total
from core.dice import Question, Typed
from core.messages import Message, Refusal
from core.play.assets import Assets
from core.play.fight.combatant_scores import changes
from core.play.fight.combatants import Being, fight_of, find, sheet, someone
from core.play.fight.encounter import Encounter, Figure, Foe, Slot
from core.play.fight.health import house
from core.play.fight.turns.able_creatures import on_board
from core.play.fight.turns.commands import RollInitiative
from core.play.fight.turns.events import InitiativeSet
from core.play.fight.turns.order import acting_slot, alone, ordered, slot_of
from core.play.fight.turns.time import round_begins
from core.play.fight.turns.turn_order import go_on
from core.play.resolution import Resolution
from core.play.state import Member, State
from core.receipts import Receipt
from core.values import replace

MOST = 1000
"""The largest total of initiative, above or below 0."""


def roll_initiative(resolution: Resolution, command: RollInitiative) -> None:
    """Ask for initiative, set the order, and begin the first round if none has begun.

    Refusals: "no_fight", "unknown_creature", "nobody" (none there, or all have theirs).
    """
    fight = fight_of(resolution.state)
    for who in (*command.who, *command.surprised):
        someone(resolution.state, who)
    anew = tuple(one for who in command.who for one in _anew(resolution.state, fight, who))
    joined, slots = _joined(resolution, replace(fight, order=_without(fight.order, anew)), anew)
    if not slots and not joined:
        raise Refusal("nobody", "Nobody is on the board yet.")
    if not slots and joined == fight.order and fight.round:
        raise Refusal("nobody", "Everybody on the board already has initiative.")
    rolled = [_rolled(resolution, fight, slot) for slot in slots]
    found = sorted((one for one in rolled if one is not None), key=lambda one: -one[1])
    order = _placed(fight, joined, tuple(slot for slot, _ in found))
    surprised = tuple(who for who in command.surprised if fight.figure(who) is not None)
    resolution.emit(InitiativeSet(order, surprised))
    if not fight.round:
        _begin(resolution, surprised)


def missing_initiative(state: State, fight: Encounter) -> tuple[str, ...]:
    """Return the ids of those on the board who have no place in the order."""
    return tuple(
        figure.id
        for figure in fight.figures
        if slot_of(fight, figure.id) is None and _takes_turns(state, fight, figure)
    )


def _anew(state: State, fight: Encounter, who: str) -> tuple[str, ...]:
    figure = fight.figure(who)
    if figure is None or not _takes_turns(state, fight, figure):
        return ()
    return _with_mount(fight, who, anew=True)


def _begin(resolution: Resolution, surprised: tuple[str, ...]) -> None:
    fight = fight_of(resolution.state)
    if not fight.order:
        return
    acting = {who for slot in fight.order for who in slot.who}
    round_begins(
        resolution, surprise=bool(acting & set(surprised)) and not acting <= set(surprised)
    )
    go_on(resolution)


def _takes_turns(state: State, fight: Encounter, figure: Figure) -> bool:
    being = find(state, figure.id)
    if being is None or being.dead or not on_board(fight, figure):
        return False
    if isinstance(being, Member) and being.role == "vehicle":
        return False
    return all(rider.mount != figure.id for rider in fight.figures)


def _without(order: tuple[Slot, ...], who: Iterable[str]) -> tuple[Slot, ...]:
    left: list[Slot] = list(order)
    for one in who:
        slot = next((slot for slot in left if one in slot.who), None)
        if slot is not None:
            rest, _ = alone(slot, one)
            at = left.index(slot)
            left[at : at + 1] = [] if rest is None else [rest]
    return tuple(left)


def _joined(
    resolution: Resolution, fight: Encounter, anew: tuple[str, ...]
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    order, fresh = {slot.key: slot for slot in fight.order}, dict[str, Slot]()
    for who in missing_initiative(resolution.state, fight):
        group = _group(resolution.state, fight, who)
        carried = _with_mount(fight, who)
        if group in order and who not in anew:
            slot = order[group]
            order[group] = replace(slot, who=(*slot.who, *carried))
        else:
            key = who if group in order else group or who
            old = fresh.get(key, Slot(key, (), Fraction(0)))
            fresh[key] = replace(old, who=(*old.who, *carried))
    return tuple(order.values()), tuple(fresh.values())


def _group(state: State, fight: Encounter, who: str) -> str:
    being = find(state, who)
    group = being.group if isinstance(being, Foe) else ""
    taken = any(figure.id == group for figure in fight.figures)
    return f"{group}/group" if taken else group


def _with_mount(fight: Encounter, who: str, *, anew: bool = False) -> tuple[str, ...]:
    figure = fight.figure(who)
    mount = "" if figure is None else figure.mount
    first = next((other.id for other in fight.figures if mount and other.mount == mount), "")
    if first != who or fight.figure(mount) is None:
        return (who,)
    if not anew and slot_of(fight, mount) is not None:
        return (who,)
    return (who, mount)


def _rolled(resolution: Resolution, fight: Encounter, slot: Slot) -> tuple[Slot, int] | None:
    being = find(resolution.state, slot.who[0])
    if being is None:
        return None
    change = quickness(being, resolution.state, resolution.assets)
    modifier = sheet(being).init + total(change)
    question = Question(
        f"initiative/{fight.id}/{slot.key}",
        Message("initiative, {who}", who=_called(slot, being)),
        slot.who[0],
        modifier=modifier,
        free=True,
    )
    result = _total(resolution, question)
    before = slot_of(fight, slot.who[0])
    if result is None and before is not None and question.key in resolution.asking.answers:
        return replace(slot, total=before.total), modifier
    if result is None:
        return None
    resolution.explain(house(resolution.assets.rules, question.label, result, *change))
    return replace(slot, total=Fraction(result)), modifier


def quickness(being: Being, state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return the changes of initiative by changed Dexterity, where it rests on that (C-252)."""
    by_dexterity = assets.rules.combat.turn.initiative == "dexterity"
    return changes(being, state, assets, "dexterity") if by_dexterity else ()


def _total(resolution: Resolution, question: Question) -> int | None:
    told = resolution.asking.answers.get(question.key)
    if isinstance(told, Typed) and told.total and abs(told.number) <= MOST:
        return told.number
    outcome = resolution.asking.put(question)
    return None if outcome is None or outcome.skipped else outcome.total


def _called(slot: Slot, being: Being) -> str | Message:
    if not isinstance(being, Foe) or len(slot.who) == 1:
        return being.name
    return Message("{who}, {count}", who=being.name, count=len(slot.who))


def _placed(fight: Encounter, order: tuple[Slot, ...], new: tuple[Slot, ...]) -> tuple[Slot, ...]:
    # A slot rolled again keeps whether it has had its turn.
    if fight.round:
        new = tuple(_had(fight, slot) for slot in new)
    placed = ordered((*order, *new))
    acting = acting_slot(fight)
    if acting is None or acting not in placed:
        return placed
    fresh = {slot.key for slot in new if slot_of(fight, slot.who[0]) is None}
    late = {slot.key for slot in placed[: placed.index(acting)]} & fresh
    return tuple(replace(slot, over=fight.round) if slot.key in late else slot for slot in placed)


def _had(fight: Encounter, slot: Slot) -> Slot:
    before = slot_of(fight, slot.who[0])
    return slot if before is None else replace(slot, began=before.began, over=before.over)
