"""Where a mistake of a ruleset's folder is to be mended: the file, the key, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.files import FileError
from core.messages import Message
from core.rulesets.consistency import Problem
from core.rulesets.trees import Path, Tree

HEAD = "ruleset.toml"
OF_WORDS: tuple[Path, ...] = (("words", "terrain"), ("words", "way"), ("nearest",))
"""Tables of which each value is a row of another table."""
LACKS = ("is missing", "has no ")
"""Beginnings of the sentences about what must be there."""
NO_ROW = "no row "


class FolderKeys:
    """The keys that a folder writes, each with its file, and the names that it `replaces`.

    `base` is the tree of what it extends. A stored ruleset has none of these.
    """

    def __init__(
        self,
        origin: Mapping[Path, str],
        replaced: Iterable[str] = (),
        base: Tree | None = None,
    ) -> None:
        self.origin = origin
        self.base = base or {}
        self.replaced = {tuple(name.split(".")): name for name in replaced}
        self.beginnings = {path[:length] for path in origin for length in range(1, len(path) + 1)}
        """The paths of all tables, rows and keys of the folder."""

    def raise_first(self, problems: Iterable[Problem]) -> None:
        """Raise FileError of the first problem by file and key, the others in its `also`."""
        errors = list(self._errors(problems))
        if not errors:
            return
        first = min(errors, key=lambda error: (error.file, error.key))
        first.also = tuple(error for error in errors if error is not first)
        raise first

    def _errors(self, problems: Iterable[Problem]) -> Iterator[FileError]:
        gone: dict[Path, set[object]] = {}
        for path, message in problems:
            table = self._table_of_words(path)
            if table is not None and _names_a_row(message):
                gone.setdefault(table, set()).add(message.value("row"))
            else:
                yield self._error(path, message)
        for table, rows in gone.items():
            still = Message(
                '{table} still names {count:row that is|rows that are} gone; add "{table}"',
                table=".".join(table),
                count=len(rows),
            )
            yield FileError("replaces", still, file=HEAD)

    def _table_of_words(self, path: Path) -> Path | None:
        # Words that the folder inherits, of a table that it replaces.
        if not self.replaced or path in self.beginnings:
            return None
        return next((table for table in OF_WORDS if path[: len(table)] == table), None)

    def _error(self, path: Path, message: Message) -> FileError:
        key = ".".join(path)
        if message.template.startswith(LACKS):
            replaced = self._replacing(path)
            if replaced is not None:
                lost = Message(
                    '{problem}: replaces takes "{name}" away; write your own, or leave it out'
                    " there",
                    problem=message,
                    name=replaced,
                )
                return FileError(key, lost, file=HEAD)
        elif self.replaced and path not in self.beginnings and _names_a_row(message):
            inherited = Message(
                "{problem}; this is inherited: write the key with a row that is there",
                problem=message,
            )
            return FileError(key, inherited, file=HEAD)
        return FileError(key, message, file=self.file_of(path))

    def _replacing(self, path: Path) -> str | None:
        # The name that takes away what the folder would inherit.
        tree: object = self.base
        for part in path:
            if not isinstance(tree, dict) or part not in tree:
                return None
            tree = tree[part]
        for replaced, name in self.replaced.items():
            shared = min(len(replaced), len(path))
            if replaced[:shared] == path[:shared]:
                return name
        return None

    def file_of(self, path: Path) -> str:
        """Return the file that writes a key, or else what is nearest above it."""
        for length in range(len(path), 0, -1):
            start = path[:length]
            if start in self.beginnings:
                return next(file for known, file in self.origin.items() if known[:length] == start)
        return HEAD


def _names_a_row(message: Message) -> bool:
    return message.template.startswith(NO_ROW)
