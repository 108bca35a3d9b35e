"""The cases of a casebook: their TOML text parsed, the kinds that there are, the answers they give.

Malformed cases are reported, never skipped silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from core.combat.board.squares import Square
from core.file_schema import FileTable, read_table
from core.files import FileError, NotFinite, exact_number, unknown
from core.messages import Message, exact
from core.receipts import Receipt
from core.rulesets.trees import read
from core.values import Struct

BOARD = ("map", "edge_walls", "edge_low", "creatures")
"""The keys of a case on the combat grid that say where it happens."""


class Case(Struct):
    """One worked example: inputs of a `kind` under a `ruleset`, and the results asserted.

    `basis` is "seed" or "house"; `depends` are the open questions that would change the result.
    `also` are further rules that it carries; `board` where it happens, for the combat grid.
    """

    file: str
    id: str
    ruleset: str
    kind: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]
    rule: str = ""
    basis: str = ""
    depends: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    board: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Bad(Struct):
    """A malformed case: its file, id ("" = the whole file), key and the reason."""

    file: str
    case: str
    key: str
    message: Message


class Casebook(Struct):
    """The cases of one file, and what is wrong in it."""

    file: str
    cases: tuple[Case, ...]
    bad: tuple[Bad, ...]


def parse(file: str, text: str) -> Casebook:
    """Return the casebook of a TOML text; `file` is only its name. Malformed text is one `Bad`."""
    try:
        tree = read(file, text)
    except FileError as wrong:
        return Casebook(file, (), (Bad(file, "", wrong.key, wrong.message),))
    bad = [Bad(file, "", key, unknown(key, ("case",))) for key in tree if key != "case"]
    rows = tree.get("case", ())
    if not isinstance(rows, tuple) or not all(isinstance(row, dict) for row in rows):
        bad.append(Bad(file, "", "case", Message("must be a list of tables: [[case]]")))
        rows = ()
    if not rows and not bad:
        bad.append(Bad(file, "", "case", Message("this file has no cases: add a [[case]] table")))
    cases = []
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            case = _case(file, row, seen)
        except FileError as wrong:
            name = row.get("id")
            if isinstance(name, str) and name:
                named = name
            else:
                named = f"#{number}"
            bad.append(Bad(file, named, wrong.key, wrong.message))
        else:
            seen.add(case.id)
            cases.append(case)
    return Casebook(file, tuple(cases), tuple(bad))


def _case(file: str, row: Mapping[str, Any], seen: set[str]) -> Case:
    from core.casebook.case_schema import CaseTable  # loaded with the first casebook, not at start

    table = read_table(CaseTable, row, quoted=True)
    if table.id in seen:
        raise FileError("id", Message("another case already has this id"))
    return Case(
        file=file,
        id=table.id,
        ruleset=table.ruleset,
        kind=table.kind,
        given=row["given"],
        expect=row["expect"],
        rule=table.rule,
        basis=table.basis,
        depends=table.depends,
        also=table.also,
        board={key: row[key] for key in BOARD if key in row},
    )


Found: TypeAlias = "str | int | bool | Sequence[Found] | Mapping[str, Found]"
"""A result: exact-number strings, ratios for chances, whole numbers, words, lists, tables."""


Where = TypeVar("Where")
"""The rules of a case, or the scene."""


class Answer:
    """The results of one case: each key's value and the receipts behind it, `why` unless given."""

    def __init__(self, *why: Receipt, **values: object) -> None:
        self.why = why
        self.values: dict[str, Found] = {}
        self.receipts: dict[str, tuple[Receipt, ...]] = {}
        self.put(**values)

    def put(self, *receipts: Receipt, **values: object) -> Answer:
        """Add results in the types of JSON (`plain`); those that are None are left out."""
        for key, value in values.items():
            if value is not None:
                self.values[key] = plain(value)
                self.receipts[key] = receipts or self.why
        return self

    def fields(self, found: object, keys: str, *receipts: Receipt) -> Answer:
        """Add attributes of `found` by their names, but for those that are None."""
        return self.put(*receipts, **{key: getattr(found, key) for key in keys.split()})

    def receipts_of(self, keys: Iterable[str]) -> tuple[Receipt, ...]:
        """Return the receipts of these keys, each once, in order."""
        receipts = {}
        for key in keys:
            for receipt in self.receipts.get(key, ()):
                receipts[id(receipt)] = receipt
        return tuple(receipts.values())


def plain(value: object) -> Found:
    """Return a value in the types of JSON: numbers exact in strings, squares by name, lists."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, NotFinite):
        return "nan"
    if isinstance(value, Square):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    return str(value)


def agrees(expected: object, got: object) -> bool:
    """Whether `got` is what a case expects: numbers exactly, tables by the expected keys only."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(
            key in got and agrees(item, got[key]) for key, item in expected.items()
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(got, list | tuple)
            and len(expected) == len(got)
            and all(agrees(want, have) for want, have in zip(expected, got, strict=True))
        )
    wanted = _exact(expected)
    found = _exact(got)
    if wanted is not None and found is not None:
        return wanted == found
    return expected == got


def _exact(value: object) -> Fraction | None:
    if isinstance(value, Fraction | int):
        return Fraction(value)
    if isinstance(value, str):
        return exact_number(value)
    return None


Inputs = TypeVar("Inputs", bound=FileTable)
"""The model of what a case gives."""


class Kind(Struct, Generic[Where]):
    """A kind of case: the model of `given`, the keys that `expect` may name, the computation.

    `compute` is given the inputs, and the rules or on the combat grid the scene, which knows them.
    It raises FileError for inputs that do not fit and Refusal where the rules refuse.
    """

    name: str
    inputs: type[FileTable]
    expect: frozenset[str]
    compute: Callable[[Any, Where], Answer]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its inputs."""
        return tuple(self.inputs.model_fields)

    def answer(self, given: Mapping[str, Any], where: Where) -> Answer:
        """Return the answer for what is given. Raises FileError or Refusal."""
        return self.compute(read_table(self.inputs, given, quoted=True), where)


def kind(
    name: str, inputs: type[Inputs], expect: str, compute: Callable[[Inputs, Where], Answer]
) -> Kind[Where]:
    """Return a Kind whose keys of `expect` are written as words with spaces between."""
    return Kind(name, inputs, frozenset(expect.split()), compute)
