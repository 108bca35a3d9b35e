"""A map file's contents, before it becomes a campaign's map."""

from __future__ import annotations

import posixpath
import re
from fractions import Fraction
from pathlib import Path

from core.messages import N_, Kilometres, Message, Refusal
from core.quantities import DISTANCE, maybe_quantity, write_quantity
from core.rulesets.schema import Ruleset
from core.travel.lexicon import lexicon, unknown_words
from core.travel.regionmap import RegionMap
from core.values import Struct
from saves.exchange.findings import UnreadableFile, read_bytes
from saves.exchange.textmapper import read
from tui.kit.phrases import distance_unit, units_in_force
from tui.kit.pick_list import PickRow
from tui.kit.text_line import paths

USUAL_HEX_KM = Fraction(12)
MOST_HEX_KM = Fraction(1000)
A_HEX = re.compile(r"\s*(?:(?:a|per)\s+|/\s*)hex$")
SHOWN = 4
"""Warnings of the reader that are shown."""

LISTED = 12
"""Unknown words that are listed; of more it is said how many."""


class MapPreview(Struct):
    """A map that was read: `words` describe it, `places` are its named hexes."""

    region: RegionMap
    words: tuple[Message, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The names and ids of hexes where the party may start."""
        return (*self.region.names.values(), *self.region.cells)

    def start(self, text: str) -> str:
        """The hex that `text` names; for "" the first place, else the first hex.

        Raises the Refusals of `RegionMap.find`.
        """
        if text:
            return self.region.find(text)
        return next(iter((*self.region.names, *self.region.cells)))


def preview(path: Path, rules: Ruleset) -> MapPreview:
    """Read the text-mapper file at `path`. Refusal when it is not a map."""
    try:
        map_read = read(read_bytes(path))
    except UnreadableFile as error:
        raise Refusal("unreadable", "{file}: {why}", file=str(path), why=error.message) from None
    bad = [finding for finding in map_read.findings if finding.severity == "error"]
    if bad:
        raise Refusal("no_map", "{file}: {why}", file=str(path), why=bad[0].message)
    region = map_read.region
    counts = Message(
        "{hexes:hex|hexes}, {ways:way or river|ways and rivers}, {places:place|places}",
        hexes=len(region.cells),
        ways=len(region.paths),
        places=len(region.names),
    )
    messages = [counts]
    unknown = unknown_words(region, lexicon(rules))
    if unknown:
        names: list[Message | str] = [word or "?" for word, _ in unknown[:LISTED]]
        if len(unknown) > LISTED:
            names.append(Message("{count} more", count=len(unknown) - LISTED))
        words = N_(
            "{count:unknown word|unknown words} kept: {words}; hexes of them cannot be entered"
        )
        messages.append(Message(words, count=len(unknown), words=tuple(names)))
    warned = [
        Message("line {line}: {what}", line=f.line, what=f.message) if f.line else f.message
        for f in map_read.findings
        if f.severity == "warning"
    ]
    return MapPreview(region, (*messages, *warned[:SHOWN]))


def map_rows(text: str) -> tuple[PickRow, ...]:
    """The text files and folders whose path begins with what is typed, to pick from."""
    found = (path for path in paths(text) if path.endswith(("/", ".txt")))
    return tuple(PickRow(path, posixpath.basename(path.rstrip("/"))) for path in found)


def usual_hex_size() -> str:
    """The usual size of a hex in the GM's unit, as it stands in the field: "12", or "8" miles."""
    return write_quantity(USUAL_HEX_KM, DISTANCE, units_in_force())


def hex_size(text: str) -> Fraction:
    """Read the size of a hex, "12", "6 miles" or "6 mi a hex", in kilometres.

    Refusal for anything else, for 0, and for more than 1,000 km.
    """
    written = A_HEX.sub("", text.strip().lower()) or usual_hex_size()
    size = maybe_quantity(written, DISTANCE, units_in_force())
    if size is None or not 0 < size <= MOST_HEX_KM:
        raise Refusal(
            "bad_hex_km",
            "'{text}' is not a hex size. Type the {unit}, more than 0 and at most {most}.",
            text=text,
            unit=distance_unit(),
            most=Kilometres(MOST_HEX_KM),
        )
    return size
