"""Columns of conditions that older rulesets have are read as changes."""

from __future__ import annotations

from core.rulesets.old_columns import with_changes
from core.rulesets.parse import parse_ruleset
from core.rulesets.trees import Tree
from saves.store.packaged_rulesets import packaged


def of_rows(**rows: Tree) -> Tree:
    return {"combat": {"conditions": rows}}


def test_columns_of_a_stored_ruleset_are_changes() -> None:
    stored = of_rows(
        prone={
            "attack": {"melee": -4, "rule": "C-215"},
            "ac": {"melee": -4, "ranged": 4},
            "dexterity": -2,
        }
    )

    lifted = with_changes(stored)

    assert lifted == of_rows(
        prone={
            "changes": ("attack -4 melee", "ac -4 melee", "ac +4 ranged", "dex -2"),
            "attack_rule": "C-215",
        }
    )


def test_a_folder_that_sets_one_cell_keeps_what_it_inherits() -> None:
    text = (
        'id = "mine"\nname = { en = "mine" }\nextends = "pf1"\n'
        "[combat.conditions.prone.ac]\nranged = 2\n"
    )

    mine = parse_ruleset({"ruleset.toml": text}, packaged("pf1").as_before())

    prone = mine.combat.rows["prone"]
    assert (prone.attack.melee, prone.attack.ranged) == (-4, 0)
    assert (prone.ac.melee, prone.ac.ranged) == (-4, 2)


def test_the_prone_by_the_open_rules_are_in_their_own_row() -> None:
    stored = of_rows(prone={}, prone_open={"attack": {"melee": -4}})

    assert with_changes(stored) == of_rows(prone={"open": {"changes": ("attack -4 melee",)}})


def test_a_column_that_was_none_is_left_to_be_refused() -> None:
    stored = of_rows(prone={"attack": "worse"})

    assert with_changes(stored) == stored
