"""The board of an encounter, or the ladder of its chase; and the legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message as Posted
from textual.reactive import var
from textual.widgets import Static

from core.combat.board.drawing import DoorState
from core.combat.board.squares import Battlefield
from core.values import Struct
from tui.board.battle_grid import BattleGrid
from tui.encounter.panes.fight_lines import ChaseLines, RunnerLine
from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, columns, fit, rule, sentence, stepped, trimmed, words
from tui.kit.phrases import phrase
from tui.kit.plain_panes import LinesView

NAME = 14
TRACK = 20
SCALES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Squares in a column of the track."""


class ChaseLadder(Pane, can_focus=True):
    """Quarry first, then pursuers: squares a round, distance in squares, rounds of running left.

    Up and Down select one (`>` while it has focus) and post `Pointed`.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]

    class Pointed(Posted):
        """The GM selected another runner."""

    chase: var[ChaseLines | None] = var(None, init=False)
    """The chase that is shown; None = there is none."""
    _at = 0

    def watch_chase(self, before: ChaseLines | None, now: ChaseLines | None) -> None:
        """Show another chase, with the same runner selected."""
        runners = () if before is None else before.runners
        if self._at < len(runners):
            creature_id = runners[self._at].id
        else:
            creature_id = ""
        self._at = 0
        self.point(creature_id)
        self.redraw()

    @property
    def pointed(self) -> str:
        """The id of the selected runner; "" without a chase."""
        if self._at < len(self._runners):
            return self._runners[self._at].id
        return ""

    @property
    def _runners(self) -> tuple[RunnerLine, ...]:
        if self.chase is None:
            return ()
        return self.chase.runners

    def point(self, who: str) -> None:
        """Select a runner, if it is in the chase."""
        found = next((at for at, one in enumerate(self._runners) if one.id == who), None)
        if found is not None:
            self._at = found
            self.redraw(layout=False)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Select a runner above or below, the first or the last."""
        at = stepped(self._at, direction, times, len(self._runners), 0)
        if at != self._at:
            self._at = at
            self.redraw(layout=False)
            self.post_message(self.Pointed())

    def lines(self, width: int) -> Sequence[Line]:
        """Title, head, a line for each runner with its outcome, and what the next round does."""
        chase = self.chase
        if chase is None:
            nobody = phrase("nobody flees and nobody follows")
            return [((trimmed(nobody, width), "dim"),)]
        rounds = phrase("after {rounds:round|rounds}", rounds=chase.rounds)
        lines = [rule(width, phrase("chase"), rounds)]
        head = columns(
            ("", 5),
            ("", NAME),
            (phrase("squares"), -8),
            (phrase("behind"), -8),
            (phrase("runs"), -6),
            (phrase("DC"), -4),
        )
        lines.append(((trimmed(head, width), "dim"),))
        longest = max((one.behind or 0 for one in chase.runners), default=0)
        for at, runner_line in enumerate(chase.runners):
            here = self.has_focus and at == self._at
            role = "mark" if runner_line.behind is None else ""
            lines.append(((_row(runner_line, width, longest, here), "cursor" if here else role),))
            lines += [
                ((line, "dim"),) for line in sentence(words(runner_line.says), width, "     ")
            ]
        if words(chase.ahead):
            lines += [((line, ""),) for line in sentence(words(chase.ahead), width, " ")]
        return lines


def _row(runner_line: RunnerLine, width: int, longest: int, here: bool) -> str:
    flees = runner_line.behind is None
    if flees:
        behind = "-"
    else:
        behind = str(runner_line.behind)
    runs, dc = ("" if known is None else str(known) for known in (runner_line.runs, runner_line.dc))
    text = columns(
        (f"{'>' if here else ' '}{'<' if flees else ' '} {runner_line.sign}", 5),
        (trimmed(runner_line.name, NAME - 1), NAME),
        (str(runner_line.squares), -8),
        (behind, -8),
        (runs, -6),
        (dc, -4),
    )
    if width >= len(text) + TRACK + 4:
        text = f"{text}  {_track(runner_line, longest)}"
    return fit(text, width).rstrip()


def _track(runner_line: RunnerLine, longest: int) -> str:
    fits = (each for each in SCALES if each * (TRACK - 1) >= longest)
    scale = next(fits, SCALES[-1])
    steps = min(TRACK - 1, -(-(runner_line.behind or 0) // scale))
    at = TRACK - 1 - steps
    return "." * at + runner_line.sign[:1] + "." * (TRACK - 1 - at)


class GroundContent(Struct, kw_only=True):
    """The board of an encounter with its doors, and its legend.

    While it is `empty`, words say how an encounter comes here.
    """

    empty: bool = False
    field: Battlefield = Battlefield(0, 0)
    doors: Mapping[str, DoorState] = {}
    legend: tuple[str, ...] = ()


class GroundPanes(Vertical):
    """The grid with its legend; a chase is shown in place of both."""

    shown: var[GroundContent] = var(GroundContent(), init=False)

    def compose(self) -> ComposeResult:
        none = Static(
            phrase(
                "No encounter is shown. e prepares one: a name, a board, its creatures; the next"
                " e begins it."
            ),
            id="none",
            markup=False,
        )
        none.display = False
        yield none
        yield BattleGrid(fits=True, id="grid")
        yield ChaseLadder(id="chase")
        yield LinesView(id="legend")

    def watch_shown(self, before: GroundContent, now: GroundContent) -> None:
        """Show another board; one that is drawn already stays as it is."""
        self.query_one("#none").display = now.empty
        if (before.field, before.doors) != (now.field, now.doors):
            self.query_one(BattleGrid).set_board(now.field, now.doors)
        if before.legend != now.legend:
            self.query_one("#legend", LinesView).show(now.legend)
