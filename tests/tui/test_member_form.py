"""The form of a member: what it offers, where an error is said, what the keys do."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from core.creatures import Attack, Sheet
from core.messages import Message
from core.play.facts.state import Member, State
from core.play.union import Assets
from core.travel.movers import Mover
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.insides import screen_text
from tests.tui.modals import hand
from tui.kit.phrases import say
from tui.kit.pick_list import PickRow, picks
from tui.party.form_lines import form_lines, pick_rows, write_sheet
from tui.party.member_dialogs import MemberForm
from tui.party.sheets import SheetForm, spelled

WORLD = Assets(rules=packaged("pf1"))
ANN = Member("ann", "Ann", "A", mover=Mover(race="human"), con_score=14, hp=20)
BOB = Member("bob", "Bob", "B", mover=Mover(race="elf"))
STATE = State(members=(ANN, BOB))


def form(member: Member = ANN) -> MemberForm:
    return MemberForm(Message("Edit"), member, STATE, WORLD)


def wrong(**values: str) -> tuple[str, str] | None:
    found = SheetForm(ANN, STATE, WORLD).wrong_at(write_sheet(ANN, WORLD.rules) | values)
    return None if found is None else (found[0], say(found[1]))


def down_to(line: str) -> tuple[str, ...]:
    """The keys from the first line of the form to this one."""
    return ("<down>",) * list(form_lines(ANN, WORLD.rules)).index(line)


# what is offered


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("horse", ["heavy horse", "light horse", "heavy warhorse", "light warhorse"]),
        ("half-orc", ["half orc"]),
        ("elf", ["elf", "half elf"]),
        ("Half", ["half elf", "half orc", "halfling"]),
        ("nain", ["dwarf"]),
        ("cart", ["cart or wagon"]),
        ("9 m", []),
    ],
)
def test_a_few_letters_find_what_is_meant(text: str, found: list[str]) -> None:
    rows = pick_rows("moves", STATE, WORLD.rules)
    assert [row.value for row in picks(rows, text)] == found


def test_rows_have_their_figures() -> None:
    rows = {row.value: row.figures for row in pick_rows("moves", STATE, WORLD.rules)}
    assert rows["dwarf"] == "6 m a round, never slowed"
    assert rows["elf"] == "9 m a round, 6 m when slowed"
    assert rows["light horse"].startswith("7.5 km/h, ")
    assert [row.name for row in pick_rows("armor", STATE, WORLD.rules)][-1] == "heavy"


@pytest.mark.parametrize("system", PACKAGED)
def test_every_system_offers_its_closed_lists(system: str) -> None:
    rules = packaged(system)
    for field in ("role", "moves", "size", "traits"):
        assert pick_rows(field, STATE, rules)
    for field, rows in (("armor", rules.armor), ("load", rules.load)):
        assert {row.value for row in pick_rows(field, STATE, rules)} == rows.keys()
    assert pick_rows("name", STATE, rules) == ()


def test_the_best_row_comes_first() -> None:
    rows = tuple(PickRow(word, word) for word in ("half elf", "elf", "elfin"))
    assert [row.value for row in picks(rows, "elf")] == ["elf", "elfin", "half elf"]


def test_a_race_may_be_spelt_as_one_likes_and_a_mount_is_one() -> None:
    written = write_sheet(ANN, WORLD.rules)
    assert spelled(written | {"moves": "Half Orc"}, WORLD.rules)["moves"] == "half_orc"
    horse = spelled(written | {"moves": "light horse"}, WORLD.rules)
    assert (horse["moves"], horse["role"]) == ("light_horse", "mount")


@pytest.mark.parametrize(
    ("system", "init", "wanted"),
    [("pf2", "", 7), ("pf2", "+2", 2), ("pf1", "", 3), ("sf", "", 3), ("pf1", "-1", -1)],
)
def test_a_blank_initiative_is_perception_in_pf2_and_dexterity_elsewhere(
    system: str, init: str, wanted: int
) -> None:
    """Given the lines AC 15 dex +3 and Perception +7, as on a hero's line."""
    world = Assets(rules=packaged(system))
    lines = write_sheet(ANN, WORLD.rules) | {"ac": "15 dex +3", "perception": "+7", "init": init}
    sheet = SheetForm(ANN, STATE, world).read(lines).sheet
    assert sheet is not None
    assert sheet.init == wanted


@pytest.mark.parametrize(("size", "wanted"), [("", ("L", True)), ("M", ("M", False))])
def test_a_blank_size_of_a_mount_is_that_of_its_kind(size: str, wanted: tuple[str, bool]) -> None:
    """Given a light horse with an Armour Class (table of mounts: Large and long)."""
    lines = write_sheet(ANN, WORLD.rules) | {"moves": "light horse", "ac": "13", "size": size}
    sheet = SheetForm(ANN, STATE, WORLD).read(lines).sheet
    assert sheet is not None
    assert (sheet.size, sheet.long) == wanted


def test_words_of_the_form_are_understood_however_they_are_spelt() -> None:
    """Given names of rows, a speed's word, a bow and a score, then each is what it is in a line."""
    lines = write_sheet(ANN, WORLD.rules) | {
        "ac": "15 dex 14",
        "size": "huge",
        "traits": "low-light vision, flat footed no reaction",
        "speeds": "flies 18 m, swim 4",
        "attack-1": "bow +4 1d6",
    }
    sheet = SheetForm(ANN, STATE, WORLD).read(lines).sheet
    assert sheet == Sheet(
        size="H",
        ac=15,
        dexterity=2,
        init=2,
        traits=("low_light", "flat_footed"),
        reaction=False,
        speeds=(("fly", 12), ("swim", 4)),
        attacks=(Attack("bow", (4,), "1d6", mode="ranged", weapon="bow", increment=12),),
    )


@pytest.mark.parametrize(
    ("system", "lacks"),
    [
        ("pf1", set()),
        ("dnd35", set()),
        ("sf", {"armor", "base_attack"}),
        ("pf2", {"armor", "base_attack", "run"}),
    ],
)
def test_a_form_has_the_lines_of_its_system(system: str, lacks: set[str]) -> None:
    """Neither a run nor Power Attack nor armour that slows is asked where there is none."""
    shown = form_lines(ANN, packaged(system)).keys()
    assert write_sheet(ANN, WORLD.rules).keys() - shown == lacks


@pytest.mark.parametrize(
    ("system", "line", "label", "hint"),
    [
        ("pf1", "ac", "AC", "18; 18 dex +1"),
        ("sf", "ac", "KAC", "13 eac 12"),
        ("pf2", "attack-1", "attack", "longsword +8 1d8+4"),
        ("pf1", "attack-1", "attack", "longsword +8/+3 1d8+4 19-20x2"),
        ("pf2", "moves", "moves as", "7.5 m; fly 18 m; light horse"),
    ],
)
def test_a_form_has_the_words_of_its_system(system: str, line: str, label: str, hint: str) -> None:
    shown = form_lines(ANN, packaged(system))[line]
    assert tuple(map(say, shown)) == (label, hint)


def test_what_the_playtest_lacks_is_no_trait_there() -> None:
    offered = {row.value for row in pick_rows("traits", STATE, packaged("pf2"))}
    assert "combat_reflexes" not in offered
    assert "reaction" in offered
    assert "reaction" not in {row.value for row in pick_rows("traits", STATE, packaged("pf1"))}


# what is wrong, and where


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("name", "", "A member needs a name."),
        ("token", "b", "Bob already has the letter b."),
        ("moves", "dragon", "Ann: There is no race called dragon."),
        ("armor", "plate", "Armour 'plate' is not one of none, light, medium, heavy."),
        ("con", "many", "Con: 'many' is not a number."),
        ("con", "3.5", "Con: '3.5' is not a number."),
        ("con", "500", "Con is from 1 to 99, not 500."),
        ("hp", "-3", "hit points is from 1 to 9999, not -3."),
        ("size", "X", "size: these rules have no 'X'."),
        ("init", "fast", "initiative: 'fast' is not a number."),
        ("attack-1", "longsword", "An attack needs a bonus."),
    ],
)
def test_nonsense_is_refused_at_its_own_line(field: str, text: str, said: str) -> None:
    found = wrong(**{field: text})
    assert found is not None
    assert found[0] == field
    assert found[1].startswith(said)


WAGON = Member("wagon", "Wagon", "N", "vehicle", Mover(vehicle="cart_or_wagon"))
ROVER = Member(
    "rover", "Rover", "R", "vehicle", Mover(vehicle_class="light", vehicle_km_h=Fraction(40))
)
KIRA = Member("kira", "Kira", "K", mover=Mover(speed_m=Fraction(9)))


def test_the_load_of_a_wagon_is_kept_and_written() -> None:
    """Given a weight on the line of its load, then the wagon carries it, and the form has it."""
    there = SheetForm(WAGON, STATE, WORLD)
    laden = there.read(there.written() | {"load": "800 lb"})
    assert laden.mover == Mover(vehicle="cart_or_wagon", load_kg=Fraction(400))
    assert SheetForm(laden, STATE, WORLD).written()["load"] == "400"


@pytest.mark.parametrize(
    ("member", "load", "said"),
    [
        (ROVER, "300 kg", "300 kg: no rule asks for the load of a powered vehicle."),
        (KIRA, "heavy", "heavy: write the speed with this load on the line 'moves as'."),
        (WAGON, "heavy", "load: 'heavy'"),
    ],
)
def test_a_load_that_would_be_lost_is_refused_at_its_line(
    member: Member, load: str, said: str
) -> None:
    there = SheetForm(member, State(members=(member,)), Assets(rules=packaged("sf")))
    if member is WAGON:
        there = SheetForm(member, STATE, WORLD)
    wrong_at = there.wrong_at(there.written() | {"load": load})
    assert wrong_at is not None
    assert wrong_at[0] == "load"
    assert say(wrong_at[1]).startswith(said)


def test_a_sheet_without_fault_has_none() -> None:
    assert wrong() is None
    assert wrong(moves="Half-Orc", armor="heavy") is None


def test_a_line_is_wrong_by_itself_whatever_is_wrong_before_it() -> None:
    """Given a letter that another has, then Con is told of Con, and only if that is wrong."""
    twin = Member("ann", "Ann", "B", mover=Mover(race="human"))
    for text, told in (("zz", "Con: 'zz' is not a number."), ("12", None)):
        lines = write_sheet(twin, WORLD.rules) | {"con": text}
        found = SheetForm(twin, STATE, WORLD).wrong_on("con", lines)
        assert (found and say(found)) == told


# the keys


async def test_tab_takes_what_is_picked_and_enter_keeps() -> None:
    async with hand() as at:
        keys = (*down_to("moves"), *"horse", "<down>", "<tab>", "<enter>")
        found = cast(Member, await at.gives(form(), *keys))
        assert (found.role, found.mover.mount) == ("mount", "light_horse")
        found = cast(Member, await at.gives(form(), *"Zoe", "<enter>"))
        assert (found.name, found.id, found.con_score) == ("Zoe", "ann", 14)


@pytest.mark.nightly
async def test_what_enter_takes_stands_in_its_line() -> None:
    async with hand() as at:
        shown = await at.shows(form(), *down_to("moves"), *"half-", "<down>", "<enter>")
        assert "half orc" in shown


async def test_enter_takes_what_is_picked_before_it_keeps() -> None:
    async with hand() as at:
        keys = (*down_to("moves"), *"half-o", "<enter>", "<enter>")
        found = cast(Member, await at.gives(form(), *keys))
        assert found.mover.race == "half_orc"


@pytest.mark.nightly
async def test_enter_behind_a_choice_typed_in_full_goes_to_the_next_line() -> None:
    async with hand() as at:
        keys = (*down_to("armor"), *"heavy", "<enter>", *"medium", "<enter>", "<f10>")
        found = cast(Member, await at.gives(form(), *keys))
        assert (found.mover.armor, found.mover.load) == ("heavy", "medium")


async def test_a_figure_that_is_not_understood_is_said_while_it_is_typed() -> None:
    async with hand() as at:
        shown = await at.shows(form(), *down_to("hp"), *"many")
        assert "hit points: 'many' is not a number." in shown


async def test_an_error_takes_the_focus_to_its_line_and_goes_when_mended() -> None:
    async with hand() as at:
        wrong_con = (*down_to("con"), *"zz", "<up>", "<up>", "<enter>")
        kept: list[Member | None] = []
        at.app.push_screen(form(), kept.append)
        await at.pilot.pause()
        await at.press(*wrong_con)
        assert "Con: 'zz' is not a number." in screen_text(at.app)
        await at.press("<backspace>", "<backspace>", "1")
        assert "is not a number" not in screen_text(at.app)
        await at.press("2", "<f10>")
        (member,) = kept
        assert member is not None
        assert member.con_score == 12


async def test_what_the_sheet_becomes_and_what_may_be_picked_is_shown() -> None:
    async with hand() as at:
        shown = await at.shows(form(), *down_to("moves"), *"horse")
        assert "> Heavy horse" in shown
        assert "carries up to" in shown
        shown = await at.shows(form(), "<down>")
        assert "Ann (A): human, no armour, light load, 9 m a round, 4.5 km/h" in shown
