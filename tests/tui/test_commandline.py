"""The `:` line: words become commands, and what is unclear becomes a sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Refusal
from core.play.facts.fight.turns.commands import DamageAbility
from core.play.facts.road.commands import (
    Camp,
    EndEncounter,
    Explore,
    Halt,
    HaltCheck,
    LongRun,
    March,
    SetDeadline,
    SetPace,
    SetRiver,
    SetRoute,
    SetSchedule,
    SetSlowing,
    Stay,
    Wait,
)
from core.play.facts.state import Member, Schedule, State
from core.play.facts.table.commands import CallCheck, Heal, Hurt, MarkHexes, Rule, WriteNote
from core.quantities import Units
from core.travel.stretches import RiverTerms, Stretch
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.each import each
from tui.board.grid_ground import GROUND_WORDS
from tui.journey import screen as journey
from tui.kit.phrases import say, set_units
from tui.play.command_line.areas import runs
from tui.play.command_line.leg_lines import legs, written
from tui.play.command_line.typed_line import Act, Shown, TypedLine, hours, parse, points
from tui.play.command_line.typed_names import read_ground

STATE = State(
    clock=Instant(73, Fraction(8)),
    members=(
        Member("valeria", "Valeria", "V"),
        Member("harsk", "Harsk", "H"),
        Member("pony-1", "Pony 1", "P", role="mount"),
        Member("pony-2", "Pony 2", "R", role="mount"),
    ),
)

CHECKS = (HaltCheck("valeria"), HaltCheck("harsk"))


@pytest.mark.parametrize("word", ["heal", "back", "known", "secret", "explored", "lie", "reveal"])
def test_an_incomplete_line_shows_an_example_of_its_own_word(word: str) -> None:
    """Given a word that shares its parser with its opposite, then the example is of that word."""
    with pytest.raises(Refusal) as refused:
        parse(f":{word}", journey.JourneyScreen.WORDS, STATE)
    assert str(refused.value.message.value("example")).startswith(f"{word} ")


@each(
    "text, wanted",
    [
        ("0304", Act(journey.find, ("0304",))),
        (":legs", Act(journey.edit_legs, ("",))),
        ("march", March()),
        ("march 1h30", March(Fraction(3, 2))),
        ("march to Fort Wyll", March(None, "Fort Wyll")),
        ("camp h v", Camp(("harsk", "valeria"))),
        ("wait 20min", Wait(Fraction(1, 3))),
        ("wait 2h busy", Wait(Fraction(2), False)),
        ("stay 3", Stay(3)),
        ("route Fort Wyll via 0706 0805", SetRoute("Fort Wyll", ("0706", "0805"))),
        ("deadline 17 noon", SetDeadline(76, Fraction(12))),
        ("deadline 3 9h30", SetDeadline(92, Fraction(19, 2))),
        ("deadline off", SetDeadline(None)),
        ("slow 1/2 storm", SetSlowing(Fraction(1, 2), "storm")),
        ("slow x0.75 deep snow", SetSlowing(Fraction(3, 4), "deep snow")),
        ("slow 1/2", SetSlowing(Fraction(1, 2))),
        ("slow off storm", SetSlowing(None, "storm")),
        ("slow off", SetSlowing(None)),
        (
            "minutes 240m difficult obstacle",
            Explore(Fraction(240), "walk", ("difficult", "obstacle")),
        ),
        ("minutes 90 hustle", Explore(Fraction(90), "hustle")),
        ("run harsk 20", LongRun("harsk", 20)),
        ("current 3", SetRiver(RiverTerms(Fraction(3)))),
        ("current off", SetRiver(RiverTerms())),
        ("drift", SetRiver(RiverTerms(drifts=True))),
        ("drift off", SetRiver(RiverTerms())),
        ("drift tonight", SetRiver(RiverTerms(drifts=True, one_night=True))),
        ("pace run", SetPace("run_and_rest")),
        ("encounter d12 4h 1", SetSchedule(Schedule("d12", Fraction(4), (1,)))),
        ("encounter d6 2h 1,2 nights", SetSchedule(Schedule("d6", Fraction(2), (1, 2), True))),
        ("halt ford 20min", Halt(name="ford", minutes=20)),
        (
            "halt a ford 20min swim 10 1d6",
            Halt(name="a ford", minutes=20, check="swim", dc=10, checks=CHECKS, damage="1d6"),
        ),
        (
            "halt ford 20min swim 10 2d6+1d4",
            Halt(name="ford", minutes=20, check="swim", dc=10, checks=CHECKS, damage="2d6+1d4"),
        ),
        ("end 10", EndEncounter(10)),
        ("check swim 10 h", CallCheck("swim", 10, ("harsk",))),
        ("check stealth 15 h improved", CallCheck("stealth", 15, ("harsk",), improved=True)),
        ("hurt 7n harsk", Hurt(("harsk",), (7,), True)),
        ("heal 5 v h", Heal(("valeria", "harsk"), (5,))),
        ("rule nonlethal 0 harsk he swam", Rule("nonlethal", "0", "harsk", "he swam")),
        ("rule hours_used 4 a long rest", Rule("hours_used", "4", "", "a long rest")),
        ("note who pays?", WriteNote("who pays?")),
        ("share a rumour", WriteNote("a rumour", True)),
        ("unexplored 0304 0305", MarkHexes(("0304", "0305"), False, True)),
    ],
)
def test_a_line_is_a_command(text: str, wanted: object) -> None:
    """Given a line, then the command that it asks for."""
    assert parse(text, journey.JourneyScreen.WORDS, STATE) == wanted


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_command"),
        ("marhc", "unknown_command"),
        (":luck", "unknown_command"),
        ("rule clock off 3", "bad_number"),
        ("march soon", "bad_duration"),
        ("deadline 31", "no_such_day"),
        ("camp pony", "ambiguous_member"),
        ("camp xavier", "no_such_member"),
        ("hurt 7", "too_few_words"),
        ("march 1h via", "too_many_words"),
        ("stay 2 nights", "too_many_words"),
        ("hurt 7 8 h", "amounts_mismatch"),
        ("rule luck 3 h", "unknown_target"),
        ("pace gallop", "unknown_pace"),
    ],
)
def test_an_unclear_line_is_refused(text: str, code: str) -> None:
    """Given nonsense, then a refusal with its code."""
    with pytest.raises(Refusal) as refused:
        parse(text, journey.JourneyScreen.WORDS, STATE)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("20min", "1/3"), ("2h", "2"), ("1h30", "3/2"), ("1,5", "3/2"), ("2d", "48"), ("0.5h", "1/2")],
)
def test_durations_are_exact(text: str, wanted: str) -> None:
    """Given a duration in words, then exact hours."""
    assert hours(text) == Fraction(wanted)


AFLOAT = Stretch(Fraction(60), 1, mode="rowboat", boat="rowboat", water="river")
DOWN = replace(AFLOAT, direction="downstream")
GALLEY = replace(AFLOAT, mode="galley", boat="galley", water="sea", propulsion="oars")


@pytest.mark.parametrize(
    ("text", "leg"),
    [
        ("60 rowboat down", DOWN),
        ("60 row down lake", replace(DOWN, water="lake")),
        (
            "60 river rowboat down 3 drift guide",
            replace(DOWN, current_km_h=Fraction(3), drift_hours=Fraction(14), guide=True),
        ),
        ("60 rowboat down drift 10h guide", replace(DOWN, drift_hours=Fraction(10), guide=True)),
        ("60 rowboat down 2 mph", replace(DOWN, current_km_h=Fraction(3))),
        ("60 rowboat towed", replace(AFLOAT, direction="upstream", towed=True)),
        ("60 galley sea oars", GALLEY),
        ("60 x0.5 city", Stretch(Fraction(60), 1, times=Fraction(1, 2), because="city")),
        ("60 plains run_and_rest", Stretch(Fraction(60), 1, terrain="plains", pace="run_and_rest")),
    ],
)
def test_t_184_t_190_legs_are_written_with_boats_too(text: str, leg: Stretch) -> None:
    """Given a leg afloat or with a factor, then it is read, and as it is written read again."""
    (read,) = legs(text, packaged("pf1"))
    assert read == leg
    assert legs(written(read), packaged("pf1")) == (leg,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("60 rowboat", "no_water"),
        ("60 rowboat river", "no_direction"),
        ("60 river down", "no_boat"),
        ("60 rowboat up", "upstream"),
        ("60 rowboat sea", "inland_only"),
        ("60 rowboat down drift", "drift_needs_guide"),
        ("60 rowboat down drift 15h guide", "too_many_hours"),
        ("60 sailing_ship sea oars", "no_oars"),
        ("60 rowboat river forest", "unknown_word"),
        ("60 river r", "ambiguous_word"),
        ("60 x0", "bad_factor"),
    ],
)
def test_a_leg_afloat_says_what_it_lacks(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        legs(text, packaged("pf1"))
    assert refused.value.code == code


def test_points_are_shared_in_marked_order() -> None:
    """Given amounts and marks, then one for each in order; halves and multiples are reckoned."""
    assert points("-5 7", "-", STATE, ("harsk", "valeria")) == Hurt(("harsk", "valeria"), (5, 7))
    assert points("28/2 h", "-", STATE, ()) == Hurt(("harsk",), (14,))
    assert points("7x2n h", "-", STATE, ()) == Hurt(("harsk",), (14,), True)
    with pytest.raises(Refusal):
        points("5 6 7", "-", STATE, ("harsk", "valeria"))
    with pytest.raises(Refusal):
        points("5", "+", STATE, ())


@pytest.mark.parametrize(
    ("text", "metric", "imperial"),
    [("24 forest", 24, 36), ("24km forest", 24, 24), ("16 miles forest", 24, 24)],
)
def test_a_leg_is_measured_in_either_system(text: str, metric: int, imperial: int) -> None:
    """Given a unit, then it is meant in both; given none, then that of the settings."""
    assert legs(text, packaged("pf1"))[0].km == metric
    set_units("imperial")
    assert legs(text, packaged("pf1"))[0].km == imperial


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("deep water", "water"),
        ("fog", "concealing"),
        ("Difficult terrain", "difficult"),
        ("difficult", "difficult"),
        ("wall", "wall"),
        ("tree", "low"),
        ("rock", "wall"),
        ("Bushes", "concealing"),
    ],
)
def test_paint_takes_the_names_of_the_ground(text: str, kind: str) -> None:
    line = TypedLine(f"{text} B2", "", STATE, Shown(rules=packaged("pf1")))
    assert (read_ground(line), line.words) == (kind, ["B2"])


@pytest.mark.parametrize("slug", ["pf1", "dnd35", "pf2", "sf"])
def test_paint_takes_the_words_of_the_legend(slug: str) -> None:
    """Given each sign of the legend that the system has, then its word is that ground."""
    rules = packaged(slug)
    signs = {ground.sign: kind for kind, ground in rules.combat.ground.items()}
    taken = {
        sign: read_ground(TypedLine(f"{words} B2", "", STATE, Shown(rules=rules)))
        for sign, words in GROUND_WORDS.items()
        if sign in signs
    }
    assert taken == {sign: signs[sign] for sign in taken}
    assert set(":#%o") <= set(taken)


def test_a_speed_that_is_ruled_is_in_the_unit_of_the_gm() -> None:
    """Given feet, then 15 are 4.5 m, with or without their unit."""
    set_units("imperial")
    rulings = [
        parse(f":rule speed {text} harsk", journey.JourneyScreen.WORDS, STATE)
        for text in ("15", "15 ft", "4.5 m", "3 sq")
    ]
    assert rulings == [Rule("speed", "4.5", "harsk")] * 4
    set_units("metric")
    ruling = parse(":rule speed 15 harsk", journey.JourneyScreen.WORDS, STATE)
    assert ruling == Rule("speed", "15", "harsk")


def test_what_is_missing_of_a_ruled_speed_is_said_in_the_unit_of_the_gm() -> None:
    lengths: dict[Units, str] = {"metric": "6m", "imperial": "20ft"}
    for units, length in lengths.items():
        set_units(units)
        with pytest.raises(Refusal) as refused:
            parse(":rule speed", journey.JourneyScreen.WORDS, STATE)
        assert f"rule speed {length} harsk" in say(refused.value.message)


def test_two_squares_are_the_corners_of_a_rectangle() -> None:
    assert runs(["h3:j4"]) == runs(["h3-j4"]) == "H3:3 H4:3"
    assert runs(["b2:5"]) == "B2:5"


def test_legs_know_the_rulesets_words() -> None:
    """Given legs, then stretches; a wrong word is refused with the nearest."""
    found = legs("24 forest road; 30,5 km plains highway hustle", packaged("pf1"))
    assert [(leg.km, leg.terrain, leg.way, leg.pace) for leg in found] == [
        (24, "forest", "road", ""),
        (Fraction(61, 2), "plains", "highway", "hustle"),
    ]
    slowed = legs("24 forest road x1/2 deep snow, 20 plains x0.75", packaged("pf1"))
    assert [(leg.way, leg.times, leg.because) for leg in slowed] == [
        ("road", Fraction(1, 2), "deep snow"),
        ("", Fraction(3, 4), ""),
    ]
    assert [written(leg) for leg in slowed] == [
        "24 forest road x1/2 deep snow",
        "20 plains x3/4",
    ]
    with pytest.raises(Refusal) as refused:
        legs("24 forest x0", packaged("pf1"))
    assert refused.value.code == "bad_factor"
    with pytest.raises(Refusal) as refused:
        legs("24 forrest", packaged("pf1"))
    assert refused.value.message.value("nearest") == "forest"
    with pytest.raises(Refusal) as refused:
        legs("24 forest; 20 road", packaged("pf1"))
    assert refused.value.message.value("way") == "road"


@pytest.mark.parametrize("text", ["9" * 5000, "1" + "0" * 12, "9" * 5000 + ".5"])
def test_a_length_of_too_many_digits_is_no_leg(text: str) -> None:
    with pytest.raises(Refusal, match="bad_leg"):
        legs(f"{text} plains", packaged("pf1"))


@pytest.mark.parametrize("text", ["9" * 5000, "1/00", f"{'9' * 5000}h30", f"1/{'9' * 5000}"])
def test_hours_of_too_many_digits_are_no_duration(text: str) -> None:
    with pytest.raises(Refusal, match="bad_duration"):
        hours(text)


@pytest.mark.parametrize(
    ("text", "terrain", "way"),
    [
        ("9 hills track", "hills", "trail"),
        ("9 woods path", "forest", "trail"),
        ("9 hills trackl", "hills", "trackless"),
        ("9, hills, trail", "hills", "trail"),
        ("9 km, hills,trail", "hills", "trail"),
        ("9 frozen-tundra", "frozen_tundra", ""),
        ("9 mou hig", "mountains", "highway"),
    ],
)
def test_legs_take_beginnings_commas_and_the_words_of_maps(
    text: str, terrain: str, way: str
) -> None:
    (leg,) = legs(text, packaged("pf1"))
    assert leg.km == 9
    assert (leg.terrain, leg.way) == (terrain, way)


def test_the_beginning_of_two_words_of_a_leg_asks_with_both() -> None:
    with pytest.raises(Refusal) as refused:
        legs("9 hills tra", packaged("pf1"))
    assert refused.value.code == "ambiguous_word"
    assert refused.value.message.value("words") == ("trackless", "trail")


def test_a_figure_behind_a_comma_begins_another_leg() -> None:
    first, second = legs("30 forest road, 20 swamp", packaged("pf1"))
    assert first.km == 30
    assert (first.terrain, first.way) == ("forest", "road")
    assert second.km == 20
    assert second.terrain == "swamp"


def test_a_question_mark_on_the_line_is_help() -> None:
    words = journey.JourneyScreen.WORDS
    assert parse(":?", words, STATE) == parse(":help", words, STATE)


@pytest.mark.parametrize(
    ("text", "sign", "command"),
    [
        ("2 con h", "-", DamageAbility(("harsk",), "con", 2)),
        ("2 Con", "-", DamageAbility(("valeria",), "con", 2)),
        ("1 str drain h", "-", DamageAbility(("harsk",), "str", 1, drain=True)),
        ("3 dex damage h v", "+", DamageAbility(("harsk", "valeria"), "dex", -3)),
    ],
)
def test_points_of_an_ability_score_are_typed_as_hit_points_are(
    text: str, sign: str, command: DamageAbility
) -> None:
    assert points(text, sign, STATE, ("valeria",)) == command
