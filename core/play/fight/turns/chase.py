"""A chase by rounds, decided by speed, and between equals by Dexterity (T-210 to T-217).

A creature that runs longer than its Constitution allows makes a check each round, and rests for a
minute when it fails (T-070 to T-073).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from core.combat.attack.situations import total
from core.combat.board.scene import has_effect
from core.combat.movement.turns import double_move, fastest, run
from core.creatures import Mode
from core.dice import Question, p_success
from core.messages import N_, Chance, Message, Refusal
from core.play.fight.combatants import (
    Being,
    fight_of,
    figure_of,
    grouped,
    named,
    names,
    sheet,
    someone,
)
from core.play.fight.encounter import Chase, Encounter, Runner
from core.play.fight.fight_scene import changes, speed_of
from core.play.fight.health import afflictions, con_modifier, con_score, health, house
from core.play.fight.moves.events import LeftBoard
from core.play.fight.turns.budget import counted_singly
from core.play.fight.turns.commands import StartChase
from core.play.fight.turns.events import ChaseEnded, ChaseSet, RunDown
from core.play.fight.turns.time import rounds_gone
from core.play.fight.turns.until import ROUND
from core.play.resolution import Resolution
from core.play.state import Assets, Member, State, fatigued
from core.receipts import Receipt
from core.travel.running import run_dc, short_chase
from core.values import replace


def runner(state: State, assets: Assets, who: str, lead: int) -> Runner:
    """Return a runner, by its mount if it rides, at its fastest pace (C-013, C-014, C-018).

    Its rounds of running are those without a check (T-070); None = unknown, or it cannot run.
    Refusals: "unknown_creature", "no_speed".
    """
    being, rules = someone(state, bearer(state, who)), assets.rules
    speed, runs = own_speed(state, assets, being), _can_run(being, state, assets)
    told = being.con_score is not None or (isinstance(being, Member) and being.con_mod is not None)
    rounds = None
    if told and runs:
        rounds = con_score(being, rules.combat.dying) * rules.run.rounds_per_con
    if counted_singly(rules):
        squares = speed * rules.combat.turn.actions
    elif not runs:
        squares = double_move(speed, rules).squares
    elif sheet(being).run is not None:
        squares = speed * (sheet(being).run or 1)
    elif not isinstance(being, Member) or not (rules.armor and rules.load):
        squares = speed * fastest(rules)
    else:
        armor = being.mover.armor if being.mover.armor in rules.armor else "none"
        load = being.mover.load if being.mover.load in rules.load else "light"
        squares = run(speed, rules, armor, load).squares
    return Runner(who, squares, lead, rounds)


def bearer(state: State, who: str) -> str:
    """Return the id of the mount of `who`, or its own."""
    figure = figure_of(state, who)
    return figure.mount if figure is not None and figure.mount else someone(state, who).id


def own_speed(state: State, assets: Assets, being: Being) -> int:
    """Return the speed in squares of a move, flying if it flies now. Refusal "no_speed"."""
    figure = figure_of(state, being.id)
    mode: Mode = "walk" if figure is None else figure.mode
    speed = speed_of(state, assets, being.id, mode) or speed_of(state, assets, being.id)
    if not speed:
        raise Refusal("no_speed", "{who} has no speed on its sheet.", who=being.name)
    return speed


def next_dc(one: Runner, assets: Assets) -> int | None:
    """Return the DC of its next check to run on (T-071); None = none is due."""
    if one.rounds is None or one.rounds > 0 or one.tired:
        return None
    return run_dc(1 - one.rounds, assets.rules)


def _can_run(being: Being, state: State, assets: Assets) -> bool:
    # T-123
    rules = assets.rules
    figure = figure_of(state, being.id)
    special = None if figure is None else rules.combat.movements.get(figure.mode)
    if rules.mechanisms.running == "none" or (special is not None and special.run == "none"):
        return False
    weary = isinstance(being, Member) and fatigued(being)
    weary = weary or has_effect((one.name for one in being.lasting), "no_run", rules.combat)
    return not weary or rules.fatigue.can_run


MOST_LEAD = 10_000


def why(state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return what decides for each quarry: speed, or Dexterity among equals (T-210, T-211).

    Refusals: "no_fight", "no_chase".
    """
    chase, rules = chase_of(state), assets.rules
    fastest = max((one.speed for one in chase.pursuers), default=0)
    others = [one.id for one in chase.pursuers if one.speed == fastest]
    side, found = rules.combat.measures.square_m, []
    for one in chase.quarry if others else ():
        mods = [dexterity_of(someone(state, who), state, assets) for who in (one.id, *others)]
        odds = short_chase(one.speed * side, fastest * side, mods[0], mods[1:], rules)
        found.append(
            rules.cite(
                "T-210", "{who} flees from {others}", Chance(odds.p_escape), odds.receipt,
                who=named(state, one.id), others=names(state, others),
            )
        )  # fmt: skip
    return tuple(found)


def start(command: StartChase, state: State, assets: Assets) -> ChaseSet:
    """Begin a chase with the quarry `lead` squares before the pursuers.

    Refusals: "no_fight", "chase_on", "nobody", "both_sides", "bad_lead", "unknown_creature",
    "cannot_run" (helpless, or out of the fight), "no_speed".
    """
    fight, rules = fight_of(state), assets.rules
    if fight.chase is not None:
        raise Refusal("chase_on", "A chase is under way: end it first.")
    quarry, pursuers = (tuple(dict.fromkeys(who)) for who in (command.quarry, command.pursuers))
    if not quarry or not pursuers:
        raise Refusal("nobody", "A chase needs a creature that flees and one that follows.")
    both = next((who for who in quarry if who in pursuers), None)
    if both is not None:
        raise Refusal(
            "both_sides", "{who} cannot both flee and follow.", who=someone(state, both).name
        )
    if not 0 <= command.lead <= MOST_LEAD:
        raise Refusal("bad_lead", "A lead must be from 0 to {most} squares.", most=MOST_LEAD)
    down: list[Being] = []
    for one in quarry + pursuers:
        being = someone(state, bearer(state, one))
        held = afflictions(being, rules, fight)
        if health(being, rules).out or has_effect(held, "acts_not", rules.combat):
            down.append(being)
    if down:
        raise Refusal("cannot_run", "These cannot run in a chase: {names}.",
                      names=grouped(down))  # fmt: skip
    ahead, behind = (
        tuple(runner(state, assets, who, command.lead) for who in side)
        for side in (quarry, pursuers)
    )
    return ChaseSet(Chase(ahead, behind))


def end(resolution: Resolution, outcome: str) -> None:
    """End the chase with the GM's words for its outcome; who is still in flight is off the board.

    Refusals: "no_fight", "no_chase".
    """
    for one in chase_of(resolution.state).quarry:
        _escape(resolution, one.id)
    resolution.emit(ChaseEnded(outcome.strip()))


def _escape(resolution: Resolution, who: str) -> None:
    carried = bearer(resolution.state, who)
    figure = fight_of(resolution.state).figure(carried)
    if figure is not None and figure.at:
        resolution.emit(LeftBoard(carried, figure.at))


def chase_of(state: State) -> Chase:
    """Return the chase under way. Refusals: "no_fight", "no_chase"."""
    chase = fight_of(state).chase
    if chase is None:
        raise Refusal("no_chase", "There is no chase.")
    return chase


def go_round(resolution: Resolution) -> None:
    """Run the chase for a round, in which quarry may be caught or get away.

    Refusals: "no_fight", "no_chase", "no_speed".
    """
    chase = chase_of(resolution.state)
    number = chase.rounds + 1
    quarry = tuple(_runs(resolution, one, number) for one in chase.quarry)
    pursuers = tuple(_runs(resolution, one, number) for one in chase.pursuers)
    found = {one.id: one.lead for one in chase.quarry}
    rearmost = min(found.values(), default=0)
    ahead = found | {one.id: rearmost - one.lead for one in chase.pursuers}
    moved = {one.id: ahead[one.id] + one.speed for one in (*quarry, *pursuers)}
    left, fates = [], []
    for one in quarry:
        by = _fate(resolution, one, pursuers, moved, number)
        if by is None:
            left.append(one)
        else:
            fates.append((one.id, by))
    going = Chase(_led(left, pursuers, moved), _led(pursuers, left, moved), number)
    resolution.emit(ChaseSet(going, ROUND))
    rounds_gone(resolution)
    for who, by in fates:
        resolution.emit(RunDown(who, by))
        if not by:
            _escape(resolution, who)
    if not left:
        resolution.emit(ChaseEnded("", tuple(who for who, by in fates if by)))


def _led(
    runners: Sequence[Runner], others: Sequence[Runner], at: Mapping[str, int]
) -> tuple[Runner, ...]:
    return tuple(
        replace(one, lead=min((abs(at[one.id] - at[other.id]) for other in others), default=0))
        for one in runners
    )


def _runs(resolution: Resolution, one: Runner, number: int) -> Runner:
    state, rules = resolution.state, resolution.rules
    being = someone(state, bearer(state, one.id))
    if one.tired and one.rested < rules.run.rest_rounds:
        return replace(one, rested=one.rested + 1)
    if one.tired:  # T-070, T-073
        label = N_("{who} has rested and may run again")
        resolution.explain(rules.cite("T-073", label, rules.run.rest_rounds, who=being.name))
        one = runner(state, resolution.assets, one.id, one.lead)
    if one.rounds is None:
        return one
    dc = next_dc(one, resolution.assets)
    if dc is None:
        return replace(one, rounds=one.rounds - 1)
    modifier = con_modifier(being, rules.combat.dying)
    running = Message("{who} runs on", who=being.name)
    question = Question(
        _key(state, number, "run", one.id),
        running,
        one.id,
        modifier=modifier,
        dc=dc,
        chance=p_success(dc, modifier),
    )
    outcome = resolution.check(question, "run")
    if outcome is None:
        return one
    resolution.explain(rules.cite("T-071", running, dc))
    if outcome.success is False:
        speed = own_speed(state, resolution.assets, being)
        return replace(one, tired=True, rested=1, speed=speed)  # this round is rest (T-072)
    return replace(one, rounds=one.rounds - 1)


def _fate(
    resolution: Resolution,
    one: Runner,
    pursuers: Sequence[Runner],
    at: Mapping[str, int],
    number: int,
) -> str | None:
    rules = resolution.rules
    faster = [p for p in pursuers if p.speed > one.speed]
    if faster:
        nearest = max(faster, key=lambda p: at[p.id])
        caught = at[nearest.id] >= at[one.id]
        if caught:
            _cite(resolution, one, nearest)
        return nearest.id if caught else None
    if number < rules.pursuit.rounds:
        return None
    equal = [p for p in pursuers if p.speed == one.speed]
    if not equal:
        _cite(resolution, one, max(pursuers, key=lambda p: p.speed))
        return ""
    return _by_dexterity(resolution, one, equal, number)


def _cite(resolution: Resolution, one: Runner, other: Runner) -> None:
    # T-210
    side = resolution.rules.combat.measures.square_m
    resolution.explain(
        short_chase(one.speed * side, other.speed * side, 0, (0,), resolution.rules).receipt
    )


def _by_dexterity(
    resolution: Resolution, one: Runner, equal: Sequence[Runner], number: int
) -> str | None:
    # T-211, T-214, T-216
    rules = resolution.rules
    mods = {who.id: _dexterity(resolution, who.id) for who in (one, *equal)}
    speed = one.speed * rules.combat.measures.square_m
    odds = short_chase(speed, speed, mods[one.id], [mods[p.id] for p in equal], rules)
    resolution.explain(odds.receipt)
    for attempt in range(1, 100):
        key = _key(resolution.state, number, "dex" if attempt == 1 else f"dex-{attempt}", one.id)
        label = Message("{who} flees: Dexterity", who=named(resolution.state, one.id))
        question = Question(key, label, one.id, modifier=mods[one.id], chance=odds.p_escape)
        own = resolution.check(question, "chase")
        totals = []
        for other in equal:
            label = Message("{who} follows: Dexterity", who=named(resolution.state, other.id))
            question = Question(f"{key}/{other.id}", label, other.id, modifier=mods[other.id])
            roll = resolution.check(question, "chase")
            if roll is not None:
                totals.append((roll.total, mods[other.id], other.id))
        if own is None or len(totals) < len(equal):
            return None
        best, modifier, by = max(totals, key=itemgetter(0, 1))
        if own.total != best:
            return "" if own.total > best else by
        if rules.pursuit.ties == "pursuer":
            return by
        if rules.pursuit.ties == "higher_modifier" and mods[one.id] != modifier:
            return "" if mods[one.id] > modifier else by
    return equal[0].id


def _dexterity(resolution: Resolution, who: str) -> int:
    state, assets = resolution.state, resolution.assets
    being = someone(state, who)
    score = dexterity_of(being, state, assets)
    for receipt in changes(being, state, assets, "dexterity"):
        label = Message("Dexterity of {who}", who=being.name)
        resolution.explain(house(resolution.rules, label, score, receipt))
    return score


def dexterity_of(being: Being, state: State, assets: Assets) -> int:
    """Return the Dexterity modifier of a creature as its conditions change it (C-252)."""
    return (sheet(being).dexterity or 0) + total(changes(being, state, assets, "dexterity"))


def _key(state: State, number: int, what: str, who: str) -> str:
    return f"chase/{fight_of(state).id}/round-{number}/{what}/{who}"


def rejoined(fight: Encounter, placed: Iterable[str]) -> tuple[ChaseSet | ChaseEnded, ...]:
    """Return the chase without the creatures `placed` on the board and their riders.

    It ends without quarry or without pursuers; no event when none of them ran.
    """
    chase = fight.chase
    if chase is None:
        return ()
    there = set(placed)
    there |= {figure.id for figure in fight.figures if figure.mount in there}
    left = chase.without(there)
    if left == chase:
        return ()
    return (ChaseSet(left) if left.quarry and left.pursuers else ChaseEnded(""),)
