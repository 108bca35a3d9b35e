"""Moves on the local scale and long runs: minutes and rounds of the clock, without a board.

The local scale is T-050 to T-062, long runs T-070 to T-077 and C-256.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.dice import Question, chance_of_success
from core.messages import Chance, Message, Metres, Refusal, exact
from core.play.facts.fight.turns.until import ROUND
from core.play.facts.road.commands import Explore, LongRun
from core.play.facts.road.events import MovedLocally, Ran
from core.play.facts.state import Assets, Member, State, fatigued, someone
from core.play.fight.health import con_modifier, con_score, health, known_con_modifier
from core.play.party.fellows import company, constitution_check, moving_now
from core.play.resolution import Resolution
from core.play.road import rest
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.local_pace import LocalPace, local_pace
from core.travel.movers import ResolvedMover
from core.travel.running import run_dc, run_pace

MOST_METRES = 100_000
MOST_ROUNDS = 600
MINUTES = 60


def explore(resolution: Resolution, command: Explore) -> None:
    """Cross some metres at the local pace of the slowest; the minutes pass.

    An encounter that comes sooner cuts it short. Refusals: `bad_distance`, `impassable`, and those
    of the company and of `local_pace`.
    """
    if not 0 < command.metres <= MOST_METRES:
        most = Metres(MOST_METRES)
        raise Refusal("bad_distance", "Give more than 0 m, and at most {most}.", most=most)
    m_per_minute, why = slowest_pace(command, resolution.state, resolution.assets)
    hours = command.metres / m_per_minute / MINUTES
    spent = rest.until_met(resolution, hours)
    metres = command.metres * spent / hours
    resolution.explain(why)
    resolution.emit(MovedLocally(metres, command.pace, command.conditions))
    rest.pass_hours(resolution, spent, resting=False, slept=False)


def slowest_pace(command: Explore, state: State, assets: Assets) -> tuple[Fraction, Receipt]:
    """Return the pace in metres a minute of the slowest of the party, and why."""
    paces = [
        _paced(fellow.moving, command, assets.rules) for fellow in company(state, assets).movers
    ]
    slowest = min(paces, key=lambda found: found.m_per_minute or 0)
    if slowest.m_per_minute is None:
        raise Refusal("impassable", "Nobody can cross impassable ground.")
    return slowest.m_per_minute, slowest.receipt


def _paced(moving: ResolvedMover, command: Explore, rules: Ruleset) -> LocalPace:
    if moving.speed_m is None:
        raise Refusal(
            "no_local_pace", "A powered vehicle has no pace in metres a minute: leave it behind."
        )
    conditions = command.conditions
    return local_pace(moving.speed_m, command.pace, rules, conditions, flying=moving.flying)


def long_run(resolution: Resolution, command: LongRun) -> None:
    """Run for some rounds, with a check for each beyond the Constitution score, then rest.

    A failure ends the run, and that round is not run (T-072). Who has reached the limit rests for a
    minute before anything else (T-073). Refusals: `bad_rounds`, `no_run_pace`, `fatigued` (T-077),
    `cannot_run`, `no_constitution`, `no_speed`, and those of `resolve`.
    """
    rules = resolution.rules
    state = resolution.state
    member = someone(state, command.who)
    if not 1 <= command.rounds <= MOST_ROUNDS:
        raise Refusal("bad_rounds", "Give from 1 to {most} rounds.", most=MOST_ROUNDS)
    refuse_run(member, rules)
    free = con_score(member, rules.combat.dying) * rules.run.rounds_per_con
    before = rounds_run(member, state, rules)
    resolution.explain(*why_run(member, command.rounds, state, rules))
    done = 0
    failed = False
    while done < command.rounds and not failed:
        check = before + done + 1 - free
        if check > 0:
            question = _run_check(resolution, member, check, command.rounds, before)
            outcome = resolution.check(question, "run")
            if outcome is None:
                return
            failed = outcome.success is False
        if not failed:
            done += 1
    rests = 0
    if failed or before + done >= free:
        rests = rules.run.rest_rounds
    moving = moving_now(member, state, rules)
    stride = _stride(moving, rules)
    if rests:
        slow = Metres((moving.speed_m or 0) * rests)
        resting = rules.cite("T-073", "rounds of rest", rests)
        label = Message("one move a round meanwhile, at most")
        resolution.explain(rules.cite("T-074", label, slow, resting))
    count = 0 if rests else before + done
    resolution.emit(Ran(member.id, done, stride * done, rests, count))


def refuse_run(member: Member, rules: Ruleset) -> None:
    """Refuse a long run to who cannot run (T-070, T-077). Refusals as `long_run`."""
    run_pace(rules, None)
    if health(member, rules).out:
        raise Refusal("cannot_run", "{who} cannot run: it is down.", who=member.name)
    if fatigued(member) and not rules.fatigue.can_run:
        raise Refusal("fatigued", "{who} is fatigued and cannot run.", who=member.name)
    if known_con_modifier(member) is None:
        raise Refusal(
            "no_constitution",
            "How long {who} can run depends on Constitution: write it on the form (F3).",
            who=member.name,
        )


def rounds_run(member: Member, state: State, rules: Ruleset) -> int:
    """Return the rounds of running that still count: none after ten rounds without (T-076)."""
    if member.ran is None:
        return 0
    since = state.clock.hours_since(member.ran.until)
    if since >= rules.run.rest_rounds * ROUND:
        return 0
    return member.ran.rounds


def why_run(member: Member, rounds: int, state: State, rules: Ruleset) -> Iterator[Receipt]:
    """Return the rounds that are free, the checks beyond with their chances, and that of all."""
    before = rounds_run(member, state, rules)
    return _why_run_on(member, before, rounds, state, rules)


def _why_run_on(
    member: Member, before: int, rounds: int, state: State, rules: Ruleset
) -> Iterator[Receipt]:
    # After so many rounds before.
    free = con_score(member, rules.combat.dying) * rules.run.rounds_per_con
    now = constitution_check(member, state, rules)
    modifier = con_modifier(member, rules.combat.dying) + now.change
    counted = rules.cite("T-076", "rounds run already", before)
    yield rules.cite("T-070", "rounds free of checks", free, counted)
    chance = Fraction(1)
    for check in range(max(1, before + 1 - free), before + rounds - free + 1):
        dc = run_dc(check, rules)
        success = chance_of_success(dc, modifier)
        chance *= success
        label = Message("check {n}: DC {dc}", n=check, dc=dc)
        yield rules.cite("T-071", label, Chance(success), *now.receipts)
        if not chance:
            break
    yield rules.cite("T-075", "chance to run them all", Chance(chance))


def _run_check(
    resolution: Resolution, member: Member, check: int, rounds: int, before: int
) -> Question:
    # The row says how far it is, and what the chance of the whole run is from here.
    rules = resolution.rules
    free = con_score(member, rules.combat.dying) * rules.run.rounds_per_con
    run = free + check - 1
    left = before + rounds - run
    forecast = tuple(_why_run_on(member, run, left, resolution.state, rules))
    clock = resolution.state.clock
    dc = run_dc(check, rules)
    now = constitution_check(member, resolution.state, rules)
    modifier = con_modifier(member, rules.combat.dying) + now.change
    label = Message(
        "{who} runs on, round {round} of {rounds}; {chance} for all of them",
        who=member.name,
        round=run + 1 - before,
        rounds=rounds,
        chance=forecast[-1].value,
    )
    why = rules.cite("T-071", label, dc, *forecast)
    key = f"run/{clock.day}/{exact(clock.hour)}/{member.id}/{check}"
    return Question(key, label, member.id, modifier=modifier, dc=dc, why=why)


def _stride(moving: ResolvedMover, rules: Ruleset) -> Fraction:
    # The metres of a round of running (T-012 to T-014).
    if moving.speed_m is None:
        raise Refusal("no_speed", "A powered vehicle does not run.")
    return moving.speed_m * (run_pace(rules, moving.run_multiplier).round or 0)
