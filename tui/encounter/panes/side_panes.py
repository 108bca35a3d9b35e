"""The panes beside the board: the turn order, what ends, the outlook at the cursor, a creature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.reactive import reactive, var

from core.messages import N_, Message
from core.values import Struct, replace
from tui.encounter.panes.fight_lines import (
    CardLines,
    OrderLine,
    ThreatLines,
    TickLine,
    UnderLines,
)
from tui.encounter.panes.threat_panel import WIDE, ThreatPanel, ThreatRows
from tui.encounter.present import sights
from tui.encounter.present.foresight import CursorPreview
from tui.kit.keys import bindings
from tui.kit.lines_view import (
    CUT,
    Line,
    NarratedLines,
    Pane,
    fit,
    fitted,
    rule,
    sentence,
    side_by_side,
    stepped,
    told,
    trimmed,
    words,
)
from tui.kit.looks import BARS, health_bar
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.plain_panes import LinesView, TitleRule

BAR = 6
PAGE = 10
WHO = 12, 17
"""Columns of a sign and its name: at least, at most."""


class OrderRows(Struct):
    """The turn order, and how many lines there are for it; 0 = as many as it takes."""

    rows: tuple[OrderLine, ...] = ()
    most: int = 0


class InitiativeList(Pane, can_focus=True):
    """One row a creature or group, ">" at the acting one, "*" at the marked.

    Right opens the group under the list's cursor, Left closes it. A large window opens those that
    players see, if there is room. Riders and their mounts are open in any case, as one row has no
    room for the points and states of both. Where `most` leaves no room for all rows, those about
    who acts are shown and the others counted.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]

    shown = var(OrderRows(), init=False)
    """What is shown."""
    cursor = reactive("", repaint=False)

    _opened: Mapping[str, bool] = {}
    """The groups that the GM opened, and those that were closed."""

    def watch_shown(self) -> None:
        """Show other rows, or in another number of lines."""
        rows = self.shown.rows
        keys = {row.key for row in rows}
        self._opened = {key: opened for key, opened in self._opened.items() if key in keys}
        if self.cursor not in {row.key for row in self._shown(self.size.width)}:
            acting = next((row.key for row in rows if row.acting), "")
            self.set_reactive(InitiativeList.cursor, acting)
        self.redraw()

    def open(self, key: str, opened: bool = True) -> None:
        """Show a group line by line, or as one row again."""
        self._opened = {**self._opened, key: opened}
        self.redraw()

    def watch_cursor(self) -> None:
        """Draw the cursor where it is."""
        self.redraw(layout=False)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Up and down go from row to row, right opens a group, left closes it."""
        if direction in ("left", "right"):
            self._turn(direction == "right")
            return
        keys = [row.key for row in self._shown(self.size.width)]
        if keys:
            if self.cursor in keys:
                at = keys.index(self.cursor)
            else:
                at = 0
            self.cursor = keys[stepped(at, direction, times, len(keys), PAGE)]

    def _turn(self, opens: bool) -> None:
        for row in self.shown.rows:
            if row.inside and self.cursor in (row.key, *(one.key for one in row.inside)):
                self.open(row.key, opens)
                if opens:
                    self.cursor = row.inside[0].key
                else:
                    self.cursor = row.key

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked on."""
        rows = self._shown(self.size.width)
        first, end = self._visible(rows)
        above = 2 if first else 1
        at = first + event.y - above
        if first <= at < end:
            self.cursor = rows[at].key

    # rows

    def _shown(self, width: int) -> tuple[OrderLine, ...]:
        openable = [row for row in self.shown.rows if row.inside and not row.faint]
        if width < WIDE:
            openable = [row for row in openable if row.saddle]
        every = len(self.shown.rows) + sum(len(row.inside) - 1 for row in openable)
        fits = not self.shown.most or every < self.shown.most
        keys = {row.key for row in openable if fits or row.saddle}
        found: list[OrderLine] = []
        for row in self.shown.rows:
            if row.inside and self._opened.get(row.key, row.key in keys):
                found += _lines_inside(row)
            else:
                found.append(row)
        return tuple(found)

    def _visible(self, rows: tuple[OrderLine, ...]) -> tuple[int, int]:
        # The first of the rows that are shown, and the first behind them.
        room = self.shown.most - 1
        count = len(rows)
        if self.shown.most <= 0 or count <= room:
            return 0, count
        keys = [row.key for row in rows]
        focus = self.cursor if self.has_focus else ""
        if focus in keys:
            middle = keys.index(focus)
        else:
            middle = next((at for at, row in enumerate(rows) if row.acting), 0)
        if middle < room - 1:  # the beginning, and one line that counts the rest
            return 0, room - 1
        if middle > count - room:
            return count - room + 1, count
        inner = max(1, room - 2)
        first = min(max(1, middle - inner // 3), count - inner - 1)
        return first, first + inner

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows."""
        wide = width >= WIDE
        rows = self._shown(width)
        first, end = self._visible(rows)
        layout = _Layout.of(rows, width)
        title = rule(width, phrase("initiative"), focus=self.has_focus)
        if not wide:
            hp = phrase("hp")
            lead = layout.total + 1 + layout.sign + layout.hp
            text = fit(phrase("init"), lead - cell_len(hp)) + f"{hp}    {phrase('state')}"
            title = ((fit(text, width), "cursor" if self.has_focus else "dim"),)
        shown = [title]
        if not rows:
            shown.append(((trimmed(phrase("nobody has an initiative: i"), width), "dim"),))
        if first:
            shown.append(((phrase("... {rows} before", rows=first), "dim"),))
        for row in rows[first:end]:
            if row.acting:
                role = "mark"
            elif row.faint:
                role = "dim"
            else:
                role = ""
            line: Line
            if wide:
                line = _wide_row(row, width, layout, role, self.look.bar)
            else:
                line = ((_narrow_row(row, width, layout), role),)
            here = self.has_focus and row.key == self.cursor
            shown.append(tuple((text, "cursor" if here else how) for text, how in line))
        if end < len(rows):
            shown.append(((phrase("... {rows} after", rows=len(rows) - end), "dim"),))
        return shown


class _Layout(Struct):
    """Widths of the narrow list: the total, the sign behind it, the hit points.

    Of the wide one: its bars (0 where no hit points are known), its signs and names.
    """

    total: int
    sign: int
    hp: int
    bar: int
    who: int

    @classmethod
    def of(cls, rows: Sequence[OrderLine], width: int) -> _Layout:
        alone = [row for row in rows if not row.inside]
        total = max([2, *(len(row.total) for row in rows)])
        sign = max([4, *(cell_len(_signed(row)) + 1 for row in rows)])
        hp = max([5, *(len(row.hp) for row in alone)])
        if any(row.health is not None for row in rows):
            bar = BAR
        else:
            bar = 0
        state = max((cell_len(row.brief) for row in alone), default=0)
        who = max((cell_len(_who(row)) + 1 for row in rows), default=0)
        who = min(who, width - total - 2 - bar - hp - 2 - state, WHO[1])
        return cls(total, sign, min(hp, 9), bar, max(who, WHO[0]))


LEAST_STATE = 6
"""A state is not begun in fewer cells."""


def _narrow_row(row: OrderLine, width: int, layout: _Layout) -> str:
    if len(row.hp) <= layout.hp:
        hp = row.hp.rjust(layout.hp)
    else:
        hp = f" {row.hp}"
    text = _lead(row, layout.total) + fit(_signed(row), layout.sign) + hp
    state = row.brief or row.state
    if row.inside and not row.saddle and not state:
        hint = f" {phrase('(V: all)')}"
        if len(text + hint) <= width:
            return text + hint
        return trimmed(text, width, ", ")
    room = width - cell_len(text) - 2
    if cell_len(state) <= room or room < LEAST_STATE:
        return trimmed(f"{text}  {state}".rstrip(), width, ", ")
    return f"{text}  {trimmed(state, room, ', ')}"  # hit points stay whole


def _wide_row(
    row: OrderLine, width: int, layout: _Layout, role: str, halves: Mapping[str, str]
) -> Line:
    bar = " " * layout.bar
    how = role
    if row.health is not None:
        bar, full = health_bar(row.health, BAR, halves)
        how = "dim" if row.faint else BARS[full]
    lead = f" {_lead(row, layout.total)}{fit(trimmed(_who(row), layout.who - 1), layout.who)}"
    if row.inside:
        hp = f"{row.hp:<5}"
    else:
        hp = f"{row.hp:>5}"
    brief = row.brief
    if row.inside and brief and cell_len(f"{lead}{bar}{hp}  {brief}") > width:
        bar = ""
    room = width - cell_len(lead + bar)
    told = room - cell_len(hp) - 2
    if brief and cell_len(row.state) > told:
        state = brief
    else:
        state = row.state
    text = f"{hp}  {trimmed(state, max(len(CUT), told), ', ')}".rstrip()
    return (lead, role), (bar, how), (trimmed(text, room, ", "), role)


def _who(row: OrderLine) -> str:
    return (f"{_signed(row)} " if row.inside else fit(_signed(row), 3)) + row.name


def _lead(row: OrderLine, width: int) -> str:
    return f"{row.total:>{width}}{'>' if row.acting else ' '}"


def _signed(row: OrderLine) -> str:
    if row.marked:
        return f"{row.sign}*"
    return row.sign


def _lines_inside(row: OrderLine) -> Sequence[OrderLine]:
    if row.saddle:
        return row.inside
    return [_braced(one, row, at) for at, one in enumerate(row.inside)]


def _braced(one: OrderLine, row: OrderLine, at: int) -> OrderLine:
    first = max(0, (len(row.inside) - 2) // 2)
    hints = {first: N_("one init,"), first + 1: N_("V marks all")}
    state = one.state
    if not state and at in hints:
        state = phrase(hints[at])
    return replace(one, state=f" }} {state}".rstrip())


NAME = 17


class TickRows(Struct):
    """What ends, and how many lines there are for it, its title among them; 0 = what it takes."""

    rows: tuple[TickLine, ...] = ()
    most: int = 0


class TickingList(Pane):
    """One line each; "<- next" at what ends with the next turn, ENDED at what just did.

    Lines beyond `most` are counted in the title.
    """

    shown = var(TickRows(), init=False)
    """What is shown."""

    def watch_shown(self) -> None:
        """Show other rows, or in another number of lines."""
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows; nothing at all when nothing is ticking."""
        rows = self.shown.rows
        most = self.shown.most
        if not rows:
            return []
        shown: list[Line] = []
        left = len(rows)
        for lines in (tick_lines(row, width) for row in rows):
            if most and len(shown) + len(lines) >= most:
                break
            shown += lines
            left -= 1
        if left:
            more = phrase("{count} more", count=left)
        else:
            more = ""
        return [rule(width, phrase("ticking"), more), *shown]


def tick_lines(row: TickLine, width: int) -> list[Line]:
    """One row, in two lines where one is too short."""
    if row.sign:
        name = f"{words(row.name)} ({row.sign})"
    else:
        name = words(row.name)
    wide = width >= WIDE
    left = words(row.left)
    brief = words(row.brief)
    pad = " " if wide else ""
    if row.ended:
        ended = phrase("ENDED {what}", what=name)
        return [((line, "bad"),) for line in sentence(ended, width, pad)]
    mark, role = (f"  {phrase('<- next')}", "mark") if row.next else ("", "")
    if wide:
        text = f" {fit(name, max(NAME, cell_len(name) + 1))}{left}{mark}"
    else:
        left = brief or left
        if mark and brief:
            text = f"{name}{mark}"
        else:
            text = f"{name}  {left}{mark}"
    if cell_len(text) <= width:
        return [((text, role),)]
    tail = sentence(f"{left}{mark}", width, f"{pad}  ")
    return [((line, role),) for line in (trimmed(f"{pad}{name}", width), *tail)]


class CreatureRows(Struct):
    """A square, the creature on it, and how many lines there are for both; 0 = what they take."""

    under: UnderLines | None = None
    card: CardLines | None = None
    most: int = 0


class CreaturePanel(Pane):
    """The square under the cursor and the creature on it; either may be missing.

    Lines beyond `most` are left out and counted.
    """

    shown = var(CreatureRows(), init=False)
    """What is shown."""

    def watch_shown(self) -> None:
        """Show another square or creature, or in another number of lines."""
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Titles and rows."""
        pad = " " if width >= WIDE else ""
        every = tuple(self._parts(width, pad, width - 2 * len(pad)))
        return fitted(every, self.shown.most, width, pad)

    def _parts(self, width: int, pad: str, room: int) -> Iterator[NarratedLines]:
        under = self.shown.under
        card = self.shown.card
        if under is not None:
            title = phrase("under the cursor  {at}", at=under.at)
            yield NarratedLines((rule(width, title),))
            yield told(sentence(under.ground, room, pad), 2)
            for who in under.who:
                yield told(sentence(who, room, pad), 1)
            yield told(side_by_side(map(words, under.near), room, pad), 3)
        if card is not None:
            yield NarratedLines((rule(width, f"{card.sign}  {card.name}".strip()),))
            yield told(side_by_side(map(words, card.heads), room, pad), 1, "mark")
            for rank, row in enumerate(card.rows, 2):
                yield told(side_by_side(map(words, row), room, pad), rank)
            yield told(sentence(words(card.source), room, pad), 99, "dim")


SIDE = 31
"""Columns of a panel that has not been laid out yet."""


class PackLines(LinesView):
    """Wrapped sentences, the most urgent first; lines that do not fit are counted."""

    def lines(self, width: int) -> Sequence[Line]:
        """The lines that fit."""
        rows = [row for line in self._words for row in sentence(words(line), width)]
        room = self.size.height
        if room and len(rows) > room:
            left = len(rows) - room + 1
            rows = [*rows[: room - 1], phrase("... {lines} more", lines=left)]
        return [((row, ""),) for row in rows]


class SideLists(Struct):
    """The turn order, and what ends when."""

    order: tuple[OrderLine, ...] = ()
    ticking: tuple[TickLine, ...] = ()


class SideOutlook(Struct):
    """What awaits a mover at the cursor's square, the square and who is on it.

    `known`: there is an answer about the square. `pack` are the lines of a proposal for a pack,
    which is shown instead; () = none.
    """

    known: bool = False
    threat: ThreatLines | None = None
    under: UnderLines | None = None
    card: CardLines | None = None
    pack: tuple[Message, ...] = ()


class SidePanes(Vertical):
    """The turn order and what ends; then a proposal for a pack, or the outlook and a creature."""

    lists = var(SideLists(), init=False)
    """The creatures."""
    outlook = var(SideOutlook(), init=False)
    """The cursor's square."""

    def compose(self) -> ComposeResult:
        yield InitiativeList(id="order")
        yield TickingList(id="ticking")
        yield TitleRule(id="pack-title")
        yield PackLines(id="pack")
        yield ThreatPanel(id="threat")
        yield CreaturePanel(id="creature")

    def watch_lists(self) -> None:
        """Show the turn order and what is ticking: in a narrow window what ends now or next."""
        ticking = self.lists.ticking
        if not self._wide:
            ticking = tuple(row for row in ticking if row.next or row.ended)
            order_room = 9
            ticking_room = 2
        else:
            order_room = 14
            ticking_room = 5
        self.query_one(InitiativeList).shown = OrderRows(self.lists.order, order_room)
        self.query_one(TickingList).shown = TickRows(ticking, ticking_room)
        self.fit()

    def watch_outlook(self) -> None:
        """Show the answer about the cursor's square, or the proposal for a pack in its place."""
        pack = self.outlook.pack
        self.set_class(bool(pack), "packing")
        if pack:
            self.query_one(TitleRule).show(Message("pack"))
            self.query_one(PackLines).show(pack)
        self.fit()

    def on_resize(self) -> None:
        """Fit again: sentences at the foot of the screen take lines, and give them back."""
        self.fit()

    def fit(self) -> None:
        """Give the outlook at the cursor and the creature there the room that is left.

        A narrow window has room for one: the creature, unless a creature moves there or attacks.
        """
        outlook = self.outlook
        threat = self.query_one(ThreatPanel)
        creature = self.query_one(CreaturePanel)
        if self.has_class("packing"):
            threat.display = creature.display = False
            return
        wide = self._wide
        left = self.size.height - sum(
            _height(self.query_one(kind)) for kind in (InitiativeList, TickingList)
        )
        rows = outlook.threat
        card = outlook.card
        idle = rows is None or (not rows.cost and rows.attack is None)
        threat.display = rows is not None and (wide or not (idle and card))
        if threat.display:
            kept = 0
            if wide:
                kept = 8 if card else 3
            threat.shown = ThreatRows(rows, max(3, left - kept))
            left -= _height(threat)
        creature.display = outlook.known and left > 1 and (wide or not threat.display)
        if creature.display:
            creature.shown = CreatureRows(outlook.under, card, left)

    @property
    def _wide(self) -> bool:
        return self.screen.size.width >= sights.WIDE

    def as_text(self) -> str:
        """The panes as text."""
        return "\n".join(pane.as_text() for pane in self.query(Pane) if pane.display)


def _height(pane: Pane) -> int:
    return len(pane.drawn(pane.size.width or SIDE))


class FullPanels(Modal[None]):
    """What is known of the cursor's square and who is there; Enter, `w` and Esc close it."""

    YIELDS = "numbers"
    CSS_PATH = "full_panels.tcss"
    BINDINGS = [
        Binding("enter,w", "leave", "close", id="full-close"),
    ]

    def __init__(self, seen: CursorPreview) -> None:
        super().__init__()
        self._seen = seen

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield ThreatPanel()
            yield CreaturePanel()
        yield label(Message("Esc close"), id="keys")

    def on_mount(self) -> None:
        self.query_one(ThreatPanel).shown = ThreatRows(self._seen.rows)
        self.query_one(CreaturePanel).shown = CreatureRows(self._seen.under, self._seen.card)
