"""`outrider schema KIND`: what an editor is told of each kind of file is what its reader takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import outrider
from core.casebook.json_schema import FILE_KINDS, json_schema
from core.casebook.run import EVERY
from core.files import FileError, read_toml
from tests.core.written.corpus import GOOD, BrokenFile, broken_files
from tui.cli.command_line import parser

ROOT = Path(__file__).parents[3]
JSON: TypeAlias = Any
Table: TypeAlias = dict[str, Any]
NAMES = {"creatures": "bestiary"}
FILES = [
    *(("journey", path) for path in sorted((ROOT / "docs/examples").glob("*.toml"))),
    *(("encounter", path) for path in sorted((ROOT / "docs/examples/encounters").glob("*.toml"))),
    *(("bestiary", path) for path in sorted((ROOT / "saves/library/beasts").glob("*.toml"))),
    *(("casebook", path) for path in sorted((ROOT / "tests/casebooks").glob("*.toml"))),
]
CAUGHT = 0.65
"""At least this part of the broken files is refused by the schema alone; rulesets refuse others."""


@cache
def schema_of(kind: str) -> JSON:
    """The schema of a kind of file, made once and never changed."""
    return json_schema(NAMES.get(kind, kind))


def conforms(value: object, schema: JSON, root: Table) -> bool:
    """Whether a value conforms to a JSON Schema, of the words that ours are made of."""
    if isinstance(schema, bool):
        return schema
    return all(_keeps(word, part, value, schema, root) for word, part in schema.items())


def _keeps(
    word: str, part: JSON, value: JSON, schema: dict[str, Any], root: dict[str, Any]
) -> bool:
    number = isinstance(value, int | Fraction) and not isinstance(value, bool)
    match word:
        case "$ref":
            return conforms(value, root["$defs"][part.rpartition("/")[2]], root)
        case "type":
            return _is_of(value, part)
        case "enum":
            return value in part
        case "const":
            return bool(value == part)
        case "minimum":
            return not number or value >= part
        case "maximum":
            return not number or value <= part
        case "exclusiveMinimum":
            return not number or value > part
        case "minLength":
            return not isinstance(value, str) or len(value) >= part
        case "minItems":
            return not isinstance(value, list) or len(value) >= part
        case "maxItems":
            return not isinstance(value, list) or len(value) <= part
        case "items":
            return not isinstance(value, list) or all(conforms(item, part, root) for item in value)
        case "required":
            return not isinstance(value, dict) or all(key in value for key in part)
        case "properties":
            return not isinstance(value, dict) or all(
                conforms(value[key], part[key], root) for key in part if key in value
            )
        case "additionalProperties":
            known = schema.get("properties", {})
            pattern = "|".join(schema.get("patternProperties", ("^$",)))
            return not isinstance(value, dict) or all(
                conforms(item, part, root)
                for key, item in value.items()
                if key not in known and not re.search(pattern, key)
            )
        case "propertyNames":
            return not isinstance(value, dict) or all(conforms(key, part, root) for key in value)
        case "anyOf":
            return any(conforms(value, one, root) for one in part)
        case "allOf":
            return all(conforms(value, one, root) for one in part)
        case "if":
            return not conforms(value, part, root) or conforms(value, schema["then"], root)
        case "pattern":
            return not isinstance(value, str) or re.search(part, value) is not None
        case "patternProperties":
            return not isinstance(value, dict) or all(
                conforms(item, below, root)
                for pattern, below in part.items()
                for key, item in value.items()
                if re.search(pattern, key)
            )
        case "then" | "description" | "default" | "$defs" | "$schema":
            return True
    raise AssertionError(f"the schema has a word that is not looked at: {word}")


def _is_of(value: object, kind: str) -> bool:
    kinds: dict[str, Any] = {
        "string": str,
        "boolean": bool,
        "array": list,
        "object": dict,
        "integer": int,
        "number": (int, Fraction),
    }
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, kinds[kind])


def tables(schema: JSON) -> Iterator[Table]:
    """All tables with keys in a schema."""
    if isinstance(schema, list):
        for item in schema:
            yield from tables(item)
    if isinstance(schema, dict):
        if "properties" in schema and "if" not in schema:
            yield schema
        for key, item in schema.items():
            if key not in ("if", "then"):
                yield from tables(item)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_the_schema_of_each_kind_is_printed(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert outrider.main(["schema", kind]) == 0
    assert json.loads(capsys.readouterr().out) == json_schema(kind)


def test_the_command_line_knows_the_kinds_and_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    usage = parser("schema").parse_args
    assert [usage(["schema", kind]).kind for kind in FILE_KINDS] == list(FILE_KINDS)
    with pytest.raises(SystemExit) as ended:
        outrider.main(["schema", "jurney"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert all(kind in said for kind in FILE_KINDS)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_every_key_is_described_and_no_other_allowed(kind: str) -> None:
    found = list(tables(schema_of(kind)))
    assert found
    for table in found:
        if table["properties"].keys() == {"en"}:
            continue  # names by language
        assert table["additionalProperties"] is False
        assert all(value["description"] for value in table["properties"].values())


@pytest.mark.parametrize("kind", GOOD)
def test_files_without_mistakes_conform(kind: str) -> None:
    schema = schema_of(kind)
    for text in GOOD[kind]:
        assert conforms(read_toml(text), schema, schema)


@pytest.mark.parametrize(("kind", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_the_examples_conform(kind: str, path: Path) -> None:
    schema = schema_of(kind)
    assert conforms(read_toml(path.read_text(encoding="utf-8")), schema, schema)


@pytest.mark.parametrize("kind", GOOD)
def test_an_editor_sees_most_mistakes(kind: str) -> None:
    """Given the broken files that can be read as TOML, then the schema refuses most of them."""
    schema = schema_of(kind)
    broken = [each for each in broken_files() if each.kind == kind and _is_toml(each)]
    assert broken
    caught = [each for each in broken if not conforms(read_toml(each.text), schema, schema)]
    assert len(caught) >= CAUGHT * len(broken)


def _is_toml(broken: BrokenFile) -> bool:
    try:
        read_toml(broken.text)
    except FileError:
        return False
    return True


def test_a_case_gives_the_keys_of_its_kind() -> None:
    case = schema_of("casebook")["$defs"]["CaseTable"]
    assert case["properties"]["kind"]["enum"] == list(EVERY)
    assert len(case["allOf"]) == len(EVERY)
