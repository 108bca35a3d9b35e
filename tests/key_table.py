"""Write the documents' tables of keys from the key map: `python -m tests.key_table`."""

from __future__ import annotations

from pathlib import Path

from tui.kit.keymap import Hint, keymap
from tui.kit.phrases import say

DOCS = Path(__file__).parents[1] / "docs"
GUIDES = {DOCS / "fight.md": "encounter", DOCS / "looking-back.md": "sessions"}
"""The documents with a table of keys, and the screen each is about."""
BEGINS = "<!-- made by python -m tests.key_table -->"
ENDS = "<!-- end of the keys -->"


def table(screen: str) -> str:
    """The keys of a screen without those of the cursor; those of its footer first."""
    hints = (hint for hint in keymap().help(screen) if not _cursor(hint))
    return "\n".join(("| key | | |", "|---|---|---|", *(_row(hint) for hint in hints)))


def _cursor(hint: Hint) -> bool:
    return hint.id.startswith(("cursor-", "far-"))


def _row(hint: Hint) -> str:
    keys = ", ".join(f"`{key}`" for key in hint.keys)
    return f"| {keys} | {say(hint.label)} | {say(hint.tip)} |"


def written(text: str) -> str:
    """The table between the two marks of a text."""
    return text.partition(BEGINS)[2].partition(ENDS)[0].strip()


def main() -> None:
    """Replace the old tables."""
    for guide, screen in GUIDES.items():
        text = guide.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGINS)
        after = rest.partition(ENDS)[2]
        made = f"{before}{BEGINS}\n{table(screen)}\n{ENDS}{after}"
        guide.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
