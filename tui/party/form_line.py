"""A line of a member's form, and what helps to read and write one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from core.creatures import Sheet
from core.messages import Message, Refusal, Template
from core.play.facts.state import Member, State
from core.quantities import LENGTH, METRES_IN_A_SQUARE, Dimension, read_quantity
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Ruleset
from core.values import Struct
from tui.kit.numbers import read_decimal
from tui.kit.phrases import say, units_in_force
from tui.kit.pick_list import PickRow
from tui.play.creature_lines.figures import check_figure
from tui.play.terms import example_lines, name_term

MOST_SQUARES = 999
"""The longest reach and the fastest speed on a line, in squares."""
Choice = TypeVar("Choice", bound=str)
Part = TypeVar("Part", Member, Sheet)
Values: TypeAlias = Mapping[str, str]
"""What is written on each line of a form, by the line's id."""


class WrittenLine(Struct):
    """What is written on one line of a form in a system, and on all of them (`values`)."""

    id: str
    label: Message
    hint: Message
    values: Values
    rules: Ruleset

    @property
    def text(self) -> str:
        """What is written on this line."""
        return self.values[self.id]

    def number(self, text: str, form: str = r"\d+(?:[.,]\d+)?") -> Fraction:
        """Return `text` of this line as a number. Refusal "bad_number", or that of a decimal."""
        if not re.fullmatch(form, text, re.ASCII):
            raise Refusal(
                "bad_number",
                "{line}: '{text}' is not a number.",
                line=self.label,
                text=text,
            )
        with self._named_in_refusals():
            return read_decimal(text)

    def quantity(self, text: str, dimension: Dimension, bare: str = "") -> Fraction:
        """Return `text` of this line in metric units, read in the GM's where it has none.

        `bare` is the unit of a number without one, where that is another. Refusal "bad_number".
        """
        with self._named_in_refusals():
            return read_quantity(text, dimension, units_in_force(), bare)

    @contextmanager
    def _named_in_refusals(self) -> Iterator[None]:
        try:
            yield
        except Refusal as wrong:
            raise Refusal(
                wrong.code, "{line}: {wrong}", line=self.label, wrong=wrong.message
            ) from wrong

    def squares(self, text: str) -> int:
        """Return a length of whole squares; a bare number is squares. Refusals of `quantity`."""
        squares = self.quantity(text, LENGTH, "sq") / METRES_IN_A_SQUARE
        if squares.denominator != 1 or squares > MOST_SQUARES:
            raise self.wrong(text)
        return int(squares)

    def whole(self) -> int | None:
        """Return the whole number on this line; None when it is blank. Refusal "bad_number"."""
        if self.text:
            return int(self.number(self.text, r"[+-]?\d{1,6}"))
        return None

    def check_bounds(self) -> None:
        """Refuse a number that is none, or out of the bounds of this figure."""
        if self.text:
            self.number(self.text, r"[+-]?\d+([.,]\d+)?")
            check_figure(self.id, self.text, self.label)

    def wrong(self, text: str) -> Refusal:
        """Return the Refusal of `text` on this line."""
        return Refusal(
            "bad_figure",
            "{line}: '{text}' is not valid. Write {hint}.",
            line=self.label,
            text=text,
            hint=self.hint,
        )


def fit_all(rules: Ruleset) -> bool:
    """Return True: the line is one of the form in every system."""
    return True


def offer_nothing(state: State, rules: Ruleset) -> Iterable[PickRow]:
    """Return no rows to pick from: the line is written freely."""
    return ()


class FormLine(Struct, Generic[Part], kw_only=True):
    """A line of the form, for a part of a member: the member itself, or its sheet.

    `hint` says what to write, `imperial_hint` where the GM has chosen feet; both may have
    `{example}` in them, the system's lines to type of the key `example`. `term` is the row of the
    system's terms that is the label, if there is one. `read` returns the part with what is written
    on this line, or raises a Refusal that names the line. `offer` returns the rows to pick from.
    `fits`: whether the line is one of the form in a system.
    """

    label: Template = ""
    hint: Template
    write: Callable[[Part], str]
    read: Callable[[WrittenLine, Part], Part]
    offer: Callable[[State, Ruleset], Iterable[PickRow]] = offer_nothing
    imperial_hint: Template = ""
    term: str = ""
    example: str = ""
    fits: Callable[[Ruleset], bool] = fit_all

    def name(self, rules: Ruleset) -> Message:
        """Return the label in the system's words."""
        if self.term:
            return name_term(rules, self.term)
        return Message(self.label)

    def hint_shown(self, rules: Ruleset) -> Message:
        """Return the hint in the system's words and the GM's units."""
        if self.example:
            example = "; ".join(example_lines(rules, self.example))
        else:
            example = ""
        if self.imperial_hint and units_in_force() == "imperial":
            return Message(self.imperial_hint, example=example)
        return Message(self.hint, example=example)

    def written(self, id: str, values: Values, rules: Ruleset) -> WrittenLine:
        """Return what is written on this line, whose id is `id`."""
        return WrittenLine(id, self.name(rules), self.hint_shown(rules), values, rules)


def choose(text: str, choices: tuple[Choice, ...], template: Template) -> Choice:
    """Return the choice that begins with `text`. Refusal "bad_choice" by `template`."""
    for choice in choices:
        if choice.startswith(text.lower()):
            return choice
    raise Refusal("bad_choice", template, text=text, choices=choices)


def write_number(form: str, number: int | None) -> str:
    """Return `number` in a format; empty when there is none."""
    if number is None:
        return ""
    return form.format(number)


def join_words(*words: str) -> str:
    """Return the words that are not empty in a line."""
    return " ".join(filter(None, words))


def offer_row(slug: str, row: TableRow, *figures: Message) -> PickRow:
    """Return a row of the ruleset to pick, found by its name in any language."""
    names = tuple(row.name.values())
    return PickRow(slug, row.name_in(), ", ".join(map(say, figures)), also=names)
