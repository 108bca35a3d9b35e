"""Damage by its kind: what there is, and what becomes of it, as `rules.combat.damage`."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from pydantic import Field

from core.characters import plain
from core.rulesets.quantity_types import Count, Exact, Frozen, Table, TableRow


class DamageKind(TableRow):
    """A kind of damage, or what a weapon is of, which matters to damage reductions.

    `group` "physical" is damage of weapons, "energy" and "other" that of energies and the like;
    "quality" is a material, magic or an alignment. `also` are other words for it.
    """

    group: Literal["physical", "energy", "other", "quality"]
    also: tuple[str, ...] = ()


class DamageRules(Frozen):
    """What becomes of damage by its kind (open rules of the system).

    `increase_first`: vulnerabilities and weaknesses increase damage before resistances lessen it,
    else after that. A regeneration is stopped by the kinds of damage that it names ("stops"), or
    all other damage is nonlethal to it ("nonlethal"). Hardness below that of `hardness_past` does
    not count against a weapon of that kind; `hardness_source` is the rule by which it counts.
    `objects` is the part of each kind of energy that harms an object.
    """

    kinds: Table[DamageKind]
    increase_first: bool = True
    regeneration: Literal["stops", "nonlethal"] = "stops"
    hardness_past: Table[Count] = Field(default_factory=dict)
    hardness_source: str = "open rules, Hardness"
    objects: Table[Exact] = Field(default_factory=dict)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The slugs of kinds by the words for them, as `plain` makes them."""
        rows = self.kinds.items()
        named = ((word, slug) for slug, row in rows for word in (*row.name.values(), *row.also))
        return {**{plain(word): slug for word, slug in named}, **{plain(s): s for s in self.kinds}}

    def slug_of(self, word: str) -> str:
        """Return the slug of a kind of damage; the word itself where the system has none."""
        return self.words.get(plain(word), word)

    def name_of(self, slug: str) -> str:
        """Return the name of a kind of damage, or the word itself."""
        row = self.kinds.get(slug)
        if row is None:
            return slug.replace("_", " ")
        return row.name_in()
