"""An encounter as a screen needs it: scene, doors, creatures, whose turn.

Pure and possibly slow at first sight of a board: screens gather it in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from core.combat.board.drawing import DoorState, doors
from core.combat.board.scene import Present, Scene
from core.combat.board.squares import Square
from core.messages import Message, Refusal
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Encounter, Side
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import health
from core.play.queries import next_action
from core.values import Struct
from tui.view import CampaignView


class Battle(Struct, dict=True):
    """One encounter at one moment. If `scene` is None, `trouble` says why."""

    view: CampaignView
    encounter: Encounter
    scene: Scene | None = None
    doors: Mapping[str, DoorState] = {}
    trouble: Message | None = None
    space: Message | None = None
    """What Space would do now."""
    unseen: frozenset[str] = frozenset()
    """The ids of the hidden, while players look on: no key means them, no pane names them."""

    @property
    def runs(self) -> bool:
        """Whether this is the encounter being played."""
        fight = self.view.state.fight
        return fight is not None and fight.id == self.encounter.id

    @cached_property
    def turn(self) -> tuple[str, ...]:
        """The ids of the creatures whose turn it is, if seen."""
        slot = self.encounter.slot(self.encounter.acting)
        return () if slot is None else self.seen(slot.who)

    @cached_property
    def acting(self) -> tuple[str, ...]:
        """Those of them that are on their feet, or all where nobody is."""
        return tuple(one for one in self.turn if self.up(one)) or self.turn

    def seen(self, who: Iterable[str]) -> tuple[str, ...]:
        """Those of these ids that are not unseen."""
        return tuple(one for one in who if one not in self.unseen)

    def being(self, who: str) -> Being | None:
        """A member of the party or creature of this encounter, by id."""
        return self.view.state.member(who) or self.encounter.foe(who)

    def up(self, who: str) -> bool:
        """Whether a creature is known and not out of the fight by its wounds."""
        being = self.being(who)
        return being is not None and not health(being, self.view.assets.rules).out

    def side(self, who: str) -> Side:
        """The side of a creature."""
        being = self.being(who)
        return "neutral" if being is None else side(being)

    def under(self, square: Square) -> tuple[str, ...]:
        """The ids of those seen on a square: living first, then riders and high flyers."""
        if self.scene is None:
            return ()
        bit = self.scene.field.bit(square)
        there = [one for one in self.scene.present if one.bits & bit]
        return self.seen(one.creature.id for one in sorted(there, key=self._depth))

    def _depth(self, one: Present) -> tuple[bool, bool, int]:
        being = self.being(one.creature.id)
        figure = self.encounter.figure(one.creature.id)
        height = 0 if figure is None else figure.elevation
        return bool(being and being.dead), not one.creature.rides, -height

    def squares(self, who: str) -> set[Square]:
        """The squares of a creature on the board; none for one off it."""
        creature = self.scene.by_id.get(who) if self.scene is not None else None
        if creature is None or self.scene is None:
            return set()
        return set(self.scene.body(creature).squares())

    def place(self, who: str) -> Square | None:
        """The anchor of a creature on the board; None for one off it."""
        creature = self.scene.by_id.get(who) if self.scene is not None else None
        return None if creature is None or self.scene is None else self.scene.body(creature).anchor


def battle(view: CampaignView, encounter: Encounter, player_view: bool = False) -> Battle:
    """Gather the encounter with its scene, or the reason for having none."""
    assets = view.assets
    unseen: frozenset[str] = encounter.hidden if player_view else frozenset()
    try:
        scene = view.scene if view.state.fight is encounter else None
        scene = scene or scene_of(view.state, assets, encounter)
        found = doors(assets.boards[encounter.board], encounter.edits)
    except Refusal as refusal:
        return Battle(view, encounter, trouble=refusal.message)
    space = next_action(view.state, assets)
    return Battle(view, encounter, scene, found, space=space, unseen=unseen)
