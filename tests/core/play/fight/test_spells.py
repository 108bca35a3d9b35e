"""Casting in reach of an enemy, and the spell that is hurt out of a caster's hands (K-1)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.play.facts.fight.blows.commands import CastSpell
from core.play.facts.fight.blows.events import SpellCast, Struck
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove
from core.play.facts.fight.moves.events import MoveHalted, StrikesAnswered
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Assets, State, Striker
from core.play.fight.attack_previews import foresee_spell
from core.play.fight.blows.narration import narrate_blows
from core.play.union import describe
from core.play.view import for_players
from core.values import replace
from tests.builders import asked, refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, after, fight, told, waits
from tests.fights import figure
from tui.kit.phrases import say

ON = {"acts_provoke": True}
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
MAGE = replace(HERO, sheet=Sheet(ac=15, speeds=(("walk", 6),)))
FIREBALL = CastSpell("hero", "fireball", 3)
CLUB = "opportunity/brawl/round-1/ogre/hero"
COST = {"pf1": ("standard",), "dnd35": ("standard",), "sf": ("standard",)}


def beside_an_ogre(system: str = "pf1", ogre: str = "C2") -> tuple[State, Assets]:
    places = {"hero": "B2", "ogre": ogre}
    return fight(OPEN, MAGE, OGRE, at=places, system=system, switches=ON)


def cast_of(events: tuple[Event, ...]) -> SpellCast:
    [cast] = [event for event in events if isinstance(event, SpellCast)]
    return cast


@pytest.mark.parametrize("system", SYSTEMS)
def test_k_1_a_spell_within_reach_waits_for_those_who_may_strike(system: str) -> None:
    # given a mage in reach of an ogre, when it casts
    state, assets = beside_an_ogre(system)
    [halted] = told(FIREBALL, state, assets)

    # then the ogre is asked first
    assert isinstance(halted, MoveHalted)
    assert halted.waiting.strikers == (Striker("ogre", "B2"),)

    # and if it lets the chance pass, the spell is cast and its actions are used
    waiting = evolve_all(state, (halted,))
    events = told(AnswerStrikes(), waiting, assets)
    spends = COST.get(system, ("action", "action"))
    assert events == (
        SpellCast("hero", "fireball", 3, spends),
        StrikesAnswered("hero", (), ("ogre",)),
    )
    assert figure(evolve_all(waiting, events), "hero").spent.actions == spends


@pytest.mark.parametrize(
    ("system", "dc", "lost"),
    [("pf1", 10 + 9 + 3, False), ("dnd35", 10 + 9 + 3, False), ("sf", 0, True), ("pf2", 0, False)],
)
def test_k_1_who_is_hurt_while_casting_may_lose_the_spell(system: str, dc: int, lost: bool) -> None:
    state, assets = beside_an_ogre(system)
    waiting = after(FIREBALL, state, assets)
    events = told(AnswerStrikes(("ogre",)), waiting, assets, {CLUB: 12, f"{CLUB}/damage": 9})
    assert (cast_of(events).dc, cast_of(events).lost) == (dc, lost)


def test_k_1_in_the_playtest_a_critical_hit_loses_the_spell() -> None:
    state, assets = beside_an_ogre("pf2")
    waiting = after(FIREBALL, state, assets)
    events = told(AnswerStrikes(("ogre",)), waiting, assets, {CLUB: 20, f"{CLUB}/critical": 20})
    assert cast_of(events).lost


@pytest.mark.parametrize("level", [None, 0])
def test_k_1_a_miss_and_an_unknown_level_ask_no_check(level: int | None) -> None:
    state, assets = beside_an_ogre()
    waiting = after(replace(FIREBALL, level=level), state, assets)
    assert cast_of(told(AnswerStrikes(("ogre",)), waiting, assets, {CLUB: 2})).dc == 0
    hurt = told(AnswerStrikes(("ogre",)), waiting, assets, {CLUB: 12, f"{CLUB}/damage": 9})
    assert cast_of(hurt).dc == (0 if level is None else 19)


def test_k_1_the_strikes_are_rolled_before_the_spell_is_cast() -> None:
    state, assets = beside_an_ogre()
    waiting = after(FIREBALL, state, assets)
    assert asked(AnswerStrikes(("ogre",)), waiting, under=assets) == [CLUB]
    assert asked(AnswerStrikes(("ogre",)), waiting, {CLUB: 12}, assets) == [f"{CLUB}/damage"]


def test_k_1_who_drops_casts_nothing() -> None:
    state, assets = beside_an_ogre()
    state = replace(state, members=(replace(state.members[0], damage=28),))
    waiting = after(FIREBALL, state, assets)
    events = told(AnswerStrikes(("ogre",)), waiting, assets, {CLUB: 12, f"{CLUB}/damage": 9})
    assert not [event for event in events if isinstance(event, SpellCast)]
    assert [event.by for event in events if isinstance(event, Struck)] == ["ogre"]
    assert refusal_code(FIREBALL, evolve_all(waiting, events), assets) == "cannot_act"


@pytest.mark.parametrize("command", [replace(FIREBALL, quiet=True), FIREBALL])
def test_k_1_a_quiet_spell_and_one_out_of_reach_provoke_nobody(command: CastSpell) -> None:
    state, assets = beside_an_ogre(ogre="C2" if command.quiet else "H5")
    assert cast_of(told(command, state, assets)).name == "fireball"


def test_k_1_a_spell_provokes_nobody_with_the_switch_off() -> None:
    places = {"hero": "B2", "ogre": "C2"}
    state, assets = fight(OPEN, MAGE, OGRE, at=places, switches={"acts_provoke": False})
    assert told(FIREBALL, state, assets) == (SpellCast("hero", "fireball", 3, ("standard",)),)
    assert foresee_spell(state, assets, "hero") is None


def test_a_spell_that_waits_can_be_given_up() -> None:
    state, assets = beside_an_ogre()
    waiting = after(FIREBALL, state, assets)
    assert after(DropMove(), waiting, assets) == state
    assert say(describe(DropMove(), waiting)) == "the spell is given up"


def test_a_level_that_no_spell_has_is_refused() -> None:
    state, assets = beside_an_ogre()
    assert refusal_code(replace(FIREBALL, level=21), state, assets) == "bad_level"


def test_players_do_not_learn_which_spell_an_enemy_casts() -> None:
    state, assets = beside_an_ogre()
    spell = CastSpell("ogre", "charm person", 1)
    waiting = after(spell, state, assets)
    assert "charm" not in repr(for_players(waiting)[0].pending)
    assert waits(waiting).spell is not None
    events = told(AnswerStrikes(), waiting, assets)
    _, seen = for_players(evolve_all(waiting, events), [events])
    assert "charm" not in repr(seen)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SpellCast("hero"), "Hero casts a spell"),
        (SpellCast("hero", "fireball", 3), "Hero casts fireball"),
        (
            SpellCast("hero", "fireball", 3, dc=22),
            "Hero casts fireball: hurt, it keeps the spell with DC 22",
        ),
        (SpellCast("hero", lost=True), "Hero casts a spell, and loses it"),
    ],
)
def test_the_log_says_what_became_of_a_spell(event: SpellCast, words: str) -> None:
    state, _ = beside_an_ogre()
    assert say(narrate_blows(event, state)) == words
