"""Spring Attack and Ride-By Attack in any fight, worked out again from the text alone (K-13).

Who may strike on the way is what the oracle of opportunities says, without the target of the
attack; whether there is such a way follows from its length, from where it begins and where it ends.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Block, Square
from core.combat.threat.threat import enemies
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, changed_being, changed_figure, fight_of, sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.state import Assets, Member, State
from core.play.fight.fight_scene import find_mover_scene, scene_of, speed_of
from core.play.fight.moves.charge_plan import charge_places
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import PlannedMove
from core.values import replace
from tests.core.combat.oracles.opportunities import Watching
from tests.core.combat.oracles.threats import Sight, gap, space, steps, threatens_cell
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.boards import HERO, after, fight, waits
from tests.core.play.fight.skirmishes import Maker, acting
from tests.switched import Switches
from tests.thorough import rounds

SEED = 1313
STEPS = rounds(15, 2_000)
MANY = 20_000
SYSTEMS = ("pf1", "dnd35", "sf")
LEAST = {"pf1": 2, "dnd35": 1, "sf": 2}
"""The squares that a spring attack covers before its blow."""
SWORD = Attack("sword", (6,), "1d6")
RIDERS = 0.3
"""So many of the fights are those of a rider."""
WIDE = 20
HIGH = 14
GROUND = "\n".join(["." * WIDE] * HIGH)
KNIGHT = replace(HERO, sheet=Sheet(ac=17, attacks=(SWORD,), traits=("ride_by_attack",)))
PONY = Foe(
    "pony",
    "Pony",
    "p",
    "party",
    sheet=Sheet(size="L", long=True, ac=14, speeds=(("walk", 10),)),
)
PINNED: Switches = {"acts_provoke": False, "conditions": "sources"}
FEATS = ("spring_attack", "ride_by_attack")
SPRING_CODES = {"no_target", "too_near", "next_to_target"}


def trained(being: Being) -> Being:
    """Somebody with both feats and a sword, healthy."""
    figures = replace(
        sheet(being),
        attacks=(SWORD,),
        reach=None,
        traits=(*FEATS, *sheet(being).traits),
        speeds=(("walk", 8),),
    )
    return replace(being, sheet=figures, lasting=())


def armed(figure: Figure) -> Figure:
    return replace(figure, weapon=0, mode="walk", acted=True)


class Passing:
    """Moves in random fights, until there have been so many."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tally = Counter[str]()
        self.assets: Assets

    def play(self, moves: int) -> None:
        while self.tally["moves"] < moves:
            system = SYSTEMS[self.tally["fights"] % len(SYSTEMS)]
            self.tally["fights"] += 1
            if self.chance.random() < RIDERS:
                self.rides(system)
                continue
            skirmish = Maker(self.chance, system, PINNED).make()
            self.assets = skirmish.assets
            mover = self.chance.choice(skirmish.beings)
            state = changed_being(skirmish.state, mover.id, trained)
            state = acting(changed_figure(state, mover.id, armed), mover.id)
            scene = scene_of(state, self.assets)
            creature = scene.by_id.get(mover.id)
            if creature is None:
                continue
            for target in scene.creatures:
                if target.side == creature.side or "neutral" in (target.side, creature.side):
                    continue
                if not creature.rides:
                    self.spring(state, scene, creature, target)

    def rides(self, system: str) -> None:
        """A rider among some foes and friends on open ground, and her charges at each."""
        chance = self.chance
        beings: list[Member | Foe] = [KNIGHT, PONY]
        at = {"hero": "F6", "pony": "F6"}
        taken = set(Block(5, 5, SPACE["L"]).squares())
        for number in range(chance.randint(2, 6)):
            size = chance.choice("SMMLLH")
            side = SPACE[size]
            x = chance.randrange(WIDE - side)
            y = chance.randrange(HIGH - side)
            body = set(Block(x, y, side).squares())
            if taken & body:
                continue
            taken |= body
            pole = replace(SWORD, reach=2 * side) if chance.random() < 0.3 else SWORD
            name = f"foe{number}"
            friend = chance.random() < 0.15
            figures = Sheet(size=size, ac=15, attacks=(pole,), speeds=(("walk", 6),))
            beings.append(Foe(name, name, "", "party" if friend else "foes", sheet=figures))
            at[name] = str(Square(x, y))
        state, self.assets = fight(
            GROUND,
            *beings,
            at=at,
            system=system,
            switches=PINNED,
            hero={"mount": "pony"},
        )
        scene = scene_of(state, self.assets)
        rider = scene.by_id["hero"]
        for target in enemies(scene, rider):
            self.ride_by(state, scene, rider, target)

    def goals(self, scene: Scene, target: Creature) -> Sequence[Square]:
        """Some squares near somebody, and one that may be anywhere."""
        body = scene.body(target)
        near = [
            Square(body.x + self.chance.randint(-3, body.side + 1), body.y + down)
            for down in range(-2, body.side + 2)
        ]
        field = scene.field
        anywhere = Square(self.chance.randrange(field.width), self.chance.randrange(field.height))
        return [square for square in (*near, anywhere) if field.holds(square)]

    def plan(self, state: State, command: Move) -> PlannedMove | str:
        """The planned move, or the code of its refusal."""
        try:
            return plan_move(state, self.assets, command)
        except Refusal as refusal:
            self.tally[refusal.code] += 1
            return refusal.code

    def compare(
        self, planned_move: PlannedMove, scene: Scene, who: Creature, spared: tuple[str, ...]
    ) -> None:
        """Who may strike on the way is what the oracle says, without the spared."""
        command = planned_move.command
        manner = Manner(action=command.action, squeeze=command.squeeze)
        watching = Watching(scene, who, manner, Sight(scene.field))
        path = [(square.x, square.y) for square in planned_move.path]
        expected = {
            by: str(Square(*places[0]))
            for by, places in watching.opportunities(path).items()
            if by not in spared and scene.by_id[by].side != "neutral"
        }
        found = {striker.by: striker.at for striker in planned_move.strikers.who}
        assert found == expected, (command, spared)
        self.tally["moves"] += 1
        self.tally["strikes"] += len(found)

    def spring(self, state: State, scene: Scene, who: Creature, target: Creature) -> None:
        """Moves to a spring attack at somebody, and on after it."""
        for goal in self.goals(scene, target):
            command = Move(who.id, str(goal), target=target.id)
            planned_move = self.plan(state, command)
            plain = self.plan(state, replace(command, target=""))
            if isinstance(plain, str):
                continue
            if isinstance(planned_move, str):
                if planned_move in SPRING_CODES:
                    assert self.why_not(plain, scene, who, target) == planned_move, command
                continue
            assert self.why_not(planned_move, scene, who, target) == "", command
            assert planned_move.path == plain.path
            self.compare(planned_move, scene, who, (target.id,))
            self.tally["springs"] += 1
            self.go_on(state, planned_move, target)

    def why_not(
        self, planned_move: PlannedMove, scene: Scene, who: Creature, target: Creature
    ) -> str:
        """Why the text allows no spring attack by a way; "" = it does."""
        ended = scene.moved(who.id, planned_move.path[-1])
        sight = Sight(ended.field)
        there = ended.by_id[who.id]
        body = space(ended, target)
        if not any(threatens_cell(ended, sight, there, cell) for cell in body):
            return "no_target"
        ways = [(there.x - here.x, there.y - here.y) for here, there in pairwise(planned_move.path)]
        slanting = [(dx, dy) for dx, dy in ways if dx and dy]
        if steps(len(ways), len(slanting)) < LEAST[scene.rules.id]:
            return "too_near"
        if LEAST[scene.rules.id] > 1 and max(gap(space(scene, who), body)) <= 1:
            return "next_to_target"
        return ""

    def go_on(self, state: State, planned_move: PlannedMove, target: Creature) -> None:
        """After the blow its target does not strike at who moves on."""
        who = planned_move.command.who
        struck = self.struck(self.moved(state, planned_move), who, target.id)
        if struck is None:
            return
        scene = scene_of(struck, self.assets)
        for goal in self.goals(scene, target):
            onward = self.plan(struck, Move(who, str(goal)))
            if isinstance(onward, str) or onward.paid.over:
                continue
            self.compare(onward, scene, scene.by_id[who], (target.id,))
            self.tally["springs on"] += 1

    def ride_by(self, state: State, scene: Scene, who: Creature, target: Creature) -> None:
        """Charges at somebody, and rides on after them."""
        mover_scene = find_mover_scene(state, self.assets, who.id)
        for place in charge_places(mover_scene, target, (0,)):
            command = Move(who.id, str(place.square), action="charge", target=target.id)
            planned_move = self.plan(state, command)
            if isinstance(planned_move, str):
                continue
            rides_by = self.assets.rules.id != "sf"
            spared = (target.id,) if rides_by else ()
            self.compare(planned_move, scene, who, spared)
            self.tally["charges"] += 1
            struck = self.struck(self.moved(state, planned_move), who.id, target.id)
            if struck is not None and rides_by:
                self.ride_on(struck, planned_move, target)

    def ride_on(self, struck: State, charge: PlannedMove, target: Creature) -> None:
        who = charge.command.who
        mount = charge.mover.id
        scene = scene_of(struck, self.assets)
        start = charge.path[0]
        here = charge.path[-1]
        most = 2 * (speed_of(struck, self.assets, mount) or 0)
        ahead = [
            start.by(round((here.x - start.x) * times), round((here.y - start.y) * times))
            for times in (1.2, 1.5, 1.9, 2.5, 3.5)
        ]
        held = [square for square in ahead if scene.field.holds(square)]
        for goal in (*held, *self.goals(scene, target)):
            onward = self.plan(struck, Move(who, str(goal)))
            is_ahead = goal != here and _passes(start, goal, here)
            if isinstance(onward, str):
                assert (onward != "not_straight") or not is_ahead, (start, here, goal)
                continue
            assert is_ahead, (start, here, goal)
            assert onward.paid.over is (charge.cost + onward.cost > most)
            self.compare(onward, scene, scene.by_id[who], (target.id,))
            self.tally["rides on"] += 1

    def moved(self, state: State, planned_move: PlannedMove) -> State:
        """The state after a move, at which nobody strikes."""
        there = after(planned_move.command, state, self.assets)
        if not planned_move.strikers.who:
            return there
        assert {one.by for one in waits(there).strikers} == {
            one.by for one in planned_move.strikers.who
        }
        return after(AnswerStrikes(), there, self.assets)

    def struck(self, state: State, who: str, target: str) -> State | None:
        """The state after a blow that misses; None = it cannot be made."""
        try:
            blow = after(MakeAttack((who,), target), state, self.assets, {f"attack/r1/{who}/1": 1})
        except Refusal:
            return None
        for figure in fight_of(blow).figures:
            blow = changed_figure(blow, figure.id, _unreacted)
        return blow


def _unreacted(figure: Figure) -> Figure:
    return replace(figure, reacted=())


def _passes(start: Square, goal: Square, here: Square) -> bool:
    """Whether the line of centres from a square to another crosses a third, half up or left."""
    far = max(abs(goal.x - start.x), abs(goal.y - start.y))
    at = max(abs(here.x - start.x), abs(here.y - start.y))
    if at > far or not far:
        return False
    across = 2 * at * (goal.x - start.x), 2 * at * (goal.y - start.y)
    return all(
        -far <= exact - 2 * far * went < far or exact - 2 * far * went == -far
        for exact, went in zip(across, (here.x - start.x, here.y - start.y), strict=True)
    )


def test_k_13_moves_with_an_attack_in_their_midst_equal_the_oracle() -> None:
    passing = Passing(SEED)

    passing.play(STEPS)

    assert passing.tally["springs"], passing.tally
    assert passing.tally["rides on"], passing.tally


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_13_moves_equal_the_oracle_twenty_thousand_times(part: int) -> None:
    passing = Passing(SEED + 1 + part)

    passing.play(MANY // 4)

    assert passing.tally["rides on"], passing.tally
    assert passing.tally["strikes"], passing.tally
