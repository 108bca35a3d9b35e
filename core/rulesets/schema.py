"""A ruleset: the tables of one system, exact, frozen, each row with its source.

Slugs (the keys of the tables) never change; `name` is shown to people. Differences between
systems are named mechanisms. Units are in the field names: `_m` metres, `_km_h` kilometres per
overland hour, `_kg` kilograms, `hours` hours; a `multiplier` has none.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from pydantic import Field, PrivateAttr, model_validator

from core.creatures import Weapon
from core.effects.effect import Effect, KnownEffect
from core.messages import Message, Value
from core.quantities import METRES_IN_A_SQUARE
from core.receipts import Receipt
from core.rulesets.combat_schema import FLAGS, Combat, EffectRow
from core.rulesets.quantity_types import (
    Count,
    Exact,
    Frozen,
    Many,
    Names,
    Positive,
    Sourced,
    Table,
    TableRow,
)
from core.rulesets.switches import Switch

Column: TypeAlias = Literal["highway", "road", "trackless"]
Water: TypeAlias = Literal["lake", "river", "sea", ""]


class Terrain(TableRow):
    """The factor of an overland pace on this ground, by column (T-134, T-135)."""

    highway: Positive
    road: Positive
    trackless: Positive


class WayRow(TableRow):
    """A kind of way (T-130 to T-133): the terrain column of walkers and mounts, and of vehicles.

    `rank`: 0 is the best way; of several ways between two hexes the best is used (M-1).
    """

    column: Column
    vehicle_column: Column
    rank: Count


class Race(TableRow):
    """Speed by race (T-030, C-010): `base_speed_m`, and `slowed_speed_m` as printed for armour.

    A race that `keeps_speed` (the dwarf, T-032) is never slowed, raised speeds included. `senses`
    are rows of conditions.toml that its eyes give (darkvision, low_light; C-200).
    """

    base_speed_m: Positive
    slowed_speed_m: Positive
    keeps_speed: bool = False
    senses: tuple[str, ...] = ()


class People(TableRow):
    """A people of heroes: its size, a row of sizes.toml (house default)."""

    size: str = "M"


class Suit(TableRow):
    """A suit of armour: the row of `armor` that it counts as (house default)."""

    armor: str


class WeaponRow(TableRow):
    """A weapon that shoots or is thrown, by the words of its name (house default).

    `kind` is that of an attack with it, `range_m` its range increment in metres. One that is held
    `in_hand` strikes in melee, unless the line of the attack says that it is thrown. `energy`: it
    is against the Armour Class of that name, where a system has two.
    """

    kind: Weapon
    range_m: Positive
    in_hand: bool = False
    energy: bool = False

    @property
    def squares(self) -> int:
        """The range increment in squares."""
        return int(self.range_m / METRES_IN_A_SQUARE)


class ReachWeapon(TableRow):
    """A weapon that reaches beyond the natural reach, by the words of its name (C-099 to C-102).

    `kind` is that of an attack with it. Weapons that strike near, too, are not among them.
    """

    kind: Weapon = "melee"


class AttackNote(TableRow):
    """A word behind an attack that is kept beside it and not reckoned with (house default).

    It is a trait of a weapon or a kind of damage; `also` are other spellings. `takes` is what has
    to stand behind it, `energy` whether such damage is against the Armour Class of that name.
    `brings`: a hit brings it, which the GM settles ("trip"); no hit brings "finesse".
    """

    also: tuple[str, ...] = ()
    takes: Literal["", "die", "length"] = ""
    energy: bool = False
    brings: bool = True


class SpeedMode(TableRow):
    """A way to move, by its mode: its name and `also` are words before a speed (house default)."""

    also: tuple[str, ...] = ()


class Burden(TableRow):
    """The effects of a weight of armour or of load (T-031, T-034, T-036, T-040)."""

    slows: bool
    run_multiplier: Many
    barbarian: bool


class Pace(TableRow):
    """Walk, hustle, run (T-010 to T-018): multiples of the speed; absent = not at that scale.

    `round` x speed in metres a round, `minute` x speed in metres a minute, `hour` x km/h of the
    walk; `day` whether a day's distance is printed; `hurts` whether overland hours of it count
    as hours of hustle (T-081). Without `hour` nobody travels so overland (T-088).
    """

    round: Positive | None = None
    minute: Positive | None = None
    hour: Positive | None = None
    day: bool = False
    hurts: bool = False


class OrdinaryDay(TableRow):
    """The hours of travel of an ordinary day on land or in the air (T-006, T-080, T-142)."""

    hours: Positive


class Mount(TableRow):
    """A mount (T-160): pace unloaded, pace loaded, and the load range in kg, ends included.

    `size` is its row of sizes.toml and `long` its body plan in a fight (house default); `also` are
    other words for it.
    """

    km_h: Positive
    loaded_km_h: Positive
    loaded_from_kg: Positive
    loaded_to_kg: Positive
    size: str = "M"
    long: bool = True
    also: tuple[str, ...] = ()


class Vehicle(TableRow):
    """A land vehicle drawn by animals (T-164).

    On a board it fills `space` squares a side and is `tall` squares high (house default).
    """

    km_h: Positive
    space: Many = 2
    tall: Many = 1


class Powered(TableRow):
    """A class of powered vehicle (T-200, T-201): its day in hours; its speed is entered.

    `also` are words for vehicles that are taken for one of this class. On a board it fills `space`
    squares a side and is `tall` squares high (house defaults).
    """

    hours: Positive
    space: Many = 2
    tall: Many = 1
    also: tuple[str, ...] = ()


class BoatRow(TableRow):
    """A boat (T-180): pace, hours of propulsion a day, what drives it.

    `inland`: lakes and rivers only (T-183). `current`: takes the current, cannot go upstream,
    can drift and be towed (T-184, T-187, Q-51). `oars`: can go under oars alone (T-190).
    `carries`: so many people and animals (None = unknown); more are asked about.
    """

    km_h: Positive
    hours: Positive
    propulsion: Literal["sail", "oars", "pole"]
    oars: bool
    inland: bool
    current: bool
    carries: Count | None = None


class WaterRules(Sourced):
    """Figures of travel by water (T-181, T-185, T-186, T-188).

    `printed_current_km_h` is what the document prints for the usual current, where its figures
    say another; None: the same.
    """

    usual_current_km_h: Positive
    printed_current_km_h: Positive | None = None
    oars_hours: Positive
    tow_hours: Positive
    most_hours: Positive


class Hustle(Sourced):
    """Hustling overland (T-081 to T-083): free hours, first damage, its growth an hour."""

    free_hours: Count
    first_damage: Count
    growth: Many


class ForcedMarchRules(Sourced):
    """The forced march (T-101, T-102): DC = base_dc + dc_step x extra hour; damage on failure."""

    base_dc: int
    dc_step: Count
    dice: str
    ridden_fails: bool
    ridden_damage: Literal["lethal", "nonlethal"]


class Fatigue(Sourced):
    """Fatigue (T-120, T-123): its penalties, and those of the exhausted."""

    str_mod: int
    dex_mod: int
    can_run: bool
    can_charge: bool
    exhausted_str_mod: int
    exhausted_dex_mod: int
    exhausted_multiplier: Positive
    exhausted_rest_hours: Positive


class RecoveryRules(Sourced):
    """Healing by rest: per level and complete hour (T-122), per hit die and night (T-168).

    Where `night_times` is "constitution" a night heals that times the Constitution modifier, at
    least 1.
    """

    nonlethal_per_level_hour: Many
    lethal_per_hd_night: Many
    night_hours: Positive
    night_times: Literal["nothing", "constitution"] = "nothing"


class Run(Sourced):
    """Endurance of a run (T-070 to T-074): free rounds for each point of Con, checks, rest."""

    rounds_per_con: Count
    base_dc: int
    dc_step: Count
    rest_rounds: Count


class LocalCondition(TableRow):
    """A condition of the local scale (T-053 to T-061).

    `doublings` of the cost under mechanism "doubling", `extra_squares` under "adding";
    `flyers` whether it counts for those who fly (T-060); `impassable` ground has no cost.
    """

    doublings: Count = 0
    extra_squares: Count = 0
    impassable: bool = False
    flyers: bool = False


class Local(Sourced):
    """The local scale (T-004, T-057): rounds in a minute, the least metres a round."""

    rounds_per_minute: Many
    least_m_per_round: Positive


class Speeds(Sourced):
    """Figures of speed (T-002, T-036): metres in a square, the barbarian's bonus in metres."""

    square_m: Positive
    barbarian_m: Exact


class Pursuit(Sourced):
    """Pursuits (T-211, T-214): rounds before the check, the winner of a tie."""

    rounds: Count
    ties: Literal["pursuer", "reroll", "higher_modifier"]


class Term(TableRow):
    """What something is called in this system, such as a way of moving (house default).

    A `name` may have `{length}` in it: the length of a square, in the GM's units.
    """


class MapWords(Frozen):
    """The meanings of a map's words (M-2 to M-4); a GM's ruleset or journey overrides them.

    `terrain` word -> terrain slug; `way` word of a path -> way slug; `water` word -> lake,
    river or sea; `river` words of paths that are rivers; `landing` words of hexes where land
    and boat change; `crossing` words of hexes with a bridge or ford. A word set to false in
    `river` or `landing`, or to "" elsewhere, is removed.
    """

    terrain: Table[str] = Field(default_factory=dict)
    way: Table[str] = Field(default_factory=dict)
    water: Table[Water] = Field(default_factory=dict)
    river: Table[bool] = Field(default_factory=dict)
    landing: Table[bool] = Field(default_factory=dict)
    crossing: Table[Literal["bridge", "ford", ""]] = Field(default_factory=dict)


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


class CatalogueRule(Sourced):
    """A rule of the catalogue as this system has it.

    `basis`: stated in the system's document; text shared with another; stated in part (what
    rests on an open question is flagged by the calculator); house default; convention of
    reckoning or of the map (never flagged); absent from this system. `questions` are the open
    questions that touch it: "Q-21" of the travel catalogue, "QC-13" of the tactical one.
    """

    title: str
    basis: Basis
    note: str = ""
    questions: tuple[str, ...] = ()

    @property
    def default(self) -> bool:
        """Whether a house default decides because the system's document is silent."""
        return self.basis == "default"


HOUSE_RULE = "house rule of this campaign"
"""The source of a figure that depends on a switch which the campaign has set otherwise."""


def _effect_row(effect: Effect, combat: Combat) -> EffectRow:
    # Its flags are those that conditions of this program have: others were refused.
    known = [flag for flag in effect.flags if flag in FLAGS]
    return EffectRow.model_construct(
        name={"en": effect.name},
        source=effect.source or "GM",
        effects=tuple(known),
        changes=effect.changes,
        does=effect.does,
        with_it=tuple(name for name in effect.brings if name in combat.conditions),
        listed=False,
    )


def _has_open_conditions(switches: Mapping[str, Switch]) -> bool:
    row = switches.get("conditions")
    return row is not None and row.value == "open_rules"


class Ruleset(Frozen):
    """The rules of one system, or of one GM: everything a calculator looks up.

    `extends` names the ruleset it was built on ("" = none), `settles` the open questions that
    this ruleset answers itself, so that answers by them are not house defaults.
    `nearest` suggests a row for a terrain that this table lacks ("" = none, T-139).
    Code asks for switches by name; a campaign's house rules are laid over them.
    `terms` are the system's own words for what menus and sheets show; `examples` are lines to type,
    by what they are typed into: a word of the command line, or a line of a form.
    """

    id: str
    name: Names
    extends: str = ""
    settles: tuple[str, ...] = ()
    mechanisms: Mechanisms
    terrain: Table[Terrain]
    nearest: Table[str] = Field(default_factory=dict)
    ways: Table[WayRow]
    terms: Table[Term]
    examples: Table[tuple[str, ...]]
    races: Table[Race] = Field(default_factory=dict)
    armor: Table[Burden] = Field(default_factory=dict)
    load: Table[Burden] = Field(default_factory=dict)
    peoples: Table[People]
    suits: Table[Suit]
    weapon_words: tuple[str, ...]
    weapon_names: tuple[str, ...]
    attack_notes: Table[AttackNote]
    weapons: Table[WeaponRow]
    reach_weapons: Table[ReachWeapon]
    speed_modes: Table[SpeedMode]
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
    switches: Table[Switch]
    _defaults: Mapping[str, bool | str] = PrivateAttr(default_factory=lambda: MappingProxyType({}))
    _without_effects: "Ruleset | None" = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _choose_conditions(self) -> "Ruleset":
        combat = self.combat.by_switch(open_rules=_has_open_conditions(self.switches))
        self.__dict__["combat"] = combat
        return self

    def __hash__(self) -> int:
        """A hash for caches; equal rulesets have equal ids."""
        return hash((self.id, self.extends))

    def display_name(self, lang: str = "en") -> str:
        """Return the ruleset's name in `lang`, else in English."""
        return self.name.get(lang, self.name["en"])

    def states(self, rule: str) -> bool:
        """Whether this system has a rule of the catalogue. KeyError: no such rule."""
        return self.rules[rule].basis != "absent"

    def switch(self, name: str) -> bool:
        """Whether a switch is on. KeyError: no such switch."""
        return self.switches[name].value is True

    @property
    def has_open_conditions(self) -> bool:
        """Whether conditions are those of the open rules (switch "conditions")."""
        return _has_open_conditions(self.switches)

    def default_of(self, name: str) -> bool | str:
        """Return a switch's value without the campaign's house rules. KeyError: no such switch."""
        return self._defaults.get(name, self.switches[name].value)

    def is_house_rule(self, name: str) -> bool:
        """Whether a switch is as the campaign has it, and not as the ruleset does."""
        return name in self._defaults

    def with_house_rules(self, values: Mapping[str, bool | str]) -> "Ruleset":
        """Return the ruleset as a campaign plays it: these switches have these values.

        Names that are no switches and values that are none of theirs are left out: a campaign's
        house rules may be older than its ruleset.
        """
        rows = self.switches
        flipped = {
            name: value
            for name, value in values.items()
            if name in rows and value in rows[name].settings and value != rows[name].value
        }
        rules = self.with_switches(flipped)
        if flipped:
            defaults = {name: rows[name].value for name in flipped}
            rules._defaults = MappingProxyType(defaults)
        return rules

    def by_sources(self) -> "Ruleset":
        """Return the ruleset with every switch as the documents alone have it."""
        return self.with_switches({name: row.sources for name, row in self.switches.items()})

    def as_before(self) -> "Ruleset":
        """Return the ruleset with every switch as it was played before there was its row."""
        return self.with_switches({name: row.before for name, row in self.switches.items()})

    def as_source_of(self, names: Iterable[str]) -> "Ruleset":
        """Return the ruleset as a document of its own, which says the values of these switches."""
        rows = dict(self.switches)
        for name in names:
            rows[name] = rows[name].model_copy(update={"sources": rows[name].value})
        if rows == self.switches:
            return self
        return self._with_rows(rows)

    def without_house_rules(self) -> "Ruleset":
        """Return the ruleset as it is stored, without what a campaign laid over it."""
        if self._without_effects is not None:
            return self._without_effects.without_house_rules()
        if not self._defaults:
            return self
        found = self.with_switches(self._defaults)
        found._defaults = MappingProxyType({})
        return found

    def with_effects(self, effects: Iterable[KnownEffect]) -> "Ruleset":
        """Return the ruleset with the effects of a campaign as rows of its conditions."""
        rows = {known.key: _effect_row(known.effect, self.combat) for known in effects}
        if not rows:
            return self
        rules = self.model_copy(update={"combat": self.combat.with_effects(rows)})
        rules._without_effects = self
        return rules

    def with_switches(self, values: Mapping[str, bool | str]) -> "Ruleset":
        """Return the ruleset with these values of switches; itself if that changes nothing."""
        rows = self.switches
        changed = {
            name: rows[name].model_copy(update={"value": value})
            for name, value in values.items()
            if rows[name].value != value
        }
        if not changed:
            return self
        return self._with_rows({**rows, **changed})

    def _with_rows(self, rows: Mapping[str, Switch]) -> "Ruleset":
        combat = self.combat.by_switch(open_rules=_has_open_conditions(rows))
        return self.model_copy(update={"switches": MappingProxyType(rows), "combat": combat})

    def open_questions(self, questions: Iterable[str]) -> tuple[str, ...]:
        """Return those of `questions` that this ruleset does not settle, sorted, each once."""
        return tuple(sorted(set(questions) - set(self.settles)))

    def cite(
        self,
        rule: str,
        label: Message | str,
        value: Value,
        /,
        *parts: Receipt,
        source: str = "",
        questions: str = "",
        default: bool = False,
        switch: str | tuple[str, ...] = (),
        **values: Value,
    ) -> Receipt:
        """Return a receipt for `value` with the source of catalogue rule `rule` ("T-134").

        A `label` may be the template of `values`.
        It is a house default when this system's document is silent on the rule, when open
        `questions` ("Q-40 Q-44") matter to the answer, or by `default` (for rules stated in part).
        Name each `switch` that the value depends on: where the campaign has its own, the source
        is HOUSE_RULE, and it is no house default. KeyError: no such rule.
        """
        entry = self.rules[rule]
        asked = self.open_questions(questions.split())
        silent = entry.default
        if silent and entry.questions:
            inherited = self.open_questions(entry.questions)
            silent = bool(inherited)
            asked = self.open_questions((*asked, *inherited))
        settled = entry.default and not silent
        message = Message(label, **values) if isinstance(label, str) else label
        switches = (switch,) if isinstance(switch, str) else switch
        if any(self.is_house_rule(name) for name in switches):
            return Receipt(message, value, rule, HOUSE_RULE, parts=parts)
        return Receipt(
            label=message,
            value=value,
            rule=rule,
            source=source or (self.id if settled else entry.source),
            default=default or silent or bool(asked),
            questions=asked,
            parts=parts,
        )


def _outrider_rules(
    letter: str, basis: str, source: str, titles: Iterable[tuple[str, *tuple[str, ...]]]
) -> dict[str, dict[str, Any]]:
    # `titles` has a tuple for each rule: its title, and the open questions that touch it. A single
    # rule is (("Title",),). The table `rules` of the rulesets has the letters C, Q and T.
    return {
        f"{letter}-{number}": {
            "title": title,
            "basis": basis,
            "source": source,
            "questions": questions,
        }
        for number, (title, *asked) in enumerate(titles, start=1)
        for questions in (tuple(asked),)
    }


OUTRIDER_RULES: Mapping[str, dict[str, Any]] = MappingProxyType(
    {
        **_outrider_rules(
            "M",
            "convention",
            "Outrider's map rule",
            (
                ("A step on the map",),
                ("Words of the map",),
                ("Rivers and crossings",),
                ("Boats and landings",),
                ("Modes and their days",),
                ("The day's hours",),
                ("Exact costs of routes",),
            ),
        ),
        **_outrider_rules(
            "G",
            "convention",
            "Outrider's rule of geometry",
            (
                ("When a line is clear", "QC-6", "QC-7"),
                ("Distance and reach",),
                ("Steps of big movers", "QC-22"),
                ("Opposite sides or corners",),
                ("The cost of a step",),
                ("Cheapest paths and reachable squares",),
                ("Line of effect", "QC-7"),
                ("Squeezing by a leading block", "QC-51"),
            ),
        ),
        **_outrider_rules(
            "A",
            "default",
            "house default (Outrider's area rule)",
            (
                ("Bursts",),
                ("Spreads",),
                ("Cones",),
                ("Lines",),
            ),
        ),
        **_outrider_rules(
            "K",
            "default",
            "house default (open rules)",
            (
                ("Acts that provoke",),
                ("Shooting into a melee",),
                ("How many attacks",),
                ("Critical hits without a second roll",),
                ("A move is whole",),
                ("The line of a charge",),
                ("The figures of a charge",),
                ("In the saddle",),
                ("Rider and mount act together",),
                ("The guarded step",),
                ("Lying down",),
                ("Who begins flat-footed",),
                ("Feats",),
                ("What conditions do",),
            ),
        ),
    }
)
"""Rules beyond the catalogue, which every ruleset knows: rows of its table `rules` by number
(Outrider's own of travel on maps, geometry and areas; attacks by the open rules), after each title
the open questions that touch it. A ruleset may have a row of its own instead."""
