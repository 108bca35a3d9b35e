"""All rulings of a story, each with its place in it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from core.dice import Ruled, Typed
from core.messages import Message
from core.play.facts.road.commands import Halt, HaltCheck, March, SetLegs, SetSchedule
from core.play.facts.state import Schedule, State
from core.play.facts.table.commands import Amend, CallCheck, Correction, Hurt, Rule
from saves import paths
from saves.demo import NAME
from saves.history.history import History
from saves.history.rulings import ruled, rulings
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.shelf import SUFFIX
from tests.builders import ROAD
from tests.demos import the_ambush
from tests.saves.campaigns import HARSK, TAM, begun
from tui.view import said


def test_rulings_come_in_the_order_of_the_story_with_their_reasons(tmp_path: Path) -> None:
    halt = Halt(
        name="ford",
        minutes=5,
        check="swim",
        dc=10,
        checks=(HaltCheck("harsk"), HaltCheck("tam")),
        damage="1d4",
    )
    with begun(tmp_path / "one.outrider", HARSK, TAM) as campaign:
        campaign.record(Rule("damage", "3", "harsk", "he fell"))
        campaign.undo()
        campaign.record(Rule("clock", "0 9"))
        campaign.record(
            halt,
            {
                "halt/0/9/ford/harsk": Ruled("pass", "he knows it"),
                "halt/0/9/ford/tam": Ruled("fail"),
                "halt/0/9/ford/tam/damage": Ruled("2", "a scratch"),
            },
        )
        campaign.record(
            CallCheck("climb", 5, ("harsk", "tam")),
            {
                "check/day-0/109/12/climb/harsk": Typed(9),
                "check/day-0/109/12/climb/tam": Ruled("skip"),
            },
        )
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        found = rulings(look)
        one = rulings(look, found[0].seq, found[0].seq)
    assert [(ruling.what, ruling.reason) for ruling in found] == [
        ("the clock: 0 9", ""),
        ("swim: Harsk passes by ruling", "he knows it"),
        ("swim: Tam fails by ruling", ""),
        ("halt: ford, a roll: 2", "a scratch"),
        ("climb check, a roll: left out", ""),
    ]
    assert [ruling.seq for ruling in found] == [6, 7, 7, 7, 8]
    assert one == found[:1]


def test_an_overruled_check_is_a_ruling(tmp_path: Path) -> None:
    key = "check/day-0/8/swim/harsk"
    with begun(tmp_path / "one.outrider", HARSK) as campaign:
        campaign.record(CallCheck("swim", 10, ("harsk",)), {key: Typed(3)})
        campaign.overrule({key: Ruled("pass", "the water is low")})
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        (found,) = rulings(look)
    assert (found.what, found.reason) == ("swim: Harsk passes by ruling", "the water is low")


def test_an_amendment_is_a_ruling(tmp_path: Path) -> None:
    more = Correction("harsk", "damage", by=2)
    with begun(tmp_path / "one.outrider", HARSK) as campaign:
        campaign.record(Hurt(("harsk",), (3,)))
        campaign.record(Amend(3, "fail", (more,), "it was slippery"))
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        (found,) = rulings(look)
    assert found.what == "entry 3 overruled, fail: Harsk 2 damage more"
    assert found.reason == "it was slippery"


def test_a_ruled_encounter_check_says_whether_something_is_met(tmp_path: Path) -> None:
    with begun(tmp_path / "one.outrider", HARSK) as campaign:
        campaign.record(SetSchedule(Schedule()))
        campaign.record(SetLegs((ROAD,)))
        campaign.record(March(Fraction(2)), {"encounter/day-0/h-8": Ruled("fail", "too early")})
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        (found,) = rulings(look)
    assert (found.what, found.reason) == ("encounter check: nothing is met", "too early")


def test_the_ruling_of_the_demo_says_where_it_was_made() -> None:
    the_ambush()
    with History.open(FilePlace(paths.campaigns() / f"{NAME}{SUFFIX}"), said) as look:
        found = next(one for one in rulings(look) if one.reason == "he only got wet")
    assert found.what == "Harsk, nonlethal damage: 0"
    assert (found.clock.day, found.encounter, found.round) == (69, "", 0)


def test_a_strike_let_pass_is_no_ruling_without_a_reason() -> None:
    """C-198: whether to strike at a mover is the choice of whoever may, and costs nothing."""
    key = "opportunity/ambush/round-1/wolf-e/harsk"
    asked = Message("opportunities")
    skip = Ruled("skip", "he is a friend")
    for word in ("skip", "pass"):  # what is struck is told by its event
        assert not list(ruled(asked, {key: Ruled(word)}, (), State()))
    assert [reason for _, reason in ruled(asked, {key: skip}, (), State())] == [skip.reason]
