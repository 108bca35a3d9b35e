"""What effects do in each turn of a creature: points lost and regained, saves, the confused die."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.dice import Answer, Question, Ruled, Typed
from core.effects.effect import Effect
from core.effects.effect_lines import read_effect_line
from core.effects.workings import ConfusedAct, parse_working, write_working
from core.messages import Refusal
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.fight.turns.events import ConfusedActed
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt
from core.play.facts.table.events import Damaged, Healed
from core.play.fight.fight_scene import find_creature_now
from core.play.fight.previews import next_turn_action
from core.play.resolution import Decided, Needs, key_of_situation
from core.play.union import Assets, Command, decide, evolve_all, narrate
from core.play.view import for_players
from core.values import replace
from saves.library.effect_library import packaged_effects
from tests.core.play.fight.turning import fight, fighting, lies
from tests.fights import fight_world
from tui.kit.phrases import say
from tui.play.dice.tray_model import turn_title

BLEED = Effect(name="cut", does=("damage 3 bleed each turn until healed",))
DEEP = Effect(name="deep cut", does=("damage 2d6 bleed each turn until healed",))
MENDS = Effect(name="fast healing", does=("heal value each turn",), value=5)
BURNS = Effect(
    name="persistent fire", does=("damage 1d6 fire each turn end", "flat 20 each turn end")
)
HELD = Effect(
    name="hold person", does=("will value each turn full-round",), brings=("paralyzed", "helpless")
)


def laid(state: State, ruleset: str) -> Assets:
    """The assets with the effects of a campaign, as a campaign has them."""
    assets = fight_world(ruleset)
    return replace(assets, rules=assets.rules.with_effects(state.effects))


def result(
    command: Command,
    state: State,
    answers: Mapping[str, Answer] | None = None,
    ruleset: str = "pf1",
) -> Decided | Needs:
    """What a command comes to, by the answers that are given alone."""
    return decide(command, state, laid(state, ruleset), answers or {})


def after(
    command: Command,
    state: State,
    answers: Mapping[str, Answer] | None = None,
    ruleset: str = "pf1",
) -> State:
    """The state after a command that asks nothing beside what is answered."""
    decided = result(command, state, answers, ruleset)
    assert isinstance(decided, Decided), decided
    return evolve_all(state, decided.events)


def asked(
    command: Command,
    state: State,
    answers: Mapping[str, Answer] | None = None,
    ruleset: str = "pf1",
) -> list[str]:
    """The keys that are asked."""
    found = result(command, state, answers, ruleset)
    return [] if isinstance(found, Decided) else [one.key for one in found.questions]


def on(effect: Effect, who: str, value: int = 0) -> SetCondition:
    """The command that puts an effect on a creature."""
    return SetCondition((who,), effect.name, value=value or effect.value, effect=effect)


def told(
    command: Command,
    state: State,
    answers: Mapping[str, Answer] | None = None,
    ruleset: str = "pf1",
) -> list[str]:
    """The lines of the log."""
    decided = result(command, state, answers, ruleset)
    assert isinstance(decided, Decided)
    pairs = zip(decided.events, decided.states, strict=True)
    return [say(narrate(event, now)) for event, now in pairs]


def damage(state: State, who: str) -> int:
    """The points that a creature has lost."""
    return someone(state, who).damage


def test_bleeding_takes_its_points_as_the_turn_begins() -> None:
    """Given a cut of 3 on Tam, then his turn takes 3 without a die, and the log says why."""
    state = after(on(BLEED, "tam"), fighting())
    state = after(EndTurn(), state)
    assert damage(state, "tam") == 0

    lines = told(EndTurn(), state)
    state = after(EndTurn(), state)

    assert damage(state, "tam") == 3
    assert any("cut: Tam" in line and "3 damage" in line for line in lines)
    assert damage(after(EndTurn(), state), "tam") == 3


def test_of_two_bleedings_the_worse_counts_and_is_rolled_in_a_row() -> None:
    """Given 3 and 2d6 of bleeding, then one row asks for the 2d6, and nothing else is dealt."""
    state = after(on(DEEP, "tam"), after(on(BLEED, "tam"), fighting()))
    state = after(EndTurn(), state)
    key = "each_turn/ambush/round-1/tam/deep cut/0"

    assert asked(EndTurn(), state) == [key]
    state = after(EndTurn(), state, {key: Typed(9)})

    assert damage(state, "tam") == 9


def test_healing_ends_bleeding_and_fast_healing_does_not() -> None:
    """Given a cut, then points given back stop it; those of each turn do not."""
    state = after(Hurt(("tam",), (10,)), after(on(BLEED, "tam"), fighting()))
    mended = after(EndTurn(), after(EndTurn(), after(on(MENDS, "tam"), state)))
    assert "cut" in lies(mended, "tam")
    assert damage(mended, "tam") == 10 - 5 + 3

    assert "cut" not in lies(after(Heal(("tam",), (1,)), state), "tam")


def test_fast_healing_heals_each_turn_and_never_beyond() -> None:
    """Given fast healing 5 on an ogre that lost 7, then its turns give 5, then 2 back."""
    state = after(Hurt(("ogre",), (7,)), after(on(MENDS, "ogre"), fighting()))
    lost = []
    for _ in range(3):
        for _ in range(5):
            state = after(EndTurn(), state)
        lost.append(damage(state, "ogre"))

    assert lost == [2, 0, 0]


def test_what_bleeds_to_death_has_no_turn() -> None:
    """Given a wolf whose bleeding drops it, then the next in order acts."""
    wolf = fight(fighting()).slot("wolves")
    assert wolf is not None
    state = after(Hurt((wolf.who[0],), (12,)), fighting())
    state = after(on(BLEED, wolf.who[0]), state)
    lines = told(EndTurn(), state)
    assert any("dying" in line or "dead" in line for line in lines)


def test_hold_person_is_saved_against_in_each_turn() -> None:
    """Given a held hero, then a row asks the save first; it fails: no turn; it passes: it acts."""
    state = after(EndTurn(), after(on(HELD, "tam", 15), fighting()))
    key = "each_turn/ambush/round-1/tam/hold person/0"
    assert asked(EndTurn(), state) == [key]

    held = after(EndTurn(), state, {key: Typed(2)})
    free = after(EndTurn(), state, {key: Typed(19)})

    assert fight(held).acting == "harsk"
    assert "hold person" in lies(held, "tam")
    assert fight(free).acting == "tam"
    figure = fight(free).figure("tam")
    assert figure is not None
    assert figure.spent.actions == ("full_round",)
    assert "hold person" not in lies(free, "tam")
    skipped = after(EndTurn(), state, {key: Ruled("skip")})
    assert "hold person" in lies(skipped, "tam")
    ward = Effect(name="ward", changes=("saves +4 resistance evil",))
    warded = after(on(ward, "tam"), state)
    (plain,) = _questions(warded, {})
    (evil,) = _questions(warded, {key_of_situation(key): Ruled("evil")})
    assert evil.modifier == plain.modifier + 4


def _questions(state: State, answers: Mapping[str, Answer]) -> tuple[Question, ...]:
    needs = result(EndTurn(), state, answers)
    assert isinstance(needs, Needs)
    return needs.questions


def test_persistent_damage_of_the_playtest_comes_as_the_turn_ends() -> None:
    """Given persistent fire in pf2, then the end of the turn deals it, and a flat 20 ends it."""
    state = after(on(BURNS, "valeria"), fighting(ruleset="pf2"), ruleset="pf2")
    first = "each_turn/ambush/round-1/valeria/persistent fire/0"
    flat = "each_turn/ambush/round-1/valeria/persistent fire/1"

    assert asked(EndTurn(), state, ruleset="pf2") == [first]
    assert asked(EndTurn(), state, {first: Typed(4)}, "pf2") == [flat]
    burns = after(EndTurn(), state, {first: Typed(4), flat: Typed(19)}, "pf2")
    out = after(EndTurn(), state, {first: Typed(4), flat: Typed(20)}, "pf2")

    assert (damage(burns, "valeria"), lies(burns, "valeria")) == (4, ["persistent fire"])
    assert (damage(out, "valeria"), lies(out, "valeria")) == (4, [])


@pytest.mark.parametrize(
    ("ruleset", "face", "does"),
    [
        ("pf1", 25, "acts"),
        ("pf1", 26, "babbles"),
        ("pf1", 51, "hurts_itself"),
        ("pf1", 76, "attacks_nearest"),
        ("dnd35", 10, "attacks_caster"),
        ("dnd35", 20, "acts"),
        ("dnd35", 50, "babbles"),
        ("dnd35", 70, "flees"),
        ("dnd35", 71, "attacks_nearest"),
        ("sf", 75, "hurts_itself"),
    ],
)
def test_a_die_says_what_the_confused_do(ruleset: str, face: int, does: ConfusedAct) -> None:
    """Given a confused hero, then a d100 in his turn says what he does, by the system's table."""
    state = after(SetCondition(("tam",), "confused"), fighting(ruleset=ruleset), ruleset=ruleset)
    state = after(EndTurn(), state, ruleset=ruleset)
    key = "each_turn/ambush/round-1/tam/confused/0"
    answers: dict[str, Answer] = {key: Typed(face)}
    if does == "hurts_itself":
        assert asked(EndTurn(), state, answers, ruleset) == [f"{key}/damage"]
        answers[f"{key}/damage"] = Typed(6)

    decided = result(EndTurn(), state, answers, ruleset)

    assert isinstance(decided, Decided)
    assert ConfusedActed("tam", face, does) in decided.events
    hurt = [one.amount for one in decided.events if isinstance(one, Damaged)]
    assert hurt == ([6] if does == "hurts_itself" else [])


def test_burning_of_sf_is_saved_against_by_what_it_deals() -> None:
    """Given 4 points of fire, then a Reflex save against 14 ends it."""
    state = after(SetCondition(("tam",), "burning"), fighting(ruleset="sf"), ruleset="sf")
    state = after(EndTurn(), state, ruleset="sf")
    fire = "each_turn/ambush/round-1/tam/burning/0"
    save = "each_turn/ambush/round-1/tam/burning/1"

    found = result(EndTurn(), state, {fire: Typed(4)}, "sf")

    assert isinstance(found, Needs)
    assert [(one.key, one.dc) for one in found.questions] == [(save, 14)]
    out = after(EndTurn(), state, {fire: Typed(4), save: Typed(20)}, "sf")
    assert "burning" not in lies(out, "tam")


def test_the_conditions_of_the_systems_have_their_points_by_value() -> None:
    """Given bleeding 3 of pf1, and persistent damage 2 of pf2, then each turn deals as much."""
    state = after(SetCondition(("tam",), "bleed", value=3), fighting())
    assert damage(after(EndTurn(), after(EndTurn(), state)), "tam") == 3

    state = fighting(ruleset="pf2")
    state = after(SetCondition(("valeria",), "persistent_damage", value=2), state, ruleset="pf2")
    flat = "each_turn/ambush/round-1/valeria/persistent_damage/1"
    state = after(EndTurn(), state, {flat: Typed(7)}, "pf2")
    assert damage(state, "valeria") == 2


def test_what_heals_is_named_in_the_entry() -> None:
    """Given fast healing, then the event has its cause, and the line begins with it."""
    state = after(Hurt(("valeria",), (7,)), fighting())
    state = after(on(MENDS, "valeria"), state)
    for _ in range(4):
        state = after(EndTurn(), state)
    decided = result(EndTurn(), state)
    assert isinstance(decided, Decided)
    assert [one.cause for one in decided.events if isinstance(one, Healed)] == ["fast healing"]


def test_the_tray_says_whose_turn_it_is_and_what_happens() -> None:
    """Given a held hero, then the title of the dice names him and what holds him."""
    state = after(EndTurn(), after(on(HELD, "tam", 15), fighting()))
    found = result(EndTurn(), state)
    assert isinstance(found, Needs)
    title = turn_title(found.questions, {"tam": "Tam"})
    assert title is not None
    assert say(title) == "the turn of Tam: hold person"
    assert turn_title((), {}) is None


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("cut damage 3 bleed each turn; V", ("damage 3 bleed each turn",)),
        (
            "burnt damage 1d6 fire each turn end, flat 20 each turn end",
            ("damage 1d6 fire each turn end", "flat 20 each turn end"),
        ),
        ("cut damage d6+2 each turn", ("damage 1d6+2 each turn",)),
        ("held will 15 each turn full-round", ("will 15 each turn full-round",)),
        ("double images near 5", ("images near 5",)),
        ("stone skin absorb 10 except adamantine", ("absorb 10 except adamantine",)),
        ("mending heal value each turn until healed", ("heal value each turn until healed",)),
    ],
)
def test_a_typed_line_says_what_happens_each_turn(line: str, does: tuple[str, ...]) -> None:
    """Given a line with what happens each turn, then it is kept, and written as it was typed."""
    read = read_effect_line(line)
    assert read.does == does
    assert read.has_figures
    assert tuple(write_working(parse_working(text)) for text in does) == does


@pytest.mark.parametrize(
    "line",
    [
        "cut damage each turn",
        "cut damage -3 each turn",
        "cut hurts 3 each turn",
        "cut damage 0d6 each turn",
        "cut damage 99d6 each turn",
        "cut damage 0 each turn",
        "held will much each turn",
        "damage 3 each turn",
        "cut attack -1, damage 3x fire each turn",
    ],
)
def test_what_is_not_understood_of_a_turn_is_refused(line: str) -> None:
    """Given a word that is none, then the line is refused, and nothing of it is taken."""
    with pytest.raises(Refusal) as refusal:
        read_effect_line(line)
    assert refusal.value.code in ("bad_working", "no_effect_name")


def test_what_is_by_a_number_is_refused_without_it() -> None:
    """Given hold person without the difficulty of its save, then it is asked for in words."""
    with pytest.raises(Refusal) as refusal:
        result(SetCondition(("tam",), "hold person", effect=HELD), fighting())
    assert refusal.value.code == "needs_value"
    strange = replace(HELD, brings=("petrified by moonlight",))
    with pytest.raises(Refusal) as refusal:
        result(on(strange, "tam", 15), fighting())
    assert refusal.value.code == "unknown_condition"


def test_the_library_has_as_many_names_as_it_says() -> None:
    """Given the four systems, then there are 67 effects by name, each with its source."""
    libraries = [packaged_effects(ruleset) for ruleset in ("pf1", "dnd35", "sf", "pf2")]
    effects = [effect for library in libraries for effect in library]
    assert len({effect.name for effect in effects}) == 67
    assert all(effect.source.startswith("open rules, ") for effect in effects)


def test_a_spell_brings_the_figures_of_its_condition() -> None:
    """Given haste, then the attack has 1 more and the Armour Class too; confusion asks its die."""
    library = {effect.name: effect for effect in packaged_effects("pf1")}
    plain = fighting()
    hasted = after(on(library["haste"], "tam"), plain)
    before = find_creature_now(someone(plain, "tam"), plain, laid(plain, "pf1"))
    now = find_creature_now(someone(hasted, "tam"), hasted, laid(hasted, "pf1"))
    assert now.figure("attack").change == before.figure("attack").change + 1
    assert now.figure("reflex").change == before.figure("reflex").change + 1

    state = after(EndTurn(), after(on(library["confusion"], "tam"), plain))
    assert asked(EndTurn(), state) == ["each_turn/ambush/round-1/tam/confusion/0"]


def test_space_says_whose_dice_it_asks() -> None:
    """Given a held hero who is next, then the line of Space names him, and not nobody."""
    state = after(EndTurn(), after(on(HELD, "tam", 15), fighting()))
    words = say(next_turn_action(state, laid(state, "pf1")))
    assert words.endswith("asks 1 roll of Tam")


def test_players_see_nothing_of_what_an_effect_does_to_a_foe() -> None:
    """Given an effect with marker words on an ogre, then its turn shows players none of them."""
    marked = Effect(
        name="MARKERname",
        does=("damage 2 markerkind each turn", "heal 1 each turn", "will 15 each turn"),
        note="MARKERnote",
    )
    state = after(Hurt(("ogre",), (4,)), after(on(marked, "ogre"), fighting()))
    for _ in range(3):
        state = after(EndTurn(), state)
    key = "each_turn/ambush/round-1/ogre/MARKERname/2"
    for face in (2, 20):
        decided = result(EndTurn(), state, {key: Typed(face)})
        assert isinstance(decided, Decided)
        assert "MARKERname" in repr(decided.events)

        seen, told = for_players(decided.states[-1], (decided.events,))

        assert "MARKER" not in repr(seen).upper()
        assert "MARKER" not in repr(told).upper()
