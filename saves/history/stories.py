"""Two stories compared: the one that was played, and the one with another answer in it.

Turns, hours and routes stay as played; only wounds, conditions, deaths and positions of creatures
can differ. Which entries cause the differences at the end is kept by an `Account`. Private to
history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from core.play.fight.combatants import Being
from core.play.fight.encounter import Encounter, Figure, Foe
from core.play.lasting import Lasting
from core.play.state import Member, State
from core.play.table.commands import Correction, CorrectionTarget, Points
from core.values import replace

POINTS: tuple[Points, ...] = ("damage", "nonlethal", "strain", "strain_lethal", "temporary")
BODILY: tuple[CorrectionTarget, ...] = (*POINTS, "stable", "dead")
WOUNDS: tuple[str, ...] = (*BODILY, "lasting")
OVER = "over"
"""The status of an encounter that has ended."""
STANDING = ("at", "elevation", "mode", "mount", "trail")

Value: TypeAlias = int | bool | str | Lasting | None
Part = TypeVar("Part", Member, Foe, Figure)


class Key(NamedTuple):
    """One value of a creature that may differ; `name` is that of a condition."""

    who: str
    target: CorrectionTarget
    name: str = ""


Apart: TypeAlias = Mapping[Key, tuple[Value, Value]]
"""The values that differ: as played, and in the other story."""


def grafted(told: State, other: State) -> State:
    """The state as played, with the wounds and positions of creatures in the other story.

    It is `told` itself if nothing differs; foes of ended encounters stay as played.
    """
    if told is other:
        return told
    members = tuple(_taken(one, other.member(one.id), WOUNDS) for one in told.members)
    encounters = tuple(_encounter(one, other.encounter(one.id)) for one in told.encounters)
    if _all_are(told.members, members) and _all_are(told.encounters, encounters):
        return told
    return replace(told, members=members, encounters=encounters)


def _all_are(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    return all(one is other for one, other in zip(these, those, strict=True))


def _encounter(told: Encounter, other: Encounter | None) -> Encounter:
    if other is None or other is told or told.status == OVER:
        return told
    foes = tuple(_taken(one, other.foe(one.id), WOUNDS) for one in told.foes)
    figures = tuple(_taken(one, other.figure(one.id), STANDING) for one in told.figures)
    if _all_are(told.foes, foes) and _all_are(told.figures, figures):
        return told
    return replace(told, foes=foes, figures=figures)


def _taken(told: Part, other: Part | None, names: Iterable[str]) -> Part:
    if other is None or other is told:
        return told
    found = {
        name: getattr(other, name)
        for name in names
        if hasattr(told, name) and getattr(other, name) != getattr(told, name)
    }
    return replace(told, **found) if found else told


def differences(told: State, other: State) -> Apart:
    """The differences between creatures that exist in both."""
    found: dict[Key, tuple[Value, Value]] = {}
    for member in told.members:
        found.update(_wounds(member, other.member(member.id)))
    for encounter in told.encounters:
        there = other.encounter(encounter.id)
        if there is None or there is encounter:
            continue
        for foe in encounter.foes:
            found.update(_wounds(foe, there.foe(foe.id)))
        for figure in encounter.figures:
            found.update(_places(figure, there.figure(figure.id)))
    return found


def in_play(who: str, state: State) -> bool:
    """Whether a creature of this id is in the party or in an encounter that has not ended."""
    return state.member(who) is not None or any(
        one.status != OVER and one.foe(who) is not None for one in state.encounters
    )


def _wounds(told: Being, other: Being | None) -> Iterator[tuple[Key, tuple[Value, Value]]]:
    if other is None or other is told:
        return
    for target in BODILY:
        then, now = getattr(told, target, 0), getattr(other, target, 0)
        if then != now:
            yield Key(told.id, target), (then, now)
    mine, theirs = ({one.name: one for one in being.lasting} for being in (told, other))
    for name in dict.fromkeys((*mine, *theirs)):
        if mine.get(name) != theirs.get(name):
            yield Key(told.id, "condition", name), (mine.get(name), theirs.get(name))


def _places(told: Figure, other: Figure | None) -> Iterator[tuple[Key, tuple[Value, Value]]]:
    if other is None or other is told:
        return
    if told.at != other.at:
        yield Key(told.id, "position"), (told.at, other.at)
    if told.elevation != other.elevation:
        yield Key(told.id, "elevation"), (told.elevation, other.elevation)


@dataclass(slots=True)
class Account:
    """Differences by the entries that caused them; `first` is the overruled entry."""

    first: int
    _points: defaultdict[Key, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    _owners: dict[Key, tuple[int, Value]] = field(default_factory=dict)

    def take(
        self,
        seq: int,
        before: Apart,
        after: Apart,
        *,
        changed: bool,
        set_anew: Set[Key] = frozenset(),
        lost: Set[str] = frozenset(),
    ) -> None:
        """Enter row `seq`, with the differences before and after it.

        Differences that an unchanged row evens out, or overwrites in both stories (`set_anew`),
        no longer count for earlier entries. Creatures `lost` with the row keep theirs.
        """
        for key in before.keys() | after.keys():
            if before.get(key) == after.get(key) or key.who in lost:
                continue
            own = changed and key not in set_anew
            if key.target in POINTS:
                self._add(key, seq, _by(before, key), _by(after, key), own=own)
            elif key not in after:
                self._owners.pop(key, None)
            else:
                fresh = own and (key not in before or before[key][1] != after[key][1])
                owner = seq if fresh else self._owners.get(key, (self.first,))[0]
                self._owners[key] = (owner, after[key][1])

    def _add(self, key: Key, seq: int, before: int, after: int, *, own: bool) -> None:
        owed = self._points[key]
        if own:
            owed[seq] = owed.get(seq, 0) + after - before
            return
        left = before - after
        for each in reversed(tuple(owed)):
            part = min(left, max(owed[each], 0)) if left > 0 else max(left, min(owed[each], 0))
            owed[each] -= part
            left -= part
        if left:
            owed[self.first] = owed.get(self.first, 0) - left

    def corrections(self) -> Iterator[tuple[int, Correction]]:
        """The corrections of each entry at the end."""
        for key, owed in self._points.items():
            for seq, by in owed.items():
                if by:
                    yield seq, Correction(key.who, key.target, by)
        for key, (seq, value) in self._owners.items():
            yield seq, _correction(key, value)


def _by(apart: Apart, key: Key) -> int:
    then, now = apart.get(key, (0, 0))
    assert isinstance(then, int)
    assert isinstance(now, int)
    return now - then


def _correction(key: Key, value: Value) -> Correction:
    match value:
        case None | Lasting():
            return Correction(key.who, key.target, to=key.name, lasting=value)
        case bool():
            return Correction(key.who, key.target, to="yes" if value else "no")
        case _:
            return Correction(key.who, key.target, to=str(value))


def summed(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """Corrections of several entries merged, in order: points are added, else the last counts."""
    points: dict[Key, int] = {}
    others: dict[Key, Correction] = {}
    for one in corrections:
        key = Key(one.who, one.target, one.to if one.target == "condition" else "")
        if one.target in POINTS:
            points[key] = points.get(key, 0) + one.by
        else:
            others.pop(key, None)
            others[key] = one
    counted = (Correction(key.who, key.target, by) for key, by in points.items() if by)
    return (*counted, *others.values())
