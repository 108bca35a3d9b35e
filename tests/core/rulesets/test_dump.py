"""A ruleset as one canonical text: what a campaign stores and hashes."""

from __future__ import annotations

import string
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files import FileError
from core.messages import exact
from core.rulesets.parse import dump_ruleset, load_ruleset, parse_ruleset, tree_of
from core.rulesets.schema import Ruleset
from core.rulesets.trees import merge, write
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.thorough import examples

slugs = st.text(string.ascii_lowercase + string.digits + "_-", min_size=1, max_size=12)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
numbers = st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=10_000)
rows = st.fixed_dictionaries(
    {
        "name": st.dictionaries(st.sampled_from(["fr", "de"]), texts).map(
            lambda names: {"en": "Ground", **names}
        ),
        "highway": numbers.map(exact),
        "road": numbers.map(exact),
        "trackless": numbers.map(exact),
        "source": texts,
    }
)


def mine(terrain: dict[str, object], words: dict[str, str]) -> Ruleset:
    """A ruleset as campaigns have stored it, which no check of folders has seen."""
    tree = {
        "id": "mine",
        "name": {"en": "Mine"},
        "extends": "sf",
        "terrain": terrain,
        "words": {"terrain": words},
    }
    return load_ruleset(write(merge(tree_of(packaged("sf")), tree)))


@pytest.mark.parametrize("system", PACKAGED)
def test_a_packaged_ruleset_is_itself_after_dump_and_load(system: str) -> None:
    text = dump_ruleset(packaged(system))
    again = load_ruleset(text)

    assert again == packaged(system)
    assert dump_ruleset(again) == text


@examples(3, 30)
@given(st.dictionaries(slugs, rows, max_size=4), st.dictionaries(texts, st.just("hills")))
def test_any_ruleset_is_itself_after_dump_and_load(
    terrain: dict[str, object], words: dict[str, str]
) -> None:
    base = packaged("sf")
    terrain = {slug: row for slug, row in terrain.items() if slug not in base.nearest}
    words = {word: row for word, row in words.items() if word not in base.words.water}
    rules = mine(terrain, words)
    text = dump_ruleset(rules)
    again = load_ruleset(text)

    assert again == rules
    assert dump_ruleset(again) == text


def test_equal_rulesets_have_equal_texts_however_they_were_written() -> None:
    head = 'id = "mine"\nextends = "pf1"\nname = { en = "Mine" }\n'
    one = {"ruleset.toml": head + '[terrain.swamp]\ntrackless = "1/2"\n[march]\nbase_dc = 12'}
    other = {
        "ruleset.toml": head,
        "z.toml": "[march]\nbase_dc = 12\n[conditions.difficult]\nflyers = false",
        "a.toml": "terrain.swamp.trackless = 0.50",
    }
    rules = [parse_ruleset(files, packaged("pf1")) for files in (one, other)]

    assert rules[0] == rules[1]
    assert hash(rules[0]) == hash(rules[1])
    assert dump_ruleset(rules[0]) == dump_ruleset(rules[1])


def test_the_text_holds_all_that_is_inherited() -> None:
    rules = mine({}, {})

    loaded = load_ruleset(dump_ruleset(rules))
    assert loaded.extends == "sf"
    assert loaded.boats == packaged("pf1").boats


@pytest.mark.parametrize("system", PACKAGED)
def test_a_ruleset_cannot_be_changed(system: str) -> None:
    rules = packaged(system)

    with pytest.raises(TypeError):
        rules.terrain["sea"] = rules.terrain["hills"]  # type: ignore[index]
    with pytest.raises(ValueError, match="frozen"):
        rules.terrain["hills"].road = Fraction(1)
    with pytest.raises(TypeError):
        rules.name["en"] = "Other"  # type: ignore[index]


def test_a_damaged_text_is_refused() -> None:
    text = dump_ruleset(packaged("pf1"))

    with pytest.raises(FileError):
        load_ruleset(text.replace("[march]", "[marsh]"))
    with pytest.raises(FileError):
        load_ruleset(text[: len(text) // 2])
