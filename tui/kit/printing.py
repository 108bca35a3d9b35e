"""Printing: for people without invisible characters, for programs escaped."""

from __future__ import annotations

import json
import sys
from typing import Any

from core.characters import clean_lines, escaped


def tell(text: str, *, end: str = "\n", error: bool = False) -> None:
    """Print lines for people on stdout, or on stderr for an `error`."""
    print(clean_lines(text), end=end, file=sys.stderr if error else sys.stdout, flush=not end)


def tell_json(value: Any, *, indent: int | None = None) -> None:  # noqa: ANN401  (any JSON value)
    """Print a JSON value for programs on stdout."""
    print(escaped(json.dumps(value, indent=indent, ensure_ascii=False)))
