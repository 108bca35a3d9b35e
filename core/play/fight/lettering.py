"""The letters of a group as they are read out: those that follow each other as a run."""

from __future__ import annotations

from collections.abc import Iterable

LEFT_OUT = "uwo"
"""Letters that are keys of the dice and are never handed out."""


def letters(signs: Iterable[str]) -> str:
    """The letters of a group, those that follow each other as a run: "b-e", "a,c-e"."""
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
