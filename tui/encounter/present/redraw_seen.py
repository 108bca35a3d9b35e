"""An encounter for its rows: whole, or as players may see it."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.scene import Scene
from core.messages import Refusal
from core.play.fight.combatants import Being
from core.play.fight.encounter import Encounter, Figure
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import Health, health
from core.play.state import State
from core.play.union import Assets
from core.values import Struct
from tui.view import CampaignView


class EncounterView(Struct):
    """An encounter of a state under its rules: all that rows need.

    `whole` is the encounter with its secrets, for the GM only.
    """

    view: CampaignView
    state: State
    encounter: Encounter
    whole: Encounter
    player_view: bool = False

    @property
    def assets(self) -> Assets:
        """The ruleset, the maps and the boards."""
        return self.view.assets

    def being(self, who: str) -> Being | None:
        """The member or creature of this encounter with this id."""
        return self.state.member(who) or self.encounter.foe(who)

    def figure(self, who: str) -> Figure | None:
        """Its figure by id."""
        return self.encounter.figure(who)

    def sign(self, who: str) -> str:
        """Its letters, or its name when it has none."""
        being = self.being(who)
        return who if being is None else being.token or being.name

    def health(self, being: Being) -> Health:
        """Its health."""
        return health(being, self.assets.rules)

    def there(self) -> Iterator[tuple[Being, Figure]]:
        """All creatures with a figure, in the order of the figures."""
        for figure in self.encounter.figures:
            being = self.being(figure.id)
            if being is not None:
                yield being, figure

    def scene(self) -> Scene | None:
        """The scene of the encounter with all its creatures; None when its board is missing."""
        view = self.view
        if view.fight is not None and view.fight.id == self.encounter.id:
            return view.scene
        try:
            return scene_of(view.state, view.assets, self.whole)
        except Refusal:
            return None


def seen(
    view: CampaignView, player_view: bool = False, encounter: Encounter | None = None
) -> EncounterView | None:
    """The encounter shown (None = the fight); None when there is none to see."""
    whole = encounter or view.fight
    if whole is None:
        return None
    if not player_view:
        return EncounterView(view, view.state, whole, whole)
    state = view.veiled.state
    found = state.encounter(whole.id)
    return None if found is None else EncounterView(view, state, found, whole, True)
