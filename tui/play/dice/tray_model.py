"""What the dice tray knows: the meaning of an answer, the rows with theirs, what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.dice import MOST_TOLD, Answer, Armour, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import N_, Message, Refusal, Template
from core.play.fight.blows.attack_rolls import name_multiplied
from core.play.fight.turns.dying import CHECK
from core.play.fight.turns.each_turn import EACH_TURN
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.kit.numbers import read_whole

Call = Literal["die", "total"]
ARMOUR: Mapping[Armour, Template] = {"AC": "AC {ac}", "EAC": "EAC {ac}", "KAC": "KAC {ac}"}
"""What an attack has to beat, by its name."""


class TrayOutcome(Struct):
    """The outcome of an answer: die face and total (None if ruled), and success.

    `success` is None without a DC, and for a row that was not asked. `natural`
    is the face 20 or 1 of a d20, else 0.
    """

    face: int | None
    total: int | None
    success: bool | None
    natural: int = 0


def as_called(question: Question) -> bool:
    """Whether the table's habit decides how a plain number is read: a check, or a modified roll."""
    return question.check or bool(question.modifier)


def expected(question: Question, call: Call) -> Message | None:
    """How a plain number is read: "die", "total", "with +8"; None where there is but one way."""
    if question.says == "choice":
        return None
    if as_called(question) or question.dice in ("d20", "1d20"):
        if call == "total":
            return Message("total")
        return Message("die")
    dice = parse_dice(question.dice)
    if dice.plus:
        return Message("with {bonus:+}", bonus=dice.plus)
    if len(dice.sides) > 1:
        return Message("total")
    return None


def read(question: Question, text: str, call: Call = "die") -> tuple[Answer, Message | None]:
    """Return the answer that `text` ("15", "=19", "4+3") gives to `question`, and a remark.

    With `call` "total" a plain number of a check is its total; 0 lets an attack pass. Refusal
    "no_such_roll" says in words why the dice cannot show that, and how the GM may insist.
    """
    number = sum(read_whole(part) for part in text.lstrip("=").split("+") if part)
    if "+" in text and question.check:
        raise Refusal("no_such_roll", "A check is one number, not a sum.")
    if question.says == "choice":
        return _choice(question, number)
    if number == 0 and question.says == "attack" and not text.startswith("="):
        return Ruled("skip"), None
    told = parse_dice(question.dice).most == 0  # points that somebody said: no die shows them
    if told or text.startswith("=") or (call == "total" and as_called(question)):
        return _total(question, number)
    return _face(question, number)


def _total(question: Question, number: int) -> tuple[Answer, Message | None]:
    can = parse_dice(question.dice)
    low = can.least + question.modifier
    high = can.most + question.modifier
    if low <= number <= high:
        return Typed(number, total=True), None
    if question.free and 0 <= number <= MOST_TOLD:
        return Typed(number, total=True), Message(
            "{dice} shows {low} to {high}; {number} is taken as typed",
            dice=question.dice,
            low=can.least,
            high=can.most,
            number=number,
        )
    raise Refusal(
        "no_such_roll",
        "{number} is not a possible total ({low} to {high}). {instead}",
        number=number,
        low=low,
        high=high,
        instead=_your_word(question),
    )


def _choice(question: Question, number: int) -> tuple[Answer, Message | None]:
    if question.most > 1 and not 1 <= number <= question.most:
        raise Refusal(
            "no_such_roll", "Type 1 to {most}, not {number}.", most=question.most, number=number
        )
    if question.most == 1 and number not in (0, 1):
        raise Refusal("no_such_roll", "Type 1 or 0, not {number}.", number=number)
    return Typed(number, total=True), None


def _face(question: Question, number: int) -> tuple[Answer, Message | None]:
    can = parse_dice(question.dice)
    if can.least <= number <= can.most:
        return Typed(number), None
    most = can.most + question.modifier
    if can.most < number <= most:
        remark = Message(
            "{number} is above {high}: taken as the total", number=number, high=can.most
        )
        return Typed(number, total=True), remark
    words = N_("{dice} shows {low} to {high}, not {number}. {instead}")
    if question.free and 0 <= number <= MOST_TOLD:
        words = N_("{dice} rolls at least {low}. Type ={number} to take {number} anyway.")
        if number > can.most:
            words = N_("{dice} rolls at most {high}. Type ={number} to take {number} anyway.")
    elif most > can.most:
        words = N_(
            "{number} is neither a face of {dice} nor a total with {modifier} (at most"
            " {most}). {instead}"
        )
    raise Refusal(
        "no_such_roll",
        words,
        number=number,
        dice=question.dice,
        low=can.least,
        high=can.most,
        most=most,
        modifier=f"+{question.modifier}",
        instead=_your_word(question),
    )


def _your_word(question: Question) -> Message:
    return Message("Type + or - to rule it." if question.check else "Press o to rule it.")


def may_pass(question: Question) -> bool:
    """Whether the GM may pass over it: a check, or a d20."""
    return question.check or question.dice == "d20"


def word(question: Question, sign: str) -> Answer:
    """A ruling: "+" succeeds, "-" fails, "/" is not asked. Refusal where it makes no sense."""
    if sign == "/" and may_pass(question):
        return Ruled("skip")
    if sign in "+-" and question.check:
        return Ruled("pass" if sign == "+" else "fail")
    raise Refusal("no_such_roll", "This is not a check: type what the dice show.")


def outcome(question: Question, answer: Answer) -> TrayOutcome:
    """The outcome of `answer` to `question`."""
    dice = parse_dice(question.dice)
    match answer:
        case Ruled(value):
            ruled = {"pass": True, "critical": True, "fail": False}
            return TrayOutcome(None, None, ruled.get(value))
        case Rolled(shown):
            try:
                face = dice.total(shown)
            except ValueError:
                face = sum(shown)
        case Typed(number, total):
            if total:
                face = number - question.modifier
            else:
                face = number
    success = question.succeeds(face - dice.plus)
    if question.dice in ("d20", "1d20") and face in (1, 20):
        natural = face
    else:
        natural = 0
    return TrayOutcome(face, face + question.modifier, success, natural)


BLOWS = ("attack/", "opportunity/", "coup/", "area/")
"""Keys of questions about attacks begin so."""
FOLLOWS: Mapping[str, Template] = {
    "confirm": "crit?",
    "miss": "miss?",
    "image": "1 hits",
    "damage": "dmg",
    "critical": "crit",
    "extra": "extra",
    "fortitude": "Fort",
}
"""What follows an attack in its row, by the end of its key."""
ALONE: Mapping[str, Template] = {
    "initiative": "initiative",
    "fall": "the fall",
    "area": "damage of all",
}
"""Rolls of a fight that are no checks, by the beginning of their keys."""


def dying_title(
    questions: Sequence[Question], rules: Ruleset, names: Mapping[str, str]
) -> Message | None:
    """Return the title of dice that are all checks of the dying; None of others.

    Such a check is made in the dying one's own turn, whatever ended the turn before. `names` are
    those of creatures by their ids.
    """
    if not questions or any(one.key.partition("/")[0] != CHECK for one in questions):
        return None
    if all(one.says == "choice" for one in questions):
        payers = tuple(dict.fromkeys(names.get(one.who, one.who) for one in questions))
        return Message("{who}: Resolve", who=payers)
    name = (
        Message("recovery check") if rules.combat.dying.way == "stages" else Message("to stabilise")
    )
    who = tuple(dict.fromkeys(one.label for one in questions))
    return Message("{who}: {check}", who=who, check=name)


def turn_title(questions: Sequence[Question], names: Mapping[str, str]) -> Message | None:
    """Return the title of dice that are all of what effects do each turn; None of others.

    They are thrown in the turn of who has the effect, whatever ended the turn before. `names` are
    those of creatures by their ids.
    """
    if not questions or any(one.key.partition("/")[0] != EACH_TURN for one in questions):
        return None
    who = tuple(dict.fromkeys(names.get(one.who, one.who) for one in questions))
    said = dict.fromkeys(one.label.value("effect") for one in questions)
    effects = tuple(str(effect).replace("_", " ") for effect in said if effect is not None)
    return Message("the turn of {who}: {effects}", who=who, effects=effects)


def brief(question: Question) -> Question:
    """`question` with a label that fits a row, or follows another question in it."""
    return replace(question, label=_brief(question))


def _brief(question: Question) -> Message:
    if question.follows:
        return _following(question)
    if question.key.startswith("march/") and question.key.endswith("/damage"):
        return Message("fails: takes damage")
    kind = question.key.partition("/")[0]
    said = question.label.value
    if kind == "fall" and question.key.endswith("/nonlethal"):
        return Message("the fall, nonlethal")
    if kind in ALONE and question.dc is None:
        return Message(ALONE[kind])
    squares = said("squares")
    if kind == "halted" and squares is not None:
        return Message("at {squares}", squares=squares)
    start = said("start")
    end = said("end")
    watching = said("letters")
    if start is None or end is None:
        return question.label
    short = Message("{start:clock}-{end:clock}", start=start, end=end)
    if watching is None:
        return short
    return Message("{time} {watching}", time=short, watching=watching)


def _following(question: Question) -> Message:
    if question.key.endswith("/when"):
        most = parse_dice(question.dice).most
        return Message("after how many minutes, 1-{most}", most=most)
    *_, last = question.key.split("/")
    if question.key.startswith(BLOWS) and last in FOLLOWS:
        if last == "miss" and question.dc is not None:
            return Message("{dice} misses below {face}", dice=question.dice, face=question.dc)
        return name_multiplied(Message(FOLLOWS[last]), question.times)
    return Message("")


ALIVE = frozenset("wo?:")
"""Keys that stay the screen's while the tray has focus; no row answers to them."""
TAKE_BACK = "u"
"""Empties the field that was filled last; no row answers to it either."""


def _picks_a_row(letter: str) -> bool:
    """Whether a creature's letter picks its row, and is not needed as a key."""
    return letter not in ALIVE and letter != TAKE_BACK


def name_strike(letter: str, at: str) -> tuple[str, str]:
    """Return the letter and the name of the row for a strike of `letter` at `at`.

    A row shows only a letter that picks it; the name of any other says who strikes.
    """
    return letter, f"{AT} {at}"


AT = ">"
"""Begins the name of a row that says at whom its creature strikes."""


def _name_plainly(token: str, name: Message | str) -> Message | str:
    # The name of a row without a letter.
    if isinstance(name, str) and name.startswith(AT):
        return f"{token} {name}"
    return name


NUMBER = re.compile(r"=?\d+(\+\d+)*")
"""A number as it may be typed before its row is there."""


def _is_luck(question: Question) -> bool:
    """Whether it is the percentile of a miss chance, which nobody types before it is asked."""
    return bool(question.follows) and question.key.endswith("/miss")


@dataclass(slots=True, eq=False)
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

    @property
    def called(self) -> Message | str:
        """Its name by itself: with the token where the name is only a target."""
        return _name_plainly(self.token, self.name)

    def empty(self) -> int | None:
        """The index of the first field without an answer."""
        return next((i for i, f in enumerate(self.fields) if f.answer is None), None)


Roll = Callable[[Question], Rolled]


def match_questions(before: Iterable[Question], now: Iterable[Question]) -> dict[str, str]:
    """The keys of dice that are asked now, by the keys that the same dice had before.

    A key may name the moment. Dice of one creature for one thing are the same, in their order.
    """
    asked = {question.key: question for question in now}
    gone = [question for question in before if question.key not in asked]
    known = {question.key: question.key for question in before if question.key in asked}
    left = [question for question in asked.values() if question.key not in known]
    for question in gone:
        alike = [other for other in left if _is_for_the_same(question, other)]
        if alike:
            known[question.key] = alike[0].key
            left.remove(alike[0])
    return known


def _is_for_the_same(question: Question, other: Question) -> bool:
    return (question.who, question.dice, question.says, question.label.template) == (
        other.who,
        other.dice,
        other.says,
        other.label.template,
    )


class HalfTyped(Struct):
    """A number that is being typed, the key of its question, and those typed ahead of theirs."""

    key: str
    text: str
    ahead: tuple[str, ...] = ()


class Tray:
    """The rows, which of their fields is current, half-typed input, and the keys that change it.

    `aimed`: the GM picked the row. `members` maps ids to (token letter, name). `roll` makes the
    program roll one; `call` says whether plain numbers of checks are die faces or totals.
    """

    def __init__(
        self,
        questions: Iterable[Question],
        members: Mapping[str, tuple[str, str]],
        roll: Roll,
        *,
        call: Call = "die",
    ) -> None:
        self.members = members
        self.roll = roll
        self.call = call
        self.rows: list[TrayRow] = []
        self.row = 0
        self.column = 0
        self.remark: Message | None = None
        self.aimed = False
        self.filled: list[str] = []
        self.text = ""
        self.echo: list[str] = []
        self._last = ""
        self._stray = ""
        self._ahead: list[str] = []
        self.is_typed_out = False
        """Whether the one number typed ahead is the points that were asked last, and nothing else:
        the Enter before was for both."""
        self.ask_more(tuple(questions))

    @property
    def current_key(self) -> str:
        """The key of the first question of the current row; "" = there is no row."""
        if not self.rows:
            return ""
        return self.rows[self.row].fields[0].question.key

    @property
    def situated(self) -> Question | None:
        """The question of the current row of which the GM may say an occasion; None: of none."""
        if not self.rows:
            return None
        questions = (one.question for one in self.rows[self.row].fields)
        return next((one for one in questions if one.situations), None)

    @property
    def why(self) -> Receipt | None:
        """What explains the roll asked in the current row, else its check; None: nothing."""
        if not self.rows:
            return None
        return self.current.question.receipt or self.rows[self.row].fields[0].question.receipt

    def ask_more(
        self,
        questions: Sequence[Question],
        answers: Mapping[str, Answer] | None = None,
        half_typed: HalfTyped | None = None,
    ) -> None:
        """Add questions to the rows they follow, or as rows of their own; go to the first empty.

        No two rows have one letter: it picks the first. Numbers typed when every row had its own
        are typed there, for Enter to take. `answers` were given to the same questions before, and
        one was `half_typed`.
        """
        for question in questions:
            found = self.find(question.key)
            if found is not None:
                found.question = question
                continue
            above = self.find(question.follows)
            row = next((row for row in self.rows if above in row.fields), None)
            if row is None:
                called = self.members.get(question.key) or self.members.get(question.who)
                token, name = called or ("", "")
                row = self._begin_row(token, name or question.label)
            row.fields.append(TrayField(question))
        self.aimed = False
        self.remark = None
        self.row = -1
        self.column = 0
        self.next_empty()
        asked = {question.key for question in questions}
        for key, answer in (answers or {}).items():
            if key in asked:
                self.restore(key, answer)
        if half_typed is not None and half_typed.text and half_typed.key in asked:
            self._type_on(half_typed)
        else:
            alone = len(questions) == 1 and len(self._ahead) == 1
            self._type_ahead()
            self.is_typed_out = alone and self._is_last_sum()

    def _is_last_sum(self) -> bool:
        # Whether points are typed in the last empty field.
        if not self.text or self.current.question.check:
            return False
        return [one for one in self.fields() if one.answer is None] == [self.current]

    def _begin_row(self, token: str, name: Message | str) -> TrayRow:
        letters = {row.token for row in self.rows}
        if len(token) == 1 and _picks_a_row(token) and token not in letters:
            row = TrayRow(token, name)
        else:
            row = TrayRow("", _name_plainly(token, name))
        self.rows.append(row)
        return row

    def _type_ahead(self) -> None:
        # Each into the next empty field; one that is refused there keeps the others back.
        while self._ahead and not self.text:
            here = self.current
            if here.answer is not None or here.refused or _is_luck(here.question):
                return
            self.text = self._ahead.pop(0)
            if self._ahead and self._commit():
                self.next_empty()
            elif self.text:
                self.remark = Message(
                    "{number} stands for {what}: Enter takes it",
                    number=self.text,
                    what=here.question.label,
                )

    @property
    def unused(self) -> tuple[str, ...]:
        """The numbers that were typed, but for which no row has come."""
        stray = (self._stray,) if NUMBER.fullmatch(self._stray) else ()
        return (*self._ahead, *stray)

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

    @property
    def half_typed(self) -> HalfTyped | None:
        """What is typed and answers nothing yet; None if there is nothing."""
        if not (self.text or self.unused):
            return None
        return HalfTyped(self.current.question.key, self.text, self.unused)

    def resume(self, half_typed: HalfTyped) -> None:
        """Type on what was half typed; a number whose question is not asked any more is dropped."""
        self._ahead = list(half_typed.ahead)
        if half_typed.text:
            self._type_on(half_typed)

    def _type_on(self, half_typed: HalfTyped) -> None:
        for index, row in enumerate(self.rows):
            keys = [one.question.key for one in row.fields]
            if half_typed.key in keys:
                self.row = index
                self.column = keys.index(half_typed.key)
                self.text = half_typed.text

    def has_row(self, letter: str) -> bool:
        """Whether a letter picks a row, in either case."""
        return any(row.token.lower() == letter.lower() for row in self.rows if row.token)

    def next_empty(self) -> bool:
        """Go to the next row with an empty field, wrapping round; False = there is none."""
        self.aimed = False
        for step in range(1, len(self.rows) + 1):
            index = (self.row + step) % len(self.rows)
            column = self.rows[index].empty()
            if column is not None:
                self.row = index
                self.column = column
                return True
        self.row = max(self.row, 0)
        return False

    def aim(self, index: int) -> None:
        """Pick a row: its first empty field, or its last."""
        row = self.rows[index]
        empty = row.empty()
        self.row = index
        if empty is None:
            self.column = len(row.fields) - 1
        else:
            self.column = empty
        self.aimed = True

    def drop_followers(self, tray_field: TrayField) -> None:
        """Drop the fields that follow from `tray_field`, or come after it for the same reason."""
        key = tray_field.question.key
        follows = tray_field.question.follows
        for row in self.rows:
            if tray_field in row.fields:
                last = row.fields.index(tray_field)
            else:
                last = len(row.fields)
            row.fields = [
                f
                for i, f in enumerate(row.fields)
                if f.question.follows != key
                and not (follows and i > last and f.question.follows == follows)
            ]
        self.column = min(self.column, len(self.rows[self.row].fields) - 1)

    @property
    def entry(self) -> str:
        """The half-typed input, with the letter of its row."""
        if self.aimed:
            letter = self.rows[self.row].token.lower()
        else:
            letter = ""
        return self._stray or letter + self.text

    @property
    def half(self) -> str:
        """Input that is not yet in a row; it may fit no row at all."""
        if self._stray or self.text:
            return self.entry
        return ""

    def rule(self, answer: Answer) -> None:
        """Put the GM's word into the current field."""
        self._fill(self.current, answer, None, "o")

    def move(self, step: int) -> None:
        """Pick the row `step` below; the next input goes there, and may replace an answer.

        A half-typed number is entered first; if it is refused the row stays.
        """
        self._stray = ""
        if self.text and not self._commit():
            return
        self.aim((self.row + step) % len(self.rows))

    # typing

    def key(self, char: str) -> bool:
        """Take one typed character; return False when it is not for the tray (`ALIVE`)."""
        if char in ALIVE:
            return False
        last = self._last
        self._last = char
        self.remark = None
        if self._stray and (char.isdecimal() or char in "=+-/!"):
            self._astray(char)
        elif char.isdecimal() and char.isascii():
            if self.text or self._ready():
                self.text += char
            else:
                self._stray = char
                self.remark = self._keeping()
        elif char == " ":
            self._space()
        elif char == "!":
            self._roll(all_empty=last == "!")
        elif char == TAKE_BACK:
            self._take_back()
        elif char == last == "/" and not self.text:
            for each in [f for f in self.fields() if f.answer is None and may_pass(f.question)]:
                self._fill(each, word(each.question, "/"), None, "/")
        elif char in "=+-/":
            self._sign(char)
        else:
            self._letter(char)
        return True

    def rub_out(self) -> None:
        """Remove the last half-typed character."""
        self.remark = None
        if self._stray:
            self._stray = self._stray[:-1]
        else:
            self.text = self.text[:-1]

    def enter(self) -> bool:
        """Enter: True when every row is answered; else go to an empty row and name the empty ones.

        Input for an unknown row is reported and dropped before anything is taken.
        """
        stray = self._keep_stray()
        if stray[1:] and not NUMBER.fullmatch(stray):
            self.remark = Message(
                "no row {letter} here: press Enter to go on without {typed}",
                letter=stray[0],
                typed=stray,
            )
            return False
        if self.text and not self._commit():
            return False
        missing = self.owed()
        if not missing:
            return True
        if self.current.answer is not None:
            self.next_empty()
        self._type_ahead()
        names = tuple(row.called for row in self.rows if row.empty() is not None)
        self.remark = Message("still empty: {names}", names=names)
        return False

    def _ready(self) -> bool:
        if self.aimed or self.current.answer is None or self.next_empty():
            return True
        self.remark = Message("every row is answered: a letter or an arrow picks one to change")
        return False

    def _astray(self, char: str) -> None:
        letter = self._stray[0]
        if not letter.isdecimal() and letter != "=":
            self._stray = "" if char == "!" else self._stray + char
            self.remark = Message("no row {letter} here", letter=letter)
        elif char == "!":
            self._keep_stray()
            self._roll(all_empty=False)
        elif char in "-/":
            self.remark = Message("{sign} does not belong there", sign=char)
        else:
            self._stray += char
            self.remark = self._keeping()

    def _keep_stray(self) -> str:
        # a number for which no row is open yet may be that of the question that follows
        stray = self._stray
        self._stray = ""
        if NUMBER.fullmatch(stray):
            self._ahead.append(stray)
        return stray

    def _keeping(self) -> Message:
        return Message(
            "{numbers}: kept for what is asked next; a letter or an arrow picks a row to change",
            numbers=(*self._ahead, self._stray),
        )

    def _space(self) -> None:
        if self._stray:
            self._keep_stray()
            return
        if self.text:
            self._commit()
        self.next_empty()
        self._type_ahead()

    def _letter(self, char: str) -> None:
        if self.text and not self._commit():
            return
        self._keep_stray()
        # a capital means its own rows first
        exact = [i for i, row in enumerate(self.rows) if row.token == char]
        places = exact or [
            i for i, row in enumerate(self.rows) if row.token.lower() == char.lower()
        ]
        self._stray = "" if places else char
        if not places:
            self.remark = Message("no row {letter} here", letter=char)
            return
        open_ = (i for i in places if self.rows[i].empty() is not None)
        self.aim(next(open_, places[0]))

    def _sign(self, char: str) -> None:
        if char == "=" and not self.text:
            if self._ready():
                self.text = "="
            else:
                self._stray = "="
        elif char == "+" and self.text[-1:].isdecimal() and not self.text.startswith("="):
            self.text += "+"
        elif self.text or char == "=":
            self.remark = Message("{sign} does not belong there", sign=char)
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
        todo = [f for f in self.fields() if f.answer is None]
        if not all_empty:
            if self.current.answer is not None:
                self.next_empty()
            todo = [f for f in todo if f is self.current]
        for each in todo:
            self._fill(each, self.roll(each.question), None, "!")
        if not todo:
            self.remark = Message("nothing here is left to roll")

    def _commit(self) -> bool:
        text = self.text
        self.text = ""
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
        self.aimed = False

    def _fill(
        self, tray_field: TrayField, answer: Answer, remark: Message | None, typed: str
    ) -> None:
        if tray_field.answer is not None:
            old = outcome(tray_field.question, tray_field.answer)
            new = outcome(tray_field.question, answer)
            struck = tray_field.question.says == "attack"
            if old.success != new.success or (struck and old != new):
                self.drop_followers(tray_field)
        tray_field.answer = answer
        tray_field.remark = remark
        tray_field.refused = False
        key = tray_field.question.key
        self.filled = [k for k in self.filled if k != key] + [key]
        row = next(r for r in self.rows if tray_field in r.fields)
        self.echo.append(f"{row.token.lower()}{typed}" if self.aimed and row.token else typed)
        if tray_field is self.current:
            self.aimed = False

    @property
    def taken_back(self) -> Message | None:
        """What `TAKE_BACK` would empty; None: nothing is typed yet."""
        if self.text or self._stray or self._ahead:
            return Message("what is half typed")
        if self.answers().keys() & set(self.filled):
            return Message("the last die typed")
        return None

    def _take_back(self) -> None:
        if self.text or self._stray or self._ahead:
            self.text = self._stray = ""
            self._ahead = []
            return
        while self.filled:
            tray_field = self.find(self.filled.pop())
            if tray_field is None or tray_field.answer is None:
                continue
            self.drop_followers(tray_field)
            tray_field.answer = None
            tray_field.remark = None
            self.row, row = next((i, r) for i, r in enumerate(self.rows) if tray_field in r.fields)
            self.column = row.fields.index(tray_field)
            del self.echo[-1:]
            return
        self.remark = Message("nothing is filled in yet")
