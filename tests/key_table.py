"""Write the table of keys in docs/fight.md from the key map: `python -m tests.key_table`."""

from __future__ import annotations

from pathlib import Path

from tui.keymap import Hint, keymap
from tui.phrases import say

GUIDE = Path(__file__).parents[1] / "docs" / "fight.md"
BEGINS = "<!-- made by python -m tests.key_table -->"
ENDS = "<!-- end of the keys -->"


def table() -> str:
    """The keys of the Encounter screen, those of its last line first; not those of the cursor."""
    hints = (hint for hint in keymap().help("encounter") if not _cursor(hint))
    return "\n".join(("| key | | |", "|---|---|---|", *(_row(hint) for hint in hints)))


def _cursor(hint: Hint) -> bool:
    return hint.id.startswith(("cursor-", "far-"))


def _row(hint: Hint) -> str:
    keys = ", ".join(f"`{key}`" for key in hint.keys)
    return f"| {keys} | {say(hint.label)} | {say(hint.tip)} |"


def written(text: str) -> str:
    """The table that stands in a text between its two marks."""
    return text.partition(BEGINS)[2].partition(ENDS)[0].strip()


def main() -> None:
    """Put the table where the old one stands."""
    text = GUIDE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGINS)
    after = rest.partition(ENDS)[2]
    GUIDE.write_text(f"{before}{BEGINS}\n{table()}\n{ENDS}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
