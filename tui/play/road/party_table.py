"""The party: members, their state, speed and mounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from rich.cells import cell_len
from textual import events
from textual.message import Message as Posted
from textual.reactive import reactive

from core.messages import Kilograms, KmPerHour, Message, Metres, Refusal
from core.play import queries, status
from core.play.facts.riding import loaded
from core.play.facts.state import Member, State, fatigued, name_of
from core.play.fight.fight_scene import find_sheet_now
from core.play.fight.health import health, known_con_modifier, most_hit_points
from core.play.queries import place_name
from core.play.road.reunion import describe_absence
from core.play.union import Assets
from core.values import Struct
from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, Span, columns, fit, rule, stepped, trimmed, words
from tui.kit.looks import BARS, health_bar
from tui.kit.phrases import Words, phrase, say


class MemberLine(Struct):
    """A member of the party as the table shows it. `hp` and `hp_max` None: not written down."""

    id: str
    token: str
    name: str
    role: Literal["character", "mount", "vehicle", "boat"] = "character"
    hp: int | None = None
    hp_max: int | None = None
    nonlethal: int = 0
    con_mod: int | None = None
    speed: Metres | None = None
    pace: Words = ""
    rides: Words = ""
    load: Words = ""
    state: Words = ""
    slowest: bool = False
    fatigued: bool = False
    present: bool = True
    ac: int | None = None
    is_sheet_ac: bool = True
    """Whether `ac`, as it is now, is that of the sheet."""
    temporary: int = 0
    out: Words = ""
    """Why it cannot act: dying, stable ..."""


def party(state: State, assets: Assets, slowest: str = "") -> tuple[MemberLine, ...]:
    """The rows of the party table."""
    return tuple(_member_line(member, state, assets, slowest) for member in state.members)


def names_alone(state: State) -> tuple[MemberLine, ...]:
    """The rows of the party table without figures, for when those cannot be computed."""
    return tuple(MemberLine(one.id, one.token, one.name, one.role) for one in state.members)


def _member_line(member: Member, state: State, assets: Assets, slowest: str) -> MemberLine:
    speed: Metres | None = None
    try:
        moving = queries.moving(member, state, assets)
        pace: Words = KmPerHour(moving.km_h)
        if moving.speed_m is not None:
            speed = Metres(moving.speed_m)
    except Refusal as refusal:
        pace = refusal.message
    fares = health(member, assets.rules)
    mover = member.mover
    load: Words
    carried_kg = loaded(member, state).load_kg
    if member.role == "mount" or carried_kg:
        load = Kilograms(carried_kg)
    elif member.role == "vehicle":
        load = ""
    elif assets.rules.load:
        load = mover.load
    else:
        load = ""
    if member.sheet is None:
        armour = None
    else:
        armour = find_sheet_now(member, state, assets).sheet.ac
    return MemberLine(
        id=member.id,
        token=member.token,
        name=member.name,
        role=member.role,
        hp=health(member, assets.rules).hp,
        hp_max=most_hit_points(member, assets.rules),
        nonlethal=member.nonlethal,
        con_mod=known_con_modifier(member),
        speed=speed,
        pace=pace,
        rides=name_of(state, member.rides) if member.rides else "",
        load=load,
        state=_condition(member, state, assets),
        slowest=member.id == slowest,
        fatigued=fatigued(member),
        present=member.present,
        ac=armour,
        is_sheet_ac=member.sheet is None or armour == member.sheet.ac,
        temporary=member.temporary,
        out=fares.word if fares.out else "",
    )


def boat_lines(state: State, assets: Assets) -> tuple[MemberLine, ...]:
    """The boats as rows of the party table, with their places."""
    return tuple(
        MemberLine(
            id=boat.id,
            token="b",
            name=boat.name,
            role="boat",
            state=Message(
                "taken, at {place}" if boat.taken else "lies at {place}",
                place=place_name(boat.at, state, assets),
            )
            if boat.at
            else Message("place not known"),
        )
        for boat in state.boats
    )


def _condition(member: Member, state: State, assets: Assets) -> Words:
    if member.absence is not None:
        return describe_absence(member.absence, state, assets)
    if not member.present:
        return Message("away")
    told = {health(member, assets.rules).slug, "fatigued" if fatigued(member) else ""}
    lasting = (status.condition(one, assets) for one in member.lasting if one.name not in told)
    counted = (
        Message("{name} {now}/{most}", name=one.name, now=one.now, most=one.most)
        for one in member.counters or ()
    )
    messages = (*status.status(member, assets), *lasting, *counted)
    if member.hp is None and member.damage:
        messages = (Message("{count} damage", count=member.damage), *messages)
    return messages


NARROW = 46
PAGE = 10
BAR = 5
SHORT = 16
"""Columns below which a name is not cut for the sake of the state, the mount and the load."""


class PartyColumns(Struct):
    """The columns of a party, those of no room 0: a name of usual length comes before the others.

    `armour` and `bruises` (AC, nonlethal damage) are there or not.
    """

    armour: bool
    bruises: bool
    name: int
    bar: int
    rides: int
    load: int

    @property
    def figures(self) -> int:
        """How many columns come before the figures."""
        return 2 + self.name + self.bar


def party_columns(rows: Iterable[MemberLine], width: int, *, armour: bool) -> PartyColumns:
    """The columns for these members in `width`."""
    listed = [row for row in rows if not _bare(row)]
    hurt = any(row.nonlethal for row in listed)
    left = width - (31 if armour else 26) + (0 if hurt else 4)

    def wide(texts: Iterable[str], least: int) -> int:
        return max([least, *map(cell_len, texts)]) + 1

    def take(wanted: int) -> int:
        nonlocal left
        taken = wanted if wanted <= left else 0
        left -= taken
        return taken

    state = wide((words(row.state) for row in listed), 4)
    riding = [words(row.rides) for row in listed if row.rides]
    seats = wide((*riding, phrase("on foot")), 5)
    load = wide((words(row.load) for row in listed), 4)
    whole = left - state - load - BAR - (seats if riding else 0)
    name = take(min(wide(map(_called, listed), 9), max(whole, SHORT), left))
    take(min(state, left))
    rides = take(seats) if riding else 0
    bar = take(BAR)
    load = take(load)
    return PartyColumns(armour, hurt, name, bar, rides or take(seats), load)


class PartyTable(Pane):
    """One row a member, two a line in a narrow window. A `Roster` has a cursor too."""

    _rows: tuple[MemberLine, ...] = ()

    def show(self, rows: Iterable[MemberLine]) -> None:
        """Show these members."""
        self._rows = tuple(rows)
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and members."""
        lines = [rule(width, phrase("Party"), phrase("slowest *"))]
        if not self._rows:
            return [*lines, ((phrase(" nobody yet: F3, then Enter, adds a hero"), "dim"),)]
        room = self.size.height
        needed = len(self._rows) + 1
        if width < NARROW or 0 < room < needed:
            return [*lines, *self._pairs(width)]
        columns = party_columns(self._rows, width, armour=False)
        heads = head(columns, width)
        title = columns.figures
        if room == needed:
            lines = [((fit(phrase("Party"), title), "title"), (heads[title:], "dim"))]
        else:
            lines.append(((heads, "dim"),))
        return [*lines, *(self._row(row, columns, width) for row in self._rows)]

    def _row(self, row: MemberLine, columns: PartyColumns, width: int, role: str = "") -> Line:
        role = role or ("" if row.present else "dim")
        if _bare(row):
            return ((fit(f"{row.token} {row.name}", width), role),)
        bar = " " * columns.bar
        how = role
        if columns.bar and row.hp is not None and row.hp_max:
            bar, full = health_bar((row.hp, row.hp_max), BAR, self.look.bar)
            how = BARS[full] if row.present else "dim"
        name = f" {fit(trimmed(_called(row), columns.name - 1), columns.name - 1)} "
        rest = fit(figures(row, columns, width - columns.figures), width - columns.figures)
        return ((row.token or " ", role or "key"), (name, role), (bar, how), (rest, role))

    def _pairs(self, width: int) -> list[Line]:
        half = (len(self._rows) + 1) // 2
        left = max(width * 3 // 5, 27)
        lines = []
        for a, b in zip_longest(self._rows[:half], self._rows[half:]):
            line = [_span(a, fit(_long(a), left)), (self.look.upright, "dim")]
            if b is not None:
                line.append(_span(b, fit(_brief(b), width - left - 1)))
            lines.append(tuple(line))
        return lines


class Roster(PartyTable, can_focus=True):
    """The party with a cursor and marks, for the Party screen."""

    BINDINGS = [*bindings("party", cursor=True)]

    armour = reactive("AC", repaint=False)
    """What the system calls the Armour Class."""
    cursor = reactive("", repaint=False)
    marked = reactive(frozenset[str](), repaint=False)

    @dataclass
    class RowMoved(Posted):
        """The cursor is on this member now."""

        id: str

    def show(self, rows: Iterable[MemberLine]) -> None:
        """Show these members; cursor and marks of removed ones are dropped."""
        super().show(rows)
        ids = [row.id for row in self._rows]
        self.marked = self.marked & frozenset(ids)
        if self.cursor not in ids:
            self.cursor = ids[0] if ids else ""

    def watch_cursor(self) -> None:
        """Draw the cursor where it is, and the marks."""
        self.redraw(layout=False)

    watch_marked = watch_cursor

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Rows up or down, the first, the last, a page."""
        self._go(stepped(self._index(), direction, times, len(self._rows), PAGE))

    def toggle_mark(self) -> None:
        """Mark or unmark the member under the cursor."""
        if any(row.id == self.cursor and _counts(row) for row in self._rows):
            self.marked = self.marked ^ {self.cursor}

    def mark_all(self) -> None:
        """Mark all members, or none when all are marked."""
        present = frozenset(row.id for row in self._rows if row.present and _counts(row))
        if self.marked >= present:
            self.marked = frozenset[str]()
        else:
            self.marked = present

    def _index(self) -> int:
        ids = [row.id for row in self._rows]
        if self.cursor in ids:
            return ids.index(self.cursor)
        return 0

    def _go(self, index: int) -> None:
        if self._rows:
            row = self._rows[index]
            if row.id != self.cursor:
                self.cursor = row.id
                self.post_message(self.RowMoved(row.id))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the member that was clicked on."""
        if 0 <= event.y - 1 < len(self._rows):
            self._go(event.y - 1)

    def lines(self, width: int) -> Sequence[Line]:
        """Head and members, ">" at the cursor and "*" at the marked."""
        columns = party_columns(self._rows, width - 1, armour=True)
        lines: list[Line] = [((" " + head(columns, width - 1, self.armour), "dim"),)]
        for row in self._rows:
            here = row.id == self.cursor
            token, *rest = self._row(row, columns, width - 1, "cursor" if here else "")
            if row.id in self.marked:
                (text, role), *more = rest
                rest = [(f"*{text[1:]}", role), *more]
            lines.append(((">", "mark") if here else (" ", ""), token, *rest))
        return lines


def head(party_columns: PartyColumns, width: int, armour: str = "") -> str:
    """The heads of these columns; `armour` is that of the Armour Class."""
    named = columns(("", 2), (phrase("who"), party_columns.name), ("", party_columns.bar))
    heads = (armour, phrase("hp"), phrase("nl"), phrase("Con"), phrase("speed") + " ")
    rest = _cells(party_columns, (*heads, "", phrase("rides"), phrase("load"))) + phrase("state")
    return fit(named + rest, width)


def figures(row: MemberLine, columns: PartyColumns, width: int) -> str:
    """What stands behind a member's name: points, speed, what it rides and carries, its state."""
    if row.con_mod is None:
        con = ""
    else:
        con = f"{row.con_mod:+d}"
    if row.speed is None:
        speed = words(row.pace)
    else:
        speed = say(row.speed)
    armour = ""
    if row.ac is not None:
        armour = f"{row.ac}" if row.is_sheet_ac else f"{row.ac}*"
    if row.hp is None:
        bruises = ""
    else:
        bruises = str(row.nonlethal)
    speed += "*" if row.slowest else " "
    rides = words(row.rides) or (phrase("on foot") if row.role == "character" else "")
    text = words(row.state)
    load = words(row.load)
    if not columns.load and row.role != "character":
        text = text or load
    cut = _cells(columns, (armour, _hp(row), bruises, con, speed, "", rides, load))
    return cut + trimmed(text, width - cell_len(cut), ", ")


def _cells(party_columns: PartyColumns, texts: Sequence[str]) -> str:
    # A negative width is that of a column of figures: they end at its right edge.
    if party_columns.armour:
        armour = -3
        points = -8
    else:
        armour = 0
        points = -6
    bruises = -4 if party_columns.bruises else 0
    wide = (armour, points, bruises, -5, -8, 1, party_columns.rides, party_columns.load)
    return columns(*zip(texts, wide, strict=True))


def _called(row: MemberLine) -> str:
    if row.slowest:
        return f"{row.name} *"
    return row.name


def _bare(row: MemberLine) -> bool:
    return row.hp is None and row.speed is None and not (row.pace or row.load or row.state)


def _span(row: MemberLine, text: str) -> Span:
    return text, "" if row.present else "dim"


def _counts(row: MemberLine) -> bool:
    return row.role != "boat" and row.token.isalpha()


def _hp(row: MemberLine) -> str:
    if row.temporary:
        temporary = f"+{row.temporary}"
    else:
        temporary = ""
    if row.hp is None:
        return temporary
    return f"{row.hp}{temporary}/{row.hp_max}"


def _health(row: MemberLine) -> str:
    if row.nonlethal:
        nonlethal = f"n{row.nonlethal}"
    else:
        nonlethal = ""
    return f"{_hp(row)}{nonlethal}{'!' if row.fatigued else ''}"


def _unable(row: MemberLine) -> str:
    """Return why a member does not go along: away, dying ...; "" for one who does."""
    if row.present:
        return words(row.out)
    return words(row.state)


def _is_worn(row: MemberLine) -> bool:
    hurt = row.hp is not None and row.hp != row.hp_max
    return hurt or bool(row.nonlethal) or row.fatigued


def _brief(row: MemberLine) -> str:
    if row.role != "character" and not _is_worn(row):
        text = words(row.load)
    else:
        text = _health(row)
    text = _unable(row) or text
    return f"{row.token} {fit(row.name, max(3, min(8, 13 - len(text))))} {text}"


def _long(row: MemberLine) -> str:
    star = "*" if row.slowest else ""
    if row.con_mod is None:
        con = ""
    else:
        con = f"C{row.con_mod:+d}"
    if row.speed is None:
        speed = ""
    else:
        speed = say(row.speed)
    health = _health(row)
    name = fit(row.name, max(3, min(7, 14 - len(health))))
    unable = _unable(row)
    if unable:
        return f"{row.token} {name} {health} {unable}"
    return f"{row.token} {name} {fit(health, max(7, len(health)))} {fit(con, 3)} {speed}{star}"
