"""Campaigns with a past to look back at, and the past as a plain walk through their rows."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.messages import Message, Refusal
from core.play.facts.state import State
from core.play.facts.table.commands import FoundCampaign
from core.play.union import Assets
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.navigation import Beat
from saves.store.packaged_rulesets import packaged
from saves.store.session_starts import starts
from saves.store.sqlite.file_place import FilePlace
from tests.marathon import Evenings, Player
from tui.view import said

PART = 30
"""Rows after which a reader looks in."""


def parts(path: Path, seed: int, count: int) -> Iterator[Campaign]:
    """A campaign as it grows, seen after every part of it."""
    found = FoundCampaign("The Marathon", "", "Pathfinder 1", start=Instant(66, Fraction(8)))
    clock = Evenings(seed, (20, 50))
    with Campaign.create(FilePlace(path), found, ruleset=packaged("pf1"), clock=clock) as campaign:
        player = Player(campaign, PART, seed)
        chance = random.Random(seed)
        player.play()
        for number in range(count):
            player.go_on((number + 1) * PART)
            _mark(campaign, chance)
            yield campaign


def _mark(campaign: Campaign, chance: random.Random) -> None:
    """What a GM says of the past: a note to it, another evening, two that were one."""
    at = chance.randint(2, campaign.head)
    with suppress(Refusal):
        marks.annotate(campaign, at, "here the Ogre was seen first")
    with suppress(Refusal):
        marks.split_session(campaign, at)
    with suppress(Refusal):
        marks.join_sessions(campaign, chance.choice(starts_of(campaign)))


def starts_of(campaign: Campaign) -> tuple[int, ...]:
    """The first rows of all sessions, from the journal itself."""
    with History.open(campaign.place, said) as look:
        return starts(look.reader, look.head)


def walked(campaign: Campaign) -> tuple[Beat, ...]:
    """All beats, each made of its row and of the states before and after it."""
    firsts = starts_of(campaign)
    with History.open(campaign.place, said) as look:
        found = []
        for entry in campaign.story.log(limit=campaign.head):
            then = look.then(entry.seq)
            assert then is not None
            state = then.state
            ended = then.before if entry.kind == "play" else then.state
            fight = state.fight or ended.fight
            found.append(
                Beat(
                    seq=entry.seq,
                    kind=entry.kind,
                    session=bisect_right(firsts, entry.seq),
                    day=state.clock.day,
                    hour=state.clock.hour,
                    encounter="" if fight is None else fight.id,
                    round=0 if fight is None else fight.round,
                    acting="" if fight is None else fight.acting,
                    undone=entry.undone,
                    text="; ".join(said(line, state, then.assets) for line in entry.told),
                )
            )
        return tuple(found)


def shouted(message: Message, state: State, assets: Assets) -> str:
    """Another way to say things."""
    return said(message, state, assets).upper()
