"""New ids of a campaign, and the tokens of creatures."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import count, product

from core.play.state import LETTERS, State


def taken_ids(state: State) -> set[str]:
    """Return every id that is or was used in the campaign."""
    found = {*state.departed, *(m.id for m in state.members), *(b.id for b in state.boats)}
    for encounter in state.encounters:
        found.add(encounter.id)
        found.update(foe.id for foe in encounter.foes)
    return found


def fresh_id(stem: str, taken: Container[str]) -> str:
    """Return the first of `stem`-1, `stem`-2 ... that is not taken."""
    return next(name for n in count(1) if (name := f"{stem}-{n}") not in taken)


def slug(name: str) -> str:
    """Return a name as an id: "Ambush at the ford" is ambush-at-the-ford."""
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return "-".join(words) or "encounter"


def encounter_id(name: str, state: State) -> str:
    """Return a new id for an encounter of this name."""
    taken, stem = taken_ids(state), slug(name)
    return stem if stem not in taken else fresh_id(stem, taken)


def tokens(taken: Iterable[str]) -> Iterator[str]:
    """Yield tokens that are not taken: a to z, then aa, ab and so on."""
    used = set(taken)
    for length in count(1):
        for letters in product(LETTERS, repeat=length):
            if (token := "".join(letters)) not in used:
                yield token
