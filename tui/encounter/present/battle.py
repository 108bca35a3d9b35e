"""An encounter as a screen needs it: who is where, whose turn it is, who can attack whom.

`Battle` is what keys and commands go by; `EncounterView` is for rows and names only what the
onlookers may know. Pure, but slow at first sight of a board: screens gather it in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from core.combat.board.drawing import DoorState, doors
from core.combat.board.scene import Present, Scene
from core.combat.board.squares import Block, Square
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter, Figure, Side
from core.play.facts.fight.combatants import Being, side_of
from core.play.facts.state import State
from core.play.fight.blows.attack_plan import can_attack
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import Health, health, most_hit_points
from core.play.fight.vehicles import StandingVehicle, find_vehicles
from core.play.queries import next_action
from core.play.union import Assets
from core.rulesets.schema import Ruleset
from core.values import Struct
from tui.view import CampaignView


class Battle(Struct, dict=True):
    """One encounter at one moment. If `scene` is None, `trouble` says why.

    `whole` is the scene with all its creatures, for what must not fail: what is planned or said
    goes by `scene`.
    """

    view: CampaignView
    encounter: Encounter
    whole: Scene | None = None
    doors: Mapping[str, DoorState] = {}
    trouble: Message | None = None
    space: Message | None = None
    """What Space would do now."""
    player_view: bool = False

    @cached_property
    def unseen(self) -> frozenset[str]:
        """The ids of those unseen while players look on: no key means them, no pane names them."""
        if self.player_view:
            return self.encounter.unseen
        return frozenset()

    @cached_property
    def scene(self) -> Scene | None:
        """The scene as the onlookers see it: the unseen take no square and threaten nobody."""
        if self.whole is None or not self.unseen:
            return self.whole
        return self.whole.without(self.unseen)

    @cached_property
    def known(self) -> EncounterView | None:
        """The encounter as the onlookers know it; None if they do not."""
        return seen(self.view, self.player_view, self.encounter)

    @property
    def runs(self) -> bool:
        """Whether this is the encounter being played."""
        fight = self.view.state.fight
        return fight is not None and fight.id == self.encounter.id

    @cached_property
    def turn(self) -> tuple[str, ...]:
        """The ids of the creatures whose turn it is, if seen; of no encounter that is over."""
        slot = self.encounter.slot(self.encounter.acting)
        if slot is None or self.encounter.status == "over":
            return ()
        return self.seen(slot.who)

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

    def sign(self, who: str) -> str:
        """Its letters, or its name when it has none."""
        return _sign_of(self.being(who), who)

    def up(self, who: str) -> bool:
        """Whether a creature is known and not out of the fight by its wounds."""
        being = self.being(who)
        return being is not None and not health(being, self.view.assets.rules).out

    def lives(self, who: str) -> bool:
        """Whether a creature is known and not dead."""
        being = self.being(who)
        return being is not None and not being.dead

    def side(self, who: str) -> Side:
        """The side of a creature."""
        return side_of(self.view.state, self.encounter, who) or "neutral"

    def under(self, square: Square) -> tuple[str, ...]:
        """The ids of those seen on a square: living first, then riders and high flyers.

        A rider comes before its mount, dead or not.
        """
        if self.scene is None:
            return ()
        bit = self.scene.field.bit(square)
        there = [one for one in self.scene.present if one.bits & bit]
        return tuple(one.creature.id for one in sorted(there, key=self._depth))

    def _depth(self, present: Present) -> tuple[bool, bool, int]:
        being = self.being(present.creature.id)
        figure = self.encounter.figure(present.creature.id)
        if figure is None:
            height = 0
        else:
            height = figure.elevation
        walks = not present.creature.rides
        return bool(being and being.dead) and walks, walks, -height

    @cached_property
    def on_board(self) -> tuple[str, ...]:
        """The ids of those seen on the board: in turn order, then those without a turn."""
        ordered = [who for slot in self.encounter.order for who in slot.who]
        ordered += [one.id for one in self.encounter.figures if one.id not in ordered]
        return tuple(who for who in ordered if self.place(who) is not None)

    def hostile(self, who: str, by: tuple[str, ...]) -> bool:
        """Whether `by` would attack a creature."""
        return bool(by) and who not in by and self.side(who) != self.side(by[0])

    def enemy(self, square: Square, by: tuple[str, ...]) -> str:
        """The creature on a square that `by` would attack, none that is dead; "" for none."""
        return next((who for who in self.under(square) if self.is_target(who, by)), "")

    def is_target(self, who: str, by: tuple[str, ...]) -> bool:
        """Whether a creature is offered to `by` to attack: a letter may name a dead one."""
        return self.hostile(who, by) and self.lives(who)

    def foes(self, by: tuple[str, ...]) -> tuple[str, ...]:
        """Those on the board whom `by` would attack, and who are not out of the fight."""
        return tuple(who for who in self.on_board if self.up(who) and self.hostile(who, by))

    def reaches(self, by: str, creature_id: str) -> bool:
        """Whether `by` can attack a creature from where it is, with the attack in hand.

        Takes half a millisecond, or less out of reach. Never where one is off the board or the
        encounter is not being played; while players look on for members alone: how far a foe
        reaches is a secret.
        """
        state = self.view.state
        if self.scene is None or not (self.runs and {by, creature_id} <= {*self.on_board}):
            return False
        if self.player_view and state.member(by) is None:
            return False
        return can_attack(state, self.view.assets, by, creature_id, self.scene)

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """The squares (bits) of those seen on the board, by id."""
        there = () if self.scene is None else self.scene.present
        return {one.creature.id: one.bits for one in there}

    def body(self, creature_id: str) -> Block | None:
        """The space of a creature on the board; None for one off it."""
        if self.scene is None or creature_id not in self.scene.by_id:
            return None
        return self.scene.body(self.scene.by_id[creature_id])

    def place(self, who: str) -> Square | None:
        """The anchor of a creature on the board; None for one off it."""
        body = self.body(who)
        if body is None:
            return None
        return body.anchor


def _sign_of(being: Being | None, who: str) -> str:
    if being is None:
        return who
    return being.token or being.name


IDLE = Message("nothing: no fight is being played. On F2 it goes on with the way")


def idle(state: State) -> bool:
    """Whether no fight is played and none waits, so that only the way could go on."""
    return state.fight is None and state.pending is None


def battle(view: CampaignView, encounter: Encounter, player_view: bool = False) -> Battle:
    """Gather the encounter with its scene, or the reason for having none."""
    assets = view.assets
    try:
        scene = view.scene if view.state.fight is encounter else None
        scene = scene or scene_of(view.state, assets, encounter)
        door_states = doors(assets.boards[encounter.board], encounter.edits)
    except Refusal as refusal:
        return Battle(view, encounter, trouble=refusal.message, player_view=player_view)
    if idle(view.state):
        space = IDLE
    else:
        space = next_action(view.state, assets)
    return Battle(view, encounter, scene, door_states, space=space, player_view=player_view)


def failed_battle(asked: tuple[CampaignView, Encounter, bool], trouble: Message) -> Battle:
    """The encounter without its scene, and the sentence that says why."""
    view, encounter, player_view = asked
    return Battle(view, encounter, trouble=trouble, player_view=player_view)


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

    @property
    def turn(self) -> str:
        """The key of the slot whose turn it is; "" for none, as in an encounter that is over."""
        if self.encounter.status == "over":
            return ""
        return self.encounter.acting

    def being(self, who: str) -> Being | None:
        """The member or creature of this encounter with this id."""
        return self.state.member(who) or self.encounter.foe(who)

    def sign(self, who: str) -> str:
        """Its letters, or its name when it has none."""
        return _sign_of(self.being(who), who)

    @property
    def vehicles(self) -> tuple[StandingVehicle, ...]:
        """The vehicles on the board, which are objects."""
        return find_vehicles(self.state, self.encounter, self.assets.rules)

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
    fight = state.encounter(whole.id)
    if fight is None:
        return None
    return EncounterView(view, state, fight, whole, True)


def health_left(being: Being, rules: Ruleset) -> tuple[int, int] | None:
    """The hit points left, and all of them as they are now; None when they are not known."""
    most = most_hit_points(being, rules)
    if most is None:
        return None
    return (most - being.damage, most)
