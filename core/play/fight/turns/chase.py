"""A chase by rounds, decided by speed, and between equals by Dexterity (T-210 to T-217).

A creature that runs longer than its Constitution allows makes a check each round, and rests for a
minute when it fails (T-070 to T-073).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter

from core.combat.attack.scores import total
from core.combat.board.scene import has_effect
from core.combat.board.squares import Square, adjacent, measure
from core.combat.movement.turns import double_move, fastest, run
from core.creatures import Mode
from core.dice import Question
from core.messages import N_, Chance, Message, Refusal, Template
from core.play.facts.encounter import PRONE, Chase, Encounter, Runner, is_among
from core.play.facts.fight.combatants import (
    Being,
    bearer_of,
    fight_of,
    figure_of,
    grouped,
    name_combatant,
    names,
    sheet,
    someone,
)
from core.play.facts.fight.moves.events import LeftBoard
from core.play.facts.fight.turns.commands import ChaseAllDay, StartChase
from core.play.facts.fight.turns.events import ChaseEnded, ChaseSet, ConditionEnded, RunDown
from core.play.facts.fight.turns.until import ROUND
from core.play.facts.state import Assets, Member, State, fatigued
from core.play.fight.fight_scene import changes_of, scene_of, speed_of
from core.play.fight.health import (
    afflictions,
    con_modifier,
    con_score,
    health,
    house,
    known_con_modifier,
)
from core.play.fight.turns.budget import AIRBORNE, OFF_THE_GROUND, counted_singly
from core.play.fight.turns.dying import beside, checks
from core.play.fight.turns.time import rounds_gone
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.travel.running import ChaseOutcome, opposed_chase, run_dc, short_chase
from core.values import Struct, replace


class Course(Struct):
    """A runner and the squares that it covers this round; None = it is out and stays behind."""

    runner: Runner
    squares: int | None


def find_runner(state: State, assets: Assets, creature_id: str, lead: int) -> Runner:
    """Return a runner, by its mount if it rides, at its fastest pace (C-013, C-014, C-018).

    Its rounds of running are those without a check (T-070); None = unknown, or it cannot run.
    Refusals: "unknown_creature", "no_speed".
    """
    being = someone(state, bearer_of(state, creature_id))
    rules = assets.rules
    mode = chase_mode(state, assets, being)
    rounds = None
    if known_con_modifier(being) is not None and _can_run(being, mode, assets):
        rounds = con_score(being, rules.combat.dying) * rules.run.rounds_per_con
    return Runner(creature_id, _squares(state, assets, being, mode), lead, rounds)


def chase_mode(state: State, assets: Assets, being: Being) -> Mode:
    """Return how a creature moves in a chase. Refusal "no_speed".

    It goes on climbing, swimming or burrowing; else on foot or through the air, whichever takes it
    farther in a round, or in the only way that it has (house default).
    """
    figure = figure_of(state, being.id)
    now: Mode
    if figure is None:
        now = "walk"
    else:
        now = figure.mode
    if now in OFF_THE_GROUND and speed_of(state, assets, being.id, now):
        return now
    for modes in (("walk", *AIRBORNE), OFF_THE_GROUND):
        known = [mode for mode in modes if speed_of(state, assets, being.id, mode)]
        if known:
            return max(known, key=lambda mode: _squares(state, assets, being, mode))
    raise Refusal("no_speed", "{who} has no speed on its sheet.", who=being.name)


def _squares(state: State, assets: Assets, being: Being, mode: Mode) -> int:
    # The squares of a round in this mode.
    rules = assets.rules
    speed = speed_of(state, assets, being.id, mode) or 0
    if counted_singly(rules):
        return speed * rules.combat.turn.actions
    if not _can_run(being, mode, assets):
        return double_move(speed, rules).squares
    times = sheet(being).run
    if times is not None:
        return speed * (times or 1)
    if not isinstance(being, Member) or not (rules.armor and rules.load):
        return speed * fastest(rules)
    if being.mover.armor in rules.armor:
        armor = being.mover.armor
    else:
        armor = "none"
    if being.mover.load in rules.load:
        load = being.mover.load
    else:
        load = "light"
    return run(speed, rules, armor, load).squares


def own_speed(state: State, assets: Assets, being: Being) -> int:
    """Return the speed in squares of a move in a chase. Refusal "no_speed"."""
    return speed_of(state, assets, being.id, chase_mode(state, assets, being)) or 0


def next_dc(runner: Runner, assets: Assets) -> int | None:
    """Return the DC of its next check to run on (T-071); None = none is due."""
    if runner.rounds is None or runner.rounds > 0 or runner.tired:
        return None
    return run_dc(1 - runner.rounds, assets.rules)


def _can_run(being: Being, mode: Mode, assets: Assets) -> bool:
    # T-123
    rules = assets.rules
    special = rules.combat.movements.get(mode)
    if rules.mechanisms.running == "none" or (special is not None and special.run == "none"):
        return False
    weary = isinstance(being, Member) and fatigued(being)
    weary = weary or has_effect((one.row for one in being.lasting), "no_run", rules.combat)
    return not weary or rules.fatigue.can_run


MOST_LEAD = 10_000
DEXTERITY = (N_("{who} flees: Dexterity"), N_("{who} follows: Dexterity"))
CONSTITUTION = (N_("{who} flees: Constitution"), N_("{who} follows: Constitution"))
"""The checks of the quarry and of its pursuers."""


def why(state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return what decides for each quarry: speed, or Dexterity among equals (T-210, T-211).

    Refusals: "no_fight", "no_chase".
    """
    chase = chase_of(state)
    rules = assets.rules
    fastest = max((one.speed for one in chase.pursuers), default=0)
    others = [one.id for one in chase.pursuers if one.speed == fastest]
    side = rules.combat.measures.square_m
    receipts = []
    for runner in chase.quarry if others else ():
        mods = [dexterity_of(someone(state, who), state, assets) for who in (runner.id, *others)]
        odds = short_chase(
            runner.speed * side, fastest * side, mods[0], mods[1:], rules, chase.ties or None
        )
        receipts.append(
            rules.cite(
                "T-210",
                "{who} flees from {others}",
                Chance(odds.p_escape),
                odds.receipt,
                who=name_combatant(state, runner.id),
                others=names(state, others),
            )
        )
    return tuple(receipts)


def start(command: StartChase, state: State, assets: Assets) -> ChaseSet:
    """Begin a chase with the quarry `lead` squares before the pursuers.

    Refusals: "no_fight", "chase_on", "nobody", "both_sides", "bad_lead", "unknown_creature",
    "cannot_run" (helpless, or out of the fight), "no_speed".
    """
    fight = fight_of(state)
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
        being = someone(state, bearer_of(state, one))
        if not _is_up(being, state, assets):
            down.append(being)
    if down:
        raise Refusal("cannot_run", "These cannot run in a chase: {names}.", names=grouped(down))
    ahead, behind = (
        tuple(find_runner(state, assets, who, command.lead) for who in side)
        for side in (quarry, pursuers)
    )
    return ChaseSet(Chase(ahead, behind, ties=command.ties))


def _is_up(being: Being, state: State, assets: Assets) -> bool:
    held = afflictions(being, assets.rules, state.fight)
    if health(being, assets.rules).out:
        return False
    return not has_effect(held, "acts_not", assets.rules.combat)


def end(resolution: Resolution, outcome: str) -> None:
    """End the chase with the GM's words for its outcome; who is still in flight is off the board.

    Refusals: "no_fight", "no_chase".
    """
    for one in chase_of(resolution.state).quarry:
        _escape(resolution, one.id)
    resolution.emit(ChaseEnded(outcome.strip()))


def _escape(resolution: Resolution, who: str) -> None:
    carried = bearer_of(resolution.state, who)
    figure = fight_of(resolution.state).figure(carried)
    if figure is not None and figure.at:
        resolution.emit(LeftBoard(carried, figure.at))


def chase_of(state: State) -> Chase:
    """Return the chase under way. Refusals: "no_fight", "no_chase"."""
    chase = fight_of(state).chase
    if chase is None:
        raise Refusal("no_chase", "There is no chase.")
    return chase


def go_round(resolution: Resolution, *, in_turn: bool) -> None:
    """Run the chase for a round, in which quarry may be caught or get away.

    `in_turn`: in a round of the fight, in which others have their turns; else six seconds pass with
    it, and the dying make their checks. Refusals: "no_fight", "no_chase", "no_speed".
    """
    chase = chase_of(resolution.state)
    number = chase.rounds + 1
    fleeing = [_runs(resolution, one, number) for one in chase.quarry]
    following = [_runs(resolution, one, number) for one in chase.pursuers]
    found = {one.id: one.lead for one in chase.quarry}
    rearmost = min(found.values(), default=0)
    ahead = found | {one.id: rearmost - one.lead for one in chase.pursuers}
    moved = {
        course.runner.id: ahead[course.runner.id] + (course.squares or 0)
        for course in (*fleeing, *following)
    }
    up = [course.runner for course in following if course.squares is not None]
    left = list[Runner]()
    fates = list[tuple[str, str]]()
    for course in fleeing:
        by = _fate(resolution, course, up, moved, number)
        if by is None:
            left.append(course.runner)
        else:
            fates.append((course.runner.id, by))
    going = replace(
        chase, quarry=_led(left, up, moved), pursuers=_led(up, left, moved), rounds=number
    )
    hours = Fraction(0) if in_turn else ROUND
    resolution.emit(ChaseSet(going, hours, goes_on=True))
    if not in_turn:
        rounds_gone(resolution)
        for figure in fight_of(resolution.state).figures:
            checks(resolution, figure.id)
    for who, by in fates:
        _emit_fate(resolution, who, by)
    if not left:
        resolution.emit(ChaseEnded("", tuple(who for who, by in fates if by)))


def _emit_fate(resolution: Resolution, creature_id: str, by: str) -> None:
    # Who is caught has its pursuer beside it, on the board or off it (house default).
    if not by:
        resolution.emit(RunDown(creature_id))
        _escape(resolution, creature_id)
        return
    state = resolution.state
    caught = figure_of(state, bearer_of(state, creature_id))
    if caught is None or not caught.at:
        resolution.emit(RunDown(creature_id, by))
        _escape(resolution, by)
        return
    square = _square_beside(resolution, bearer_of(state, by), caught.id)
    if square is None:
        resolution.emit(RunDown(creature_id, by))
        return
    catcher = someone(state, bearer_of(state, by))
    flies = any(speed_of(state, resolution.assets, catcher.id, mode) for mode in AIRBORNE)
    elevation = caught.elevation if flies else 0
    resolution.emit(RunDown(creature_id, by, str(square), elevation))


def _square_beside(resolution: Resolution, catcher_id: str, caught_id: str) -> Square | None:
    # None where it stands beside it, or has no place there.
    try:
        scene = scene_of(resolution.state, resolution.assets)
    except Refusal:  # its board cannot be read
        return None
    catcher = scene.by_id.get(catcher_id)
    caught = scene.by_id.get(caught_id)
    if catcher is None or caught is None:
        return None
    body = scene.body(catcher)
    goal = scene.body(caught)
    if adjacent(body, goal):
        return None
    places = beside(scene, catcher, goal)
    if not places:
        return None
    from_x, from_y = body.anchor
    return min(places, key=lambda at: measure(at.x - from_x, at.y - from_y))


def _led(
    runners: Sequence[Runner], others: Sequence[Runner], squares: Mapping[str, int]
) -> tuple[Runner, ...]:
    return tuple(
        replace(
            one, lead=min((abs(squares[one.id] - squares[other.id]) for other in others), default=0)
        )
        for one in runners
    )


def _runs(resolution: Resolution, runner: Runner, number: int) -> Course:
    state = resolution.state
    being = someone(state, bearer_of(state, runner.id))
    if not _is_up(being, state, resolution.assets):
        return Course(runner, None)
    running = _goes_on_running(resolution, runner, being, number)
    if not is_among(being.lasting, PRONE):
        return Course(running, running.speed)
    return Course(running, _gets_up(resolution, being))


def _gets_up(resolution: Resolution, being: Being) -> int:
    # The squares that are left of the round in which it gets up (house default).
    rules = resolution.rules
    squares = own_speed(resolution.state, resolution.assets, being)
    if counted_singly(rules):
        squares *= rules.combat.turn.actions - 1
    label = Message("{who} gets up: squares in this round", who=being.name)
    resolution.explain(house(rules, label, squares))
    resolution.emit(ConditionEnded(being.id, PRONE))
    return squares


def _goes_on_running(resolution: Resolution, runner: Runner, being: Being, number: int) -> Runner:
    state = resolution.state
    rules = resolution.rules
    if runner.tired and runner.rested < rules.run.rest_rounds:
        return replace(runner, rested=runner.rested + 1)
    if runner.tired:  # T-070, T-073
        label = N_("{who} has rested and may run again")
        resolution.explain(rules.cite("T-073", label, rules.run.rest_rounds, who=being.name))
        runner = find_runner(state, resolution.assets, runner.id, runner.lead)
    if runner.rounds is None:
        return runner
    dc = next_dc(runner, resolution.assets)
    if dc is None:
        return replace(runner, rounds=runner.rounds - 1)
    modifier = con_modifier(being, rules.combat.dying)
    running = Message("{who} runs on", who=being.name)
    question = Question(
        _key(state, number, "run", runner.id),
        running,
        runner.id,
        modifier=modifier,
        dc=dc,
    )
    outcome = resolution.check(question, "run")
    if outcome is None:
        return runner
    resolution.explain(rules.cite("T-071", running, dc))
    if outcome.success is False:
        speed = own_speed(state, resolution.assets, being)
        return replace(runner, tired=True, rested=1, speed=speed)  # this round is rest (T-072)
    return replace(runner, rounds=runner.rounds - 1)


def _fate(
    resolution: Resolution,
    course: Course,
    pursuers: Sequence[Runner],
    squares: Mapping[str, int],
    number: int,
) -> str | None:
    # By whom it is caught, "" = it gets away, None = it runs on. Who is out is for all to catch.
    rules = resolution.rules
    runner = course.runner
    if not pursuers:
        return ""
    down = course.squares is None
    faster = [p for p in pursuers if down or p.speed > runner.speed]
    if faster:
        nearest = max(faster, key=lambda p: squares[p.id])
        caught = squares[nearest.id] >= squares[runner.id]
        if caught and not down:
            _cite(resolution, runner, nearest)
        if caught:
            return nearest.id
        return None
    if number < rules.pursuit.rounds:
        return None
    equal = [p for p in pursuers if p.speed == runner.speed]
    if not equal:
        _cite(resolution, runner, max(pursuers, key=lambda p: p.speed))
        return ""
    return _by_dexterity(resolution, runner, equal, number)


def _cite(resolution: Resolution, one: Runner, other: Runner) -> None:
    # T-210
    side = resolution.rules.combat.measures.square_m
    resolution.explain(
        short_chase(one.speed * side, other.speed * side, 0, (0,), resolution.rules).receipt
    )


def _by_dexterity(
    resolution: Resolution, one: Runner, equal: Sequence[Runner], number: int
) -> str | None:
    # T-211
    mods = {who.id: _dexterity(resolution, who.id) for who in (one, *equal)}
    ties = chase_of(resolution.state).ties
    speed = one.speed * resolution.rules.combat.measures.square_m
    others = [mods[p.id] for p in equal]
    odds = short_chase(speed, speed, mods[one.id], others, resolution.rules, ties or None)
    key = _key(resolution.state, number, "dex", one.id)
    return _by_contest(resolution, key, odds, mods, ties, DEXTERITY)


def chase_all_day(resolution: Resolution, command: ChaseAllDay) -> None:
    """Settle a chase of a whole day, for each quarry apart (T-213, C-255); the clock stays.

    Speeds are not compared (Q-27). Refusals: those of `start`.
    """
    state = resolution.state
    assets = resolution.assets
    rules = resolution.rules
    start(StartChase(command.quarry, command.pursuers, 0), state, assets)
    fates = list[tuple[str, str]]()
    for quarry in dict.fromkeys(command.quarry):
        ids = (quarry, *dict.fromkeys(command.pursuers))
        mods = {who: con_modifier(someone(state, who), rules.combat.dying) for who in ids}
        modifier, *others = mods.values()
        odds = opposed_chase(
            "opposed_con", modifier, others, rules, command.ties or None, questions="Q-27"
        )
        key = _key(state, 0, "con", quarry)
        by = _by_contest(resolution, key, odds, mods, command.ties, CONSTITUTION)
        if by is None:
            return
        fates.append((quarry, by))
    for who, by in fates:
        resolution.emit(RunDown(who, by))
        if not by:
            _escape(resolution, who)
    resolution.emit(ChaseEnded("", tuple(who for who, by in fates if by)))


def _by_contest(
    resolution: Resolution,
    key: str,
    odds: ChaseOutcome,
    mods: Mapping[str, int],
    ties: str,
    labels: tuple[Template, Template],
) -> str | None:
    # T-214, T-216: who catches the first of `mods`, "" = it gets away, None = not known yet
    state = resolution.state
    flees, follows = labels
    quarry, *pursuers = mods
    ties = ties or resolution.rules.pursuit.ties
    resolution.explain(odds.receipt)
    for attempt in range(1, 100):
        again = "" if attempt == 1 else f"-{attempt}"
        question = Question(
            f"{key}{again}",
            Message(flees, who=name_combatant(state, quarry)),
            quarry,
            modifier=mods[quarry],
            opposed=odds.p_escape,
            why=odds.receipt,
        )
        own = resolution.check(question, "chase")
        totals = []
        for other in pursuers:
            question = Question(
                f"{key}{again}/{other}",
                Message(follows, who=name_combatant(state, other)),
                other,
                modifier=mods[other],
                why=odds.receipt,
            )
            roll = resolution.check(question, "chase")
            if roll is not None:
                totals.append((roll.total, mods[other], other))
        if own is None or len(totals) < len(pursuers):
            return None
        best, modifier, by = max(totals, key=itemgetter(0, 1))
        if own.total != best:
            if own.total > best:
                return ""
            return by
        if ties == "pursuer":
            return by
        if ties == "higher_modifier" and mods[quarry] != modifier:
            if mods[quarry] > modifier:
                return ""
            return by
    return pursuers[0]


def _dexterity(resolution: Resolution, creature_id: str) -> int:
    state = resolution.state
    assets = resolution.assets
    being = someone(state, creature_id)
    score = dexterity_of(being, state, assets)
    for receipt in changes_of(being, "check dex", state, assets):
        label = Message("Dexterity of {who}", who=being.name)
        resolution.explain(house(resolution.rules, label, score, receipt))
    return score


def dexterity_of(being: Being, state: State, assets: Assets) -> int:
    """Return the modifier of a creature's Dexterity checks as its conditions change it (C-252)."""
    return (sheet(being).dexterity or 0) + total(changes_of(being, "check dex", state, assets))


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
