"""Timers that are called like an effect, and are offered its figures."""

from __future__ import annotations

from collections.abc import Mapping

from core.characters import plain
from core.effects.effect import Effect, describe_effect, typed_effects
from core.messages import Message
from core.play.facts.fight.combatants import everyone
from core.play.facts.state import State
from core.rulesets.schema import Ruleset
from saves.library.bestiary import base_of
from saves.library.effect_library import packaged_effects


def offer_timers(state: State, rules: Ruleset) -> Message | None:
    """Say how a timer that is called like an effect gets its figures; None = there is none."""
    known = {effect.name: effect for effect in packaged_effects(base_of(rules))}
    effects = known | typed_effects(state.effects)
    for being in everyone(state):
        for lasting in being.lasting:
            effect = _effect_called(lasting.name, effects)
            if effect is not None and not lasting.effect:
                return Message(
                    "{name} is a timer without figures. :effect {name} gives it those of the"
                    " library: {figures}.",
                    name=lasting.name,
                    figures=describe_effect(effect),
                )
    return None


def _effect_called(name: str, effects: Mapping[str, Effect]) -> Effect | None:
    wanted = plain(name)
    return next((one for key, one in effects.items() if plain(key) == wanted), None)
