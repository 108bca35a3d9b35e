"""The page about the bestiary says what the program reads, every key of it."""

from __future__ import annotations

import re
from pathlib import Path

from core.bestiary import parse_bestiary
from core.bestiary_schema import AttackTable, BeastTable
from core.creatures import Attack
from core.rulesets.creature_words import NO_WORDS
from saves.library.bestiary import check_beast
from saves.store.packaged_rulesets import packaged
from tui.play.creature_lines.attack_lines import read_attack

PAGE = (Path(__file__).parents[3] / "docs" / "bestiary.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
EXAMPLE = BLOCKS["toml"]
LINES = BLOCKS[""].splitlines()


def test_the_example_is_a_creature() -> None:
    (troll,) = parse_bestiary(EXAMPLE)
    check_beast(troll, packaged("pf1"))
    assert [attack.name for attack in troll.sheet.attacks] == ["claw", "spear", "spit"]
    assert troll.hp == 51


def test_every_key_of_a_creature_is_in_the_example() -> None:
    written = set(re.findall(r"^(\w+) = ", EXAMPLE, re.MULTILINE))
    assert set(BeastTable.model_fields) <= written


def test_every_key_of_an_attack_is_in_the_table() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert set(AttackTable.model_fields) == {
        key for row in rows for key in re.findall(r"`(\w+)`", row)
    }


def test_the_lines_are_attacks() -> None:
    read = [read_attack(line, NO_WORDS) for line in LINES]
    assert read[2] == Attack("spear", (8, 3), "1d8+7", times=3, reach=4, also="trip", mode="melee")
    assert (read[3].reach, read[3].near) == (2, True)
    assert read[4].extra == "1d6"
