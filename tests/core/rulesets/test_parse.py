"""Rulesets from text: what extends what, and what a mistake says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from core.files import FileError
from core.messages import Message
from core.rulesets.parse import parse_ruleset
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import packaged

HEAD = 'id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n'


def mine(head: str = "", **files: str) -> Ruleset:
    """A ruleset on pf1: more lines for ruleset.toml, and further files by their stem."""
    texts = {"ruleset.toml": HEAD + head}
    return parse_ruleset(
        texts | {f"{name}.toml": text for name, text in files.items()}, packaged("pf1")
    )


def wrong(head: str = "", **files: str) -> FileError:
    with pytest.raises(FileError) as refused:
        mine(head, **files)
    return refused.value


def said(message: Message) -> str:
    return message.template.format(**dict(message.values))


def test_what_is_not_given_is_inherited_row_by_row_and_key_by_key() -> None:
    rules = mine(terrain='[terrain.swamp]\ntrackless = "1/3"')

    assert rules.terrain["swamp"].trackless == Fraction(1, 3)
    assert rules.terrain["swamp"].road == Fraction(3, 4)
    assert rules.terrain["hills"] == packaged("pf1").terrain["hills"]
    assert rules.extends == "pf1"
    assert rules.display_name("fr") == "Mine"


def test_what_is_replaced_is_not_inherited() -> None:
    rules = mine('replaces = ["mounts.pony", "words.landing"]\n[words.landing]\nquay = true')

    assert rules.mounts.keys() == packaged("pf1").mounts.keys() - {"pony"}
    assert dict(rules.words.landing) == {"quay": True}


def test_M_2_a_word_can_be_given_another_meaning() -> None:
    rules = mine(words="words.terrain.coast = ''\nwords.water.coast = 'sea'")

    assert rules.words.water["coast"] == "sea"
    assert rules.words.terrain["coast"] == ""


def test_a_mechanism_is_chosen_by_name() -> None:
    assert mine('[mechanisms]\nhustle = "total_doubles"').mechanisms.hustle == "total_doubles"


@pytest.mark.parametrize(
    ("number", "exact"),
    [("0.1", (1, 10)), ('"1/3"', (1, 3)), ("2", (2, 1)), ("1_0.5", (21, 2)), ("5e-1", (1, 2))],
)
def test_T_007_numbers_are_exact(number: str, exact: tuple[int, int]) -> None:
    rules = mine(terrain=f"[terrain.swamp]\ntrackless = {number}")

    assert rules.terrain["swamp"].trackless == Fraction(*exact)


@pytest.mark.parametrize(
    "number",
    ["inf", "-inf", "nan", "1e999999999", "true", '"half"', '"1/0"', "1979-05-27", "[1]", "{}"],
)
def test_a_number_that_is_none_is_refused_by_its_key(number: str) -> None:
    error = wrong(terrain=f"[terrain.swamp]\ntrackless = {number}")

    assert (error.file, error.key) == ("terrain.toml", "terrain.swamp.trackless")
    assert said(error.message) == 'must be an exact number, such as 1.5 or "1/2"'


@pytest.mark.parametrize("number", ["0", "-1.5", '"-1/2"'])
def test_a_pace_is_more_than_zero(number: str) -> None:
    error = wrong(terrain=f"[terrain.swamp]\ntrackless = {number}")

    assert said(error.message) == "must be more than zero"


@pytest.mark.parametrize(
    ("text", "key", "sentence"),
    [
        (
            "[terrain.forest]\ntrakless = 1",
            "terrain.forest.trakless",
            "no such key; did you mean trackless?",
        ),
        ("[terain.forest]\nroad = 1", "terain", "no such key; did you mean terrain?"),
        (
            "[mechanisms]\nhour = 5",
            "mechanisms.hour",
            "must be one of ('half_metres', 'sixty_minutes')",
        ),
        (
            "[mechanisms]\nhours = 'half_metres'",
            "mechanisms.hours",
            "no such key; did you mean hour?",
        ),
        ("[march]\nbase_dc = 'ten'", "march.base_dc", "must be a whole number"),
        ("[march]\nbase_dc = 10.0", "march.base_dc", "must be a whole number"),
        ("[march]\nridden_fails = 1", "march.ridden_fails", "must be true or false"),
        ("[march]\ndice = 6", "march.dice", "must be a text in quotes"),
        ("[march]\ndice = 'a lot'", "march.dice", "a lot is not a roll"),
        ("pursuit = 6", "pursuit", "must be a table"),
        ("[boats]\npunt = 'fast'", "boats.punt", "must be a table"),
        ("settles = 'Q-01'", "settles", "must be a list"),
        ("settles = ['QC-99']", "settles", "no QC-99; there are QC-1 to QC-54"),
        ("settles = ['Q-12', 'Q-2']", "settles", "no Q-2; did you mean Q-02?"),
        ("settles = ['all']", "settles", "no question all"),
        ("[rules.T-101]\nbasis = 'guessed'", "rules.T-101.basis", "must be one of"),
        ("[boats.rowboat.name]\nen = ''", "boats.rowboat.name", "must have an English name (en)"),
        (
            "[mounts.pony]\nloaded_to_kg = 10",
            "mounts.pony.loaded_to_kg",
            "is below the start of the range",
        ),
        ("[hustle]\ngrowth = 0", "hustle.growth", "must be 1 or more"),
        ("[hustle]\nfree_hours = -1", "hustle.free_hours", "must not be negative"),
        ("[days.foot]\nhours = 25", "days.foot.hours", "must be at most 24"),
        (
            "[words.terrain]\nbog = 'swampp'",
            "words.terrain.bog",
            "no row swampp; did you mean swamp?",
        ),
        (
            "[words.water]\nswamp = 'lake'",
            "words.water.swamp",
            "is also a word of the terrain table",
        ),
        ("[words.river]\nroad = true", "words.river.road", "is also a word for a way"),
        ("[words.way]\nrail = 'zzz'", "words.way.rail", "no row zzz"),
        ("[words.water]\nsee = 'lagoon'", "words.water.see", "must be one of"),
        ("[nearest]\nmoor = 'hills'", "nearest.moor", "is a row of the terrain table itself"),
    ],
)
def test_a_mistake_names_file_and_key(text: str, key: str, sentence: str) -> None:
    error = wrong(table=text)

    assert (error.file, error.key) == ("table.toml", key)
    assert said(error.message).startswith(sentence)


def test_a_new_row_must_be_whole() -> None:
    error = wrong(boats='[boats.punt]\nname = { en = "Punt" }\nkm_h = 1')

    assert error.file == "boats.toml"
    missing = {e.key: said(e.message) for e in (error, *error.also)}
    assert missing == {
        f"boats.punt.{key}": "is missing"
        for key in ("current", "hours", "inland", "oars", "propulsion")
    }


def test_all_mistakes_are_told() -> None:
    error = wrong(a="[march]\nbase_dc = 'x'", b="[run]\nbase_dc = 'y'\nrest = 1")

    assert [(e.file, e.key) for e in (error, *error.also)] == [
        ("a.toml", "march.base_dc"),
        ("b.toml", "run.base_dc"),
        ("b.toml", "run.rest"),
    ]


@pytest.mark.parametrize(
    ("text", "line"), [("a = 1\nb = \n", 2), ("[terrain\n", 1), ('x = "never closed', 1)]
)
def test_bad_toml_names_file_and_line(text: str, line: int) -> None:
    error = wrong(terrain=text)

    assert (error.file, error.key) == ("terrain.toml", "")
    assert error.message.value("line") == line


def test_endless_nesting_is_refused_with_a_sentence() -> None:
    error = wrong(terrain="x = " + "[" * 100_000)

    assert said(error.message) == "is nested too deeply"


def test_one_key_in_two_files_is_an_error() -> None:
    error = wrong(a="[march]\nbase_dc = 12", b="[march]\nbase_dc = 14")

    assert (error.file, error.key) == ("b.toml", "march.base_dc")
    assert said(error.message) == "is also set in a.toml"


def test_a_table_in_one_file_and_a_value_in_another_is_an_error() -> None:
    error = wrong(a="march = 1", b="[march]\nbase_dc = 14")

    assert error.file == "b.toml"


def test_replacing_what_is_not_there_is_an_error() -> None:
    error = wrong('replaces = ["terain"]')

    assert error.file == "ruleset.toml"
    assert said(error.message) == "no such key; did you mean terrain?"


@pytest.mark.parametrize("value", ["'terrain'", "[1]", "{}"])
def test_replaces_is_a_list_of_names(value: str) -> None:
    assert wrong(f"replaces = {value}").key == "replaces"


def test_a_replaced_table_that_is_needed_must_be_given() -> None:
    error = wrong('replaces = ["march"]')

    assert (error.file, error.key) == ("ruleset.toml", "march")
    assert error.message.template == (
        '{problem}: replaces takes "{name}" away; write your own, or leave it out there'
    )


@pytest.mark.parametrize(
    ("files", "key"),
    [
        ({"ruleset.toml": 'name = { en = "Mine" }\nextends = "pf1"'}, "id"),
        ({"ruleset.toml": 'id = 5\nname = { en = "Mine" }\nextends = "pf1"'}, "id"),
        ({"ruleset.toml": 'id = "pf1"\nname = { en = "Mine" }\nextends = "pf1"'}, "id"),
        ({"ruleset.toml": 'id = "mine"\nextends = "pf1"'}, "name"),
        ({"ruleset.toml": 'id = "mine"\nname = { fr = "Le mien" }\nextends = "pf1"'}, "name"),
        ({"ruleset.toml": 'id = "mine"\nname = { en = "Mine" }\nextends = "pf3"'}, "extends"),
        ({"ruleset.toml": 'id = "mine"\nname = { en = "Mine" }'}, "extends"),
    ],
)
def test_the_head_of_a_ruleset(files: Mapping[str, str], key: str) -> None:
    with pytest.raises(FileError) as refused:
        parse_ruleset(files, packaged("pf1"))

    assert (refused.value.file, refused.value.key) == ("ruleset.toml", key)
