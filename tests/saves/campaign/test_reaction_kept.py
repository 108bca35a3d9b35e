"""The word on a creature's reaction on disk: old rows stay as they are, byte for byte (C-118)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.play.facts.fight.setup.commands import AddFoes
from core.play.facts.table.commands import Hurt
from core.play.facts.table.events import Joined
from core.values import replace
from saves.library.bestiary import packaged_beasts
from saves.store import codec
from tests.fights import HARSK, WOLF

pytestmark = pytest.mark.usefixtures("both_back_ends")


def test_a_sheet_without_the_word_is_written_as_before() -> None:
    """Given a creature of whom nothing is told, then its row does not name the reaction."""
    text = codec.dump_body(AddFoes("ambush", (WOLF,), ("A1",)), {}, (Joined(HARSK),))
    assert "reaction" not in text
    assert codec.dump_body(*codec.load_body(text)) == text


@pytest.mark.parametrize("word", [True, False])
def test_a_sheet_with_the_word_keeps_it(word: bool) -> None:
    harsk = replace(HARSK, sheet=Sheet(reaction=word))
    text = codec.dump_body(Hurt(("a",), (1,)), {}, (Joined(harsk),))
    assert f'"reaction":{str(word).lower()}' in text
    assert codec.load_body(text)[2] == (Joined(harsk),)


def test_every_beast_of_the_playtest_says_whether_it_has_the_reaction() -> None:
    words = {beast.slug: beast.sheet.reaction for beast in packaged_beasts("pf2")}
    assert None not in words.values()
    assert {slug for slug, has in words.items() if has} == {"spearman", "ogre", "orc", "troll"}
    assert all(beast.sheet.reaction is None for beast in packaged_beasts("pf1"))
