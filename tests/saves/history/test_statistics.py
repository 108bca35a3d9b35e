"""What a campaign comes to in numbers: the current story alone, and the sum of its parts."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.dice import Rolled, Typed
from core.play.facts.road.commands import Halt, HaltCheck
from core.play.facts.table.commands import CallCheck, Hurt, Leave
from core.play.facts.table.events import NOBODY
from core.play.history.entry_facts import DamageDealt, DayTotal, by_day, join_days
from core.play.history.luck import DiceTally, ledger
from saves import paths
from saves.demo import NAME
from saves.history.history import History
from saves.history.index import index, index_file
from saves.history.navigation import facts_of
from saves.history.statistics import (
    DamageLedger,
    DamageShare,
    PlayerLuck,
    Statistics,
    add_shares,
    statistics,
)
from saves.store import state_history
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.shelf import SUFFIX
from tests.demos import the_ambush
from tests.saves.campaigns import HARSK, TAM, begun, hurt, tamper
from tests.saves.history.pasts import parts
from tests.thorough import examples
from tui.view import said

RARELY = settings(
    examples(1, 100), suppress_health_check=list(HealthCheck), deadline=None, database=None
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """The demo's past; its index lies in a home of this module."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("OUTRIDER_HOME", str(tmp_path_factory.mktemp("home")))
        the_ambush()
        with History.open(FilePlace(paths.campaigns() / f"{NAME}{SUFFIX}"), said) as look:
            statistics(look)
            yield look


def of(found: Statistics, who: str) -> DiceTally:
    """The ledger of one player; an empty one when there is none."""
    return next((one.tally for one in found.luck if one.tally.who == who), DiceTally(who=who))


def test_the_demo_in_numbers(demo: History) -> None:
    found = statistics(demo)
    third = next(day for day in found.days if day.forced)
    assert third == DayTotal(68, Fraction(27), Fraction(9), Fraction(1), damage=4)
    assert found.km == sum(day.km for day in found.days)
    assert found.forced == 1
    assert found.damaged_from is None
    assert sum(day.fights for day in found.days) >= 2
    assert {one.name for one in found.luck} == {"Harsk", "Mirelle", "Sorrel", "Tam", "Valeria"}
    assert "d12" in dict(found.table.dice), "encounter checks are nobody's luck"


@examples(10, 200)
@given(at=st.integers(1, 80))
def test_the_numbers_of_two_parts_add_up_to_those_of_both(demo: History, at: int) -> None:
    whole = statistics(demo)
    one = statistics(demo, 1, at)
    other = statistics(demo, at + 1)
    assert join_days((*one.days, *other.days)) == whole.days
    for luck in whole.luck:
        who = luck.tally.who
        assert of(one, who) + of(other, who) == luck.tally
    assert one.table + other.table == whole.table
    assert one.program + other.program == whole.program


def added_up(
    look: History, low: int, high: int
) -> tuple[tuple[DayTotal, ...], DiceTally, DiceTally]:
    """Days, all typed dice and all others, each entry read and counted by itself."""
    story = [facts for _, facts in facts_of(look, low, high)]
    thrown = [roll for facts in story for roll in facts.rolls]
    typed, rolled = ([r for r in thrown if r.how == how] for how in ("typed", "rolled"))
    return by_day(story), ledger("", typed), ledger("", rolled)


@RARELY
@given(seed=st.integers(0, 10**6))
def test_sums_of_stretches_are_the_sums_of_their_entries(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Given play, undo and redo, then what the index summed is what each entry adds, each time."""
    folder = tmp_path_factory.mktemp("sums")
    chance = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", str(folder))
        patch.setattr(index, "ROWS", 8)
        for campaign in parts(folder / "a.outrider", seed, 2):
            for _ in range(chance.randint(0, 12)):
                if campaign.story.undo_title is not None:
                    campaign.undo()
            for _ in range(chance.randint(0, 6)):
                if campaign.story.redo_title is not None:
                    campaign.redo()
            with History.open(campaign.place, said) as look:
                for _ in range(4):
                    low, high = sorted(chance.randint(1, look.head) for _ in range(2))
                    found = statistics(look, low, high)
                    days, typed, rolled = added_up(look, low, high)
                    assert (found.days, found.program) == (days, rolled)
                    theirs = sum((one.tally for one in found.luck), DiceTally(who=""))
                    assert (theirs + found.table).rolls == typed.rolls
                    assert (theirs + found.table).expected == typed.expected
                    assert (theirs + found.table).shown == typed.shown
                whole = statistics(look)
            shutil.rmtree(index_file.folder())
            with History.open(campaign.place, said) as look:
                assert statistics(look) == whole


def test_what_was_undone_and_what_the_program_threw_is_no_luck(tmp_path: Path) -> None:
    check = CallCheck("swim", 10, ("harsk", "tam"))
    key = "check/day-0/8/swim/"
    with begun(tmp_path / "one.outrider", HARSK, TAM) as campaign:
        campaign.record(check, {f"{key}harsk": Typed(20), f"{key}tam": Typed(1)})
        campaign.undo()
        campaign.record(check, {f"{key}harsk": Typed(4), f"{key}tam": Rolled((19,))})
        campaign.record(Hurt(("harsk",), (5,)))
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        found = statistics(look)
    assert [one.name for one in found.luck] == ["Harsk"]
    assert of(found, "harsk").balance == Fraction(-13, 2)
    assert (found.program.rolls, found.program.shown) == (1, 19)
    assert (found.table.rolls, [day.damage for day in found.days]) == (0, [5])


def test_who_left_for_good_keeps_name_and_luck(tmp_path: Path) -> None:
    halt = Halt(
        name="ford", minutes=5, check="swim", dc=10, checks=(HaltCheck("tam"),), damage="1d4"
    )
    with begun(tmp_path / "one.outrider", HARSK, TAM) as campaign:
        campaign.record(halt, {"halt/0/8/ford/tam": Typed(12)})
        campaign.record(Leave("tam"))
    with History.open(FilePlace(tmp_path / "one.outrider"), said) as look:
        (tam,) = statistics(look).luck
    assert isinstance(tam, PlayerLuck)
    assert (tam.name, tam.tally.rolls) == ("Tam", 1)


def test_numbers_of_a_damaged_journal_say_from_which_entry_on_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given entry 30 of 63 changed, then numbers that reach it say so, and earlier ones do not."""
    path = tmp_path / "one.outrider"
    monkeypatch.setattr(state_history, "EVERY", 10)
    with begun(path, HARSK, TAM) as campaign:
        for _ in range(60):
            hurt(campaign, 1)
    tamper(path, "UPDATE entry SET at = 'another time' WHERE seq = 30")
    with History.open(FilePlace(path), said) as look:
        whole = statistics(look)
        before = statistics(look, 1, 29)
        across = statistics(look, 20, 30)
        after = statistics(look, 40, 50)
    assert [day.damage for day in whole.days] == [26]
    assert whole.damaged_from == across.damaged_from == after.damaged_from == 30
    assert before.damaged_from is None
    assert (before.days, after.days) == (whole.days, ())


def test_who_dealt_and_who_took_damage_by_members_others_nobody_and_unknown() -> None:
    parts = (
        DamageDealt("wolf", 7, "harsk"),
        DamageDealt("tam", 4, "wolf"),
        DamageDealt("tam", 3, NOBODY),
        DamageDealt("harsk", 2, None),
        DamageDealt("wolf", 1, "tam"),
    )

    ledger = add_shares(parts, {"tam": "Tam", "harsk": "Harsk", "sorrel": "Sorrel"})

    assert ledger == DamageLedger(
        members=(DamageShare("Harsk", 7, 2), DamageShare("Tam", 1, 7)),
        others=DamageShare("", dealt=4, taken=8),
        nobody=3,
        unknown=2,
    )
