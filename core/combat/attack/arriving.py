"""What arrives of the damage that is dealt: by its kinds, and by what the creature has against it.

By the open rules: what an object does not feel, immunities, vulnerabilities and weaknesses,
resistances, damage reduction, hardness. The order of vulnerability and resistance is the system's
(`increase_first`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from core.defences import ALL, ENERGY, PHYSICAL, Defence, write_defence
from core.messages import Message
from core.rulesets.damage_schema import DamageRules
from core.values import Struct


class DealtPart(Struct):
    """Points of damage of a blow, and their kinds by slug (() = nobody said which)."""

    amount: int
    kinds: tuple[str, ...] = ()


class Step(Struct):
    """One thing that changes the damage of a part, by so many points, and the rule it is by."""

    label: Message
    change: int
    source: str


class ArrivedPart(Struct):
    """A part of a blow, what of it arrives, and the steps between.

    `spared`: a regeneration makes what arrives of it nonlethal.
    """

    dealt: DealtPart
    arrives: int
    steps: tuple[Step, ...] = ()
    spared: bool = False


class Arrival(Struct):
    """What arrives of a blow. `stops`: it stops the regeneration of who is struck.

    `worn` are the effects that take so many points in all, by name, and what they took.
    """

    parts: tuple[ArrivedPart, ...]
    stops: bool = False
    worn: tuple[tuple[str, int], ...] = ()

    @property
    def dealt(self) -> int:
        """The points that were dealt."""
        return sum(part.dealt.amount for part in self.parts)

    @property
    def arrives(self) -> int:
        """The points that arrive."""
        return sum(part.arrives for part in self.parts)

    @property
    def spared(self) -> int:
        """The points of these that a regeneration makes nonlethal."""
        return sum(part.arrives for part in self.parts if part.spared)


Pools: TypeAlias = dict[tuple[Defence, tuple[str, ...]], int]
"""What is left of defences that count once a blow."""


@dataclass(slots=True)
class _Part:
    """A part while its damage is changed."""

    dealt: DealtPart
    left: int
    groups: frozenset[str]
    steps: list[Step] = field(default_factory=list)

    def change(self, points: int, label: Message, source: str) -> None:
        """Change what is left by `points`, and say why; 0 changes nothing."""
        change = max(points, -self.left)
        if change:
            self.left += change
            self.steps.append(Step(label, change, source))

    @property
    def is_weapon(self) -> bool:
        """Whether it is damage of a weapon, which damage reduction lessens."""
        if self.groups & {ENERGY, "other"}:
            return False
        return bool(self.groups)


def find_arrival(
    dealt: Sequence[DealtPart], defences: Sequence[Defence], rules: DamageRules
) -> Arrival:
    """Return what arrives of the parts of one blow; of several defences alike the best counts."""
    parts = [_Part(part, part.amount, _groups_of(part.kinds, rules)) for part in dealt]
    pools: Pools = {}
    for part in parts:
        _spare_object(part, defences, rules)
        _spare_immune(part, defences, rules)
        if rules.increase_first:
            _increase(part, defences, rules)
        _absorb(part, defences, rules, pools)
        _resist(part, defences, rules, pools)
        _reduce(part, defences, rules, pools)
        if not rules.increase_first:
            _increase(part, defences, rules)
        _harden(part, defences, rules, pools)
    worn = tuple(
        (defence.of, defence.amount - left) for (defence, _), left in pools.items() if defence.of
    )
    stopping = _stopping_kinds(defences, rules)
    if stopping is None:
        return Arrival(tuple(map(_arrived, parts)), worn=worn)
    hit = [bool(part.left and stopping & {*part.dealt.kinds}) for part in parts]
    if rules.regeneration == "stops":
        return Arrival(tuple(map(_arrived, parts)), any(hit), worn)
    arrived = (_arrived(part, spared=not harms) for part, harms in zip(parts, hit, strict=True))
    return Arrival(tuple(arrived), worn=worn)


def _arrived(part: _Part, *, spared: bool = False) -> ArrivedPart:
    return ArrivedPart(part.dealt, part.left, tuple(part.steps), spared)


def _groups_of(kinds: Iterable[str], rules: DamageRules) -> frozenset[str]:
    found = {rules.kinds[kind].group for kind in kinds if kind in rules.kinds}
    return frozenset(found | {kind for kind in kinds if kind in (PHYSICAL, ENERGY)})


def _concerns(word: str, part: _Part, rules: DamageRules) -> bool:
    # Whether a kind, or a word for several, is about this part.
    slug = rules.slug_of(word)
    if slug == ALL or slug in part.dealt.kinds:
        return True
    if slug == PHYSICAL:
        return part.is_weapon
    return slug == ENERGY and ENERGY in part.groups


def _of(what: str, defences: Iterable[Defence]) -> Iterator[Defence]:
    return (defence for defence in defences if defence.what == what)


def _spare_object(part: _Part, defences: Sequence[Defence], rules: DamageRules) -> None:
    if not any(_of("object", defences)):
        return
    for kind in part.dealt.kinds:
        if kind in rules.objects:
            kept = int(part.left * rules.objects[kind])
            label = Message("{kind} harms an object less", kind=rules.name_of(kind))
            part.change(kept - part.left, label, "open rules, Energy Attacks")


def _spare_immune(part: _Part, defences: Sequence[Defence], rules: DamageRules) -> None:
    for defence in _of("immunity", defences):
        slug = rules.slug_of(defence.kinds[0])
        row = rules.kinds.get(slug)
        is_quality = row is not None and row.group == "quality"
        if not is_quality and _concerns(slug, part, rules):
            label = Message("immune to {kind}", kind=rules.name_of(slug))
            part.change(-part.left, label, "open rules, Immunity")


def _increase(part: _Part, defences: Sequence[Defence], rules: DamageRules) -> None:
    if not part.left:
        return
    for defence in _of("vulnerability", defences):
        if _concerns(defence.kinds[0], part, rules):
            label = Message("vulnerable to {kind}", kind=defence.kinds[0])
            part.change(part.left // 2, label, "open rules, Vulnerability")
            break
    found = [one for one in _of("weakness", defences) if _concerns(one.kinds[0], part, rules)]
    if found:
        most = max(found, key=lambda one: one.amount)
        label = Message("weakness {kind} {points}", kind=most.kinds[0], points=most.amount)
        part.change(most.amount, label, "open rules, Weakness")


def _absorb(part: _Part, defences: Sequence[Defence], rules: DamageRules, pools: Pools) -> None:
    # What absorbs energy does so before a resistance lessens it.
    for defence in _of("absorption", defences):
        if _concerns(defence.kinds[0], part, rules):
            label = Message("{effect} absorbs", effect=defence.of)
            _draw(part, defence, (), label, "open rules, Protection from Energy", pools)


def _resist(part: _Part, defences: Sequence[Defence], rules: DamageRules, pools: Pools) -> None:
    found = [
        one
        for one in _of("resistance", defences)
        if _concerns(one.kinds[0], part, rules)
        and not any(rules.slug_of(word) in part.dealt.kinds for word in one.unless)
    ]
    if found:
        best = max(found, key=lambda one: one.amount)
        label = Message("{defence}", defence=write_defence(best))
        _draw(part, best, tuple(sorted(part.dealt.kinds)), label, "open rules, Resistance", pools)


def _reduce(part: _Part, defences: Sequence[Defence], rules: DamageRules, pools: Pools) -> None:
    if not part.is_weapon:
        return
    found = [one for one in _of("reduction", defences) if not gets_past(part.dealt, one, rules)]
    if found:
        best = max(found, key=lambda one: one.amount)
        label = Message("{defence}", defence=write_defence(best))
        _draw(part, best, (), label, "open rules, Damage Reduction", pools)


def gets_past(dealt: DealtPart, reduction: Defence, rules: DamageRules) -> bool:
    """Whether damage of these kinds gets past a damage reduction."""
    return any(_has_all(words, dealt.kinds, rules) for words in reduction.past)


def _has_all(words: Iterable[str], kinds: Collection[str], rules: DamageRules) -> bool:
    return all(rules.slug_of(word) in kinds for word in words)


def _harden(part: _Part, defences: Sequence[Defence], rules: DamageRules, pools: Pools) -> None:
    found = [one for one in _of("hardness", defences) if not _cuts(part, one, rules)]
    if found:
        best = max(found, key=lambda one: one.amount)
        label = Message("{defence}", defence=write_defence(best))
        _draw(part, best, (), label, rules.hardness_source, pools)


def _cuts(part: _Part, hardness: Defence, rules: DamageRules) -> bool:
    limits = [rules.hardness_past.get(kind, 0) for kind in part.dealt.kinds]
    return hardness.amount < max(limits, default=0)


def _draw(
    part: _Part,
    defence: Defence,
    kinds: tuple[str, ...],
    label: Message,
    source: str,
    pools: Pools,
) -> None:
    # A defence counts once a blow: what one part leaves of it is for the next.
    before = pools.get((defence, kinds), defence.amount)
    taken = min(before, part.left)
    pools[defence, kinds] = before - taken
    part.change(-taken, label, source)


def _stopping_kinds(defences: Sequence[Defence], rules: DamageRules) -> frozenset[str] | None:
    # The kinds that stop a regeneration; None where there is none.
    found = [one for one in _of("regeneration", defences) if one.amount]
    if not found:
        return None
    return frozenset(rules.slug_of(kind) for one in found for kind in one.kinds)


class KindChoice(Struct):
    """Kinds that damage may be of, how they are shown, and how many points arrive then."""

    kinds: tuple[str, ...]
    name: str
    arrives: int


def kind_choices(
    dealt: Sequence[DealtPart], defences: Sequence[Defence], rules: DamageRules
) -> tuple[KindChoice, ...]:
    """Return the kinds that the parts of which nobody said it may be of, where it would matter.

    Each makes another number arrive than damage of no kind does, or stops a regeneration.
    """
    if all(part.kinds for part in dealt) or not defences:
        return ()
    plain = find_arrival(dealt, defences, rules)
    found: list[KindChoice] = []
    for kinds in _candidates(defences, rules):
        parts = [part if part.kinds else DealtPart(part.amount, kinds) for part in dealt]
        other = find_arrival(parts, defences, rules)
        same = (other.arrives, other.stops, other.spared)
        if same != (plain.arrives, plain.stops, plain.spared):
            name = " ".join(map(rules.name_of, kinds))
            found.append(KindChoice(kinds, name, other.arrives))
    return tuple(found)


def _candidates(defences: Sequence[Defence], rules: DamageRules) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for defence in defences:
        if defence.what == "reduction":
            found.append((PHYSICAL,))
            found += [tuple(map(rules.slug_of, words)) for words in defence.past]
        for kind in (*defence.kinds, *defence.unless):
            slug = rules.slug_of(kind)
            if slug in rules.kinds or slug == ENERGY:
                found.append((slug,))
    return tuple(dict.fromkeys(found))
