"""What Enter is offered for after a command in a fight, decided without a terminal."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.play.facts.encounter import Spent
from core.play.facts.fight.blows.commands import MakeAttack, TakeInHand
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.commands import MountUp
from core.play.facts.fight.moves.events import LeftBoard
from core.play.facts.fight.setup.commands import Hide, Place, RemoveCreatures, Spot
from core.play.facts.fight.turns.commands import ActNow, EndChase, EndTurn
from core.play.facts.fight.turns.events import ConditionEnded, Died, Sank
from core.play.facts.fold import Event
from core.play.union import Command, describe
from core.values import replace
from tests.fights import fight_world
from tests.tui.encounter.skirmish import FIGHT, changed, gathered, state_of
from tests.tui.views import row_of, view_of
from tui.encounter.change import Confirm, Standpoint
from tui.encounter.offers import follow_up, marks_after, offered
from tui.encounter.ways import slumped
from tui.kit.phrases import say

STRUCK = tuple(
    Struck(
        by=by, at="harsk", attack="bite", outcome="miss", face=2, total=4, needed=16, ac=18, bonus=2
    )
    for by in ("wolf-3", "wolf-1")
)
FLED = LeftBoard("wolf-1", "D7"), LeftBoard("wolf-2", "H7")


@pytest.mark.parametrize(
    ("command", "events", "ruleset", "offer", "says"),
    [
        (
            EndChase(),
            FLED,
            "pf1",
            Place("bank", (Spot("wolf-1", "D7"), Spot("wolf-2", "H7"))),
            "Wolf a-b got away, off the board. Press Enter to put Wolf a-b back",
        ),
        (EndTurn(), FLED, "pf1", None, ""),
        (
            EndTurn(),
            (Sank("tam", "dying"),),
            "pf1",
            MountUp("tam", falls=True),
            "Tam is out: 50 % to stay in the saddle, 75 % in a military one. Press Enter",
        ),
        (
            EndTurn(),
            (Died("tam"),),
            "pf2",
            MountUp("tam", falls=True),
            "Tam is out, in the saddle. Press",
        ),
        (EndTurn(), (Sank("harsk", "dying"),), "pf1", None, ""),
        (
            EndTurn(),
            (ConditionEnded("wolf-1", "summoned", expired=True),),
            "pf1",
            RemoveCreatures("bank", ("wolf-1",)),
            "The time of Wolf is over. Press Enter to take Wolf out of the encounter.",
        ),
        (EndTurn(), (ConditionEnded("wolf-1", "torch", expired=True),), "pf1", None, ""),
        (EndTurn(), (ConditionEnded("harsk", "summoned", expired=True),), "pf1", None, ""),
        (
            EndTurn(),
            STRUCK,
            "pf1",
            Hide("bank", ("wolf-3",), hidden=False),
            "Wolf attacked from hiding. Press Enter",
        ),
    ],
)
def test_enter_is_offered_for_what_follows(
    command: Command, events: tuple[Event, ...], ruleset: str, offer: Command | None, says: str
) -> None:
    state = state_of(changed(FIGHT, "tam", mount="pony"))
    view = view_of(state, fight_world(ruleset), 1, entries=(row_of(command, *events),))
    found = offered(view, command)
    assert (found and found[0]) == offer
    assert say(found[1] if found else "").startswith(says)


def test_the_ahead_line_asks_in_the_words_of_the_offer() -> None:
    """Given Tam, who drops in the saddle, then Enter lets him fall, as the sentence says."""
    state = state_of(changed(FIGHT, "tam", mount="pony"))
    view = view_of(state, fight_world("pf1"), 1, entries=(row_of(EndTurn(), Died("tam")),))
    (offer,) = follow_up(Standpoint(view=view, cursor=parse_square("A1")), EndTurn())
    assert isinstance(offer, Confirm)
    assert say(describe(offer.command, state)) == "let Tam fall"


@pytest.mark.parametrize(
    ("command", "marked", "spent", "after"),
    [
        (ActNow("tam"), (), 2, ("tam",)),
        (ActNow("harsk"), ("ogre",), 2, ("ogre",)),  # he delayed, and has his turn
        (TakeInHand("tam", 0), ("tam",), 2, ("tam",)),
        (MakeAttack(("tam",), "wolf-1"), ("tam",), 3, ()),
        (MakeAttack(("ogre",), "wolf-1"), ("ogre",), 3, ("ogre",)),
    ],
)
def test_who_takes_a_readied_action_is_marked_until_it_is_done(
    command: Command, marked: tuple[str, ...], spent: int, after: tuple[str, ...]
) -> None:
    """Given Tam who takes his readied action in Harsk's turn (pf2), with one action left."""
    reacting = changed(FIGHT, "tam", reacting=True, spent=Spent(("action",) * spent))
    state = state_of(changed(reacting, "ogre", spent=Spent(("action",) * spent)))
    view = view_of(state, fight_world("pf2"), 7)
    assert marks_after(marked, view, command) == after


@pytest.mark.parametrize(("damage", "who"), [(21, ()), (23, ("tam",))])
def test_a_rider_who_is_out_is_one_whom_m_lets_fall(damage: int, who: tuple[str, ...]) -> None:
    state = state_of(changed(FIGHT, "tam", mount="ogre"))
    members = tuple(replace(one, damage=damage if one.id == "tam" else 0) for one in state.members)
    assert slumped(gathered(replace(state, members=members))) == who
