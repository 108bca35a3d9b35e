"""A fight as the scripted player of the long campaign plays it: on a board, round after round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.combat.board.drawing import Board
from core.combat.board.squares import Square, parse_square
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, find
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative, SetCondition
from core.play.facts.road.commands import BeginEncounter, EndEncounter
from core.play.facts.state import Fighting, Member
from core.play.facts.table.commands import Heal, Hurt
from core.play.fight.setup.recruits import recruits
from core.values import replace
from saves.library.bestiary import packaged_beasts

if TYPE_CHECKING:
    from tests.marathon import Player

WIDE = 18
HIGH = 14
MOST_ROUNDS = 10
STRIDE = 5
"""Squares that nobody is too slow for, more or less."""
KINDS = ("wolf", "bandit", "goblin", "archer", "ogre")
SCENES = (
    "Ambush at the ford",
    "Wolves under the oaks",
    "Toll at the gate",
    "Goblins in the gully",
    "Fire on the hill",
    "The old mill",
    "Bandits at dusk",
    "Night at the tarn",
)
GROUND = ".......................TT::oo"
MIDDLE = f"{GROUND}##&~"
"""Where nobody stands at first there are walls, fog and water too."""


def board(chance: random.Random) -> Board:
    """Mostly open ground, with trees, rubble, walls and fog here and there."""
    rows = (
        "".join(chance.choice(MIDDLE if 6 < x < 12 else GROUND) for x in range(WIDE))
        for _ in range(HIGH)
    )
    return Board(tuple(rows), legend=(("T", ("difficult", "concealing")),))


def encounter(player: Player, number: int) -> Encounter:
    """Creatures of one kind or two, in the east of the board; the party will stand in the west."""
    chance = player.chance
    state = player.campaign.state
    kinds = {beast.slug: beast for beast in packaged_beasts("pf1")}
    known = [kind for kind in KINDS if kind in kinds]
    found = Encounter(f"scene-{number}", chance.choice(SCENES), "", place=state.place)
    for kind in chance.sample(known, chance.randint(1, 2)):
        count = 1 if kind == "ogre" else chance.randint(2, 5)
        foes = recruits(kinds[kind], count, state, found)
        found = replace(found, foes=(*found.foes, *foes))
    spots = [f"{'MP'[n % 2]}{2 + n}" for n in range(len(found.foes))]
    figures = (
        Figure(foe.id, at, hidden=chance.random() < 0.1)
        for foe, at in zip(found.foes, spots, strict=True)
    )
    return replace(found, figures=tuple(figures))


class Fight:
    """Plays the encounter that was prepared last."""

    def __init__(self, player: Player, prepared: Encounter) -> None:
        self.player = player
        self.prepared = prepared

    def play(self) -> None:
        """From its beginning until nobody of one side stands, or they have had enough."""
        do = self.player.do
        state = self.player.campaign.state
        if do(BeginEncounter(self.prepared.name, self.prepared.id)) is None:
            return
        spots = (Spot(m.id, f"{'BCDEF'[n % 5]}{3 + n}") for n, m in enumerate(state.travellers))
        do(Place(self.prepared.id, tuple(spots)))
        do(RollInitiative())
        while (fight := self.player.campaign.state.fight) is not None:
            if fight.round > MOST_ROUNDS or self._decided() or self.player.done:
                break
            self._turn()
        self._answer()
        do(EndEncounter(self.player.chance.randint(1, 30)))

    def _decided(self) -> bool:
        sides = {isinstance(being, Member) for being, _ in self._standing()}
        return len(sides) < 2

    def _standing(self) -> Iterator[tuple[Being, Square]]:
        """Those who can still fight, and where."""
        state = self.player.campaign.state
        fight = state.fight
        for figure in () if fight is None else fight.figures:
            being = find(state, figure.id)
            if being is not None and figure.at and up(being):
                yield being, parse_square(figure.at)

    def _turn(self) -> None:
        state = self.player.campaign.state
        slot = state.fight.slot(state.fight.acting) if state.fight else None
        for who in slot.who if slot else ():
            self._act(who)
            if self.player.done:
                return
        if self.player.chance.random() < 0.05 and slot:
            self.player.do(SetCondition(slot.who[:1], "shaken", rounds=2, source="a roar"))
        if self.player.do(EndTurn()) is None:
            self.player.do(EndEncounter(1))

    def _act(self, who: str) -> None:
        """Strike the nearest enemy; go there first."""
        there = {being.id: (being, at) for being, at in self._standing()}
        if who not in there:
            return
        me, here = there[who]
        enemies = [
            (far(here, at), being.id, at)
            for being, at in there.values()
            if isinstance(being, Member) != isinstance(me, Member)
        ]
        if not enemies:
            return
        distance, enemy, at = min(enemies)
        if distance > 1:
            self._go(who, here, at, {at for _, at in there.values()})
            here = next((at for being, at in self._standing() if being.id == who), here)
            distance = far(here, at)
        if distance <= 1:
            self._strike(who, enemy)
        self._tend()

    def _strike(self, who: str, enemy: str) -> None:
        """By the rules; or the players say what came of it, and the GM writes down the damage."""
        chance = self.player.chance
        if chance.random() < 0.5:
            if self.player.do(MakeAttack((who,), enemy)) is not None:
                self._answer()  # a shot may be asked of others first
        elif chance.random() < 0.6:
            self.player.do(Hurt((enemy,), (chance.randint(1, 8),)))

    def _go(self, who: str, here: Square, to: Square, taken: set[Square]) -> None:
        """Beside an enemy, or as far as one goes in a move; or the GM puts the token there."""
        beside = (to.by(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
        free = [at for at in beside if 0 <= at.x < WIDE and 0 <= at.y < HIGH and at not in taken]
        if not free:
            return
        distance, at = min((far(here, at), at) for at in free)
        if distance > STRIDE:
            x, y = ((to - one) * STRIDE // distance for one, to in zip(here, at, strict=True))
            at = here.by(x, y)
        if self.player.chance.random() < 0.5 and self.player.do(Move(who, str(at))) is not None:
            self._answer()
        elif at not in taken:
            self.player.do(Place(self.prepared.id, (Spot(who, str(at)),)))

    def _answer(self) -> None:
        """Some of those who may strike at a mover, or at who shoots, do."""
        while True:
            pending = self.player.campaign.state.pending
            if not isinstance(pending, Fighting) or pending.waiting is None:
                return
            strikers = {striker.by for striker in pending.waiting.strikers}
            takes = tuple(by for by in sorted(strikers) if self.player.chance.random() < 0.5)
            if self.player.do(AnswerStrikes(takes)) is None and self.player.do(DropMove()) is None:
                return

    def _tend(self) -> None:
        """Who is down among the heroes is helped up again."""
        for member in self.player.campaign.state.members:
            if not up(member):
                self.player.do(Heal((member.id,), (max(1, member.damage),)))


def up(being: Being) -> bool:
    """Whether somebody can still fight."""
    return not being.dead and being.damage + being.nonlethal < (being.hp or 1)


def far(one: Square, other: Square) -> int:
    """Squares from one to another, diagonals as one."""
    return max(abs(one.x - other.x), abs(one.y - other.y))
