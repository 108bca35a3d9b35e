"""The commands that the documents show answer as they say.

After a change of words: `python -m tests.tui.verbs.test_ask_documented` writes the answers anew;
read what it changed.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from core.combat.board.encounter_file import parse_encounter
from saves.library.effect_library import lay_effects
from saves.store.packaged_rulesets import packaged
from tui.cli import main

ROOT = Path(__file__).parents[3]
PAGES = (ROOT / "docs" / "encounter-file.md", ROOT / "README.md")
SHOWN = re.compile(r"```\n\$ outrider (ask [^\n]*)\n(.*?)```", re.DOTALL)


def answered(command: str) -> str:
    """What a command prints."""
    words = shlex.split(command)
    words[1] = str(ROOT / words[1])
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(words, "0") == 0
    return out.getvalue()


COMMANDS = [
    (page.name, *found.groups())
    for page in PAGES
    for found in SHOWN.finditer(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "command", "shown"), COMMANDS, ids=lambda text: text[:60])
def test_a_command_in_a_document_answers_as_shown(page: str, command: str, shown: str) -> None:
    assert answered(command) == shown, f"{page}: {command} answers otherwise now"


def test_the_documents_show_commands() -> None:
    assert {page for page, _, _ in COMMANDS} == {page.name for page in PAGES}
    assert len(COMMANDS) > 6


def test_the_file_that_the_document_shows_is_an_encounter() -> None:
    text = PAGES[0].read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    encounter = parse_encounter(shown[1])
    scene = encounter.scene(lay_effects(packaged("pf1"), encounter.effect_names))
    assert [creature.id for creature in scene.creatures] == ["harsk", "orc", "shaman"]


def rewrite() -> None:
    """Write the answers of today into the documents."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(
            SHOWN.sub(lambda found: f"```\n$ outrider {found[1]}\n{answered(found[1])}```", text),
            encoding="utf-8",
        )


if __name__ == "__main__":
    rewrite()
