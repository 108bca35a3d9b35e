"""A long campaign, played by a script: marches, camps, fights, notes, rulings, evening by evening.

All that the dice and the clock say comes of the seed, so one seed tells one story. `marathon` keeps
what was played in the folder for temporary files, for it takes minutes to play 100,000 entries.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.dice import Answer, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import Refusal
from core.play.facts.fight.moves.commands import DropMove
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    HaltCheck,
    March,
    PassBy,
    SetPace,
    SetRoute,
    SetSchedule,
)
from core.play.facts.state import Fighting, Met, Schedule
from core.play.facts.table.commands import FoundCampaign, Heal, Hurt, Join, Rule, WriteNote
from core.play.union import Command
from saves.campaign.campaign import Campaign
from saves.demo.story import HEX_KM, START, region, story
from saves.store import checkpoints, codec, state_history
from saves.store.entries import Entry
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import FilePlace
from tests import marathon_fights as fights

PLACES = (
    "0311", "0509", "0515", "0706", "0811", "1018", "1104", "1207", "1505", "1613", "1707", "2007",
    "2104", "2211", "2416",
)  # fmt: skip
WORDS = (
    "the miller's ring", "an ogre with tame wolves", "the toll of the drowned", "Aurélie owes 2 gp",
    "who paid the bandits?", "smoke over the tarn", "the ferryman lied", "Żółty Smok sails at dawn",
    "a key of black iron", "the bridge will not hold", "Mirelle saw a light", "old King Ruprecht",
)  # fmt: skip
FIRST_EVENING = datetime(2024, 1, 5, 19, 0, tzinfo=UTC)
EVENING = (90, 260)
"""Rows of an evening at the table, at least and at most."""

MEMBERS = [deed.command.member for deed in story()[0].deeds if isinstance(deed.command, Join)]
CHARACTERS = [member for member in MEMBERS if member.role == "character"]

TELL = 10_000
"""Rows after which it is told how far the player has come."""


class Player:
    """Plays on in `campaign` until it has `entries` rows."""

    def __init__(self, campaign: Campaign, entries: int, seed: int) -> None:
        self.campaign = campaign
        self.entries = entries
        self.chance = random.Random(seed)
        self._fights = 0
        self._goal = ""

    @property
    def done(self) -> bool:
        """Whether there are as many rows as were asked for."""
        return self.campaign.head >= self.entries

    def play(self) -> None:
        """Set out, and go from day to day."""
        for member in MEMBERS:
            self.do(Join(member))
        self.campaign.adopt_map(region(), HEX_KM, START)
        self.do(SetSchedule(Schedule("d12", Fraction(4), (1,))))
        self.go_on(self.entries)

    def go_on(self, entries: int) -> None:
        """Play until there are so many rows."""
        self.entries = entries
        told = self.campaign.head // TELL
        while not self.done:
            self._day()
            if self.campaign.head // TELL > told:
                told = self.campaign.head // TELL
                print(f"    {self.campaign.head:,} entries", file=sys.stderr, flush=True)

    def do(self, command: Command) -> Entry | None:
        """What a GM does; None where the rules refuse it. Now and then it is thought better of."""
        if self.done:
            return None
        try:
            entry = self.campaign.perform(command, self._answers)
        except Refusal:
            return None
        whim = self.chance.random()
        if whim < 0.02:
            self._think_again()
        elif whim < 0.05 and not self.done:
            self.campaign.record(
                WriteNote(f"{self.chance.choice(WORDS)}", shared=self.chance.random() < 0.3)
            )
        return entry

    def _think_again(self) -> None:
        """Take one or several things back; some of them are done again."""
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            if self.done or self.campaign.story.undo_title is None:
                return
            self.campaign.undo()
        while (
            self.chance.random() < 0.4
            and self.campaign.story.redo_title is not None
            and not self.done
        ):
            self.campaign.redo()

    def _answers(self, questions: tuple[Question, ...]) -> Mapping[str, Answer]:
        return {question.key: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Answer:
        """The players type their dice, the program rolls the others, a few are the GM's word."""
        faces = tuple(self.chance.randint(1, most) for most in parse_dice(question.dice).sides)
        if question.dc is not None and self.chance.random() < 0.02:
            return Ruled("pass", self.chance.choice(WORDS))
        return Typed(sum(faces)) if self.chance.random() < 0.6 else Rolled(faces)

    def _day(self) -> None:
        """A day on the road, and the night after it."""
        self._settle()
        chance = self.chance
        state = self.campaign.state
        if state.plan is None:
            self.do(SetRoute(chance.choice([place for place in PLACES if place != state.place])))
        if chance.random() < 0.1:
            self.do(SetPace("walk" if state.pace == "hustle" else "hustle"))
        for _ in range(chance.randint(1, 3)):
            self.do(March(Fraction(chance.randint(1, 9)) if chance.random() < 0.6 else None))
            self._meet()
            if chance.random() < 0.15:
                self._halt()
        if chance.random() < 0.15:
            self.do(Rule("nonlethal", "0", chance.choice(CHARACTERS).id, chance.choice(WORDS)))
        self.do(Camp(tuple(chance.sample([one.id for one in CHARACTERS], 3))))
        self._meet()
        self._heal()

    def _settle(self) -> None:
        """What was thought better of may have left a fight behind: it is over."""
        pending = self.campaign.state.pending
        if isinstance(pending, Fighting):
            if pending.waiting is not None:
                self.do(DropMove())
            self.do(EndEncounter(1))

    def _halt(self) -> None:
        who = tuple(HaltCheck(member.id, 2) for member in CHARACTERS)
        self.do(Halt(name="the stream", minutes=20, check="swim", dc=10, checks=who, damage="1d4"))

    def _meet(self) -> None:
        """Something was met: it is fought on a board, told in a few words, or passed by."""
        if not isinstance(self.campaign.state.pending, Met):
            return
        whim = self.chance.random()
        if whim < 0.7:
            self._fight()
        elif whim < 0.85:
            self.do(BeginEncounter(self.chance.choice(fights.SCENES)))
            self.do(Hurt((self.chance.choice(CHARACTERS).id,), (self.chance.randint(1, 6),)))
            self.do(EndEncounter(5))
        self.do(PassBy())

    def _fight(self) -> None:
        if self.done:
            return
        self._fights += 1
        prepared = fights.encounter(self, self._fights)
        self.campaign.prepare(Prepare(prepared), fights.board(self.chance))
        fights.Fight(self, prepared).play()
        self._heal()

    def _heal(self) -> None:
        for member in self.campaign.state.members:
            hurt = max(member.damage, member.nonlethal)
            if hurt > (member.hp or 1) // 2:
                self.do(Heal((member.id,), (hurt,)))


class Evenings:
    """A clock that goes on by half a minute a look, and every so often by a fortnight."""

    def __init__(self, seed: int, rows: tuple[int, int] = EVENING) -> None:
        self._chance = random.Random(seed)
        self._now = FIRST_EVENING
        self._rows = rows
        self._left = self._chance.randint(*rows)

    def __call__(self) -> datetime:
        """What the clock says now."""
        self._left -= 1
        if self._left <= 0:
            self._left = self._chance.randint(*self._rows)
            self._now = (self._now + timedelta(days=14)).replace(hour=19, minute=0)
        self._now += timedelta(seconds=self._chance.randint(5, 70))
        return self._now


def played(path: Path, entries: int, seed: int = 1) -> Path:
    """A new campaign at `path` with so many rows."""
    found = FoundCampaign("The Marathon", "", "Pathfinder 1", start=Instant(66, Fraction(8)))
    clock = Evenings(seed)
    with Campaign.create(FilePlace(path), found, ruleset=packaged("pf1"), clock=clock) as campaign:
        Player(campaign, entries, seed).play()
    return path


def marathon(entries: int, seed: int = 1) -> Path:
    """The campaign of so many rows, from the folder where it is kept; played when it is not there.

    Copy it before writing to it.
    """
    kept = _folder() / f"{seed}-{entries}-{_program()}.outrider"
    if kept.exists():
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    quick = Path("/dev/shm")
    where = str(quick) if os.access(quick, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="outrider-marathon-", dir=where) as folder:
        print(f"    {entries:,} entries are played once ...", file=sys.stderr, flush=True)
        path = played(Path(folder) / "marathon.outrider", entries, seed)
        shutil.copyfile(path, kept.with_suffix(".part"))
    kept.with_suffix(".part").replace(kept)
    return kept


def _folder() -> Path:
    return Path(tempfile.gettempdir()) / "outrider-marathons"


def _program() -> str:
    """What changes when the story, or what is written down of it, would be another."""
    text = "".join(path.read_text("utf-8") for path in (Path(__file__), Path(fights.__file__)))
    kept = f"{codec.shape()} {checkpoints.MAGIC!r} {state_history.EVERY} {state_history.BASES}"
    return hashlib.sha256(f"{kept} {text}".encode()).hexdigest()[:12]
