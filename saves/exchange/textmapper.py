"""Region maps in the text-mapper format: one line a hex, one line a path (read and write).

Lines are matched in text-mapper's own order. Everything that is neither hex nor path is kept as
written, so that a map written again is the same. Includes are never opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import shorten

from core.messages import Message
from core.travel.regionmap import (
    MOST_HEXES,
    HexCell,
    HexLabel,
    MapLine,
    MapPath,
    RegionMap,
    canonical,
    fewest_hexes,
    fill,
)
from core.values import Struct
from saves.exchange.findings import Finding, Severity, decode

HEX = re.compile(r"(-?\d\d-?\d\d(?:\d\d)?)\s+(.*)", re.ASCII | re.DOTALL)
DOTTED = re.compile(r"(-?\d{2,5}\.-?\d{2,5}(?:\.\d{2,5})?)\s+(.*)", re.ASCII | re.DOTALL)
TEXT = re.compile(
    r"(?:(?<!\S)([A-Za-z][\w-]*)=)?[\"“”]([^\"“”]*)[\"“”]"
    r"[ \t]*(\d+(?![\w.%]))?((?:[ \t]*[a-z]+\([^()]*\))*)"
)
POINT = r"-?\d\d-?\d\d(?:\d\d)?"
DOT_POINT = r"-?\d{2,5}\.-?\d{2,5}(?:\.\d{2,5})?"
TAIL = r"\s+(\S+)[ \t]*(?:[\"“”](.*)[\"“”])?[ \t]*(left|right)?[ \t]*(\d+%)?[ \t]*(.*)"
PATH = re.compile(rf"({POINT}(?:-{POINT})+){TAIL}", re.ASCII)
DOT_PATH = re.compile(rf"({DOT_POINT}(?:-{DOT_POINT})+){TAIL}", re.ASCII)
POINTS = re.compile(rf"({DOT_POINT}|{POINT})(?:-|$)", re.ASCII)
WORLD = re.compile(r"(?:.*?\s)?\d{4}\s+[A-EX?][0-9A-HJ-NP-Z?]{6}-[0-9A-Z?]", re.ASCII)
DRAWING = re.compile(
    r"\S+\s+(?:path\s+)?attributes\s|\S+\s+(?:path|lib|xml)\s|<|(?:text|glow|label|license|other|url)\s"
)
INCLUDE = re.compile(r"include\s+(\S+)")
FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*text-mapper\b")
MOST_FINDINGS = 1_000
SHOWN = 48
QUOTES = str.maketrans({quote: " " for quote in '"“”'})


class ReadMap(Struct):
    """A map, with findings in the order of the lines."""

    region: RegionMap
    findings: tuple[Finding, ...]


def read(data: bytes) -> ReadMap:
    """The map in a file, or in a fenced `text-mapper` block of a note. Raises UnreadableFile.

    Findings: lines not understood (kept), hexes given twice (the last counts), includes (never
    read), lone quotation marks.
    """
    decoded = decode(data)
    found = read_text(decoded.text)
    return ReadMap(found.region, decoded.findings + found.findings)


def read_text(text: str) -> ReadMap:
    """The map in `text`: see `read`."""
    reader = _Reader()
    for number, line in _map_lines(text, reader.findings):
        reader.take(number, line)
    return reader.done()


def write(region: RegionMap) -> str:
    """The map as text-mapper text; read again it is equal. Lines end with LF.

    Only tests call it until maps are made here: they show that reading a map loses nothing.
    """
    return "".join(f"{_written(line)}\n" for line in region.lines)


@dataclass(slots=True)
class _Reader:
    lines: list[MapLine | None] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    seen: dict[str, tuple[int, int]] = field(default_factory=dict)
    hexes: int = 0
    unsaid: int = 0

    def take(self, number: int, line: str) -> None:
        stripped = line.strip()
        cell = _cell(f"{stripped} ")
        if cell is not None:
            if cell.hex in self.seen:
                before, index = self.seen[cell.hex]
                self.lines[index] = None
                self._find(
                    "warning",
                    number,
                    Message(
                        "Hex {hex} is on line {line} too; this line counts.",
                        hex=cell.hex,
                        line=before,
                    ),
                )
            self.seen[cell.hex] = (number, len(self.lines))
            self.lines.append(cell)
            if sum(stripped.count(quote) for quote in '"“”') % 2:
                self._find("warning", number, Message("A quotation mark is missing."))
            return
        match = PATH.match(stripped) or DOT_PATH.match(stripped)
        if match is not None:
            ids = tuple(filter(None, map(canonical, POINTS.findall(match[1]))))
            fewest = fewest_hexes(ids)
            hexes = fill(ids) if fewest is not None and self._has_room(fewest) else None
            if hexes is None or not self._has_room(len(hexes)):
                self.lines.append(line)
                self._find("error", number, Message("This path is too long, or changes levels."))
                return
            self.hexes += len(hexes)
            kind, label, side, start, more = match.groups(default="")[1:]
            self.lines.append(
                MapPath(
                    points=ids,
                    kind=kind,
                    hexes=hexes,
                    label=label,
                    side=side,
                    start=start,
                    extra=more.strip(),
                )
            )
            return
        self.lines.append(line.rstrip("\n"))
        self._remark(number, stripped)

    def _has_room(self, hexes: int) -> bool:
        return self.hexes + hexes <= MOST_HEXES

    def done(self) -> ReadMap:
        region = RegionMap(tuple(line for line in self.lines if line is not None))
        if not region.cells:
            self._find("error", 0, Message("There is no hex in this file."))
        if self.unsaid:
            more = Message("{count} further remarks are left out.", count=self.unsaid)
            self.findings.append(Finding("note", 0, more))
        ordered = sorted(self.findings, key=lambda found: found.line)
        return ReadMap(region, tuple(ordered))

    def _remark(self, number: int, line: str) -> None:
        if not line or line.startswith("#") or DRAWING.match(line):
            return
        included = INCLUDE.match(line)
        if included is not None:
            source = included.group(1)
            if "square" in source or source == "gridmapper.txt":
                said = Message(
                    "{source} draws squares; Outrider reads the map as hexes.", source=source
                )
                self._find("warning", number, said)
            else:
                said = Message(
                    "{source} says how the map looks; it is kept and never opened.", source=source
                )
                self._find("note", number, said)
        elif WORLD.match(line):
            self._find("note", number, Message("A world of another game; kept, not read."))
        else:
            said = Message("'{text}' is not understood; it is kept.", text=shorten(line, SHOWN))
            self._find("warning", number, said)

    def _find(self, severity: Severity, line: int, message: Message) -> None:
        if len(self.findings) < MOST_FINDINGS or severity == "error":
            self.findings.append(Finding(severity, line, message))
        else:
            self.unsaid += 1


def _map_lines(text: str, findings: list[Finding]) -> Iterator[tuple[int, str]]:
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    starts = [i for i, line in enumerate(lines) if FENCE.match(line)]
    if not starts:
        yield from enumerate(lines, start=1)
        return
    if len(starts) > 1:
        message = Message("A second map of this note is not read.")
        findings.append(Finding("warning", starts[1] + 1, message))
    opened = FENCE.match(lines[starts[0]])
    mark = opened.group(1) if opened else "```"
    for number in range(starts[0] + 1, len(lines)):
        if lines[number].strip().startswith(mark):
            return
        yield number + 1, lines[number]


def _cell(line: str) -> HexCell | None:
    match = HEX.fullmatch(line) or DOTTED.fullmatch(line)
    if match is None:
        return None
    name, rest = match.groups()
    hex_id = canonical(name)
    if hex_id is None:
        return None
    labels = tuple(
        HexLabel(text, size, " ".join(moved.split()), tag)
        for tag, text, size, moved in TEXT.findall(rest)
    )
    return HexCell(hex_id, tuple(TEXT.sub(" ", rest).translate(QUOTES).split()), labels)


def _written(line: MapLine) -> str:
    if isinstance(line, str):
        return line
    if isinstance(line, MapPath):
        points = line.points
        if any("." in point for point in points):
            points = tuple(_dotted(point) for point in points)
        label = f'"{line.label}"' if line.label else ""
        more = (part for part in (label, line.side, line.start, line.extra) if part)
        return " ".join(["-".join(points), line.kind, *more])
    return " ".join([line.hex, *line.words, *(_label(text) for text in line.labels)]) + (
        "" if line.words or line.labels else " "
    )


def _dotted(point: str) -> str:
    if "." in point:
        return point
    match = re.fullmatch(r"(-?\d\d)(-?\d\d)(\d\d)?", point)
    if match is None:
        return point
    return ".".join(part for part in match.groups() if part)


def _label(text: HexLabel) -> str:
    tag = f"{text.tag}=" if text.tag else ""
    return " ".join(part for part in (f'{tag}"{text.text}"', text.size, text.transforms) if part)
