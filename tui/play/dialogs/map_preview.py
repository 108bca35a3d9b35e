"""A map file's contents, before it becomes a campaign's map."""

from __future__ import annotations

import posixpath
from fractions import Fraction
from pathlib import Path

from core.files import exact_number
from core.messages import N_, Message, Refusal
from core.rulesets.schema import Ruleset
from core.travel.lexicon import lexicon, unknown_words
from core.travel.regionmap import RegionMap
from core.values import Struct
from saves.exchange.findings import UnreadableFile, read_bytes
from saves.exchange.textmapper import read
from tui.kit.pick_list import PickRow
from tui.kit.text_line import paths

USUAL_HEX_KM = Fraction(12)
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
        words = N_("{count:unknown word|unknown words} kept: {words}; hexes of them cannot be"
                   " entered")  # fmt: skip
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


def hex_size(text: str) -> Fraction:
    """Read kilometres a hex, more than 0 and at most 1,000. Refusal for anything else."""
    if text.strip():
        size = exact_number(text.replace(",", "."))
    else:
        size = USUAL_HEX_KM
    if size is None or not 0 < size <= 1000:
        raise Refusal(
            "bad_hex_km",
            "'{text}' is not a hex size. Type the kilometres, more than 0 and at most 1,000.",
            text=text,
        )
    return size
