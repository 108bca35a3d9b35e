"""A small fight on open ground: who stands where, and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypedDict, Unpack

from core.combat.board.drawing import Board
from core.creatures import Attack, Mode, Sheet
from core.dice import Answer, Question
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting, Spent
from core.play.facts.fight.combatants import changed_figure
from core.play.facts.fold import Event
from core.play.facts.state import FIRST_MORNING, Fighting, Member, State
from core.play.resolution import Needs
from core.play.union import Assets, Command, decide
from core.values import replace
from tests.builders import answered, party, refusal_code, when
from tests.switched import AS_PACKAGED, Switches, switched

OPEN = Board(("............",) * 8)
BOARDS = MappingProxyType({"open": OPEN})

SWORD = Attack("sword", (8, 3), "1d8+4", critical=19)
DAGGER = Attack("dagger", (6,), "1d4+2", agile=True)
BOW = Attack("bow", (5,), "1d8", times=3, mode="ranged", weapon="bow", increment=4)
FIST = Attack("fist", (6,), "1d3+4", nonlethal=True)
HERO = Member(
    "hero",
    "Hero",
    "H",
    level=4,
    hp=38,
    con_score=16,
    sheet=Sheet(ac=18, dexterity=1, fortitude=7, reflex=2, attacks=(SWORD, BOW, DAGGER, FIST)),
)
FRIEND = Member("friend", "Friend", "F", level=3, hp=20, sheet=Sheet(ac=15, attacks=(SWORD,)))
BITE = Attack("bite", (2,), "1d6+1", also="trip")
WOLF = Foe(
    "wolf",
    "Wolf",
    "a",
    hp=13,
    sheet=Sheet(ac=14, dexterity=2, fortitude=5, reflex=5, attacks=(BITE,)),
)


def wolf(id: str, token: str, **more: object) -> Foe:
    """Another wolf."""
    return replace(WOLF, id=id, token=token, **more)  # type: ignore[arg-type]


def brawl(
    *beings: Member | Foe,
    board: str = "open",
    changed: Mapping[str, object] | None = None,
    **places: str,
) -> State:
    """A fight in its first round; each being at its square, "" = not on the board.

    `changed` are further fields of the encounter.
    """
    members = tuple(one for one in beings if isinstance(one, Member))
    foes = tuple(one for one in beings if isinstance(one, Foe))
    figures = tuple(Figure(one.id, places[one.id.replace("-", "_")], acted=True) for one in beings)
    fight = Encounter(
        "brawl",
        "Brawl",
        board,
        "running",
        foes=foes,
        figures=figures,
        round=1,
        **dict(changed or {}),  # type: ignore[arg-type]
    )
    return party(
        *members,
        pending=Fighting("Brawl", FIRST_MORNING, Fraction(0), encounter="brawl"),
        encounters=(fight,),
    )


def under(
    ruleset: str = "pf1",
    boards: Mapping[str, Board] = BOARDS,
    switches: Switches = AS_PACKAGED,
) -> Assets:
    """The world of such a fight."""
    return Assets(switched(ruleset, switches), boards=boards)


def lying(being: Member | Foe, *conditions: str) -> Member | Foe:
    """The being with these conditions."""
    return replace(being, lasting=tuple(Lasting(name) for name in conditions))


class FigureFields(TypedDict, total=False):
    """What tests set of a figure."""

    acted: bool
    at: str
    elevation: int
    heading: str
    mode: Mode
    mount: str
    spent: Spent
    taking_cover: bool
    trail: tuple[str, ...]
    weapon: int


def with_figure(state: State, who: str, **fields: Unpack[FigureFields]) -> State:
    """The state with fields of a figure set."""
    return changed_figure(state, who, lambda one: replace(one, **fields))


def happens(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    ruleset: str = "pf1",
    assets: Assets | None = None,
) -> tuple[Event, ...]:
    """The events of a command with these answers."""
    return when(command, state, answers, assets or under(ruleset)).events


def asks(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    ruleset: str = "pf1",
    assets: Assets | None = None,
) -> dict[str, Question]:
    """What the command asks for beside these answers, by key."""
    found = decide(command, state, assets or under(ruleset), answered(answers))
    return {q.key: q for q in found.questions} if isinstance(found, Needs) else {}


def refused(command: Command, state: State, ruleset: str = "pf1") -> str:
    """The code of the refusal."""
    return refusal_code(command, state, under(ruleset))
