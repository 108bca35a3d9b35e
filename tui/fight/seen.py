"""An encounter as the rows of a fight look at it: whole, or behind the curtain as players may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.combat.board.scene import Scene
from core.messages import Refusal
from core.play.fight.combatants import Being
from core.play.fight.encounter import Encounter, Figure
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import Health, health
from core.play.state import State
from core.play.union import Assets
from tui.moment import Moment


@dataclass(frozen=True)
class EncounterView:
    """An encounter of a state under its rules; nothing else is asked when rows are made.

    `whole` is the encounter with its secrets, for the GM's eyes.
    """

    state: State
    assets: Assets
    encounter: Encounter
    whole: Encounter
    curtain: bool = False

    def being(self, who: str) -> Being | None:
        """The member or creature of this encounter with this id."""
        return self.state.member(who) or self.encounter.foe(who)

    def figure(self, who: str) -> Figure | None:
        """Its figure."""
        return self.encounter.figure(who)

    def sign(self, who: str) -> str:
        """Its letters, or its name where it has none."""
        being = self.being(who)
        return who if being is None else being.token or being.name

    def health(self, being: Being) -> Health:
        """How it fares."""
        return health(being, self.assets.rules)

    def there(self) -> Iterator[tuple[Being, Figure]]:
        """Everybody with a figure, in the order of the figures."""
        for figure in self.encounter.figures:
            being = self.being(figure.id)
            if being is not None:
                yield being, figure

    def scene(self, moment: Moment) -> Scene | None:
        """The scene of the encounter with all who are in it; None when its board is not here."""
        if moment.fight is not None and moment.fight.id == self.encounter.id:
            return moment.scene
        try:
            return scene_of(moment.state, moment.assets, self.whole)
        except Refusal:
            return None


def seen(
    moment: Moment, curtain: bool = False, encounter: Encounter | None = None
) -> EncounterView | None:
    """The encounter that is shown (None = the fight); None when there is none to see."""
    whole = encounter or moment.fight
    if whole is None:
        return None
    if not curtain:
        return EncounterView(moment.state, moment.assets, whole, whole)
    state = moment.veiled.state
    found = state.encounter(whole.id)
    return None if found is None else EncounterView(state, moment.assets, found, whole, True)
