"""Counters of a member, such as stamina and resolve: set on the sheet, counted by the GM."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from core.play.facts.state import Counter, Member, State
from core.play.facts.table.commands import Count, EditMember, Join
from core.play.party.party_file import read_party, write_party
from core.play.union import Assets, Decided, decide
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say
from tui.party.form_lines import read_sheet, write_sheet
from tui.play.command_line.road_words import ROAD
from tui.play.command_line.typed_line import parse
from tui.play.creature_lines.hero_preview import describe_hero
from tui.play.creature_lines.heroes import read_heroes
from tui.play.road.party_table import party

WORLD = Assets(rules=packaged("sf"))
STAMINA = Counter("stamina", 20, 20)
RESOLVE = Counter("resolve", 3, 4)
ISEPH = Member("iseph", "Iseph", "I", mover=Mover(race="human"), counters=(STAMINA, RESOLVE))
STATE = State(members=(ISEPH,))


def after(*commands: Count) -> tuple[Counter, ...] | None:
    state = STATE
    for command in commands:
        decided = decide(command, state, WORLD, {})
        assert isinstance(decided, Decided)
        state = decided.states[-1]
    return state.members[0].counters


def test_a_counter_goes_down_and_up_within_its_bounds() -> None:
    assert after(Count("iseph", "stamina", -5)) == (Counter("stamina", 15, 20), RESOLVE)
    assert after(Count("iseph", "resolve", -9)) == (STAMINA, Counter("resolve", 0, 4))
    assert after(Count("iseph", "stamina", -5), Count("iseph", "stamina", 9)) == ISEPH.counters


@pytest.mark.parametrize(("who", "name"), [("iseph", "ki"), ("nobody", "stamina")])
def test_what_cannot_be_counted_is_refused(who: str, name: str) -> None:
    with pytest.raises(Refusal):
        decide(Count(who, name, -1), STATE, WORLD, {})


def test_the_table_of_the_party_shows_counters() -> None:
    assert say(party(STATE, WORLD)[0].state) == "stamina 20/20, resolve 3/4"


def test_counters_are_typed() -> None:
    assert parse("count stamina -5 iseph", ROAD, STATE) == Count("iseph", "stamina", -5)


def test_counters_are_in_the_line_of_a_hero_the_form_and_the_file() -> None:
    found = read_heroes("Iseph 9m hp20 sp20 resolve4", State(), WORLD)[0]
    assert found.member.counters == (STAMINA, Counter("resolve", 4, 4))
    told = [say(line) for line in describe_hero(found, State(), WORLD)]
    assert "HP 20, stamina 20, resolve 4" in told
    assert write_sheet(ISEPH, WORLD.rules)["counters"] == "stamina 20, resolve 3/4"
    assert read_sheet(write_sheet(ISEPH, WORLD.rules), ISEPH, WORLD.rules) == ISEPH
    joining = read_party(write_party((found.member,)), State(), WORLD)
    assert joining.member.counters == found.member.counters


@pytest.mark.parametrize("text", ["stamina", "stamina x", "resolve 5/4"])
def test_a_counter_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_sheet(write_sheet(ISEPH, WORLD.rules) | {"counters": text}, ISEPH, WORLD.rules)
    assert "stamina 20, resolve 3/4" in say(refused.value.message)


@pytest.mark.parametrize(
    "counters",
    [
        (Counter("Ki points", 3, 3),),
        (Counter("ki", 0, 0),),
        (Counter("ki", 1, 1000),),
        (Counter("ki", 4, 3),),
        (Counter("ki", -1, 3),),
        (RESOLVE, RESOLVE),
    ],
)
def test_whoever_writes_a_counter_it_is_one_that_the_form_can_show(
    counters: tuple[Counter, ...],
) -> None:
    for command, state in (
        (Join(replace(ISEPH, counters=counters)), State()),
        (EditMember(replace(ISEPH, counters=counters)), STATE),
    ):
        with pytest.raises(Refusal) as refused:
            decide(command, state, WORLD, {})
        assert refused.value.code == "bad_counter"
