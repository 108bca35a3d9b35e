"""A campaign in which every field that players must not read holds a word of its own."""

from __future__ import annotations

import os
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from unittest import mock

from core.calendars import Instant
from core.creatures import Attack
from core.dice import Ruled
from core.messages import Chance, Message
from core.play.facts.encounter import Figure, Zone
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.setup.commands import (
    EditFoe,
    Place,
    Prepare,
    Rename,
    SetAir,
)
from core.play.facts.fight.turns.commands import EndTurn, Ready, RollInitiative, SetCondition
from core.play.facts.fold import Event
from core.play.facts.road.commands import BeginEncounter, March, SetRoute, SetSchedule
from core.play.facts.road.events import EncounterRolled, PlanSet
from core.play.facts.state import Boat, Plan, Schedule
from core.play.facts.table.commands import CallCheck, Hurt, MarkHexes, PlaceBoat, Rule, WriteNote
from core.play.facts.table.events import Damaged
from core.play.union import Command
from core.receipts import Receipt
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from tests.builders import decided
from tests.core.play.maps import REGION, cell
from tests.fights import BOARD, OGRE, PREPARED, WOLVES
from tests.saves.campaigns import begun
from tests.saves.fights import PEOPLE, SPOTS, perform

MARK = "zyzzyva"
"""It begins every secret word, and stands in none of the others."""
FIGURE = 90807
"""A number that players must not read."""
DC = 61413
"""What checks are made against: players read whether they passed."""
UNDONE = 70605
"""A number that nobody reads: it was taken back."""

SECRETS = (
    "Note", "Later", "Evening", "Question", "Reason", "Unready", "Renamed", "Guard", "Lurker",
    "Lair", "Den", "Told", "Readied", "Plot", "Source", "Cause", "Ruled", "Put", "Receipt",
    "Weapon",
)  # fmt: skip
"""What follows it: each stands in a field of its own, and the GM reads all of them."""


def word(what: str) -> str:
    """A secret word."""
    assert what in SECRETS
    return f"{MARK}{what}"


MAP = RegionMap(
    (
        *(line for line in REGION.lines if getattr(line, "hex", "") not in ("0302", "0202")),
        cell("0302", "unexplored", "forest", "village", name=word("Lair")),
        cell("0104", "secret", "plain", "village", name=word("Den")),
        cell("0202", "plain", "village", name=word("Told")),
    )
)
"""Two places that the map does not show, and one that the story hides again."""
LURKER = replace(WOLVES[2], id="lurker", name=word("Lurker"), token="z", group="")
ARMED = replace(WOLVES[0].sheet, attacks=(Attack(word("Weapon"), (8,), "1d6"),))
WOLF = replace(WOLVES[0], kind=word("Guard"), sheet=ARMED)
AMBUSH = replace(
    PREPARED,
    foes=(WOLF, WOLVES[1], OGRE, LURKER),
    figures=(
        *(one for one in PREPARED.figures if one.id != "wolf-3"),
        Figure("lurker", "D5", hidden=True),
    ),
)


def happen(campaign: Campaign, command: Command, *events: Event) -> None:
    """These very events, whatever the command would have come to; with a receipt."""
    label = Message("{what}", what=word("Receipt"))
    receipt = Receipt(label, Chance(1, 2), "C-250")
    campaign.recorder.write_story(
        command, {}, decided(campaign.state, *events, receipts=(receipt,))
    )


@cache
def planted_file() -> bytes:
    """The file of the campaign, made once."""
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        path = Path(home) / "a.outrider"
        planted(path).close()
        return path.read_bytes()


def planted(path: Path) -> Campaign:
    """The campaign: a road, an ambush in its second round, and all its secrets."""
    campaign = begun(path, *PEOPLE)
    campaign.adopt_map(MAP, Fraction(12), "0101")
    campaign.record(PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", at="0104")))
    campaign.record(SetSchedule(Schedule("d12", Fraction(4), (1,))))
    campaign.record(MarkHexes(("0202",), explored=True, known=False))
    campaign.record(WriteNote(word("Note")))
    campaign.record(WriteNote("The miller is kind.", shared=True))
    campaign.record(WriteNote(f"Who is the {word('Question')}?"))
    campaign.record(SetRoute("0303"))
    perform(campaign, March(Fraction(4)), other=12)
    perform(campaign, CallCheck("swim", DC, ("harsk", "tam"), (1, 1)))
    perform(campaign, CallCheck("jump", DC, ("harsk",), (1,)))
    campaign.record(Rule("nonlethal", "1", "harsk", word("Reason")))
    goal = Plan(campaign.state.plan.stretches if campaign.state.plan else (), "0104")
    happen(campaign, SetRoute("0104"), PlanSet(goal))
    at = Instant(0, Fraction(12))
    happen(campaign, SetRoute("0104"), EncounterRolled(at, 1, True, at, at))
    _fight(campaign)
    first = 2
    marks.annotate(campaign, first, word("Later"))
    marks.name_session(campaign, first, "The road east", word("Evening"))
    return campaign


def _fight(campaign: Campaign) -> None:
    unready = replace(
        PREPARED,
        id="mill",
        name=word("Unready"),
        foes=(replace(WOLVES[0], id="guard", name=word("Guard")),),
        figures=(),
    )
    campaign.prepare(Prepare(unready), BOARD)
    campaign.record(Rename("mill", word("Renamed")))
    campaign.prepare(Prepare(AMBUSH), BOARD)
    campaign.record(BeginEncounter("Ambush at the ford", "ambush"))
    campaign.record(Place("ambush", SPOTS, word("Put")))
    campaign.record(SetAir("ambush", zones=(Zone("A1:3", "dark"),)))
    perform(campaign, RollInitiative(), harsk=20, wolves=15, ogre=2, lurker=1)
    campaign.record(SetCondition(("harsk",), "shaken", rounds=3, source=word("Source")))
    campaign.record(SetCondition(("ogre",), word("Plot"), rounds=3))
    happen(campaign, Hurt(("harsk",), (2,)), Damaged(who="harsk", amount=2, cause=word("Cause")))
    passed = Ruled("pass", word("Ruled"))
    climb = CallCheck("climb", 10, ("harsk",), (1,))
    campaign.perform(climb, lambda asked: {question.key: passed for question in asked})
    campaign.record(Hurt(("wolf-2",), (FIGURE,)))
    campaign.record(Ready("harsk", word("Readied")))
    for _ in range(4):
        campaign.record(EndTurn())
    perform(campaign, MakeAttack(("wolf-1",), "harsk"), other=19)
    campaign.record(Hurt(("tam",), (UNDONE,)))
    campaign.undo()
    campaign.record(EditFoe("ambush", replace(OGRE, hp=FIGURE)))
    happen(campaign, Hurt(("harsk",), (3,)), Damaged(who="harsk", amount=3, cause="lurker"))
