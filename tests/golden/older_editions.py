"""Campaigns of an older edition of each ruleset: `python -m tests.golden.older_editions FOLDER`.

Those in `editions/` were played with the program at commit 8fb2adc2, of version 0.2.0. They are
never written again: what was decided then is decided the same way by their own rulesets for ever
(`tests/saves/library/test_editions.py`). Run in a checkout of another commit, this writes those of
its rulesets.

The evening is plain: nobody drops, crawls, rides, is in the dark or has a wound at night, so that
what a later program corrects in its own decisions does not touch it.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.combat.board.squares import Square, parse_square
from core.dice import Answer, Question, Rolled, parse_dice
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import fight_of, find
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative, SetCondition
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    March,
    SetLegs,
    SetPace,
)
from core.play.facts.state import Fighting, Member
from core.play.facts.table.commands import CallCheck, FoundCampaign, Join
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.travel.stretches import Stretch
from saves.campaign.campaign import Campaign
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import PACKAGED, packaged
from saves.store.sqlite.file_place import FilePlace
from tests.evening import AMBUSH, BOARD, HEROES

EDITIONS = Path(__file__).with_name("editions")
"""The folder of the campaigns that were written once."""
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "rulesets"
OWN = ("saltmarch", "gatehouse")
"""The examples of a GM's rulesets."""
WAY = (
    Stretch(Fraction(30), 1, terrain="plains", way="road"),
    Stretch(Fraction(45), 2, terrain="hills"),
    Stretch(Fraction(60), 3, terrain="forest", way="trail"),
)
ROUNDS = 2
STRIDE = 4
"""Squares that everybody can go in one move, more or less."""


def clock() -> datetime:
    """The time of all rows: a label, no more."""
    return datetime(2026, 11, 24, 19, 0, tzinfo=UTC)


def answers(questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    """Dice that follow from the question's key: a d20 shows 2 to 17, all others 1."""
    return {question.key: _rolled(question) for question in questions}


def _rolled(question: Question) -> Answer:
    faces = []
    for number, sides in enumerate(parse_dice(question.dice).sides):
        chance = hashlib.sha256(f"{question.key} {number}".encode()).digest()[0]
        faces.append(2 + chance % 16 if sides == 20 else 1)
    return Rolled(tuple(faces))


class Evening:
    """Plays two days of travel and two rounds of a fight in a campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def play(self) -> None:
        """All of it."""
        for member in HEROES:
            self.do(Join(member))
        self.do(SetLegs(WAY))
        self.do(March())
        self.do(March(hours=Fraction(2)))
        self.do(Camp(("valeria", "harsk")))
        self.do(SetPace("hustle"))
        self.do(March(hours=Fraction(3)))
        self.do(SetPace("walk"))
        self.do(CallCheck("Perception", 15, ("valeria", "harsk"), (1, 0)))
        self.campaign.prepare(Prepare(AMBUSH), BOARD)
        self.do(BeginEncounter(AMBUSH.name, AMBUSH.id))
        self.do(RollInitiative())
        self.do(SetCondition(("harsk",), "shaken", rounds=1, source="a roar"))
        while (fight := self.campaign.state.fight) is not None and fight.round <= ROUNDS:
            slot = fight.slot(fight.acting)
            assert slot is not None
            for who in slot.who:
                self._act(who)
            self.do(EndTurn())
        self.do(EndEncounter(5))

    def do(self, command: Command) -> bool:
        """Perform a command; False if it is refused, which is part of the evening."""
        try:
            self.campaign.perform(command, answers)
        except Refusal:
            return False
        return True

    def _act(self, who: str) -> None:
        # Go to the nearest enemy, and strike it.
        places = dict(self._places())
        enemies = [
            (_far(places[who], at), other)
            for other, at in places.items()
            if self._is_hero(other) != self._is_hero(who)
        ]
        distance, enemy = min(enemies)
        if distance > 1:
            self._go(who, places[who], places[enemy], set(places.values()))
            distance = _far(dict(self._places())[who], places[enemy])
        if distance == 1:
            self.do(MakeAttack((who,), enemy))

    def _places(self) -> Iterator[tuple[str, Square]]:
        for figure in fight_of(self.campaign.state).figures:
            if figure.at:
                yield figure.id, parse_square(figure.at)

    def _is_hero(self, who: str) -> bool:
        return isinstance(find(self.campaign.state, who), Member)

    def _go(self, who: str, here: Square, to: Square, taken: set[Square]) -> None:
        steps = ((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
        beside = [to.by(x, y) for x, y in steps if to.by(x, y) not in taken]
        for goal in sorted(beside, key=lambda at: (_far(here, at), str(at))):
            if self.do(Move(who, str(_within_a_stride(here, goal)))):
                break
        self._answer()

    def _answer(self) -> None:
        while True:
            pending = self.campaign.state.pending
            if not isinstance(pending, Fighting) or pending.waiting is None:
                return
            strikers = {striker.by for striker in pending.waiting.strikers}
            self.do(AnswerStrikes(tuple(sorted(strikers))))


def _within_a_stride(here: Square, goal: Square) -> Square:
    distance = _far(here, goal)
    if distance <= STRIDE:
        return goal
    x = (goal.x - here.x) * STRIDE // distance
    y = (goal.y - here.y) * STRIDE // distance
    return here.by(x, y)


def _far(one: Square, other: Square) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def rulesets() -> Iterator[tuple[str, Ruleset]]:
    """The four, and the examples of a GM's own, by name."""
    for name in PACKAGED:
        yield name, packaged(name)
    for name in OWN:
        yield name, load_folder(EXAMPLES / name)


def unpack(name: str, folder: Path) -> Path:
    """Write the golden campaign `name` into a folder, to be opened there; return its path."""
    path = folder / f"{name}.outrider"
    path.write_bytes(gzip.decompress((EDITIONS / f"{name}.outrider.gz").read_bytes()))
    return path


def main(folder: Path) -> None:
    """Write a campaign of each ruleset, packed, and the sums of all files."""
    folder.mkdir()
    sums = []
    for name, rules in rulesets():
        path = folder / f"{name}.outrider"
        found = FoundCampaign(name, "", rules.display_name(), start=Instant(3, Fraction(8)))
        Campaign.create(FilePlace(path), found, ruleset=rules, clock=clock).close()
        with Campaign.open(FilePlace(path), clock=clock) as campaign:
            Evening(campaign).play()
        packed = gzip.compress(path.read_bytes(), mtime=0)
        path.unlink()
        path.with_name(f"{path.name}.gz").write_bytes(packed)
        sums.append(f"{hashlib.sha256(packed).hexdigest()}  {path.name}.gz\n")
    (folder / "sums.txt").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
