"""A ruleset: the tables of one system, exact, frozen, each row with its source.

Slugs (the keys of the tables) never change; `name` is shown to people. Differences between
systems are named mechanisms.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pydantic import Field

from core.messages import Message, Value
from core.receipts import Receipt
from core.rulesets.combat.combat_schema import Combat
from core.rulesets.quantity_types import Frozen, Names, Table
from core.rulesets.rows import (
    BoatRow,
    Burden,
    Fatigue,
    ForcedMarchRules,
    Hustle,
    Local,
    LocalCondition,
    MapWords,
    Mount,
    OrdinaryDay,
    Pace,
    Powered,
    Pursuit,
    Race,
    RecoveryRules,
    Run,
    Speeds,
    Terrain,
    Vehicle,
    WaterRules,
    WayRow,
)

Basis: TypeAlias = Literal["stated", "shared", "part", "default", "convention", "absent"]


class Mechanisms(Frozen):
    """The mechanisms that differ between systems, one choice each from a closed list.

    `speed` (T-030, T-041): by race, armour and load, or the net speed is entered.
    `reduction` (T-033, Q-33): what armour leaves of a speed that no race table prints:
    two thirds of its squares rounded up, or rounded down.
    `running` (T-012 to T-014): x3 in heavy armour or under a heavy load, only x4, or no run.
    `hour` (T-005, Q-02): km/h = metres per round / 2, or sixty minutes of the local pace.
    `difficult` (T-054, T-059): conditions double the cost and multiply, or add squares, the
    worst alone counting.
    `hustle` (T-083, Q-04): the damage of each hour doubles, or the total does.
    """

    speed: Literal["race_and_armor", "net"]
    reduction: Literal["two_thirds_up", "two_thirds_down"]
    running: Literal["by_armor", "x4_only", "none"]
    hour: Literal["half_metres", "sixty_minutes"]
    difficult: Literal["doubling", "adding"]
    hustle: Literal["each_hour_doubles", "total_doubles"]


class CatalogueRule(Frozen):
    """A rule of the catalogue as this system has it.

    `basis`: stated in the system's document; text shared with another; stated in part (what
    rests on an open question is flagged by the calculator); house default; convention of
    reckoning or of the map (never flagged); absent from this system. `questions` are the open
    questions that touch it: "Q-21" of the travel catalogue, "QC-13" of the tactical one.
    """

    title: str
    basis: Basis
    source: str = ""
    note: str = ""
    questions: tuple[str, ...] = ()

    @property
    def default(self) -> bool:
        """Whether a house default decides because the system's document is silent."""
        return self.basis == "default"


class Ruleset(Frozen):
    """The rules of one system, or of one GM: everything a calculator looks up.

    `extends` names the ruleset it was built on ("" = none), `settles` the open questions that
    this ruleset answers itself, so that answers by them are not house defaults.
    `nearest` suggests a row for a terrain that this table lacks ("" = none, T-139).
    """

    id: str
    name: Names
    extends: str = ""
    settles: tuple[str, ...] = ()
    mechanisms: Mechanisms
    terrain: Table[Terrain]
    nearest: Table[str] = Field(default_factory=dict)
    ways: Table[WayRow]
    races: Table[Race] = Field(default_factory=dict)
    armor: Table[Burden] = Field(default_factory=dict)
    load: Table[Burden] = Field(default_factory=dict)
    speeds: Speeds
    paces: Table[Pace]
    days: Table[OrdinaryDay]
    mounts: Table[Mount]
    vehicles: Table[Vehicle]
    powered: Table[Powered] = Field(default_factory=dict)
    boats: Table[BoatRow]
    afloat: WaterRules
    hustle: Hustle
    march: ForcedMarchRules
    fatigue: Fatigue
    recovery: RecoveryRules
    run: Run
    local: Local
    conditions: Table[LocalCondition]
    pursuit: Pursuit
    words: MapWords
    combat: Combat
    rules: Table[CatalogueRule]

    def __hash__(self) -> int:
        """A hash for caches; equal rulesets have equal ids."""
        return hash((self.id, self.extends))

    def display_name(self, lang: str = "en") -> str:
        """Return the ruleset's name in `lang`, else in English."""
        return self.name.get(lang, self.name["en"])

    def open_questions(self, questions: Iterable[str]) -> tuple[str, ...]:
        """Return those of `questions` that this ruleset does not settle, sorted, each once."""
        return tuple(sorted(set(questions) - set(self.settles)))

    def cite(
        self,
        rule: str,
        label: Message | str,
        value: Value,
        *parts: Receipt,
        source: str = "",
        questions: tuple[str, ...] = (),
        default: bool = False,
    ) -> Receipt:
        """Return a receipt for `value` with the source of catalogue rule `rule` ("T-134").

        A `label` without values may be its template.
        It is a house default when this system's document is silent on the rule, when open
        `questions` matter to the answer, or by `default` (for rules stated in part).
        KeyError: no such rule.
        """
        entry = self.rules[rule]
        asked = self.open_questions(questions)
        silent = entry.default
        if silent and entry.questions:
            inherited = self.open_questions(entry.questions)
            silent = bool(inherited)
            asked = self.open_questions((*asked, *inherited))
        settled = entry.default and not silent
        return Receipt(
            label=Message(label) if isinstance(label, str) else label,
            value=value,
            rule=rule,
            source=source or (self.id if settled else entry.source),
            default=default or silent or bool(asked),
            questions=asked,
            parts=parts,
        )
