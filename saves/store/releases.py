"""The schema numbers of what is stored, and the first Outrider that knows each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from saves.store.refusals import CannotOpen

SCHEMA = 3
"""The highest schema number that this program knows, and may write.

A campaign with a higher one is not opened for play. An entry raises the number of its campaign to
what it needs (`saves.store.schema_number`); nothing else does.
"""
MIN_READER = 2
"""The lowest schema number of a program that can still read every entry that this one writes."""
FIRST_SCHEMA = 1
"""The number of a campaign without entries."""
RELEASES: Mapping[int, str] = {1: "0.1.0", 2: "0.2.0", 3: "0.3.0"}
"""By schema number, the first Outrider that knows it. It is in the label, for older programs."""
RELEASE = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")
"""What is told as the version of an Outrider; the label may be forged."""


def newer_campaign(name: str, schema: int, release: str | None) -> CannotOpen:
    """The refusal to open the campaign `name` with this number, which is too high.

    `release` is the Outrider that it says it needs, if it does.
    """
    if release is None:
        return CannotOpen(
            "newer_file",
            "{name} was written by a newer Outrider (format {schema}; this one knows {known})."
            " It was left unchanged. Update Outrider to open it.",
            name=name,
            schema=schema,
            known=SCHEMA,
        )
    return CannotOpen(
        "newer_file",
        "{name} needs Outrider {release} or newer (format {schema}; this one knows {known})."
        " It was left unchanged. Update Outrider to open it.",
        name=name,
        release=release,
        schema=schema,
        known=SCHEMA,
    )


def release_of(text: object) -> str | None:
    """The version of an Outrider as a file names it; None if it is not one."""
    if isinstance(text, str) and RELEASE.fullmatch(text):
        return text
    return None
