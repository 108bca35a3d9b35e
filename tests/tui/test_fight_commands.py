"""Words of the `:` line about encounters: what each asks for, and what is refused in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.board.drawing import BoardEdit
from core.creatures import AttackWords
from core.messages import Refusal
from core.play.facts.encounter import Foe, Zone
from core.play.facts.fight.blows.commands import (
    CastSpell,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.moves.commands import Fall, MountUp, Push, Stand
from core.play.facts.fight.setup.commands import (
    ChangeSide,
    Discard,
    Hide,
    Paint,
    Place,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetHazard,
    Spot,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseAllDay,
    ClearCondition,
    Delay,
    EndChase,
    Pause,
    PickOne,
    Ready,
    SetCondition,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import State
from core.play.facts.table.commands import CallCheck, Hurt, Rule
from core.rulesets.creature_words import NO_WORDS
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.each import each
from tests.tui.fight_parties import CAVE, FORD, ROAD, STATE
from tui.encounter.screen import ENCOUNTER_WORDS, add, find, start_chase
from tui.kit.phrases import say
from tui.play.command_line.areas import Adding, adding
from tui.play.command_line.typed_line import Act, Shown, parse, points

SHOWN = Shown(conditions=("prone", "shaken", "flat_footed", "frightened"), rules=packaged("pf1"))


@each(
    "text, wanted",
    [
        ("k9", Act(find, ("k9",))),
        (":AA12", Act(find, ("AA12",))),
        ("add", Act(add, (None,))),
        ("add 8 wolf hp=roll hidden", Act(add, (Adding(8, "wolf", "roll", True),))),
        ("fight the m", BeginEncounter("The mill", "mill")),
        ("discard cave", Discard("cave")),
        ("discard Ambush", Discard("ford")),
        ("rename The ford at dusk", Rename("ford", "The ford at dusk")),
        ("pause", Pause()),
        ("door b2/c2 open", SetDoor("ford", "B2/C2", "open")),
        ("door c2/b2", SetDoor("ford", "B2/C2", "open")),
        ("door b2/b3 lock", SetDoor("ford", "B2/B3", "locked")),
        ("light dark", SetAir("ford", "dark", "E", zones=FORD.zones)),
        (
            "light dark b2:5",
            SetAir("ford", "bright", "E", zones=(*FORD.zones, Zone("B2:5", "dark"))),
        ),
        ("light bright a1-c1", SetAir("ford", "bright", "E", zones=(Zone("A1:3", "bright"),))),
        ("light dim all", SetAir("ford", "dim", "E")),
        ("wind ne", SetAir("ford", "bright", "NE", zones=FORD.zones)),
        ("wind off", SetAir("ford", "bright", "", zones=FORD.zones)),
        ("hazard 1d6 acid", SetHazard("ford", "1d6 acid")),
        ("hazard off", SetHazard("ford")),
        ("gravity low", SetAir("ford", "bright", "E", "low", FORD.zones)),
        ("hide f g", Hide("ford", ("wolf-f", "wolf-g"))),
        ("hide f-i", Hide("ford", ("wolf-f", "wolf-g", "wolf-i"))),
        ("reveal f", Hide("ford", ("wolf-f",), False)),
        ("remove foes", RemoveCreatures("ford", tuple(f.id for f in FORD.foes))),
        ("place H k9 2 he swam", Place("ford", (Spot("harsk", "K9", 2),), "he swam")),
        ("place H k9 -2", Place("ford", (Spot("harsk", "K9", -2),))),
        ("place t off", Place("ford", (Spot("tam", ""),))),
        ("paint forest b2:5 c4", Paint("ford", (BoardEdit("B2:5 C4", "forest"),))),
        ("paint wall b2/c2", Paint("ford", (BoardEdit("B2/C2", "wall"),))),
        ("paint wall 4 b2:5", Paint("ford", (BoardEdit("B2:5", "wall", 4),))),
        ("paint wall 6m b2", Paint("ford", (BoardEdit("B2", "wall", 4),))),
        ("paint wall 18 ft b2/c2", Paint("ford", (BoardEdit("B2/C2", "wall", 4),))),
        ("condition prone i 3", SetCondition(("wolf-i",), "prone", 3)),
        ("condition pro H", SetCondition(("harsk",), "prone")),
        (
            "condition flat-footed a-c >O",
            SetCondition(("wolf-a", "wolf-b", "wolf-c"), "flat_footed", of="ogre"),
        ),
        (
            "condition shaken v O> =2",
            SetCondition(("valeria",), "shaken", of="ogre", edge="end", value=2),
        ),
        ("condition torch t 1h", SetCondition(("tam",), "torch", hours=Fraction(1))),
        ("condition poison t 5m", SetCondition(("tam",), "poison", hours=Fraction(1, 12))),
        ("clear sha v", ClearCondition(("valeria",), "shaken")),
        ("temp 5 H", GiveTemporary(("harsk",), (5,))),
        ("fall t 3", Fall("tam", 3)),
        ("fall t jumps", Fall("tam", None, False, True)),
        ("fall t 6 soft 2 on d", Fall("tam", 6, True, depth=2, on="wolf-d")),
        ("fall t soft 3", Fall("tam", 3, True)),
        ("fall t 4 grab", Fall("tam", 4, catch="edge")),
        ("fall t 4 arrest", Fall("tam", 4, catch="flight")),
        ("fall big rock 6 on H 3d6", Fall("", 6, on="harsk", dice="3d6", thing="big rock")),
        ("push d e10 e11", Push("wolf-d", ("E9", "E10", "E11"))),
        ("push d e9 e10", Push("wolf-d", ("E9", "E10"))),
        ("stand H", Stand("harsk")),
        ("lie H", Stand("harsk", True)),
        ("mount H pony", MountUp("harsk", "pony")),
        ("mount H at k9", MountUp("harsk", "", "K9")),
        ("ready H when he comes", Ready("harsk", "when he comes")),
        ("delay H", Delay("harsk")),
        ("act H", ActNow("harsk")),
        ("spend H full-round", Spend("harsk", ("full_round",))),
        ("refund H move", Spend("harsk", ("move",), True)),
        ("side ally d", ChangeSide("ford", ("wolf-d",), "party")),
        ("side foe H", ChangeSide("ford", ("harsk",), "foes")),
        ("side neutral f-g", ChangeSide("ford", ("wolf-f", "wolf-g"), "neutral")),
        ("stabilise H", Stabilise("harsk")),
        ("any H v", PickOne(("harsk", "valeria"))),
        ("attack H d", MakeAttack(("harsk",), "wolf-d")),
        ("attack H k9 2 +2", MakeAttack(("harsk",), "", 1, circumstance=2, square="K9")),
        ("attack f-i H 2", MakeAttack(("wolf-f", "wolf-g", "wolf-i"), "harsk", 1)),
        (
            "attack H d 2 +2 ac-2 partial miss 30 high full",
            MakeAttack(
                ("harsk",),
                "wolf-d",
                1,
                full=True,
                circumstance=2,
                ac=-2,
                gm_degree="partial",
                words=AttackWords(miss=30, high=True),
            ),
        ),
        ("attack H d quiet", MakeAttack(("harsk",), "wolf-d", words=AttackWords(quiet=True))),
        ("strike d H", MakeAttack(("wolf-d",), "harsk", opportunity=True)),
        ("strike f-g H", MakeAttack(("wolf-f", "wolf-g"), "harsk", opportunity=True)),
        ("cast H", CastSpell("harsk")),
        ("cast H fireball 3", CastSpell("harsk", "fireball", 3)),
        ("cast H summon monster", CastSpell("harsk", "summon monster")),
        ("cast H quiet", CastSpell("harsk", quiet=True)),
        ("coup H d", CoupDeGrace("harsk", "wolf-d")),
        ("cover H off", TakeCover("harsk", True)),
        ("wield H 2", TakeInHand("harsk", 1)),
        ("chase", Act(start_chase)),
        ("chase t by a day ties reroll", ChaseAllDay(("tam",), ("wolf-a",), "reroll")),
        ("chase t by a 3 ties higher", StartChase(("tam",), ("wolf-a",), 3, "higher_modifier")),
        ("chase t by a-c 24", StartChase(("tam",), ("wolf-a", "wolf-b", "wolf-c"), 24)),
        ("chase over caught at the mill", EndChase("caught at the mill")),
        ("init H 15.5 he won the tie", Rule("initiative", "15.5", "harsk", "he won the tie")),
        ("rule position k9 O he jumped", Rule("position", "k9", "ogre", "he jumped")),
        ("hurt 4+3 a b", Hurt(("wolf-a", "wolf-b"), (7,))),
        ("check reflex 15 a-c", CallCheck("reflex", 15, ("wolf-a", "wolf-b", "wolf-c"))),
        ("rule damage 3 O he was hurt", Rule("damage", "3", "ogre", "he was hurt")),
    ],
)
def test_a_line_of_a_fight_is_a_command(text: str, wanted: object) -> None:
    """Given a line in a fight, then the command that it asks for."""
    assert parse(text, ENCOUNTER_WORDS, STATE, SHOWN) == wanted


@each(
    "text, code",
    [
        ("add 0 wolf", "bad_number"),
        ("add 8 wolf hp=most", "bad_hp"),
        ("prepare", "too_few_words"),
        ("fight", "no_such_encounter"),
        ("fight bridge", "no_such_encounter"),
        ("discard bridge", "no_such_encounter"),
        ("init H 15.5.5", "bad_number"),
        ("condition shakn H 3", "unknown_condition"),
        ("door", "too_few_words"),
        ("door b2/d2", "bad_edge"),
        ("door b2/c2 ajar", "unknown_door_state"),
        ("light", "too_few_words"),
        ("light gloomy", "unknown_light"),
        ("light dark behind", "unknown_square"),
        ("wind up", "unknown_wind"),
        ("gravity heavy", "unknown_gravity"),
        ("hide z", "no_such_creature"),
        ("hide wol", "ambiguous_member"),
        ("place H", "too_few_words"),
        ("place H nowhere", "unknown_square"),
        ("paint forest", "too_few_words"),
        ("condition prone", "too_few_words"),
        ("condition prone 3 4", "nobody_named"),
        ("condition prone H 3 4", "bad_duration"),
        ("condition prone H >z", "no_such_creature"),
        ("temp many H", "bad_number"),
        ("fall t far", "unknown_word"),
        ("fall rock 6", "no_such_creature"),
        ("fall rock 6 on z", "no_such_creature"),
        ("push d", "too_few_words"),
        ("ready H", "too_few_words"),
        ("wield H sword", "bad_number"),
        ("attack H", "too_few_words"),
        ("attack H +2", "too_few_words"),
        ("attack H d +2 nocovr", "unknown_attack_word"),
        ("attack H d miss", "bad_miss_chance"),
        ("chase t", "too_few_words"),
        ("chase t by", "too_few_words"),
        ("condtion prone H", "unknown_command"),
    ],
)
def test_an_unclear_line_of_a_fight_is_refused_in_words(text: str, code: str) -> None:
    """Given nonsense in a fight, then a refusal whose sentence shows how it is written."""
    with pytest.raises(Refusal) as refused:
        parse(text, ENCOUNTER_WORDS, STATE, SHOWN)
    assert refused.value.code == code
    assert say(refused.value.message)


def _answer(line: str, state: State) -> object:
    try:
        return parse(line, ENCOUNTER_WORDS, state)
    except Refusal as refusal:
        return say(refusal.message)


def test_every_word_without_more_is_a_command_or_a_sentence() -> None:
    """Given each word alone, in a fight and on the road, then never a traceback."""
    for state in (STATE, ROAD, State()):
        for verb in ENCOUNTER_WORDS:
            assert _answer(verb, state)


def test_a_rider_mounts_while_its_encounter_is_prepared() -> None:
    """Given no fight: the encounter shown is meant, and its rider is put in the saddle."""
    prepared = replace(FORD, status="prepared")
    state = replace(STATE, pending=None, encounters=(prepared,))
    wanted = Place("ford", (Spot("wolf-f", "E9", mount="ogre"),))
    assert parse("mount f O", ENCOUNTER_WORDS, state, SHOWN) == wanted


def test_words_about_an_encounter_mean_the_one_that_is_shown() -> None:
    """Given no fight, then the shown encounter is set up, or the only one; else a refusal."""
    assert parse("wind ne", ENCOUNTER_WORDS, ROAD, Shown("mill")) == SetAir("mill", wind="NE")
    with pytest.raises(Refusal) as refused:
        parse("wind ne", ENCOUNTER_WORDS, ROAD)
    assert refused.value.code == "no_encounter"
    alone = replace(ROAD, encounters=(CAVE,))
    assert parse("wind ne", ENCOUNTER_WORDS, alone) == SetAir("cave", wind="NE")
    assert parse("fight", ENCOUNTER_WORDS, alone) == BeginEncounter("Cave", "cave")


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("paralysed", "paralyzed"),
        ("paralyzed", "paralyzed"),
        ("paralys", "paralyzed"),
        ("flat-footed", "flat_footed"),
        ("flat_footed", "flat_footed"),
        ("flat footed", "flat_footed"),
        ("flat", "flat_footed"),
    ],
)
def test_a_condition_is_typed_as_a_list_shows_it(text: str, slug: str) -> None:
    rules = packaged("pf1")
    shown = Shown(conditions=tuple(rules.combat.conditions), rules=rules)
    found = parse(f"condition {text} t 3", ENCOUNTER_WORDS, STATE, shown)
    assert found == SetCondition(("tam",), slug, 3)
    ended = parse(f"clear {text} t", ENCOUNTER_WORDS, STATE, shown)
    assert ended == ClearCondition(("tam",), slug)


def test_a_letter_is_its_creature_in_either_case() -> None:
    assert parse("delay t", ENCOUNTER_WORDS, STATE) == Delay("tam")
    assert parse("delay F", ENCOUNTER_WORDS, STATE) == Delay("wolf-f")
    assert parse("hurt 3 h", ENCOUNTER_WORDS, ROAD) == Hurt(("harsk",), (3,))


HORSE = Foe("horse-1", "Light horse", "e", side="party")
WOLF_H = Foe("wolf-h", "Wolf h", "h", group="wolf")


def _with_foes(*foes: Foe) -> State:
    fight = replace(FORD, foes=(*FORD.foes, *foes))
    return replace(STATE, encounters=(fight, *STATE.encounters[1:]))


@pytest.mark.parametrize("name", ["Wolf h", "Wolf"])
def test_a_small_letter_that_two_have_asks_with_both(name: str) -> None:
    """Given Harsk, H, and a hidden wolf h, then neither is hit before one of them is named."""
    state = _with_foes(replace(WOLF_H, name=name))
    with pytest.raises(Refusal) as refused:
        parse("condition shaken h", ENCOUNTER_WORDS, state, SHOWN)
    assert refused.value.code == "ambiguous_member"
    assert refused.value.message.value("names") == ("Harsk (H)", f"{name} (h)")
    assert refused.value.message.value("example") == "Wolf h"
    assert parse("delay wolf h", ENCOUNTER_WORDS, state) == Delay("wolf-h")
    assert parse("delay H", ENCOUNTER_WORDS, state) == Delay("harsk")


@pytest.mark.parametrize(
    ("text", "creature_ids"),
    [
        ("harsk", ("harsk",)),
        ("wolf h", ("wolf-h",)),
        ('"Wolf h" a', ("wolf-h", "wolf-a")),
        ("light horse", ("horse-1",)),
        ('"Light horse"', ("horse-1",)),
        ("a light ho t", ("wolf-a", "horse-1", "tam")),
        ("light f", ("horse-1", "wolf-f")),
    ],
)
def test_a_name_with_a_blank_is_understood_with_and_without_quotes(
    text: str, creature_ids: tuple[str, ...]
) -> None:
    state = _with_foes(WOLF_H, HORSE)
    found = parse(f"condition shaken {text} 3", ENCOUNTER_WORDS, state, SHOWN)
    assert found == SetCondition(creature_ids, "shaken", 3)
    assert points(f"5 {text}", "-", state, ()) == Hurt(creature_ids, (5,))


def test_one_creature_is_called_by_a_name_with_a_blank() -> None:
    state = _with_foes(HORSE)
    assert parse("delay light horse", ENCOUNTER_WORDS, state) == Delay("horse-1")
    attack = parse("attack light horse d +2", ENCOUNTER_WORDS, state, SHOWN)
    assert attack == MakeAttack(("horse-1",), "wolf-d", circumstance=2)
    placed = Place("ford", (Spot("horse-1", "K9"),), 'he said "go on"')
    assert parse('place light horse k9 he said "go on"', ENCOUNTER_WORDS, state) == placed


def test_a_name_that_ends_in_a_number_is_no_duration() -> None:
    state = _with_foes(replace(HORSE, name="Pony 1"))
    found = parse("condition shaken pony 1 2", ENCOUNTER_WORDS, state, SHOWN)
    assert found == SetCondition(("horse-1",), "shaken", 2)


def test_creatures_to_add_are_read() -> None:
    assert adding("8 dire wolf hp=roll hidden at k9", NO_WORDS) == Adding(
        8, "dire wolf", "roll", True, "K9"
    )
    assert adding("ogre", NO_WORDS) == Adding(1, "ogre")
    ally = Adding(2, "wolf", side="party", rounds=3)
    assert adding("2 wolf ally summoned 3", NO_WORDS) == ally
    assert adding("wolf x2 summoned 3 ally", NO_WORDS) == ally
    neutral = adding("miller neutral hidden", NO_WORDS)
    assert neutral == Adding(1, "miller", hidden=True, side="neutral")
    with pytest.raises(Refusal) as refused:
        adding("wolf ally summoned", NO_WORDS)
    assert refused.value.code == "no_rounds"


def test_points_of_a_fight() -> None:
    """Given sums, halves, kinds and letters from-to, then each its own; a mixture is refused."""
    marked = ("wolf-a", "wolf-b", "wolf-c")
    assert points("-5 7 3", "-", STATE, marked) == Hurt(marked, (5, 7, 3))
    assert points("-4+3 a-c", "-", STATE, ()) == Hurt(marked, (7,))
    assert points("-28/2", "-", STATE, marked) == Hurt(marked, (14,))
    assert points("7n", "-", STATE, marked) == Hurt(marked, (7,), True)
    assert points("2 n", "-", STATE, marked) == Hurt(marked, (2,), True)
    assert points("5t", "+", STATE, marked) == GiveTemporary(marked, (5,))
    for line, code in (
        ("5n 7 3", "mixed_amounts"),
        ("5t 7n 3", "mixed_amounts"),
        ("5 6", "amounts_mismatch"),
        ("5//2", "bad_number"),
        ("5/0", "bad_number"),
    ):
        with pytest.raises(Refusal) as refused:
            points(line, "-", STATE, marked)
        assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        points("5t", "-", STATE, marked)
    assert refused.value.code == "bad_temporary"
