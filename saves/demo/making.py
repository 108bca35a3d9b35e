"""Make the demo campaign: the story is performed through Campaign, as a GM would."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files

from core.calendars import Instant
from core.dice import Answer, Question
from core.travel.regionmap import RegionMap
from saves import library
from saves.campaign import Campaign
from saves.demo.story import FIRST_DAY, HEX_KM, NAME, START, STORY, Back, Step
from saves.exchange import textmapper
from saves.rules import packaged


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
    campaign = library.create(NAME, packaged("pf1"), start=Instant(FIRST_DAY, Fraction(8)))
    campaign.adopt_map(region(), HEX_KM, START)
    for step in STORY:
        take(campaign, step)
    return campaign


def take(campaign: Campaign, step: Step | Back) -> None:
    """Perform one step of the story. A question that the story has no answer to is a mistake."""
    if isinstance(step, Back):
        campaign.undo()
    else:
        told = dict(step.answers)

        def ask(questions: tuple[Question, ...]) -> dict[str, Answer]:
            return {question.key: told[question.key] for question in questions}

        campaign.perform(step.command, ask)
