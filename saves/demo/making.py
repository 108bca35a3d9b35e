"""Make the demo campaign: the story is performed through Campaign, as a GM would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import cycle

from core.calendars import PLAIN, Instant
from core.dice import Question, Typed
from core.play.fight.encounter import Encounter, Figure
from core.play.fight.setup.commands import Prepare
from core.play.fight.setup.recruits import recruits
from core.play.state import State
from core.play.table.commands import FoundCampaign
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import utc_now
from saves.demo.story import FIRST_DAY, NAME, DemoStep, Evening, Pack, story
from saves.exchange import textmapper
from saves.library import library
from saves.library.bestiary import packaged_beasts
from saves.store.entries import NameSession, Undo
from saves.store.packaged_rulesets import packaged

HEX_KM = Fraction(12)
START = "0311"


def region() -> RegionMap:
    """The region map of the demo."""
    file = files("saves.demo").joinpath("the-long-marches.txt")
    return textmapper.read(file.read_bytes()).region


def open_demo(fresh: bool = False) -> Campaign:
    """Open the demo campaign for writing; make it when there is none, or when `fresh`.

    A demo that is replaced goes to the bin, so nothing that was played in it is lost.
    """
    there = [shelf for shelf in library.listing() if shelf.name == NAME]
    if there and not fresh:
        return library.open(NAME)
    for shelf in there:
        library.bin(shelf.path)
    return make(story())


def make(evenings: Sequence[Evening], today: datetime | None = None) -> Campaign:
    """A new campaign of the demo's name, with what was done in it; evenings count from `today`."""
    name, path = library.free(NAME)
    rules = packaged("pf1")
    found = FoundCampaign(name, "", rules.display_name(), PLAIN, Instant(FIRST_DAY, Fraction(8)))
    clock = Clock(today or utc_now(), evenings[0])
    with Campaign.create(path, found, ruleset=rules, clock=clock) as campaign:
        campaign.adopt_map(region(), HEX_KM, START)
        for evening in evenings:
            if evening is not evenings[0]:
                clock.sit_down(evening)
            for deed in evening.deeds:
                clock.go_on()
                do(campaign, deed)
    return library.open(path)


def do(campaign: Campaign, step: DemoStep) -> None:
    """Do one thing of the story. A question that the story has no answer to is a mistake."""
    match step.command:
        case NameSession(title=title):
            marks.name_session(campaign, campaign.head, title)
        case Undo():
            campaign.undo()
        case Prepare(encounter) if step.board is not None:
            for pack in step.creatures:
                encounter = _with(encounter, pack)
            campaign.prepare(Prepare(encounter), step.board)
        case command:
            campaign.perform(command, partial(_called, step))


def _with(encounter: Encounter, pack: Pack) -> Encounter:
    beast = next(one for one in packaged_beasts("pf1") if one.slug == pack.kind)
    fresh = recruits(beast, len(pack.at), State(encounters=(encounter,)), encounter)
    foes = tuple(replace(foe, group=pack.group or foe.group) for foe in fresh)
    placed = zip(foes, pack.at, strict=True)
    figures = tuple(Figure(foe.id, square, hidden=pack.hidden) for foe, square in placed)
    return replace(encounter, foes=(*encounter.foes, *foes), figures=(*encounter.figures, *figures))


def _called(step: DemoStep, questions: tuple[Question, ...]) -> Mapping[str, Typed]:
    return {
        question.key: Typed(step.dice[question.key])
        if question.key in step.dice
        else Typed(step.totals[question.key], total=True)
        for question in questions
    }


BEGINS = time(19, 30)
THIRDS = (2, 3, 4)
"""Some deeds take longer than others: thirds of what one takes on average, in turn."""


class Clock:
    """It tells the labels of rows, and stands until somebody sits down or does a thing."""

    def __init__(self, today: datetime, evening: Evening) -> None:
        """Show how an evening began, so many days before today."""
        self._today = today
        self.sit_down(evening)

    def __call__(self) -> datetime:
        """What it shows."""
        return self._now

    def sit_down(self, evening: Evening) -> None:
        """Another evening begins."""
        day = (self._today - timedelta(days=evening.ago)).date()
        self._now = datetime.combine(day, BEGINS, self._today.tzinfo)
        self._steps: Iterator[timedelta] = (
            timedelta(minutes=evening.minutes) * thirds / 3 for thirds in cycle(THIRDS)
        )

    def go_on(self) -> None:
        """Let a deed take its time."""
        self._now += next(self._steps)
