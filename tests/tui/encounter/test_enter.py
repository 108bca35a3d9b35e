"""What Enter means on the Encounter screen, decided without a terminal."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter

import pytest

from core.combat.board.drawing import BoardEdit
from core.combat.board.squares import Square, parse_square
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Chase, Encounter, Lasting, Runner, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import AnswerStrikes, Move, MovePack
from core.play.facts.fight.setup.commands import Place, SetDoor, Spot
from core.play.facts.state import Fighting
from core.play.union import Command
from core.values import replace
from tests.each import each
from tests.fights import AXE, BOW, HARSK, SOON, SPENT, TAM, VALERIA, WAITING
from tests.tui.encounter.skirmish import (
    ARCHER,
    FIGHT,
    STATE,
    changed,
    enter,
    gathered,
    placed,
    says,
    standing,
    state_of,
)
from tui.encounter import attacks
from tui.encounter.attacks import advised, remark
from tui.encounter.change import AimedAttack
from tui.encounter.model import WORKING, EncounterUI, cursor_query, enter_action
from tui.encounter.panes.threat_panel import ThreatPanel, ThreatRows
from tui.encounter.present.actor import passed
from tui.encounter.present.foresight import CursorPreview, foresee
from tui.encounter.reasons import show_why
from tui.kit.lines_view import text_of, words
from tui.kit.receipt import NO_FIGURE

PREPARED = replace(FIGHT, status="prepared", round=0, order=(), acting="")
EMPTY = replace(PREPARED, figures=())
BEFORE_INITIATIVE = replace(FIGHT, round=0, order=(), acting="")
NOBODYS_TURN = replace(FIGHT, acting="")
WOLVES_TURN = replace(FIGHT, acting="wolves")
VALERIAS_TURN = replace(FIGHT, acting="valeria")
TAMS_TURN = replace(FIGHT, acting="tam")
OGRES_TURN = replace(FIGHT, acting="ogre")
CHASE = Chase((Runner("tam", 6, 12, 10),), (Runner("wolf-1", 10, 12),), 1)
PACK = ("wolf-1", "wolf-2")
PACK_UI = EncounterUI(marked=PACK)
MOVED = Spent(("move",), squares=2)
BESIDE = placed(WOLVES_TURN, wolf_1="B6", wolf_2="D6")
PACK_MOVED = changed(changed(BESIDE, "wolf-1", spent=MOVED), "wolf-2", spent=MOVED)
PACK_DONE = changed(changed(BESIDE, "wolf-1", spent=SPENT), "wolf-2", spent=SPENT)
PENDING = Fighting("On the bank", SOON, Fraction(5), encounter="bank")


def way(name: str) -> EncounterUI:
    return EncounterUI(way=name)


def marked(*who: str, plan: int = -1) -> EncounterUI:
    return EncounterUI(marked=who, plan=plan)


# the Ahead line


AHEAD: dict[str, tuple[str, Encounter, EncounterUI | None, str]] = {
    "a move that provokes": ("B7", FIGHT, None, "Harsk moves to B7, asks a to strike"),
    "a move that provokes nobody": ("B7", placed(FIGHT, wolf_1="H9"), None, "Harsk moves to B7"),
    "its own square": ("C7", FIGHT, None, "nothing: Harsk is there already; point elsewhere"),
    "too far": ("B10", FIGHT, None,
        "nothing: too far: 17 squares, and Harsk has 8 squares: point nearer, or rule it there "
        "(:place)"),
    "rock": ("L3", FIGHT, None, "nothing: Harsk cannot enter L3: something solid is in the way."),
    "a friend's square": ("K4", FIGHT, None,
        "nothing: Harsk cannot stop at K4: another creature is there."),
    "off the board": ("Z20", FIGHT, None,
        "nothing: Harsk cannot go to Z20: it is not on the board."),
    "an enemy in reach": ("D7", FIGHT, None, "attack, Harsk on Wolf"),
    "an enemy out of reach": ("H7", FIGHT, None, "Harsk moves to G6, asks a to strike"),
    "a hidden enemy, for the GM": ("J7", FIGHT, None, "Harsk moves to I8, asks a, b to strike"),
    "a bow reaches far": ("H7", TAMS_TURN, None, "attack, Tam on Wolf"),
    "a bow reaches a large body": ("P7", TAMS_TURN, None, "attack, Tam on Ogre"),
    "deep water": ("Q8", OGRES_TURN, None,
        "nothing: Ogre cannot walk into Q8: it is deep water. Swim or fly."),
    "a large creature moves beside its target": ("C7", OGRES_TURN, None,
        "Ogre moves to A5, asks H to strike"),
    "a small step": ("C6", FIGHT, way("step"), "Harsk steps to C6"),
    "a step too far": ("C10", FIGHT, way("step"), "nothing: A step is one square: C10 is too far."),
    "a step reaches no enemy far away": ("H7", FIGHT, way("step"),
        "nothing: no route leads beside Wolf: A step is one square: G6 is too far."),
    "a run over rough ground": ("C10", FIGHT, way("run"),
        "nothing: Harsk cannot run through C8: the ground hampers movement."),
    "a charge at an enemy": ("H7", placed(FIGHT, harsk="C6"), way("charge"),
        "Harsk charges to G6, asks a to strike"),
    "no charge past an enemy": ("H7", FIGHT, way("charge"),
        "nothing: no charge at Wolf: Wolf at D7 is in the line of the charge."),
    "no charge where it strikes already": ("D7", FIGHT, way("charge"), "attack, Harsk on Wolf"),
    "who shoots makes no charge": ("H7", TAMS_TURN, way("charge"),
        "nothing: no charge at Wolf: Tam has the longbow in hand, which shoots"),
    "withdrawing too far": ("C10", FIGHT, way("withdraw"),
        "nothing: too far to withdraw: 16 squares, and Harsk has 8 squares"),
    "withdrawing provokes nobody": ("A6", FIGHT, way("withdraw"), "Harsk withdraws to A6"),
    "no speed for the way chosen": ("B7", FIGHT, way("fly"),
        "nothing: Harsk has no fly speed. Add one on the character sheet (F3)."),
    "no route that provokes nobody": ("H7", FIGHT, way("safe"),
        "nothing: There is no way for Harsk to G6 that provokes nothing."),
    "a safe route asks nobody": ("D6", placed(FIGHT, harsk="A5"), way("safe"), "Harsk moves to D6"),
    "a mover out of turn": ("E6", FIGHT, marked("wolf-1"),
        "out of turn; Wolf moves to E6, asks H to strike"),
    "a move without an action left": ("B7", changed(FIGHT, "harsk", spent=SPENT), None,
        "no action left; Harsk moves to B7, asks a to strike"),
    "an attack without an action left": ("D7", changed(FIGHT, "harsk", spent=SPENT), None,
        "no action left; attack, Harsk on Wolf"),
    "an attack with only a move left": (
        "D7", changed(FIGHT, "harsk", spent=Spent(("standard",))), None,
        "no attack left this turn; attack, Harsk on Wolf"),
    "a charge with only a move left": (
        "H7", changed(placed(FIGHT, harsk="C6"), "harsk", spent=Spent(("standard",))),
        way("charge"), "no action left for it; Harsk charges to G6, asks a to strike"),
    "a move after a step, with an attack left": (
        "B7", changed(FIGHT, "harsk", spent=Spent(("step",))), None,
        "no move after a step; Harsk moves to B7, asks a to strike"),
    "nobody's turn": ("A1", NOBODYS_TURN, None, "nothing: it is nobody's turn; v marks who moves"),
    "nobody's turn, but one is marked": ("B7", NOBODYS_TURN, marked("harsk"),
        "Harsk moves to B7, asks a to strike"),
    "who acts is off the board": ("A7", placed(FIGHT, harsk=""), None, "put Harsk here"),
    "the first of an acting group": ("F7", WOLVES_TURN, None, "Wolf moves to F7, asks H to strike"),
    "another of the acting group": ("H7", WOLVES_TURN, None, "go on with Wolf"),
    "the mover of an acting group": ("D7", WOLVES_TURN, None,
        "nothing: Wolf is there already; point elsewhere"),
    "the chosen of an acting group": ("F10", WOLVES_TURN, EncounterUI(chosen="wolf-2"),
        "Wolf moves to F10"),
    "with marks nobody is chosen": ("D7", WOLVES_TURN, marked("wolf-2"),
        "nothing: Wolf cannot stop at D7: another creature is there."),
    "a pack": ("C7", WOLVES_TURN, marked(*PACK), "propose places for 2"),
    "a pack that has moved beside": ("C7", PACK_MOVED, marked(*PACK), "attack, Wolf a-b on Harsk"),
    "a pack that has moved, elsewhere": ("F2", PACK_MOVED, marked(*PACK), "propose places for 2"),
    "a pack that has done all": ("C7", PACK_DONE, marked(*PACK),
        "nothing: they have nothing left to do in this turn"),
    "a pack's best places": ("C7", WOLVES_TURN, marked(*PACK, plan=0),
        "move 2 of 2, 2 flank; Tab: other"),
    "a pack's other places": ("C7", WOLVES_TURN, marked(*PACK, plan=1),
        "move 2 of 2, 0 flank; Tab: other"),
    "a pack in formation": ("F2", WOLVES_TURN, marked(*PACK, plan=0), "move 2 of 2"),
    "prepared, free ground": ("A1", EMPTY, None,
        "the party enters here; e begins the encounter, b draws, :add puts creatures in"),
    "prepared, the party is there": ("A1", PREPARED, None,
        "nothing: the party is on the board; e begins the encounter, b draws, :add puts creatures"
        " in"),
    "over, on somebody": ("C7", replace(PREPARED, status="over"), None,
        "nothing: On the bank is over; e prepares another"),
    "over, free ground": ("A1", replace(PREPARED, status="over"), None,
        "nothing: On the bank is over; e prepares another"),
    "prepared, somebody": ("C7", PREPARED, None, "pick Harsk up, to put down elsewhere"),
    "prepared, somebody picked up": ("A1", PREPARED, marked("harsk"), "put Harsk here"),
    "prepared, still where it was": ("C7", PREPARED, marked("harsk"),
        "nothing: Harsk is picked up: move the cursor, then Enter"),
    "prepared, several picked up": ("A1", PREPARED, marked("harsk", "wolf-1"), "put H a here"),
    "prepared, onto another": ("D7", PREPARED, marked("harsk"), "put Harsk here"),
    "before initiative, free ground": ("A1", replace(EMPTY, status="running"), None,
        "the party enters here; i rolls initiative; f or v picks somebody up"),
    "before initiative, the party is there": ("A1", BEFORE_INITIATIVE, None,
        "nothing: the party is on the board; i rolls initiative; f or v picks somebody up"),
    "before initiative, somebody": ("D7", BEFORE_INITIATIVE, None,
        "pick Wolf up, to put down elsewhere"),
    "a door far away": ("C7", FIGHT, EncounterUI(door="K4/L4"), "open the door, by your word"),
    "an open door": ("C7", FIGHT, EncounterUI(door="L2/L3"), "close the door, by your word"),
    "a door beside who acts": ("K4", VALERIAS_TURN, EncounterUI(door="K4/L4"),
        "Valeria: open the door"),
    "a closed door in the way": ("L4", VALERIAS_TURN, None, "Valeria: open the door"),
    "a door before the fight": ("K4", replace(PREPARED, acting=""), EncounterUI(door="K4/L4"),
        "open the door, by your word"),
    "a locked door": ("K4", replace(VALERIAS_TURN, edits=(BoardEdit("K4/L4", "locked_door"),)),
        EncounterUI(door="K4/L4"), "unlock the door, by your word"),
}  # fmt: skip
"""The square of the cursor, the fight, what the screen remembers, and what comes of it."""


def test_of_two_ways_as_short_the_one_nobody_strikes_at_is_taken() -> None:
    """Given 3 squares by C6, where wolf a may strike, or by C5: then Harsk goes by C5."""
    battle = gathered(state_of(placed(FIGHT, harsk="A5")))
    query = cursor_query(EncounterUI(gathered=battle), battle, parse_square("D6"))
    assert query is not None
    seen = foresee(query)
    assert seen.ahead is not None
    assert seen.ahead.planned_move.command == Move("harsk", "D6", safe=True)
    assert seen.ahead is not None
    assert (seen.ahead.cost, seen.ahead.strikers) == (3, ())


def test_the_panel_has_the_cost_of_the_route_that_provokes_nobody() -> None:
    """Given 4 squares past wolf a, or 5 around it: by `p` `n` the panel says 5, and no strike."""
    fight = placed(FIGHT, harsk="B6")
    battle = gathered(state_of(fight))

    def panel(ui: EncounterUI) -> tuple[str, int]:
        query = cursor_query(replace(ui, gathered=battle), battle, parse_square("F6"))
        assert query is not None
        rows = foresee(query).rows
        assert rows is not None
        return rows.cost, len(rows.strikes)

    assert panel(EncounterUI()) == ("4 of 4 squares", 1)
    assert panel(EncounterUI(way="safe")) == ("5 of 8 squares", 0)


@each("at, fight, ui, words", AHEAD.values(), told=itemgetter(3))
def test_the_ahead_line(at: str, fight: Encounter, ui: EncounterUI | None, words: str) -> None:
    assert says(enter(at, fight, ui)) == words


# what it does


DONE: dict[str, tuple[str, Encounter, EncounterUI | None, Command | None]] = {
    "a move": ("B7", FIGHT, None, Move("harsk", "B7")),
    "a charge": ("H7", placed(FIGHT, harsk="C6"), way("charge"),
        Move("harsk", "G6", action="charge", target="wolf-2")),
    "a step has the system's name": ("C6", FIGHT, way("step"),
        Move("harsk", "C6", action="five_foot_step")),
    "squeezing": ("H7", FIGHT, way("squeeze"), Move("harsk", "G6", squeeze=True)),
    "a safe route": ("D6", placed(FIGHT, harsk="A5"), way("safe"), Move("harsk", "D6", safe=True)),
    "an attack": ("D7", FIGHT, None, MakeAttack(("harsk",), "wolf-1")),
    "placing": ("A7", placed(FIGHT, harsk=""), None, Place("bank", (Spot("harsk", "A7"),))),
    "placing several as they stand": ("A1", PREPARED, marked("harsk", "wolf-1"),
        Place("bank", (Spot("harsk", "A1"), Spot("wolf-1", "B1")))),
    "a door that who acts opens": ("K4", VALERIAS_TURN, EncounterUI(door="K4/L4"),
        SetDoor("bank", "K4/L4", "open", "valeria")),
    "a door that the GM opens": ("C7", FIGHT, EncounterUI(door="K4/L4"),
        SetDoor("bank", "K4/L4", "open")),
    "an open door is closed": ("C7", FIGHT, EncounterUI(door="L2/L3"),
        SetDoor("bank", "L2/L3", "closed")),
    "a lock is opened by the GM alone": ("K4",
        replace(VALERIAS_TURN, edits=(BoardEdit("K4/L4", "locked_door"),)),
        EncounterUI(door="K4/L4"), SetDoor("bank", "K4/L4", "closed")),
    "nothing": ("C7", FIGHT, None, None),
}  # fmt: skip
"""The square of the cursor, the fight, what the screen remembers, and what comes of it."""


@pytest.mark.parametrize(("at", "fight", "ui", "command"), DONE.values(), ids=DONE)
def test_the_command(
    at: str, fight: Encounter, ui: EncounterUI | None, command: Command | None
) -> None:
    found = enter(at, fight, ui)
    assert found.command == command
    assert (found.ui, found.returns, found.waits) == (None, "", False)


def test_a_pack_moves_to_the_proposal_that_is_shown() -> None:
    first, second = (enter("C7", WOLVES_TURN, marked(*PACK, plan=at)).command for at in (0, 1))
    assert isinstance(first, MovePack)
    assert isinstance(second, MovePack)
    assert first.steps != second.steps


def test_of_a_marked_pack_who_has_attacked_does_not_attack_again() -> None:
    one_has = changed(BESIDE, "wolf-1", spent=SPENT)
    aimed = attacks.attack(standing("C7", one_has, marked(*PACK)), "")
    assert isinstance(aimed, AimedAttack)
    assert aimed.command == MakeAttack(("wolf-2",), "harsk")
    both = attacks.attack(standing("C7", PACK_DONE, marked(*PACK)), "")
    assert isinstance(both, AimedAttack)
    assert both.command.by == PACK


def test_proposals_go_round() -> None:
    """Tab after the last proposal shows the first again."""
    query = cursor_query(marked(*PACK, plan=0), gathered(state_of(WOLVES_TURN)), parse_square("C7"))
    assert query is not None
    count = len(foresee(query).plans)
    first, again = (enter("C7", WOLVES_TURN, marked(*PACK, plan=at)) for at in (0, count))
    assert first.command == again.command


def test_a_pack_is_proposed_before_anything_is_known() -> None:
    found = enter("C7", WOLVES_TURN, marked(*PACK), known=False)
    assert found.ui is not None
    assert (found.ui.plan, found.ui.marked) == (0, PACK)


def test_picking_up_marks_who_is_there() -> None:
    found = enter("C7", PREPARED)
    assert found.ui is not None
    assert found.ui.marked == ("harsk",)


def test_going_on_with_another_chooses_it() -> None:
    found = enter("H7", WOLVES_TURN)
    assert found.ui is not None
    assert (found.ui.chosen, found.ui.marked) == ("wolf-2", ())


# what is not known yet


@pytest.mark.parametrize("at", ["B7", "D7", "L3"])
def test_enter_waits_for_the_answer(at: str) -> None:
    assert enter(at, known=False) == WORKING


def test_enter_waits_for_the_proposals_of_a_pack() -> None:
    assert enter("C7", WOLVES_TURN, marked(*PACK, plan=0), known=False) == WORKING


def test_an_answer_to_another_way_of_moving_does_not_count() -> None:
    battle = gathered(STATE)
    cursor = parse_square("B7")
    query = cursor_query(EncounterUI(), battle, cursor)
    assert query is not None
    ui = EncounterUI(gathered=battle, answer=foresee(query), way="run")
    assert enter_action(ui, battle, STATE, cursor) == WORKING


def test_an_answer_about_another_square_does_not_count() -> None:
    battle = gathered(STATE)
    cursor = parse_square("B7")
    query = cursor_query(EncounterUI(), battle, parse_square("B6"))
    assert query is not None
    ui = EncounterUI(gathered=battle, answer=foresee(query))
    assert enter_action(ui, battle, STATE, cursor) == WORKING


def test_an_answer_about_the_fight_of_before_does_not_count() -> None:
    battle = gathered(STATE)
    cursor = parse_square("B7")
    query = cursor_query(EncounterUI(), battle, cursor)
    assert query is not None
    ui = EncounterUI(gathered=gathered(STATE), answer=foresee(query))
    assert ui.preview(cursor) is None


@pytest.mark.parametrize(
    ("at", "fight", "ui"),
    [
        ("C7", PREPARED, None),
        ("A1", PREPARED, marked("harsk")),
        ("A1", NOBODYS_TURN, None),
        ("C7", FIGHT, EncounterUI(door="K4/L4")),
        ("H7", WOLVES_TURN, None),
        ("A7", placed(FIGHT, harsk=""), None),
    ],
)
def test_what_needs_no_answer_is_told_at_once(
    at: str, fight: Encounter, ui: EncounterUI | None
) -> None:
    assert not enter(at, fight, ui, known=False).waits


# before all else


def test_without_an_encounter_there_is_nothing_to_do() -> None:
    found = enter_action(EncounterUI(), None, STATE, Square(0, 0))
    assert says(found) == "nothing: no encounter is shown; e prepares one or begins it"
    assert found.command is None


def test_a_movement_that_waits_asks_who_strikes() -> None:
    """Whatever the cursor is on, and whatever is marked."""
    state = replace(STATE, pending=replace(PENDING, waiting=WAITING))
    for at, ui in (("B7", None), ("D7", marked("harsk")), ("C7", EncounterUI(door="K4/L4"))):
        found = enter(at, ui=ui, state=state)
        assert says(found) == "ask who strikes"
        assert found.command == AnswerStrikes(("wolf-1", "wolf-2"))


def test_in_a_chase_the_runner_pointed_at_goes_back_on_the_board() -> None:
    """While the chase goes on next, in the turn of one who runs; not in another's turn."""
    found = enter("B7", replace(FIGHT, chase=CHASE, acting="tam"), pointed="tam")
    assert (says(found), found.returns) == ("put Tam back on the board", "tam")
    assert enter("B7", replace(FIGHT, chase=CHASE), pointed="tam").returns == ""


def test_in_a_chase_without_a_runner_pointed_at_the_board_counts() -> None:
    assert enter("D7", replace(FIGHT, chase=CHASE)).command == MakeAttack(("harsk",), "wolf-1")


def test_a_ladder_without_a_chase_means_nothing() -> None:
    assert enter("D7", pointed="tam").returns == ""


def test_going_back_on_the_board_comes_before_a_movement_that_waits() -> None:
    pending = replace(PENDING, waiting=WAITING)
    state = replace(state_of(replace(FIGHT, chase=CHASE, acting="tam")), pending=pending)
    assert enter("B7", state=state, pointed="tam").returns == "tam"


# who counts


@pytest.mark.parametrize(
    ("by", "surprise", "spent", "said"),
    [
        (("wolf-1",), True, ("move",), "no action left in the surprise round: Wolf"),
        (("wolf-1", "wolf-2"), True, (), "cannot attack: b"),
        (("wolf-1", "wolf-2"), False, ("move", "move"), "no action left: Wolf, cannot attack: b"),
        (("wolf-1",), True, (), None),
        (("wolf-1",), False, ("move", "move"), "no action left: Wolf"),
        (("wolf-1",), False, ("move",), None),
        (("wolf-1",), False, ("standard",), "no attack left this turn: Wolf"),
        (("ogre", "harsk"), False, (), "out of turn: d H"),
    ],
)
def test_the_dice_of_an_attack_that_only_the_gm_allows_say_so(
    by: tuple[str, ...], surprise: bool, spent: tuple[str, ...], said: str | None
) -> None:
    near = changed(placed(FIGHT, ogre="D8"), "wolf-1", spent=Spent(spent))
    fight = replace(near, acting="wolves", surprise=surprise)
    target = "wolf-1" if "harsk" in by else "harsk"
    found = remark(gathered(state_of(fight)), MakeAttack(by, target))
    assert (found and words(found)) == said


def test_players_are_not_told_that_an_ally_cannot_attack_who_can() -> None:
    """Given an ally beside the enemy, too, then behind the curtain nothing is said of its reach."""
    fight = replace(placed(FIGHT, harsk="E7", wolf_2="D8"), acting="harsk")
    attack = MakeAttack(("harsk", "wolf-2"), "wolf-1")
    for players in (False, True):
        found = remark(gathered(state_of(fight), players), attack)
        assert found is not None
        assert words(found) == "out of turn: Wolf"


def test_the_turn_of_a_group_is_that_of_those_on_their_feet() -> None:
    wolves = (replace(FIGHT.foes[0], damage=15), *FIGHT.foes[1:])
    fight = placed(replace(WOLVES_TURN, foes=wolves), wolf_3="")
    assert gathered(state_of(fight)).acting == ("wolf-2", "wolf-3")
    assert "go on with" not in says(enter("D7", fight))


def test_the_dead_do_not_act() -> None:
    state = replace(STATE, members=(replace(HARSK, dead=True), VALERIA, ARCHER))
    assert says(enter("B7", state=state)) == "nothing: it is nobody's turn; v marks who moves"


def test_players_are_not_shown_the_hidden() -> None:
    """Given the curtain is drawn, then a hidden wolf is nobody's target."""
    found = enter("J7", player_view=True)
    assert found.command is None
    assert says(found).startswith("nothing: ")


def test_players_are_not_told_that_the_hidden_may_strike() -> None:
    near = placed(FIGHT, wolf_1="H9", wolf_3="D7")
    assert says(enter("B7", near)) == "Harsk moves to B7, asks c to strike"
    assert says(enter("B7", near, player_view=True)) == "Harsk moves to B7"


def test_a_flyer_in_the_air_flies_without_being_told_to() -> None:
    fight = changed(TAMS_TURN, "tam", elevation=2, mode="fly")
    state = replace(state_of(fight), members=(HARSK, VALERIA, TAM))
    found = enter("F10", state=state)
    assert says(found) == "Tam flies to F10"
    assert found.command == Move("tam", "F10", mode="fly")


@pytest.mark.parametrize(
    ("height", "words"),
    [
        (4, "Tam rises to height 4 squares"),
        (1, "Tam sinks to height 1 square"),
        (0, "Tam sinks to the ground"),
    ],
)
def test_a_flyer_that_changes_its_height_alone_rises_or_sinks(height: int, words: str) -> None:
    fight = changed(TAMS_TURN, "tam", elevation=2, mode="fly")
    state = replace(state_of(fight), members=(HARSK, VALERIA, TAM))
    assert says(enter("E10", ui=EncounterUI(height=height), state=state)) == words


def test_one_who_walks_and_flies_flies_to_a_height() -> None:
    state = replace(state_of(TAMS_TURN), members=(HARSK, VALERIA, TAM))
    assert enter("F10", state=state).command == Move("tam", "F10")
    high = enter("F10", ui=EncounterUI(height=2), state=state)
    assert high.command == Move("tam", "F10", mode="fly", elevation=2)


def test_an_answer_with_neither_move_nor_trouble_is_where_it_stands() -> None:
    battle = gathered(STATE)
    cursor = parse_square("A6")
    query = cursor_query(EncounterUI(), battle, cursor)
    assert query is not None
    ui = EncounterUI(gathered=battle, answer=CursorPreview(query))
    assert (
        says(enter_action(ui, battle, STATE, cursor))
        == "nothing: Harsk is there already; point elsewhere"
    )


def test_a_turn_goes_on_when_one_of_its_group_drops() -> None:
    wolves = (replace(FIGHT.foes[0], damage=15), *FIGHT.foes[1:])
    before, now = (
        gathered(state_of(one)) for one in (WOLVES_TURN, replace(WOLVES_TURN, foes=wolves))
    )
    assert before.acting != now.acting
    assert not passed(before, now)


@pytest.mark.parametrize(
    ("attacks", "told"),
    [
        (1, "Too far."),
        (2, "Too far. 2a is the second attack on the sheet."),
    ],
)
def test_a_second_attack_is_offered_to_whoever_has_one(attacks: int, told: str) -> None:
    armed = replace(HARSK, sheet=Sheet(attacks=(BOW,) * attacks))
    state = replace(STATE, members=(armed, VALERIA, ARCHER))
    refusal = Refusal("out_of_reach", "Too far.")
    stand = standing("C7", state=state, ui=marked("valeria"))
    assert words(advised(stand, MakeAttack(("harsk",), "ogre"), refusal)) == told


@pytest.mark.parametrize(("attack", "in_hand"), [(1, 0), (None, 1)])
def test_who_tried_the_second_attack_is_offered_the_first(attack: int | None, in_hand: int) -> None:
    """Given the second attack of a sheet, by its number or in hand, then the first is offered."""
    armed = replace(HARSK, sheet=Sheet(attacks=(BOW, BOW)))
    state = state_of(changed(FIGHT, "harsk", weapon=in_hand))
    state = replace(state, members=(armed, VALERIA, ARCHER))
    stand = standing("C7", state=state, ui=marked("valeria"))
    refusal = Refusal("out_of_reach", "Too far.")
    told = words(advised(stand, MakeAttack(("harsk",), "ogre", attack), refusal))
    assert told == "Too far. 1a is the first attack on the sheet."


@pytest.mark.parametrize(
    ("at", "ui", "by", "known", "told"),
    [
        ("H7", None, "harsk", True, "Too far. Press Enter to move closer."),
        ("C7", None, "harsk", True, "Too far. With the cursor on b (f) Enter moves closer."),
        ("C7", way("step"), "harsk", True, "Too far."),
        ("H7", None, "tam", True, "Too far."),
        ("H7", way("step"), "harsk", True, "Too far."),
        ("H7", None, "harsk", False, "Too far."),
    ],
    ids=[
        "on the target",
        "elsewhere",
        "elsewhere, Enter does nothing",
        "another acts",
        "Enter does nothing",
        "not known yet",
    ],
)
def test_enter_is_said_to_move_closer_only_where_it_does(
    at: str, ui: EncounterUI | None, by: str, known: bool, told: str
) -> None:
    """Given `:attack H b`, typed with the cursor anywhere: Enter moves who acts to its cursor."""
    refusal = Refusal("out_of_reach", "Too far.")
    armed = replace(HARSK, sheet=Sheet(ac=18, attacks=(AXE,)))
    state = replace(STATE, members=(armed, VALERIA, ARCHER))
    stand = standing(at, ui=ui, state=state, known=known)
    assert words(advised(stand, MakeAttack((by,), "wolf-2"), refusal)) == told


def test_the_words_of_an_attack_are_told_beside_its_dice() -> None:
    """Given +2 and cover typed with *, then the title of the tray has them."""
    attack = MakeAttack(("harsk",), "wolf-1", circumstance=2, gm_degree="partial")
    found = remark(gathered(STATE), attack)
    assert found is not None
    assert words(found).startswith("+2 partial")


def test_an_attack_too_many_is_foreseen_with_its_remark() -> None:
    """Given both moves used, then the panel of one more has its squares, and what is too many."""
    fight = changed(placed(FIGHT, harsk="B5"), "harsk", spent=Spent(("move", "move")))
    seen = standing("C6", fight).ui.answer
    assert seen is not None
    assert seen.rows is not None
    assert seen.rows.attack is not None
    assert (seen.rows.cost, seen.rows.attack.unusual) == ("1 of 4 squares", "no action left")
    assert (seen.attack is not None, seen.attack and seen.attack.possible) == (True, True)
    pane = ThreatPanel()
    pane.shown = ThreatRows(seen.rows)
    for width in (31, 60):
        assert "no action left" in text_of(pane.lines(width))


@pytest.mark.parametrize("at", ["B7", "D7", "H7"])
@pytest.mark.parametrize("attacks", [(AXE,), ()])
def test_who_is_down_is_said_to_be_unable_wherever_the_cursor_is(
    at: str, attacks: tuple[Attack, ...]
) -> None:
    """Given Harsk at -2 hit points, with a weapon or none on the sheet: a free square or a wolf."""
    down = replace(HARSK, hp=20, damage=22, sheet=Sheet(ac=18, attacks=attacks))
    found = enter(at, state=replace(STATE, members=(down, VALERIA, ARCHER)))
    assert (found.command, says(found)) == (None, "nothing: Harsk cannot act now: unconscious.")


def test_cover_and_miss_chance_are_told_apart_with_who_they_are_from() -> None:
    """Given dim light and a rock between Tam and two wolves: each is said by itself."""
    dim = placed(replace(TAMS_TURN, light="dim"), wolf_1="D10", wolf_2="N3", ogre="")
    seen = standing("J3", dim).ui.answer
    assert seen is not None
    assert seen.rows is not None
    assert seen.rows.cover == ("a cover +4", "b total cover")
    assert seen.rows.misses == ("a b c 20 %",)
    pane = ThreatPanel()
    pane.shown = ThreatRows(seen.rows)
    for width in (31, 60):
        shown = text_of(pane.lines(width))
        assert "cover from: a cover +4" in shown
        assert "miss chance of: a b c 20 %" in shown


def test_an_attack_that_cannot_be_made_is_not_offered() -> None:
    """Given a stunned hero beside an enemy, or a bow behind a rock: then the reason is said."""
    stunned = replace(HARSK, lasting=(Lasting("stunned"),))
    state = replace(STATE, members=(stunned, VALERIA, ARCHER))
    found = enter("D7", state=state)
    assert (found.command, says(found)) == (None, "nothing: Harsk cannot act now: stunned.")
    behind = placed(TAMS_TURN, tam="J3", wolf_2="N3")
    found = enter("N3", behind)
    assert (found.command, says(found)) == (None, "nothing: Wolf has total cover from Tam.")


def test_a_charge_at_what_is_out_of_reach_in_the_air_says_so() -> None:
    """Given a wolf high above who cannot fly, then the height is the reason."""
    high = changed(FIGHT, "wolf-2", elevation=4, mode="fly")
    assert says(enter("H7", high, way("charge"))) == (
        "nothing: no charge at Wolf: Harsk reaches 1 square up or down, and Wolf is 4 squares away"
        " in height."
    )


@pytest.mark.parametrize(
    ("action", "what"), [("walk", "no route leads beside"), ("charge", "no charge at")]
)
def test_the_height_chosen_for_the_end_of_a_flight_is_the_one_that_is_too_high(
    action: str, what: str
) -> None:
    """Given Tam two squares up and a height of 5 chosen by >, then it is 5 that are too many."""
    fight = changed(TAMS_TURN, "tam", elevation=2, mode="fly")
    assert TAM.sheet is not None
    assert HARSK.sheet is not None
    blade = replace(TAM, sheet=replace(TAM.sheet, attacks=HARSK.sheet.attacks))
    state = replace(state_of(fight), members=(HARSK, VALERIA, blade))
    assert says(enter("D7", ui=replace(way(action), height=5), state=state)) == (
        f"nothing: {what} Wolf: Tam reaches 1 square up or down, and Wolf is 5 squares away in"
        " height. < and > choose another height."
    )


def test_w_over_the_dice_explains_nothing_else() -> None:
    """Given dice without a receipt over a square that has one, then none is shown."""
    stand = standing("D7")
    assert show_why(stand, ()) == NO_FIGURE
    assert show_why(stand, None) != NO_FIGURE


def test_a_window_that_only_reads_offers_nothing() -> None:
    """Given moves, picking up and placing in a window that cannot record, then Enter does none."""
    for at, fight, ui in (
        ("B7", FIGHT, None),
        ("C7", PREPARED, None),
        ("C7", WOLVES_TURN, PACK_UI),
    ):
        stand = standing(at, fight, ui)
        offered = stand.enter
        read = replace(stand, view=replace(stand.view, read_only=True)).enter
        assert offered.command is not None or offered.ui is not None
        assert says(read) == "nothing: this campaign is open for reading only"
        assert (read.command, read.ui) == (None, None)


@pytest.mark.parametrize(
    ("at", "ui", "means"),
    [
        ("C9", way("swim"), "Tam swims to C9"),
        ("G8", way("swim"), "Tam swims to G9, then moves to G8"),
    ],
)
def test_enter_swims_where_the_way_leads_through_water_and_says_what_comes_then(
    at: str, ui: EncounterUI | None, means: str
) -> None:
    """Given Tam on the bank, with a swim speed, then Enter on the far bank swims there first."""
    swimmer = replace(TAM, sheet=Sheet(ac=14, speeds=(("walk", 6), ("swim", 6))))
    state = replace(state_of(placed(TAMS_TURN, tam="E10")), members=(HARSK, VALERIA, swimmer))
    stand = standing(at, FIGHT, ui, state=state)
    assert says(stand.enter) == means
    assert stand.ui.answer is not None
    assert stand.ui.answer.rows is not None
    panel = ThreatPanel()
    panel.set_reactive(ThreatPanel.shown, ThreatRows(stand.ui.answer.rows))
    assert ("then moves to G8" in text_of(panel.lines(60))) == (at == "G8")


def test_enter_says_that_a_check_comes_before_the_way() -> None:
    """Given Harsk without a climb speed, then Enter on the way of climbing names the check."""
    stand = standing("D6", ui=way("climb"))
    assert says(stand.enter) == "Harsk climbs to D6, by a check, asks a to strike"


def test_p_t_leads_through_an_enemy_and_the_panel_has_the_check() -> None:
    """Given Harsk beside a wolf, when he tumbles to the square behind it, its check is shown."""
    stand = standing("E7", ui=way("tumble"))
    assert says(stand.enter) == "Harsk tumbles to E7, by checks"
    assert stand.enter.command == Move("harsk", "E7", tumble=True)
    assert stand.ui.answer is not None
    assert stand.ui.answer.rows is not None
    assert stand.ui.answer.rows.checks == ("through a: -4 vs 19  0 %",)
