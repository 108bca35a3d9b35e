"""The JSON Schema of each kind of file that people write, by which an editor checks it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from core.bestiary_schema import BestiaryTables
from core.casebook.case_schema import BoardTables, CasebookTables
from core.casebook.cases import Kind
from core.casebook.combat_cases import COMBAT
from core.casebook.run import EVERY, REFUSAL, TRAVEL
from core.casebook.strike_inputs import StrikeBoardTables
from core.combat.board.encounter_schema import EncounterTables
from core.play.party.party_schema import PartyTables
from core.travel.journey_schema import JourneyTables

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER_TEXT = {"type": "string", "pattern": r"^\s*[-+]?[0-9_.]+(/[0-9]+|[eE][-+]?[0-9]+)?\s*$"}
"""A number as a text: "1/2"."""


class FileKind(NamedTuple):
    """A kind of file: its model, and whether its numbers may be texts ("1/2") and texts empty."""

    model: type[BaseModel]
    quoted: bool


FILE_KINDS: Mapping[str, FileKind] = {
    "journey": FileKind(JourneyTables, quoted=False),
    "party": FileKind(PartyTables, quoted=True),
    "encounter": FileKind(EncounterTables, quoted=False),
    "bestiary": FileKind(BestiaryTables, quoted=False),
    "casebook": FileKind(CasebookTables, quoted=True),
}


class _Generator(GenerateJsonSchema):
    """Schemas as people need them: TOML has no null, and what is empty need not be said."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        # beside $ref nothing is kept
        if "$ref" in inner:
            return {"allOf": [inner]}
        return inner

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        default = schema.get("default")
        if isinstance(default, Fraction):
            default = int(default)
        if isinstance(default, bool) or default:
            return {**inner, "default": default}
        return inner

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file. KeyError: there is no such kind."""
    model, quoted = FILE_KINDS[kind]
    schema = model.model_json_schema(schema_generator=_Generator)
    if kind == "casebook":
        _add_kinds(schema)
    return {"$schema": DIALECT, **_tidy_table(schema, quoted=quoted)}


def _add_kinds(schema: dict[str, Any]) -> None:
    """Let the kind of a case decide what it gives and expects."""
    definitions = schema["$defs"]
    case = definitions["CaseTable"]
    case["properties"]["kind"]["enum"] = list(EVERY)
    board = StrikeBoardTables.model_json_schema(schema_generator=_Generator)
    plain_board = BoardTables.model_json_schema(schema_generator=_Generator)
    definitions |= board.get("$defs", {})
    definitions |= plain_board.get("$defs", {})
    case["properties"] |= board["properties"]
    creatures = plain_board["properties"]["creatures"]
    case["allOf"] = [_case_of(kind, definitions, creatures) for kind in EVERY.values()]


def _case_of(
    kind: Kind[Any], definitions: dict[str, Any], creatures: JsonSchemaValue
) -> dict[str, Any]:
    inputs = kind.inputs.model_json_schema(schema_generator=_Generator)
    definitions |= inputs.pop("$defs", {})
    definitions[kind.inputs.__name__] = inputs
    keys = sorted((*kind.expect, *REFUSAL))
    then: dict[str, Any] = {
        "given": {"$ref": f"#/$defs/{kind.inputs.__name__}"},
        "expect": {"propertyNames": {"enum": keys}},
    }
    if kind.name in TRAVEL:
        then |= dict.fromkeys(BoardTables.model_fields, False)
    elif kind.name in COMBAT:
        then["creatures"] = creatures
    condition = {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]}
    return {"if": condition, "then": {"properties": then}}


def _tidy(node: object, *, quoted: bool) -> object:
    if isinstance(node, list):
        return [_tidy(item, quoted=quoted) for item in node]
    if isinstance(node, dict):
        return _tidy_table(node, quoted=quoted)
    return node


def _tidy_table(table: Mapping[str, object], *, quoted: bool) -> dict[str, object]:
    tidied = {key: _tidy(value, quoted=quoted) for key, value in table.items()}
    if isinstance(tidied.get("title"), str):
        del tidied["title"]
    if "patternProperties" in tidied:
        tidied["additionalProperties"] = False
    if quoted and tidied.get("type") == "string":
        tidied.pop("minLength", None)
    if quoted and tidied.get("type") in ("number", "integer"):
        about: dict[str, object] = {
            key: tidied.pop(key) for key in ("description", "default") if key in tidied
        }
        return {"anyOf": [tidied, NUMBER_TEXT], **about}
    return tidied
