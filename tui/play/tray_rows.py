"""The rows of a dice tray: questions, answers and the current field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from core.dice import Answer, Question
from core.messages import Message

ALIVE = frozenset("wo?:")
"""Keys that stay the screen's while the tray has focus; no row answers to them."""
TAKE_BACK = "u"
"""Empties the field that was filled last; no row answers to it either."""


@dataclass(slots=True)
class TrayField:
    """One roll of a row, its answer so far, and a remark about it (`refused`: why it has none)."""

    question: Question
    answer: Answer | None = None
    remark: Message | None = None
    refused: bool = False


@dataclass(slots=True)
class TrayRow:
    """Everything asked of one check: the check, and the rolls that follow from it."""

    token: str
    name: Message | str
    fields: list[TrayField] = field(default_factory=list)

    def empty(self) -> int | None:
        """The index of the first field without an answer."""
        return next((i for i, f in enumerate(self.fields) if f.answer is None), None)


class TrayRows:
    """The rows, and which of their fields is current; `aimed`: the GM picked it.

    `members` maps ids to (token letter, name).
    """

    def __init__(
        self, questions: Iterable[Question], members: Mapping[str, tuple[str, str]]
    ) -> None:
        self.members = members
        self.rows: list[TrayRow] = []
        self.row = 0
        self.column = 0
        self.remark: Message | None = None
        self.aimed = False
        self.filled: list[str] = []
        self.ask_more(questions)

    def ask_more(self, questions: Iterable[Question]) -> None:
        """Add questions to the rows they follow, or as rows of their own; go to the first empty."""
        for question in questions:
            found = self.find(question.key)
            if found is not None:
                found.question = question
                continue
            row = next(
                (r for r in self.rows if any(f.question.key == question.follows for f in r.fields)),
                None,
            )
            if row is None:
                row = self._new_row(question)
            row.fields.append(TrayField(question))
        self.aimed, self.remark = False, None
        self.row, self.column = -1, 0
        self.next_empty()

    def _new_row(self, question: Question) -> TrayRow:
        called = self.members.get(question.key) or self.members.get(question.who)
        token, name = called or ("", "")
        row = TrayRow("" if token in ALIVE or token == TAKE_BACK else token, name or question.label)
        self.rows.append(row)
        return row

    def fields(self) -> Iterator[TrayField]:
        """All fields, row by row."""
        for row in self.rows:
            yield from row.fields

    def find(self, key: str) -> TrayField | None:
        """The field of a question, by its key."""
        return next((f for f in self.fields() if f.question.key == key), None)

    @property
    def current(self) -> TrayField:
        """The field that the next number lands in."""
        return self.rows[self.row].fields[self.column]

    def answers(self) -> dict[str, Answer]:
        """All answers so far, by the key of their question."""
        return {f.question.key: f.answer for f in self.fields() if f.answer is not None}

    def owed(self) -> tuple[str, ...]:
        """The keys that have no answer yet."""
        return tuple(f.question.key for f in self.fields() if f.answer is None)

    def restore(self, key: str, answer: Answer) -> None:
        """Restore an earlier answer; a key that is not asked is ignored."""
        at = self.find(key)
        if at is not None:
            at.answer = answer
            self.filled.append(key)
            self.row = -1
            self.next_empty()

    def next_empty(self) -> bool:
        """Go to the next row with an empty field, wrapping round; False = there is none."""
        self.aimed = False
        for step in range(1, len(self.rows) + 1):
            index = (self.row + step) % len(self.rows)
            column = self.rows[index].empty()
            if column is not None:
                self.row, self.column = index, column
                return True
        self.row = max(self.row, 0)
        return False

    def aim(self, index: int) -> None:
        """Pick a row: its first empty field, or its last."""
        row = self.rows[index]
        empty = row.empty()
        self.row = index
        self.column = len(row.fields) - 1 if empty is None else empty
        self.aimed = True

    def rows_of(self, letter: str) -> list[int]:
        """The indices of the rows that a letter picks; a capital its own rows first."""
        exact = [i for i, row in enumerate(self.rows) if row.token == letter]
        either = [i for i, row in enumerate(self.rows) if row.token.lower() == letter.lower()]
        return exact or either

    def drop_followers(self, at: TrayField) -> None:
        """Drop the fields that follow from `at`, or come after it for the same reason."""
        key, follows = at.question.key, at.question.follows
        for row in self.rows:
            place = next((i for i, f in enumerate(row.fields) if f is at), len(row.fields))
            row.fields = [
                f
                for i, f in enumerate(row.fields)
                if f.question.follows != key
                and not (follows and i > place and f.question.follows == follows)
            ]
        self.column = min(self.column, len(self.rows[self.row].fields) - 1)
