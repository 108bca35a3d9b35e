"""A short fight in a yard that all four systems can play, and how fights of stories begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.calendars import Instant
from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.dice import Answer, Question, Typed
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.setup.commands import Place, Prepare, Spot
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member
from core.play.facts.table.commands import Join
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.entries import Entry

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
FIELD = Board(("................",) * 10)
BOARD = Board((*("............",) * 7, "......&&&...", *("............",) * 4))
AXE = Attack("axe", (6, 1), "1d8+4")
BOW = Attack("bow", (6, 1), "1d8", mode="ranged", weapon="bow", increment=20)


def hero(name: str, attack: Attack, **speeds: int) -> Member:
    """A hero with an attack of +6/+1, 12 hit points and 4 squares on foot."""
    sheet = Sheet(
        ac=15,
        dexterity=0,
        fortitude=2,
        reflex=2,
        will=2,
        attacks=(attack,),
        speeds=(("walk", 4), *speeds.items()),
    )
    return Member(
        name.lower(),
        name,
        name[0],
        mover=Mover(speed_m=Fraction(9)),
        con_score=14,
        con_mod=2,
        hp=12,
        sheet=sheet,
    )


HEROES = (hero("Vera", AXE), hero("Hugo", AXE), hero("Ana", BOW), hero("Tam", AXE, fly=6))
ORC = Foe(
    "orc",
    "Orc",
    "o",
    hp=60,
    con_score=14,
    sheet=Sheet(ac=16, dexterity=0, speeds=(("walk", 4),), attacks=(AXE,)),
)
YARD = Encounter(
    "yard",
    "The yard",
    "",
    foes=(ORC,),
    figures=(
        Figure("orc", "L12"),
        Figure("vera", "A1"),
        Figure("hugo", "A12"),
        Figure("ana", "L1"),
        Figure("tam", "A11"),
    ),
)
ORDER = {"orc": 20, "vera": 18, "hugo": 16, "ana": 14, "tam": 12}


@dataclass
class Story:
    """A campaign of one system, and what was asked on the way."""

    campaign: Campaign
    asked: dict[str, Question]

    def do(self, command: Command, answers: Mapping[str, int] | None = None) -> Entry:
        """Perform a command; answers are faces by the end of the question's key."""
        given = dict(answers or {})

        def ask(questions: tuple[Question, ...]) -> Mapping[str, Answer]:
            self.asked.update({one.key: one for one in questions})
            return {one.key: Typed(self._face(one, given)) for one in questions}

        entry = self.campaign.perform(command, ask)
        assert entry is not None
        return entry

    def _face(self, question: Question, given: Mapping[str, int]) -> int:
        found = [face for end, face in given.items() if question.key.endswith(end)]
        assert len(found) == 1, (question.key, given)
        return found[0]

    def put(self, **places: str) -> None:
        """The GM puts creatures somewhere."""
        self.do(Place("yard", tuple(Spot(who, at) for who, at in places.items())))

    def moved(self, move: Move) -> int:
        """What a move costs in squares."""
        return sum(one.cost for one in self.do(move).events if isinstance(one, Moved))

    def struck(self, by: str, answers: Mapping[str, int]) -> Struck:
        """An attack on the orc."""
        entry = self.do(MakeAttack((by,), "orc"), answers)
        return next(one for one in entry.events if isinstance(one, Struck))

    def question(self, part: str) -> Question:
        """The newest question whose key has this in it."""
        return [one for key, one in self.asked.items() if part in key][-1]

    def member(self, who: str) -> Member:
        """A member as it is now."""
        found = self.campaign.state.member(who)
        assert found is not None
        return found


def begun(campaign: Campaign) -> Story:
    """The fight in the yard, its order typed, and the orc's first turn over."""
    story = begin_fight(campaign, HEROES, YARD, ORDER, board=BOARD)
    story.do(EndTurn())
    return story


def make_member(name: str, token: str, sheet: Sheet, *, mount: bool = False) -> Member:
    """A member of 30 hit points: a character, or a mount."""
    return Member(
        name.lower(),
        name,
        token,
        role="mount" if mount else "character",
        mover=Mover(speed_m=Fraction(15 if mount else 9)),
        con_score=12,
        con_mod=1,
        hp=30,
        sheet=sheet,
    )


def begin_fight(
    campaign: Campaign,
    party: Iterable[Member],
    encounter: Encounter,
    order: Mapping[str, int],
    *,
    board: Board = FIELD,
    surprised: tuple[str, ...] = (),
) -> Story:
    """A party joins and an encounter begins, its order typed."""
    for member in party:
        campaign.record(Join(member))
    campaign.prepare(Prepare(encounter), board)
    story = Story(campaign, {})
    story.do(BeginEncounter(encounter.name, encounter.id))
    story.do(RollInitiative(surprised=surprised), order)
    return story


def save_fight(
    rules: Ruleset,
    party: Iterable[Member],
    encounter: Encounter,
    order: Mapping[str, int],
    *,
    board: Board = FIELD,
    surprised: tuple[str, ...] = (),
    turns: int = 0,
) -> str:
    """A campaign of the library in which a fight is so many turns old; its name."""
    name = f"Fight {rules.id}"
    with library.create(name, rules, start=Instant(3, Fraction(9))) as campaign:
        story = begin_fight(campaign, party, encounter, order, board=board, surprised=surprised)
        for _ in range(turns):
            story.do(EndTurn())
    return name
