"""The letters of a group in short form."""

from __future__ import annotations

from collections.abc import Iterable

LEFT_OUT = "uwo"
"""Keys of the dice tray, which are never given to creatures."""


def letters(signs: Iterable[str]) -> str:
    """Return the letters of a group, successive ones as a run: "b-e", "a,c-e"."""
    runs: list[list[str]] = []
    for sign in signs:
        if runs and _follows(runs[-1][-1], sign):
            runs[-1].append(sign)
        else:
            runs.append([sign])
    return ",".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _follows(one: str, other: str) -> bool:
    if not one or len(one) != len(other) or one[:-1] != other[:-1]:
        return False
    between = ord(other[-1]) - ord(one[-1])
    return between == 1 or (between == 2 and chr(ord(one[-1]) + 1).lower() in LEFT_OUT)
