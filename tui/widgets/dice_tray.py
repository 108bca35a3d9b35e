"""The dice tray: any number of checks, typed in order, by token letter, or rolled.

It is never an `Input`, so `w`, `o`, `?` and `:` stay alive in it; all else that is printable is
the tray's while it has focus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.message import Message as Posted
from textual.reactive import reactive

from core.dice import Answer, Question, Ruled
from core.messages import N_, Message
from core.quantities import Chance
from tui.phrases import say
from tui.widgets.lines_view import Line, Pane, Span, fit, rule, words
from tui.widgets.tray_dice import Call, is_check, needed, outcome
from tui.widgets.tray_model import Field, Roll, Row, Tray

NAME = 9
DICE = 9
NEED = 22
WIDE = 10_000
VERDICTS = {
    "check": (N_("FAIL"), N_("pass")),
    "attack": (N_("miss"), N_("HIT")),
    "critical": (N_("no"), N_("CRITICAL")),
}
"""What failure and success are called."""


class DiceTray(Pane, can_focus=True):
    """Asks for dice. `load` a command's questions, `ask_more` for what follows from them.

    `curtain` hides DCs, needs and chances from players who see the screen.
    """

    curtain: reactive[bool] = reactive(False)

    @dataclass
    class Submitted(Posted):
        """Every row is answered, and the GM pressed Enter."""

        answers: dict[str, Answer]

    @dataclass
    class PutAway(Posted):
        """The GM left the tray unfinished: what is unanswered stays owed, nothing was rolled."""

        answers: dict[str, Answer]

    tray: Tray | None = None
    _title: Message | str = ""
    _sent = False
    _kept: tuple[events.Key, ...] = ()

    def load(
        self,
        title: Message | str,
        questions: Iterable[Question],
        members: Mapping[str, tuple[str, str]],
        roll: Roll,
        *,
        call: Call = "die",
        azerty: bool = False,
        answers: Mapping[str, Answer] | None = None,
    ) -> None:
        """Ask `questions` under `title`. `members` maps ids to (token letter, name).

        `roll` makes the program roll one; `call` says whether plain numbers of checks are die
        faces or totals; `azerty` reads the French digit row. `answers` were given before, when
        the tray was put away.
        """
        self._title = title
        self._sent, self._kept = False, ()
        self.tray = Tray(questions, members, roll, call=call, azerty=azerty)
        for key, answer in (answers or {}).items():
            self.tray.restore(key, answer)
        self.redraw()

    def ask_more(self, questions: Iterable[Question]) -> None:
        """Open what follows as further fields of the rows it follows."""
        if self.tray is not None:
            self.tray.ask_more(questions)
            self._sent = False
            for event in self.left_over():
                self.take(event)
            self.redraw()

    def left_over(self) -> tuple[events.Key, ...]:
        """The keys that came after Enter or Esc, while nobody had said yet what follows."""
        kept, self._kept = self._kept, ()
        return kept

    def refuse(self, message: Message) -> None:
        """Show why what was submitted was refused."""
        if self.tray is not None:
            self._sent, self._kept = False, ()
            self.tray.refuse(message)
            self.redraw(layout=False)

    @property
    def answers(self) -> dict[str, Answer]:
        """All answers so far."""
        return {} if self.tray is None else self.tray.answers()

    @property
    def owed(self) -> tuple[str, ...]:
        """The keys of what is not answered yet."""
        return () if self.tray is None else self.tray.owed()

    @property
    def focused_question(self) -> Question | None:
        """The question of the current field, for `w` and `o`."""
        return None if self.tray is None else self.tray.current.question

    def overrule(self, value: str, reason: str) -> None:
        """Put the GM's word (pass, fail, skip or a number) into the current field."""
        if self.tray is not None:
            self.tray.rule(Ruled(value, reason))
            self.redraw()

    def watch_curtain(self) -> None:
        """Hide or show what players must not see."""
        self.redraw(layout=False)

    def on_key(self, event: events.Key) -> None:
        """Take what is typed; leave function keys, ctrl keys and `w o ? :` to the screen."""
        if self.take(event):
            event.stop()
            event.prevent_default()
            self.redraw()

    def take(self, event: events.Key) -> bool:
        """Take a key, or keep it for what is asked next; False when it is the screen's."""
        if self.tray is None:
            return False
        if self._sent:
            self._kept = (*self._kept, event)
            return True
        return self._take(self.tray, event)

    def _take(self, tray: Tray, event: events.Key) -> bool:
        match event.key:
            case "enter":
                if tray.enter():
                    self._sent = True
                    self.post_message(self.Submitted(tray.answers()))
            case "escape":
                self._sent = True
                self.post_message(self.PutAway(tray.answers()))
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

    # what it looks like

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as it would like; with fewer it shows those around the current one."""
        tray = self.tray
        return 0 if tray is None else 2 + len(self._body(tray)[0])

    def lines(self, width: int) -> Sequence[Line]:
        """The title, a line for each row (and for what is refused in it), the line typed."""
        tray = self.tray
        if tray is None:
            return ()
        body, at = self._body(tray, width)
        room = max(1, self.size.height - 2) if self.size.height else len(body)
        first = min(max(0, at - room // 2), max(0, len(body) - room))
        seen = body[first : first + room]
        return [self._head(tray, width), *seen, self._foot(tray, width)]

    def _body(self, tray: Tray, width: int = WIDE) -> tuple[list[Line], int]:
        """The lines of all rows, and the index of the current row's."""
        body: list[Line] = []
        at = 0
        for index, row in enumerate(tray.rows):
            if index == tray.row:
                at = len(body)
            body.append(self._row(tray, row, index == tray.row, width))
            body.extend(self._remarks(row))
        return body, at

    def _head(self, tray: Tray, width: int) -> Line:
        all_fields = list(tray.fields())
        done = sum(f.answer is not None for f in all_fields)
        parts = [say(Message(N_("{done} of {all}"), done=done, all=len(all_fields)))]
        if tray.call == "total":
            parts.insert(0, say(Message(N_("totals are typed"))))
        dc = self._common_dc(tray)
        if dc is not None and not self.curtain:
            asked = next(f.question for f in all_fields if f.question.dc is not None)
            parts.insert(0, self._against(asked))
        between = f" {self.look.rule * 2} "
        return rule(self.look, width, words(self._title), between.join(parts), self.has_focus)

    def _against(self, question: Question) -> str:
        """What is to be reached: an Armour Class or a difficulty."""
        armour = question.says != "check"
        return say(Message(N_("AC {dc}") if armour else N_("DC {dc}"), dc=question.dc or 0))

    def _common_dc(self, tray: Tray) -> int | None:
        dcs = {f.question.dc for f in tray.fields() if f.question.dc is not None}
        return dcs.pop() if len(dcs) == 1 else None

    def _row(self, tray: Tray, row: Row, current: bool, width: int) -> Line:
        check = row.fields[0].question
        plain = not row.token
        name = fit(words(row.name), NAME + 2 if plain else NAME)
        head = f" {'>' if current else ' '} " + (name if plain else f"{row.token[:1]} {name}") + " "
        spans: list[Span] = [(head, "mark" if current else "")]
        spans.append((fit(self._dice(check), DICE), ""))
        if not self._told(row):
            spans.append((fit(self._need(tray, check), NEED), "dim"))
        fields = [
            self._field(tray, each, current and index == tray.column, index > 0)
            for index, each in enumerate(row.fields)
        ]
        while len(fields) > 2 and _long([*spans, *chain(*fields)]) > width:
            del fields[1]  # what was answered first after the check: the last one counts
        return (*spans, *chain(*fields))

    def _told(self, row: Row) -> bool:
        """Whether what follows takes the place of what the check needs."""
        follows = row.fields[1:]
        struck = row.fields[0].question.says == "attack" and bool(follows)
        return struck or any(self._sentence(each.question) for each in follows)

    def _dice(self, question: Question) -> str:
        if question.choices and not question.dice:
            return ""
        if not question.modifier and not is_check(question):
            return question.dice
        return f"{question.dice} {question.modifier:+d}" if question.dc else question.dice

    def _need(self, tray: Tray, question: Question) -> str:
        if question.choices and not question.dice:
            return "  ".join(f"{i} {say(c)}" for i, c in enumerate(question.choices, 1))
        if self.curtain:
            return ""
        text = ""
        face = needed(question)
        if question.wanted:
            text = say(Message(N_("meets on {faces}"), faces=question.wanted))
        elif face is not None:
            text = say(Message(N_("needs {face} up"), face=max(face, 1)))
            if self._common_dc(tray) is None:
                text = self._against(question) + " " + text
        elif not is_check(question) and question.who:
            text = self._label(question)
        chance = "" if question.chance is None else say(Chance(question.chance))
        return f"{text}  {chance}" if chance else text

    def _field(self, tray: Tray, each: Field, here: bool, follows: bool) -> list[Span]:
        question, answer = each.question, each.answer
        lead = f"{question.dice} " if question.dice else ""
        if follows:
            said = self._label(question)
            asked = said if self._sentence(question) else f"{question.dice} {said}".rstrip()
            lead = f"  {asked} "
        if here and tray.text:
            return [(lead, ""), (f"[{tray.text}_]", "cursor")]
        if answer is None:
            return [(lead, ""), ("[_]" if here else "[  ]", "cursor" if here else "")]
        return [(lead, ""), (f"[{self._shown(each):>2}]", "cursor" if here else ""),
                *self._result(each, follows)]  # fmt: skip

    def _label(self, question: Question) -> str:
        return words(question.label)

    def _sentence(self, question: Question) -> bool:
        """Whether the label says all; it takes the place of the dice, and of the check's need."""
        return cell_len(self._label(question)) > DICE

    def _shown(self, each: Field) -> str:
        assert each.answer is not None
        if isinstance(each.answer, Ruled):
            signs = {"pass": "+", "fail": "-", "skip": "/"}
            return signs.get(each.answer.value) or say(each.answer.value)
        return str(outcome(each.question, each.answer).face)

    def _result(self, each: Field, follows: bool) -> list[Span]:
        assert each.answer is not None
        question = each.question
        out = outcome(question, each.answer)
        spans: list[Span] = []
        if out.total is not None and (question.modifier or question.dc is not None):
            spans.append((f"  = {out.total:>2}", ""))
        if out.natural:
            spans.append((f" {say(Message(N_('nat')))}", "dim"))
        if out.success is not None:
            spans.append(self._verdict(question, out.success))
        elif isinstance(each.answer, Ruled) and each.answer.value == "skip":
            spans.append((f"  {say(Message(N_('not asked')))}", "dim"))
        return spans

    def _verdict(self, question: Question, success: bool) -> Span:
        if question.wanted:
            text = Message(N_("YES")) if success else Message(N_("no"))
            return (f"  {say(text)}", "bad" if success else "")
        said = VERDICTS[question.says][success]
        return (f"  {say(Message(said))}", "good" if success else "bad")

    def _remarks(self, row: Row) -> list[Line]:
        return [
            ((" " * 5 + words(f.remark), "bad" if f.refused else "dim"),)
            for f in row.fields
            if f.remark is not None
        ]

    def _foot(self, tray: Tray, width: int) -> Line:
        if tray.remark is not None:
            return ((" " + words(tray.remark), "bad"),)
        typed = " ".join([*tray.echo, tray.entry])
        typed = " " + typed[-max(8, width // 3) :] + "_"
        full = say(Message(N_("space = next empty row   ! roll it   !! roll the rest")))
        short = say(Message(N_("Spc next  ! roll  !! rest  u back")))
        hint = full if cell_len(typed) + cell_len(full) + 3 <= width else short
        return ((fit(typed, max(24, width // 3)), ""), (hint, "dim"))


def _long(spans: Iterable[Span]) -> int:
    """How many columns spans take."""
    return sum(cell_len(text) for text, _ in spans)
