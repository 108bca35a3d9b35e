"""A record as Markdown fit for Obsidian: frontmatter, tables, links, blocks for its plugins.

What is written stands between two marks, so that it can be written anew in a note of the GM's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction

from core.messages import Template
from core.travel.map_signs import GROUND_SIGNS
from core.travel.regionmap import Hex, half_row
from saves.exchange.record.document import (
    DayRecord,
    Fight,
    Name,
    Part,
    Phrase,
    Record,
    RecordLine,
    Region,
    Text,
)
from saves.exchange.writing import END, START

SIGNS = re.compile(r"[\\`*_\[\]<|~^$#]|(?<=[%=])[%=]|[%=](?=[%=])|&(?=#?\w+;)|!(?=\[)")
"""Signs that mean something wherever they stand; `%`, `=` only in pairs, `&` and `!` as begins."""
LEADING = re.compile(r"^(\s*)([-+>]|\d+(?=[.)]))")
"""Signs that begin a list, a quotation, a rule or a heading."""
UNLINKED = re.compile(r"[\[\]|#^\\/:*\"<>?%\n]")
"""Signs that are not allowed in the name of a note."""
BARE = re.compile(r"[^\W\d_][\w ']*[\w']")
"""Words that YAML reads as text without quotes, except its own."""
YAML_OWN = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def escaped(text: str) -> str:
    """`text` on one line, with all signs escaped."""
    flat = " ".join(text.split())
    safe = SIGNS.sub(lambda found: f"\\{found[0]}", flat)
    return LEADING.sub(_led, safe, count=1)


def _led(found: re.Match[str]) -> str:
    if found[2].isdecimal():  # the dot after it is what makes a list
        return f"{found[1]}{found[2]}\\"
    return f"{found[1]}\\{found[2]}"


def linked(name: str) -> str:
    """A link to the note of this name, or the escaped name if no note can have it."""
    flat = " ".join(name.split())
    return escaped(flat) if not flat or UNLINKED.search(flat) else f"[[{flat}]]"


def spoken(text: Text) -> str:
    """A sentence with its names as links."""
    found = "".join(
        linked(piece.text)
        if isinstance(piece, Name)
        else SIGNS.sub(lambda found: f"\\{found[0]}", re.sub(r"\s+", " ", piece))
        for piece in text
    )
    return LEADING.sub(_led, found, count=1) if text and isinstance(text[0], str) else found


def quoted(text: str) -> str:
    """A quoted YAML text."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def scalar(text: str) -> str:
    """A YAML text, quoted only if necessary."""
    flat = " ".join(text.split())
    bare = BARE.fullmatch(flat) and flat.casefold() not in YAML_OWN
    return flat if bare else quoted(flat)


WIDE = 3
"""Columns from one column of hexes to the next."""
WAY, BEGIN, STOP, FIGHT = "*", "o", "@", "x"


def ascii_map(region: Region, phrase: Phrase) -> tuple[str, ...]:
    """The lines of the map: two for each row of hexes, every second column half a hex lower."""
    signs = _map_signs(region)
    left = min(at.x for at in signs)
    top = min(half_row(at) for at in signs)
    rows: dict[int, dict[int, str]] = {}
    for at, sign in signs.items():
        rows.setdefault(half_row(at) - top, {})[(at.x - left) * WIDE] = sign
    lines = []
    for number in range(max(rows) + 1):
        text = ""
        for column, sign in sorted(rows.get(number, {}).items()):
            text = text.ljust(column) + sign
        lines.append(text)
    return (*lines, "", *_legend(region, phrase))


def _map_signs(region: Region) -> dict[Hex, str]:
    found = {ground.at: GROUND_SIGNS.get(ground.terrain, "?") for ground in region.hexes}
    found |= {at: WAY for trail in region.trails for at in trail.hexes}
    found |= {night.at: str(night.numbers[-1])[-WIDE + 1 :] for night in region.nights}
    found |= dict.fromkeys(region.fights, FIGHT)
    if region.start is not None:
        found[region.start] = BEGIN
    if region.end is not None:
        found[region.end] = STOP
    return found


def _legend(region: Region, phrase: Phrase) -> tuple[str, ...]:
    own = phrase(
        "{start} start   {way} way   1 2 3 nights   {fight} fight   {end} the party in the end",
        start=BEGIN, way=WAY, fight=FIGHT, end=STOP,
    )  # fmt: skip
    grounds: dict[str, list[str]] = {}
    for row, name in region.terrains:
        grounds.setdefault(GROUND_SIGNS.get(row, "?"), []).append(name)
    said = tuple(
        phrase("{sign} {names}", sign=sign, names=tuple(names)) for sign, names in grounds.items()
    )
    return (own, "   ".join(said))


BLOCKS = 20
"""How many characters long the longest bar is."""


def markdown(record: Record, phrase: Phrase) -> str:
    """The record as a note."""
    lines = (*_frontmatter(record, phrase), "", START, "", *_body(record, phrase), END, "")
    return "\n".join(lines)


def _frontmatter(record: Record, phrase: Phrase) -> Iterable[str]:
    yield "---"
    yield "tags: [session]"
    if record.parts:
        first, last = record.parts[0], record.parts[-1]
        summary = (
            first.summary
            if len(record.parts) == 1
            else phrase("{count:session|sessions}", count=len(record.parts))
        )
        yield f"title: {quoted(record.title)}"
        yield f"fc-calendar: {quoted(record.calendar)}"
        yield f"fc-date: {quoted(first.first)}"
        yield f"fc-end: {quoted(last.last)}"
        yield f"fc-category: {quoted(phrase('Session'))}"
        yield f"fc-display-name: {quoted(record.title)}"
        yield f"fc-description: {quoted(summary)}"
        yield f"hex: {quoted(last.hexes[1])}"
        yield f"distance: {quoted(record.km)}"
    yield "---"


def _body(record: Record, phrase: Phrase) -> Iterable[str]:
    yield f"# {escaped(record.title)}"
    yield ""
    if record.title != record.campaign:
        yield f"*{escaped(record.campaign)}*"
        yield ""
    if record.party:
        yield ", ".join(map(linked, record.party))
        yield ""
    if record.audience == "gm":
        yield f"> [!warning] {escaped(phrase('For the GM alone: this holds secrets.'))}"
        yield ""
    yield from _map(record.region, phrase)
    for part in record.parts:
        yield from _part(part, record, phrase)
    yield from _after(record, phrase)


def _map(region: Region | None, phrase: Phrase) -> Iterable[str]:
    if region is None:
        return
    yield "```text"
    yield from (line.replace("`", "'") for line in ascii_map(region, phrase))
    yield "```"
    yield ""


def _part(part: Part, record: Record, phrase: Phrase) -> Iterable[str]:
    deep = depth(record)
    if deep > 1:
        yield f"## {escaped(part.title)}"
        yield ""
        yield escaped(part.span)
        yield ""
    yield f"- {escaped(phrase('Played on'))}: {escaped(part.real_date)}"
    yield from (f"- {escaped(name)}: {escaped(value)}" for name, value in part.facts)
    yield ""
    if part.notes:
        yield f"> **{escaped(phrase('GM'))}** {escaped(part.notes)}"
        yield ""
    yield from _table(part, phrase)
    if record.region is None:  # else the map of all of it stands above
        yield from _map(part.region, phrase)
    for day in part.days:
        yield from _day(day, record, phrase)
    if part.open:
        yield f"{'#' * deep}# {escaped(phrase('Left open'))}"
        yield ""
        yield from (f"- [ ] {_line(line, phrase)}" for line in part.open)
        yield ""
    if part.rulings:
        yield f"{'#' * deep}# {escaped(phrase('Rulings'))}"
        yield ""
        yield from _log(part.rulings, phrase)
        yield ""


def depth(record: Record) -> int:
    """The level of the headings of days: deeper below sessions."""
    return 2 if len(record.parts) > 1 else 1


def _table(part: Part, phrase: Phrase) -> Iterable[str]:
    heads: tuple[Template, ...] = ("Day", "From", "To", "Distance", "On the way", "Fights")
    yield f"| {' | '.join(escaped(phrase(head)) for head in heads)} |"
    yield f"|{' --- |' * len(heads)}"
    farthest = max((day.far for day in part.days), default=Fraction(0))
    for day in part.days:
        fights = ", ".join(escaped(fight.name) for fight in day.fights)
        bar = "▇" * max(1, int(day.far * BLOCKS / farthest)) if day.far else ""
        distance = f"{escaped(day.km)} {bar}".strip()
        cells = (
            escaped(day.date), spoken(day.start), spoken(day.end), distance, escaped(day.hours),
            fights,
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"
    yield ""


def _day(day: DayRecord, record: Record, phrase: Phrase) -> Iterable[str]:
    yield f"{'#' * depth(record)}# {escaped(day.date)}"
    yield ""
    for passage in day.passages:
        if isinstance(passage, tuple):
            yield from _log(passage, phrase)
            yield ""
        else:
            yield from _fight(passage, record, phrase)


def _log(lines: Iterable[RecordLine], phrase: Phrase, *, hours: bool = True) -> Iterable[str]:
    for line in lines:
        at = f"**{line.at}** " if line.at and hours else ""
        yield f"- {at}{_line(line, phrase)}"
        yield from (f"  - {spoken(text)}" for text in line.why)


def _line(line: RecordLine, phrase: Phrase) -> str:
    text = spoken(line.text)
    if line.note:
        text = f"*{text}*" if text.strip() == text and "*" not in text else text
    return f"**{escaped(phrase('GM'))}** {text}" if line.secret else text


def _fight(fight: Fight, record: Record, phrase: Phrase) -> Iterable[str]:
    deep = "#" * depth(record)
    yield f"{deep}## {escaped(fight.name)}"
    yield ""
    where = [text for text in (escaped(fight.at), spoken(fight.place)) if text]
    if where:
        yield ", ".join(where)
        yield ""
    yield "```encounter"
    yield f"name: {scalar(fight.name)}"
    yield f"party: {scalar(record.campaign)}"
    if fight.party:
        yield "players:"
        yield from (f"  - {scalar(name)}" for name in fight.party)
    if fight.foes:
        yield "creatures:"
        yield from (f"  - {foes.count}: {scalar(foes.name)}" for foes in fight.foes)
    yield "```"
    yield ""
    for round_ in fight.rounds:
        if round_.title:
            yield f"{deep}### {spoken(round_.title)}"
            yield ""
        for turn in round_.turns:
            if turn.who:
                yield f"- **{spoken(turn.who)}**"
                yield from (f"  {line}" for line in _log(turn.lines, phrase, hours=False))
            else:
                yield from _log(turn.lines, phrase)
        yield ""


def _after(record: Record, phrase: Phrase) -> Iterable[str]:
    if record.previously:
        yield f"## {escaped(phrase('Previously'))}"
        yield ""
        yield from (f"- {spoken(text)}" for text in record.previously)
        yield ""
    if record.luck:
        yield f"## {escaped(phrase('The luck of the dice'))}"
        yield ""
        heads: tuple[Template, ...] = ("Who", "Throws", "Sum", "Average", "More or less",
                 "Chance")  # fmt: skip
        yield f"| {' | '.join(escaped(phrase(head)) for head in heads)} |"
        yield f"| --- |{' ---: |' * (len(heads) - 1)}"
        for one in record.luck:
            cells = (
                linked(one.who) if one.who in record.party else escaped(one.who), str(one.throws),
                str(one.shown), escaped(one.expected), escaped(one.balance), escaped(one.chance),
            )  # fmt: skip
            yield f"| {' | '.join(cells)} |"
        yield ""
