"""The grammar of the dice tray, as a table of what is typed and what it answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import Chance, Message, Refusal
from core.receipts import Receipt
from core.values import replace
from tests.each import each
from tui.kit.phrases import say
from tui.play.dice.dice_tray import TrayLines
from tui.play.dice.tray_model import (
    HalfTyped,
    Tray,
    match_questions,
    name_strike,
    outcome,
    read,
)

MEMBERS = {
    "valeria": ("V", "Valeria"),
    "harsk": ("H", "Harsk"),
    "mirelle": ("M", "Mirelle"),
}
MODIFIERS = {"valeria": 2, "harsk": 3, "mirelle": 1}


def con(who: str) -> Question:
    return Question(f"con/{who}", Message("Con"), who, modifier=MODIFIERS[who], dc=14)


def damage(who: str) -> Question:
    return Question(f"con/{who}/damage", Message("nl"), who, dice="1d6", follows=f"con/{who}")


def fives(question: Question) -> Rolled:
    return Rolled((5,))


def march(**options: object) -> Tray:
    return Tray([con(who) for who in MEMBERS], MEMBERS, fives, **options)  # type: ignore[arg-type]


def typed(tray: Tray, line: str) -> bool:
    """Type `line`; "RET" is Enter. True when the last Enter submitted."""
    done = False
    for word in _keys(line):
        done = tray.enter() if word == "RET" else tray.key(word) and False
    return done


def _keys(line: str) -> Iterator[str]:
    for index, part in enumerate(line.split("RET")):
        if index:
            yield "RET"
        yield from part


def of(v: Answer | None, h: Answer | None, m: Answer | None) -> dict[str, Answer]:
    pairs = {"con/valeria": v, "con/harsk": h, "con/mirelle": m}
    return {key: answer for key, answer in pairs.items() if answer is not None}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", None),
        ("1", "what is half typed"),
        ("15 ", "the last die typed"),
        ("15 6", "what is half typed"),
        ("15 6u", "the last die typed"),
        ("15 6uu", None),
        ("x", "what is half typed"),
        ("!", "the last die typed"),
        ("!u", None),
    ],
)
def test_what_u_would_empty_is_said_as_it_is(line: str, words: str | None) -> None:
    """Given a line typed, then what u empties next is named, and nothing if nothing is typed."""
    tray = march()
    typed(tray, line)
    said = tray.taken_back
    assert (said and say(said)) == words


@each(
    "line, answers, submitted",
    [
        ("15 6 13RET", of(Typed(15), Typed(6), Typed(13)), True),
        ("15 6 13 RET", of(Typed(15), Typed(6), Typed(13)), True),
        ("h6 v15 17RET", of(Typed(15), Typed(6), Typed(17)), True),
        ("h6v15m17RET", of(Typed(15), Typed(6), Typed(17)), True),
        ("H6 V15 M17RET", of(Typed(15), Typed(6), Typed(17)), True),
        ("m1 20 2RET", of(Typed(20), Typed(2), Typed(1)), True),
        ("15 6 13 h9RET", of(Typed(15), Typed(9), Typed(13)), True),
        ("15 6RET", of(Typed(15), Typed(6), None), False),
        ("15RET6RET13RET", of(Typed(15), Typed(6), Typed(13)), True),
        ("=19 6 13RET", of(Typed(19, total=True), Typed(6), Typed(13)), True),
        ("v=19 6 13RET", of(Typed(19, total=True), Typed(6), Typed(13)), True),
        ("22 6 13RET", of(Typed(22, total=True), Typed(6), Typed(13)), True),
        ("27 6 13", of(None, Typed(6), None), False),
        ("27 6 13 15RET", of(Typed(15), Typed(6), Typed(13)), True),
        ("=2 6 13 ", of(None, Typed(6), Typed(13)), False),
        ("0 6 13 ", of(None, Typed(6), Typed(13)), False),
        ("4+3 6 13 ", of(None, Typed(6), Typed(13)), False),
        ("h- v+ m/RET", of(Ruled("pass"), Ruled("fail"), Ruled("skip")), True),
        ("-+/RET", of(Ruled("fail"), Ruled("pass"), Ruled("skip")), True),
        ("- + /RET", of(Ruled("fail"), Ruled("pass"), Ruled("skip")), True),
        ("h- 15 17RET", of(Typed(17), Ruled("fail"), Typed(15)), True),
        ("h-15 17RET", of(Typed(17), Ruled("fail"), Typed(15)), True),
        ("!", of(Rolled((5,)), None, None), False),
        ("! !", of(Rolled((5,)), Rolled((5,)), None), False),
        ("15 !!RET", of(Typed(15), Rolled((5,)), Rolled((5,))), True),
        ("15!!RET", of(Typed(15), Rolled((5,)), Rolled((5,))), True),
        ("h6 !!RET", of(Rolled((5,)), Typed(6), Rolled((5,))), True),
        ("15 6 u", of(Typed(15), None, None), False),
        ("15 6 uu", of(None, None, None), False),
        ("15 6 u7 13RET", of(Typed(15), Typed(7), Typed(13)), True),
        ("15 6 1u3 9RET", of(Typed(15), Typed(6), Typed(3)), True),
        ("z15 6 13 17RET", of(Typed(6), Typed(13), Typed(17)), True),
        ("   15 ", of(Typed(15), None, None), False),
    ],
)
def test_a_line_typed_answers_these_rows(
    line: str, answers: dict[str, Answer], submitted: bool
) -> None:
    tray = march()
    assert typed(tray, line) is submitted
    assert tray.answers() == answers


def test_a_number_above_the_die_is_taken_as_a_total_and_says_so() -> None:
    tray = march()
    typed(tray, "22 ")
    remark = next(tray.fields()).remark
    assert remark is not None
    assert remark.value("number") == 22


def test_what_no_die_shows_is_refused_in_its_row_and_nothing_else_is_lost() -> None:
    tray = march()
    typed(tray, "h6 v27 ")
    valeria = next(tray.fields())
    assert valeria.refused
    assert valeria.remark is not None
    assert valeria.remark.value("most") == 22
    assert tray.answers() == of(None, Typed(6), None)


def test_enter_names_the_rows_that_are_still_empty() -> None:
    tray = march()
    typed(tray, "15 RET")
    assert tray.remark is not None
    assert tray.remark.value("names") == ("Harsk", "Mirelle")


def test_enter_names_an_empty_row_that_has_only_its_target() -> None:
    """Given strikes at a rider or its mount, then an empty row is named as it is shown: H > P."""
    called = MEMBERS | {"harsk": name_strike("H", "P")}
    tray = Tray([con(who) for who in MEMBERS], called, fives)
    typed(tray, "15 RET")
    assert tray.remark is not None
    assert tray.remark.value("names") == ("H > P", "Mirelle")


def test_a_campaign_that_calls_totals_reads_plain_numbers_as_totals() -> None:
    tray = march(call="total")
    typed(tray, "17 9 21 RET")
    assert tray.answers() == of(Typed(17, True), Typed(9, True), Typed(21, True))


@pytest.mark.parametrize("char", list("wo?:"))
def test_why_overrule_help_and_the_palette_stay_alive(char: str) -> None:
    tray = march()
    assert tray.key(char) is False
    assert tray.answers() == {}


def test_follow_up_dice_open_in_the_row_they_follow() -> None:
    tray = march()
    assert typed(tray, "15 6 3RET")
    tray.ask_more([damage("harsk"), damage("mirelle")])
    assert [len(row.fields) for row in tray.rows] == [1, 2, 2]
    assert typed(tray, "m2 4RET")
    assert tray.answers()["con/harsk/damage"] == Typed(4)
    assert tray.answers()["con/mirelle/damage"] == Typed(2)


def test_damage_may_be_typed_as_a_sum() -> None:
    bite = Question("damage/wolf", Message("damage"), dice="2d6")
    tray = Tray([bite], {}, fives)
    assert typed(tray, "4+3RET")
    assert tray.answers() == {"damage/wolf": Typed(7)}


def test_damage_is_no_check_and_cannot_be_passed() -> None:
    tray = Tray([Question("damage/wolf", Message("damage"), dice="1d6")], {}, fives)
    typed(tray, "+")
    assert tray.answers() == {}
    assert tray.current.refused


def test_emptying_a_failed_check_takes_its_damage_with_it() -> None:
    tray = march()
    typed(tray, "15 6 13RET")
    tray.ask_more([damage("harsk")])
    typed(tray, "4 uu")
    assert tray.answers() == of(Typed(15), Typed(6), None)
    typed(tray, "u")
    assert tray.answers() == of(Typed(15), None, None)
    assert [len(row.fields) for row in tray.rows] == [1, 1, 1]


def test_a_check_that_turns_out_passed_drops_its_damage() -> None:
    tray = march()
    typed(tray, "15 6 13RET")
    tray.ask_more([damage("harsk")])
    tray.move(0)
    tray.column = 0
    typed(tray, "18 ")
    assert [len(row.fields) for row in tray.rows] == [1, 1, 1]


def test_rows_without_an_owner_are_answered_in_order() -> None:
    blocks = [
        Question(f"encounter/{b}", Message(b), dice="d12", wanted=(1,)) for b in ("08-12", "12-16")
    ]
    tray = Tray(blocks, {}, fives)
    assert typed(tray, "7 11RET")
    assert [row.name for row in tray.rows] == [Message("08-12"), Message("12-16")]
    assert tray.answers() == {"encounter/08-12": Typed(7), "encounter/12-16": Typed(11)}


def test_no_two_rows_have_one_letter() -> None:
    """Given two rows of Harsk, then h is the first, again too; the second is typed in its turn."""
    again = Question("con/harsk/2", Message("Con again"), "harsk", modifier=3, dc=16)
    tray = Tray([con("harsk"), again], MEMBERS, fives)
    assert [(row.token, row.name) for row in tray.rows] == [("H", "Harsk"), ("", "Harsk")]
    assert typed(tray, "h6 h15 7RET")
    assert tray.answers() == {"con/harsk": Typed(15), "con/harsk/2": Typed(7)}


def test_a_strike_whose_letter_another_row_has_says_whose_it_is() -> None:
    aims = {f"strike/{at}": name_strike("V", at) for at in "de"}
    questions = [Question(key, Message("strike")) for key in aims]
    tray = Tray(questions, aims, fives)
    assert [(row.token, row.name) for row in tray.rows] == [("V", "> d"), ("", "V > e")]


def test_a_creature_of_two_letters_has_no_row_by_the_first() -> None:
    tray = Tray([con("harsk")], {"harsk": ("aa", "Wolf aa")}, fives)
    assert (tray.rows[0].token, tray.rows[0].name) == ("", "Wolf aa")


def test_the_need_is_the_die_face() -> None:
    assert con("harsk").needed == 11


def test_what_explains_the_tray_is_that_of_its_current_row() -> None:
    """Given two attacks, each with its own receipt, then that of the row that is asked."""
    why = [Receipt(Message(f"attack {number}"), Chance(11, 20)) for number in (1, 2)]
    hits = [replace(HIT, key=f"hit/{n}", who=n, why=one) for n, one in zip("ab", why, strict=True)]
    tray = Tray(hits, {"a": ("a", "Axe"), "b": ("b", "Bow")}, fives)
    assert tray.why is not None
    assert tray.why.parts == (why[0], Receipt(Message("to be met"), 30))
    typed(tray, "5 ")
    assert tray.why is not None
    assert tray.why.parts[0] == why[1]
    tray.ask_more([Question("damage", Message("d"), "b", dice="1d8", follows="hit/b")])
    typed(tray, "20 ")
    assert tray.why is not None
    assert tray.why.parts[0] == why[1]


@pytest.mark.parametrize(("number", "natural"), [(20, 20), (1, 1), (19, 0)])
def test_a_natural_twenty_or_one_is_tagged(number: int, natural: int) -> None:
    assert outcome(con("harsk"), Typed(number)).natural == natural


def test_a_check_succeeds_when_face_and_modifier_equal_the_dc() -> None:
    assert outcome(con("harsk"), Typed(11)).success is True
    assert outcome(con("harsk"), Typed(10)).success is False
    assert outcome(con("harsk"), Typed(13, total=True)).success is False


def test_an_encounter_is_met_on_the_wanted_face_only() -> None:
    block = Question("e", Message("08-12"), dice="d12", wanted=(1,))
    assert outcome(block, read(block, "1")[0]).success is True
    assert outcome(block, read(block, "12")[0]).success is False


HIT = Question("hit", Message("hit"), "harsk", modifier=8, dc=30, naturals=True, says="attack")


@pytest.mark.parametrize(("dc", "low"), [(30, 20), (22, 14), (9, 2), (4, 2)])
def test_naturals_decide_and_the_need_says_so(dc: int, low: int) -> None:
    asked = replace(HIT, dc=dc)
    hits = [face for face in range(1, 21) if outcome(asked, Typed(face)).success]
    assert hits == list(range(low, 21))
    assert asked.needed == low


def test_damage_is_typed_as_what_the_dice_make() -> None:
    asked = Question("d", Message("damage"), dice="1d8+4")
    assert read(asked, "6")[0] == Typed(6)
    assert outcome(asked, Typed(6)).total == outcome(asked, Rolled((2,))).total == 6
    with pytest.raises(Refusal, match="no_such_roll"):
        read(asked, "4")
    with pytest.raises(Refusal, match="no_such_roll"):
        read(replace(asked, free=True), "23")
    told, remark = read(replace(asked, free=True), "=23")
    assert told == Typed(23, total=True)
    assert remark is not None


def test_another_face_of_an_attack_asks_for_what_follows_anew() -> None:
    tray = Tray([replace(HIT, dc=14)], MEMBERS, fives)
    assert typed(tray, "20RET")
    for key in ("confirm", "miss"):
        tray.ask_more([Question(key, Message(key), "harsk", dc=10, follows="hit")])
    assert typed(tray, "12 11RET")
    tray.ask_more([Question("damage", Message("d"), "harsk", dice="1d8", follows="hit")])
    tray.column = 1
    tray.aimed = True
    typed(tray, "3 ")
    assert [f.question.key for f in tray.rows[0].fields] == ["hit", "confirm"]
    tray.column = 0
    tray.aimed = True
    typed(tray, "15 ")
    assert [f.question.key for f in tray.rows[0].fields] == ["hit"]


def test_a_row_may_be_called_by_its_question_and_says_at_whom() -> None:
    tray = Tray([con("harsk")], {**MEMBERS, "con/harsk": ("H", "> d")}, fives)
    assert (tray.rows[0].token, tray.rows[0].name) == ("H", "> d")
    typed(tray, "h12 ")
    assert tray.answers() == {"con/harsk": Typed(12)}


@pytest.mark.parametrize("letter", ["V", "o", "w", "u"])
def test_a_strike_says_who_strikes_whether_or_not_its_letter_is_a_key(letter: str) -> None:
    tray = Tray([con("harsk")], {"con/harsk": name_strike(letter, "d")}, fives)

    lines, _ = TrayLines(tray, False, 80, frozenset()).body()

    assert "".join(text for text, _ in lines[0]).startswith(f" > {letter} > d ")


def test_numbers_beyond_the_rows_are_those_of_the_questions_that_follow() -> None:
    """Given three dice and two points in one line, when damage is asked, then they stand there."""
    tray = march()
    assert typed(tray, "3 17 4 5 2RET")
    tray.ask_more([damage("valeria"), damage("mirelle")])
    assert tray.text == "2"
    assert typed(tray, "RET")
    assert tray.answers()["con/valeria/damage"] == Typed(5)
    assert tray.answers()["con/mirelle/damage"] == Typed(2)


def test_numbers_beyond_the_rows_are_taken_back() -> None:
    tray = march()
    typed(tray, "3 17 4 5 u")
    assert typed(tray, "RET")
    tray.ask_more([damage("valeria")])
    assert tray.text == ""


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("3 17 4 15", ("15",)),
        ("3 17 4 4+3", ("4+3",)),
        ("3 17 4 =15", ("=15",)),
        ("3 17 4 15 2", ("15", "2")),
        ("3 17 4 15-", ("15",)),
        ("3 17 4 15!", ("15",)),
        ("3 17 4 15h", ("15",)),
        ("3 17 4 z", ()),
    ],
)
def test_what_is_typed_beyond_the_rows_is_kept_and_said(line: str, kept: tuple[str, ...]) -> None:
    tray = march()
    typed(tray, line)
    assert tray.unused == kept


def test_a_sum_typed_beyond_the_rows_is_that_of_the_damage() -> None:
    tray = Tray([HIT], MEMBERS, fives)
    assert typed(tray, "20 4+3RET")
    tray.ask_more([Question("hit/damage", Message("d"), "harsk", dice="2d6", follows="hit")])
    assert tray.text == "4+3"
    assert typed(tray, "RET")
    assert tray.answers()["hit/damage"] == Typed(7)


def test_damage_typed_ahead_is_not_taken_for_the_percentile_of_a_miss_chance() -> None:
    tray = Tray([HIT], MEMBERS, fives)
    assert typed(tray, "20 15RET")
    tray.ask_more([Question("hit/miss", Message("m"), "harsk", dice="d100", dc=50, follows="hit")])
    assert tray.text == ""
    assert typed(tray, "77RET")
    tray.ask_more([Question("hit/damage", Message("d"), "harsk", dice="3d6", follows="hit")])
    assert tray.text == "15"


def test_a_refused_number_keeps_those_behind_it_for_their_own_rows() -> None:
    """Given 9 and 2 for two d6, then 2 does not go into the row that refused 9."""
    tray = march()
    assert typed(tray, "3 17 4 9 2RET")
    tray.ask_more([damage("valeria"), damage("mirelle")])
    assert tray.current.question.key == "con/valeria/damage"
    assert (tray.current.refused, tray.text) == (True, "")
    typed(tray, "5 ")
    assert (tray.current.question.key, tray.text) == ("con/mirelle/damage", "2")


def at_hour(hour: int, who: str = "harsk", dc: int = 12) -> Question:
    """A check whose key and label name the hour."""
    return Question(f"march/{hour}/{who}", Message("hour {hour}", hour=hour), who, dc=dc)


def test_dice_that_are_asked_again_are_known_though_their_keys_name_another_moment() -> None:
    """Given checks of two creatures in several hours, then each is its own, in their order."""
    before = [at_hour(9), at_hour(10), at_hour(9, "tam"), con("valeria")]
    now = [con("valeria"), at_hour(11, dc=14), at_hour(12), at_hour(11, "tam"), damage("valeria")]

    assert match_questions(before, now) == {
        "con/valeria": "con/valeria",
        "march/9/harsk": "march/11/harsk",
        "march/10/harsk": "march/12/harsk",
        "march/9/tam": "march/11/tam",
    }


def test_dice_that_are_not_asked_any_more_are_no_others() -> None:
    assert match_questions([at_hour(9), con("harsk")], [at_hour(9, "tam")]) == {}


def test_a_number_that_was_half_typed_is_typed_on_in_its_row() -> None:
    """Given a row that is not the first empty one, then the number goes on there."""
    tray = march()
    typed(tray, "h1")
    half_typed = tray.half_typed
    assert half_typed == HalfTyped("con/harsk", "1")

    again = march()
    again.resume(half_typed)
    typed(again, "3 ")

    assert again.answers() == of(None, Typed(13), None)


def test_dice_that_follow_are_answered_as_they_were_when_they_are_asked_again() -> None:
    """Given damage typed before, and a number typed ahead, then each is where it was."""
    tray = march()
    typed(tray, "3 17 4 2")
    half_typed = tray.half_typed
    assert half_typed is not None
    assert half_typed.ahead == ("2",)

    again = march()
    for key, answer in tray.answers().items():
        again.restore(key, answer)
    again.resume(half_typed)
    assert again.unused == ("2",)
    assert typed(again, "RET")
    again.ask_more([damage("valeria"), damage("mirelle")], {"con/valeria/damage": Typed(5)})

    assert (again.current.question.key, again.text) == ("con/mirelle/damage", "2")
