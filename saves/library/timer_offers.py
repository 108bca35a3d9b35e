"""Which timers of a campaign were offered figures on this machine: each is offered them once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.characters import plain
from saves.own_tables import read_table, write_table
from saves.paths import home

OFFERED = "offered.json"
"""By the id of a campaign, the plain names of the timers that were offered."""


def _file() -> Path:
    return home() / OFFERED


def was_offered(campaign: str, timer: str) -> bool:
    """Whether a timer of this name was offered its figures in the campaign of this id."""
    names = read_table(_file()).get(campaign)
    return isinstance(names, list) and plain(timer) in names


def keep_offered(campaign: str, timers: Iterable[str]) -> None:
    """Remember that timers of these names were offered; if that fails, they are offered again."""
    table = read_table(_file())
    known = table.get(campaign)
    names = set(map(plain, timers))
    if isinstance(known, list):
        names.update(map(str, known))
    write_table(_file(), {**table, campaign: sorted(names)})
