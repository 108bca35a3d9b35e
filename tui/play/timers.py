"""Timers of an older campaign that are called like an effect, and are offered its figures once."""

from __future__ import annotations

from core.effects.effect import Effect, describe_effect, find_effect
from core.messages import Message
from core.play.facts.fight.combatants import everyone
from core.play.facts.state import State
from core.rulesets.schema import Ruleset
from core.values import Struct
from saves.library.effect_library import known_effects
from saves.library.timer_offers import was_offered
from tui.view import CampaignView


class TimerOffer(Struct):
    """What a campaign is offered: the names of its timers, as they are spelt, and the sentence."""

    timers: tuple[str, ...]
    message: Message


def find_timer_offer(view: CampaignView) -> TimerOffer | None:
    """Return the offer to a campaign as it opens; None: there is none, or it was made before.

    A timer that this Outrider began is one by the GM's choice, who had the effect before her.
    """
    if view.read_only or view.birth is not None or not view.has_older_timers:
        return None
    timers = {
        name: effect
        for name, effect in timers_like_effects(view.state, view.assets.rules).items()
        if not was_offered(view.id, name)
    }
    if not timers:
        return None
    return TimerOffer(tuple(timers), _offer(timers))


def timers_like_effects(state: State, rules: Ruleset) -> dict[str, Effect]:
    """Return the effects that timers without figures are called like, by the timers' names."""
    effects = known_effects(state, rules, kept=False)
    found: dict[str, Effect] = {}
    for being in everyone(state):
        for lasting in being.lasting:
            effect = find_effect(lasting.name, effects)
            if effect is not None and not lasting.effect:
                found[lasting.name] = effect
    return found


def _offer(timers: dict[str, Effect]) -> Message:
    first, *others = timers
    if others:
        return Message(
            "{names} are timers without figures. :effect and the name of one gives it those of"
            " the library, as in :effect {first}.",
            names=tuple(timers),
            first=first,
        )
    return Message(
        "{name} is a timer without figures. :effect {name} gives it those of the library:"
        " {figures}.",
        name=first,
        figures=describe_effect(timers[first]),
    )
