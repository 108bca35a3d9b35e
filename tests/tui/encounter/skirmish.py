"""A fight on an open bank, and what Enter means in it."""

from __future__ import annotations

from fractions import Fraction

from core.combat.board.squares import parse_square
from core.creatures import Sheet
from core.play.facts.encounter import Encounter, Figure, Slot
from core.play.facts.state import Fighting, State
from core.values import replace
from tests.fights import BOW, FORD, HARSK, OGRE, SOON, TAM, VALERIA, WOLVES, fight_world
from tests.tui.views import view_of
from tui.encounter.change import Standpoint
from tui.encounter.model import EncounterUI, EnterAction, cursor_query
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import foresee
from tui.kit.lines_view import words

ARCHER = replace(TAM, sheet=Sheet(ac=14, speeds=(("walk", 6),), attacks=(BOW,)))
FIGURES = (
    Figure("harsk", "C7", acted=True),
    Figure("valeria", "K4", acted=True),
    Figure("tam", "E10", acted=True),
    Figure("wolf-1", "D7", acted=True),
    Figure("wolf-2", "H7", acted=True),
    Figure("wolf-3", "J7", hidden=True, acted=True),
    Figure("ogre", "P7", acted=True),
)
ORDER = (
    Slot("harsk", ("harsk",), Fraction(20)),
    Slot("wolves", ("wolf-1", "wolf-2", "wolf-3"), Fraction(16)),
    Slot("valeria", ("valeria",), Fraction(15)),
    Slot("tam", ("tam",), Fraction(14)),
    Slot("ogre", ("ogre",), Fraction(12)),
)
FIGHT = Encounter(
    "bank",
    "On the bank",
    FORD,
    "running",
    foes=(*WOLVES, OGRE),
    figures=FIGURES,
    round=2,
    order=ORDER,
    acting="harsk",
    began=SOON,
)
STATE = State(
    ruleset="f" * 64,
    clock=SOON,
    members=(HARSK, VALERIA, ARCHER),
    pending=Fighting("On the bank", SOON, Fraction(5), encounter="bank"),
    encounters=(FIGHT,),
)


def placed(fight: Encounter, **places: str) -> Encounter:
    """The fight with some elsewhere; `wolf_1` is wolf-1, "" is off the board."""
    at = {who.replace("_", "-"): square for who, square in places.items()}
    figures = (replace(one, at=at.get(one.id, one.at)) for one in fight.figures)
    return replace(fight, figures=tuple(figures))


def changed(fight: Encounter, who: str, **more: object) -> Encounter:
    """The fight with one figure changed."""
    figures = [
        replace(one, **more) if one.id == who else one  # type: ignore[arg-type]
        for one in fight.figures
    ]
    return replace(fight, figures=tuple(figures))


def state_of(fight: Encounter) -> State:
    """The state in which this encounter is the only one; prepared ones are not being played."""
    runs = fight.status == "running"
    return replace(STATE, encounters=(fight,), pending=STATE.pending if runs else None)


def gathered(state: State, player_view: bool = False) -> Battle:
    """The encounter of a state, as drawn."""
    view = view_of(state, fight_world())
    return battle(view, state.encounters[0], player_view)


def enter(
    at: str,
    fight: Encounter = FIGHT,
    ui: EncounterUI | None = None,
    *,
    state: State | None = None,
    known: bool = True,
    player_view: bool = False,
    pointed: str = "",
) -> EnterAction:
    """What Enter means with the cursor on a square; unless `known`, before its answer is there."""
    stand = standing(at, fight, ui, state=state, known=known, player_view=player_view)
    return replace(stand, pointed=pointed).enter


def standing(
    at: str,
    fight: Encounter = FIGHT,
    ui: EncounterUI | None = None,
    *,
    state: State | None = None,
    known: bool = True,
    player_view: bool = False,
) -> Standpoint:
    """What a key goes by with the cursor on a square, as `enter` has it."""
    found = gathered(state or state_of(fight), player_view)
    cursor = parse_square(at)
    ui = replace(ui or EncounterUI(), gathered=found)
    query = cursor_query(ui, found, cursor)
    if known and query is not None:
        ui = replace(ui, answer=foresee(query))
    return Standpoint(
        view=found.view,
        cursor=cursor,
        ui=ui,
        encounter=found.encounter,
        battle=found,
        player_view=player_view,
    )


def says(action: EnterAction) -> str:
    """The words of the Ahead line."""
    return words(action.words)
