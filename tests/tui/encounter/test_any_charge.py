"""In any fight the cursor, the command, the tray and the receipt say the same of a charge (K-6)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.combat.board.squares import Square, measure_offset
from core.combat.threat.threat import enemies, threatens
from core.dice import Typed
from core.messages import Chance
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import find_mover_scene, scene_of
from core.play.fight.previews import MoveAhead
from core.play.fight.turns.budget import usual_mode
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from tests.builders import answer_all
from tests.core.combat.oracles import charges as oracle
from tests.core.play.fight.skirmishes import Maker, acting, with_flyers
from tests.thorough import rounds
from tests.tui.views import actor_at, view_of
from tui.encounter.present.battle import battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery, foresee

SEED = 5018
FIGHTS = rounds(6, 600)
SYSTEMS = ("pf1", "dnd35", "sf")
PINNED = {"acts_provoke": False, "saddle": True}
"""An attack is rolled at once; who may strike before it is in `test_any_shot`."""


def moved(state: State, assets: Assets, ahead: MoveAhead) -> State:
    """The state after the charge, at which nobody strikes."""
    found = decide(ahead.planned_move.command, state, assets, {})
    assert isinstance(found, Decided)
    after = evolve_all(state, found.events)
    halts = [event.waiting for event in found.events if isinstance(event, MoveHalted)]
    asked = [striker.by for halt in halts for striker in halt.strikers]
    assert asked == [striker.by for striker in ahead.strikers]
    if not halts:
        return after
    passed = decide(AnswerStrikes(), after, assets, {})
    assert isinstance(passed, Decided)
    return evolve_all(after, passed.events)


def is_nearest(state: State, assets: Assets, ahead: MoveAhead, target: str) -> bool:
    """Whether no place of the board is nearer, at the height where it ends, from which it hits."""
    planned_move = ahead.planned_move
    mover_scene = find_mover_scene(state, assets, planned_move.command.who)
    start = planned_move.path[0]
    end = planned_move.path[-1]
    rise = planned_move.heights[-1] - planned_move.heights[0]
    away = measure_offset(end.x - start.x, end.y - start.y, rise)
    field = mover_scene.scene.field
    for y in range(field.height):
        for x in range(field.width):
            if measure_offset(x - start.x, y - start.y, rise) >= away:
                continue
            there = mover_scene.scene.moved(mover_scene.mover.id, Square(x, y))
            raised = tuple(
                replace(one, elevation=planned_move.heights[-1])
                for one in there.creatures
                if mover_scene.mover.id in (one.id, one.rides)
            )
            there = there.with_creatures(*raised)
            charger = there.by_id[planned_move.command.who]
            if threatens(there, charger, there.by_id[target]):
                return False
    return True


def compare(seen: CursorPreview, state: State, assets: Assets, tally: Counter[str]) -> None:
    """One charge: its way, who strikes at it, and its blow."""
    ahead = seen.ahead
    assert ahead is not None
    planned_move = ahead.planned_move
    command = planned_move.command
    mover_scene = find_mover_scene(state, assets, command.who)
    heights = (planned_move.heights[0], planned_move.heights[-1])
    start = planned_move.path[0]
    end = planned_move.path[-1]  # the same where it dives straight down
    assert not oracle.obstacles(
        mover_scene.scene,
        mover_scene.mover,
        start,
        end,
        planned_move.grid_mode,
        heights,
    )
    assert is_nearest(state, assets, ahead, seen.target)
    tally["charges"] += 1
    tally["in the air"] += any(heights)
    tally["mounted"] += command.who != mover_scene.mover.id
    after = moved(state, assets, ahead)
    attack = seen.attack
    if attack is None or not attack.possible:
        return
    attacks = MakeAttack((command.who,), attack.at.id)
    found = decide(attacks, after, assets, {})
    assert isinstance(found, Needs)
    (question,) = found.questions
    assert (question.chance, question.modifier, question.dc) == (
        attack.p_hit,
        attack.bonus,
        attack.ac,
    )
    assert attack.remarks == ()
    row = seen.rows.attack if seen.rows is not None else None
    assert row is not None
    assert (row.needed, row.chance, row.ac) == (attack.needed, Chance(attack.p_hit), attack.ac)
    made = answer_all(attacks, after, assets, {question.key: Typed(1)})
    said = [receipt.value for receipt in made.receipts if receipt.rule == "C-250"]
    assert Chance(attack.p_hit) in said
    parts = [receipt.parts[:2] for receipt in made.receipts if receipt.rule == "C-250"]
    assert attack.receipt.parts[:2] in parts
    tally["blows"] += 1


def play(fights: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    tally = Counter[str]()
    for number in range(fights):
        skirmish = Maker(chance, SYSTEMS[number % len(SYSTEMS)], PINNED).make()
        state = with_flyers(skirmish.state, chance)
        scene = scene_of(state, skirmish.assets)
        for charger in scene.creatures:
            now = acting(state, charger.id)
            mode = usual_mode(now, skirmish.assets, charger.id)
            there = battle(view_of(now, skirmish.assets), fight_of(now))
            for target in enemies(scene, charger):
                square = next(scene.body(target).squares())
                query = CursorQuery(
                    there, square, actor_at(there, square, charger.id), "charge", mode
                )
                seen = foresee(query)
                if seen.target and seen.ahead is not None:
                    compare(seen, now, skirmish.assets, tally)
                elif seen.trouble is not None:
                    tally["refused"] += 1
    return tally


def test_k_6_preview_and_tray_say_the_same_of_any_charge() -> None:
    tally = play(FIGHTS, SEED)

    assert tally["blows"] > FIGHTS // 10, tally
    assert tally["refused"] > FIGHTS // 10, tally
    assert tally["in the air"], tally
    assert tally["mounted"], tally


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_6_preview_and_tray_say_the_same_in_two_thousand_fights(part: int) -> None:
    tally = play(500, SEED + 1 + part)

    assert tally["mounted"], tally
