"""Switches: readings of a rule that a ruleset chooses, and that a campaign may choose otherwise.

A switch is a row of the table `switches`. What works differently between systems is a mechanism
(`schema.Mechanisms`), and no switch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import PlainValidator

from core.file_schema import WrongValue
from core.messages import Message
from core.rulesets.quantity_types import Names, TableRow
from core.rulesets.trees import Path, Tree

SwitchName: TypeAlias = Literal[
    "acts_provoke",
    "bed_rest",
    "charge_figures",
    "charge_line",
    "conditions",
    "dark_targets",
    "dying_foes",
    "dying_place",
    "exhaustion",
    "feats",
    "full_attacks",
    "guarded_step",
    "into_melee",
    "marches_exhaust",
    "mounts_rest",
    "nonlethal_every_hour",
    "saddle",
    "shared_actions",
    "sure_criticals",
    "surprised_alone",
    "teams_check",
    "weightless",
    "whole_moves",
]
"""The switches that code may ask for: each has its row in every ruleset, and there are no others.

"acts_provoke": shots, throws, spells and unarmed blows are asked like a movement.
"bed_rest" (T-168): a whole day in bed heals twice as much as a night.
"charge_figures": a charge has the figures of `combat.strikes`, not those of `combat.blows`.
"charge_line": a charge goes straight to the nearest place, and ends with its blow.
"conditions": "open_rules" has their figures where they differ from the "sources".
"dark_targets" (C-200, C-226): who cannot see in the dark is blinded as a target, too.
"dying_foes": the dying of the GM make their checks as heroes do.
"dying_place" (C-250): who drops to dying acts from then on just before the one who struck.
"exhaustion" (T-123, Q-12): who is fatigued again while fatigued is exhausted.
"feats": feats on a sheet that the grid knows do what they say.
"full_attacks": one attack is a standard action, more of them a full attack.
"guarded_step": a step of one square is a move action.
"into_melee": a shot at who fights a friend of the shooter has a penalty.
"marches_exhaust" (T-123): so is on the road who is strained again, at half pace.
"mounts_rest" (T-168, Q-14): a night's rest ends the fatigue of a mount, not its healed damage.
"nonlethal_every_hour" (T-122, Q-10): nonlethal damage heals in every hour, not at rest alone.
"saddle": what one does better and worse from the saddle.
"shared_actions": rider and mount share the actions of one turn.
"sure_criticals": no second roll confirms a critical hit.
"surprised_alone": nobody but the surprised begins a fight flat-footed.
"teams_check" (T-170, Q-16): animals that draw a vehicle check as walkers do.
"weightless" (C-125, C-138): who cannot fly pushes off in zero gravity, and drifts.
"whole_moves": an attack ends the movement before it.
"""

SWITCHES: tuple[SwitchName, ...] = get_args(SwitchName)


def _setting(value: object) -> bool | str:
    if isinstance(value, bool | str):
        return value
    raise WrongValue(Message("must be true, false or one of its choices"))


Setting: TypeAlias = Annotated[bool | str, PlainValidator(_setting)]
"""A value of a switch: true, false, or one of its choices."""

ON_OFF = (True, False)


def setting_words(value: bool | str) -> Message | str:
    """Return a value of a switch in words."""
    if isinstance(value, str):
        return value.replace("_", " ")
    if value:
        return Message("on")
    return Message("off")


class Switch(TableRow):
    """A switch: its value, and `what` a GM changes by it, in a sentence by language.

    `sources` is its value by the five documents alone, `before` what is played where a stored
    ruleset or a GM's folder lacks the row. `provenance` says where the default comes from: the
    documents, the open rules of that system, or Outrider. A switch without `choices` is on or off.
    """

    value: Setting
    sources: Setting
    before: Setting
    provenance: Literal["source", "open rules", "house"]
    what: Names
    choices: tuple[str, ...] = ()

    @property
    def settings(self) -> tuple[bool | str, ...]:
        """Its possible values."""
        return self.choices or ON_OFF

    def sentence(self, lang: str = "en") -> str:
        """Return what it changes in `lang`, else in English."""
        return self.what.get(lang, self.what["en"])


MOVED: Mapping[Path, Path] = {("fatigue", "exhaustion"): ("switches", "exhaustion", "value")}
"""Keys of rulesets written before, and where they are now."""


def with_moved_keys(tree: Tree) -> Tree:
    """Return the tree of a ruleset with its old keys where they are now; the newer key wins."""
    for old, new in MOVED.items():
        value = _at(tree, old)
        if value is None:
            continue
        tree = _without(tree, old)
        if _at(tree, new) is None:
            tree = _with(tree, new, value)
    return tree


def without_moved_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a folder `replaces` without the keys that are elsewhere now."""
    moved = {".".join(path) for path in MOVED}
    return tuple(name for name in names if name not in moved)


def with_all_switches(tree: Tree, rows: Mapping[str, Tree]) -> Tree:
    """Return the tree of a stored ruleset with all switches of today, and no others.

    `rows` are those of the ruleset that it is or extends. A row that it lacks has the value of
    `before`. Where it has a value that is none of the switch any more, that is `before` too.
    """
    own = tree.get("switches", {})
    if not isinstance(own, dict):
        return tree
    return {**tree, "switches": {name: _lifted(row, own.get(name)) for name, row in rows.items()}}


def _lifted(row: Tree, own: object) -> Tree:
    lifted = {**row, "value": row["before"]}
    if isinstance(own, dict):
        lifted.update(own)
    if lifted["value"] not in (lifted.get("choices") or ON_OFF):
        lifted["value"] = lifted["before"]
    return lifted


def set_by(tree: Tree) -> tuple[str, ...]:
    """Return the switches whose value a folder's tree has, and not what it is by the documents."""
    own = tree.get("switches")
    if not isinstance(own, dict):
        return ()
    return tuple(
        name
        for name, row in own.items()
        if isinstance(row, dict) and "value" in row and "sources" not in row
    )


def unknown_switches(tree: Tree) -> Iterator[tuple[Path, Message]]:
    """Yield the rows that are no switches: (path, message)."""
    rows = tree.get("switches")
    for name in sorted(rows) if isinstance(rows, dict) else ():
        if name not in SWITCHES:
            yield ("switches", name), no_switch(name)


def no_switch(name: str) -> Message:
    """Return the message about a switch that does not exist, with the nearest one."""
    for near in get_close_matches(name, SWITCHES, n=1):
        return Message("no switch {name}; did you mean {suggestion}?", name=name, suggestion=near)
    return Message("no switch {name}; there are {names}", name=name, names=SWITCHES)


def switch_problems(rows: Mapping[str, Switch]) -> Iterator[tuple[Path, Message]]:
    """Yield missing switches, and values that are none of a switch: (path, message)."""
    for missing in sorted(set(SWITCHES) - rows.keys()):
        yield ("switches", missing), Message("is missing")
    for name, row in rows.items():
        for key in ("value", "sources", "before"):
            if getattr(row, key) not in row.settings:
                yield ("switches", name, key), _no_setting(row)


def _no_setting(row: Switch) -> Message:
    if row.choices:
        return Message("must be one of {choices}", choices=row.choices)
    return Message("must be true or false")


def _at(tree: Tree, path: Path) -> Any:  # noqa: ANN401  (any TOML value)
    value: Any = tree
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def _without(tree: Tree, path: Path) -> Tree:
    key = path[0]
    rest = path[1:]
    kept = {name: value for name, value in tree.items() if name != key}
    if rest:
        return {**kept, key: _without(tree[key], rest)}
    return kept


def _with(tree: Tree, path: Path, value: object) -> Tree:
    key = path[0]
    rest = path[1:]
    if not rest:
        return {**tree, key: value}
    below = tree.get(key, {})
    if not isinstance(below, dict):
        return tree
    return {**tree, key: _with(below, rest, value)}
