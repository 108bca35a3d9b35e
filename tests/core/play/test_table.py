"""The party, what it rides, halts, checks, damage, notes, rulings."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

import pytest

from core.calendars import Instant
from core.creatures import Sheet
from core.dice import Ruled
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.events import Sank
from core.play.facts.road.commands import Camp, Halt, HaltCheck, March, Ride, SetLegs
from core.play.facts.road.events import HaltMade, Rode
from core.play.facts.state import FIRST_MORNING, Absence, Boat, Counter, Member, RunCount, State
from core.play.facts.table.commands import (
    CallCheck,
    EditMember,
    FoundCampaign,
    Heal,
    Hurt,
    Join,
    Leave,
    Mounting,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
    WriteNote,
)
from core.play.facts.table.events import NOBODY, Checked, Damaged, MemberLeft
from core.play.party.membership import carriers_for
from core.play.resolution import Decided, Needs
from core.play.table.narration import TARGETS
from core.play.union import Command, decide, describe
from core.travel.movers import Mover
from core.values import replace
from tests.builders import (
    CHECKS,
    HARSK,
    HORSE,
    PONY,
    ROAD,
    TAM,
    VALERIA,
    WAGON,
    after,
    asked,
    assets,
    member,
    party,
    refusal_code,
    when,
)
from tui.kit.phrases import say

MORNING = Instant(1, Fraction(8))


def code(command: Command, state: State) -> str:
    return refusal_code(command, state, assets())


def test_a_campaign_begins_once() -> None:
    state = after(FoundCampaign("The Long Marches", "f" * 64, "Pathfinder 1"), State())
    assert state.clock == Instant(0, Fraction(8))
    assert code(FoundCampaign("Again", "f" * 64, "Pathfinder 1"), state) == "already_founded"


def test_an_id_is_never_used_twice_even_after_its_owner_left() -> None:
    state = party(TAM)
    assert code(Join(TAM), state) == "id_used"
    assert code(Join(TAM), after(Leave("tam"), state)) == "id_used"


def test_a_hero_of_the_party_mounts_what_joins() -> None:
    """Given an animal that joins for a hero who is here, then the hero rides it; else it cannot."""
    state = after(Join(HORSE, riders=(Mounting("tam", "horse"),)), party(TAM))
    assert member(state, "tam").rides == "horse"
    assert code(Join(HORSE, riders=(Mounting("nobody", "horse"),)), party(TAM)) == "unknown_member"


def test_tokens_are_handed_out_from_the_name_and_never_u_w_or_o() -> None:
    state = after(Join(replace(TAM, token="")), party(replace(HARSK, token="T")))
    assert member(state, "tam").token == "A"
    wou = Member("wou", "Wou", "")
    assert member(after(Join(wou), state), "wou").token.lower() not in "uwo"


@pytest.mark.parametrize("token", ["U", "w", "o", "ab", "1", "é"])
def test_a_token_is_one_letter_that_the_tray_does_not_need(token: str) -> None:
    assert code(Join(replace(TAM, token=token)), party()) == "bad_token"


def test_a_token_is_unique_whatever_its_case() -> None:
    assert code(Join(replace(TAM, token="h")), party(HARSK)) == "token_used"


@pytest.mark.parametrize(
    "wrong", [replace(TAM, level=0), replace(TAM, hp=0), replace(TAM, weight_kg=Fraction(-1))]
)
def test_levels_hit_points_and_weights_make_sense(wrong: Member) -> None:
    assert code(Join(wrong), party()) == "bad_number"


def test_editing_replaces_what_is_written_and_keeps_what_happened() -> None:
    state = party(replace(TAM, nonlethal=3, strain=3, marched=Fraction(5)))
    state = after(EditMember(replace(TAM, name="Tamsin", hp=22)), state)
    tam = member(state, "tam")
    assert (tam.name, tam.hp, tam.nonlethal, tam.strain) == ("Tamsin", 22, 3, 3)
    assert tam.marched == 5


WORN = Member(
    id="tam",
    name="Tam",
    token="t",
    role="mount",
    mover=Mover(mount="light_horse"),
    level=3,
    con_score=13,
    con_mod=1,
    hp=30,
    damage=9,
    nonlethal=8,
    strain=7,
    strain_lethal=6,
    rides="",
    pulls="cart",
    weight_kg=Fraction(60),
    marched=Fraction(5),
    hustled=Fraction(4),
    rested=Fraction(3),
    present=False,
    sheet=Sheet(ac=12),
    temporary=2,
    stable=True,
    dead=True,
    lasting=(Lasting("shaken"),),
    counters=(Counter("resolve", 1, 3),),
    ran=RunCount(3, FIRST_MORNING),
    absence=Absence(FIRST_MORNING, "0304"),
)
WRITTEN = Member(id="tam", name="Tamsin", token="m", rides="horse")
"""Another value in each field than that of `WORN`."""
SHEET = {
    "name",
    "token",
    "role",
    "mover",
    "level",
    "con_score",
    "con_mod",
    "hp",
    "rides",
    "pulls",
    "weight_kg",
    "sheet",
    "counters",
}


@pytest.mark.parametrize("field", [it for it in Member.__struct_fields__ if it != "id"])
def test_each_field_of_an_edited_member_is_written_on_its_sheet_or_kept(field: str) -> None:
    before = getattr(WORN, field)
    written = getattr(WRITTEN, field)
    assert before != written, "give WORN and WRITTEN different values"

    edited = member(after(EditMember(WRITTEN), party(WORN, HORSE)), "tam")

    assert getattr(edited, field) == (written if field in SHEET else before)


def test_who_rode_the_one_that_leaves_is_on_foot() -> None:
    state = after(Ride("tam", "horse"), party(TAM, HORSE))
    decided = when(Leave("horse"), state)
    assert decided.events == (Rode("tam", ""), MemberLeft("horse", "Horse"))
    assert member(after(Leave("horse"), state), "tam").rides == ""


def test_a_mount_that_stays_away_lets_its_rider_down() -> None:
    state = after(Ride("tam", "horse"), party(TAM, HORSE))
    assert member(after(SetPresent("horse", False), state), "tam").rides == ""


@pytest.mark.parametrize(
    ("ride", "refused"),
    [
        (Ride("tam", "tam"), "rides_itself"),
        (Ride("tam", "valeria"), "no_mount"),
        (Ride("tam", "nobody"), "unknown_member"),
        (Ride("horse", "pony"), "no_rider"),
        (Ride("horse", "horse"), "rides_itself"),
        (Ride("tam", "draft"), "mount_draws"),
        (Ride("tam", "away"), "mount_away"),
        (Ride("tam"), "on_foot"),
    ],
)
def test_who_cannot_ride_what(ride: Ride, refused: str) -> None:
    draft = replace(HORSE, id="draft", token="d", pulls="wagon")
    away = replace(HORSE, id="away", token="a", present=False)
    rider = replace(VALERIA, rides="horse")
    assert code(ride, party(TAM, HARSK, rider, HORSE, PONY, draft, WAGON, away)) == refused


def test_damage_and_healing_of_several_at_once() -> None:
    state = after(Hurt(("tam", "harsk"), (3, 4)), party(TAM, HARSK))
    assert [m.damage for m in state.members] == [3, 4]
    state = after(Heal(("tam", "harsk"), (9,)), state)
    assert [m.damage for m in state.members] == [0, 0]
    assert code(Hurt(("tam", "harsk"), (1, 2, 3)), state) == "amounts"
    assert code(Hurt(("tam",), (-1,)), state) == "amounts"
    assert code(Hurt((), (1,)), state) == "nobody"


def test_a_called_check_is_asked_of_each_and_recorded() -> None:
    command = CallCheck("swim", 10, ("tam", "harsk"), (0, -2))
    keys = ["check/day-0/8/swim/tam", "check/day-0/8/swim/harsk"]
    state = party(TAM, HARSK)
    assert asked(command, state) == keys
    decided = when(command, state, {keys[0]: 10, keys[1]: 11})
    checks = [e for e in decided.events if isinstance(e, Checked)]
    assert [(c.who, c.total, c.success) for c in checks] == [
        ("tam", 10, True),
        ("harsk", 9, False),
    ]


def test_a_halt_asks_its_checks_then_the_damage_of_who_failed() -> None:
    ford = Halt(
        name="ford",
        minutes=20,
        check="swim",
        dc=10,
        checks=(HaltCheck("tam"), HaltCheck("harsk", -3)),
        damage="1d6+1",
    )
    state = party(TAM, HARSK)
    tam = "halt/0/8/ford/tam"
    harsk = "halt/0/8/ford/harsk"
    assert asked(ford, state) == [tam, harsk]
    found = decide(ford, state, assets(), {tam: Ruled("pass"), harsk: Ruled("fail")})
    assert isinstance(found, Needs)
    (row,) = found.questions
    assert (row.key, row.follows, row.dice, row.modifier) == (f"{harsk}/damage", harsk, "1d6", 1)
    decided = when(ford, state, {tam: 10, harsk: 12, f"{harsk}/damage": 4})
    assert decided.events[-2:] == (
        Damaged(who="harsk", amount=5, lethal=False, faces=(4,), cause="ford", by=NOBODY),
        HaltMade("ford", 20),
    )
    later = after(ford, state, {tam: 10, harsk: 12, f"{harsk}/damage": 4})
    assert later.clock == Instant(0, Fraction(25, 3))
    assert later.travelled == 0


def test_the_damage_of_a_halt_may_be_dice_of_several_kinds() -> None:
    ford = Halt(
        name="ford",
        minutes=20,
        check="swim",
        dc=10,
        checks=(HaltCheck("harsk"),),
        damage="1d6+2d4-1",
    )
    harsk = "halt/0/8/ford/harsk"
    needs = decide(ford, party(HARSK), assets(), {harsk: Ruled("fail")})
    assert isinstance(needs, Needs)
    (row,) = needs.questions
    assert (row.dice, row.modifier) == ("1d6+2d4", -1)


def test_a_fixed_damage_asks_no_dice() -> None:
    fall = Halt(
        name="landslide",
        minutes=0,
        check="",
        dc=15,
        checks=(HaltCheck("tam"),),
        damage="3",
        lethal=True,
    )
    decided = when(fall, party(TAM), {"halt/0/8/landslide/tam": 2})
    assert (
        Damaged(who="tam", amount=3, lethal=True, faces=(), cause="landslide", by=NOBODY)
        in decided.events
    )


def test_damage_of_a_halt_takes_temporary_hit_points_first_and_drops_as_any_other() -> None:
    fall = Halt(
        name="landslide",
        minutes=0,
        check="",
        dc=15,
        checks=(HaltCheck("tam"),),
        damage="9",
        lethal=True,
    )
    key = "halt/0/8/landslide/tam"
    tam = replace(TAM, hp=8, damage=0, con_score=12, temporary=2)

    hit = when(fall, party(tam), {key: Ruled("fail")}).events
    assert hit[1:3] == (
        Damaged(
            who="tam", amount=9, lethal=True, faces=(), cause="landslide", absorbed=2, by=NOBODY
        ),
        HaltMade("landslide", 0),
    )
    low = when(fall, party(replace(tam, temporary=0)), {key: Ruled("fail")}).events
    assert Sank("tam", "dying") in low
    fallen = after(fall, party(replace(tam, hp=7, temporary=0, damage=10)), {key: Ruled("fail")})
    assert member(fallen, "tam").dead


def test_a_skipped_member_of_a_halt_takes_nothing() -> None:
    ford = Halt(
        name="ford", minutes=5, check="swim", dc=10, checks=(HaltCheck("tam"),), damage="1d6"
    )
    decided = when(ford, party(TAM), {"halt/0/8/ford/tam": Ruled("skip")})
    assert decided.events == (HaltMade("ford", 5),)


def test_a_note_has_its_moment_and_is_the_gms_alone_unless_shared() -> None:
    state = after(WriteNote("an ogre"), party(TAM))
    (note,) = state.notes
    assert (note.at, note.shared) == (Instant(0, Fraction(8)), False)
    assert code(WriteNote("  "), state) == "empty_note"


def test_a_ruling_sets_one_thing_now() -> None:
    state = party(replace(VALERIA, nonlethal=4, strain=4), HARSK)
    assert member(after(Rule("nonlethal", "1", "valeria"), state), "valeria").strain == 1
    assert member(after(Rule("damage", "7", "harsk"), state), "harsk").damage == 7
    assert member(after(Rule("strain", "0", "valeria"), state), "valeria").strain == 0
    assert after(Rule("clock", "3 25/2"), state).clock == Instant(3, Fraction(25, 2))
    assert after(Rule("hours_used", "2.5"), state).travelled == Fraction(5, 2)
    assert {m.marched for m in after(Rule("marched", "7"), state).members} == {7}
    assert member(after(Rule("hustled", "1", "harsk"), state), "harsk").hustled == 1
    assert member(after(Rule("speed", "6", "harsk"), state), "harsk").mover.speed_m == 6


@pytest.mark.parametrize(
    "ruling",
    [
        Rule("damage", "-1", "harsk"),
        Rule("damage", "1.5", "harsk"),
        Rule("damage", "many", "harsk"),
        Rule("strain", "5", "harsk"),
        Rule("clock", "3"),
        Rule("clock", "3 24"),
        Rule("hours_used", "1/0"),
        Rule("speed", "0", "harsk"),
        Rule("speed", "9", "horse"),
    ],
)
def test_a_ruling_without_sense_is_refused(ruling: Rule) -> None:
    assert code(ruling, party(HARSK, HORSE)) == "bad_ruling"


def test_rulings_about_nobody_and_nowhere_are_refused() -> None:
    assert code(Rule("damage", "1", "nobody"), party(HARSK)) == "unknown_member"
    assert code(Rule("place", "0304"), party(HARSK)) == "no_map"


@pytest.mark.parametrize(
    ("at", "title"), [("0304", "Old boat to 0304"), ("", "Old boat, without a place yet")]
)
def test_a_boat_is_put_somewhere_or_has_no_place_yet(at: str, title: str) -> None:
    """Given no map, then what undo would take back names no place."""
    boat = Boat("b", "Old boat", "rowboat", at)
    assert say(describe(PlaceBoat(boat), party())) == title


def test_a_boat_has_a_kind_of_the_ruleset() -> None:
    state = after(PlaceBoat(Boat("b", "Old boat", "rowboat")), party())
    assert [b.id for b in state.boats] == ["b"]
    with pytest.raises(Refusal) as refused:
        after(PlaceBoat(Boat("b", "Old boat", "submarine")), party())
    assert refused.value.code == "unknown_boat"
    assert "rowboat" in str(refused.value.message.value("choices"))
    assert code(PlaceBoat(Boat("tam", "Old boat", "rowboat")), party(TAM)) == "id_used"


def test_decided_carries_the_receipts_of_the_march() -> None:
    state = after(March(), party(TAM))
    decided = when(
        March(Fraction(1)), state, {"march/day-0/hour-9/tam": 2, "march/day-0/hour-9/tam/damage": 3}
    )
    assert isinstance(decided, Decided)
    rules = {receipt.rule for receipt in decided.receipts}
    assert {"T-136", "T-105", "T-102"} <= rules


def test_how_a_member_moves_is_looked_up_when_it_joins() -> None:
    assert code(Join(replace(TAM, mover=Mover(race="centaur"))), party()) == "unknown_race"
    assert (
        code(EditMember(replace(HORSE, mover=Mover(mount="griffon"))), party(HORSE))
        == "unknown_mount"
    )
    assert member(after(Join(replace(TAM, mover=Mover())), party()), "tam").name == "Tam"


def test_a_refusal_of_the_company_names_who_it_is_about() -> None:
    state = party(HARSK, replace(TAM, mover=Mover()))
    with pytest.raises(Refusal) as refused:
        when(March(), state)
    assert refused.value.code == "one_mover"
    assert refused.value.message.value("who") == "Tam"


def test_setting_the_clock_back_makes_checks_due_again() -> None:
    state = after(March(Fraction(2)), party(TAM, schedule=CHECKS), {"encounter/day-0/h-8": 5})
    back = after(Rule("clock", "0 8"), state)
    assert asked(March(Fraction(2)), back) == ["encounter/day-0/h-8"]


def test_a_new_plan_made_at_night_leaves_the_night_as_it_is() -> None:
    state = party(TAM, camped=Fraction(4), resume=Fraction(11), clock=Instant(0, Fraction(21)))
    planned = after(SetLegs((ROAD,)), state)
    assert after(Camp(), planned).clock == MORNING


def test_every_target_of_a_ruling_has_its_words() -> None:
    assert set(TARGETS) == set(get_args(RulingTarget))


@pytest.mark.parametrize(
    ("hero", "modifier"),
    [
        (replace(TAM, con_mod=None, con_score=16), 3),
        (replace(TAM, con_mod=-1, con_score=16), -1),
        (replace(TAM, con_mod=None), 0),
    ],
    ids=["score", "modifier", "unknown"],
)
@pytest.mark.parametrize("name", ["con", "Constitution"])
def test_a_check_of_constitution_has_its_modifier(hero: Member, modifier: int, name: str) -> None:
    """Given a Constitution of 16, when `con 10` is called, then d20 + 3, and + 2 more if said."""
    plain = decide(CallCheck(name, 10, ("tam",)), party(hero), assets(), {})
    more = decide(CallCheck(name, 10, ("tam",), (2,)), party(hero), assets(), {})
    assert isinstance(plain, Needs)
    assert isinstance(more, Needs)
    assert (plain.questions[0].modifier, more.questions[0].modifier) == (modifier, modifier + 2)


@pytest.mark.parametrize(
    ("ruleset", "name", "modifier"),
    [
        ("pf2", "will", 1),
        ("pf2", "athletics", -3),
        ("pf1", "will", 2),
        ("pf1", "swim", -2),
        ("pf1", "luck", 0),
    ],
)
def test_a_called_check_loses_what_frightened_takes(ruleset: str, name: str, modifier: int) -> None:
    """Given Will +4 and frightened 3, then saves and checks are 3 less in `pf2`, 2 in `pf1`."""
    afraid = replace(TAM, sheet=Sheet(will=4), lasting=(Lasting("frightened", value=3),))
    needs = decide(CallCheck(name, 15, ("tam",)), party(afraid), assets(ruleset), {})
    assert isinstance(needs, Needs)
    assert needs.questions[0].modifier == modifier


def test_a_vehicle_carries_several_and_a_mount_one() -> None:
    """Given Kira on the pony and Zeb in the rover, then Bolo may get into the rover alone."""
    rover = Member("rover", "Rover", "r", role="vehicle")
    pony = Member("pony", "Pony", "p", role="mount")
    kira = Member("kira", "Kira", "K", rides="pony")
    zeb = Member("zeb", "Zeb", "Z", rides="rover")
    bolo = Member("bolo", "Bolo", "B")
    state = State(members=(kira, zeb, bolo, rover, pony))
    assert carriers_for(bolo, state) == (rover,)
    assert carriers_for(kira, state) == (rover, pony)
    drawing = replace(state, members=(bolo, rover, replace(pony, pulls="rover")))
    assert carriers_for(bolo, drawing) == (rover,)


@pytest.mark.parametrize(
    ("system", "name", "speed", "modifier", "rule"),
    [
        ("sf", "climb", "climb", 13, "C-129"),
        ("sf", "swim", "swim", 13, "C-130"),
        ("pf2", "climb", "climb", 9, "C-139"),
        ("pf2", "swi", "swim", 9, "C-140"),
        ("sf", "climb", "swim", 5, ""),
        ("pf1", "climb", "climb", 5, ""),
        ("sf", "perception", "climb", 5, ""),
    ],
)
def test_c_129_c_130_c_139_c_140_such_a_speed_helps_its_checks(
    system: str, name: str, speed: Literal["climb", "swim"], modifier: int, rule: str
) -> None:
    """Given a speed of that kind, when a check is called with +5, then its bonus counts too."""
    tam = replace(TAM, sheet=Sheet(speeds=(("walk", 6), (speed, 4))))
    needs = decide(CallCheck(name, 20, ("tam",), (5,)), party(tam), assets(system), {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert question.modifier == modifier
    assert question.why is not None
    named = {part.rule for part in question.why.walk()} - {""}
    assert named == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("before", "edited", "title"),
    [
        (HORSE, replace(HORSE, pulls="wagon"), "harness Horse to Wagon"),
        (replace(HORSE, pulls="wagon"), HORSE, "unharness Horse"),
        (HORSE, replace(HORSE, hp=9), "edit Horse"),
        (HORSE, replace(HORSE, hp=9, pulls="wagon"), "edit Horse"),
    ],
)
def test_harnessing_is_called_what_it_is(before: Member, edited: Member, title: str) -> None:
    """Given an animal that is harnessed or unharnessed, then undo says so, not "edit"."""
    state = State(members=(before, WAGON))
    assert say(describe(EditMember(edited), state)) == title
