"""Make the demo campaign: the story is performed through Campaign, as a GM would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from importlib.resources import files
from typing import assert_never

from core.calendars import Instant
from core.dice import Answer, Question
from core.play.fight.setup.commands import Prepare
from core.travel.regionmap import RegionMap
from saves import library
from saves.campaign import Campaign
from saves.demo.steps import Back, Deed, Ready, Step
from saves.demo.story import FIRST_DAY, HEX_KM, NAME, START, story
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
    return make(story())


def make(deeds: Iterable[Deed]) -> Campaign:
    """A new campaign of the demo's name, with what was done in it."""
    campaign = library.create(NAME, packaged("pf1"), start=Instant(FIRST_DAY, Fraction(8)))
    campaign.adopt_map(region(), HEX_KM, START)
    for deed in deeds:
        do(campaign, deed)
    return campaign


def do(campaign: Campaign, deed: Deed) -> None:
    """Do one thing of the story. A question that the story has no answer to is a mistake."""
    match deed:
        case Back():
            campaign.undo()
        case Ready(encounter, board):
            campaign.prepare(Prepare(encounter), board)
        case Step(command, answers):
            campaign.perform(command, partial(_called, answers))
        case _:
            assert_never(deed)


def _called(answers: Mapping[str, Answer], questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    """What was called at the table to these questions."""
    return {question.key: answers[question.key] for question in questions}
