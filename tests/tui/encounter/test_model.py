"""What the Encounter screen remembers, and whom its keys mean: values without a terminal."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.creatures import PLAIN, Mode
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Lasting
from core.play.facts.state import State
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.fights import HARSK, SPENT, fight_world
from tests.tui.encounter.skirmish import FIGHT, STATE, changed, gathered, placed, state_of
from tests.tui.views import view_of
from tui.encounter.attacks import numbered, targets
from tui.encounter.model import (
    EncounterUI,
    cursor_query,
    mode,
    names,
    shown,
    with_battle,
    with_cursor_moved,
    with_curtain_turned,
    with_marks,
    with_new_looked_at,
    with_overlays_ended,
)
from tui.encounter.places import called
from tui.encounter.present.actor import passed
from tui.encounter.present.battle import battle as battle_of
from tui.encounter.present.foresight import foresee
from tui.encounter.present.sights import acting, title
from tui.encounter.ways import offer_ways, put_away
from tui.kit.phrases import say

WOLVES_TURN = replace(FIGHT, acting="wolves")
BUSY = EncounterUI(
    marked=("harsk", "tam"), chosen="harsk", way="run", height=2, plan=1, enter_waits=True
)


def seen(fight: Encounter, before: Encounter = FIGHT, ui: EncounterUI = BUSY) -> EncounterUI:
    """What the screen remembers once it has gathered `fight` after `before`."""
    return with_battle(replace(ui, gathered=gathered(state_of(before))), gathered(state_of(fight)))


# which encounter is shown

OVER = replace(FIGHT, id="ford", name="Goblin ford", status="over")
MILL = replace(FIGHT, id="mill", status="prepared", round=0)
RIDGE = replace(MILL, id="ridge")


def story(*encounters: Encounter) -> State:
    return replace(STATE, encounters=encounters, pending=None)


@pytest.mark.parametrize(
    ("encounters", "looked_at", "seen_id"),
    [
        ((OVER,), "", None),
        ((OVER,), "ford", "ford"),
        ((OVER, MILL), "ford", "mill"),
        ((MILL, OVER), "ford", "mill"),
        ((MILL, RIDGE), "", "ridge"),
        ((MILL, RIDGE), "mill", "mill"),
        ((MILL, RIDGE), "gone", "ridge"),
    ],
)
def test_one_that_is_over_is_shown_only_where_no_other_waits(
    encounters: tuple[Encounter, ...], looked_at: str, seen_id: str | None
) -> None:
    encounter = shown(story(*encounters), looked_at)
    assert (None if encounter is None else encounter.id) == seen_id


def test_what_was_just_prepared_is_shown_wherever_it_was_prepared() -> None:
    """Given one looked at, when another is prepared elsewhere, then that is shown, until u."""
    ui = with_new_looked_at(EncounterUI(looked_at="mill"), story(MILL))
    assert ui.looked_at == "mill"
    assert with_new_looked_at(ui, story(MILL)) is ui
    now = with_new_looked_at(ui, story(MILL, RIDGE))
    assert now.looked_at == "ridge"
    undone = with_new_looked_at(now, story(MILL))
    encounter = shown(story(MILL), undone.looked_at)
    assert encounter is not None
    assert encounter.id == "mill"


def test_a_fight_that_is_over_names_no_one_to_act() -> None:
    """Given one whose last turn was that of wolves, then no name, no id, and nobody's turn."""
    over = replace(WOLVES_TURN, status="over")
    state = story(over)
    assert acting(view_of(state, fight_world()), over) == ""
    assert battle_of(view_of(state, fight_world()), over).turn == ()


# marks


def test_marks_are_kept_in_the_order_they_were_set() -> None:
    ui = with_marks(with_marks(EncounterUI(), ("tam",), on=True), ("harsk", "tam"), on=True)
    assert ui.marked == ("harsk", "tam")


def test_unmarking_leaves_the_others() -> None:
    assert with_marks(BUSY, ("harsk",), on=False).marked == ("tam",)


# how they move


def test_a_step_after_a_diagonal_one_is_one_of_one_square_though_it_costs_two() -> None:
    """Given the playtest, whose count of diagonals runs on within a turn."""
    spent = replace(SPENT, actions=("stride",), diagonals=1)
    fight = changed(FIGHT, "harsk", spent=spent)
    view = view_of(state_of(fight), fight_world("pf2"))
    query = cursor_query(EncounterUI(way="step"), battle_of(view, fight), parse_square("B6"))
    assert query is not None
    rows = foresee(query).rows
    assert rows is not None
    assert rows.trouble == ""
    assert (rows.cost, rows.steps) == ("1 of 1 square", ("B6 2",))


def test_c_130_r_runs_as_the_swimmer_swims() -> None:
    eel = replace(HARSK, sheet=replace(HARSK.sheet or PLAIN, speeds=(("walk", 4), ("swim", 6))))
    state = replace(state_of(changed(FIGHT, "harsk", mode="swim")), members=(eel,))
    battle = gathered(state)
    assert mode(EncounterUI(way="run"), battle, ("harsk",)) == "swim"
    assert mode(EncounterUI(), battle, ("harsk",)) == "walk"


# the fight goes on


def test_the_same_fight_again_changes_nothing() -> None:
    ui = seen(FIGHT)
    assert replace(ui, gathered=None) == BUSY


def test_when_another_acts_marks_and_choices_are_gone() -> None:
    assert replace(seen(WOLVES_TURN), gathered=None) == EncounterUI(chosen="wolf-1")


def test_after_a_move_in_the_same_turn_the_marks_stay() -> None:
    ui = seen(placed(FIGHT, harsk="B7"))
    assert (ui.marked, ui.way, ui.height, ui.plan) == (("harsk", "tam"), "walk", None, -1)


def test_what_befalls_others_leaves_the_way_and_the_height_as_chosen() -> None:
    """Given a run at a height, when a wolf is shaken by a line, then both stay as they were."""
    shaken = (Lasting("shaken"),)
    foes = tuple(replace(foe, lasting=shaken) for foe in FIGHT.foes)
    ui = seen(replace(FIGHT, foes=foes))
    assert (ui.marked, ui.way, ui.height) == (("harsk", "tam"), "run", 2)


def test_another_weapon_in_hand_leaves_the_way_as_chosen() -> None:
    """Given a run at a height, when Harsk takes another weapon in hand, then both stay."""
    ui = seen(changed(FIGHT, "harsk", weapon=1))
    assert (ui.marked, ui.way, ui.height) == (("harsk", "tam"), "run", 2)


def test_a_mount_that_moves_ends_the_way_chosen_for_its_rider() -> None:
    """Given a height for a rider, when its mount has moved, then it is not kept."""
    ridden = changed(FIGHT, "tam", mount="ogre")
    before = gathered(state_of(ridden))
    ui = replace(BUSY, gathered=before, marked=("tam",))
    now = gathered(state_of(changed(ridden, "ogre", spent=SPENT)))
    assert (with_battle(ui, now).way, with_battle(ui, now).height) == ("walk", None)


def test_who_has_left_is_no_longer_marked() -> None:
    figures = tuple(one for one in FIGHT.figures if one.id != "tam")
    assert seen(replace(FIGHT, figures=figures)).marked == ("harsk",)


def test_another_encounter_is_another_turn() -> None:
    other = replace(FIGHT, id="mill")
    assert passed(gathered(STATE), gathered(state_of(other)))
    assert passed(None, gathered(STATE))
    assert not passed(gathered(STATE), gathered(STATE))


def test_a_move_of_the_cursor_drops_what_was_meant_for_its_square() -> None:
    ui = with_cursor_moved(replace(BUSY, door="K4/L4"))
    assert (ui.plan, ui.enter_waits, ui.door) == (-1, False, "")
    assert (ui.marked, ui.way, ui.height) == (BUSY.marked, "run", 2)


RULED = EncounterUI(measured=parse_square("C7"), layer="move", layer_of="harsk")


@pytest.mark.parametrize(
    ("layer", "fight", "left"),
    [
        ("move", FIGHT, ("move", True)),
        ("move", WOLVES_TURN, ("", False)),
        ("threat", WOLVES_TURN, ("", False)),
        ("cover", WOLVES_TURN, ("", False)),
        ("light", WOLVES_TURN, ("light", False)),
        ("height", replace(FIGHT, id="mill"), ("", False)),
        ("light", replace(FIGHT, id="mill"), ("", False)),
    ],
)
def test_ruler_and_layers_end_with_what_they_tell_of(
    layer: str, fight: Encounter, left: tuple[str, bool]
) -> None:
    """Given a ruler and a layer, when the fight goes on, then they stay, go, or one of them."""
    before = gathered(STATE)
    ui = seen(fight, ui=replace(RULED, layer=layer))
    now = with_overlays_ended(ui, before)
    assert (now.layer, now.measured is not None) == left


def test_the_layer_of_who_has_left_the_board_ends() -> None:
    figures = tuple(one for one in FIGHT.figures if one.id != "harsk")
    gone = replace(FIGHT, figures=figures)
    assert with_overlays_ended(seen(gone, ui=RULED), gathered(STATE)).layer == ""


def test_drawing_the_curtain_unmarks_the_hidden() -> None:
    ui = EncounterUI(marked=("wolf-3", "wolf-1"), layer="move", layer_of="wolf-3")
    ui = with_curtain_turned(replace(ui, gathered=gathered(STATE)), player_view=True)
    assert (ui.marked, ui.layer, ui.layer_of) == (("wolf-1",), "", "")
    assert ui.gathered is not None
    assert ui.gathered.unseen == {"wolf-3"}


def test_esc_puts_one_thing_away_after_the_other() -> None:
    ui = BUSY
    steps = []
    while (less := put_away(ui)) is not ui:
        ui = less
        steps.append((ui.plan, ui.way, ui.height, ui.marked))
    assert steps == [
        (-1, "run", 2, ("harsk", "tam")),
        (-1, "walk", None, ("harsk", "tam")),
        (-1, "walk", None, ()),
    ]


# who is meant


def test_one_goes_by_its_name_and_several_by_their_letters() -> None:
    battle = gathered(STATE)
    assert names(battle, ("harsk",)) == "Harsk"
    assert names(battle, ("harsk", "wolf-1", "ogre")) == "H a d"
    assert names(None, ("harsk",)) == ""


def test_the_enemy_under_the_cursor_is_of_another_side() -> None:
    battle = gathered(STATE)
    assert battle.enemy(parse_square("D7"), ("harsk",)) == "wolf-1"
    assert battle.enemy(parse_square("E10"), ("harsk",)) == ""
    assert battle.enemy(parse_square("D7"), ("wolf-2",)) == ""


# what is asked, and what letters mean


def test_before_initiative_nobody_is_asked_to_move() -> None:
    battle = gathered(state_of(replace(FIGHT, round=0, order=(), acting="")))
    query = cursor_query(BUSY, battle, parse_square("A1"))
    assert query is not None
    assert query.who == ()
    assert cursor_query(BUSY, None, parse_square("A1")) is None


def offered(slug: str, *speeds: Mode, lies: bool = False) -> dict[str, str]:
    """What `p` offers in a system: the way and its words."""
    choices = offer_ways(packaged(slug), lies=lies, springs=lies, speeds=speeds)
    return {choice.id: say(choice.words) for choice in choices}


def test_who_lies_on_the_ground_crawls_or_stands_up() -> None:
    lying = offered("pf1", lies=True)
    assert next(iter(lying)) == "walk"
    assert "stand" in lying
    assert not {"run", "step", "glide"} & lying.keys()
    assert "stand" not in offered("pf1", "incorporeal")


EVERYBODY = {"walk", "step", "swim", "climb", "tumble", "safe", "down", "fall", "leave"}
MOVES = {"run", "charge", "withdraw", "squeeze", "overrun"}


@pytest.mark.parametrize(
    ("slug", "ways"),
    [
        ("pf1", EVERYBODY | MOVES | {"hurry"}),
        ("dnd35", EVERYBODY | MOVES | {"hurry"}),
        ("sf", EVERYBODY | MOVES),
        ("pf2", EVERYBODY | {"leap", "squeeze"}),
    ],
)
def test_ways_that_the_system_or_the_creature_lacks_are_not_offered(
    slug: str, ways: set[str]
) -> None:
    """pf2 has no run, charge or withdrawal for everybody.

    In sf only a climb speed climbs in a hurry, and only its flights have a main direction.
    """
    assert offered(slug).keys() == ways
    heads = {"heading"} if slug == "sf" else set()
    assert offered(slug, "fly", "burrow").keys() == {*ways, "fly", "burrow", *heads}
    hurries = {"hurry"} if slug != "pf2" else set()
    assert offered(slug, "climb").keys() == {*ways, "peril", *hurries}


def test_ways_are_called_as_the_system_calls_them() -> None:
    called = {slug: offered(slug)["walk"] for slug in PACKAGED}
    assert called.pop("pf2") == "Stride"
    assert set(called.values()) == {"walk: a move"}
    assert offered("pf1")["step"].startswith("a 1.5 m step")
    assert offered("sf")["step"].startswith("guarded step")
    assert offered("pf2")["step"].startswith("Step")
    assert offered("pf2", "fly")["fly"] == "Fly"


@pytest.mark.parametrize(("gravity", "named"), [("normal", False), ("zero", True)])
def test_the_first_line_names_another_gravity(gravity: str, named: bool) -> None:
    line = title(view_of(STATE, fight_world("sf")), replace(FIGHT, gravity=gravity), 120)
    assert ("zero gravity" in str(line.left)) == named


def test_letters_after_an_attack_mean_the_other_enemies() -> None:
    battle = gathered(STATE)
    assert {one.who for one in targets(battle, ("harsk",)).values()} == {
        "wolf-1",
        "wolf-2",
        "wolf-3",
        "ogre",
    }
    assert {one.who for one in targets(battle, ("ogre",)).values()} == {"harsk", "valeria", "tam"}


def test_a_number_before_an_attack_counts_from_one() -> None:
    battle = gathered(STATE)
    assert (numbered(battle, ("harsk",), ""), numbered(battle, ("harsk",), "2")) == (None, 1)
    with pytest.raises(Refusal, match="no_attack"):
        numbered(battle, ("harsk",), "3")


def test_the_turn_order_is_stepped_through_on_the_board_alone() -> None:
    battle = gathered(state_of(placed(FIGHT, valeria="")))
    assert battle.on_board == ("harsk", "wolf-1", "wolf-2", "wolf-3", "tam", "ogre")
    assert "wolf-3" not in gathered(STATE, player_view=True).on_board


def test_creatures_are_found_by_letter_and_by_a_part_of_their_name() -> None:
    battle = gathered(STATE)
    assert called(battle, "H") == (parse_square("C7"),)
    assert called(battle, "oGr") == (parse_square("P7"),)
    assert len(called(battle, "wolf")) == 3
    assert len(called(gathered(STATE, player_view=True), "wolf")) == 2
