"""A fight in a campaign's file, for the tests of the journal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from core.dice import Answer, Question, Typed, parse_dice
from core.play.facts.fight.setup.commands import Place, Prepare, Spot
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter, SetLegs
from core.play.union import Command
from core.travel.movers import Mover
from core.travel.stretches import Stretch
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.store.entries import Entry
from tests.fights import BOARD, HARSK, PREPARED, TAM, VALERIA
from tests.saves.campaigns import begun

PEOPLE = tuple(replace(m, mover=Mover(race="human")) for m in (HARSK, VALERIA, TAM))
SPOTS = (
    Spot("harsk", "G4"),
    Spot("valeria", "C5"),
    Spot("tam", "B4"),
    Spot("wolf-1", "H4"),
    Spot("wolf-2", "G3"),
)
FIRST = {"wolves": 20, "harsk": 15, "valeria": 5, "tam": 4, "ogre": 2}
"""Initiative as it is rolled: the wolves before Harsk, Valeria, Tam and the ogre."""


def perform(campaign: Campaign, command: Command, other: int = 10, **faces: int) -> Entry:
    """The command, each die typed: the face named by the end of its key, else `other`."""

    def ask(questions: tuple[Question, ...]) -> dict[str, Answer]:
        return {question.key: Typed(face(question)) for question in questions}

    def face(question: Question) -> int:
        wanted = faces.get(question.key.rsplit("/", 1)[-1], other)
        return max(1, min(wanted, sum(parse_dice(question.dice).sides)))

    entry = campaign.perform(command, ask)
    assert entry is not None
    return entry


WALKERS = tuple(replace(m, mover=Mover(speed_m=Fraction(9))) for m in PEOPLE)
"""The same in systems that know no races."""


@cache
def on_the_road() -> bytes:
    """The file of a campaign with an encounter prepared and a long leg ahead, played once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        with begun(path, *PEOPLE) as campaign:
            campaign.prepare(Prepare(PREPARED), BOARD)
            campaign.record(SetLegs((Stretch(Fraction(900), 1, terrain="plains", way="road"),)))
        return path.read_bytes()


def fighting(path: Path, ruleset: str = "pf1") -> Campaign:
    """A campaign in a fight's first round: Harsk's turn, between two wolves that have acted."""
    people = PEOPLE if ruleset == "pf1" else WALKERS
    campaign = begun(path, *people, ruleset=ruleset)
    campaign.prepare(Prepare(PREPARED), BOARD)
    campaign.record(BeginEncounter("Ambush at the ford", "ambush"))
    campaign.record(Place("ambush", SPOTS))
    perform(campaign, RollInitiative(), **FIRST)
    campaign.record(EndTurn())
    return campaign
