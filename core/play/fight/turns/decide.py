"""Decisions on turns and chases, and the course of turns.

Initiative is a d20 and the modifier, rolled or typed once for each group, highest first; of equal
totals the higher modifier goes first (house default).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import assert_never

from core.combat.attack.scores import total
from core.dice import Question, Typed
from core.messages import Message, Refusal
from core.play.facts.encounter import PRONE, REMOVED, Encounter, Figure, Foe, Slot, ordered
from core.play.facts.fight.combatants import (
    Being,
    bearer_of,
    fight_of,
    find,
    name_combatant,
    sheet,
    someone,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseAllDay,
    ChaseRound,
    ClearCondition,
    DamageAbility,
    Delay,
    EndChase,
    EndTurn,
    Pause,
    PickOne,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
    Stabilise,
    StartChase,
    TurnCommand,
)
from core.play.facts.fight.turns.events import (
    ActionsSpent,
    Delayed,
    Died,
    InitiativeSet,
    Interposed,
    Paused,
    Picked,
    Readied,
    ReadyTaken,
    TurnBegan,
    TurnOver,
)
from core.play.facts.fight.turns.until import uncounted
from core.play.facts.state import Assets, Fighting, State
from core.play.fight.fight_scene import changes_of
from core.play.fight.health import health, house, is_vehicle
from core.play.fight.turns import chase
from core.play.fight.turns.budget import (
    action_words,
    counted_singly,
    is_on_board,
    left,
    who_can,
)
from core.play.fight.turns.drift import drift_on
from core.play.fight.turns.dying import checks, stabilise, throw_rider, throw_riders
from core.play.fight.turns.each_turn import EACH_TURN, happen_each_turn
from core.play.fight.turns.lasting_conditions import (
    DEAD,
    clear_condition,
    damage_ability,
    follow_health,
    learn_effect,
    refuse_situation,
    set_condition,
)
from core.play.fight.turns.move_budget import FULL_ROUND
from core.play.fight.turns.time import round_begins, turn_begins, turn_ends
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.values import replace


def find_begun_fight(state: State) -> Encounter:
    """Return the fight once initiative is rolled. Refusals: "no_fight", "no_initiative"."""
    fight = fight_of(state)
    if not fight.round:
        raise Refusal("no_initiative", "There is no initiative yet: roll it first.")
    return fight


def end_turn(resolution: Resolution) -> None:
    """End the acting slot's turn and begin the next. Refusals as `find_begun_fight`."""
    slot = find_begun_fight(resolution.state).acting_slot
    if slot is not None:
        turn_ends(resolution, slot)
        if resolution.missing:
            return  # what its dice do comes before the next turn
        resolution.emit(TurnOver(slot.key))
    go_on(resolution)


def go_on(resolution: Resolution, over: Iterable[str] = ()) -> None:
    """Begin the turn of the next slot that can act, in the next round if this one is over.

    For a slot that cannot act conditions still end and the dying still make their checks. When
    nobody can act for a whole round, no turn begins. A slot that runs in a chase has a turn, off
    the board too. `over` are the keys of slots that have had theirs in another way.
    """
    passed = list(over)
    new_round = False
    while True:
        fight = fight_of(resolution.state)
        slot = fight.upcoming(passed)
        if slot is None and new_round:
            resolution.emit(TurnBegan("", tuple(passed)))
            return
        if slot is None:
            round_begins(resolution, passed=tuple(passed))
            passed = []
            new_round = True
            continue
        asked = len(resolution.missing)
        taken = _begin(resolution, slot)
        if _asks_of_effects(resolution, asked):
            return  # what its dice do decides whether it has a turn
        if _has_turn(resolution, slot):
            resolution.emit(TurnBegan(slot.key, tuple(passed), resumed=slot.began == fight.round))
            resolution.emit(*(ActionsSpent(who, (FULL_ROUND,)) for who in taken))
            return
        asked = len(resolution.missing)
        turn_ends(resolution, slot)
        if _asks_of_effects(resolution, asked):
            return
        passed.append(slot.key)


def _asks_of_effects(resolution: Resolution, before: int) -> bool:
    # Whether dice of what effects do each turn are missing, beside the first ones.
    return any(one.key.startswith(f"{EACH_TURN}/") for one in resolution.missing[before:])


def _begin(resolution: Resolution, slot: Slot) -> tuple[str, ...]:
    # The ids of those whose turn is taken by a save.
    if slot.began >= fight_of(resolution.state).round:
        return ()
    turn_begins(resolution, slot)
    for who in slot.who:
        drift_on(resolution, who)
        checks(resolution, who)
    return happen_each_turn(resolution, slot, "start")


def _has_turn(resolution: Resolution, slot: Slot) -> bool:
    state = resolution.state
    rules = resolution.rules
    fight = fight_of(state)
    if who_can(state, rules, fight, slot):
        return True
    if fight.chase is None:
        runners = frozenset[str]()
    else:
        runners = fight.chase.runners
    running = (find(state, who) for who in slot.who if who in runners)
    return any(being is not None and not health(being, rules).out for being in running)


def start_chase(resolution: Resolution, command: StartChase) -> None:
    """Begin a chase; who runs in it has a turn apart from its group. Refusals of `chase.start`."""
    began = chase.start(command, resolution.state, resolution.assets)
    resolution.emit(began)
    fight = fight_of(resolution.state)
    carried = {bearer_of(resolution.state, who) for who in began.chase.runners}
    together = carried | began.chase.runners
    together |= {figure.id for figure in fight.figures if figure.mount in together}
    order = fight.set_apart(together)
    if order != fight.order:
        resolution.emit(InitiativeSet(order))


def chase_round(resolution: Resolution) -> None:
    """Let the chase go on: once a round, in the first turn of one who runs in it.

    That turn is over then, and so are those of all others who run, in this round. Out of such a
    turn a whole round passes with the chase. Refusals: "no_fight", "no_chase", "no_speed".
    """
    fight = fight_of(resolution.state)
    slots = fight.running_slots
    acting = fight.acting_slot
    if acting is None or acting not in slots:
        chase.go_round(resolution, in_turn=False)
        return
    chase.go_round(resolution, in_turn=True)
    if resolution.missing:
        return  # whether the chase goes on decides who acts next, and what is asked of the dying
    turn_ends(resolution, acting)
    resolution.emit(TurnOver(acting.key))
    over = list[str]()
    for slot in slots:
        if slot.key != acting.key and slot.over < fight.round:
            _begin(resolution, slot)
            turn_ends(resolution, slot)
            if resolution.missing:
                return
            over.append(slot.key)
    go_on(resolution, over)


def delay(resolution: Resolution, command: Delay) -> None:
    """Let the slot of a creature that has not acted wait; the next in order acts.

    Refusals: "no_fight", "no_initiative", "unknown_creature", "not_its_turn", "has_acted".
    """
    fight = find_begun_fight(resolution.state)
    being = someone(resolution.state, command.who)
    slot = fight.acting_slot
    if slot is None or being.id not in slot.who:
        raise Refusal("not_its_turn", "It is not the turn of {who}.", who=being.name)
    figures = fight.figures_of(slot)
    acted = next((one.id for one in figures if one.spent.actions or one.spent.squares), "")
    if acted:
        raise Refusal(
            "has_acted",
            "{who} has already acted this turn: give the action back, or end the turn.",
            who=name_combatant(resolution.state, acted),
        )
    turn_ends(resolution, slot)
    if resolution.missing:
        return
    resolution.emit(*(Delayed(one.id) for one in figures), TurnOver(slot.key))
    go_on(resolution)


def ready(resolution: Resolution, command: Ready) -> None:
    """Ready an action; the turn ends when nobody else of the slot can act.

    Where too few actions are left the event says so: the GM allowed it (house default).

    Refusals: "no_fight", "no_initiative", "unknown_creature", "no_words", "not_in_fight".
    """
    fight = find_begun_fight(resolution.state)
    being = someone(resolution.state, command.who)
    if not command.what.strip():
        raise Refusal("no_words", "Write what {who} readies, and for when.", who=being.name)
    if fight.figure(being.id) is None:
        raise Refusal("not_in_fight", "{who} is not in this fight.", who=being.name)
    over = not _can_ready(resolution, being.id)
    resolution.emit(ActionsSpent(being.id, resolution.rules.combat.turn.ready))
    resolution.emit(Readied(being.id, command.what.strip(), over))
    slot = fight.acting_slot
    if slot is None or being.id not in slot.who:
        return
    now = fight_of(resolution.state)
    able = who_can(resolution.state, resolution.rules, now, slot)
    waiting = {figure.id for figure in now.figures if figure.readied}
    if waiting.issuperset(able):
        end_turn(resolution)


def _can_ready(resolution: Resolution, who: str) -> bool:
    rules = resolution.rules
    have = left(resolution.state, resolution.assets, who)
    if counted_singly(rules):
        return have.actions >= len(rules.combat.turn.ready)
    return have.standard


def act_now(resolution: Resolution, command: ActNow) -> None:
    """Let a creature that delays, or has readied an action, act before the acting slot.

    Where turns are single actions a readied one is a reaction: its place in the order and its next
    turn stay as they are (open rules, Ready). Refusals: "no_fight", "no_initiative",
    "unknown_creature", "not_waiting".
    """
    fight = find_begun_fight(resolution.state)
    being = someone(resolution.state, command.who)
    figure = fight.figure(being.id)
    slot = fight.slot_of(being.id)
    if figure is None or slot is None or not (figure.delaying or figure.readied):
        raise Refusal(
            "not_waiting", "{who} neither delays nor has readied an action.", who=being.name
        )
    readied = bool(figure.readied)
    if readied and counted_singly(resolution.rules):
        _react(resolution, figure)
        return
    resolution.emit(Interposed(being.id, fight.interposed(being.id, single=readied)))
    now = fight_of(resolution.state).acting_slot
    if now is not None:
        turn_begins(resolution, now)
    if readied:
        given = resolution.rules.combat.turn.ready
        resolution.emit(ActionsSpent(figure.id, given, back=True))
        spent = Counter(figure.spent.actions) - Counter(given)
        if "move" not in spent:
            resolution.emit(ActionsSpent(figure.id, ("move",)))


def _react(resolution: Resolution, figure: Figure) -> None:
    # One action is left for what was readied.
    rules = resolution.rules
    used = len(figure.reacted) >= rules.combat.moving.reactions
    resolution.emit(ReadyTaken(figure.id, used))
    excess = len(figure.spent.actions) - (rules.combat.turn.actions - 1)
    if excess > 0:
        given_back = figure.spent.actions[-excess:]
        resolution.emit(ActionsSpent(figure.id, given_back, back=True))
    elif excess < 0:
        resolution.emit(ActionsSpent(figure.id, ("action",) * -excess))


MOST = 1000
"""The largest total of initiative, above or below 0."""


def roll_initiative(resolution: Resolution, command: RollInitiative) -> None:
    """Ask for initiative, set the order, and begin the first round if none has begun.

    Refusals: "no_fight", "unknown_creature", "nobody" (none there, or all have theirs).
    """
    state = resolution.state
    fight = fight_of(state)
    for who in (*command.who, *command.surprised):
        someone(state, who)
    anew = [
        slot_id
        for figure in fight.figures
        if figure.id in command.who and _takes_turns(state, fight, figure)
        for slot_id in _with_mount(fight, figure.id, anew=True)
    ]
    staying = tuple(
        replace(slot, key=kept[0] if slot.key in anew else slot.key, who=kept)
        for slot in fight.order
        if (kept := tuple(who for who in slot.who if who not in anew))
    )
    without_them = replace(fight, order=staying)
    missing = missing_initiative(state, without_them)
    joined, slots = _join_slots(state, without_them, missing, anew)
    if not slots and not joined:
        raise Refusal("nobody", "Nobody is on the board yet.")
    if not slots and joined == fight.order and fight.round:
        raise Refusal("nobody", "Everybody on the board already has initiative.")
    order = _rolled_order(resolution, fight, joined, slots)
    surprised = tuple(who for who in command.surprised if fight.figure(who) is not None)
    resolution.emit(InitiativeSet(order, surprised))
    if not fight.round and order:
        whose = {who for one in order for who in one.who}
        some = whose.intersection(surprised)
        others = whose.difference(surprised)
        round_begins(resolution, surprise=bool(some and others))
        go_on(resolution)


def join_order(resolution: Resolution, creature_ids: Collection[str]) -> None:
    """Ask initiative of those of `creature_ids` on the board of a fight under way who have none.

    They act when their count comes (house default); a group that has its place takes them in.
    """
    fight = resolution.state.fight
    if fight is None or not fight.round:
        return
    missing = [one for one in missing_initiative(resolution.state, fight) if one in creature_ids]
    if not missing:
        return
    joined, slots = _join_slots(resolution.state, fight, missing, ())
    order = _rolled_order(resolution, fight, joined, slots)
    if order != fight.order:
        resolution.emit(InitiativeSet(order))


def missing_initiative(state: State, fight: Encounter) -> tuple[str, ...]:
    """Return the ids of those on the board who have no place in the order."""
    return tuple(
        figure.id
        for figure in fight.figures
        if fight.slot_of(figure.id) is None and _takes_turns(state, fight, figure)
    )


def slots_to_roll(state: State, fight: Encounter) -> tuple[Slot, ...]:
    """Return the slots that initiative is asked for: one for each row of its dice.

    A group that comes together rolls once, and so do rider and mount.
    """
    _, slots = _join_slots(state, fight, missing_initiative(state, fight), ())
    return slots


def _takes_turns(state: State, fight: Encounter, figure: Figure) -> bool:
    being = find(state, figure.id)
    if being is None or being.dead or is_vehicle(being) or not is_on_board(fight, figure):
        return False
    return all(rider.mount != figure.id for rider in fight.figures)


def _rolled_order(
    resolution: Resolution, fight: Encounter, joined: tuple[Slot, ...], slots: tuple[Slot, ...]
) -> tuple[Slot, ...]:
    # The order `joined` with the new `slots` by what they roll; of equal ones the quicker first.
    rolled = [_roll_slot(resolution, fight, slot) for slot in slots]
    found = sorted((one for one in rolled if one is not None), key=lambda one: -one[1])
    return _place_slots(fight, joined, tuple(slot for slot, _ in found))


def _join_slots(
    state: State, fight: Encounter, missing: Iterable[str], anew: Collection[str]
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    # The order with those of `missing` whose group has a place, and the slots still to be rolled.
    order = {slot.key: slot for slot in fight.order}
    fresh = dict[str, Slot]()
    for creature_id in missing:
        being = find(state, creature_id)
        if isinstance(being, Foe):
            group = being.group
        else:
            group = ""
        taken = any(figure.id == group for figure in fight.figures)
        group = f"{group}/group" if taken else group
        carried = _with_mount(fight, creature_id)
        if group in order and creature_id not in anew:
            slot = order[group]
            order[group] = replace(slot, who=(*slot.who, *carried))
        else:
            key = creature_id if group in order else group or creature_id
            old = fresh.get(key, Slot(key, (), Fraction(0)))
            fresh[key] = replace(old, who=(*old.who, *carried))
    return tuple(order.values()), tuple(fresh.values())


def _with_mount(fight: Encounter, creature_id: str, *, anew: bool = False) -> tuple[str, ...]:
    figure = fight.figure(creature_id)
    mount = "" if figure is None else figure.mount
    first = next((other.id for other in fight.figures if mount and other.mount == mount), "")
    if first != creature_id or fight.figure(mount) is None:
        return (creature_id,)
    if not anew and fight.slot_of(mount) is not None:
        return (creature_id,)
    return (creature_id, mount)


def _roll_slot(resolution: Resolution, fight: Encounter, slot: Slot) -> tuple[Slot, int] | None:
    being = someone(resolution.state, slot.who[0])
    before = fight.slot_of(slot.who[0])
    change = quickness(being, resolution.state, resolution.assets)
    modifier = sheet(being).init + total(change)
    label: str | Message = being.name
    if isinstance(being, Foe) and len(slot.who) > 1:
        label = Message("{who}, {count}", who=label, count=len(slot.who))
    asked = Message("initiative, {who}", who=label)
    written = Receipt(Message("on the sheet"), sheet(being).init, source="sheet")
    question = Question(
        f"initiative/{fight.id}/{slot.key}",
        asked,
        being.id,
        modifier=modifier,
        free=True,
        why=house(resolution.rules, asked, modifier, written, *change),
    )
    told = resolution.answers.get(question.key)
    if isinstance(told, Typed) and told.total and abs(told.number) <= MOST:
        result: int | None = told.number
    else:
        outcome = resolution.ask(question)
        if outcome is None or outcome.skipped:
            result = None
        else:
            result = outcome.total
    if result is None and before is not None and question.key in resolution.answers:
        return replace(slot, total=before.total), modifier
    if result is None:
        return None
    resolution.explain(house(resolution.rules, question.label, result, *change))
    return replace(slot, total=Fraction(result)), modifier


def quickness(being: Being, state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return what its conditions do to a creature's initiative (C-252)."""
    return changes_of(being, "initiative", state, assets)


def _place_slots(
    fight: Encounter, order: tuple[Slot, ...], new: tuple[Slot, ...]
) -> tuple[Slot, ...]:
    # A slot rolled again keeps whether it has had its turn.
    if fight.round:
        had = [fight.slot_of(slot.who[0]) or slot for slot in new]
        both = zip(new, had, strict=True)
        new = tuple(replace(one, began=old.began, over=old.over) for one, old in both)
    placed = ordered((*order, *new))
    acting = fight.acting_slot
    if acting is None or acting not in placed:
        return placed
    fresh = {slot.key for slot in new if fight.slot_of(slot.who[0]) is None}
    late = {slot.key for slot in placed[: placed.index(acting)]} & fresh
    return tuple(replace(slot, over=fight.round) if slot.key in late else slot for slot in placed)


def decide_turns(resolution: Resolution, command: TurnCommand) -> None:
    """Decide a command of turns.

    Refusals: those of its own function, "unknown_creature"; "not_in_fight", "unknown_action" and
    "not_spent" of actions; "nobody" and "no_condition" where none has the condition to clear.
    """
    state = resolution.state
    emit = resolution.emit
    match command:
        case Spend():
            being = someone(state, command.who)
            figure = fight_of(state).figure(being.id)
            if figure is None:
                raise Refusal("not_in_fight", "{who} is not in this fight.", who=being.name)
            words = action_words(resolution.rules)
            known = {*words, *figure.spent.actions}
            unknown = next((word for word in command.actions if word not in known), None)
            if unknown is not None or not command.actions:
                raise Refusal(
                    "unknown_action",
                    "'{action}' is not an action. Write one of {actions}.",
                    action=unknown or "",
                    actions=words,
                )
            more = Counter(command.actions) - Counter(figure.spent.actions)
            if command.back and more:
                raise Refusal(
                    "not_spent",
                    "{who} has not used {action} this turn.",
                    who=being.name,
                    action=next(iter(more)),
                )
            emit(ActionsSpent(being.id, command.actions, command.back))
        case SetCondition():
            refuse_situation(command.name.strip(), resolution.rules)
            key = learn_effect(resolution, command)
            for event in set_condition(command, state, key):
                kills = event.lasting.name == DEAD and event.lasting.until == REMOVED
                before = health(someone(resolution.state, event.who), resolution.rules)
                emit(Died(event.who) if kills else event)
                if not kills:
                    follow_health(resolution, event.who, before)
                if event.lasting.name == PRONE:
                    throw_riders(resolution, event.who)
                    throw_rider(resolution, event.who)
        case DamageAbility():
            damage_ability(resolution, command)
        case ClearCondition():
            clear_condition(resolution, command)
        case Pause():
            fight = fight_of(state)
            pending = state.pending
            assert isinstance(pending, Fighting)
            emit(Paused(fight.id, pending.hours_left, pending.camped, uncounted(state)))
        case StartChase():
            start_chase(resolution, command)
        case ChaseAllDay():
            chase.chase_all_day(resolution, command)
        case EndChase(outcome):
            chase.end(resolution, outcome)
        case RollInitiative():
            roll_initiative(resolution, command)
        case EndTurn():
            end_turn(resolution)
        case Delay():
            delay(resolution, command)
        case Ready():
            ready(resolution, command)
        case ActNow():
            act_now(resolution, command)
        case Stabilise(who):
            stabilise(resolution, who)
        case PickOne():
            pick_one(resolution, command)
        case ChaseRound():
            chase_round(resolution)
        case _:
            assert_never(command)


def pick_one(resolution: Resolution, command: PickOne) -> None:
    """Let a die pick one of several creatures, counted in their order (C-007).

    Refusals: "too_few" for less than two, "twice", "unknown_creature".
    """
    state = resolution.state
    ids = command.who
    if len(ids) < 2:
        raise Refusal("too_few", "Name two creatures at least: :any g h.")
    twice = next((who for who in ids if ids.count(who) > 1), "")
    if twice:
        raise Refusal("twice", "{who} is named twice.", who=name_combatant(state, twice))
    shown = tuple(someone(state, creature_id).name for creature_id in ids)
    label = Message("one of {who}, counted in this order", who=shown)
    fight = fight_of(state)
    key = f"any/{fight.id}/round-{fight.round}/{'-'.join(ids)}"
    outcome = resolution.ask(Question(key, label, dice=f"d{len(ids)}"))
    if outcome is None:
        return
    face = outcome.total if 1 <= outcome.total <= len(ids) else 1
    resolution.explain(resolution.rules.cite("C-007", label, shown[face - 1], default=True))
    resolution.emit(Picked(ids[face - 1], ids, face))
