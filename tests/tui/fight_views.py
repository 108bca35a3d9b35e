"""A fight as the screen is given it."""

from __future__ import annotations

from fractions import Fraction

from core.play.facts.encounter import Encounter, Figure, Lasting, Slot, Until
from core.play.facts.state import Fighting, Member, Pending, State
from core.values import replace
from tests.fights import FORD, HARSK, OGRE, SOON, TAM, VALERIA, WOLF, fight_world
from tests.tui.views import view_of
from tui.encounter.present.battle import EncounterView, seen
from tui.view import CampaignView

WOLVES = tuple(
    replace(WOLF, id=f"wolf-{token}", token=token, damage=6 if token == "d" else 0)
    for token in "abcdefgh"
)
SHAKEN = Lasting("shaken", Until("turn_start", who="ogre", round=4))
FIGURES = (
    Figure("harsk", "F9", acted=True),
    Figure("tam", "C5", elevation=3, mode="fly", acted=True),
    Figure("valeria", "L9", readied="when it casts", acted=True),
    *(
        Figure(f"wolf-{token}", at, acted=True)
        for token, at in zip("abcde", ("E8", "G7", "E10", "K9", "I6"), strict=True)
    ),
    *(
        Figure(f"wolf-{token}", at, hidden=True)
        for token, at in zip("fgh", ("Q1", "R1", "S1"), strict=True)
    ),
    Figure("ogre", "N7", acted=True),
)
ORDER = (
    Slot("valeria", ("valeria",), Fraction(22)),
    Slot("wolf-a", ("wolf-a",), Fraction(19)),
    Slot("pack", tuple(f"wolf-{token}" for token in "bcde"), Fraction(19)),
    Slot("tam", ("tam",), Fraction(17)),
    Slot("harsk", ("harsk",), Fraction(31, 2)),
    Slot("ogre", ("ogre",), Fraction(12)),
    Slot("hidden", ("wolf-f", "wolf-g", "wolf-h"), Fraction(6)),
)
FIGHT = Encounter(
    "ambush",
    "Ambush at the ford",
    FORD,
    "running",
    light="dim",
    foes=(*WOLVES, OGRE),
    figures=FIGURES,
    round=3,
    order=ORDER,
    acting="harsk",
    began=SOON,
)
STATE = State(
    ruleset="f" * 64,
    clock=SOON,
    members=(
        replace(HARSK, damage=3, nonlethal=3),
        replace(TAM, damage=6),
        replace(VALERIA, lasting=(SHAKEN,)),
    ),
    pending=Fighting("Ambush", SOON, Fraction(5), encounter="ambush"),
    encounters=(FIGHT,),
)


def view(
    encounter: Encounter = FIGHT,
    members: tuple[Member, ...] = STATE.members,
    pending: Pending | None = STATE.pending,
) -> CampaignView:
    state = replace(STATE, encounters=(encounter,), members=members, pending=pending)
    return view_of(state, fight_world())


def here(
    view: CampaignView, player_view: bool = False, encounter: Encounter | None = None
) -> EncounterView:
    """What there is to see of the fight, or of an encounter."""
    found = seen(view, player_view, encounter)
    assert found is not None
    return found
