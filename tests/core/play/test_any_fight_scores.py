"""Random fights: scores, climbers, fog, Steps and reactions against the catalogue written out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.board.scene import Scene, held
from core.dice import parse_dice
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.blows.commands import AreaAttack
from core.play.facts.fight.combatants import Being, beings, sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.state import Fighting, Member, State
from core.play.fight.blows.decide import area_of
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview
from core.play.resolution import Needs
from core.play.union import Assets, Command, decide
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.oracles.attack_table import by_table, in_light
from tests.core.combat.oracles.score_table import (
    to_armour_class,
    to_reflex,
    to_the_damage,
    to_the_roll,
)
from tests.core.combat.oracles.sight import Sight
from tests.core.play.random_fights import WORLDS, begun, beside, happened, likely, step
from tests.thorough import examples

SCORES = ("fatigued", "exhausted", "entangled")
OTHERS = ("climbing", "flat_footed", "prone", "invisible", "asleep", "darkvision", "climb_speed")
SPECIAL = ("fly", "swim", "climb", "burrow")
FOGGY = ("P4", "Q3", "Q5", "R4", "S4", "T5", "R6", "N4")
"""Squares in the fog of the board and beside it."""


def lying_on(being: Being, figure: Figure, fight: Encounter) -> set[str]:
    """The conditions that change scores, and climbing, by what the catalogue says of each."""
    names = {*sheet(being).traits, *(one.name for one in being.lasting)}
    if isinstance(being, Member) and being.strain + being.strain_lethal > 0:
        names.add("fatigued")  # T-103, T-084
    if "exhausted" in names:
        names.discard("fatigued")  # T-123: worse, not twice
    bearer = fight.figure(figure.mount) if figure.mount else None
    if (bearer or figure).mode == "climb":
        names.add("climbing")
    return names & {*SCORES, "climbing"}


def climbs(state: State, figure: Figure) -> bool:
    """Whether it, or who carries it, has a climb Speed."""
    fight = state.fight
    assert fight is not None
    mover = figure.mount or figure.id
    being = next(one for one in beings(state, fight) if one.id == mover)
    return bool(dict(sheet(being).speeds).get("climb"))


def agrees(state: State, assets: Assets, chance: st.DataObject) -> None:
    """Everything that is asked ahead of attacks is what the catalogue says."""
    fight = state.fight
    if fight is None or state.pending is None or fight.chase is not None:
        return
    scene = scene_of(state, assets)
    there = [one for one in beings(state, fight) if one.id in scene.by_id]
    if len(there) < 2:
        return
    by, at = chance.draw(st.permutations(there).map(lambda found: found[:2]))
    afflicted(state, fight, scene, there)
    attacks(state, assets, scene, by, at)
    area(state, assets, scene, by)


def afflicted(state: State, fight: Encounter, scene: Scene, there: list[Being]) -> None:
    for being in there:
        figure = fight.figure(being.id)
        assert figure is not None
        told = set(scene.by_id[being.id].conditions)
        expected = lying_on(being, figure, fight)
        assert told & {*SCORES, "climbing"} == expected, being.id


def attacks(state: State, assets: Assets, scene: Scene, by: Being, at: Being) -> None:
    """Bonus, Armour Class, what is needed and the dice of damage."""
    system = assets.rules.id
    for index, attack in enumerate(sheet(by).attacks):
        found = preview(state, assets, by.id, at.id, index, scene=scene)
        if found.needed == 0 or found.why_not is not None:
            continue
        mine = list(found.grid.attacking)
        theirs = list(found.grid.attacked)
        figure = state.fight and state.fight.figure(at.id)
        assert figure
        assert ("climb_speed" in theirs) == (
            climbs(state, figure) or "climb_speed" in scene.by_id[at.id].conditions
        )
        assert {one.name for one in held(theirs, assets.rules)} == set(theirs)
        dark = in_light(
            system,
            list(scene.by_id[at.id].conditions),
            scene.light_on(scene.body(scene.by_id[at.id])),
        )
        assert ("blinded" in theirs) == ("blinded" in dark)
        table = by_table(system, mine, theirs, attack.mode, attack.weapon, False)
        beside_scores = sum(part.value for part in found.own if isinstance(part.value, int))
        armour = sum(part.value for part in found.against if isinstance(part.value, int))
        bonus = beside_scores + sum(n for _, n in table.attack)
        bonus += to_the_roll(system, mine, attack.mode)
        dexterity = sheet(at).dexterity
        ac = armour + to_armour_class(system, mine, theirs, dexterity)
        ac += sum(n for _, n in table.ac) if not taking_cover(state, at) else ac_of_cover(found)
        assert (found.bonus, found.ac) == (bonus, ac)
        assert found.needed == min(20, max(2, ac - bonus))
        if attack.damage:
            plain = parse_dice(attack.damage).plus
            plain += parse_dice(attack.extra).plus if attack.extra else 0
            more = to_the_damage(system, mine, attack.mode, attack.weapon)
            assert parse_dice(found.damage).plus == plain + more
        if not scene.has(scene.by_id[at.id], "blurred"):
            whose = found.grid.attacker
            whom = found.grid.target
            sight: Any = Sight(found.grid.scene)
            light = scene.light_on(scene.body(whom))
            seen = sight.concealment(whose, whom, attack.mode, light)
            assert found.grid.concealment.degree == seen["degree"]


def taking_cover(state: State, at: Being) -> bool:
    figure = state.fight and state.fight.figure(at.id)
    return bool(figure and figure.taking_cover)


def ac_of_cover(found: Any) -> int:  # noqa: ANN401
    """Cover that is taken is tested elsewhere: what the map says stands."""
    total: int = found.grid.modifiers.ac_total
    return total


def area(state: State, assets: Assets, scene: Scene, by: Being) -> None:
    """Reflex saves against a burst in the middle of the board."""
    ball = AreaAttack("burst", 8, "6d6", (8, 6), dc=15, by=by.id, save="reflex")
    asked = decide_or_none(ball, state, assets)
    if not isinstance(asked, Needs):
        return
    bonus = {one.who: one.bonus for one in area_of(ball, state, assets, scene).targets}
    table = assets.rules.combat.blows.by_value
    for question in asked.questions:
        if "/reflex/" not in question.key:
            continue
        fight = state.fight
        assert fight is not None
        being = next(one for one in beings(state, fight) if one.id == question.who)
        fear = sum(one.value for one in being.lasting if one.name in table)
        names = list(scene.by_id[question.who].conditions)
        expected = (sheet(being).reflex or 0) + bonus[question.who] - fear
        assert question.modifier == expected + to_reflex(assets.rules.id, names)


def decide_or_none(command: Command, state: State, assets: Assets) -> object:
    try:
        return decide(command, state, assets, {})
    except Refusal:
        return None


def asked_to_strike(command: Move, state: State, assets: Assets) -> set[str] | None:
    """Who is asked when somebody moves so; None where it is refused or asks for something else."""
    found = decide_or_none(command, state, assets)
    if found is None or isinstance(found, Needs):
        return None
    after = happened(state, found)  # type: ignore[arg-type]
    pending = after.pending
    if not isinstance(pending, Fighting) or pending.waiting is None:
        return set()
    return {one.by for one in pending.waiting.strikers}


def reactions(state: State, words: dict[str, bool | None]) -> State:
    """The state in which the sheets say so of each."""
    fight = state.fight
    assert fight is not None

    def told(being: Any) -> Any:  # noqa: ANN401
        if being.id not in words:
            return being
        return replace(being, sheet=replace(sheet(being), reaction=words[being.id]))

    changed = replace(fight, foes=tuple(map(told, fight.foes)))
    return replace(
        state,
        members=tuple(map(told, state.members)),
        encounters=tuple(changed if one.id == fight.id else one for one in state.encounters),
    )


def strikes(state: State, assets: Assets, chance: st.DataObject) -> None:
    """C-118: of those who could react only who has the reaction, or says nothing, is asked."""
    fight = state.fight
    pending = state.pending
    if fight is None or not isinstance(pending, Fighting) or pending.waiting is not None:
        return
    standing = [figure.id for figure in fight.figures if figure.at]
    if not standing:
        return
    mover = chance.draw(st.sampled_from(standing))
    move = Move(mover, chance.draw(beside(state, mover, 4)))
    everybody = asked_to_strike(move, reactions(state, dict.fromkeys(standing)), assets)
    if everybody is None:
        return
    words = {one: chance.draw(st.sampled_from([None, True, False])) for one in standing}
    found = asked_to_strike(move, reactions(state, words), assets)
    if assets.rules.id == "pf2":
        everybody = {one for one in everybody if words.get(one) is not False}
    assert found == everybody


def steps(state: State, assets: Assets, chance: st.DataObject) -> None:
    """C-019: no Step with a special Speed in the playtest; elsewhere a five-foot step may be."""
    fight = state.fight
    if fight is None:
        return
    standing = [figure.id for figure in fight.figures if figure.at]
    if not standing:
        return
    mover = chance.draw(st.sampled_from(standing))
    mode: Any = chance.draw(st.sampled_from(["walk", *SPECIAL]))
    command = Move(mover, chance.draw(beside(state, mover, 1)), action="step", mode=mode)
    try:
        decide(command, state, assets, {})
    except Refusal as refusal:
        if refusal.code == "no_step_by":
            assert assets.rules.id == "pf2"
            assert mode in SPECIAL
    else:
        assert assets.rules.id != "pf2" or mode == "walk"


def by_sources(system: str) -> Assets:
    """The world of random fights, by the documents alone: so is the oracle."""
    world = WORLDS[system]
    return replace(world, rules=world.rules.by_sources())


def fight_on(system: str, length: int, chance: st.DataObject) -> None:
    assets = by_sources(system)
    state = with_climbers(begun(assets, chance))
    for _ in range(length):
        state = step(chance.draw(next_command(state)), state, assets, chance)
        agrees(state, assets, chance)
        strikes(state, assets, chance)
        steps(state, assets, chance)


def with_climbers(state: State) -> State:
    """Wolves and the hero climb by a speed of their own, the others by skill."""
    fight = state.fight
    assert fight is not None
    speeds = (("walk", 6), ("climb", 4))
    foes = tuple(
        replace(one, sheet=replace(one.sheet, speeds=speeds)) if one.id == "wolf-1" else one
        for one in fight.foes
    )
    members = tuple(
        replace(one, sheet=replace(sheet(one), speeds=speeds)) if one.id == "harsk" else one
        for one in state.members
    )
    return replace(
        state,
        members=members,
        encounters=tuple(
            replace(one, foes=foes) if one.id == fight.id else one for one in state.encounters
        ),
    )


def next_command(state: State) -> st.SearchStrategy[Command]:
    """What lies on somebody changes, somebody climbs, or the fight goes on."""
    fight = state.fight
    standing = [] if fight is None else [figure.id for figure in fight.figures if figure.at]
    if not standing:
        return likely(state)
    one = st.sampled_from(standing)
    name = st.sampled_from((*SCORES, *SCORES, *OTHERS))
    return st.one_of(
        st.builds(SetCondition, one.map(lambda id: (id,)), name),
        st.builds(SetCondition, one.map(lambda id: (id,)), name),
        st.builds(ClearCondition, one.map(lambda id: (id,)), name),
        one.flatmap(
            lambda id: st.builds(Move, st.just(id), beside(state, id, 2), mode=st.just("climb"))
        ),
        st.builds(
            Place,
            st.just("ambush"),
            st.tuples(st.builds(Spot, one, st.sampled_from(FOGGY))),
        ),
        likely(state),
        likely(state),
    )


@pytest.mark.parametrize("system", PACKAGED)
@examples(2, 12)
@given(length=st.integers(1, 10), chance=st.data())
def test_any_fight_agrees_with_the_catalogue_on_scores_fog_climbers_and_reactions(
    system: str, length: int, chance: st.DataObject
) -> None:
    """Given any fight, then each attack, save, Step and reaction is what the oracles say."""
    fight_on(system, length, chance)


@pytest.mark.nightly
@pytest.mark.parametrize("system", PACKAGED)
@settings(max_examples=800, deadline=None)
@given(length=st.integers(1, 16), chance=st.data())
def test_any_fight_agrees_at_length(system: str, length: int, chance: st.DataObject) -> None:
    fight_on(system, length, chance)
