"""Make the demo campaign: the story is performed through Campaign, as a GM would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import cycle
from typing import Final

from core.calendars import PLAIN, Instant
from core.dice import Answer, Question
from core.play.fight.setup.commands import Prepare
from core.play.table.commands import FoundCampaign
from core.travel.regionmap import RegionMap
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import utc_now
from saves.demo.steps import Back, Deed, DemoStep, EncounterPrepared, NewSession, Title
from saves.demo.story import FIRST_DAY, FIRST_EVENING, HEX_KM, NAME, START, story
from saves.exchange import textmapper
from saves.library import library
from saves.store.packaged_rulesets import packaged


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


def make(deeds: Iterable[Deed], today: datetime | None = None) -> Campaign:
    """A new campaign of the demo's name, with what was done in it; evenings count from `today`."""
    name, path = library.free(NAME)
    rules = packaged("pf1")
    found = FoundCampaign(name, "", rules.display_name(), PLAIN, Instant(FIRST_DAY, Fraction(8)))
    clock = Clock(today or utc_now(), FIRST_EVENING)
    with Campaign.create(path, found, ruleset=rules, clock=clock) as campaign:
        campaign.adopt_map(region(), HEX_KM, START)
        for deed in deeds:
            do(campaign, deed, clock)
    return library.open(path)


def do(campaign: Campaign, deed: Deed, clock: Clock) -> None:
    """Do one thing of the story. A question that the story has no answer to is a mistake."""
    clock.go_on()
    match deed:
        case NewSession():
            clock.sit_down(deed)
        case Title(title):
            marks.name_session(campaign, campaign.head, title)
        case Back():
            campaign.undo()
        case EncounterPrepared(encounter, board):
            campaign.prepare(Prepare(encounter), board)
        case DemoStep(command, answers):
            campaign.perform(command, partial(_called, answers))
        case _:
            campaign.record(deed)


def _called(answers: Mapping[str, Answer], questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    return {question.key: answers[question.key] for question in questions}


BEGINS: Final = time(19, 30)
THIRDS: Final = (2, 3, 4)
"""Some deeds take longer than others: thirds of what one takes on average, in turn."""


class Clock:
    """It tells the labels of rows, and stands until somebody sits down or does a thing."""

    def __init__(self, today: datetime, evening: NewSession) -> None:
        """Show how an evening began, so many days before today."""
        self._today = today
        self.sit_down(evening)

    def __call__(self) -> datetime:
        """What it shows."""
        return self._now

    def sit_down(self, evening: NewSession) -> None:
        """Another evening begins."""
        day = (self._today - timedelta(days=evening.ago)).date()
        self._now = datetime.combine(day, BEGINS, self._today.tzinfo)
        self._steps: Iterator[timedelta] = (
            timedelta(minutes=evening.minutes) * thirds / 3 for thirds in cycle(THIRDS)
        )

    def go_on(self) -> None:
        """Let a deed take its time."""
        self._now += next(self._steps)
