"""The dice tray without a screen: its rows, and the whole grammar of what is typed into it.

One character after the other goes to `Tray.key`; the grammar: a number lands in the current
row, Space goes to the next empty one; a token letter picks a row; `=19` is a total; `4+3` a sum;
`+`, `-` and `/` after a letter (or in an empty row) are the GM's word: success, failure, not
asked; `!` rolls this row, `!!` all that are empty; `u` empties the field filled last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from core.dice import Answer, Question, Rolled
from core.messages import N_, Message, Refusal
from tui.widgets.tray_dice import Call, outcome, read, word

ALIVE = frozenset("wo?:")
"""Keys that stay the screen's while the tray has focus; no row answers to them."""

AZERTY = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The digit row of a French keyboard, unshifted."""

Roll = Callable[[Question], Rolled]


@dataclass(slots=True)
class Field:
    """One roll of a row, its answer so far, and a remark about it (`refused`: why it has none)."""

    question: Question
    answer: Answer | None = None
    remark: Message | None = None
    refused: bool = False


@dataclass(slots=True)
class Row:
    """Everything asked of one check: the check, and the rolls that follow from it."""

    token: str
    name: Message | str
    fields: list[Field] = field(default_factory=list)

    def empty(self) -> int | None:
        """The index of the first field without an answer."""
        return next((i for i, f in enumerate(self.fields) if f.answer is None), None)


class Tray:
    """The rows, which field is current, what is half typed, and what was filled last."""

    def __init__(
        self,
        questions: Iterable[Question],
        members: Mapping[str, tuple[str, str]],
        roll: Roll,
        *,
        call: Call = "die",
        azerty: bool = False,
    ) -> None:
        self.members = members
        self.roll = roll
        self.call = call
        self.azerty = azerty
        self.rows: list[Row] = []
        self.row = 0
        self.column = 0
        self.text = ""
        self.echo: list[str] = []
        self.remark: Message | None = None
        self._aimed = False
        self._last = ""
        self._stray = ""
        self._filled: list[str] = []
        self.ask_more(questions)

    # what is asked

    def ask_more(self, questions: Iterable[Question]) -> None:
        """Ask these too: in the rows they follow, or in rows of their own. Then the first empty."""
        for question in questions:
            found = self._find(question.key)
            if found is not None:
                found.question = question
                continue
            row = next(
                (r for r in self.rows if any(f.question.key == question.follows for f in r.fields)),
                None,
            )
            if row is None:
                row = self._new_row(question)
            row.fields.append(Field(question))
        self._aimed, self.remark = False, None
        self.row, self.column = -1, 0
        self.next_empty()

    def _new_row(self, question: Question) -> Row:
        token, name = self.members.get(question.who, ("", ""))
        row = Row("" if token in ALIVE or token == "u" else token, name or question.label)
        self.rows.append(row)
        return row

    def fields(self) -> Iterator[Field]:
        """All fields, row by row."""
        for row in self.rows:
            yield from row.fields

    def _find(self, key: str) -> Field | None:
        return next((f for f in self.fields() if f.question.key == key), None)

    @property
    def current(self) -> Field:
        """The field that the next number lands in."""
        return self.rows[self.row].fields[self.column]

    @property
    def entry(self) -> str:
        """What is half typed, with the letter of the row that it is for."""
        letter = self.rows[self.row].token.lower() if self._aimed else ""
        return letter + self.text

    def answers(self) -> dict[str, Answer]:
        """All answers so far, by the key of their question."""
        return {f.question.key: f.answer for f in self.fields() if f.answer is not None}

    def owed(self) -> tuple[str, ...]:
        """The keys that have no answer yet."""
        return tuple(f.question.key for f in self.fields() if f.answer is None)

    def restore(self, key: str, answer: Answer) -> None:
        """Put back an answer that was given before; a key that is not asked is passed over."""
        at = self._find(key)
        if at is not None:
            at.answer = answer
            self._filled.append(key)
            self.row = -1
            self.next_empty()

    def rule(self, answer: Answer) -> None:
        """Put the GM's word into the current field."""
        self._fill(self.current, answer, None, "o")

    # moving

    def next_empty(self) -> bool:
        """Go to the next row with an empty field, wrapping round; False when there is none."""
        self._aimed = False
        for step in range(1, len(self.rows) + 1):
            index = (self.row + step) % len(self.rows)
            column = self.rows[index].empty()
            if column is not None:
                self.row, self.column = index, column
                return True
        self.row = max(self.row, 0)
        return False

    def move(self, step: int) -> None:
        """Pick the row `step` below; what is typed next goes there, also in place of an answer.

        A number that is half typed lands first; where it is refused the row stays.
        """
        self._stray = ""
        if self.text and not self._commit():
            return
        self._aim((self.row + step) % len(self.rows))

    def _aim(self, index: int) -> None:
        row = self.rows[index]
        empty = row.empty()
        self.row = index
        self.column = len(row.fields) - 1 if empty is None else empty
        self._aimed = True

    def _rows_of(self, letter: str) -> list[int]:
        exact = [i for i, row in enumerate(self.rows) if row.token == letter]
        either = [i for i, row in enumerate(self.rows) if row.token.lower() == letter.lower()]
        return exact or either

    # typing

    def key(self, char: str) -> bool:
        """Take one typed character. False when it is not the tray's (`ALIVE`)."""
        if self.azerty:
            char = AZERTY.get(char, char)
        if char in ALIVE:
            return False
        last, self._last = self._last, char
        self.remark = None
        if char.isdecimal() and char.isascii():
            self._digit(char)
        elif char == " ":
            self._space()
        elif char == "!":
            self._roll(all_empty=last == "!")
        elif char == "u":
            self._take_back()
        elif char in "=+-/":
            self._sign(char)
        else:
            self._letter(char)
        return True

    def rub_out(self) -> None:
        """Take back the last character of what is half typed."""
        self.text = self.text[:-1]

    def enter(self) -> bool:
        """Enter: True when every row is answered; else go on to one that is not, and say which."""
        self._stray = ""
        if self.text and not self._commit():
            return False
        missing = self.owed()
        if not missing:
            return True
        if self.current.answer is not None:
            self.next_empty()
        names = tuple(row.name for row in self.rows if row.empty() is not None)
        self.remark = Message(N_("still empty: {names}"), names=names)
        return False

    def refuse(self, message: Message) -> None:
        """Show why what was submitted was refused."""
        self.remark = message

    def _ready(self) -> bool:
        """Whether a value may land here; goes on when this field is filled and was not picked."""
        if self._aimed or self.current.answer is None or self.next_empty():
            return True
        self.remark = Message(N_("every row is answered: a letter or an arrow picks one to change"))
        return False

    def _digit(self, char: str) -> None:
        if self._stray:  # the number after a letter of nobody is nobody's
            self.remark = Message(N_("no row {letter} here"), letter=self._stray)
        elif self.text or self._ready():
            self.text += char

    def _space(self) -> None:
        if self._stray:
            self._stray = ""
            return
        if self.text:
            self._commit()
        self.next_empty()

    def _letter(self, char: str) -> None:
        if self.text and not self._commit():
            return
        found = self._rows_of(char)
        self._stray = "" if found else char
        if not found:
            self.remark = Message(N_("no row {letter} here"), letter=char)
            return
        open_ = [i for i in found if self.rows[i].empty() is not None]
        self._aim((open_ or found)[0])

    def _sign(self, char: str) -> None:
        if char == "=" and not self.text:
            if self._ready():
                self.text = "="
        elif char == "+" and self.text[-1:].isdecimal() and not self.text.startswith("="):
            self.text += "+"
        elif self.text or char == "=":
            self.remark = Message(N_("{sign} does not belong there"), sign=char)
        elif self._ready():
            try:
                self._fill(self.current, word(self.current.question, char), None, char)
            except Refusal as refusal:
                self._refuse_row(refusal.message)

    def _roll(self, all_empty: bool) -> None:
        if self.text:
            if not self._commit():
                return
            self.next_empty()
        todo = [f for f in self.fields() if f.answer is None and f.question.dice]
        if not all_empty and self.current.answer is not None:
            self.next_empty()
        if not all_empty:
            todo = [f for f in todo if f is self.current]
        for each in todo:
            self._fill(each, self.roll(each.question), None, "!")
        if not todo:
            self.remark = Message(N_("nothing here is left to roll"))

    def _commit(self) -> bool:
        """Put what is typed into the current field; False when it is refused there in words."""
        text, self.text = self.text, ""
        try:
            answer, remark = read(self.current.question, text, self.call)
        except Refusal as refusal:
            self._refuse_row(refusal.message)
            return False
        self._fill(self.current, answer, remark, text)
        return True

    def _refuse_row(self, message: Message) -> None:
        self.current.remark = message
        self.current.refused = self.current.answer is None
        self._aimed = False

    def _fill(self, at: Field, answer: Answer, remark: Message | None, typed: str) -> None:
        if at.answer is not None and _decides(at.question, at.answer, answer):
            self._drop_followers(at)
        at.answer, at.remark, at.refused = answer, remark, False
        key = at.question.key
        self._filled = [k for k in self._filled if k != key] + [key]
        row = next(r for r in self.rows if any(f is at for f in r.fields))
        self.echo.append(f"{row.token.lower()}{typed}" if self._aimed and row.token else typed)
        if at is self.current:
            self._aimed = False

    def _drop_followers(self, at: Field) -> None:
        """Leave out what follows from `at`, or stands after it because of what both follow."""
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

    def _take_back(self) -> None:
        if self.text:
            self.text = ""
            return
        while self._filled:
            at = self._find(self._filled.pop())
            if at is None or at.answer is None:
                continue
            self._drop_followers(at)
            at.answer, at.remark = None, None
            self.row = next(i for i, r in enumerate(self.rows) if any(f is at for f in r.fields))
            self.column = next(i for i, f in enumerate(self.rows[self.row].fields) if f is at)
            del self.echo[-1:]
            return
        self.remark = Message(N_("nothing is filled in yet"))


def _decides(question: Question, before: Answer, after: Answer) -> bool:
    """Whether another answer may ask for other rolls: how well an attack hits counts too."""
    old, new = outcome(question, before), outcome(question, after)
    return old.success != new.success or (question.says == "attack" and old != new)
