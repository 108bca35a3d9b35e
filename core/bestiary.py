"""Bestiaries: files of generic creatures that can be placed in an encounter."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from core.creatures import Sheet
from core.dice import parse_dice
from core.file_schema import read_file
from core.rulesets.combat_schema import TurnRules
from core.rulesets.creature_words import take_usual_init
from core.values import Struct, replace

if TYPE_CHECKING:
    from core.bestiary_schema import BeastTable
    from core.rulesets.schema import WeaponRow

ENGLISH = "en"


class Beast(Struct):
    """A kind of creature.

    `names` are by language, `attack_names` likewise for each attack of its `sheet`. `hp_dice` are
    rolled for a creature that is not average; an average one has `hp` hit points. `cr` is its
    strength as shown to the GM ("CR 1", "level 2"), `source` its document. `usual_init`: its
    initiative is not written, so it is the usual one of the system (`with_usual_init`).
    """

    slug: str
    names: tuple[tuple[str, str], ...]
    sheet: Sheet
    hp_dice: str = ""
    hp: int | None = None
    cr: str = ""
    level: int = 1
    con_score: int | None = None
    source: str = ""
    attack_names: tuple[tuple[tuple[str, str], ...], ...] = ()
    usual_init: bool = False

    def name(self, language: str = ENGLISH) -> str:
        """Return its name in a language, else in English."""
        return _in(self.names, language)

    def figures(self, language: str = ENGLISH) -> Sheet:
        """Return its sheet with the names of its attacks in a language."""
        attacks = tuple(
            replace(attack, name=_in(names, language))
            for attack, names in zip(self.sheet.attacks, self.attack_names, strict=True)
        )
        return replace(self.sheet, attacks=attacks)


def _in(names: tuple[tuple[str, str], ...], language: str) -> str:
    found = dict(names)
    return found.get(language) or found[ENGLISH]


def ruleset_of(text: str) -> str:
    """Return the ruleset of a file of creatures, "" = any. FileError as `parse_bestiary`."""
    from core.bestiary_schema import BestiaryHead  # loaded with the first file, not at start

    return read_file(BestiaryHead, text).ruleset


def parse_bestiary(text: str, weapons: Collection[WeaponRow] = ()) -> tuple[Beast, ...]:
    """Return the creatures of a file, each a table under [beasts.SLUG].

    Sizes and traits are not checked, as that needs a ruleset. `weapons` are those whose names say
    how an attack is made. FileError has the line or the key:
    "beasts.wolf.attacks[1].damage".
    """
    from core.bestiary_schema import BestiaryTables  # loaded with the first file, not at start

    tables = read_file(BestiaryTables, text)
    return tuple(_beast(slug, table, weapons) for slug, table in tables.beasts.items())


def _beast(slug: str, table: BeastTable, weapons: Collection[WeaponRow]) -> Beast:
    return Beast(
        slug=slug,
        names=table.name,
        sheet=table.sheet(table.size, weapons),
        hp_dice=table.hp,
        hp=_average(table),
        cr=table.cr,
        level=table.level or 0,
        con_score=table.con_score,
        source=table.source,
        attack_names=tuple(attack.name for attack in table.attacks),
        usual_init=table.init is None,
    )


def _average(table: BeastTable) -> int | None:
    if table.average is not None or not table.hp:
        return table.average
    dice = parse_dice(table.hp)
    return max(1, (dice.least + dice.most) // 2)


def with_usual_reaction(sheet: Sheet, opportunity: str) -> Sheet:
    """Return the sheet of a creature of one line, which says what it has: no reaction, if not said.

    `opportunity` is the mechanism of the system. Where every creature may strike at who leaves its
    reach, nothing needs to be said (C-118).
    """
    if sheet.reaction is not None or opportunity == "per_round":
        return sheet
    return replace(sheet, reaction=False)


def with_usual_init(beast: Beast, turn: TurnRules) -> Beast:
    """Return a kind with the initiative of its Dexterity or Perception, as the system has it.

    One whose initiative is written, or that lacks that figure, is returned as it is.
    """
    if not beast.usual_init:
        return beast
    return replace(beast, sheet=take_usual_init(beast.sheet, turn))
