"""Mounts, drawn vehicles and what they carry (T-160 to T-172)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from core.messages import N_, Message, Refusal
from core.quantities import Kilograms, KmPerHour
from core.receipts import Receipt
from core.rulesets.schema import Mount, Ruleset, Vehicle
from core.values import Struct

Category = Literal["unloaded", "loaded", "overloaded"]


class LoadedMount(Struct):
    """A mount under its load: category, pace in km/h (None = it does not travel), and why."""

    total_kg: Fraction
    category: Category
    km_h: Fraction | None
    receipt: Receipt


def mount_row(rules: Ruleset, mount: str) -> Mount:
    """Return the row of `mount`. Refusal: `unknown_mount`."""
    if mount not in rules.mounts:
        raise Refusal("unknown_mount", "There is no mount called {mount}.", mount=mount)
    return rules.mounts[mount]


def vehicle_row(rules: Ruleset, vehicle: str) -> Vehicle:
    """Return the row of a drawn `vehicle` (T-164). Refusal: `unknown_vehicle`."""
    if vehicle not in rules.vehicles:
        raise Refusal("unknown_vehicle", "There is no vehicle called {vehicle}.", vehicle=vehicle)
    return rules.vehicles[vehicle]


def loaded(mount: str, load_kg: Fraction, rules: Ruleset, *, items: int = 0) -> LoadedMount:
    """Return a mount that carries `load_kg` in all, rider, gear and tack included (T-161 to T-163).

    `items` is the number of weights that were added up (0 = the total was entered). Below the
    range unloaded, within it, both ends included, loaded; above it the mount does not travel.
    Refusal: `unknown_mount`.
    """
    row = mount_row(rules, mount)
    over = load_kg > row.loaded_to_kg
    weight = _weight_receipt(load_kg, items, over, rules)
    if over:
        return LoadedMount(load_kg, "overloaded", None, weight)
    light = load_kg < row.loaded_from_kg
    km_h = row.km_h if light else row.loaded_km_h
    rule = "T-160" if light else "T-161"
    label = Message(N_("{mount}, unloaded") if light else N_("{mount}, loaded"), mount=mount)
    receipt = rules.cite(rule, label, KmPerHour(km_h), weight, source=row.source)
    return LoadedMount(load_kg, "unloaded" if light else "loaded", km_h, receipt)


def mount_pace(mount: str, load_kg: Fraction, rules: Ruleset) -> LoadedMount:
    """Return `loaded`, but refuse an `overloaded` mount (T-163)."""
    found = loaded(mount, load_kg, rules)
    if found.km_h is None:
        raise Refusal(
            "overloaded",
            "The {mount} carries {load}, but can carry at most {most}: lighten its load.",
            mount=mount,
            load=Kilograms(load_kg),
            most=Kilograms(rules.mounts[mount].loaded_to_kg),
        )
    return found


def total_kg(items: Iterable[Fraction]) -> Fraction:
    """Return the load on a mount: everything on it, rider included (T-162)."""
    return sum(items, Fraction(0))


def _weight_receipt(load_kg: Fraction, items: int, over: bool, rules: Ruleset) -> Receipt:
    label = Message("everything on the animal")
    if items:
        return rules.cite("T-162", label, Kilograms(load_kg), questions=("Q-17",))
    questions = ("Q-17",) if over else ()
    return rules.cite("T-163", label, Kilograms(load_kg), questions=questions)
