"""The panes of a fight, to the letter of the drawings for 80 and for 120 columns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Self

import pytest
from rich.cells import cell_len
from textual.geometry import Region, Size

from core.messages import Chance
from core.values import replace
from tests.each import each
from tests.tui.widgets.one_pane import Host
from tui.encounter.panes.fight_lines import (
    AttackLine,
    CardLines,
    ChaseLines,
    FlankLine,
    OrderLine,
    RunnerLine,
    StrikeLine,
    ThreatLines,
    TickLine,
    UnderLines,
)
from tui.encounter.panes.ground_panes import ChaseLadder
from tui.encounter.panes.side_panes import (
    CreaturePanel,
    CreatureRows,
    InitiativeList,
    OrderRows,
    PackLines,
    TickingList,
    TickRows,
)
from tui.encounter.panes.threat_panel import ThreatPanel, ThreatRows
from tui.kit.lines_view import Line, Pane, text_of
from tui.kit.looks import LINES

NARROW = 31
WIDE = 43


def wolf(token: str, hp: str, total: str = "19") -> OrderLine:
    return OrderLine(f"wolf-{token}", total, token, "wolf", hp)


PACK = tuple(
    wolf(t, hp) for t, hp in (("b", "13/13"), ("c", "13/13"), ("d", "7/13"), ("e", "13/13"))
)
ORDER = (
    OrderLine("valeria", "22", "V", "Valeria", "31/31"),
    wolf("a", "9/13"),
    OrderLine("wolves", "19", "b-e", "wolves", "13x3, d 7", inside=PACK),
    OrderLine("tam", "17", "T", "Tam", "16/22", "flies 3 (4.5 m)", "fly 3"),
    OrderLine("harsk", "15", "H", "Harsk", "35/38", "nonlethal 3", "nl3", acting=True),
    OrderLine("ogre", "12", "O", "Ogre", "26/30", "Large, reach 2", "Large r2"),
    OrderLine("mirelle", "11", "M", "Mirelle", "24/24", "holds: bless 4", "bless 4"),
    OrderLine("sorrel", "9", "S", "Sorrel", "20/27", "prone", "prone"),
    OrderLine(
        "hidden",
        "6",
        "f-h",
        "wolves",
        "13x3",
        "hidden from party",
        "hidden",
        faint=True,
        inside=tuple(wolf(t, "13/13", "6") for t in "fgh"),
    ),
)
TICKS = (
    TickLine("bless", "M", "4 rounds, ends before M", brief="4 rounds"),
    TickLine("shaken", "V", "ends when O acts", next=True, brief="this round"),
    TickLine("a spell of many words", "V", "until the cows come home"),
)
QUARTER = Chance(1, 4)
THREAT = ThreatLines(
    "H",
    "Harsk",
    "F9",
    "I9",
    cost="3 of 4 squares",
    spends="move action",
    mode="walk",
    steps=("G9 1", "H9 1", "I9 1"),
    rules=("C-021",),
    strikes=(StrikeLine("a", "F9", 2, 18, QUARTER), StrikeLine("c", "F9", 2, 18, QUARTER)),
    at_least=Chance(Fraction(7, 16)),
    safe="no other path avoids both; 1.5 m step:",
    free=("G8", "G9", "G10"),
    flanks=(FlankLine("d", "V", 2, "C-205"),),
    threatened=("threatened by d", "ogre no (4 sq)"),
    attack=AttackLine("d", 14, (8, 2), 4, Chance(17, 20)),
    left="standard, swift; no 1.5 m step",
    left_brief="standard, no step",
)
CARD = CardLines(
    "a",
    "wolf",
    ("AC 14", "HP 9/13"),
    (("bite +2 1d6+1 trip",), ("speed 15 m (10 sq)",), ("prone", "shaken, 3 rounds")),
    "core/bestiary/pf1: wolf",
)
UNDER = UnderLines("I9", "open ground, bright, empty", (), ("from V: 1 square.", "d: adjacent"))
CHASE = ChaseLines(
    1,
    (
        RunnerLine("tam", "T", "Tam", 24, None, 9, 10),
        RunnerLine("wolf-a", "a", "wolf", 40, 48, 12, 10, "catches Tam in 3 rounds"),
    ),
    "Space: the chase goes on for a round.",
)


def text(pane: Pane, width: int) -> list[str]:
    return text_of(pane.lines(width)).splitlines()


def order(rows: tuple[OrderLine, ...] = ORDER, most: int = 0) -> InitiativeList:
    pane = InitiativeList()
    pane.shown = OrderRows(rows, most)
    return pane


def test_the_order_of_initiative_at_80_columns() -> None:
    assert text(order(), NARROW) == [
        "init      hp    state",
        "22 V   31/31",
        "19 a    9/13",
        "19 b-e  13x3, d 7 (V: all)",
        "17 T   16/22  fly 3",
        "15>H   35/38  nl3",
        "12 O   26/30  Large r2",
        "11 M   24/24  bless 4",
        " 9 S   20/27  prone",
        " 6 f-h  13x3  hidden",
    ]


def test_the_order_of_initiative_at_120_columns_with_a_group_opened() -> None:
    assert text(order(), WIDE) == [
        "initiative",
        " 22 V  Valeria  31/31",
        " 19 a  wolf      9/13",
        " 19 b  wolf     13/13   }",
        " 19 c  wolf     13/13   } one init,",
        " 19 d  wolf      7/13   } V marks all",
        " 19 e  wolf     13/13   }",
        " 17 T  Tam      16/22  flies 3 (4.5 m)",
        " 15>H  Harsk    35/38  nonlethal 3",
        " 12 O  Ogre     26/30  Large, reach 2",
        " 11 M  Mirelle  24/24  holds: bless 4",
        "  9 S  Sorrel   20/27  prone",
        "  6 f-h wolves  13x3   hidden from party",
    ]


def test_a_group_that_has_no_room_or_was_closed_stays_one_row() -> None:
    """Given 120 columns, then groups open where all have room, and stay as the GM left them."""
    assert text(order(most=12), WIDE)[3] == " 19 b-e wolves  13x3, d 7"
    assert text(order(most=13), WIDE)[3] == " 19 b  wolf     13/13   }"
    pane = order()
    pane.open("wolves", False)
    pane.shown = OrderRows(ORDER)
    assert text(pane, WIDE)[3] == " 19 b-e wolves  13x3, d 7"


@each("most", [4, 5, 6, 8, 9])
@each("acting", range(9))
def test_what_has_no_room_in_the_order_is_counted_and_who_acts_is_shown(
    most: int, acting: int
) -> None:
    """Given any room and anybody acting, then that row is there and all others are counted."""
    rows = tuple(replace(row, acting=at == acting) for at, row in enumerate(ORDER))
    told = text(order(rows, most=most), NARROW)
    assert len(told) == most
    counted = [int(row.split()[1]) for row in told if row.startswith("...")]
    assert sum(counted) + len(told) - 1 - len(counted) == len(ORDER)
    assert sum(">" in row for row in told) == 1


def test_names_are_whole_beside_bars_and_the_points_of_a_pack_end_with_a_word() -> None:
    maelle = replace(ORDER[0], name="Sister Maelle", health=(31, 31))
    pack = replace(ORDER[2], hp="a 3, b -9, c -14, d 13, e 7", health=(9, 52), faint=True)
    assert text(order((maelle, pack)), WIDE + 1)[1:] == [
        " 22 V  Sister Maelle ##### 31/31",
        " 19 b-e wolves       #---- a 3, b -9..",
    ]
    assert text(order((pack,)), NARROW)[1] == "19 b-e  a 3, b -9, c -14.."


def test_names_and_the_bar_of_a_pack_give_way_to_states() -> None:
    ill = replace(ORDER[0], state="prone, fatigued, sickened", brief="prone FTG sick")
    maelle = replace(ill, name="Sister Maelle", health=(31, 31))
    pack = replace(ill, name="wolves", hp="e -2, f -6", health=(9, 52), inside=PACK, faint=True)
    rows = text(order((maelle, pack)), WIDE + 1)[1:]
    assert [row.endswith("prone FTG sick") for row in rows] == [True, True]


def test_long_states_and_names_are_cut_with_a_sign() -> None:
    long = replace(ORDER[0], name="Bartholomew the Elder", hp="131/131", state="shaken " * 9)
    for width in (NARROW, WIDE):
        row = text(order((long,)), width)[1]
        assert cell_len(row) <= width
        assert row.endswith("..")
        assert "131/131" in row


def test_the_marked_have_a_star_and_ties_are_shown_in_halves() -> None:
    rows = (replace(ORDER[0], marked=True, total="15.5"), replace(ORDER[4], total="15"))
    assert text(order(rows), NARROW)[1:] == ["15.5 V*  31/31", "  15>H   35/38  nl3"]


async def test_right_opens_a_group_and_left_closes_it() -> None:
    """Given the list's cursor on a group, when right and left are pressed, then it is opened."""
    app = Host(order())
    async with app.run_test(size=(NARROW, 20)) as pilot:
        pane = app.query_one(InitiativeList)
        pane.focus()
        pane.action_cursor("nw")
        await pilot.press("down", "down", "right")
        assert pane.cursor == "wolf-b"
        assert "19 d    7/13" in pane.as_text()
        await pilot.press("left")
        assert pane.cursor == "wolves"
        assert "13x3, d 7" in pane.as_text()


def ticking(most: int = 0, rows: tuple[TickLine, ...] = TICKS) -> TickingList:
    pane = TickingList()
    pane.shown = TickRows(rows, most)
    return pane


class Asked(Pane):
    """A pane of some lines, which counts how often it asks for a layout."""

    count = 2
    layouts = 0

    def lines(self, width: int) -> list[Line]:
        return [((f"{self.count}", ""),)] * self.count

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        if layout:
            self.layouts += 1
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


async def test_a_pane_asks_for_a_layout_only_where_its_lines_are_more_or_fewer() -> None:
    """Given a pane of two lines, when drawn again, then it is laid out only with three."""
    app = Host(Asked())
    async with app.run_test(size=(NARROW, 20)) as pilot:
        pane = app.query_one(Asked)
        await pilot.pause()
        pane.layouts = 0
        pane.redraw()
        assert pane.layouts == 0
        pane.count = 3
        pane.redraw()
        assert pane.layouts == 1
        await pilot.pause()
        assert pane.size.height == 3


@pytest.mark.parametrize("kind", [InitiativeList, TickingList, ThreatPanel, CreaturePanel])
def test_a_pane_beside_the_board_is_drawn_again_only_for_another_value(
    kind: type[InitiativeList | TickingList | ThreatPanel | CreaturePanel],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a value, when an equal one is set, then nothing is drawn; with less room it is."""
    drawn: list[Pane] = []
    monkeypatch.setattr(Pane, "redraw", lambda pane, layout=True: drawn.append(pane))
    pane = kind()
    value = type(pane.shown)
    pane.shown = value(most=4)
    drawn.clear()
    pane.shown = value(most=4)
    assert drawn == []
    pane.shown = value(most=3)
    assert drawn == [pane]


def test_what_ticks_at_both_sizes() -> None:
    assert text(ticking(rows=TICKS[:2]), WIDE) == [
        "ticking",
        " bless (M)        4 rounds, ends before M",
        " shaken (V)       ends when O acts  <- next",
    ]
    assert text(ticking(), NARROW) == [
        "ticking",
        "bless (M)  4 rounds",
        "shaken (V)  <- next",
        "a spell of many words (V)",
        "  until the cows come home",
    ]


def test_what_ended_says_so_and_what_has_no_room_is_counted() -> None:
    ended = (replace(TICKS[1], next=False, ended=True), *TICKS)
    assert text(ticking(2, ended), NARROW) == [
        "ticking                  3 more",
        "ENDED shaken (V)",
    ]
    assert text(ticking(2, ended), WIDE)[1:] == [" ENDED shaken (V)"]
    assert text(ticking(rows=()), WIDE) == []


def threat(shown: ThreatLines | None = THREAT, most: int = 0) -> ThreatPanel:
    pane = ThreatPanel()
    pane.shown = ThreatRows(shown, most)
    return pane


def test_the_threat_panel_at_120_columns() -> None:
    assert text(threat(), WIDE) == [
        "Harsk  F9 to I9",
        " move action, walk         3 of 4 squares",
        "   G9 1   H9 1   I9 1      C-021",
        " ! leaving F9: a strikes   +2 vs 18  25 %",
        "               c strikes   +2 vs 18  25 %",
        "   hit at least once 44 %",
        " no other path avoids both; 1.5 m step:",
        "   G8 G9 G10 free",
        " at I9  flanks d with V        +2   C-205",
        "        threatened by d; ogre no (4 sq)",
        "        cover from: nobody",
        " then attack d AC 14: +8 +2 needs 4  85 %",
        " left: standard, swift; no 1.5 m step",
    ]


def test_where_there_are_two_armour_classes_the_attack_names_the_one() -> None:
    assert THREAT.attack is not None
    against = replace(THREAT, attack=replace(THREAT.attack, armour="KAC"))
    assert ["then", "attack", "d", "KAC", "14:", "+8", "+2", "needs", "4", "85", "%"] in [
        line.split() for line in text(threat(against), WIDE)
    ]
    assert any(line.startswith("d KAC14: +8 +2") for line in text(threat(against), NARROW))


def test_c_211_flanking_that_lowers_the_armour_class_says_so() -> None:
    flanked = replace(THREAT, flanks=(FlankLine("d", "V", 0, "C-212", -2),))
    assert " at I9  flanks d with V     AC -2   C-212" in text(threat(flanked), WIDE)
    assert "at I9: flanks d with V  AC -2" in text(threat(flanked), NARROW)


def test_the_threat_panel_at_80_columns() -> None:
    brief = replace(THREAT, safe="no path avoids it; 1.5 m step:", at_least=None)
    assert text(threat(brief), NARROW) == [
        "H  F9 to I9",
        "3 of 4 squares, move action",
        "! leaving F9: a 25 %  c 25 %",
        ". no path avoids it; 1.5 m",
        "  step: G8-G10",
        "at I9: flanks d with V  +2",
        "d AC14: +8 +2 hits on 4  85 %",
        "left: standard, no step",
    ]


def test_a_square_that_cannot_be_reached_says_why() -> None:
    no_way = ThreatLines("H", "Harsk", "F9", "U1", trouble="U1 is rock.", left="standard")
    assert text(threat(no_way), NARROW) == ["H  F9 to U1", "U1 is rock.", "left: standard"]
    assert text(threat(None), NARROW) == []


def test_where_there_is_little_room_the_price_and_the_strikes_stay() -> None:
    rows = text(threat(most=5), WIDE)
    assert len(rows) == 5
    assert rows[1].startswith(" move action")
    assert rows[2].startswith(" ! leaving F9")
    assert rows[-1] == "... 9 more: w"


def test_many_strikers_cover_and_a_long_way_are_told_whole() -> None:
    many = replace(
        THREAT,
        steps=tuple(f"AA{n} {1 + n % 2}" for n in range(10, 40)),
        strikes=tuple(StrikeLine(t, "F9", 2, 18, QUARTER) for t in "abcdefgh"),
        cover=(
            "O soft cover +4",
            "f total cover",
            "b c d e f g h i soft cover +4",
        ),
        attack=AttackLine("d", trouble="it is out of reach"),
    )
    narrow = text(threat(many), NARROW)
    wide = text(threat(many), WIDE)
    assert all(cell_len(line) <= NARROW for line in narrow)
    assert all(cell_len(line) <= WIDE - 2 for line in wide[1:])
    assert all(f"{token} 25 %" in " ".join(narrow) for token in "abcdefgh")
    assert "b c d e f g h i soft cover +4" in " ".join(" ".join(narrow).split())
    assert "... 18 more ..." in " ".join(wide)
    assert "        cover from: O soft cover +4" in wide
    assert " no attack on d: it is out of reach" in wide


def test_under_the_cursor_and_the_stat_card() -> None:
    pane = CreaturePanel()
    pane.shown = CreatureRows(UNDER, CARD)
    assert text(pane, WIDE) == [
        "under the cursor  I9",
        " open ground, bright, empty",
        " from V: 1 square.  d: adjacent",
        "a  wolf",
        " AC 14  HP 9/13",
        " bite +2 1d6+1 trip",
        " speed 15 m (10 sq)",
        " prone  shaken, 3 rounds",
        " core/bestiary/pf1: wolf",
    ]
    pane.shown = CreatureRows(UNDER, CARD, most=4)
    rows = text(pane, NARROW)
    assert rows[0] == "under the cursor  I9"
    assert rows[-1].startswith("... ")
    assert len(rows) == 4


def test_the_ladder_of_a_chase() -> None:
    pane = ChaseLadder()
    pane.chase = CHASE
    assert text(pane, 76) == [
        "chase" + " " * 58 + "after 1 round",
        "                    squares  behind  runs  DC",
        " < T Tam                 24       -     9  10  ...................T",
        "   a wolf                40      48    12  10  .........a..........",
        "     catches Tam in 3 rounds",
        " Space: the chase goes on for a round.",
    ]
    assert all(cell_len(line) <= 48 for line in text(pane, 48))


@pytest.mark.parametrize(("behind", "at"), [(0, 19), (8, 11), (24, 7), (10**6, 0)])
def test_the_track_of_a_chase_shows_the_distance(behind: int, at: int) -> None:
    pane = ChaseLadder()
    pane.chase = ChaseLines(1, (RunnerLine("wolf-a", "a", "wolf", 40, behind),))
    assert text(pane, 76)[2][-20:] == "." * at + "a" + "." * (19 - at)


def panes() -> Iterator[Pane]:
    creature = CreaturePanel()
    ladder = ChaseLadder()
    creature.shown = CreatureRows(UNDER, CARD)
    ladder.chase = CHASE
    yield from (order(), ticking(), threat(), creature, ladder)


@pytest.mark.parametrize("width", [NARROW, WIDE, 48])
def test_nothing_is_wider_than_its_pane_and_plain_is_ascii(width: int) -> None:
    for pane in panes():
        for line in text(pane, width):
            assert cell_len(line) <= width, (type(pane), line)
            assert line.isascii()


async def test_the_panes_are_drawn_in_lines_too() -> None:
    for pane in panes():
        pane.look = LINES
        assert pane.as_text()


class Low(PackLines):
    """A pane of three lines."""

    size = Size(31, 3)


def test_a_proposal_for_a_pack_is_wrapped_and_says_what_it_left_out() -> None:
    pane = Low()
    pane.show(["1 of 1: a-h to M", "too far to strike: f AF10, g AE11, h AE12", "d U10", "e V10"])
    assert text_of(pane.lines(31)).splitlines() == [
        "1 of 1: a-h to M",
        "too far to strike: f AF10, g",
        "... 3 more",
    ]


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_the_chance_of_a_critical_hit_stands_beside_that_of_a_hit(width: int) -> None:
    attack = AttackLine("d", 14, (8, 2), 4, Chance(17, 20), Chance(1, 4))
    rows = text(threat(replace(THREAT, attack=attack)), width)
    assert any(row.rstrip().endswith("85 %, crit 25 %") for row in rows)
    assert all(cell_len(row) <= width for row in rows)
