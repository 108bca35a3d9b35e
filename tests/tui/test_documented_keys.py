"""The documents name only keys and words of the command line that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import key_table
from tui.encounter.panes.brush_line import AIR
from tui.encounter.present.brushes import BORDERS, ERASER, LIGHTS
from tui.encounter.screen import EncounterScreen
from tui.encounter.ways import CRAWL, WAYS
from tui.journey.screen import JourneyScreen
from tui.kit.actions import ACTIONS
from tui.kit.keys import SHOWN
from tui.sessions.screen import SessionsScreen
from tui.sessions.search import FILTERS, KEYS, KINDS

ROOT = Path(__file__).parents[2]
NAMES = ("guide", "fight", "bestiary", "looking-back", "what-if")
PAGES = ("README.md", *(f"docs/{name}.md" for name in NAMES))
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def spans(page: str) -> Iterator[str]:
    """What stands between backticks in a page, examples in blocks of their own left out."""
    text = (ROOT / page).read_text(encoding="utf-8")
    yield from SPAN.findall(FENCE.sub("", text))


@pytest.mark.parametrize("page", PAGES)
def test_every_word_of_the_command_line_is_one(page: str) -> None:
    """`:undo turn` begins with a word that the command line knows."""
    named = {span[1:].split()[0] for span in spans(page) if re.match(r":[a-z]", span)}
    assert named <= {*EncounterScreen.WORDS, *JourneyScreen.WORDS, *SessionsScreen.WORDS}


def test_the_page_of_the_past_names_every_word_of_a_search() -> None:
    """Nothing that narrows the journal is left out."""
    named = {word for span in spans("docs/looking-back.md") for word in re.findall("[a-z]+", span)}
    assert {*KEYS, *KINDS, *FILTERS} - {"all"} <= named


@pytest.mark.parametrize("page", ["docs/guide.md", "docs/fight.md", "docs/looking-back.md"])
def test_every_key_is_one(page: str) -> None:
    """A letter or an F-key by itself is a key: of the key map, of a brush, of a way to move."""
    keys = {brush.sign for brush in (*BORDERS, ERASER, *LIGHTS)} | {*AIR}
    keys |= {CRAWL, *WAYS.values()}
    keys |= {SHOWN.get(key, key) for action in ACTIONS if action.on for key in action.keys}
    named = {span for span in spans(page) if re.fullmatch(r"[A-Za-z]|F\d+", span)}
    assert {key.lower() if len(key) > 1 else key for key in named} <= keys


@pytest.mark.parametrize(
    "page", sorted({*key_table.GUIDES, *key_table.LISTS}), ids=lambda page: page.stem
)
def test_the_tables_of_keys_and_words_are_those_of_the_program(page: Path) -> None:
    """After a change of the key map, or of a word: python -m tests.key_table."""
    text = page.read_text(encoding="utf-8")
    for what, table in key_table.tables(page).items():
        assert key_table.written(text, what) == table
