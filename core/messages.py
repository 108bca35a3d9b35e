"""Messages of core: templates with typed values, never sentences.

`tui.kit.phrases.say` alone turns a `Message` into a sentence of one language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = "str | int | Fraction | Message | tuple[Value, ...]"
"""A value that a message may carry: an id or word, a count, an exact number (a quantity type of
`core.quantities` names its unit), a further message, or a list of those."""


Template: TypeAlias = str
"""An English template: a literal in a value annotated so (`Mapping[str, Template]`) needs no
`N_()`."""


def N_(template: str) -> str:
    """Mark `template` for translation and return it unchanged."""
    return template


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """An English template (a literal here needs no `N_()`) and the values of its `{fields}`."""

    template: str
    values: tuple[tuple[str, Value], ...]

    def __init__(self, template: str, /, **values: Value) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(sorted(values.items())))

    def mapped(self, change: Callable[[Value], Value]) -> Message:
        """Return the message with each of its values passed through `change`."""
        if not self.values:
            return self
        found = object.__new__(Message)  # the names are in order already
        object.__setattr__(found, "template", self.template)
        values = tuple([(name, change(value)) for name, value in self.values])
        object.__setattr__(found, "values", values)
        return found

    def value(self, name: str) -> Value | None:
        """Return the value of field `name`, or None when the message has no such field."""
        return dict(self.values).get(name)


def yes_no(found: bool) -> Message:
    """Return yes or no, as a receipt's finding."""
    return Message("yes") if found else Message("no")


class Refusal(Exception):
    """A request that the rules refuse: a stable `code` and a `Message` the GM can read out.

    `code` is the casebook's error code where there is one.
    """

    def __init__(self, code: str, template: str, /, **values: Value) -> None:
        self.code = code
        self.message = Message(template, **values)
        super().__init__(code)
