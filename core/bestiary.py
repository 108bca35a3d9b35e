"""Bestiaries: files of generic creatures that can be placed in an encounter."""

from __future__ import annotations

import re

from core.creatures import ATTACK_MODES, MODES, Attack, Sheet, usual_mode
from core.dice import parse_dice
from core.files import FileError, Keys, blame, read_toml
from core.messages import Message
from core.rulesets.combat_schema import TurnRules
from core.values import Struct, replace

TOP = ("ruleset", "beasts")
SHEET = (
    "size", "long", "reach", "space", "ac", "eac", "dexterity", "init", "fortitude", "reflex",
    "will", "perception", "acrobatics", "speeds", "run", "traits", "reaction", "attacks",
)  # fmt: skip
BEAST = ("name", "hp", "average", "cr", "level", "con_score", "source", *SHEET)
ATTACK = (
    "name", "bonuses", "damage", "extra", "critical", "times", "mode", "weapon", "reach",
    "increment", "nonlethal", "agile", "also", "energy", "near",
)  # fmt: skip
WEAPONS = ("melee", "bow", "crossbow", "shuriken", "thrown")
SLUG = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
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
    return Keys(read_toml(text), TOP).word("ruleset", "")


def parse_bestiary(text: str) -> tuple[Beast, ...]:
    """Return the creatures of a file, each a table under [beasts.SLUG].

    Sizes and traits are not checked, as that needs a ruleset. FileError has the line or the key:
    "beasts.wolf.attacks[1].damage".
    """
    top = Keys(read_toml(text), TOP)
    top.word("ruleset", "")
    return tuple(_beast(slug, row) for slug, row in top.rows("beasts", BEAST))


def _beast(slug: str, row: Keys) -> Beast:
    if not SLUG.fullmatch(slug):
        said = Message("{slug} is not an id: use one word in small letters.", slug=slug)
        raise FileError(f"beasts.{slug}", said)
    dice, average = _hit_points(row)
    names = tuple(_names(one) for one in row.tables("attacks", ATTACK))
    return Beast(
        slug=slug,
        names=_names(row),
        sheet=read_sheet_table(row, row.word("size")),
        hp_dice=dice,
        hp=average,
        cr=row.word("cr", ""),
        level=row.maybe_whole("level") or 0,
        con_score=row.maybe_whole("con_score"),
        source=row.word("source", ""),
        attack_names=names,
        usual_init="init" not in row,
    )


def with_usual_init(beast: Beast, turn: TurnRules) -> Beast:
    """Return a kind with the initiative of its Dexterity or Perception, as the system has it.

    One whose initiative is written, or that lacks that figure, is returned as it is.
    """
    if not beast.usual_init:
        return beast
    usual = turn.usual_init(beast.sheet.dexterity, beast.sheet.perception)
    return beast if usual is None else replace(beast, sheet=replace(beast.sheet, init=usual))


def _names(row: Keys) -> tuple[tuple[str, str], ...]:
    if isinstance(row.table.get("name"), dict):
        found = row.texts("name")
        if not found.get(ENGLISH, "").strip():
            raise row.wrong("name", "must have an English one (en)")
        return tuple(found.items())
    return ((ENGLISH, row.word("name")),)


def _hit_points(row: Keys) -> tuple[str, int | None]:
    dice, average = row.word("hp", ""), row.maybe_whole("average", least=1)
    if not dice:
        return "", average
    with blame(f"{row.above}hp"):
        found = parse_dice(dice)
    mean = (found.least + found.most) // 2
    return dice, max(1, mean) if average is None else average


def read_sheet_table(row: Keys, size: str) -> Sheet:
    """Return the figures for a fight of a table with the keys `SHEET`. Raises FileError."""
    attacks = tuple(
        _attack(one, _in(_names(one), ENGLISH)) for one in row.tables("attacks", ATTACK)
    )
    return Sheet(
        size=size,
        long=row.flag("long"),
        reach=row.maybe_squares("reach"),
        space=row.maybe_squares("space", least=1),
        ac=row.maybe_whole("ac"),
        dexterity=row.maybe_whole("dexterity", least=None),
        init=row.maybe_whole("init", least=None) or 0,
        fortitude=row.maybe_whole("fortitude", least=None),
        reflex=row.maybe_whole("reflex", least=None),
        will=row.maybe_whole("will", least=None),
        perception=row.maybe_whole("perception", least=None),
        acrobatics=row.maybe_whole("acrobatics", least=None),
        speeds=row.squares_by("speeds", MODES),
        run=row.maybe_whole("run", least=1),
        attacks=attacks,
        traits=row.words("traits"),
        reaction=row.flag("reaction") if "reaction" in row else None,
        eac=row.maybe_whole("eac"),
    )


def _attack(row: Keys, name: str) -> Attack:
    plain = Attack(name)
    increment = row.maybe_squares("increment", least=1)
    mode = row.choice("mode", ATTACK_MODES, usual_mode(row.maybe_word("weapon") or "", increment))
    return Attack(
        name=name,
        bonuses=_bonuses(row),
        damage=_dice(row, "damage"),
        extra=_dice(row, "extra"),
        critical=row.maybe_whole("critical", least=2, most=20) or plain.critical,
        times=row.maybe_whole("times", least=1, most=10) or plain.times,
        mode=mode,
        weapon=row.word("weapon", "melee" if mode == "melee" else "bow", WEAPONS),
        reach=row.maybe_squares("reach"),
        increment=increment,
        nonlethal=row.flag("nonlethal"),
        agile=row.flag("agile"),
        also=row.word("also", ""),
        energy=row.flag("energy") or None,
        near=row.flag("near"),
    )


def _bonuses(row: Keys) -> tuple[int, ...]:
    if not isinstance(row.need("bonuses"), list):
        return (row.whole("bonuses", least=None),)
    row.some("bonuses")
    return row.wholes("bonuses")


def _dice(row: Keys, key: str) -> str:
    text = row.word(key, "")
    with blame(f"{row.above}{key}"):
        if text:
            parse_dice(text)
    return text
