"""Old words of the journal, lifted to today's while reading. Rows are never rewritten.

When a command, an event or an answer changes shape, give its kind a higher number in `VERSIONS`
and add one small function under (kind, old number) to `UPCASTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

Doc: TypeAlias = dict[str, Any]

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({})
"""The present version of each kind; a kind that is not named is at 1."""

UPCASTS: Final[Mapping[tuple[str, int], Callable[[Doc], Doc]]] = MappingProxyType({})
"""From (kind, v) to the function that makes a document of version v + 1 of it."""


def version(kind: str) -> int:
    """The version in which `kind` is written today."""
    return VERSIONS.get(kind, 1)


def upcast(doc: Doc) -> Doc:
    """`doc` as today's version of its kind, without its `v`. ValueError when `v` is newer."""
    kind, v = str(doc["kind"]), doc["v"]
    doc = {key: value for key, value in doc.items() if key != "v"}
    while v < version(kind):
        doc = UPCASTS[kind, v](doc)
        v += 1
    if v != version(kind):
        raise ValueError(f"{kind} has version {v}, newer than {version(kind)}")
    return doc
