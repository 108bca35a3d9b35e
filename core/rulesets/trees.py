"""TOML text to trees and back: reading exactly, merging by key, writing canonically."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from core.files import FileError, read_toml, unknown
from core.messages import Message, exact

Tree: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str, ...]
BARE = re.compile(r"[A-Za-z0-9_-]+")


def read(file: str, text: str) -> Tree:
    """Parse TOML: numbers exact, lists as tuples; FileError names the line."""
    return {key: _tuples(value) for key, value in read_toml(text, file).items()}


def _tuples(value: object) -> object:
    if isinstance(value, dict):
        return {key: _tuples(item) for key, item in value.items()}
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    return value


def join(files: Mapping[str, str]) -> tuple[Tree, dict[Path, str]]:
    """Return all files as one tree, and the file of each key; a key in two files is an error.

    Cached, since a folder's heading is read before its tables: the tree is the caller's own, its
    tables are not.
    """
    whole, origin = _join_files(tuple(sorted(files.items())))
    return dict(whole), origin


@lru_cache(maxsize=4)
def _join_files(files: tuple[tuple[str, str], ...]) -> tuple[Tree, dict[Path, str]]:
    whole: Tree = {}
    origin: dict[Path, str] = {}
    for file, text in files:
        for path, value in leaves(read(file, text)):
            if path in origin:
                message = Message("is also set in {other}", other=origin[path])
                raise FileError(".".join(path), message, file=file)
            origin[path] = file
            tree = whole
            for part in path[:-1]:
                tree = tree.setdefault(part, {})
                if not isinstance(tree, dict):
                    message = Message("is a table here and a value in another file")
                    raise FileError(".".join(path), message, file=file)
            if path[-1] not in tree:
                tree[path[-1]] = value
            elif not isinstance(value, dict):
                others = (origin[known] for known in origin if known[: len(path)] == path)
                other = next(other for other in others if other != file)
                message = Message("is a value here and a table in {other}", other=other)
                raise FileError(".".join(path), message, file=file)
    return whole, origin


def leaves(tree: Tree, above: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the values that are not tables (or are empty ones) with their paths."""
    for key, value in tree.items():
        path = (*above, key)
        if isinstance(value, dict) and value:
            yield from leaves(value, path)
        else:
            yield path, value


def merge(base: Tree, over: Tree) -> Tree:
    """`base` with the values of `over`, table by table and key by key."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        if both and old is not None:
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged


def without(tree: Tree, path: Path) -> Tree:
    """Return `tree` without the value at `path`; KeyError (with the known keys) if absent."""
    key = path[0]
    rest = path[1:]
    if key not in tree or (rest and not isinstance(tree[key], dict)):
        raise KeyError(*tree)
    kept = {name: value for name, value in tree.items() if name != key}
    if rest:
        return kept | {key: without(tree[key], rest)}
    return kept


def drop(tree: Tree, replaced: tuple[str, ...]) -> Tree:
    """`tree` without the tables and rows that a ruleset replaces rather than inherits."""
    for name in replaced:
        path = tuple(name.split("."))
        try:
            tree = without(tree, path)
        except KeyError as missing:
            message = _no_such(path[-1], missing.args)
            raise FileError(f"replaces: {name}", message, file="ruleset.toml") from missing
    return tree


def _no_such(name: str, known: tuple[str, ...]) -> Message:
    message = unknown(name, known)
    if message.value("suggestion") is None:
        return Message("no such key; there are {choices}", choices=known)
    return message


def write(tree: Tree) -> str:
    """Canonical TOML: sorted, values before tables, fractions as strings; ends with a newline."""
    return "\n".join(_lines(tree, ())) + "\n"


def _lines(tree: Tree, path: Path) -> Iterator[str]:
    inner = {key: value for key, value in tree.items() if isinstance(value, dict) and value}
    inline = {key for key in inner if key == "name"}
    for key in sorted(tree):
        if key not in inner or key in inline:
            yield f"{toml_key(key)} = {toml_value(tree[key])}"
    for key in sorted(inner.keys() - inline):
        below = (*path, key)
        if any(
            name == "name" or not isinstance(item, dict) or not item
            for name, item in inner[key].items()
        ):
            yield ""
            yield f"[{'.'.join(map(toml_key, below))}]"
        yield from _lines(inner[key], below)


def toml_key(key: str) -> str:
    """Return a key, in quotes where it needs them."""
    if BARE.fullmatch(key):
        return key
    return _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value: object) -> str:
    """Return a value on one line, tables inline and sorted; fractions are texts."""
    if isinstance(value, bool):
        if value:
            return "true"
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Fraction):
        return _text(exact(value))
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, dict):
        pairs = (f"{toml_key(key)} = {toml_value(item)}" for key, item in sorted(value.items()))
        if value:
            return f"{{ {', '.join(pairs)} }}"
        return "{}"
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return _text(value)
