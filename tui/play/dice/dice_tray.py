"""The dice tray: any number of checks, typed in order or by token letter, or rolled.

It is never an `Input`, so `w`, `o`, `?` and `:` stay alive in it; all else that is printable is
taken by the tray while it has focus.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from rich.cells import cell_len
from textual import events
from textual.reactive import reactive

from core.dice import Answer, Question, Rolled, Ruled, chance_of_percent
from core.messages import N_, Chance, Message, Template
from core.play.fight.turns.dying import RIDE, SADDLE
from core.values import Struct
from tui.kit.lines_view import Line, Pane, Span, around, fit, lined, rule, sentence, words, wrapped
from tui.kit.phrases import phrase, say
from tui.play.dice.tray_model import (
    ALIVE,
    ARMOUR,
    HalfTyped,
    Tray,
    TrayField,
    TrayRow,
    expected,
    outcome,
)

NAME = 9
WATCHED = 18
"""Columns of the hours of an encounter check with the letters of who watches."""
DICE = 9
NEED = 22
"""The fewest columns of what the rows need; the longest need is never cut."""
VERDICTS: Mapping[str, tuple[Template, Template]] = {
    "check": ("FAIL", "pass"),
    "attack": ("miss", "HIT"),
    "critical": ("no", "CRITICAL"),
    "choice": ("no", "YES"),
}
"""What failure and success are called."""
SADDLED: tuple[Template, Template] = ("falls", "stays")
"""What they are called of who drops in the saddle."""
NO_MOVE = Message("Esc: back, no move")
"""What Esc does while those are asked who may strike at a mover."""
MEETS: tuple[Template, Template] = ("no", "YES")
WORDS = "*"
"""Opens the line of words of what the dice are for."""
MOST_FACES = 3
"""More faces than these are shown as a range, where there is none between that is not wanted."""


def _faces(wanted: tuple[int, ...]) -> Message | tuple[int, ...]:
    first = min(wanted)
    last = max(wanted)
    if len(wanted) <= MOST_FACES or last - first + 1 != len(set(wanted)):
        return wanted
    return Message("{first} to {last}", first=first, last=last)


def _is_of_saddle(question: Question) -> bool:
    return question.key.startswith(f"{SADDLE}/")


def _template_of_need(question: Question) -> Template:
    # What the least face that succeeds is for.
    if _is_of_saddle(question):
        return N_("stays mounted from {face} up")
    if question.key.startswith(f"{RIDE}/"):
        return N_("Ride: unhurt from {face} up")
    return N_("needs {face} up")


BETWEEN_ROWS = ("up", "down", "tab", "shift+tab")
"""Keys that go to another row, and answer nothing."""


def is_for_rows(key: events.Key) -> bool:
    """Whether a key types a character into a row, rubs one out or goes to another row."""
    if key.key in BETWEEN_ROWS or key.key == "backspace":
        return True
    return key.is_printable and key.character not in ALIVE


class TrayLines(Struct):
    """A tray as lines of a width in columns.

    `player_view` hides DCs, needs, chances and `secrets`. `esc` says what Esc does while strikes
    are asked.
    """

    tray: Tray
    player_view: bool
    width: int
    secrets: frozenset[str]
    esc: Message = NO_MOVE

    def words(self, text: Message | str | None) -> str:
        """`text` as people read it; "..." where it has a name that players do not know."""
        text_told = words(text)
        if self.player_view and any(name in text_told for name in self.secrets):
            return "..."
        return text_told

    def body(self) -> tuple[list[Line], int]:
        """The lines of all rows, and the index of the current row's."""
        tray = self.tray
        body: list[Line] = []
        needs = ["" if self._told(row) else self._need(row.fields[0].question) for row in tray.rows]
        room = max([NEED, *(cell_len(need) + 1 for need in needs)])
        place = 0
        for index, row in enumerate(tray.rows):
            if index == tray.row:
                place = len(body)
            body.append(self._row(row, index == tray.row, fit(needs[index], room)))
            for tray_field in row.fields:
                body += self._remark(tray_field)
        return body, place

    def _remark(self, tray_field: TrayField) -> list[Line]:
        # Whole, however long: what a refusal says to type is at its end.
        if tray_field.remark is None:
            return []
        role = "bad" if tray_field.refused else "dim"
        return wrapped(self.words(tray_field.remark), self.width, role, lead=" " * 5)

    def head(self) -> list[str]:
        """The text beside the title: the common DC, totals or faces, answers done."""
        done = len(self.tray.answers())
        open_ = len(self.tray.owed())
        parts = [phrase("{done} of {all}", done=done, all=done + open_)]
        if self.tray.call == "total":
            parts.insert(0, phrase("totals are typed"))
        if self._common is not None and not self.player_view:
            parts.insert(0, self._against(self._common))
        return parts

    def _against(self, question: Question) -> str:
        if question.says == "check":
            return phrase("DC {dc}", dc=question.dc or 0)
        return phrase(ARMOUR[question.armour], ac=question.dc or 0)

    @property
    def _common(self) -> Question | None:
        # one of the questions, where all have the same DC; a miss chance alone is no Armour Class
        asked = {f.question.dc: f.question for f in self.tray.fields()}
        asked.pop(None, None)
        if len(asked) != 1:
            return None
        question = next(iter(asked.values()))
        if question.follows:
            return None
        return question

    def _row(self, row: TrayRow, current: bool, need: str) -> Line:
        check = row.fields[0].question
        plain = not row.token
        room = NAME
        if plain:
            watched = isinstance(row.name, Message) and row.name.value("watching") is not None
            room = WATCHED if watched else NAME + 2
        name = fit(self.words(row.name), room)
        if self.words(row.name) == words(row.name):
            token = row.token[:1]
        else:
            token = "?"
        head = f" {'>' if current else ' '} " + (name if plain else f"{token} {name}") + " "
        spans = [
            (head, "mark" if current else ""),
            (fit(self._dice(check), DICE), ""),
        ]
        if not self._told(row):
            spans.append((need, "dim"))
        fields = [
            self._field(each, current and index == self.tray.column, index > 0)
            for index, each in enumerate(row.fields)
        ]
        while len(fields) > 2 and self.width < sum(
            cell_len(text) for text, _ in chain(spans, *fields)
        ):
            del fields[1]  # what was answered first after the check: the last one counts
        return (*spans, *chain(*fields))

    def _told(self, row: TrayRow) -> bool:
        follows = row.fields[1:]
        struck = row.fields[0].question.says == "attack" and bool(follows)
        return struck or any(self._sentence(each.question) for each in follows)

    def _dice(self, question: Question) -> str:
        if question.says == "choice":
            return ""
        if not question.modifier and not question.check:
            return question.dice
        shown = question.dc or (question.modifier and not self.player_view)
        if shown:
            return f"{question.dice} {question.modifier:+d}"
        return question.dice

    def _need(self, question: Question) -> str:
        if self.player_view:
            return ""
        text = ""
        face = question.needed
        if question.says == "choice":
            return self.words(question.label)
        if question.wanted and question.who:
            text = phrase("needs {faces}", faces=_faces(question.wanted))
        elif question.wanted:
            text = phrase("meets on {faces}", faces=_faces(question.wanted))
        elif face is not None:
            text = phrase(_template_of_need(question), face=max(face, 1))
            if self._common is None:
                text = self._against(question) + " " + text
        elif not question.check and question.who:
            text = self.words(question.label)
        said = [one.word for one in question.situations if one.is_said]
        if said:
            text = f"{text} {' '.join(said)}"
        if question.chance is None:
            return text
        text = f"{text}  {say(Chance(question.chance))}"
        if not question.miss_chance:
            return text
        miss = Chance(chance_of_percent(question.miss_chance))
        return f"{text}  {phrase('miss {chance}', chance=miss)}"

    def _field(self, tray_field: TrayField, here: bool, follows: bool) -> list[Span]:
        question = tray_field.question
        answer = tray_field.answer
        dice = question.dice
        if question.says == "choice":
            dice = phrase("0 or 1")
            if question.most > 1:
                dice = phrase("1 to {most}", most=question.most)
        if answer is None and (what := expected(question, self.tray.call)) is not None:
            dice = f"{dice} {say(what)}"
        lead = f"{dice} "
        if follows:
            said = self.words(question.label)
            if self._sentence(question):
                asked = said
            else:
                asked = f"{dice} {said}".rstrip()
            lead = f"  {asked} "
        if here and self.tray.text:
            return [(lead, ""), (f"[{self.tray.text}_]", "cursor")]
        if answer is None:
            return [(lead, ""), ("[_]" if here else "[  ]", "cursor" if here else "")]
        return [
            (lead, ""),
            (f"[{self._shown(tray_field):>2}]", "cursor" if here else ""),
            *self._result(tray_field),
        ]

    def _sentence(self, question: Question) -> bool:
        return cell_len(self.words(question.label)) > DICE

    def _shown(self, tray_field: TrayField) -> str:
        assert tray_field.answer is not None
        if isinstance(tray_field.answer, Ruled):
            signs = {"pass": "+", "fail": "-", "skip": "/"}
            return signs.get(tray_field.answer.value) or say(tray_field.answer.value)
        return str(outcome(tray_field.question, tray_field.answer).face)

    def _result(self, tray_field: TrayField) -> list[Span]:
        assert tray_field.answer is not None
        question = tray_field.question
        out = outcome(question, tray_field.answer)
        spans = []
        if out.total is not None and (question.modifier or question.dc is not None):
            spans.append((f"  = {out.total:>2}", ""))
        if out.natural:
            spans.append((f" {phrase('nat')}", "dim"))
        if out.success is not None:
            verdicts = VERDICTS[question.says]
            roles = ("bad", "good")
            if question.wanted and not question.who:
                verdicts = MEETS
                roles = ("", "bad")
            elif _is_of_saddle(question):
                verdicts = SADDLED
            spans.append((f"  {phrase(verdicts[out.success])}", roles[out.success]))
        elif isinstance(tray_field.answer, Ruled) and tray_field.answer.value == "skip":
            spans.append((f"  {phrase('not asked')}", "dim"))
        return spans

    def foot(self) -> list[Line]:
        """The typed text and keys, or why it was refused, in as many lines as that takes."""
        tray = self.tray
        if tray.remark is not None:
            return self._refused(tray.remark)
        return [self._keys()]

    def _refused(self, remark: Message) -> list[Line]:
        half = self.tray.half
        typing = f" {half}_ " if half else ""
        blank = " " * cell_len(typing)
        first, *more = sentence(self.words(remark), self.width, f"{blank} ") or [""]
        return [((typing, ""), (first[len(blank) :], "bad")), *lined(more, "bad")]

    @property
    def _unsaid(self) -> str:
        # The occasions that "*" offers of the current row, such as "* fear"; "" = none.
        question = self.tray.situated
        if question is None or self.player_view:
            return ""
        open_words = [one.word for one in question.situations if not one.is_said]
        if not open_words:
            return ""
        return f"{WORDS} {', '.join(open_words)}"

    def _keys(self) -> Line:
        tray = self.tray
        width = self.width
        typed = " ".join([*tray.echo, tray.entry])
        unsaid = self._unsaid
        typed = " " + typed[-max(8, width // 3) :] + "_"
        full = phrase("space = next empty row   ! roll it   !! roll the rest")
        short = phrase("Spc next  ! roll  !! rest  u back")
        asked = (f.question for f in tray.fields())
        if any(one.key.startswith("opportunity/") and not one.follows for one in asked):
            more = phrase("/ lets it pass   // nobody strikes")
            full = f"{full}   {more}   {say(self.esc)}"
            short = phrase("! roll  / lets it pass  // nobody strikes  Esc: back")
        if unsaid:
            full = f"{unsaid}   {full}"
            short = f"{unsaid}  {phrase('Spc next  ! roll  !! rest')}"
        if cell_len(typed) + cell_len(full) + 3 <= width:
            hint = full
        else:
            hint = short
        room = max(cell_len(typed) + 1, min(max(24, width // 3), width - cell_len(hint)))
        return ((fit(typed, room), ""), (hint, "dim"))


class DiceTray(Pane, can_focus=True):
    """A request for dice: `load` a command's questions, `ask_more` for follow-ups.

    `player_view` hides DCs, needs and chances from players who see the screen.
    """

    player_view = reactive(False)
    secrets: reactive[frozenset[str]] = reactive(frozenset())
    """Names that stand nowhere in it, while the curtain is drawn."""
    taken_back: reactive[Message | None] = reactive(None, repaint=False)
    """What `u` would empty in it; None: nothing is typed yet."""

    answered: Callable[[dict[str, Answer], bool], object]
    """Called with the answers; False: it was put away unfinished, and the others stay owed."""
    turned: Callable[[str], object]
    """Called when the letter of one of the `others` or the `choices` was typed in its place."""

    worded: Callable[[], object]
    """Called when "*" was typed, where what the dice are for has a line of words."""

    tray = Tray((), {}, lambda question: Rolled(()))
    """What is asked: nothing before the first `load`."""
    _others: frozenset[str] = frozenset()
    _choices: frozenset[str] = frozenset()
    _prefix = ""
    _has_words = False
    _esc = NO_MOVE
    _title: Message | str = ""
    _sent = False
    _kept: tuple[events.Key, ...] = ()

    def load(
        self,
        title: Message | str,
        tray: Tray,
        answers: Mapping[str, Answer] | None = None,
        others: frozenset[str] = frozenset(),
        choices: frozenset[str] = frozenset(),
        *,
        prefix: str = "",
        half_typed: HalfTyped | None = None,
        has_words: bool = False,
        esc: Message = NO_MOVE,
    ) -> None:
        """Ask what the `tray` asks, under `title`.

        `answers` were given before, when it was put away, and `half_typed` was begun. The letter of
        one of the `others`, typed first, calls `turned`, and the key `prefix` may be typed before
        it; so does the letter of one of the `choices`, typed before the die of any row. "*" calls
        `worded`, if it `has_words`.
        `esc` says what Esc does while strikes are asked.
        """
        self._title = title
        self.tray = tray
        self._sent = False
        self._kept = ()
        self._others = others
        self._choices = choices
        self._prefix = prefix
        self._has_words = has_words
        self._esc = esc
        for key, answer in (answers or {}).items():
            tray.restore(key, answer)
        if half_typed is not None:
            tray.resume(half_typed)
        self.redraw()

    def ask_more(
        self,
        questions: Sequence[Question],
        answers: Mapping[str, Answer] | None = None,
        half_typed: HalfTyped | None = None,
    ) -> None:
        """Add follow-up questions as fields of the rows they follow; the others as in `load`."""
        self.tray.ask_more(questions, answers, half_typed)
        self._sent = False
        if self.tray.is_typed_out:
            self._enter(self.tray)
        for event in self.left_over():
            self.take(event)
        self.redraw()

    def redraw(self, layout: bool = True) -> None:
        """Draw again, with what `u` would empty now."""
        self.taken_back = self.tray.taken_back
        super().redraw(layout)

    def suspend(self) -> None:
        """Take no more keys; those that are typed now are for what is asked next."""
        self._sent = True

    def left_over(self) -> tuple[events.Key, ...]:
        """The keys typed after Enter or Esc, before the follow-up was known."""
        kept = self._kept
        self._kept = ()
        return kept

    @property
    def answers(self) -> dict[str, Answer]:
        """All answers so far."""
        return self.tray.answers()

    def overrule(self, value: str, reason: str) -> None:
        """Put a ruling (pass, fail, skip or a number) into the current field."""
        self.tray.rule(Ruled(value, reason))
        self.redraw()

    def _drawn_in(self, width: int) -> TrayLines:
        return TrayLines(self.tray, self.player_view, width, self.secrets, self._esc)

    def watch_player_view(self) -> None:
        """Hide or show what players must not see."""
        self.redraw(layout=False)

    def on_hide(self, event: events.Hide) -> None:
        """Keep the focus where it asks again by now: Textual tells late that it was put away."""
        if self.display:
            event.prevent_default()

    def on_key(self, event: events.Key) -> None:
        """Take typed keys; leave function keys, ctrl keys and `w o ? :` to the screen."""
        if self.take(event):
            event.stop()
            event.prevent_default()
            self.redraw()

    def take(self, event: events.Key) -> bool:
        """Take a key, or keep it for the next question; False when it is for the screen."""
        tray = self.tray
        if not tray.rows:
            return False
        if self._sent:
            self._kept = (*self._kept, event)
            return True
        other = self._other(event.character or "") or self._choice(event.character or "")
        if other:
            self._sent = True
            self.turned(other)
            return True
        if self._is_prefix(event.character or ""):
            return True
        if event.character == WORDS and (self._has_words or tray.situated is not None):
            self.worded()
            return True
        taken = self._take(tray, event)
        if taken and event.key not in BETWEEN_ROWS:
            self._others = frozenset()
        return taken

    def _is_prefix(self, letter: str) -> bool:
        # Whether the letter of one of the others is to follow; it picks no row itself.
        return bool(self._others) and letter == self._prefix and not self.tray.has_row(letter)

    def _other(self, letter: str) -> str:
        return self._find(letter, self._others)

    def _choice(self, letter: str) -> str:
        # A number that is begun is the die of its row, and the letter is for the next one.
        choice = self._find(letter, self._choices)
        if choice and self.tray.text:
            self.tray.key(" ")
        if self.tray.text or self.tray.current.answer is not None:
            return ""
        return choice

    def _find(self, letter: str, letters: frozenset[str]) -> str:
        # The letter among them that was typed, as it is or in the other case; "" = none.
        if letter in letters:
            return letter
        swapped = letter.swapcase()
        if swapped in letters and not self.tray.has_row(letter):
            return swapped
        return ""

    def _take(self, tray: Tray, event: events.Key) -> bool:
        match event.key:
            case "enter":
                self._enter(tray)
            case "escape":
                self._sent = True
                self.answered(tray.answers(), False)
            case "up" | "shift+tab":
                tray.move(-1)
            case "down" | "tab":
                tray.move(1)
            case "backspace":
                tray.rub_out()
            case _:
                char = event.character
                return bool(char) and event.is_printable and tray.key(str(char))
        return True

    def _enter(self, tray: Tray) -> None:
        if tray.enter():
            self._sent = True
            self.answered(tray.answers(), True)

    # what it looks like

    def content_height(self, width: int) -> int:
        """The rows it would like; with fewer it shows those around the current one."""
        drawn = self._drawn_in(width)
        return len(self._title_lines(drawn)) + len(drawn.body()[0]) + len(drawn.foot())

    def lines(self, width: int) -> Sequence[Line]:
        """The title, a line for each row (and for its refusal), the typed line."""
        drawn = self._drawn_in(width)
        title_lines = self._title_lines(drawn)
        body, place = drawn.body()
        foot = drawn.foot()
        if self.size.height:
            room = max(1, self.size.height - len(title_lines) - len(foot))
        else:
            room = len(body)
        first = around(place, room, len(body))
        seen = body[first : first + room]
        return [*title_lines, *seen, *foot]

    def _title_lines(self, drawn: TrayLines) -> list[Line]:
        # Whole, in as many lines as it takes: what is unusual in the command is at its end.
        head = "   ".join(drawn.head())
        room = drawn.width - cell_len(head) - 2
        first, *more = sentence(drawn.words(self._title), room) or [""]
        return [rule(drawn.width, first, head, self.has_focus), *lined(more, "mark")]
