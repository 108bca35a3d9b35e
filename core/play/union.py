"""All commands and all events, and the two functions that the whole program turns on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from core.dice import Answers, Question
from core.play.road.commands import RoadCommand
from core.play.road.events import RoadEvent
from core.play.state import State
from core.play.table.commands import TableCommand
from core.play.table.events import TableEvent
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap

Command: TypeAlias = RoadCommand | TableCommand
Event: TypeAlias = RoadEvent | TableEvent


@dataclass(frozen=True, slots=True)
class World:
    """What state names by sha256: the ruleset in force and the region map, if any."""

    rules: Ruleset
    regions: Mapping[str, RegionMap] = field(default_factory=lambda: MappingProxyType({}))

    def region(self, state: State) -> RegionMap | None:
        """The region map that `state` names, or None."""
        return self.regions.get(state.region)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command does: its events, and why."""

    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class Needs:
    """All rolls and choices that can be known now to be needed before the command is decided."""

    questions: tuple[Question, ...]


def decide(command: Command, state: State, world: World, answers: Answers) -> Decided | Needs:
    """Decide `command` in `state` under `world` with the answers so far. Never waits.

    Raises Refusal when the rules, or something pending, do not allow it.
    """
    raise NotImplementedError  # replaced by the dispatch over core.play.road and core.play.table


def evolve(state: State, event: Event) -> State:
    """The state after `event`. Needs no ruleset, dice or clock."""
    raise NotImplementedError  # replaced by the dispatch over core.play.road and core.play.table
