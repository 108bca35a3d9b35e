"""Who acts, with which attack, at whom, and who is meant under the cursor, without a terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from core.combat.board.squares import parse_square
from core.play.facts.encounter import Encounter, Slot, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import Stand
from core.play.facts.fight.turns.commands import Delay, Ready
from core.values import replace
from tests.fights import BITE, SPENT, fight_world
from tests.tui.encounter.skirmish import FIGHT, ORDER, changed, gathered, placed, state_of
from tests.tui.views import view_of
from tui.encounter.attacks import attack, line_of, repeat
from tui.encounter.change import AimedAttack, Change, Jump, Letters, Standpoint
from tui.encounter.cursor_keys import lead
from tui.encounter.letters import pick, say_picking, turn_to
from tui.encounter.model import (
    EncounterUI,
    LetterPick,
    LetterTarget,
    cursor_query,
    with_battle,
)
from tui.encounter.present.actor import (
    Actor,
    choose_next,
    find_actor,
    find_group,
    find_group_after,
    find_other,
    follow,
)
from tui.encounter.present.battle import Battle
from tui.encounter.present.battle import battle as battle_of
from tui.encounter.present.foresight import foresee
from tui.encounter.turns import delay, ready
from tui.encounter.ways import choose_way, toggle
from tui.kit.phrases import say
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog

WOLVES_TURN = replace(FIGHT, acting="wolves")
MARKED = EncounterUI(marked=("harsk", "tam"))
MOVED = Spent(("move",), 3, 3, path=("D7", "E7"), moves=1)
BITTEN = Spent(("standard",), attacks=1, made=(0,))
BOTH = Spent(("move", "standard"), 3, 3, attacks=1, path=("D7", "E7"), moves=1, made=(0,))


def actor(ui: EncounterUI, at: str, battle: Battle | None) -> Actor:
    return find_actor(ui, battle, parse_square(at))


def who(ui: EncounterUI, battle: Battle | None, at: str = "A1") -> tuple[str, ...]:
    return actor(ui, at, battle).who


def battle(fight: Encounter, *, player_view: bool = False) -> Battle:
    return gathered(state_of(fight), player_view)


def out(fight: Encounter, creature_id: str, damage: int = 20) -> Encounter:
    """The fight with one so badly hurt that it is down; with 99 points it is dead."""
    foes = (
        replace(foe, damage=damage, dead=damage == 99) if foe.id == creature_id else foe
        for foe in fight.foes
    )
    return replace(fight, foes=tuple(foes))


# who acts


def test_the_marked_act_else_whose_turn_it_is() -> None:
    assert who(MARKED, battle(FIGHT)) == ("harsk", "tam")
    assert who(EncounterUI(), battle(FIGHT)) == ("harsk",)
    assert who(MARKED, None) == ()


def test_of_a_group_the_first_with_a_turn_left_acts() -> None:
    fight = changed(WOLVES_TURN, "wolf-1", spent=SPENT)
    assert who(EncounterUI(), battle(WOLVES_TURN)) == ("wolf-1",)
    assert who(EncounterUI(), battle(fight)) == ("wolf-2",)


def test_who_got_away_is_passed_over_while_others_of_the_group_are_on_the_board() -> None:
    """Given the first wolf off the board, then the second acts; all off it: the first again."""
    gone = placed(WOLVES_TURN, wolf_1="")
    assert who(EncounterUI(), battle(gone)) == ("wolf-2",)
    assert who(EncounterUI(chosen="wolf-1"), battle(gone)) == ("wolf-1",)
    nobody = placed(WOLVES_TURN, wolf_1="", wolf_2="", wolf_3="")
    assert who(EncounterUI(), battle(nobody)) == ("wolf-1",)


def test_of_a_group_the_chosen_acts_while_it_is_its_turn() -> None:
    ui = EncounterUI(chosen="wolf-3")
    assert who(ui, battle(WOLVES_TURN)) == ("wolf-3",)
    assert who(ui, battle(FIGHT)) == ("harsk",)


def test_players_do_not_move_the_hidden_by_choosing() -> None:
    ui = EncounterUI(chosen="wolf-3")
    assert who(ui, battle(WOLVES_TURN, player_view=True)) == ("wolf-1",)


# of a group, who goes on


@pytest.mark.parametrize(
    ("chosen", "spent", "then"),
    [
        ("wolf-1", {}, "wolf-1"),
        ("wolf-1", {"wolf-1": MOVED}, "wolf-1"),
        ("wolf-1", {"wolf-1": BITTEN}, "wolf-2"),
        ("wolf-1", {"wolf-1": BOTH}, "wolf-2"),
        ("wolf-2", {"wolf-2": BOTH}, "wolf-3"),
        ("wolf-3", {"wolf-3": BOTH}, "wolf-1"),
        ("wolf-2", {"wolf-2": BOTH, "wolf-3": MOVED, "wolf-1": BOTH}, "wolf-3"),
        ("wolf-2", {"wolf-1": MOVED, "wolf-2": BOTH}, "wolf-3"),
        ("wolf-2", dict.fromkeys(("wolf-1", "wolf-2", "wolf-3"), BOTH), "wolf-2"),
        ("ogre", {}, "wolf-1"),
    ],
)
def test_who_acts_goes_on_until_nothing_is_left_to_attack_with(
    chosen: str, spent: dict[str, Spent], then: str
) -> None:
    """Given wolves with one bite: after a move it is the same wolf, after its bite the next."""
    fight = WOLVES_TURN
    for creature_id, used in spent.items():
        fight = changed(fight, creature_id, spent=used)
    assert choose_next(chosen, battle(WOLVES_TURN), battle(fight)) == then


def test_who_was_picked_with_nothing_left_acts_until_it_has_done_something() -> None:
    """Given wolf a spent and picked, then dice put away or points of another leave it picked."""
    spent = changed(WOLVES_TURN, "wolf-1", spent=BOTH)
    assert choose_next("wolf-1", battle(spent), battle(spent)) == "wolf-1"
    assert choose_next("wolf-1", battle(spent), battle(out(spent, "wolf-2"))) == "wolf-1"
    assert choose_next("wolf-1", battle(spent), battle(out(spent, "wolf-1"))) == "wolf-2"


def test_who_drops_in_its_turn_gives_it_to_the_next_of_its_group() -> None:
    fight = out(changed(WOLVES_TURN, "wolf-2", spent=MOVED), "wolf-2")
    assert choose_next("wolf-2", battle(WOLVES_TURN), battle(fight)) == "wolf-3"


def test_after_an_undo_who_was_in_the_middle_of_its_turn_has_it_again() -> None:
    """Given wolf a's bite undone after its move, then wolf a acts, and not the one after it."""
    before = battle(changed(WOLVES_TURN, "wolf-1", spent=BOTH))
    before = replace(before, view=replace(before.view, tip=7))
    now = battle(changed(WOLVES_TURN, "wolf-1", spent=MOVED))
    assert choose_next("wolf-2", before, replace(now, view=replace(now.view, tip=6))) == "wolf-1"
    assert choose_next("wolf-2", before, replace(now, view=replace(now.view, tip=8))) == "wolf-2"


def undone(fight: Encounter, now: Encounter) -> tuple[Battle, Battle]:
    """An encounter, and what it is after its newest entry has been taken back."""
    before = battle(fight)
    after = battle(now)
    return (
        replace(before, view=replace(before.view, tip=7)),
        replace(after, view=replace(after.view, tip=6)),
    )


def test_after_an_undo_who_did_what_was_undone_acts_again() -> None:
    """Given wolf b's only attack undone while c is to act, then b; by an undo of points still c."""
    before, now = undone(changed(WOLVES_TURN, "wolf-2", spent=BITTEN), WOLVES_TURN)
    assert choose_next("wolf-3", before, now) == "wolf-2"
    before, now = undone(out(WOLVES_TURN, "wolf-1"), changed(WOLVES_TURN, "wolf-1", spent=MOVED))
    before = replace(before, encounter=changed(before.encounter, "wolf-1", spent=MOVED))
    assert choose_next("wolf-3", before, now) == "wolf-3"


def test_after_an_undo_the_rider_of_a_mount_that_moved_acts_again() -> None:
    before, now = undone(changed(RIDERS, "ogre", spent=MOVED), RIDERS)
    assert choose_next("wolf-2", before, now) == "wolf-1"


def test_an_undone_end_of_a_turn_gives_it_to_who_was_in_the_middle_of_it() -> None:
    midway = changed(changed(WOLVES_TURN, "wolf-1", spent=BOTH), "wolf-2", spent=MOVED)
    before, now = undone(FIGHT, midway)
    assert with_battle(EncounterUI(gathered=before), now).chosen == "wolf-2"
    assert with_battle(EncounterUI(gathered=now), before).chosen == "harsk"


@pytest.mark.parametrize("key", [partial(attack, count=""), repeat, delay, ready, choose_way])
def test_a_key_means_with_whom_enter_goes_on_and_that_one_acts_then(
    key: Callable[[Standpoint], Change],
) -> None:
    """Given the cursor on wolf c in the turn of its pack, then a, ., p, T and D are wolf c's."""
    fight = battle(WOLVES_TURN)
    ui = EncounterUI(
        gathered=fight, chosen="wolf-1", last_attack=MakeAttack(("wolf-1",), "tam", None)
    )
    at = Standpoint(view=fight.view, battle=fight, ui=ui, cursor=parse_square("J7"))
    found = key(at)
    assert isinstance(found, tuple)
    assert found[0] == replace(ui, chosen="wolf-3")
    assert find_actor(found[0], fight, at.cursor).who == ("wolf-3",)
    match found[1]:
        case Letters(letters):
            assert letters.attack is not None
            assert letters.attack.by == ("wolf-3",)
        case MakeAttack(by):
            assert by == ("wolf-3",)
        case Delay(who):
            assert who == "wolf-3"
        case LineDialog(then=then):
            assert then(at, "bite whoever comes") == Ready("wolf-3", "bite whoever comes")
        case ChoiceDialog(then=then):
            assert then(at, "down") == Stand("wolf-3", down=True)
        case other:
            raise AssertionError(other)


def test_another_turn_begins_with_its_first_and_without_marks() -> None:
    ui = with_battle(replace(MARKED, gathered=battle(FIGHT)), battle(WOLVES_TURN))
    assert (ui.marked, ui.chosen) == ((), "wolf-1")
    ui = with_battle(replace(ui, chosen="wolf-3"), battle(WOLVES_TURN))
    assert ui.chosen == "wolf-3"


# a rider and its mount

RIDE = placed(WOLVES_TURN, ogre="D7")
RIDERS = replace(
    changed(RIDE, "wolf-1", mount="ogre", at="D7"),
    order=(Slot("wolves", ("wolf-1", "ogre", "wolf-2", "wolf-3"), ORDER[1].total), *ORDER[2:4]),
)
"""Wolf a rides the ogre at D7; b and c walk."""
ALONE = replace(RIDERS, order=(Slot("wolves", ("wolf-1", "ogre"), ORDER[1].total),))
"""The same without b and c."""


@pytest.mark.parametrize("spent", [MOVED, BITTEN, BOTH])
def test_a_mount_never_acts_by_itself_in_place_of_its_rider(spent: Spent) -> None:
    """Whatever rider or mount has used: the next to act is another rider, or the same."""
    for creature_id in ("wolf-1", "ogre"):
        fight = changed(RIDERS, creature_id, spent=spent)
        assert choose_next("wolf-1", battle(RIDERS), battle(fight)) in ("wolf-1", "wolf-2")
        assert who(EncounterUI(), battle(fight)) != ("ogre",)


def test_a_rider_who_drops_in_the_saddle_or_from_it_keeps_the_turn_from_its_mount() -> None:
    fallen = changed(out(ALONE, "wolf-1"), "wolf-1", mount="", at="C6")
    for fight in (out(ALONE, "wolf-1"), out(ALONE, "wolf-1", 99), fallen):
        assert choose_next("wolf-1", battle(ALONE), battle(fight)) == "wolf-1"


def test_a_mount_whose_rider_is_down_from_the_beginning_of_the_turn_acts() -> None:
    assert choose_next("", None, battle(out(ALONE, "wolf-1"))) == "ogre"


def test_a_mount_whose_rider_has_another_turn_is_passed_over() -> None:
    """Given Tam, whose turn comes later, on wolf b: of the pack a and c are to act."""
    ridden = battle(changed(WOLVES_TURN, "tam", mount="wolf-2"))
    assert find_group_after(ridden, "wolf-1") == ("wolf-3", "wolf-1")
    assert choose_next("wolf-1", battle(WOLVES_TURN), ridden) != "wolf-2"


def test_enter_goes_on_with_another_rider_and_with_a_mount_only_by_its_letter() -> None:
    """Given wolf b to act, then Enter at D7 goes on with its rider, wolf a; then with nobody."""
    fight = battle(RIDERS)
    ui = EncounterUI(chosen="wolf-2")
    assert find_other(actor(ui, "D7", fight), fight) == "wolf-1"
    ui = EncounterUI(chosen="wolf-1")
    assert find_other(actor(ui, "D7", fight), fight) == ""
    ui = EncounterUI(chosen="wolf-1", lettered="ogre")
    assert find_other(actor(ui, "D7", fight), fight) == "ogre"


@pytest.mark.parametrize("ruleset", ["pf1", "pf2"])
@pytest.mark.parametrize("armed", [True, False])
@pytest.mark.parametrize("at", ["C7", "K4"])
def test_the_preview_of_a_rider_who_has_just_mounted_is_his_own(
    ruleset: str, armed: bool, at: str
) -> None:
    """Given wolf a on the ogre, with a move used, then its bite +2 and not the ogre's club +8.

    The same beside an enemy and on the way to one, and where the ogre has no attack.
    """
    mounted = changed(ALONE, "wolf-1", spent=Spent(("action" if ruleset == "pf2" else "move",)))
    if not armed:
        ogre = replace(mounted.foes[-1], sheet=replace(mounted.foes[-1].sheet, attacks=()))
        mounted = replace(mounted, foes=(*mounted.foes[:-1], ogre))
    found = battle_of(view_of(state_of(mounted), fight_world(ruleset)), mounted)
    query = cursor_query(EncounterUI(), found, parse_square(at))
    assert query is not None
    seen = foresee(query)
    assert seen.attack is not None
    assert (seen.attack.by.id, seen.attack.attack) == ("wolf-1", BITE)
    assert seen.rows is not None
    assert seen.rows.sign == "a"


# who is meant under the cursor


def test_whose_letter_led_to_a_square_is_meant_there_else_the_rider() -> None:
    """Given a rider and its mount, then the letter of either means it, and v marks it."""
    fight = battle(changed(FIGHT, "tam", mount="ogre", at="P7"))
    assert actor(EncounterUI(), "P7", fight).meant == ("tam",)
    for letter in ("tam", "ogre"):
        ui = EncounterUI(lettered=letter)
        assert actor(ui, "P7", fight).meant == (letter,)
        at = Standpoint(view=fight.view, battle=fight, ui=ui, cursor=parse_square("P7"))
        marks = toggle(at)
        assert isinstance(marks, EncounterUI)
        assert marks.marked == (letter,)
    assert actor(EncounterUI(lettered="ogre"), "C7", fight).meant == ("harsk",)
    assert actor(MARKED, "P7", fight).meant == ("harsk", "tam")


def test_a_rider_who_died_in_the_saddle_is_still_meant_and_his_mount_attacked() -> None:
    fight = changed(FIGHT, "wolf-1", mount="ogre", at="P7")
    found = actor(EncounterUI(), "P7", battle(out(fight, "wolf-1", 99)))
    assert (found.under, found.target) == ("wolf-1", "ogre")


def test_the_target_is_the_enemy_under_the_cursor_whose_letter_led_there() -> None:
    fight = battle(changed(FIGHT, "wolf-1", mount="ogre", at="P7"))
    assert actor(EncounterUI(), "P7", fight).target == "wolf-1"
    assert actor(EncounterUI(lettered="ogre"), "P7", fight).target == "ogre"
    assert actor(EncounterUI(), "C7", fight).target == ""


def test_while_a_letter_is_awaited_that_is_what_the_keys_are_said_to_do() -> None:
    fight = battle(FIGHT)
    at = Standpoint(view=fight.view, battle=fight, ui=EncounterUI(), cursor=parse_square("A1"))
    assert say_picking(at) is None
    for picking, told in (
        (LetterPick(), "leave the letters; a letter goes there"),
        (LetterPick(attack=MakeAttack(("harsk",), "")), "whom Harsk attacks"),
    ):
        words = say_picking(replace(at, ui=EncounterUI(picking=picking)))
        assert words is not None
        assert told in say(words)


def test_the_dead_are_no_targets_by_the_cursor_and_a_asks_whom_instead() -> None:
    """Given a dead wolf or rider under the cursor, also by its letter, then none is attacked."""
    dead = battle(out(FIGHT, "wolf-1", 99))
    ridden = battle(out(changed(FIGHT, "wolf-1", mount="ogre", at="P7"), "wolf-1", 99))
    by_letter = EncounterUI(lettered="wolf-1")
    for ui in (EncounterUI(), by_letter):
        assert actor(ui, "D7", dead).target == ""
        at = Standpoint(view=dead.view, battle=dead, ui=ui, cursor=parse_square("D7"))
        assert isinstance(attack(at, ""), Letters)
        assert actor(ui, "P7", ridden).target == "ogre"


def test_c_198_enter_attacks_the_square_under_the_cursor_where_nobody_is_seen() -> None:
    """Given `a` on an empty square, then Enter attacks it, and a letter whom it names."""
    fight = battle(FIGHT)
    at = Standpoint(view=fight.view, battle=fight, ui=EncounterUI(), cursor=parse_square("C8"))
    asked = attack(at, "")
    assert isinstance(asked, Letters)
    assert "Enter: C8, unseen" in say(asked.prompt)
    wolf = LetterTarget(parse_square("D7"), "wolf-1")
    picking = replace(asked.letters, targets={"a": wolf})
    waiting = replace(at, ui=EncounterUI(picking=picking))
    words = say_picking(waiting)
    assert words is not None
    assert say(words) == "Harsk attacks C8, whoever is there"
    guess = MakeAttack(("harsk",), "", square="C8")
    changes = pick(waiting, "\r")
    assert isinstance(changes, tuple)
    assert changes[-1] == guess
    changes = pick(waiting, "a")
    assert isinstance(changes, tuple)
    assert changes[-1] == MakeAttack(("harsk",), "wolf-1")
    assert line_of(fight.view.state, guess) == "attack H C8"


def test_c_198_a_hidden_enemy_is_not_named_by_an_attack_on_its_square() -> None:
    fight = battle(changed(FIGHT, "wolf-1", hidden=True))
    at = Standpoint(view=fight.view, battle=fight, ui=EncounterUI(), cursor=parse_square("D7"))
    aimed = attack(at, "")
    assert isinstance(aimed, AimedAttack)
    assert aimed.command == MakeAttack(("harsk",), "", square="D7")
    turned = turn_to(aimed.aim, "b")
    assert turned is not None
    assert not turned[1].square


def test_an_actor_attacks_with_the_attack_that_was_chosen() -> None:
    found = replace(actor(EncounterUI(), "D7", battle(FIGHT)), attack=1)
    assert found.attack_on("wolf-1") == MakeAttack(("harsk",), "wolf-1", 1)


# where the cursor goes


def follows(before: Encounter, now: Encounter, at: str, chosen: str, then: str) -> str | None:
    """Where the cursor goes from a square."""
    was = EncounterUI(chosen=chosen)
    square = follow(battle(before), was, battle(now), EncounterUI(chosen=then), parse_square(at))
    return None if square is None else str(square)


def test_the_cursor_goes_along_from_who_acted_to_who_goes_on() -> None:
    assert follows(WOLVES_TURN, WOLVES_TURN, "D7", "wolf-1", "wolf-2") == "H7"
    assert follows(WOLVES_TURN, WOLVES_TURN, "C7", "wolf-1", "wolf-2") is None
    assert follows(WOLVES_TURN, WOLVES_TURN, "D7", "wolf-1", "wolf-1") is None


def test_the_cursor_goes_after_a_rider_who_falls_out_of_the_saddle() -> None:
    """Given the cursor on rider and mount, then it does not come to mean the mount."""
    before = changed(FIGHT, "wolf-1", mount="ogre", at="P7")
    assert follows(before, changed(before, "wolf-1", mount="", at="O7"), "P7", "", "") == "O7"
    away = placed(before, wolf_1="K1", ogre="K1")
    assert follows(before, away, "P7", "", "") is None


# marks of a whole group


@pytest.mark.parametrize(
    ("at", "marked", "group"),
    [
        ("D7", (), ("wolf-1", "wolf-2", "wolf-3")),
        ("C7", (), ("harsk", "valeria", "tam")),
        ("P7", (), ("ogre",)),
        ("A1", (), ("harsk",)),
        ("A1", ("tam",), ()),
    ],
)
def test_the_group_under_the_cursor(
    at: str, marked: tuple[str, ...], group: tuple[str, ...]
) -> None:
    """With nobody there it is whose turn it is; with marks it is nobody, which clears them."""
    assert find_group(EncounterUI(marked=marked), battle(FIGHT), parse_square(at)) == group


def test_on_an_enemy_of_a_pack_that_acts_the_group_is_the_pack() -> None:
    pack = find_group(EncounterUI(), battle(WOLVES_TURN), parse_square("C7"))
    assert pack == ("wolf-1", "wolf-2", "wolf-3")


def test_the_group_of_who_acts_are_those_whose_turn_it_is_without_their_mounts() -> None:
    """Given wolf b below a rider whose turn comes later, then a and c are marked in their turn.

    Of riders they are marked and no mounts; at another's turn it is all of the group.
    """
    ridden = changed(WOLVES_TURN, "tam", mount="wolf-2")
    assert find_group(EncounterUI(), battle(ridden), parse_square("D7")) == ("wolf-1", "wolf-3")
    riders = ("wolf-1", "wolf-2", "wolf-3")
    assert find_group(EncounterUI(), battle(RIDERS), parse_square("C7")) == riders
    assert find_group(EncounterUI(), battle(RIDERS), parse_square("D7")) == riders
    later = changed(FIGHT, "tam", mount="wolf-2")
    assert find_group(EncounterUI(), battle(later), parse_square("D7")) == riders


def test_on_an_enemy_of_a_rider_alone_the_group_is_the_enemys() -> None:
    assert find_group(EncounterUI(), battle(ALONE), parse_square("C7")) == (
        "harsk",
        "valeria",
        "tam",
    )


def test_the_group_leaves_out_who_is_down() -> None:
    """Given wolf a dying, when the cursor is on it, then its group is those on their feet."""
    fight = battle(out(FIGHT, "wolf-1"))
    assert find_group(EncounterUI(), fight, parse_square("D7")) == ("wolf-2", "wolf-3")


# G


def test_now_leads_to_who_acts_and_again_picks_the_next_of_its_group() -> None:
    """Given wolf b to act, then G leads to it; again to the one after it, which acts then."""
    fight = battle(WOLVES_TURN)

    def press(at: str, chosen: str) -> Change:
        ui = EncounterUI(chosen=chosen)
        return lead(
            Standpoint(view=fight.view, battle=fight, ui=ui, cursor=parse_square(at)), "now"
        )

    for at, to, square in (("A1", "wolf-2", "H7"), ("H7", "wolf-3", "J7"), ("J7", "wolf-1", "D7")):
        ui = EncounterUI(chosen=to)
        assert press(at, "wolf-2") == (ui, Jump(parse_square(square), who=to))
