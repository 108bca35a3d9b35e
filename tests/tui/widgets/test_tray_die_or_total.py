"""Die or total: a row says what it expects, refuses what cannot be, shows all that is typed."""

from __future__ import annotations

import pytest

from core.dice import Answer, Question, Rolled, Typed
from core.messages import Message
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.state import Counter, change_member
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.turning import fighting
from tests.fights import fight_world
from tui.kit.phrases import say
from tui.play.dice.dice_tray import TrayLines
from tui.play.dice.tray_model import Call, Tray, dying_title, outcome

MEMBERS = {"harsk": ("H", "Harsk"), "valeria": ("V", "Valeria")}
AXE = Question("d", Message("dmg"), "harsk", dice="1d10+4", free=True)
CHECK = Question("c", Message("Con"), "valeria", modifier=2, dc=14)
INITIATIVE = Question("initiative/v", Message("initiative"), "valeria", modifier=3)


def tray(*questions: Question, call: Call = "die") -> Tray:
    return Tray(questions, MEMBERS, lambda question: Rolled((5,)), call=call)


def type_in(asked: Tray, line: str) -> bool:
    """Type a line, ~ is Enter and < Backspace; whether the last Enter took the dice."""
    done = False
    for char in line:
        if char == "~":
            done = asked.enter()
        elif char == "<":
            asked.rub_out()
        else:
            asked.key(char)
    return done


def answers(asked: Tray) -> list[Answer | None]:
    return [each.answer for each in asked.fields()]


def shown(asked: Tray) -> list[str]:
    lines = TrayLines(asked, False, 80, frozenset())
    return ["".join(text for text, _ in line) for line in (*lines.body()[0], *lines.foot())]


@pytest.mark.parametrize(
    ("question", "call", "says"),
    [
        (CHECK, "die", "d20 die [_]"),
        (CHECK, "total", "d20 total [_]"),
        (INITIATIVE, "die", "d20 die [_]"),
        (INITIATIVE, "total", "d20 total [_]"),
        (AXE, "die", "1d10+4 with +4 [_]"),
        (AXE, "total", "1d10+4 with +4 [_]"),
        (Question("d", Message("dmg"), dice="2d6", free=True), "die", "2d6 total [_]"),
        (Question("d", Message("dmg"), dice="1d6", free=True), "die", "1d6 [_]"),
    ],
)
def test_a_row_says_whether_it_expects_the_die_or_the_total(
    question: Question, call: Call, says: str
) -> None:
    assert shown(tray(question, call=call))[0].endswith(says)


def test_where_totals_are_called_initiative_is_told_as_a_total_too() -> None:
    asked = tray(INITIATIVE, call="total")
    assert type_in(asked, "17~")
    assert answers(asked) == [Typed(17, total=True)]


def test_a_refusal_is_readable_whole_at_80_columns() -> None:
    """Given a number that no die shows, its refusal takes as many lines as it needs."""
    asked = tray(CHECK)
    type_in(asked, "143~")
    words = " ".join(line.strip() for line in shown(asked))
    assert "143 is neither a face of d20 nor a total with +2 (at most 22). Type + or -" in words
    assert "to rule it." in words
    assert max(len(line) for line in shown(asked)) <= 80


def test_the_line_of_keys_says_a_long_remark_whole() -> None:
    """Given rows that are all answered, what is said of a further number is not cut."""
    asked = tray(CHECK)
    type_in(asked, "12 19")
    words = " ".join(line.strip() for line in shown(asked))
    assert "a letter or an arrow picks a row to change" in words
    assert max(len(line) for line in shown(asked)) <= 80


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("3", "1d10+4 rolls at least 5. Type =3 to take 3 anyway."),
        ("15", "1d10+4 rolls at most 14. Type =15 to take 15 anyway."),
    ],
)
def test_damage_that_cannot_be_is_refused_until_the_gm_insists(number: str, says: str) -> None:
    """Given a die typed for a total, when Enter is pressed, then nothing is taken; = insists."""
    asked = tray(AXE)
    assert not type_in(asked, f"{number}~")
    assert answers(asked) == [None]
    assert say(asked.current.remark or "") == says
    assert type_in(asked, f"={number}~")
    assert answers(asked) == [Typed(int(number), total=True)]


def test_a_check_that_cannot_be_names_the_gm_s_word() -> None:
    asked = tray(CHECK)
    type_in(asked, "27 ")
    assert say(asked.current.remark or "").endswith("(at most 22). Type + or - to rule it.")
    assert answers(asked) == [None]


@pytest.mark.parametrize("line", ["e<75~", "e7<<75~", "e75<<<75~", "e 75~", "eh75~", "eu75~"])
def test_a_wrong_letter_goes_away(line: str) -> None:
    """Given a letter that no row has, when it is rubbed out or left, then a number lands again."""
    asked = tray(Question("d%", Message("miss"), "harsk", dice="d%", dc=21))
    assert type_in(asked, line)
    assert answers(asked) == [Typed(75)]


@pytest.mark.parametrize(
    ("line", "seen"),
    [("e", "e_"), ("e7", "e7_"), ("e75", "e75_"), ("e75<", "e7_"), ("8 75", "75_")],
)
def test_what_fits_no_row_is_seen_as_it_is_typed(line: str, seen: str) -> None:
    asked = tray(AXE)
    type_in(asked, line)
    assert any(seen in line for line in shown(asked))


def test_the_number_of_nobody_is_told_of_before_the_dice_are_taken() -> None:
    """Given a letter that no row has and its number, when Enter is pressed, then it is said."""
    asked = tray(AXE)
    assert not type_in(asked, "8 e7~")
    assert "go on without e7" in shown(asked)[-1]
    assert type_in(asked, "~")
    assert answers(asked) == [Typed(8)]


@pytest.mark.parametrize("line", ["e+", "e-", "e/", "e!", "e=3 "])
def test_a_word_for_nobody_is_nobody_s(line: str) -> None:
    asked = tray(CHECK)
    type_in(asked, line)
    assert answers(asked) == [None]


def test_a_whole_line_lands_in_a_whole_tray_as_before() -> None:
    """Given five who roll and one damage, when one line is typed, then each row has its number."""
    who = [Question(f"c/{n}", Message("Con"), f"m{n}", modifier=2, dc=14) for n in range(5)]
    asked = tray(*who, AXE)
    assert type_in(asked, "14 8 3 19 !!~")
    rolled = Rolled((5,))
    assert answers(asked) == [Typed(14), Typed(8), Typed(3), Typed(19), rolled, rolled]
    line = tray(*who, AXE)
    assert type_in(line, "14 8 3 19 20 11~")
    assert answers(line)[4:] == [Typed(20), Typed(11)]


@pytest.mark.parametrize(
    ("resolve", "asks"),
    [
        (4, "1 pays 1 of 4 Resolve, 0 loses 1 0 or 1 [_]"),
        (0, "1 dies, 0 one more round 0 or 1 [_]"),
    ],
)
def test_what_a_dying_hero_pays_is_asked_whole_at_80_columns(resolve: int, asks: str) -> None:
    """Given a dying hero of sf, its row has the place for the answer, and the title its name."""
    world = fight_world("sf")
    counters = (Counter("stamina", 0, 21), Counter("resolve", resolve, 4))
    state = change_member(
        fighting(ruleset="sf", wolves=23),
        "valeria",
        lambda one: replace(one, counters=counters, damage=60),
    )
    needs = decide(EndTurn(), state, world, {})
    assert isinstance(needs, Needs)
    asked = tray(*needs.questions)
    [line, _] = shown(asked)
    assert line.rstrip().endswith(asks)
    assert len(line) <= 80
    for typed, succeeds in (("0~", False), ("1~", True)):
        asked = tray(*needs.questions)
        assert type_in(asked, typed)
        [answer] = answers(asked)
        assert answer is not None
        assert outcome(needs.questions[0], answer).success is succeeds
    title = dying_title(needs.questions, world.rules, {"valeria": "Valeria"})
    assert title is not None
    assert say(title) == "Valeria: Resolve"
