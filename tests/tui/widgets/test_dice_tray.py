"""The dice tray on a screen: what it shows, which keys it takes, what it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import pytest
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import Message
from core.values import replace
from tests.themed import Themed
from tui.play.dice.dice_tray import DiceTray
from tui.play.dice.tray_model import Tray

MEMBERS = {"valeria": ("V", "Valeria"), "harsk": ("H", "Harsk"), "tam": ("T", "Tam")}
KEYS = ("w", "o", "p", "t", "f9", "space")
MODIFIERS = {"valeria": 2, "harsk": 3, "tam": 0}


def con(who: str) -> Question:
    modifier = MODIFIERS[who]
    return Question(
        f"con/{who}",
        Message("Con"),
        who,
        modifier=modifier,
        dc=14,
    )


def fives(question: Question) -> Rolled:
    return Rolled((5,))


class Host(Themed):
    """Shows one tray and keeps what it says, and the keys that it leaves alone."""

    BINDINGS: ClassVar = [Binding(key, f"left('{key}')") for key in KEYS]

    def __init__(self, questions: Iterable[Question] = ()) -> None:
        super().__init__()
        self.questions = tuple(questions) or tuple(con(who) for who in MEMBERS)
        self.submitted: list[dict[str, Answer]] = []
        self.put_away: list[dict[str, Answer]] = []
        self.left: list[str] = []

    def compose(self) -> ComposeResult:
        yield DiceTray()

    def on_mount(self) -> None:
        self.tray.answered = self.keep
        self.tray.load("Forced march, hour 10", Tray(self.questions, MEMBERS, fives))
        self.tray.focus()

    @property
    def tray(self) -> DiceTray:
        return self.query_one(DiceTray)

    def action_left(self, key: str) -> None:
        self.left.append(key)

    def keep(self, answers: dict[str, Answer], taken: bool) -> None:
        (self.submitted if taken else self.put_away).append(answers)


async def shown(app: Host, line: str, width: int = 80) -> list[str]:
    """What the tray shows after `line` was typed."""
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.press(*("space" if char == " " else char for char in line))
        return app.tray.as_text().splitlines()


async def test_a_tray_that_asks_again_keeps_the_focus() -> None:
    """Given one put away and opened again at once, when the first is told, then keys are for it."""
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.tray.post_message(events.Hide())
        await pilot.press("6")
        assert app.tray.tray.text == "6"
        app.tray.display = False
        await pilot.pause()
        assert app.focused is None


@pytest.mark.parametrize(("line", "turned"), [("ae", ["e"]), ("e", ["e"]), ("1ae", [])])
async def test_the_key_of_attacks_may_stand_before_the_letter_of_another_target(
    line: str, turned: list[str]
) -> None:
    """Given a tray that letters turn, then a e means e as e does, until something is typed."""
    heard: list[str] = []
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.tray.turned = heard.append
        tray = Tray((con("harsk"),), MEMBERS, fives)
        app.tray.load("attack", tray, others=frozenset("e"), prefix="a")
        await pilot.press(*line)
        assert heard == turned


@pytest.mark.parametrize(
    ("line", "turned", "given"),
    [
        ("e", ["e"], {}),
        ("5 e", ["e"], {"con/harsk": 5}),
        ("5e", ["e"], {"con/harsk": 5}),
        ("5 E", ["e"], {"con/harsk": 5}),
        ("5 6 e", [], {"con/harsk": 5, "con/tam": 6}),
    ],
)
async def test_who_is_struck_is_chosen_before_the_die_of_any_row(
    line: str, turned: list[str], given: dict[str, int]
) -> None:
    """Given strikes at rider and mount, then the other's letter turns the row that is asked."""
    heard: list[str] = []
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.tray.turned = heard.append
        tray = Tray((con("harsk"), con("tam")), MEMBERS, fives)
        app.tray.load("opportunities", tray, choices=frozenset("e"))
        await pilot.press(*("space" if key == " " else key for key in line))
        assert heard == turned
        assert app.tray.answers == {key: Typed(die) for key, die in given.items()}


async def test_the_tray_looks_as_it_was_drawn() -> None:
    assert await shown(Host(), "h6 v20 ") == [
        "Forced march, hour 10                                             DC 14   2 of 3",
        "   V Valeria   d20 +2   needs 12 up  45 %     d20 [20]  = 22 nat  pass",
        "   H Harsk     d20 +3   needs 11 up  50 %     d20 [ 6]  =  9  FAIL",
        " > T Tam       d20 +0   needs 14 up  35 %     d20 die [_]",
        " h6 v20 _                 space = next empty row   ! roll it   !! roll the rest",
    ]


async def test_the_longest_need_is_not_cut_and_the_columns_hold() -> None:
    """Given DCs that differ, one need longer than usual, then each chance is whole."""
    dear = Question("a", Message("Con"), "tam", dc=12, modifier=0)
    cheap = Question("b", Message("Con"), "harsk", dc=10, modifier=3)
    lines = await shown(Host([dear, cheap]), "")
    assert "DC 12 needs 12 up  45 % d20 die [_]" in lines[1]
    assert lines[1].index("[_]") == lines[2].index("[  ]")


async def test_the_end_of_a_long_title_is_not_cut() -> None:
    """Given a command with what is unusual in it, then the title takes two lines."""
    app = Host()
    async with app.run_test(size=(80, 24)):
        app.tray.load("go " * 20 + "no action left: Harsk; * far avoids it", Tray((), {}, fives))
        lines = app.tray.as_text().splitlines()
    assert lines[0].endswith("0 of 0")
    told = " ".join(lines[:2]).replace("0 of 0", "")
    assert " ".join(told.split()).endswith("no action left: Harsk; * far avoids it")


async def test_the_line_echoes_what_is_being_typed_with_its_letter() -> None:
    assert (await shown(Host(), "15 h6"))[-1].startswith(" 15 h6_ ")


async def test_with_too_little_room_the_current_row_and_the_line_typed_are_seen() -> None:
    many = [Question(f"e/{n}", Message(f"row {n}"), dice="d12", wanted=(1,)) for n in range(30)]
    app = Host(many)
    async with app.run_test(size=(80, 10)) as pilot:
        app.tray.styles.max_height = 8
        await pilot.press(*(key for _ in range(20) for key in ("7", "space")))
        await pilot.pause()
        lines = app.tray.as_text().splitlines()
        assert len(lines) == 8
        assert any(line.startswith(" > row 20") for line in lines)
        assert lines[-1].split()[:3] == ["7", "7", "7"]


async def test_the_curtain_hides_dc_need_and_chance() -> None:
    app = Host()
    async with app.run_test() as pilot:
        app.tray.player_view = True
        await pilot.pause()
        text = app.tray.as_text()
        assert "DC" not in text
        assert "needs" not in text
        assert "%" not in text


async def test_a_refusal_stands_in_words_under_its_row() -> None:
    lines = await shown(Host(), "v27 ")
    assert "27" in lines[2]
    assert "22" in lines[2]


async def test_enter_submits_all_answers_once_every_row_has_one() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press(*"h6", "enter", *"v15", "enter", *"7", "enter")
        assert app.submitted == [
            {"con/valeria": Typed(15), "con/harsk": Typed(6), "con/tam": Typed(7)}
        ]


async def test_escape_puts_it_away_and_rolls_nothing() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press(*"h6", "space", "escape")
        assert app.put_away == [{"con/harsk": Typed(6)}]
        assert app.submitted == []
        assert app.tray.tray.owed() == ("con/valeria", "con/tam")


async def test_why_overrule_and_function_keys_reach_the_screen_and_letters_do_not() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press("w", "o", "f9", "p", "t", "space")
        assert app.left == ["w", "o", "f9"]


async def test_arrows_pick_a_row_to_answer_again() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press(*"15", "space", *"6", "space", "up", "up", *"16", "space")
        assert app.tray.answers == {"con/valeria": Typed(16), "con/harsk": Typed(6)}


async def test_tab_picks_the_next_row_and_shift_tab_the_one_before() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press("tab", *"6", "shift+tab", *"15", "tab", "tab", *"9", "enter")
        assert app.submitted == [
            {"con/valeria": Typed(15), "con/harsk": Typed(6), "con/tam": Typed(9)}
        ]


async def test_backspace_takes_back_a_digit() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press(*"16", "backspace", *"5", "space")
        assert app.tray.answers == {"con/valeria": Typed(15)}


async def test_damage_opens_in_the_row_that_failed() -> None:
    app = Host()
    async with app.run_test() as pilot:
        await pilot.press(*"15", "space", *"6", "space", *"17", "enter")
        follow = Question("con/harsk/d", Message("nl"), "harsk", dice="1d6", follows="con/harsk")
        app.tray.ask_more([follow])
        await pilot.pause()
        assert "FAIL  1d6 nl [_]" in app.tray.as_text()
        await pilot.press(*"4", "enter")
        assert app.submitted[-1]["con/harsk/d"] == Typed(4)


async def test_answers_given_before_are_there_when_it_opens_again() -> None:
    app = Host()
    async with app.run_test() as pilot:
        app.tray.load("again", Tray(app.questions, MEMBERS, fives), {"con/harsk": Typed(6)})
        await pilot.press(*"15", "space")
        assert app.tray.answers == {"con/harsk": Typed(6), "con/valeria": Typed(15)}


async def test_a_ruling_goes_into_the_row_in_focus() -> None:
    app = Host()
    async with app.run_test():
        assert app.tray.tray.current.question == con("valeria")
        app.tray.overrule("pass", "the rope held")
        assert app.tray.answers == {"con/valeria": Ruled("pass", "the rope held")}


async def test_encounter_checks_say_on_which_faces_something_is_met() -> None:
    blocks = [Question(f"e/{b}", Message(b), dice="d12", wanted=(1,)) for b in ("08-12", "12-16")]
    lines = await shown(Host(blocks), "7 1 ")
    assert " ".join(lines[1].split()) == "08-12 d12 meets on 1 8 % d12 [ 7] no"
    assert " ".join(lines[2].split()) == "> 12-16 d12 meets on 1 8 % d12 [ 1] YES"


async def test_a_check_of_the_dying_says_in_a_row_of_80_columns_which_faces_it_needs() -> None:
    """Given 10 % in d100, then the row has room for its die, and the faces are said as a range."""
    asked = Question(
        "stabilise/ford/round-3/tam",
        Message("Tam is dying"),
        "tam",
        dice="d100",
        wanted=tuple(range(1, 11)),
    )
    lines = await shown(Host([asked]), "")
    assert " ".join(lines[1].split()) == "> T Tam d100 needs 1 to 10 10 % d100 die [_]"
    assert len(lines[1]) <= 80
    lines = await shown(Host([asked]), "7 ")
    assert lines[1].endswith("d100 [ 7]  pass")


async def test_different_dcs_stand_in_their_rows() -> None:
    two = [con("valeria"), Question("swim/tam", Message("Swim"), "tam", dc=10)]
    lines = await shown(Host(two), "")
    assert "DC" not in lines[0]
    assert "DC 14" in lines[1]
    assert "DC 10" in lines[2]


async def test_names_in_brackets_are_not_read_as_markup() -> None:
    app = Host()
    async with app.run_test() as pilot:
        app.tray.load("[red]x", Tray(app.questions, {"tam": ("T", "[b]Tam")}, fives))
        await pilot.pause()
        assert "[b]Tam" in app.tray.as_text()


async def test_it_works_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    lines = await shown(Host(), "h6 !")
    assert any("FAIL" in line for line in lines)


async def test_it_is_seven_bit_ascii_in_the_plain_look() -> None:
    assert "\n".join(await shown(Host(), "h6 v27 !")).isascii()


def strike(who: str) -> Question:
    """An attack of +8 against Armour Class 14."""
    return Question(
        f"hit/{who}",
        Message("hit"),
        who,
        modifier=8,
        dc=14,
        naturals=True,
        says="attack",
    )


async def test_attacks_hit_or_miss_an_armour_class() -> None:
    lines = await shown(Host([strike("valeria"), strike("harsk")]), "v5 h6 ")
    assert "AC 14" in lines[0]
    assert lines[1].endswith("needs 6 up  75 %      d20 [ 5]  = 13  miss")
    assert lines[2].endswith("needs 6 up  75 %      d20 [ 6]  = 14  HIT")


async def test_the_chance_of_an_attack_has_the_miss_chance_in_it() -> None:
    """Given 75 % on the die and half of the hits missing, then 37.5 %, and why it is so little."""
    lines = await shown(Host([replace(strike("harsk"), miss_chance=50)]), "")
    assert "needs 6 up  38 %  miss 50 % " in lines[1]
    assert len(lines[1].rstrip()) <= 80


async def test_where_there_are_two_armour_classes_the_title_names_the_one() -> None:
    lines = await shown(Host([replace(strike("harsk"), armour="EAC")]), "h5 ")
    assert "EAC 14" in lines[0]


async def test_a_critical_hit_is_one_row_and_what_is_asked_now_is_seen() -> None:
    app = Host([strike("valeria")])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "0", "enter")
        for key, more in (
            ("confirm", {"modifier": 8, "dc": 14, "says": "critical", "naturals": True}),
            ("miss", {"dice": "d%", "dc": 21, "says": "attack"}),
            ("critical", {"dice": "2d8+8"}),
        ):
            asked = Question(f"hit/v/{key}", Message(key), "valeria", follows="hit/valeria", **more)
            app.tray.ask_more([asked])
            await pilot.pause()
            line = app.tray.as_text().splitlines()[1]
            assert line.endswith(f"{key} [_]")
            assert len(line) <= 80
            await pilot.press("1", "5" if key == "confirm" else "7", "space")
        assert app.tray.answers["hit/v/critical"] == Typed(17)


async def test_initiative_shows_its_modifier() -> None:
    asked = [
        Question(f"initiative/{who}", Message("initiative, {who}", who=who), who, modifier=modifier)
        for who, modifier in (("harsk", 4), ("tam", -1))
    ]
    lines = "\n".join(await shown(Host(asked), ""))
    assert "d20 +4" in lines
    assert "d20 -1" in lines


async def test_c_198_a_miss_chance_alone_is_no_armour_class_in_the_title() -> None:
    """Given an attack on a square, which has nothing to meet, then the title names no DC."""
    attack = Question("a", Message("Harsk attacks C4"), "harsk", modifier=8, says="attack")
    miss = Question(
        "a/miss", Message("miss"), "harsk", dice="d100", dc=51, follows="a", says="attack"
    )
    lines = await shown(Host([attack, miss]), "")
    assert lines[0].split() == ["Forced", "march,", "hour", "10", "0", "of", "2"]
    assert "miss [  ]" in lines[1]


async def test_the_check_of_a_rider_who_is_thrown_says_that_it_is_ride() -> None:
    asked = Question(
        "ride/r3/tam", Message("Tam falls with Pony: Ride"), "tam", dc=15, guessed=True
    )
    assert "Ride: unhurt from 15 up" in (await shown(Host([asked]), ""))[1]


async def test_the_percentile_of_a_rider_who_drops_says_what_it_decides() -> None:
    """Given a rider who is out, then its row says what the roll is for, and what it came to."""
    asked = Question("saddle/r3/tam", Message("Tam is out"), "tam", dice="d%", dc=51)
    assert "stays mounted from 51 up  50 %" in (await shown(Host([asked]), ""))[1]
    assert (await shown(Host([asked]), "20 "))[1].rstrip().endswith("= 20  falls")
    assert (await shown(Host([asked]), "51 "))[1].rstrip().endswith("= 51  stays")
