"""Text made safe for Markdown as Obsidian reads it, for its links and for its frontmatter."""

from __future__ import annotations

import json
import re
from typing import Final

from saves.exchange.record.text import Name, Text

SIGNS: Final = re.compile(r"[\\`*_\[\]<|~^$#]|(?<=[%=])[%=]|[%=](?=[%=])|&(?=#?\w+;)|!(?=\[)")
"""Signs that mean something wherever they stand; `%`, `=` only in pairs, `&` and `!` as begins."""
LEADING: Final = re.compile(r"^(\s*)([-+>]|\d+(?=[.)]))")
"""Signs that begin a list, a quotation, a rule or a heading."""
UNLINKED: Final = re.compile(r"[\[\]|#^\\/:*\"<>?%\n]")
"""Signs that are not allowed in the name of a note."""
BARE: Final = re.compile(r"[^\W\d_][\w ']*[\w']")
"""Words that YAML reads as text without quotes, except its own."""
YAML_OWN: Final = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def escaped(text: str) -> str:
    """`text` on one line, with all signs escaped."""
    flat = " ".join(text.split())
    safe = SIGNS.sub(lambda found: f"\\{found[0]}", flat)
    return LEADING.sub(_led, safe, count=1)


def _led(found: re.Match[str]) -> str:
    if found[2].isdecimal():  # the dot after it is what makes a list
        return f"{found[1]}{found[2]}\\"
    return f"{found[1]}\\{found[2]}"


def linked(name: str) -> str:
    """A link to the note of this name, or the escaped name if no note can have it."""
    flat = " ".join(name.split())
    return escaped(flat) if not flat or UNLINKED.search(flat) else f"[[{flat}]]"


def spoken(text: Text) -> str:
    """A sentence with its names as links."""
    found = "".join(
        linked(piece.text) if isinstance(piece, Name) else _piece(piece) for piece in text
    )
    return LEADING.sub(_led, found, count=1) if text and isinstance(text[0], str) else found


def _piece(text: str) -> str:
    return SIGNS.sub(lambda found: f"\\{found[0]}", re.sub(r"\s+", " ", text))


def quoted(text: str) -> str:
    """A quoted YAML text."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def scalar(text: str) -> str:
    """A YAML text, quoted only if necessary."""
    flat = " ".join(text.split())
    bare = BARE.fullmatch(flat) and flat.casefold() not in YAML_OWN
    return flat if bare else quoted(flat)
