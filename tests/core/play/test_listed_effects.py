"""Effects that party and encounter files list: conditions, and those of a library, with figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.combat.board.encounter_file import parse_encounter
from core.effects.effect import Effect, KnownEffect
from core.files import FileError
from core.messages import Refusal
from core.play.facts.encounter import REMOVED, Encounter, Lasting, Until
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.state import State
from core.play.fight.setup.recruits import drafted
from core.play.party.party_file import read_party
from core.play.union import Assets, Decided, decide, evolve_all
from core.values import replace
from saves.store.packaged_rulesets import packaged

PF1 = Assets(rules=packaged("pf1"))
NOON = Instant(0, Fraction(12))
BLESS = Effect(name="bless", changes=("attack +1 morale",), source="open rules, Bless")
LIBRARY = {"bless": BLESS}
PARTY = """
[[party]]
name = "Rana"
race = "human"
effects = ["shaken", "frightened 10", "bless 2h"]
"""
ENCOUNTER = """
ruleset = "pf1"
map = "...."
creatures = [
  { id = "orc", size = "M", at = "A1", side = "foe", effects = ["prone", "shaken=1 3", "bless 2"] },
]
"""


def test_members_of_a_file_have_what_it_lists_from_now_on() -> None:
    joining = read_party(PARTY, State(clock=NOON), PF1, LIBRARY)

    assert joining.effects == (KnownEffect("bless#1", BLESS),)
    assert joining.member.lasting == (
        Lasting("shaken"),
        Lasting("frightened", Until("clock", NOON.after(Fraction(1, 60)))),
        Lasting("bless", Until("clock", NOON.after(Fraction(2))), effect="bless#1"),
    )


def test_the_campaign_has_the_effects_of_those_who_join_once() -> None:
    state = State(clock=NOON)
    for name in ("Rana", "Tam"):
        text = PARTY.replace("Rana", name)
        decided = decide(read_party(text, state, PF1, LIBRARY), state, PF1, {})
        assert isinstance(decided, Decided)
        state = evolve_all(state, decided.events)

    assert state.effects == (KnownEffect("bless#1", BLESS),)
    assert [member.lasting[2].effect for member in state.members] == ["bless#1", "bless#1"]


def test_creatures_of_a_file_have_what_it_lists_from_the_first_round_on() -> None:
    creatures = parse_encounter(ENCOUNTER).creatures
    found = drafted(creatures, State(clock=NOON), PF1.rules, LIBRARY)

    assert found.effects == (KnownEffect("bless#1", BLESS),)
    assert found.foes[0].lasting == (
        Lasting("prone", REMOVED),
        Lasting("shaken", Until("turn_start", who="orc", round=4), 1),
        Lasting("bless", Until("turn_start", who="orc", round=3), effect="bless#1"),
    )


def test_the_campaign_has_the_effects_of_an_encounter_that_is_prepared() -> None:
    found = drafted(parse_encounter(ENCOUNTER).creatures, State(), PF1.rules, LIBRARY)
    encounter = Encounter("road", "Road", "board", foes=found.foes, figures=found.figures)
    board = parse_encounter(ENCOUNTER).board
    assets = replace(PF1, boards={"board": board})

    decided = decide(Prepare(encounter, found.effects), State(), assets, {})

    assert isinstance(decided, Decided)
    assert decided.states[-1].effects == (KnownEffect("bless#1", BLESS),)


def test_an_effect_that_nobody_knows_is_refused_by_its_key() -> None:
    with pytest.raises(FileError) as wrong:
        read_party(PARTY, State(), PF1)
    with pytest.raises(Refusal) as refused:
        drafted(parse_encounter(ENCOUNTER).creatures, State(), PF1.rules)

    assert wrong.value.key == "party[1].effects[3]"
    assert refused.value.code == "unknown_effect"
