"""The Encounter screen's grid and panes; slow work runs in threads."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from core.combat.board.squares import Square
from core.messages import Message
from core.play.fight.encounter import Encounter
from core.play.state import State
from core.values import replace
from tui.encounter.brushing import BrushingScreen
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.chase_ladder import ChaseLadder
from tui.encounter.panes.creature_panel import CreaturePanel
from tui.encounter.panes.grid_rows import NO_LAYER
from tui.encounter.panes.initiative_list import InitiativeList
from tui.encounter.panes.pack_lines import PackLines
from tui.encounter.panes.threat_panel import ThreatPanel
from tui.encounter.panes.ticking_list import TickingList
from tui.encounter.present import fight_rows as fight_rows
from tui.encounter.present import sights
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery, foresee
from tui.kit.latest import Latest
from tui.kit.lines_view import LinesView, TitleLine, TitleRule
from tui.play import journal_log
from tui.play.footer import NumberLine
from tui.play.journal_log import JournalLog
from tui.view import CampaignView

SIDE = 31
"""Columns of a panel that has not been laid out yet."""


class BoardScreen(BrushingScreen):
    """An encounter on its grid, with the panes about it. Subclasses define the keys."""

    def __init__(self) -> None:
        super().__init__()
        self._looked_at = ""
        self._charted: object = None
        self._battle: Battle | None = None
        self._prospect: CursorPreview | None = None
        self._marked: tuple[str, ...] = ()
        self._perch: tuple[CampaignView, Square] | None = None
        self._charts = Latest(self, _gather, self._take_battle)
        self._sights = Latest(self, foresee, self._take_prospect)

    def panes(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="ground"):
                yield BattleGrid(id="grid")
                yield ChaseLadder(id="chase")
                yield LinesView(id="legend")
            with Vertical(id="side"):
                yield InitiativeList(id="order")
                yield TickingList(id="ticking")
                yield TitleRule(id="pack-title")
                yield PackLines(id="pack")
                yield ThreatPanel(id="threat")
                yield CreaturePanel(id="creature")
        yield JournalLog(id="log")

    def on_mount(self) -> None:
        """Apply the GM's look to the grid."""
        self.grid.look = self.app.preferences.look

    @property
    def grid(self) -> BattleGrid:
        """The grid."""
        return self.query_one(BattleGrid)

    def focus_pane(self) -> None:
        chasing = self.has_class("chasing")
        (self.query_one(ChaseLadder) if chasing else self.grid).focus()

    # which encounter

    @property
    def encounter(self) -> Encounter | None:
        """The encounter shown: the one being played, else the one last looked at.

        Players never see one that is only prepared.
        """
        found = shown(self.state, self._looked_at)
        if found is not None and self.as_shown.state.encounter(found.id) is None:
            return None
        return found

    def look_at(self, encounter: str) -> None:
        """Show a prepared or paused encounter."""
        self._looked_at = encounter
        self.show(self.moment)

    @property
    def battle(self) -> Battle | None:
        """The encounter as drawn; None before it is gathered, or when none is shown."""
        found, encounter = self._battle, self.encounter
        if found is None or encounter is None or found.encounter.id != encounter.id:
            return None
        return found

    # what it shows

    def show(self, moment: CampaignView) -> None:
        """Show what is known at once, and gather the rest in a thread."""
        self._confirm = None
        encounter = self.encounter
        self.set_class(encounter is None, "no-fight")
        self.query_one("#ground").visible = encounter is not None or not self.player_view
        self._show_title()
        self.query_one(JournalLog).show(*journal_log.log(moment, self.player_view, self.size.width))
        self.grid.player_view = self.player_view
        if encounter is None:
            self._battle = self._prospect = None
            self._charts.drop()
            self.show_ahead()
            return
        self._charts.ask((moment, encounter, self.player_view))

    def turn_curtain(self, moment: CampaignView) -> None:
        """Remove hidden creatures at once, and ask again about the cursor."""
        self.grid.show(labels={}, area=0, lines=(), layer=NO_LAYER)
        super().turn_curtain(moment)
        if self.battle is not None:
            unseen = self.battle.encounter.hidden if self.player_view else frozenset()
            self._battle = replace(self.battle, unseen=unseen)
            self._marked = self._battle.seen(self._marked)
            self.draw_tokens()
            self.look_ahead()

    def _show_title(self) -> None:
        about = (self.moment, self.encounter, self.size.width)
        self.query_one(TitleLine).show(*sights.title(*about, self.player_view))

    def on_resize(self) -> None:
        """Recount what lines and panes can hold."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self.battle is None or self.battle.moment is not self.app.moment:
            return
        self._show_title()
        self.query_one(JournalLog).show(
            *journal_log.log(self.moment, self.player_view, self.size.width)
        )
        self.draw_tokens()
        self.call_after_refresh(self.draw_panels)

    def _take_battle(self, asked: tuple[CampaignView, Encounter, bool], found: Battle) -> None:
        if asked[0] is not self.app.moment or not self.is_attached:
            return
        before, self._battle = self._battle, found
        if found.trouble is not None:
            self.say_message(found.trouble)
        present = {figure.id for figure in found.encounter.figures}
        self._marked = found.seen(who for who in self._marked if who in present)
        self._draw_board(found)
        self.turned(before, found)
        self._perch_again(found.moment)
        self.draw_tokens()
        self.look_ahead()

    def turned(self, before: Battle | None, now: Battle) -> None:
        """Follow the turn: when another creature acts, the cursor goes to it."""
        if (
            before is None
            or before.encounter.id != now.encounter.id
            or (before.acting != now.acting)
        ):
            self._marked = ()
            self.to_acting()

    def _draw_board(self, found: Battle) -> None:
        if found.scene is None:
            return
        key = (found.encounter.board, found.encounter.edits)
        if key == self._charted:
            return
        self._charted = key
        self.grid.set_board(found.scene.field, found.doors)
        self.query_one("#legend", LinesView).show(sights.legend(self.grid.look))

    def draw_tokens(self) -> None:
        """Draw the creatures and the rows about them."""
        found = self.battle
        if found is None:
            return
        about = (found.moment, self._marked, self.player_view, found.encounter)
        self.grid.show(tokens=fight_rows.tokens(*about))
        self.query_one(InitiativeList).show(fight_rows.order(*about), self._room()[0])
        ticking = fight_rows.ticking(found.moment, self.player_view) if found.runs else ()
        if self.size.width < sights.WIDE:  # in a narrow window only what ends now or next
            ticking = tuple(row for row in ticking if row.next or row.ended)
        self.query_one(TickingList).show(ticking, self._room()[1])
        chase = fight_rows.chase(found.moment, self.player_view, found.encounter)
        self.query_one(ChaseLadder).show(chase)
        if self.has_class("chasing") != (chase is not None):
            self.set_class(chase is not None, "chasing")
            if not self.has_class("asking"):
                self.focus_pane()

    def _room(self) -> tuple[int, int]:
        return (14, 5) if self.size.width >= sights.WIDE else (9, 2)

    def show_pack(self, lines: tuple[Message, ...]) -> None:
        """Show a proposal for a pack in place of the other panels; () = none."""
        if self.has_class("packing") != bool(lines):
            self.set_class(bool(lines), "packing")
            self.draw_panels()
        if lines:
            self.query_one("#pack-title", TitleRule).show(Message("pack"))
            self.query_one("#pack", LinesView).show(lines)

    def draw_panels(self) -> None:
        """Draw the outlook at the cursor and the creature there, as far as there is room.

        A narrow window has room for one: the creature, unless a creature moves there or attacks it.
        """
        threat, creature = self.query_one(ThreatPanel), self.query_one(CreaturePanel)
        if self.has_class("packing"):
            threat.display = creature.display = False
            return
        seen = self.prospect
        wide, left = self.size.width >= sights.WIDE, self._left()
        rows = None if seen is None else seen.rows
        card = None if seen is None else seen.card
        idle = rows is None or (rows.cost is None and rows.attack is None)
        threat.display = rows is not None and (wide or not (idle and card))
        if threat.display:
            kept = (8 if card else 3) if wide else 0
            threat.show(rows, max(3, left - kept))
            left -= len(threat.drawn(threat.size.width or SIDE))
        creature.display = seen is not None and left > 1 and (wide or not threat.display)
        if creature.display and seen is not None:
            creature.show(seen.under, card, left)

    def _left(self) -> int:
        lists = (self.query_one(InitiativeList), self.query_one(TickingList))
        taken = sum(len(one.drawn(one.size.width or SIDE)) for one in lists)
        return self.query_one("#side").size.height - taken

    # the cursor

    def gaze(self) -> CursorQuery | None:
        """The query for the cursor; None when there is nothing to ask."""
        raise NotImplementedError

    def look_ahead(self) -> None:
        """Query the cursor's square; an answer about another square is no longer shown."""
        gaze = self.gaze()
        if gaze is None:
            self._sights.drop()
            self._prospect = None
            self.foreseen()
        else:
            self._sights.ask(gaze)
        self.show_ahead()

    def _take_prospect(self, gaze: CursorQuery, found: CursorPreview) -> None:
        if gaze.battle is self._battle and self.is_attached:
            self._prospect = found
            self.foreseen()
            self.show_ahead()

    @property
    def prospect(self) -> CursorPreview | None:
        """The answer for the cursor, if it is known already."""
        found = self._prospect
        if (
            found is None
            or found.gaze.to != self.grid.cursor
            or found.gaze.battle is not self._battle
        ):
            return None
        return found

    def foreseen(self) -> None:
        """Draw the answer: the way, the attacks of opportunity, the panel."""
        raise NotImplementedError

    @on(BattleGrid.CursorMoved)
    def _moved(self) -> None:
        self.cursor_moved()

    def cursor_moved(self) -> None:
        """Called when the cursor has moved."""
        self._confirm = None
        self.query_one(NumberLine).hush()
        self.look_ahead()

    def to_acting(self) -> None:
        """Move the cursor to the acting creature."""
        found = self.battle
        if found is not None:
            places = (found.place(who) for who in found.acting)
            self.put_cursor(next((at for at in places if at is not None), None))

    def put_cursor(self, square: Square | None) -> None:
        """Move the cursor to a square of the board."""
        if square is not None:
            self.grid.cursor = square

    def perched(self, cursor: object) -> None:
        """Move the cursor back to a square, once the board is drawn as it was."""
        if isinstance(cursor, Square):
            self.put_cursor(cursor)
            self._perch = (self.moment, cursor)

    def _perch_again(self, moment: CampaignView) -> None:
        perch, self._perch = self._perch, None
        if perch is not None and perch[0] is moment:
            self.put_cursor(perch[1])

    def under(self) -> tuple[str, ...]:
        """The ids of the creatures under the cursor."""
        return () if self.battle is None else self.battle.under(self.grid.cursor)


def _gather(asked: tuple[CampaignView, Encounter, bool]) -> Battle:
    return battle(*asked)


def shown(state: State, looked_at: str) -> Encounter | None:
    """The encounter that a screen shows: the fight, else `looked_at`, else the newest.

    One that is over is shown only when it is looked at.
    """
    if state.fight is not None:
        return state.fight
    ahead = [one for one in state.encounters if one.status in ("prepared", "paused")]
    return state.encounter(looked_at) or (ahead[-1] if ahead else None)
