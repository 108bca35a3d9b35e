"""Effects with figures in a fight: they count, stack by their types, end and are undone."""

from __future__ import annotations

import pytest

from core.effects.effect import Effect, KnownEffect
from core.messages import Refusal
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded, EffectLearned
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import CallCheck
from core.play.fight.fight_scene import find_creature_now, scene_of, speed_of
from core.play.fight.previews import preview
from core.play.union import Command, evolve_all, narrate
from core.play.view import for_players
from core.values import replace
from saves.library.effect_library import packaged_effects
from tests.builders import when
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, under
from tui.kit.phrases import say

SONG = Effect(name="song", changes=("attack +1 competence", "damage +1 competence"))
HYMN = Effect(name="hymn", changes=("attack +2 competence", "will +1 morale"))
BULL = Effect(name="bull's strength", changes=("str +4 enhancement",))
BELT = Effect(name="belt", changes=("str +2 enhancement",))
START = brawl(HERO, WOLF, hero="C3", wolf="D3")
SYSTEMS = [("pf1", "open_rules"), ("pf1", "sources"), ("dnd35", "open_rules")]


def on(effect: Effect, who: str = "hero", rounds: int | None = 5) -> SetCondition:
    """The command that puts an effect on a creature."""
    return SetCondition((who,), effect.name, rounds, effect=effect)


def play(state: State, *commands: Command, assets: Assets) -> tuple[State, Assets]:
    """The state after these commands, and the assets as a campaign has them then."""
    laid = assets
    for command in commands:
        laid = replace(assets, rules=assets.rules.with_effects(state.effects))
        state = evolve_all(state, when(command, state, {}, laid).events)
    laid = replace(assets, rules=assets.rules.with_effects(state.effects))
    return state, laid


@pytest.mark.parametrize(("system", "conditions"), SYSTEMS)
def test_a_typed_effect_counts_in_attack_and_damage(system: str, conditions: str) -> None:
    """Given a song of +1 to both, then the attack has 1 more, and the dice of a hit too."""
    assets = under(system, switches={"conditions": conditions})
    before = preview(START, assets, "hero", "wolf")

    state, laid = play(START, on(SONG), assets=assets)
    now = preview(state, laid, "hero", "wolf")

    assert now.bonus == before.bonus + 1
    assert (before.damage, now.damage) == ("1d8+4", "1d8+5")


@pytest.mark.parametrize(("system", "conditions"), SYSTEMS)
def test_of_one_type_the_best_counts_and_the_receipt_has_the_other(
    system: str, conditions: str
) -> None:
    """Given two competence bonuses, then the greater counts, and the lesser stands as outdone."""
    assets = under(system, switches={"conditions": conditions})
    before = preview(START, assets, "hero", "wolf")

    state, laid = play(START, on(SONG), on(HYMN), assets=assets)
    now = preview(state, laid, "hero", "wolf")

    assert now.bonus == before.bonus + 2
    shown = [say(part.label) for part in now.to_the_roll]
    assert "song +1 competence, outdone by another of its type" in shown
    assert "hymn" in shown


def test_a_bulls_strength_beside_a_belt_counts_once() -> None:
    """Given +4 and +2 to Strength, both enhancement, then attack and damage have 2 more."""
    assets = under()
    before = preview(START, assets, "hero", "wolf")

    state, laid = play(START, on(BULL), on(BELT), assets=assets)
    now = preview(state, laid, "hero", "wolf")

    assert now.bonus == before.bonus + 2
    assert now.damage == "1d8+6"
    parts = [say(part.label) for receipt in now.to_the_roll for part in receipt.parts]
    assert "belt +2 enhancement, outdone by another of its type" in parts


def test_what_is_worn_counts_once_in_a_fight() -> None:
    """Given a ring of +1 and a belt of +4 on the sheets, then the same types add what is better."""
    worn = ("ac +1 deflection", "attack bite +1 enhancement", "str +4 enhancement")
    wolf = replace(WOLF, sheet=replace(WOLF.sheet, worn=worn))
    assert HERO.sheet is not None
    hero = replace(HERO, sheet=replace(HERO.sheet, worn=("str +2 enhancement",)))
    shield = Effect(name="shield of faith", changes=("ac +3 deflection",))
    ward = Effect(name="ward", changes=("ac +1 deflection",))
    start = brawl(hero, wolf, hero="C3", wolf="D3")
    before = preview(start, under(), "hero", "wolf")

    state, laid = play(start, on(BULL), on(shield, "wolf"), on(ward, "wolf"), assets=under())
    now = preview(state, laid, "hero", "wolf")

    assert (now.bonus - before.bonus, now.ac - before.ac) == (1, 2)
    assert (before.damage, now.damage) == ("1d8+4", "1d8+5")
    shown = [say(part.label) for part in now.to_the_ac]
    assert "shield of faith, beside +1 deflection that is worn" in shown
    state, laid = play(start, on(BELT), on(ward, "wolf"), assets=under())
    lost = preview(state, laid, "hero", "wolf")
    assert (lost.bonus, lost.ac, lost.damage) == (before.bonus, before.ac, before.damage)
    assert "ward +1 deflection, outdone by what is worn" in [
        say(part.label) for part in lost.to_the_ac
    ]


def test_saves_and_speeds_ask_for_effects_as_for_conditions() -> None:
    """Given a hymn, and chains that halve speed, then the save has 1 more, the wolf half speed."""
    chains = Effect(name="chains", changes=("speed x1/2", "reflex -2"))
    wolf = replace(WOLF, sheet=replace(WOLF.sheet, speeds=(("walk", 10),)))
    start = brawl(HERO, wolf, hero="C3", wolf="D3")
    save = CallCheck("will", 14, ("hero",))
    (plain,) = asks(save, start, None, assets=under()).values()

    state, laid = play(start, on(HYMN), on(chains, "wolf"), assets=under())

    (now,) = asks(save, state, None, assets=laid).values()
    assert now.modifier == plain.modifier + 1
    assert speed_of(state, laid, "wolf") == 5
    assert find_creature_now(someone(state, "wolf"), state, laid).figure("reflex").value == 3


def test_what_was_taken_is_given_back_when_it_ends() -> None:
    """Given an effect that the GM takes away, then the figures are those from before."""
    state, laid = play(START, on(HYMN), ClearCondition(("hero",), "hymn"), assets=under())

    assert preview(state, laid, "hero", "wolf").bonus == preview(START, laid, "hero", "wolf").bonus


def test_the_events_have_the_figures_and_the_campaign_learns_each_once() -> None:
    """Given an effect put on twice, then the first entry has its figures, the second its key."""
    first = happens(on(SONG), START)
    state = evolve_all(START, first)
    second = happens(on(SONG, "wolf"), state)
    louder = replace(SONG, changes=("attack +3 competence",))
    stronger = happens(on(louder), state)

    assert first[0] == EffectLearned("song#1", SONG)
    assert len(second) == 1
    assert isinstance(second[0], ConditionBegan)
    assert second[0].lasting.effect == "song#1"
    assert stronger[0] == EffectLearned("song#2", louder)
    told = say(narrate(first[0], state))
    assert told == "song: attack +1 competence, damage +1 competence"


def test_it_ends_with_its_rounds_like_a_condition() -> None:
    """Given a song for one minute of the clock, then it ends when that is over."""
    state = evolve_all(START, happens(on(SONG, rounds=None), START))
    assert state.members[0].lasting[0].until.kind == "removed"
    ended = happens(ClearCondition(("hero",), "song"), state)
    assert ended == (ConditionEnded("hero", "song"),)


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        (Effect(name="shaken", changes=("attack -9",)), "is_condition"),
        (Effect(name="song", changes=("attak +1",)), "unknown_figure"),
        (Effect(name="song", changes=("attack +1 moral",)), "unknown_bonus_type"),
        (Effect(name="song", changes=("attack +1",) * 21), "many_changes"),
        (Effect(name="s" * 41, changes=("attack +1",)), "long_name"),
        (Effect(name="song", flags=("sings",)), "unknown_flag"),
    ],
)
def test_an_effect_that_is_none_is_refused(effect: Effect, code: str) -> None:
    """Given an effect with a wrong word, then nothing happens, and the refusal says what."""
    with pytest.raises(Refusal) as refusal:
        happens(on(effect), START)
    assert refusal.value.code == code


def test_players_see_nothing_of_an_effect_on_a_foe() -> None:
    """Given an effect with marker words in each field on a wolf, then no player's view has them."""
    marked = Effect(
        name="MARKERname",
        changes=("will -2 when MARKERwhen",),
        lasts="MARKERlasts",
        note="MARKERnote",
        source="MARKERsource",
    )
    command = SetCondition(("wolf",), marked.name, 5, source="MARKERcause", effect=marked)
    events = happens(command, START)
    state = evolve_all(START, events)

    seen, told = for_players(state, (events,))

    assert "MARKERname" in repr(state)
    assert "MARKER" not in repr(seen)
    assert "MARKER" not in repr(told)


def test_the_effects_of_a_campaign_are_no_conditions_of_its_ruleset() -> None:
    """Given rules with effects laid over them, then without them they are what they were."""
    rules = under().rules
    laid = rules.with_effects((KnownEffect("song#1", SONG),))
    assert laid.combat.rows["song#1"].name_in() == "song"
    assert laid.without_house_rules() is rules
    assert rules.with_effects(()) is rules


def test_an_enlarged_hero_is_large_and_reaches_ten_feet() -> None:
    """Given enlarge person on a Medium hero, then he fills 2 x 2 squares and reaches 2."""
    enlarged = Effect(name="enlarge person", changes=("size +1", "str +2 size", "ac -1"))

    state, laid = play(START, on(enlarged), assets=under())

    scene = scene_of(state, laid)
    hero = scene.by_id["hero"]
    assert (hero.size, scene.space(hero), scene.reach(hero)) == ("L", 2, 2)
    before = scene_of(START, laid)
    assert before.space(before.by_id["hero"]) == 1


def test_a_displaced_target_is_missed_by_half_of_the_hits() -> None:
    """Given displacement on a wolf, then a hit misses by 50 per cent; the GM's word goes before."""
    displaced = Effect(name="displacement", changes=("miss =50",))

    state, laid = play(START, on(displaced, "wolf"), assets=under())

    now = preview(state, laid, "hero", "wolf")
    before = preview(START, laid, "hero", "wolf")
    assert now.miss_chance == 50
    assert now.p_hit == before.p_hit / 2


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_every_effect_of_the_library_can_be_put_on_a_hero(system: str) -> None:
    """Given each effect that comes with Outrider, then it begins, and every figure can be asked."""
    assets = under(system)
    for effect in packaged_effects(system):
        command = replace(on(effect), value=effect.value or 15)
        state, laid = play(START, command, assets=assets)
        now = find_creature_now(someone(state, "hero"), state, laid)
        for figure in ("ac", "fortitude", "reflex", "will", "initiative", "speed walk"):
            now.figure(figure)
        assert preview(state, laid, "wolf", "hero").bonus
        if not scene_of(state, laid).has(scene_of(state, laid).by_id["hero"], "acts_not"):
            assert preview(state, laid, "hero", "wolf").bonus
