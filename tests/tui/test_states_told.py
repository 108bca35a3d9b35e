"""What is told of a creature in a fight: each condition once, and its word on reactions."""

from __future__ import annotations

import pytest

from core.creatures import Mode, Sheet
from core.play.facts.encounter import Lasting, Until
from core.play.facts.state import Member
from core.values import replace
from tests.fights import VALERIA, fight_world
from tests.tui.fight_views import STATE, here
from tests.tui.views import view_of
from tui.encounter.present.cards import card
from tui.encounter.present.states import states
from tui.kit.phrases import say
from tui.party.form_lines import read_figures, write_figures
from tui.play.road.party_table import figures, party, party_columns


def told(valeria: Member, ruleset: str = "pf2", high: int = 0, mode: Mode = "walk") -> list[str]:
    """The words of her row, so many squares up by her last way of moving."""
    members = tuple(valeria if one.id == "valeria" else one for one in STATE.members)
    state = replace(STATE, members=members)
    seen = here(view_of(state, fight_world(ruleset)))
    being = seen.being("valeria")
    figure = seen.encounter.figure("valeria")
    assert being is not None
    assert figure is not None
    return [one.full for one in states(seen, being, replace(figure, elevation=high, mode=mode))]


DYING = replace(VALERIA, damage=31, lasting=(Lasting("dying", value=2), Lasting("prone")))


def test_in_the_playtest_dying_is_told_once_with_its_degree() -> None:
    assert [word for word in told(DYING) if "dying" in word] == ["dying 2"]
    assert "prone" in told(DYING)


def test_a_state_that_hit_points_tell_is_not_told_again() -> None:
    out = replace(VALERIA, damage=31, lasting=(Lasting("unconscious"),))
    assert told(out).count("unconscious") == 1


def test_but_a_term_that_is_set_for_it_is_told() -> None:
    term = Lasting("unconscious", Until("turn_start", who="ogre", round=6))
    words = told(replace(VALERIA, damage=31, lasting=(term,)))
    assert [word for word in words if "unconscious" in word] == ["unconscious, 3 rounds"]


@pytest.mark.parametrize(
    ("mode", "word"), [("climb", "climbing, 2 up (3 m)"), ("fly", "flies 2 (3 m)")]
)
def test_who_climbs_is_not_told_to_fly(mode: Mode, word: str) -> None:
    assert word in told(VALERIA, "pf1", high=2, mode=mode)


def test_who_is_tired_by_a_march_alone_is_told_to_be() -> None:
    assert told(replace(VALERIA, nonlethal=2, strain=2)).count("fatigued") == 1


@pytest.mark.parametrize("name", ["fatigued", "exhausted"])
@pytest.mark.parametrize("ruleset", ["pf1", "pf2"])
def test_who_is_tired_by_a_march_and_by_the_gms_word_is_told_once(name: str, ruleset: str) -> None:
    tired = replace(VALERIA, nonlethal=2, strain=2, lasting=(Lasting(name),))
    words = told(tired, ruleset)
    assert [word for word in words if word in ("fatigued", "exhausted")] == [name]
    (row,) = party(replace(STATE, members=(tired,)), fight_world(ruleset))
    listed = say(row.state).split(", ")
    assert listed.count("fatigued") == 1
    assert listed.count(name) == 1


@pytest.mark.parametrize(
    ("word", "words"), [(True, "reaction"), (False, "no_reaction"), (None, "")]
)
def test_the_form_of_a_member_has_the_word_on_its_reaction(word: bool | None, words: str) -> None:
    """Given a sheet, when it is written as lines and read again, then it is the same."""
    sheet = Sheet(ac=15, traits=("darkvision",), reaction=word)
    lines = write_figures(sheet, fight_world("pf2").rules)
    assert lines["traits"] == ", ".join(filter(None, ("darkvision", words)))
    assert read_figures(lines, fight_world("pf2").rules) == sheet


@pytest.mark.parametrize(
    ("ruleset", "word", "said"),
    [
        ("pf2", True, "strikes at who moves"),
        ("pf2", False, "no reaction to strike"),
        ("pf2", None, ""),
        ("pf1", False, ""),
    ],
)
def test_the_card_says_it_where_it_matters(ruleset: str, word: bool | None, said: str) -> None:
    sheet = replace(VALERIA.sheet or Sheet(), reaction=word)
    members = tuple(
        replace(VALERIA, sheet=sheet) if one.id == "valeria" else one for one in STATE.members
    )
    state = replace(STATE, members=members)
    view = view_of(state, fight_world(ruleset))
    found = card(here(view), "valeria")
    assert found is not None
    text = " ".join(one if isinstance(one, str) else say(one) for row in found.rows for one in row)
    for words in ("strikes at who moves", "no reaction to strike"):
        assert (words in text) == (words == said)


@pytest.mark.parametrize(("condition", "cell"), [("shaken", "17 "), ("exhausted", "14*")])
def test_the_party_table_marks_an_armour_class_that_is_not_the_sheets(
    condition: str, cell: str
) -> None:
    """Given AC 17, then the exhausted has 3 less, and the shaken as much as ever."""
    assert VALERIA.sheet is not None
    hero = replace(VALERIA, sheet=replace(VALERIA.sheet, ac=17), lasting=(Lasting(condition),))
    (row,) = party(replace(STATE, members=(hero,)), fight_world("pf1"))
    columns = party_columns((row,), 80, armour=True)

    assert figures(row, columns, 60).lstrip().startswith(cell)
