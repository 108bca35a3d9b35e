"""Two editions of a ruleset compared: rows and figures by name, words last."""

from __future__ import annotations

from core.messages import Value
from core.rulesets.comparison import RuleChange, compare
from core.rulesets.parse import parse_ruleset
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say

HEAD = 'id = "pf1b"\nname = { en = "Pathfinder 1" }\nextends = "pf1"\n'


def changes(text: str, head: str = "") -> list[RuleChange]:
    """What a text changes in pf1, its id aside."""
    base = packaged("pf1")
    other = parse_ruleset({"ruleset.toml": HEAD + head, "more.toml": text}, base)
    as_edition = other.model_copy(update={"id": "pf1", "extends": "", "name": base.name})
    return [*compare(base, as_edition)]


def changed(*where: str, before: Value | None, after: Value | None) -> RuleChange:
    return RuleChange("changed", where, before, after)


def test_equal_rulesets_have_no_changes() -> None:
    assert compare(packaged("sf"), packaged("sf")) == ()


def test_a_figure_is_named_by_its_table_and_key() -> None:
    assert changes("[march]\nbase_dc = 12") == [changed("march", "base dc", before=10, after=12)]


def test_a_figure_of_a_row_is_named_by_what_the_row_is_called() -> None:
    found = changes('[terrain.swamp]\ntrackless = "1/3"')

    assert found == [changed("terrain", "Swamp", "trackless", before="0.5", after="1/3")]


def test_a_row_that_is_new_or_gone_is_one_change() -> None:
    row = "[mounts.ox]\nname = { en = 'Ox' }\nkm_h = 3\nloaded_km_h = 2\n"
    found = changes(row + "loaded_from_kg = 1\nloaded_to_kg = 2", 'replaces = ["mounts.pony"]\n')

    assert found == [
        RuleChange("added", ("mounts", "Ox")),
        RuleChange("removed", ("mounts", "Pony")),
    ]


def test_a_switch_is_on_or_off() -> None:
    (found,) = changes("[switches.exhaustion]\nvalue = true")

    assert found.where == ("switches", "Exhaustion")
    assert found.before is not None
    assert found.after is not None
    assert (say(found.before), say(found.after)) == ("off", "on")


def test_a_new_name_or_source_is_only_words_and_comes_last() -> None:
    found = changes(
        "[march]\nsource = 'ours'\nbase_dc = 12\n[boats.galley]\nname = { en = 'Ship' }"
    )

    assert [(change.where, change.words) for change in found] == [
        (("march", "base dc"), False),
        (("boats", "Ship", "name"), True),
        (("march", "source"), True),
    ]


def test_what_is_yes_or_no_is_said_so() -> None:
    (found,) = changes("[races.elf]\nkeeps_speed = true")

    assert found.before is None
    assert found.after is not None
    assert say(found.after) == "yes"


def test_the_later_one_lacks_what_the_earlier_has() -> None:
    base = packaged("pf1")
    fewer = base.model_copy(update={"settles": ("Q-12",)})

    assert [*compare(fewer, base)] == [changed("settles", before=("Q-12",), after=None)]
