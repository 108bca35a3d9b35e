"""Outrider's own rules, the same in every system: written here once, known to every ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def _rules(
    letter: str, basis: str, source: str, *titles: tuple[str, *tuple[str, ...]]
) -> dict[str, dict[str, Any]]:
    return {
        f"{letter}-{number}": {
            "title": title, "basis": basis, "source": source, "questions": questions,
        }
        for number, (title, *asked) in enumerate(titles, start=1)
        for questions in (tuple(asked),)
    }  # fmt: skip


HOUSE_RULES: Mapping[str, dict[str, Any]] = MappingProxyType({
    **_rules(
        "M", "convention", "Outrider's map rule",
        ("A step on the map",),
        ("Words of the map",),
        ("Rivers and crossings",),
        ("Boats and landings",),
        ("Modes and their days",),
        ("The day's hours",),
        ("Exact costs of routes",),
    ),
    **_rules(
        "G", "convention", "Outrider's rule of geometry",
        ("When a line is clear", "QC-6", "QC-7"),
        ("Distance and reach",),
        ("Steps of big movers", "QC-22"),
        ("Opposite sides or corners",),
        ("The cost of a step",),
        ("Cheapest paths and reachable squares",),
        ("Line of effect", "QC-7"),
        ("Squeezing by a leading block", "QC-51"),
    ),
    **_rules(
        "A", "default", "house default (Outrider's area rule)",
        ("Bursts",), ("Spreads",), ("Cones",), ("Lines",),
    ),
})  # fmt: skip
"""Rows of the table `rules` by number: travel on maps, geometry, areas; after each title the open
questions that touch it. A ruleset may have a row of its own instead."""
