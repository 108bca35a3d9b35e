"""Write the documents' tables of keys and of words: `python -m tests.key_table`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tui.encounter.screen import EncounterScreen
from tui.journey.screen import JourneyScreen
from tui.kit.keys import Hint, keymap
from tui.kit.phrases import say
from tui.play.command_line import command_line
from tui.play.command_line.board_words import BOARD
from tui.play.command_line.fight_words import FIGHT
from tui.play.command_line.typed_line import TypedWord
from tui.sessions.screen import SessionsScreen

DOCS = Path(__file__).parents[1] / "docs"
GUIDES = {DOCS / "fight.md": "encounter", DOCS / "looking-back.md": "sessions"}
"""The documents with a table of keys, and the screen each is about."""
FIGHTS = (
    {
        verb: word
        for verb, word in EncounterScreen.WORDS.items()
        if command_line.PLAY.get(verb) is not word
    }
    | BOARD
    | FIGHT
)
LISTS = {
    DOCS / "guide.md": [
        word for verb, word in JourneyScreen.WORDS.items() if verb not in FIGHTS or verb == "find"
    ],  # which means something on both
    DOCS / "fight.md": FIGHTS.values(),
    DOCS / "looking-back.md": SessionsScreen.WORDS.values(),
}
"""The documents with a table of words of the `:` line, and these words."""
BEGINS = "<!-- {what} made by python -m tests.key_table -->"
ENDS = "<!-- end of the {what} -->"


def tables(guide: Path) -> dict[str, str]:
    """The tables of a document: of "keys", of "words"."""
    found = {"keys": keys(GUIDES[guide])} if guide in GUIDES else {}
    return found | ({"words": words(LISTS[guide])} if guide in LISTS else {})


def keys(screen: str) -> str:
    """The keys of a screen without those of the cursor; those of its footer first."""
    hints = (hint for hint in keymap().help(screen) if not _cursor(hint))
    return "\n".join(("| key | | |", "|---|---|---|", *(_row(hint) for hint in hints)))


def words(known: Iterable[TypedWord]) -> str:
    """An example of each word, and what it does."""
    rows = (f"| `:{word.example}` | {word.label} |" for word in known)
    return "\n".join(("| word | what it does |", "|---|---|", *rows))


def _cursor(hint: Hint) -> bool:
    return hint.id.startswith(("cursor-", "far-"))


def _row(hint: Hint) -> str:
    shown = ", ".join(f"`{key}`" for key in hint.keys)
    return f"| {shown} | {say(hint.label)} | {say(hint.tip)} |"


def written(text: str, what: str) -> str:
    """The table between the two marks of a text."""
    return text.partition(BEGINS.format(what=what))[2].partition(ENDS.format(what=what))[0].strip()


def main() -> None:
    """Replace the old tables."""
    for guide in {*GUIDES, *LISTS}:
        text = guide.read_text(encoding="utf-8")
        for what, table in tables(guide).items():
            begins = BEGINS.format(what=what)
            ends = ENDS.format(what=what)
            before, _, rest = text.partition(begins)
            text = f"{before}{begins}\n{table}\n{ends}{rest.partition(ends)[2]}"
        guide.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
