"""The demo campaign: the evenings that `story.json` tells, performed as a GM would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from itertools import cycle
from typing import TYPE_CHECKING

import msgspec

from core.calendars import PLAIN, Instant
from core.combat.board.drawing import Board
from core.dice import Question, Typed
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.state import State
from core.play.facts.table.commands import FoundCampaign
from core.play.fight.setup.recruits import recruits
from core.play.union import Command
from core.travel.regionmap import RegionMap
from core.values import Struct, replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import utc_now
from saves.demo import NAME, Watch
from saves.exchange import textmapper
from saves.library import library
from saves.library.bestiary import packaged_beasts
from saves.store import codec
from saves.store.entries import NameSession, Undo
from saves.store.packaged_rulesets import packaged
from saves.store.places import backend_of, file_backend

if TYPE_CHECKING:
    from saves.store.backend import Unlisted

FIRST_DAY = 66
"""7 Thaw 1212 of the plain reckoning."""
HEX_KM = Fraction(12)
START = "0311"
BEGINS = time(19, 30)
THIRDS = (2, 3, 4)
"""Some deeds take longer than others: thirds of what one takes on average, in turn."""


class Pack(Struct):
    """Creatures of a kind at these squares; `group` shares its initiative."""

    kind: str
    at: tuple[str, ...]
    group: str = ""
    hidden: bool = False


class DemoStep(Struct):
    """A command or mark, with the dice typed for it, by the key of their question.

    `totals` are what players called instead of the face of their die; `creatures` and `board` are
    those of an encounter to prepare.
    """

    command: Command | NameSession | Undo
    dice: Mapping[str, int] = msgspec.field(default_factory=dict)
    totals: Mapping[str, int] = msgspec.field(default_factory=dict)
    creatures: tuple[Pack, ...] = ()
    board: Board | None = None


class Evening(Struct):
    """Friends met, so many days before the demo is made; a deed took about so many minutes.

    They come long enough after the evening before, so that another session begins by itself.
    """

    ago: int
    minutes: int
    deeds: tuple[DemoStep, ...]


@cache
def story() -> tuple[Evening, ...]:
    """All of it: four evenings of a week on the road, and the ambush of the eighth day."""
    text = files("saves.demo").joinpath("story.json").read_bytes()
    return codec.read(tuple[Evening, ...], text)


def region() -> RegionMap:
    """The region map of the demo."""
    file = files("saves.demo").joinpath("the-long-marches.txt")
    return textmapper.read(file.read_bytes()).region


@dataclass
class Clock:
    """The clock that dates rows: it stands between two deeds."""

    now: datetime

    def __call__(self) -> datetime:
        """What it shows."""
        return self.now


def make(
    evenings: Sequence[Evening], today: datetime | None = None, watch: Watch | None = None
) -> Campaign:
    """A new file of the demo's name, with what was done in it; evenings count from `today`."""
    name, place = library.free(NAME, file_backend())
    today = today or utc_now()
    play = partial(_play_into, name=name, evenings=evenings, today=today, watch=watch)
    backend_of(place).create(place, play)
    return library.open(place)


def _play_into(
    unlisted: Unlisted,
    name: str,
    evenings: Sequence[Evening],
    today: datetime,
    watch: Watch | None,
) -> None:
    # Before it is listed: who is interrupted leaves no half a demo.
    done = 0
    rules = packaged("pf1")
    found = FoundCampaign(name, "", rules.display_name(), PLAIN, Instant(FIRST_DAY, Fraction(8)))
    clock = Clock(_begins(evenings[0], today))
    Campaign.found(unlisted, found, ruleset=rules, clock=clock)
    with Campaign.open(unlisted.place, clock=clock) as campaign:
        campaign.adopt_map(region(), HEX_KM, START)
        for evening in evenings:
            clock.now = _begins(evening, today)
            for deed, thirds in zip(evening.deeds, cycle(THIRDS), strict=False):
                if watch is not None:
                    watch(done)
                clock.now += timedelta(minutes=evening.minutes) * thirds / 3
                done += 1
                _do(campaign, deed)


def _begins(evening: Evening, today: datetime) -> datetime:
    return datetime.combine(today - timedelta(days=evening.ago), BEGINS, today.tzinfo)


def _do(campaign: Campaign, step: DemoStep) -> None:
    # A question that the story has no answer to is a mistake.
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
