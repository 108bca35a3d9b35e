"""Fights on a board, told by a drawing: rows of signs, and letters where somebody stands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from core.calendars import Instant
from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.dice import Answer
from core.play.facts.encounter import Encounter, Figure, Foe, Slot
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Assets, Fighting, Member, State, Waiting
from core.play.union import Command
from core.travel.movers import Mover
from core.values import replace
from tests.builders import when
from tests.switched import AS_PACKAGED, Switches, switched

SWORD = Attack("longsword", (6,), "1d8+4")
SPEAR = Attack("longspear", (5,), "1d8+3", reach=2)
BITE = Attack("bite", (3,), "1d6+1")
HERO = Member(
    "hero",
    "Hero",
    "H",
    mover=Mover(race="human"),
    level=4,
    hp=30,
    sheet=Sheet(ac=17, dexterity=2, attacks=(SWORD, SPEAR)),
)
WOLF = Foe(
    "wolf",
    "Wolf",
    "a",
    hp=13,
    sheet=Sheet(ac=14, dexterity=2, speeds=(("walk", 10),), attacks=(BITE,)),
)
OGRE = Foe(
    "ogre",
    "Ogre",
    "O",
    hp=30,
    sheet=Sheet(
        size="L",
        ac=16,
        dexterity=-1,
        speeds=(("walk", 8),),
        attacks=(Attack("club", (8,), "2d8+7"),),
    ),
)
BIRD = replace(WOLF, id="bird", name="Bird", sheet=Sheet(speeds=(("fly", 12), ("walk", 4)), ac=12))
OPEN = "\n".join(["." * 16] * 9)
"""Open ground, 16 squares by 9."""


def fight(
    drawing: str,
    *beings: Member | Foe,
    at: Mapping[str, str],
    system: str = "pf1",
    switches: Switches = AS_PACKAGED,
    **figures: Mapping[str, object],
) -> tuple[State, Assets]:
    """A running fight, round 1, all have acted, the first of `beings` to act.

    `at` are anchors by id; `figures` further fields of a figure, by id.
    """
    rows = tuple("".join(line.split()) for line in drawing.strip().splitlines())
    ids = tuple(being.id for being in beings)
    placed = tuple(
        replace(Figure(id, at.get(id, ""), acted=True), **figures.get(id, {}))  # type: ignore[arg-type]
        for id in ids
    )
    encounter = Encounter(
        "brawl",
        "Brawl",
        "b" * 64,
        "running",
        foes=tuple(one for one in beings if isinstance(one, Foe)),
        figures=placed,
        round=1,
        order=tuple(Slot(id, (id,), Fraction(20 - n)) for n, id in enumerate(ids)),
        acting=ids[0],
        began=Instant(0, Fraction(8)),
    )
    state = State(
        name="Tales",
        ruleset="f" * 64,
        members=tuple(m for m in beings if isinstance(m, Member)),
        encounters=(encounter,),
        pending=Fighting("Brawl", Instant(0, Fraction(8)), Fraction(0), encounter="brawl"),
    )
    boards = MappingProxyType({"b" * 64: Board(rows)})
    assets = Assets(switched(system, switches), boards=boards)
    return state, assets


def told(
    command: Command,
    state: State,
    assets: Assets,
    answers: Mapping[str, int | Answer] | None = None,
) -> tuple[Event, ...]:
    """The events of a command; fails when it asks for more."""
    return when(command, state, answers, assets).events


def after(
    command: Command,
    state: State,
    assets: Assets,
    answers: Mapping[str, int | Answer] | None = None,
) -> State:
    """The state after a command."""
    return evolve_all(state, told(command, state, assets, answers))


def waits(state: State) -> Waiting:
    """The movement that waits for those who may strike."""
    assert isinstance(state.pending, Fighting)
    assert state.pending.waiting is not None
    return state.pending.waiting
