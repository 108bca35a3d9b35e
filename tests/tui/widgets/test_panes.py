"""The panes at the widths of the wireframes: what they show, and that nothing is wider."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

import pytest
from rich.cells import cell_len
from textual.geometry import Region
from textual.types import AnimationLevel

from core.calendars import Instant
from core.dice import Question
from core.messages import Chance, Hours, Kilometres, KmPerHour, Message, Metres
from core.play.facts.road.commands import SetRoute
from core.receipts import Receipt
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import PONY, TAM, after, assets, party
from tests.core.play.maps import at, region_world
from tests.insides import screen_text
from tests.tui.widgets.one_pane import Host
from tui.journey.model import JourneyUI
from tui.journey.panes.way_panes import (
    ForcedTable,
    ItineraryPane,
    OwedList,
    TodayBar,
    WayPane,
    percent,
)
from tui.kit.keys import SCREENS, keymap
from tui.kit.lines_view import (
    Pane,
    TitleLine,
    TitleWords,
    both_ends,
    hours,
    sentence,
    text_of,
    trimmed,
    when,
    words,
)
from tui.kit.looks import LINES
from tui.kit.plain_panes import LinesView
from tui.kit.receipt import ReceiptTree
from tui.play.conversation import KeysLine
from tui.play.foot_lines import AheadLine, AheadWords, NumberLine
from tui.play.log.journal_log import JournalLog
from tui.play.log.log_lines import LogLine
from tui.play.road.party_table import MemberLine, PartyTable, Roster
from tui.play.road.survey import DayLine, ForcedLine, PlanLines, Survey, TodayLine, survey

TODAY = TodayLine(
    "Today 14 Thaw",
    Hours(8),
    Hours(8),
    Hours(0),
    Hours(0),
    "pace 3 km/h (Harsk)",
    "walk 8 h",
    "on foot",
    "dusk 18:10",
)
PLAN = PlanLines(
    "Fort Wyll",
    Kilometres(41),
    (
        DayLine("14 Thaw", "woods", Kilometres(12), Hours(8), "camp 0304"),
        DayLine("15 Thaw", "woods road", Kilometres(24), Hours(8), "camp 0606"),
        DayLine("16 Thaw", "highway", Kilometres(5), Hours(Fraction(5, 3)), "Fort Wyll"),
    ),
    "16 Thaw 09:40",
    "deadline 17 Thaw 12:00: ok",
)
FORCED = tuple(
    ForcedLine(n, (10 + 2 * n,), Kilometres(3 * n), "16 Thaw 08:40", (Chance(9, 20), None))
    for n in (1, 2, 3, 4)
)
PARTY = (
    MemberLine("v", "V", "Valeria", hp=31, hp_max=31, con_mod=2, speed=Metres(9), load="medium"),
    MemberLine(
        "h",
        "H",
        "Harsk",
        hp=35,
        hp_max=38,
        nonlethal=4,
        con_mod=3,
        speed=Metres(6),
        slowest=True,
        fatigued=True,
        state="fatigued",
    ),
    MemberLine("m", "M", "Mirelle", hp=24, hp_max=24, con_mod=1, speed=Metres(9), present=False),
    MemberLine("p", "p", "ponies", "mount", load="61 kg"),
    MemberLine("+", "+", "add a member"),
)
PACE = Receipt(
    Message("pace"),
    KmPerHour(Fraction(3, 2)),
    "T-153",
    parts=(Receipt(Message("dwarf"), Metres(6), "T-032", source="003, races", default=True),),
)


async def test_a_narrow_party_says_who_is_dying() -> None:
    rows = (replace(PARTY[0], hp=-9, out="dying"), replace(PARTY[1], hp=-1, out="stable"))
    pane = PartyTable()
    async with Host(pane).run_test(size=(45, 3)):
        pane.show((*rows, *PARTY[2:4]))
        text = pane.as_text()
    assert "V Valeria -9/31 dying" in text
    assert "H Harsk" in text
    assert "stable" in text


W = TypeVar("W", bound=WayPane)
SURVEY = Survey(
    (),
    today=TODAY,
    plan=PLAN,
    forced=FORCED,
    tokens=("V", "H"),
    drop=Message("Nobody drops by +4 h."),
    owed=(Question("check", Message("encounter check 08-12"), dice="d100"),),
)


def surveyed(kind: type[W], survey: Survey = SURVEY) -> W:
    """A pane about this survey, on a map."""
    pane = kind()
    pane.ui = JourneyUI(("greenmere", ("pf1", ())), survey=survey)
    return pane


async def test_the_hours_of_a_march_run_through_the_bar_if_the_gm_wants_it() -> None:
    """Given hours travelled since, then they fill the bar bit by bit; at once without motion."""
    pane = surveyed(TodayBar)
    marched = replace(TODAY, done=Hours(TODAY.done + 4))
    async with Host(pane).run_test() as pilot:
        cases: list[tuple[bool, AnimationLevel, int]] = [
            (False, "full", 4),
            (True, "none", 4),
            (True, "full", 0),
        ]
        for pane.moves, pilot.app.animation_level, shown in cases:
            pane.ui = replace(pane.ui, survey=SURVEY)
            pane.ui = replace(pane.ui, survey=replace(SURVEY, today=marched))
            assert 4 - pane.ahead == shown
        await pilot.app.animator.wait_until_complete()
        assert pane.ahead == 0


def panes() -> Iterator[Pane]:
    """One of each, filled."""
    way = surveyed(TodayBar), surveyed(ItineraryPane), surveyed(ForcedTable), surveyed(OwedList)
    party = PartyTable()
    roster = Roster()
    log = JournalLog()
    why = ReceiptTree()
    title = TitleLine()
    ahead = AheadLine()
    keys = KeysLine()
    lines = LinesView()
    party.show(PARTY)
    roster.show(PARTY)
    log.shown = (LogLine("14 Thaw 07:40", "broke camp"), LogLine("", "gone", undone=True))
    why.show([PACE])
    title.shown = TitleWords("Outrider  The Long Marches", "saved 412")
    ahead.shown = AheadWords("set the route", "march 8 h", "break camp", None)
    keys.show(keymap().footer("journey"))
    lines.show(["Fort Wyll  41 km"])
    yield from (*way, party, roster, log, why, title, ahead, keys, lines)


def width_of(pane: Pane, width: int) -> int:
    return max(cell_len("".join(text for text, _ in line)) for line in pane.lines(width))


def text(pane: Pane, width: int) -> list[str]:
    return text_of(pane.lines(width)).splitlines()


@pytest.mark.parametrize("width", [34, 48])
@pytest.mark.parametrize("pane", [TodayBar, ItineraryPane, ForcedTable, OwedList])
def test_the_right_column_fits_its_width(pane: type[Pane], width: int) -> None:
    made = next(p for p in panes() if type(p) is pane)
    assert width_of(made, width) <= width


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("pane", [TitleLine, AheadLine, KeysLine, ReceiptTree])
def test_the_full_lines_fit_the_screen(pane: type[Pane], width: int) -> None:
    made = next(p for p in panes() if type(p) is pane)
    assert width_of(made, width) <= width


@pytest.mark.parametrize("pane", panes(), ids=lambda pane: type(pane).__name__)
def test_the_plain_look_is_seven_bit_ascii(pane: Pane) -> None:
    for width in (34, 45, 80, 120):
        assert text_of(pane.lines(width)).isascii()


@pytest.mark.parametrize("no_color", [False, True])
@pytest.mark.parametrize("index", range(12))
async def test_every_pane_draws_in_both_looks_and_without_colours(
    index: int, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    pane = tuple(panes())[index]
    app = Host(pane)
    async with app.run_test(size=(80, 24)) as pilot:
        for look in (pane.look, LINES):
            pane.look = look
            await pilot.pause()
            assert screen_text(app).strip()


@pytest.mark.parametrize("pane", panes(), ids=lambda pane: type(pane).__name__)
def test_nothing_of_a_pane_is_styled_beside_itself(pane: Pane) -> None:
    """Parts of panes would be half of all that is styled before a screen is seen."""
    assert not pane.COMPONENT_CLASSES


async def test_a_pane_is_measured_without_a_second_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a pane of three lines, when its height is asked, then nobody asks where it is.

    Textual lays out all of the screen to tell that, if it is asked while it lays it out.
    """

    def find_region(pane: Pane) -> Region:
        raise AssertionError(pane)

    pane = LinesView()
    async with Host(pane).run_test(size=(80, 24)):
        pane.show(["Fort Wyll", "41 km", "16 Thaw"])
        screen = pane.screen.size
        with monkeypatch.context() as during:
            during.setattr(Pane, "region", property(find_region))
            assert pane.get_content_height(screen, screen, 80) == 3


def test_the_bar_of_the_day_is_as_drawn() -> None:
    pane = surveyed(TodayBar)
    assert text(pane, 34) == [
        "Today 14 Thaw  pace 3 km/h (Harsk)",
        "walk 8 h         forced + 0 h",
        "08 [....|....|....|....] 16:00",
        "dusk 18:10",
    ]
    assert text(pane, 48)[2] == "08 [........|........|........|........] 16:00"
    late = replace(SURVEY, today=replace(TODAY, start=Hours(Fraction(17, 2))))
    assert text(surveyed(TodayBar, late), 34)[2] == "08:30 [...|...|...|...] 16:30"


@pytest.mark.parametrize("width", [34, 48])
def test_how_much_of_a_hustled_day_is_left_is_told_whole(width: int) -> None:
    hustled = replace(TODAY, verb=Message("hustle {left} left", left=Hours(Fraction(27, 4))))
    line = text(surveyed(TodayBar, Survey((), today=hustled)), width)[1]
    assert re.split("  +", line)[:2] == ["hustle 6 h 45 left", "forced + 0 h"]


def test_a_title_leaves_out_whole_what_has_no_room() -> None:
    title = TitleLine()
    title.shown = TitleWords("Outrider  The Long Marches  14 Thaw  08:00  PARTY", "saved 2")
    seen = [" ".join(text(title, width)[0].split()) for width in (60, 54, 40, 30)]
    assert seen == [
        "Outrider The Long Marches 14 Thaw 08:00 PARTY saved 2",
        "Outrider The Long Marches 14 Thaw 08:00 saved 2",
        "Outrider The Long Marches saved 2",
        "Outrider The Long.. saved 2",
    ]


@pytest.mark.parametrize(
    ("done", "bar"),
    [(2, "[====|....|....|....]"), (5, "[====|====|==..|....]"), (8, "[====|====|====|====]")],
)
def test_the_bar_fills_by_the_hours_done(done: int, bar: str) -> None:
    pane = surveyed(
        TodayBar,
        Survey((), today=TodayLine("t", Hours(8), Hours(8), Hours(done), Hours(0), "", "")),
    )
    assert bar in text(pane, 34)[2]


def test_what_stopped_the_day_is_marked_on_the_bar() -> None:
    pane = surveyed(
        TodayBar,
        Survey(
            (),
            today=TodayLine(
                "t", Hours(8), Hours(8), Hours(3), Hours(0), "", "", marks=(Fraction(3),)
            ),
        ),
    )
    assert "[====|==!.|....|....]" in text(pane, 34)[2]


def test_without_a_pace_the_sentence_says_why() -> None:
    pane = surveyed(TodayBar, Survey((), Message("Nobody is with the party.")))
    assert text(pane, 34)[1] == "Nobody is with the party."


@pytest.mark.parametrize(
    ("pace", "told"),
    [("walk", "4.5 km/h (Tam), here 2.25 km/h"), ("hustle", "4.5 km/h (Tam)")],
)
def test_the_days_pace_is_that_at_which_the_party_goes(pace: str, told: str) -> None:
    """Given hills, in which a walk is half as fast as elsewhere, and a hustle twice a walk."""
    legs = (Stretch(Fraction(90), 1, terrain="hills"),)
    today = survey(party(TAM, pace=pace, legs=legs), assets()).today
    assert today is not None
    assert words(today.pace) == told


def test_wide_letters_wrap_by_columns() -> None:
    """Given letters of two columns, then no line is wider than its room, and none is lost."""
    name = "龍之介"
    lines = sentence(f"First drop possible: {name}, {name}, +3 h", 23, "  ", "    ")
    assert lines == ["  First drop possible:", f"    {name}, {name}, +3", "    h"]
    long = sentence(name * 9, 20)
    assert "".join(long) == name * 9
    assert max(map(cell_len, long)) <= 20


def test_the_itinerary_ends_with_the_arrival_and_the_deadline() -> None:
    pane = surveyed(ItineraryPane)
    lines = text(pane, 48)
    assert lines[0].startswith("to Fort Wyll  41 km")
    assert lines[2].split() == ["14", "Thaw", "woods", "12", "8", "camp", "0304"]
    assert lines[-2] == "ARRIVE 16 Thaw 09:40"
    assert text(pane, 34)[-2:] == ["ARRIVE 16 Thaw 09:40", "deadline 17 Thaw 12:00: ok"]


def test_the_itinerary_says_how_rivers_are_crossed() -> None:
    """Given rivers on the way, then they stand in as many lines as they take, over the arrival."""
    rivers = (Message("ford at Mill"), Message("river at 0304, no bridge or ford known"))
    lines = text(surveyed(ItineraryPane, replace(SURVEY, plan=replace(PLAN, rivers=rivers))), 34)
    assert lines[-4:-2] == ["ford at Mill; river at 0304, no", "bridge or ford known"]
    assert lines[-2].startswith("ARRIVE")


@pytest.mark.parametrize(
    ("hour", "used", "hp", "told"),
    [
        (20, 0, 9, "latest start: 1 Deepwinter 12:00"),
        (20, 4, 9, "in time if forced by 4 h"),
        (13, 0, 99, "in time at a hustle: 1 Deepwinter 12:00"),
        (13, 0, 6, "too late by 3 h"),
        (11, 0, 99, "too late by 5 h"),
        (7, 0, 9, "the deadline is past"),
    ],
)
def test_a_deadline_says_what_is_still_in_time(hour: int, used: int, hp: int, told: str) -> None:
    """Given 8 h to go, then when to start, what would be in time, or how late it will be."""
    state = replace(
        after(SetRoute("0303"), at("0101", replace(TAM, hp=hp)), under=region_world()),
        deadline=Instant(0, Fraction(hour)),
        travelled=Fraction(used),
    )
    plan = survey(state, region_world()).plan
    assert plan is not None
    assert words(plan.latest) == told


def test_a_long_plan_counts_the_days_it_leaves_out_and_shows_the_last() -> None:
    days = tuple(DayLine(f"{n} Thaw", "road", Kilometres(24), Hours(8)) for n in range(1, 13))
    pane = surveyed(
        ItineraryPane, Survey((), plan=PlanLines("Wyll", Kilometres(300), days, "12 Thaw 16:00"))
    )
    lines = text(pane, 34)
    assert len(lines) == 6
    assert "9" in lines[3]
    assert lines[4].startswith("12 Thaw")


def test_each_forced_hour_says_what_it_buys_and_risks() -> None:
    pane = surveyed(ForcedTable)
    narrow = text(pane, 34)
    wide = text(pane, 48)
    assert narrow[2] == "+1 12 16 Thaw 08:40 45  -"
    assert len(narrow) < len(wide)


def forced_by(*chances: Chance | None) -> list[str]:
    """The head and the first hour of so many members, on 80 columns."""
    rows = tuple(replace(row, fatigued=chances) for row in FORCED)
    found = replace(SURVEY, forced=rows, tokens=tuple("ABCDEFGH"[: len(chances)]))
    return [line[16:] for line in text(surveyed(ForcedTable, found), 34)[1:3]]


def test_every_column_of_a_forced_march_has_its_letter() -> None:
    """Given too many members, then neighbours with the same chances share a column."""
    half, *others = (Chance(n, 10) for n in (5, 1, 2, 3, 4, 6, 7))
    assert forced_by(*[half] * 6) == ["  A  B  C  D  E  F", " 50 50 50 50 50 50"]
    assert forced_by(half, half, half, *others[:4]) == [" AB  C  D  E  F  G", " 50 50 10 20 30 40"]
    assert forced_by(half, *others) == ["  A  B  C  D  E ..", " 50 10 20 30 40"]


def test_a_chance_of_a_hundred_percent_has_a_column_that_holds_it() -> None:
    """Given who cannot pass, then the table says 100 %, and not with the sign of a planned way."""
    half = Chance(1, 2)
    sure = Chance(1)
    head, row = forced_by(half, sure, half)
    assert head.endswith("  A   B  C")
    assert row.endswith(" 50 100 50")
    head, row = forced_by(half, *[sure] * 7)
    assert head.endswith(" A  BC  DE  FG   H")
    assert row.endswith("50 100 100 100 100")


def test_a_mount_without_a_letter_is_headed_by_its_name() -> None:
    """Given a pony that has no letter, then the table of a forced march begins its name."""
    begun = after(SetRoute("0303"), at("0101", TAM, replace(PONY, token="")), under=region_world())
    found = survey(replace(begun, travelled=Fraction(4)), region_world())
    assert found.tokens == (TAM.token, "Po")


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Chance(9, 20), "45"),
        (Chance(0), "0"),
        (Chance(1, 10000), "1"),
        (Chance(9999, 10000), "99"),
        (Chance(1), "100"),
        (None, "-"),
    ],
)
def test_a_chance_in_whole_percent_is_never_rounded_to_certainty(
    chance: Chance | None, shown: str
) -> None:
    assert percent(chance) == shown


@pytest.mark.parametrize(
    ("dcs", "told", "higher"),
    [((), "-", False), ((12,), "12", False), ((12, 16), "12", True)],
    ids=["none", "one", "two"],
)
def test_t_101_the_column_of_a_forced_hour_has_the_dc_of_its_checks(
    dcs: tuple[int, ...], told: str, higher: bool
) -> None:
    pane = surveyed(ForcedTable, replace(SURVEY, forced=(replace(FORCED[0], dcs=dcs),)))
    lines = text(pane, 60)
    assert lines[2].split()[:3] == ["+1", "h", told]
    assert ("Longer marched: higher DC." in " ".join(lines)) is higher


def test_two_members_stand_on_a_line_where_there_is_little_room() -> None:
    pane = PartyTable()
    pane.show(PARTY[:4])
    lines = text(pane, 45)
    assert lines[1] == "V Valeria 31/31   C+2 9 m  |M Mirelle  24/24"
    assert lines[2] == "H Harsk  35/38n4! C+3 6 m* |p ponies   61 kg"


def test_a_mount_that_is_hurt_shows_it_in_two_columns_also_when_it_is_rested() -> None:
    pony = MemberLine("p", "p", "Pip", "mount", hp=13, hp_max=19, load="61 kg")
    pane = PartyTable()
    pane.show((PARTY[0], pony))
    assert text(pane, 45)[1].endswith("|p Pip      13/19")
    pane.show((PARTY[0], replace(pony, hp=19)))
    assert text(pane, 45)[1].endswith("|p Pip      61 kg")


def test_who_is_away_is_away_in_two_columns_too() -> None:
    """Given a hero and a mount that are away, then their rows say so, not what they carry."""
    away = [replace(row, present=False, state="away") for row in (PARTY[0], PARTY[3])]
    pane = PartyTable()
    pane.show((away[0], PARTY[1], PARTY[2], away[1]))
    lines = text(pane, 45)
    assert lines[1] == "V Valeria 31/31 away       |M Mirelle  24/24"
    assert lines[2] == "H Harsk  35/38n4! C+3 6 m* |p ponies   away"


def test_a_member_a_line_where_there_is_room() -> None:
    pane = PartyTable()
    pane.show(PARTY)
    lines = text(pane, 71)
    assert " ".join(lines[2].split()) == "V Valeria #### 31/31 0 +2 9 m on foot medium"
    assert "6 m*" in lines[3]
    assert lines[-1] == "+ add a member"


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (47, "S Sister Maelle  31/31   0   +2    9 m  61 kg"),
        (64, "S Sister Maelle  31/31   0   +2    9 m  Light horse 61 kg"),
        (71, "S Sister Maelle #### 31/31 0 +2 9 m Light horse 61 kg"),
    ],
)
def test_names_are_whole_before_mounts_and_those_before_bars(width: int, told: str) -> None:
    """Given a long name and a mount, then the bar and the load go first where there is no room."""
    maelle = replace(
        PARTY[0],
        id="s",
        token="S",
        name="Sister Maelle",
        rides="Light horse",
        load="",
        state="61 kg",
    )
    for pane in (PartyTable(), Roster()):
        pane.show([*PARTY[:3], maelle])
        row = text(pane, width + (6 if isinstance(pane, Roster) else 0))[-1]
        assert " ".join(row.split()) == " ".join(told.split())


def test_a_very_long_name_is_cut_before_a_column_is_lost() -> None:
    long = replace(
        PARTY[0],
        id="s",
        token="S",
        name="Aelfred Thordarson von und zu Uberlingen",
        rides="Light horse",
        load="",
        state="fatigued",
    )
    pane = Roster()
    pane.show([*PARTY[:3], long])
    assert "load" in text(pane, 84)[0]
    head, *_, row = text(pane, 78)
    assert "rides" in head
    assert "Aelfred.." in row
    assert "Light horse" in row
    assert "fatigued" in row


async def test_the_roster_walks_marks_and_keeps_its_marks() -> None:
    pane = Roster()
    app = Host(pane)
    async with app.run_test() as pilot:
        pane.show(PARTY)
        pane.focus()
        await pilot.press("j", "down", "end", "home", "k")
        assert app.said == ["h", "m", "+", "v"]
        pane.toggle_mark()
        assert pane.marked == {"v"}
        pane.mark_all()
        assert pane.marked == {"v", "h", "p"}
        pane.show(PARTY[1:])
        assert pane.marked == {"h", "p"}
        assert pane.cursor == "h"


def test_the_log_dims_what_was_undone_and_says_so() -> None:
    pane = JournalLog()
    pane.shown = (LogLine("14 Thaw 08:00", "marched 8 h", undone=True),)
    assert text(pane, 80)[1] == " 14 Thaw 08:00  undone: marched 8 h"


async def test_the_log_looks_back_and_says_how_far() -> None:
    pane = JournalLog()
    app = Host(pane)
    async with app.run_test(size=(80, 24)) as pilot:
        pane.styles.height = 3
        pane.shown = tuple(LogLine("", f"entry {n}") for n in range(20))
        pane.focus()
        await pilot.press("up", "k", "up")
        lines = pane.as_text().splitlines()
        assert "3 lines further on" in lines[0]
        assert lines[1:] == [" entry 15", " entry 16"]
        await pilot.press("home")
        assert pane.as_text().splitlines()[1] == " entry 0"
        await pilot.press("end")
        assert pane.as_text().splitlines()[2] == " entry 19"


def test_a_receipt_has_one_figure_a_line_and_the_rule_at_the_right() -> None:
    pane = ReceiptTree()
    pane.show([PACE], depth=1)
    assert len(text(pane, 78)) == 1
    pane.deeper()
    lines = text(pane, 78)
    assert lines[0].split() == ["pace", "1.5", "km/h", "T-153"]
    assert lines[1].split() == ["dwarf", "6", "m", "T-032", "default"]
    assert "source: 003, races" in pane.as_text()
    assert all(len(line) <= 78 for line in pane.as_text().splitlines())


def test_a_label_has_the_room_up_to_its_value_and_a_source_is_whole() -> None:
    """Given the panel of F3, then a label breaks only where its figure begins."""
    source = '003 ("one can sink into unconsciousness")'
    label = Message("disabled at these hit points")
    pane = ReceiptTree()
    pane.show([Receipt(label, 0, "C-250", source=source, default=True)])
    first, *below = text(pane, 44)
    assert first == " ".join(("disabled at these hit points", "0", "C-250 default"))
    assert " ".join(" ".join(below).split()) == f"source: {source}"
    pane.show([Receipt(label, KmPerHour(Fraction(3, 2)))])
    assert [line.split() for line in text(pane, 44)] == [
        ["disabled", "at", "these", "hit"],
        ["points", "1.5", "km/h"],
    ]


@pytest.mark.parametrize("width", [80, 100, 120])
def test_what_is_long_on_the_ahead_line_is_cut_with_a_sign(width: int) -> None:
    pane = AheadLine()
    pane.shown = AheadWords("go " + "on " * 60, "end " * 40, "take " * 60, "give " * 30)
    assert width_of(pane, width) <= width
    told = "\n".join(text(pane, width))
    assert told.count("..") >= 2
    for line in text(pane, width):
        words = line.replace("Space would:", "").split()
        assert not {"o", "tak", "ta", "giv", "en"} & set(words)


@pytest.mark.parametrize("width", [80, 120])
def test_beneath_a_dialog_the_ahead_line_says_nothing(width: int) -> None:
    pane = AheadLine()
    pane.shown = AheadWords("go", "end", "a march", silent=True)
    assert "".join(text(pane, width)).replace("Ahead", "").strip(" -─") == ""


def test_what_would_help_is_said_where_there_is_no_room_for_why_enter_does_nothing() -> None:
    """Given a long line of Space at 80 columns, then Enter's is short, and whole at 100."""
    pane = AheadLine()
    enter = "nothing: no route leads there; :legs writes a way"
    brief = "nothing; :legs writes a way"
    pane.shown = AheadWords(enter, "march 8 h, asks 2 rolls", brief=brief)
    first = text_of(pane.lines(80)).splitlines()[0]
    assert first == f" Enter: {brief}   Spc: march 8 h, asks 2 rolls"
    assert f"Enter would: {enter}" in text_of(pane.lines(120))


@pytest.mark.parametrize(
    ("enter", "shown"),
    [
        ("go", [" Enter: go   Spc: end the turn", ' undo would take back: "a march"']),
        (
            "Harsk moves to D5, asks e, d to strike, then attacks the ogre, needs 12",
            [
                " Enter: Harsk moves to D5, asks e, d to strike, then attacks the ogre, needs 12",
                " Spc: end the turn",
            ],
        ),
    ],
)
def test_what_enter_does_is_said_whole_in_the_place_of_undo(enter: str, shown: list[str]) -> None:
    pane = AheadLine()
    pane.shown = AheadWords(enter, "end the turn", "a march")
    assert text(pane, 80) == shown


def test_what_undo_takes_back_has_the_room_that_redo_leaves() -> None:
    pane = AheadLine()
    pane.shown = AheadWords("go", "end", "W" * 60)
    assert "W" * 60 in text(pane, 120)[0]


def test_what_is_added_to_a_sentence_of_many_lines_is_not_cut() -> None:
    """Given a refusal of three lines, then the keys that were dropped with it are said."""
    line = NumberLine()
    line.told = f"{'why ' * 70}. 3 keys typed behind it were dropped."
    told = text(line, 80)
    assert len(told) == 3
    assert told[1].endswith("..")
    assert told[2].strip() == "3 keys typed behind it were dropped."
    line.told = "Why not. 3 keys typed behind it were dropped."
    assert text(line, 80) == [" _  Why not. 3 keys typed behind it were dropped."]


async def test_the_number_line_takes_digits_and_gives_them_once() -> None:
    pane = NumberLine()
    app = Host(pane)
    async with app.run_test():
        for key in "14":
            assert pane.take(key, key)
        assert not pane.take("t", "t")
        assert pane.used() == "14"
        assert pane.used() == ""
        pane.say("Wait.")
        pane.unsay("Go.")
        assert "Wait." in pane.as_text()
        pane.unsay("Wait.")
        assert "Wait." not in pane.as_text()


async def test_backspace_and_escape_are_the_numbers_only_while_there_is_one() -> None:
    pane = NumberLine()
    async with Host(pane).run_test():
        assert not pane.take("backspace", None)
        assert not pane.take("escape", None)
        assert not pane.take("full_stop", ".")
        assert pane.take("1", "1")
        assert pane.take("full_stop", ".")
        assert pane.take("5", "5")
        assert pane.take("backspace", None)
        assert pane.used() == "1"


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("width", [80, 120])
def test_the_last_line_fits_and_never_loses_help(screen: str, width: int) -> None:
    pane = KeysLine()
    pane.show(keymap().footer(screen))
    line = text(pane, width)[0]
    assert len(line) <= width
    assert "?" in line


def test_the_last_line_of_the_journey_is_as_drawn() -> None:
    pane = KeysLine()
    pane.show(keymap().footer("journey"))
    assert text(pane, 80) == [
        "Spc march t hours p pace m mounts s camp e encounter S checks w why u undo ?"
    ]


def test_neighbours_with_one_word_share_it() -> None:
    pane = KeysLine()
    pane.show(keymap().footer("campaigns"))
    assert text(pane, 80)[0].startswith("Up Down choose")


@pytest.mark.parametrize(
    ("length", "shown"), [(Hours(8), "8"), (Hours(Fraction(5, 3)), "1h40"), (Hours(0), "0")]
)
def test_hours_are_short_in_tables(length: Hours, shown: str) -> None:
    assert hours(length) == shown


def test_a_moment_loses_its_month_before_its_hour() -> None:
    assert when("16 Deepwinter 08:40", 13) == "16 08:40     "


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (19, "the turn of Tam; ok"),
        (18, "the turn of Tam.."),  # a word more has no room, nor has the sign before it
        (14, "the turn of.."),
        (2, ".."),
    ],
)
def test_what_is_cut_ends_at_a_word(width: int, shown: str) -> None:
    assert trimmed("the turn of Tam; ok", width) == shown
    assert trimmed("Rabenschwarzwald", 8) == "Rabens.."  # of one long word as much as fits


def test_a_long_name_keeps_its_end_by_which_it_is_told_from_others() -> None:
    assert both_ends("The Long Marches", 17) == "The Long Marches"
    assert both_ends("The Long Marches, what if 1", 17) == "The Lo..what if 1"
    assert both_ends("Rabenschwarzwald", 8) == "Rabens.."


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (17, "prone, nl 3, shak"),
        (16, "prone, nl 3.."),
        (13, "prone, nl 3.."),
        (12, "prone.."),
        (6, "pron.."),
    ],
)
def test_a_list_that_is_cut_ends_behind_one_of_its_parts(width: int, shown: str) -> None:
    assert trimmed("prone, nl 3, shak", width, ", ") == shown


def test_nobody_bruised_no_column_of_bruises() -> None:
    """Given nobody with nonlethal damage, then the party has no column for it."""
    hale = [replace(row, nonlethal=0) for row in PARTY]
    assert any(row.nonlethal for row in PARTY)
    for rows, heads in ((PARTY, True), (hale, False)):
        pane = PartyTable()
        pane.show(rows)
        assert (" nl " in text(pane, 70)[1]) is heads
        assert ("####" in text(pane, 48)[2]) is not heads  # the figures and the state come first
