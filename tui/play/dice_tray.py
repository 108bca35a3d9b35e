"""The dice tray: any number of checks, typed in order or by token letter, or rolled.

It is never an `Input`, so `w`, `o`, `?` and `:` stay alive in it; all else that is printable is
taken by the tray while it has focus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Size
from textual.message import Message as Posted
from textual.reactive import reactive

from core.dice import Answer, Question, Ruled
from core.messages import Message
from tui.kit.lines_view import Line, Pane, rule
from tui.play.tray_dice import Call
from tui.play.tray_lines import WIDE, TrayLines
from tui.play.tray_model import Roll, Tray


class DiceTray(Pane, can_focus=True):
    """A request for dice: `load` a command's questions, `ask_more` for follow-ups.

    `player_view` hides DCs, needs and chances from players who see the screen.
    """

    player_view: reactive[bool] = reactive(False)
    secrets: reactive[frozenset[str]] = reactive(frozenset())
    """Names that stand nowhere in it, while the curtain is drawn."""

    @dataclass
    class Submitted(Posted):
        """Every row is answered, and the GM pressed Enter."""

        answers: dict[str, Answer]

    @dataclass
    class PutAway(Posted):
        """The GM left the tray unfinished: unanswered rolls stay owed, nothing was rolled."""

        answers: dict[str, Answer]

    @dataclass
    class Other(Posted):
        """The first key was the letter of one of the `others`: the dice are for that creature."""

        letter: str

    tray: Tray | None = None
    _others: frozenset[str] = frozenset()
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
        others: frozenset[str] = frozenset(),
    ) -> None:
        """Ask `questions` under `title`. `members` maps ids to (token letter, name).

        `roll` makes the program roll one; `call` says whether plain numbers of checks are die
        faces or totals; `azerty` reads the French digit row. `answers` were given before, when
        the tray was put away. The letter of one of the `others`, typed first, says `Other`.
        """
        self._title = title
        self._sent, self._kept, self._others = False, (), others
        self.tray = Tray(questions, members, roll, call=call, azerty=azerty)
        for key, answer in (answers or {}).items():
            self.tray.restore(key, answer)
        self.redraw()

    def ask_more(self, questions: Iterable[Question]) -> None:
        """Add follow-up questions as fields of the rows they follow."""
        if self.tray is not None:
            self.tray.ask_more(questions)
            self._sent = False
            for event in self.left_over():
                self.take(event)
            self.redraw()

    def left_over(self) -> tuple[events.Key, ...]:
        """The keys typed after Enter or Esc, before the follow-up was known."""
        kept, self._kept = self._kept, ()
        return kept

    def refuse(self, message: Message) -> None:
        """Show why the submission was refused."""
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
        """The keys of unanswered questions."""
        return () if self.tray is None else self.tray.owed()

    @property
    def focused_question(self) -> Question | None:
        """The question of the current field, for `w` and `o`."""
        return None if self.tray is None else self.tray.current.question

    def overrule(self, value: str, reason: str) -> None:
        """Put a ruling (pass, fail, skip or a number) into the current field."""
        if self.tray is not None:
            self.tray.rule(Ruled(value, reason))
            self.redraw()

    def _drawn_in(self, width: int = WIDE) -> TrayLines:
        assert self.tray is not None
        return TrayLines(self.tray, self.player_view, width, self.secrets)

    def watch_player_view(self) -> None:
        """Hide or show what players must not see."""
        self.redraw(layout=False)

    def on_key(self, event: events.Key) -> None:
        """Take typed keys; leave function keys, ctrl keys and `w o ? :` to the screen."""
        if self.take(event):
            event.stop()
            event.prevent_default()
            self.redraw()

    def take(self, event: events.Key) -> bool:
        """Take a key, or keep it for the next question; False when it is for the screen."""
        if self.tray is None:
            return False
        if self._sent:
            self._kept = (*self._kept, event)
            return True
        if event.character in self._others:
            self._sent = True
            self.post_message(self.Other(event.character or ""))
            return True
        taken = self._take(self.tray, event)
        self._others = frozenset() if taken else self._others
        return taken

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
        """The rows it would like; with fewer it shows those around the current one."""
        return 0 if self.tray is None else 2 + len(self._drawn_in().body()[0])

    def lines(self, width: int) -> Sequence[Line]:
        """The title, a line for each row (and for its refusal), the typed line."""
        if self.tray is None:
            return ()
        drawn = self._drawn_in(width)
        body, at = drawn.body()
        room = max(1, self.size.height - 2) if self.size.height else len(body)
        first = min(max(0, at - room // 2), max(0, len(body) - room))
        seen = body[first : first + room]
        beside = f" {self.look.rule * 2} ".join(drawn.head())
        title = rule(self.look, width, drawn.words(self._title), beside, self.has_focus)
        return [title, *seen, drawn.foot()]
