"""One fight that all four systems can play: a bow, a lance, second weapons, one who lies down."""

from __future__ import annotations

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting
from core.play.facts.state import Member
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.story.yard import make_member, save_fight

ORDER = {
    "goblin": 25,
    "ogre": 22,
    "robin": 20,
    "flint": 18,
    "gerda": 16,
    "soldier": 10,
    "ulrich": 8,
    "star": 7,
}
PLACES = (
    Figure("ogre", "D4"),
    Figure("goblin", "K8"),
    Figure("soldier", "N2"),
    Figure("robin", "C3"),
    Figure("flint", "F4"),
    Figure("gerda", "E6"),
    Figure("ulrich", "A8", mount="star"),
    Figure("star", "A8"),
)
CLUB = Attack("greatclub", (8,), "2d8+7")
AXE = Attack("battleaxe", (6,), "1d8+2", times=3)
SECOND_SWORD = Attack("longsword", (6,), "1d8+1", hand="off")
SHORT_SWORD = Attack("short sword", (7,), "1d6+1", hand="off", light=True)
LANCE = Attack("lance", (6,), "1d8+3", times=3, weapon="lance", reach=2)
HUNTING_BOW = Attack("short bow", (5,), "1d6", mode="ranged", weapon="bow", increment=12)
WAR_BOW = Attack("short bow", (4,), "1d6", mode="ranged", weapon="bow", increment=12)
HORSE = make_member(
    "Star", "s", Sheet(size="L", long=True, ac=14, speeds=(("walk", 10),)), mount=True
)


def _longbow(*bonuses: int) -> Attack:
    return Attack("longbow", bonuses, "1d8", times=3, mode="ranged", weapon="bow", increment=20)


def _longsword(*bonuses: int) -> Attack:
    return Attack("longsword", bonuses, "1d8+3", critical=19)


def sheet_of(system: str, sheet: Sheet) -> Sheet:
    """A sheet as a system has it: in sf with two Armour Classes, that against energy one less."""
    if system != "sf" or sheet.ac is None:
        return sheet
    return replace(sheet, eac=sheet.ac - 1)


def party(system: str) -> tuple[Member, ...]:
    """The five of the party, with a second bonus where a sheet of that system has one."""
    many = system in ("pf1", "dnd35")
    bow = _longbow(6, 1) if many else _longbow(6)
    sword = _longsword(7, 2) if many else _longsword(7)
    walks = (("walk", 6),)
    robin = Sheet(ac=15, dexterity=2, speeds=walks, attacks=(bow,), feats=("Rapid Shot",))
    flint = Sheet(
        ac=18,
        dexterity=1,
        speeds=walks,
        attacks=(sword, SHORT_SWORD),
        feats=("Two-Weapon Fighting",),
    )
    gerda = Sheet(ac=16, dexterity=0, speeds=walks, attacks=(AXE, SECOND_SWORD))
    ulrich = Sheet(ac=17, dexterity=0, speeds=walks, attacks=(LANCE,), reaction=False)
    star = Sheet(size="L", long=True, ac=14, dexterity=0, speeds=(("walk", 10),), reaction=False)
    return (
        make_member("Robin", "R", sheet_of(system, robin)),
        make_member("Flint", "F", sheet_of(system, flint)),
        make_member("Gerda", "G", sheet_of(system, gerda)),
        make_member("Ulrich", "L", sheet_of(system, ulrich)),
        make_member("Star", "s", sheet_of(system, star), mount=True),
    )


def foes(system: str) -> tuple[Foe, ...]:
    """The three foes: an ogre, a goblin, and a soldier who lies."""
    gun = Attack("crossbow", (4,), "1d8", mode="ranged", weapon="crossbow", increment=16)
    if system == "sf":
        gun = Attack("rifle", (4,), "1d8", mode="ranged", increment=16)
    walks = (("walk", 6),)
    ogre = Sheet(
        size="L", reach=2, ac=16, dexterity=0, speeds=walks, attacks=(CLUB,), reaction=True
    )
    goblin = Sheet(
        size="S", ac=15, dexterity=1, speeds=walks, attacks=(HUNTING_BOW,), reaction=False
    )
    soldier = Sheet(ac=14, dexterity=1, speeds=walks, attacks=(gun, WAR_BOW), reaction=False)
    return (
        Foe("ogre", "Ogre", "o", hp=60, con_score=15, sheet=sheet_of(system, ogre)),
        Foe("goblin", "Goblin", "g", hp=30, con_score=10, sheet=sheet_of(system, goblin)),
        Foe(
            "soldier",
            "Soldier",
            "m",
            hp=30,
            con_score=12,
            sheet=sheet_of(system, soldier),
            lasting=(Lasting("prone"),),
        ),
    )


def prepare_fight(system: str) -> str:
    """A campaign in which the goblin has acted and it is the ogre's turn; its name."""
    fight = Encounter("field", "The field", "", foes=foes(system), figures=PLACES)
    return save_fight(packaged(system), party(system), fight, ORDER, turns=1)
