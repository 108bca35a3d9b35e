"""A worked case of the grid as a fight, and the keys that a GM presses for what it asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.calendars import Instant
from core.casebook.cases import Case
from core.casebook.combat_cases import read_board
from core.combat.board.drawing import Board, Light
from core.combat.board.scene import Creature
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting, Slot
from core.play.facts.state import Fighting, Member, State
from core.play.union import Assets
from core.travel.movers import Mover
from saves.store.packaged_rulesets import packaged
from tests.reach.pressing import GridTable

MORNING = Instant(0, Fraction(8))
SPEEDS = tuple((mode, 12) for mode in ("walk", "fly", "swim", "climb", "burrow"))
ACTIONS: Mapping[str, str] = {
    "run": "r",
    "charge": "c",
    "five_foot_step": "s",
    "step": "s",
    "withdraw": "x",
}
MODES: Mapping[str, str] = {"fly": "f", "swim": "m", "incorporeal": "i"}


def stage(
    creatures: tuple[Creature, ...],
    board: Board,
    system: str,
    acting: str = "",
    ranged: bool = False,
    light: Light = "bright",
) -> tuple[State, Assets]:
    """Return a running fight of these creatures; who is not of the party is its foe."""
    acting = acting or creatures[0].id
    sides = [creature.side for creature in creatures if creature.id == acting]
    party_side = sides[0] if sides else ""
    foes = []
    members = []
    for number, creature in enumerate(creatures):
        sheet = _sheet(creature, ranged and creature.id == acting)
        lasting = tuple(Lasting(name) for name in creature.conditions if name not in TRAITS)
        letter = "abcdefghijklmnopqrstuvwxyz"[number]
        if creature.side == party_side:
            members.append(
                Member(
                    creature.id,
                    creature.id,
                    letter.upper(),
                    mover=Mover(speed_m=Fraction(18)),
                    level=3,
                    con_score=12,
                    hp=40,
                    sheet=sheet,
                    lasting=lasting,
                )
            )
        else:
            foes.append(Foe(creature.id, creature.id, letter, sheet=sheet, hp=40, lasting=lasting))
    riders = {creature.rides: creature.id for creature in creatures if creature.rides}
    order = sorted(
        (one.id for one in creatures if one.id not in riders),
        key=lambda id: id != riders.get(acting, acting),
    )
    encounter = Encounter(
        "case",
        "Case",
        "b" * 64,
        "running",
        foes=tuple(foes),
        figures=tuple(
            Figure(one.id, str(one.at), elevation=one.elevation, mount=one.rides, acted=True)
            for one in creatures
        ),
        round=1,
        order=tuple(Slot(id, (id,), Fraction(20 - n)) for n, id in enumerate(order)),
        acting=order[0],
        began=MORNING,
        light=light,
    )
    state = State(
        name="Cases",
        ruleset="f" * 64,
        members=tuple(members),
        encounters=(encounter,),
        pending=Fighting("Case", MORNING, Fraction(0), encounter="case"),
    )
    return state, Assets(packaged(system), boards=MappingProxyType({"b" * 64: board}))


TRAITS = (
    "darkvision",
    "low_light",
    "see_invisible",
    "fills_space",
    "ignores_difficult",
    "combat_reflexes",
    "crit_immune",
    "blur",
    "invisible",
)


def _sheet(creature: Creature, ranged: bool) -> Sheet:
    attack = Attack("blade", (6,), "1d8+2", reach=creature.weapon_reach, near=creature.near)
    if ranged:
        attack = Attack("bow", (6,), "1d8", mode="ranged", weapon="bow", increment=20)
    if "unarmed" in creature.conditions:
        attacks: tuple[Attack, ...] = ()
    else:
        attacks = (attack,)
    return Sheet(
        size=creature.size,
        long=creature.long,
        reach=creature.reach,
        space=creature.space,
        ac=15,
        dexterity=2,
        reflex=3,
        acrobatics=8,
        speeds=SPEEDS,
        attacks=attacks,
        reaction=True,
        traits=tuple(name for name in creature.conditions if name in TRAITS),
    )


WAYS_TO: Mapping[str, str] = MappingProxyType({"P-198": "A1", "P-332": "A1"})
"""Cases of an attack in which the way to a square shows rules, too."""


def keys_of(case: Case) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return who acts in a case, and the keys for what it asks; () where no key is known."""
    given = case.given
    match case.kind:
        case "move_cost" | "aoo" | "cheapest" | "end_square":
            squares = given.get("path") or [given.get("to") or given.get("at")]
            yield given["mover"], (*_way(given), squares[-1])
        case "reachable_count":
            yield given["mover"], _way(given)
        case "cover" | "concealment" if given["mode"] != "area":
            yield given["attacker"], (_anchor(case, given["target"]),)
        case "flanking":
            yield given["attacker"], (_anchor(case, given["target"]),)
        case "threatened":
            yield given["who"], ("r", "r")
        case "distance":
            yield given["a"], ("M", _anchor(case, given["b"]))


def _way(given: Mapping[str, Any]) -> tuple[str, ...]:
    letter = ACTIONS.get(given.get("action", ""), "") or MODES.get(given.get("mode", ""), "")
    if given.get("tumble_success"):
        letter = "t"
    if given.get("squeeze"):
        letter = "q"
    if not letter:
        return ()
    return "p", letter


def _anchor(case: Case, id: str) -> str:
    for creature in case.board["creatures"]:
        if creature["id"] == id:
            return str(creature["at"])
    return id


def press_case(case: Case) -> set[str]:
    """Return the rules that the receipts name when a case is played by its keys."""
    found: set[str] = set()
    for acting, keys in keys_of(case):
        scene = read_board(case.board, packaged(case.ruleset))
        board = Board(
            tuple(case.board["map"].split()),
            tuple(case.board.get("edge_walls", ())),
            tuple(case.board.get("edge_low", ())),
        )
        state, assets = stage(
            scene.creatures,
            board,
            case.ruleset,
            acting,
            ranged=case.given.get("mode") == "ranged",
            light=case.given.get("light", "bright"),
        )
        table = GridTable(state, assets)
        found |= table.press(*keys)
        if case.id in WAYS_TO:
            found |= table.press(WAYS_TO[case.id])
    return found
