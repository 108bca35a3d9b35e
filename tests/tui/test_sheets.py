"""The sheet of a member: what is written can be read again, whatever moves it."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from core.play.facts.state import Member
from saves.store.packaged_rulesets import packaged
from tests.tui.members import MEMBERS
from tui.kit.phrases import say
from tui.party.form_lines import read_sheet, write_sheet

RULES = packaged("pf1")


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_a_sheet_read_again_is_the_same_member(member: Member) -> None:
    """Given any member, when its sheet is kept unchanged, then nothing of it changes."""
    assert read_sheet(write_sheet(member, RULES), member, RULES) == member


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("name", "", "no_name"),
        ("token", "w", "bad_token"),
        ("role", "dragon", "bad_choice"),
        ("armor", "plate", "bad_choice"),
        ("con", "many", "bad_number"),
        ("weight", "heavy", "bad_number"),
        ("size", "L with a tail", "bad_figure"),
        ("ac", "high", "bad_figure"),
        ("init", "fast", "bad_number"),
        ("saves", "+3 +4", "bad_figure"),
        ("saves", "+3 +4 good", "bad_figure"),
        ("speeds", "hop 6", "bad_figure"),
        ("speeds", "walk far", "bad_figure"),
        ("attack-2", "longsword", "bad_attack"),
        ("attack-4", "longsword +8 0d8", "bad_dice"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(field: str, text: str, code: str) -> None:
    """Given a wrong line, then the refusal of that line."""
    with pytest.raises(Refusal) as refused:
        read_sheet({**write_sheet(MEMBERS[0], RULES), field: text}, MEMBERS[0], RULES)
    assert refused.value.code == code


def test_a_word_where_a_number_belongs_is_refused_by_the_name_of_its_line() -> None:
    values = write_sheet(Member("", "Harsk", "H"), RULES) | {"con": "abc"}
    with pytest.raises(Refusal) as refused:
        read_sheet(values, Member("", "", ""), RULES)
    assert say(refused.value.message) == "Con: 'abc' is not a number."
