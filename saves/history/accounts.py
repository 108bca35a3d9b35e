"""Which entries of a corrected story cause the differences at its end. Private to history.

Points are summed over all entries that change them; for all else the last such entry counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from core.play.lasting import Lasting
from core.play.table.commands import Correction
from saves.history.stories import POINTS, Apart, Key, Value


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
            yield seq, _set(key, value)


def _by(apart: Apart, key: Key) -> int:
    then, now = apart.get(key, (0, 0))
    assert isinstance(then, int)
    assert isinstance(now, int)
    return now - then


def _set(key: Key, value: Value) -> Correction:
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
