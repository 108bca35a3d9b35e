"""Completions for the lines that the GM types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from textual.suggester import Suggester


class FileSuggester(Suggester):
    """Completes the path of a file, folder by folder; a folder ends in a slash."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The first file or folder whose path begins with `value`."""
        return completed(value)


def completed(value: str) -> str | None:
    """The first path that begins with the text, or None."""
    if not value:
        return None
    folder, _, start = value.rpartition("/")
    there = Path(folder or ("/" if value.startswith("/") else ".")).expanduser()
    try:
        names = sorted(
            entry.name + ("/" if entry.is_dir() else "")
            for entry in there.iterdir()
            if entry.name.startswith(start) and (start or not entry.name.startswith("."))
        )
    except OSError:
        return None
    prefix = value[: len(value) - len(start)]
    return prefix + names[0] if names else None


class WordSuggester(Suggester):
    """Completes the last word from `words`, which are asked for each time.

    After its first word, a line is completed to the first of `examples` that begins like it.
    """

    def __init__(
        self,
        words: Callable[[], Iterable[str]],
        examples: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self._words = words
        self._examples = examples

    async def get_suggestion(self, value: str) -> str | None:
        """`value` with its last word completed; `value` arrives in lower case."""
        before, space, last = value.rpartition(" ")
        whole = next((line for line in self._examples() if line.startswith(value)), None)
        if space and whole is not None:
            return whole
        if not last:
            return None
        found = next((w for w in self._words() if w.lower().startswith(last)), None)
        return None if found is None else f"{before}{space}{found}"
