"""Conditions and effects that a party or encounter file lists, as they last on a creature."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from core.calendars import Instant
from core.characters import plain
from core.effects.effect import Effect, KnownEffect, key_of
from core.effects.listed_effects import ROUNDS_AN_HOUR, ListedEffect, read_listed_effect
from core.messages import Refusal
from core.play.facts.encounter import REMOVED, Lasting, Until
from core.play.facts.fight.turns.until import ROUND
from core.rulesets.combat_schema import Combat
from core.rulesets.condition_names import effect_names, effect_of


class ListedConditions:
    """What the creatures of a file have, one after the other.

    `library` are the effects by name, `known` those that the campaign has; `learned` those that it
    will have for these creatures.
    """

    def __init__(
        self, combat: Combat, library: Mapping[str, Effect], known: Iterable[KnownEffect] = ()
    ) -> None:
        self._combat = combat
        self._library = {plain(name): effect for name, effect in library.items()}
        self._known = tuple(known)
        self.learned: list[KnownEffect] = []

    def from_now(self, texts: Iterable[str], clock: Instant) -> tuple[Lasting, ...]:
        """Return what lasts by the clock; rounds are six seconds. Refusal "unknown_effect"."""
        return tuple(self._by_clock(read_listed_effect(text), clock) for text in texts)

    def from_the_first_round(self, texts: Iterable[str], id: str) -> tuple[Lasting, ...]:
        """Return what lasts from the first round of a fight on, until turns of the creature `id`.

        Refusal "unknown_effect".
        """
        return tuple(self._by_rounds(read_listed_effect(text), id) for text in texts)

    def _by_clock(self, listed: ListedEffect, clock: Instant) -> Lasting:
        hours = listed.hours
        if listed.rounds is not None:
            hours = listed.rounds * ROUND
        if hours is None:
            return self._lasting(listed, REMOVED)
        return self._lasting(listed, Until("clock", clock.after(Fraction(hours))))

    def _by_rounds(self, listed: ListedEffect, id: str) -> Lasting:
        rounds = listed.rounds
        if listed.hours is not None:
            rounds = int(listed.hours * ROUNDS_AN_HOUR)
        if rounds is None:
            return self._lasting(listed, REMOVED)
        return self._lasting(listed, Until("turn_start", who=id, round=rounds + 1))

    def _lasting(self, listed: ListedEffect, until: Until) -> Lasting:
        effect = self._library.get(plain(listed.name))
        row = effect_of(listed.name, self._combat)
        if effect is not None:
            key = self._learn(effect)
            return Lasting(effect.name, until, listed.value or effect.value, effect=key)
        if not row:
            raise Refusal(
                "unknown_effect",
                "There is no effect {name}; there are {choices}.",
                name=listed.name,
                choices=effect_names(self._combat),
            )
        return Lasting(row, until, listed.value)

    def _learn(self, effect: Effect) -> str:
        known = (*self._known, *self.learned)
        key = key_of(effect, known)
        if all(one.key != key for one in known):
            self.learned.append(KnownEffect(key, effect))
        return key
