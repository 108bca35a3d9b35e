"""Which consequences of an overruled entry are corrected together.

A night heals less of a wound that was never dealt: to take back the wound and not what was healed
of it would leave a creature healthier than it ever was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.play.facts.table.commands import Correction
from core.play.fight.health import DYING
from saves.history.fixing import POINTS, Change


def joint_changes(changes: Iterable[Change]) -> Mapping[int, frozenset[int]]:
    """Return for each entry with corrections the entries that are corrected with it, and itself.

    Entries are joined where one takes points of a creature and another gives points of the same
    kind, and where one changes whether a creature is dying, stable or dead and another its points
    or that state. Points in one direction, places and other conditions stand alone.
    """
    together: dict[int, frozenset[int]] = {}
    by_creature: defaultdict[str, list[tuple[int, Correction]]] = defaultdict(list)
    for change in changes:
        if change.corrections:
            together[change.seq] = frozenset((change.seq,))
        for correction in change.corrections:
            by_creature[correction.who].append((change.seq, correction))
    for corrections in by_creature.values():
        for seqs in _join_changes(corrections):
            _join(together, seqs)
    return together


def _join_changes(corrections: list[tuple[int, Correction]]) -> Iterable[set[int]]:
    wounds = {seq for seq, one in corrections if one.target in POINTS or _is_of_wounds(one)}
    if any(_is_of_wounds(one) for _, one in corrections):
        yield wounds
        return
    for target in POINTS:
        of_this_kind = [(seq, one.by) for seq, one in corrections if one.target == target]
        takes = any(by < 0 for _, by in of_this_kind)
        gives = any(by > 0 for _, by in of_this_kind)
        if takes and gives:
            yield {seq for seq, _ in of_this_kind}


def _is_of_wounds(correction: Correction) -> bool:
    if correction.target == "condition":
        return correction.to == DYING
    return correction.target in ("stable", "dead")


def _join(together: dict[int, frozenset[int]], seqs: set[int]) -> None:
    whole = frozenset[int]().union(*(together[seq] for seq in seqs))
    for seq in whole:
        together[seq] = whole
