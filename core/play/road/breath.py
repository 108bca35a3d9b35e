"""A rest of some minutes on the road, which gives Stamina back for Resolve (open rules)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import Message, Refusal
from core.play.facts.road.commands import CatchBreath
from core.play.facts.state import RESOLVE, STAMINA, Member, State, counter_of, someone
from core.play.facts.table.events import Counted
from core.play.fight.health import health, open_rules
from core.play.fight.turns.resolve import STAY, resolve_left
from core.play.resolution import Resolution
from core.play.road import encounters, rest

MINUTES = 60


def catch_breath(resolution: Resolution, command: CatchBreath) -> None:
    """Let the minutes of a breather pass; each of those named pays 1 Resolve for all its Stamina.

    An encounter that breaks it off gives nothing. Refusals: "no_stamina", "nobody",
    "unknown_member", "out", "full", "no_resolve".
    """
    dying = resolution.rules.combat.dying
    if not dying.has_resolve:
        raise Refusal("no_stamina", "These rules know no Stamina.")
    if not command.who:
        raise Refusal("nobody", "Nobody has lost Stamina; who rests for it is named.")
    for who in command.who:
        _refuse(resolution, someone(resolution.state, who))
    hours = Fraction(dying.breather, MINUTES)
    rest.let_the_dying_fare(resolution, hours)
    if resolution.blocked:
        return
    resume = resolution.state.resume
    spent = rest.until_met(resolution, hours)
    rest.pass_hours(resolution, spent, resting=True, slept=False)
    if spent == hours:
        for who in command.who:
            _pay(resolution, someone(resolution.state, who))
    camped = resolution.state.camped is not None
    encounters.meets(resolution, resolution.state.clock, resume, camped=camped)


def lacks_stamina(member: Member) -> bool:
    """Whether a member has lost Stamina."""
    stamina = counter_of(member, STAMINA)
    return stamina is not None and stamina.now < stamina.most


def out_of_breath(state: State) -> tuple[str, ...]:
    """Return the ids of those travelling who have lost Stamina and can pay for it."""
    return tuple(
        member.id
        for member in state.travellers
        if lacks_stamina(member) and resolve_left(member) >= STAY and not member.dead
    )


def _refuse(resolution: Resolution, member: Member) -> None:
    fares = health(member, resolution.rules)
    if fares.out:
        raise Refusal("out", "{who} is {state}.", who=member.name, state=fares.word)
    if not lacks_stamina(member):
        raise Refusal("full", "{who} has lost no Stamina.", who=member.name)
    if resolve_left(member) < STAY:
        raise Refusal("no_resolve", "{who} has no Resolve to pay with.", who=member.name)


def _pay(resolution: Resolution, member: Member) -> None:
    stamina = counter_of(member, STAMINA)
    assert stamina is not None
    left = resolve_left(member) - STAY
    resolution.emit(Counted(member.id, RESOLVE, left), Counted(member.id, STAMINA, stamina.most))
    label = Message("{who} catches breath, for 1 Resolve: Stamina", who=member.name)
    resolution.explain(open_rules(resolution.rules, label, stamina.most))
