"""The cost of hours on the way: forced-march checks and the damage of a hustle.

Forced march: T-100 to T-111, T-167, T-169, T-170. Hustle: T-081 to T-090, T-166.
"""

from __future__ import annotations

from fractions import Fraction

from core.checks import p_success
from core.dice import Question
from core.messages import Message
from core.play.members import able, name_of, someone
from core.play.resolution import Resolution
from core.play.road.events import Strained
from core.play.road.fellows import Fellows, con_modifier
from core.play.table.events import FORCED_MARCH
from core.travel.tiring_travel import forced_check, forced_dc, hustle_damage, ordinary_hours


def due(resolution: Resolution, who: Fellows, *, hustled: bool) -> tuple[Fraction, ...]:
    """Return the hours until each next complete hour that may cost something."""
    ordinary = ordinary_hours(resolution.rules)
    found = []
    for member in resolution.state.travellers:
        if member.id in who.toiling:
            left = ordinary - member.marched
            found.append(left + 1 if left >= 0 else left % 1 or Fraction(1))
            if hustled:
                found.append(member.hustled // 1 + 1 - member.hustled)
    return tuple(found)


def take(resolution: Resolution, who: Fellows, *, tired: bool, hustled: bool) -> bool:
    """Apply the cost of the hours just completed; return whether all can go on."""
    if tired:
        for member in who.toiling:
            _forced(resolution, member, driven=member in who.driven)
    if hustled:
        for member in who.toiling:
            _hustle(resolution, member, driven=member in who.driven)
    on_land = tired or hustled
    return not on_land or all(able(someone(resolution.state, member)) for member in who.toiling)


def _lethal(resolution: Resolution, driven: bool) -> bool:
    return driven and resolution.rules.march.ridden_damage == "lethal"


def _hustle(resolution: Resolution, who: str, *, driven: bool) -> None:
    hours = someone(resolution.state, who).hustled
    if hours.denominator != 1:
        return
    hour = int(hours)
    points = hustle_damage(hour, resolution.rules)
    if points <= 0:
        return
    resolution.emit(Strained(who, points, _lethal(resolution, driven), "hustle", hour))
    label = Message("hour {hour} of hustle, {who}", hour=hour, who=name_of(resolution.state, who))
    resolution.explain(resolution.rules.cite("T-166" if driven else "T-083", label, points))


def _forced(resolution: Resolution, who: str, *, driven: bool) -> None:
    rules = resolution.rules
    extra = someone(resolution.state, who).marched - ordinary_hours(rules)
    if extra < 1 or extra.denominator != 1:
        return
    key = _key(resolution, who, int(extra))
    if driven and rules.march.ridden_fails:
        _damage(resolution, key, who, int(extra), driven=driven, follows="")
        return
    question = _check(resolution, key, who, int(extra))
    outcome = resolution.ask(question)
    if outcome is None or outcome.skipped:
        return
    resolution.emit(outcome.checked(question, FORCED_MARCH))
    if outcome.success is False:
        _damage(resolution, key, who, int(extra), driven=driven, follows=key)


def hour_of_march(resolution: Resolution, extra: int) -> int:
    """Return the hour of the day's march that is the `extra`-th beyond the ordinary day."""
    return int(ordinary_hours(resolution.rules)) + extra


def _key(resolution: Resolution, who: str, extra: int) -> str:
    return f"march/day-{resolution.state.clock.day}/hour-{hour_of_march(resolution, extra)}/{who}"


def _check(resolution: Resolution, key: str, who: str, extra: int) -> Question:
    rules = resolution.rules
    con = con_modifier(someone(resolution.state, who))
    dc = forced_dc(extra, rules)
    if con is not None:
        resolution.explain(forced_check(con, extra, rules).receipt)
    return Question(
        key,
        Message(
            "forced march, hour {hour}, {who}",
            hour=hour_of_march(resolution, extra),
            who=name_of(resolution.state, who),
        ),
        who,
        modifier=con or 0,
        dc=dc,
        chance=None if con is None else p_success(dc, con),
    )


def _damage(
    resolution: Resolution, key: str, who: str, extra: int, *, driven: bool, follows: str
) -> None:
    rules = resolution.rules
    hour = hour_of_march(resolution, extra)
    label = Message(
        "forced march, hour {hour}, {who}, damage",
        hour=hour,
        who=name_of(resolution.state, who),
    )
    question = Question(f"{key}/damage", label, who, dice=rules.march.dice, follows=follows)
    outcome = resolution.ask(question)
    if outcome is None or outcome.total <= 0:
        return
    resolution.emit(
        Strained(
            who, outcome.total, _lethal(resolution, driven), "forced_march", hour, outcome.faces
        )
    )
    resolution.explain(rules.cite("T-167" if driven else "T-102", label, outcome.total))
