"""The model of a file of effects."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field, ValidationInfo

from core.effects.changes import parse_change
from core.effects.effect import LONGEST_NAME, MOST_CHANGES
from core.effects.workings import parse_working
from core.effects.worn import read_worn
from core.file_schema import FileTable, ListOf, Natural, Text, WrongValue, as_wrong_value
from core.messages import Message


def _check_line(text: str, info: ValidationInfo) -> str:
    with as_wrong_value():
        parse_change(text)
    return text


def _check_working(text: str, info: ValidationInfo) -> str:
    with as_wrong_value():
        parse_working(text)
    return text


def _check_name(text: str, info: ValidationInfo) -> str:
    if len(text) > LONGEST_NAME:
        raise WrongValue(Message("must have at most {most} characters", most=LONGEST_NAME))
    return text


def _check_number(lines: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    if len(lines) > MOST_CHANGES:
        raise WrongValue(Message("must hold at most {most}", most=MOST_CHANGES))
    return lines


def _read_worn_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    with as_wrong_value():
        return read_worn(", ".join(lines))


WornLines: TypeAlias = Annotated[ListOf[str], AfterValidator(_read_worn_lines)]
"""What the figures of a creature hold already, a bonus each."""


class EffectTable(FileTable):
    """An effect with figures."""

    name: Annotated[Text, AfterValidator(_check_name)] = Field(description="Its name.")
    changes: Annotated[
        ListOf[Annotated[str, AfterValidator(_check_line)]], AfterValidator(_check_number)
    ] = Field((), description='What it changes, a line each: "attack +1 morale".')
    does: ListOf[Annotated[str, AfterValidator(_check_working)]] = Field(
        (), description='What it does, a line each: "damage 1d6 fire each turn", "images".'
    )
    brings: ListOf[str] = Field((), description='Conditions that come with it: "paralyzed".')
    flags: ListOf[str] = Field((), description='What it forbids: "no_run", "acts_not".')
    lasts: str = Field("", description='How long by its rules: "1 min a level".')
    note: str = Field("", description="What it does beside its changes, which is not counted.")
    source: str = Field("", description="The rule that it is from.")
    value: Natural = Field(0, description="Its value where none is typed; 0: it has none.")


class EffectTables(FileTable):
    """A file of effects."""

    effects: ListOf[EffectTable] = Field((), description="The effects, each under [[effects]].")
