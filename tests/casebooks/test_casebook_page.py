"""The page about casebooks describes every kind and key that the readers accept, and no other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel

from core.casebook.case_schema import CaseCreature, CaseTable
from core.casebook.cases import parse
from core.casebook.combat_inputs import MannerInputs
from core.casebook.run import EVERY, REFUSAL, REFUSED_UNDER
from core.casebook.strike_inputs import OpenInputs, StrikeCreature, TurnTable
from core.casebook.travel_inputs import CaseLeg, CaseTraveller, MoverInputs, SegmentInputs
from core.travel.journey_schema import BonusTable
from core.values import Struct
from tests.casebooks.running import ran
from tests.each import each

PAGE = Path(__file__).parents[2] / "docs" / "casebook-file.md"
TEXT = PAGE.read_text(encoding="utf-8")
SECTION = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)
TABLE = re.compile(r"^\| (?P<head>[^|]+) \|.*\n\|[-|]+\|\n(?P<rows>(?:\|.*\n?)+)", re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")
EXAMPLE = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHARED = {
    "#a-mover": ("A mover", MoverInputs),
    "#how-a-creature-moves": ("How a creature moves", MannerInputs),
    "#attacks-by-the-open-rules": ("Attacks by the open rules", OpenInputs),
}
"""Links that stand for the keys of a section of their own."""


class DescribedKey(Struct):
    """A row of a table: a key, whether it must be given, and the words that its value may be."""

    name: str
    needed: bool
    choices: frozenset[str]


def read_sections() -> dict[str, str]:
    pieces = SECTION.split(TEXT)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


SECTIONS = read_sections()


def read_rows(section: str, head: str) -> list[list[str]]:
    for table in TABLE.finditer(SECTIONS[section]):
        if table["head"] == head:
            lines = table["rows"].strip().splitlines()
            return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return []


def described(section: str, head: str = "given") -> dict[str, DescribedKey]:
    keys: dict[str, DescribedKey] = {}
    for key, value, _ in read_rows(section, head):
        name = key.strip("*`")
        assert name not in keys, f"{section} has {name} twice"
        keys[name] = DescribedKey(name, key.startswith("**"), frozenset(SPAN.findall(value)))
    return keys


def accepted(model: type[BaseModel]) -> dict[str, DescribedKey]:
    properties = model.model_json_schema()["properties"]
    return {
        name: DescribedKey(name, field.is_required(), choices_of(properties[name]))
        for name, field in model.model_fields.items()
    }


def choices_of(schema: Mapping[str, object]) -> frozenset[str]:
    alternatives = schema.get("anyOf", [])
    assert isinstance(alternatives, list)
    choices = frozenset[str]()
    for alternative in (schema, *alternatives):
        enum = alternative.get("enum", [])
        choices |= frozenset(choice for choice in enum if choice)
    return choices


def linked(section: str) -> dict[str, DescribedKey]:
    """The keys that a section takes over from those that it links to, outside its tables."""
    prose = TABLE.sub("", SECTIONS[section])
    return {
        name: key
        for link, (other, _) in SHARED.items()
        if f"({link})" in prose
        for name, key in described(other).items()
    }


def test_every_kind_has_a_section_and_no_section_is_of_another() -> None:
    kinds = {heading.strip("`") for heading in SECTIONS if heading.startswith("`")}

    assert kinds == set(EVERY)


@each("name", EVERY)
def test_the_inputs_of_a_kind_are_those_that_its_reader_accepts(name: str) -> None:
    section = f"`{name}`"

    assert linked(section) | described(section) == accepted(EVERY[name].inputs)


@each("name", EVERY)
def test_the_results_of_a_kind_are_those_that_it_may_expect(name: str) -> None:
    keys = [SPAN.findall(key)[0] for key, _ in read_rows(f"`{name}`", "expect")]

    assert sorted(keys) == sorted(EVERY[name].expect)


@pytest.mark.parametrize(("section", "model"), SHARED.values())
def test_keys_that_several_kinds_share_are_those_of_their_model(
    section: str, model: type[BaseModel]
) -> None:
    assert described(section) == accepted(model)


def test_the_keys_of_a_case_of_a_creature_and_of_tables_within_are_those_of_their_models() -> None:
    assert names_and_needs(described("A case", "key of a case")) == names_and_needs(
        accepted(CaseTable)
    )
    assert names_and_needs(described("On the grid", "key of a creature")) == names_and_needs(
        accepted(CaseCreature)
    )
    striker = described("Attacks by the open rules", "key of a creature that strikes")
    assert names_and_needs(described("On the grid", "key of a creature") | striker) == (
        names_and_needs(accepted(StrikeCreature))
    )
    assert names_and_needs(
        described("Attacks by the open rules", "key of a turn")
    ) == names_and_needs(accepted(TurnTable))
    assert described("A mover", "key of a bonus") == accepted(BonusTable)
    assert described("`day_distance`", "key of a segment") == accepted(SegmentInputs)
    assert described("`itinerary`", "key of a leg") == accepted(CaseLeg)
    traveller = described("`itinerary`", "key of a traveller") | described("A mover")
    assert traveller == accepted(CaseTraveller)


def names_and_needs(keys: Mapping[str, DescribedKey]) -> dict[str, bool]:
    return {key.name: key.needed for key in keys.values()}


def test_the_refusals_are_those_that_a_case_may_expect() -> None:
    paragraph = SECTIONS["A case"].partition("**Refusals.**")[2].partition("\n\n")[0]
    codes = set(SPAN.findall(paragraph)) - {"--strict"}

    assert codes == {*REFUSED_UNDER, *REFUSAL, "house_default"}


def test_the_examples_of_the_page_come_out_as_printed() -> None:
    casebook = parse("the page", "".join(EXAMPLE.findall(TEXT)))

    assert casebook.bad == ()
    assert len(casebook.cases) == 3
    assert {case.id: ran(case).wrong for case in casebook.cases} == dict.fromkeys(
        (case.id for case in casebook.cases), ()
    )
