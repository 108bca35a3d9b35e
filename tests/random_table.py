"""A GM who does anything: random parties, vehicles, boats, legs, rulings, paces and fights.

All of it comes of one seed and the number of the story, so that a failure is played again alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar, get_args

from core.calendars import Instant
from core.dice import Answer, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import Refusal
from core.play import queries
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.facts.fight.setup.commands import Enter, Place, Prepare, Spot
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative, SetCondition
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    DropPlan,
    EndEncounter,
    Halt,
    HaltCheck,
    March,
    PassBy,
    Ride,
    SetDeadline,
    SetLegs,
    SetPace,
    SetRoute,
    SetSchedule,
    Stay,
    Wait,
)
from core.play.facts.state import Boat, Fighting, Member, Met, Schedule
from core.play.facts.table.commands import (
    EditMember,
    FoundCampaign,
    Heal,
    Hurt,
    Join,
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
    WriteNote,
)
from core.play.resolution import Decided
from core.play.union import Command, decide, describe
from core.rulesets.schema import Ruleset
from core.travel.movers import Bonus, Mover
from core.travel.stretches import DIRECTIONS, WATERS, Stretch
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.store.packaged_rulesets import PACKAGED, packaged
from saves.store.sqlite.file_place import FilePlace
from tests.core.play.maps import REGION
from tests.fights import BOARD, OGRE, PREPARED, WOLVES
from tui.play.command_line.leg_lines import legs as read_legs

T = TypeVar("T")
Role: TypeAlias = Literal["character", "mount", "vehicle"]
HEXES = tuple(sorted(REGION.cells))
LONG = (Fraction(9_999), Fraction(999_999), Fraction(10) ** 12, Fraction(10) ** 60)
"""Lengths with a digit too many."""
FIGURES = (
    "0", "0", "1", "3", "8", "9", "12", "15/2", "23", "24", "25", "1/1000000", "40", "300", "9999",
    "20000", "1000000", "1e12", "1e99", "1e999", "-1", "x", "",
)  # fmt: skip
CLOCKS = ("0 8", "5 23", "-3 1/2", "400 12", "999999999 0", f"{10**60} 0", "1 24", "x", "3")
SPEEDS_M = (Fraction(9), Fraction(6), Fraction(12), Fraction(3, 2), Fraction(1, 10**9))
SQUARES = ("A1", "C4", "F6", "F7", "G7", "H7", "M4", "Q7", "off")


class RandomTable:
    """Plays one story into a campaign file."""

    def __init__(self, path: Path, seed: int, story: int) -> None:
        self.chance = random.Random(f"{seed} {story}")
        self.system = PACKAGED[story % len(PACKAGED)]
        found = FoundCampaign("Anywhere", "", self.system, start=Instant(66, Fraction(8)))
        self.campaign = Campaign.create(FilePlace(path), found, ruleset=packaged(self.system))
        self._made = 0
        if self.chance.random() < 0.6:
            km = self.pick((Fraction(12), Fraction(12), Fraction(1, 100), Fraction(10) ** 9))
            self.campaign.adopt_map(REGION, km, self.pick(HEXES))

    @property
    def rules(self) -> Ruleset:
        """The rules that are played by now."""
        return self.campaign.assets.rules

    def pick(self, among: tuple[T, ...]) -> T:
        """One of these."""
        return self.chance.choice(among)

    def try_next(self) -> Command | None:
        """Do something; return the command if it is recorded, None where it is refused."""
        if self.chance.random() < 0.02:
            return self._adopt()
        if self.chance.random() < 0.03 and self.campaign.story.undo_title is not None:
            self.campaign.undo()
            return WriteNote("undone")
        return self._perform(self._command())

    def _adopt(self) -> Command | None:
        with suppress(Refusal):
            self.campaign.adopt_ruleset(packaged(self.pick(PACKAGED)))
            return WriteNote("adopted")
        return None

    def _perform(self, command: Command) -> Command | None:
        campaign = self.campaign
        assert describe(command, campaign.state).template
        if isinstance(command, Prepare):
            with suppress(Refusal):
                campaign.prepare(command, BOARD)
                return command
            return None
        answers: dict[str, Answer] = {}
        try:
            found = decide(command, campaign.state, campaign.assets, answers)
            while not isinstance(found, Decided):
                answers |= {question.key: self._answer(question) for question in found.questions}
                found = decide(command, campaign.state, campaign.assets, answers)
        except Refusal:
            return None
        queries.doubt(found.events, campaign.state, campaign.assets)
        campaign.record(command, answers, decided=found, head=campaign.head)
        return command

    def _answer(self, question: Question) -> Answer:
        faces = tuple(self.chance.randint(1, most) for most in parse_dice(question.dice).sides)
        if question.dc is not None and self.chance.random() < 0.1:
            return Ruled("skip")
        return Rolled(faces) if self.chance.random() < 0.5 else Typed(sum(faces))

    def _command(self) -> Command:
        state = self.campaign.state
        if not state.members:
            return Join(self._member())
        if isinstance(state.pending, Met) and self.chance.random() < 0.7:
            return PassBy() if self.chance.random() < 0.5 else BeginEncounter("Wolves")
        if state.fight is not None and self.chance.random() < 0.7:
            return self.pick(IN_A_FIGHT)(self)
        if isinstance(state.pending, Fighting) and self.chance.random() < 0.4:
            return EndEncounter(self.chance.randint(0, 30))
        return self.pick(ON_THE_ROAD)(self)

    # the party

    def _who(self) -> str:
        names = tuple(member.id for member in self.campaign.state.members)
        return self.pick((*names, "nobody")) if self.chance.random() < 0.05 else self.pick(names)

    def _member(self) -> Member:
        self._made += 1
        role: Role = self.pick(("character", "character", "mount", "vehicle"))
        mover = Mover()
        if self.chance.random() < 0.95:
            movers = tuple(self._movers(role)) or (Mover(speed_m=Fraction(9)),)
            mover = self.pick(movers)
        return Member(
            f"m{self._made}",
            f"Member {self._made}",
            "",
            role=role,
            mover=mover,
            level=self.chance.randint(1, 20),
            con_mod=self.pick((None, -5, 0, 3)),
            hp=self.pick((None, 1, 8, 60)),
            weight_kg=self.pick((Fraction(0), Fraction(80))),
        )

    def _movers(self, role: Role) -> Iterator[Mover]:
        rules = self.rules
        load = self.pick((Fraction(0), Fraction(60), Fraction(10) ** 6))
        if role == "mount":
            for mount in rules.mounts:
                yield Mover(mount=mount, load_kg=load)
        elif role == "vehicle":
            for vehicle in rules.vehicles:
                yield Mover(vehicle=vehicle)
            for kind in rules.powered:
                for km_h in (Fraction(40), Fraction(1, 1000)):
                    yield Mover(vehicle_class=kind, vehicle_km_h=km_h)
                yield Mover(vehicle_class=kind, vehicle_km_h=Fraction(90), flying=True)
        else:
            for speed_m in SPEEDS_M:
                yield Mover(speed_m=speed_m)
            yield Mover(fly_speed_m=Fraction(18))
            for race in rules.races:
                yield Mover(race=race, armor=self.pick(tuple(rules.armor)))
            if rules.armor:
                yield Mover(base_speed_m=Fraction(9), bonuses=(Bonus("penalty", Fraction(-9)),))

    def _edited(self) -> Member:
        members = self.campaign.state.members
        member = self.pick(members)
        how = self.pick(("mover", "rides", "pulls", "load"))
        if how == "mover":
            return replace(member, mover=self._member().mover)
        if how == "load":
            return replace(member, mover=replace(member.mover, load_kg=Fraction(10) ** 5))
        return replace(member, **{how: self.pick(("", *(other.id for other in members)))})  # type: ignore[arg-type]

    # the way

    def _km(self) -> Fraction:
        if self.chance.random() < 0.1:
            return self.pick(LONG)
        return self.pick(
            (
                Fraction(0),
                Fraction(-3),
                Fraction(1, 7),
                Fraction(5),
                Fraction(24),
                Fraction(60),
                Fraction(400),
            )
        )

    def _legs(self) -> SetLegs:
        return SetLegs(tuple(self._leg(n) for n in range(1, self.chance.randint(1, 4) + 1)))

    def _leg(self, number: int) -> Stretch:
        rules = self.rules
        if self.chance.random() < 0.25:
            boat = self.pick((*rules.boats, "ark"))
            return Stretch(
                self._km(),
                number,
                mode=boat,
                boat=boat,
                water=self.pick((*WATERS, "", "fog")),
                direction=self.pick((*DIRECTIONS, "up")),
                guide=self.chance.random() < 0.5,
                current_km_h=self.pick((None, None, Fraction(3), Fraction(0), Fraction(-30))),
                drift_hours=self.pick(
                    (Fraction(0), Fraction(0), Fraction(14), Fraction(99), Fraction(-9))
                ),
            )
        return Stretch(
            self._km(),
            number,
            terrain=self.pick((*rules.terrain, *rules.terrain, "", "cheese")),
            way=self.pick((*rules.ways, "", "", "tunnel")),
            pace=self.pick(("", "", "", "walk", "hustle", "hustle", "run_x4", "sprint")),
            crosses=self.pick(("", "", "ford")),
            crossing_hours=self.pick((Fraction(0), Fraction(0), Fraction(1, 2), Fraction(-1))),
        )

    def _typed_legs(self) -> Command:
        length = self.pick(("24", "7.5", "999999", "9" * 40, "9" * 5000))
        text = f"{length} plains {self.pick(('road', '', 'hustle'))}; 3 plains hustle"
        try:
            return SetLegs(read_legs(text, self.rules))
        except Refusal:
            return SetLegs(())

    def _hours(self) -> Fraction:
        return self.pick(
            (
                Fraction(1, 12),
                Fraction(1),
                Fraction(5, 2),
                Fraction(9),
                Fraction(24),
                Fraction(0),
                Fraction(-1),
                Fraction(30),
                Fraction(10) ** 9,
            )
        )

    def _rule(self) -> Command:
        target: RulingTarget = self.pick(get_args(RulingTarget))
        value = self.pick(FIGURES)
        if target == "clock":
            value = self.pick(CLOCKS)
        elif target == "place":
            value = self.pick(HEXES)
        elif target == "position":
            value = self.pick(SQUARES)
        elif target in ("stable", "dead"):
            value = self.pick(("yes", "no", "x"))
        return Rule(target, value, self.pick(("", self._who(), self._who())))

    def _boat(self) -> Command:
        kind = self.pick((*self.rules.boats, "ark"))
        at = self.pick(("", *HEXES))
        return PlaceBoat(Boat(self.pick((kind, "skiff")), "Boat", kind, at))

    def _prepared(self) -> Command:
        if self.chance.random() < 0.5 and self.campaign.state.encounters:
            return BeginEncounter("Ambush", self.pick(self.campaign.state.encounters).id)
        self._made += 1
        foes = tuple(replace(foe, id=f"{foe.id}-{self._made}") for foe in (*WOLVES, OGRE))
        figures = tuple(
            replace(figure, id=f"{figure.id}-{self._made}") for figure in PREPARED.figures
        )
        found = replace(PREPARED, id=f"ambush-{self._made}", foes=foes, figures=figures, place="")
        return Prepare(found)

    # the fight

    def _fighter(self) -> str:
        fight = self.campaign.state.fight
        ids = () if fight is None else tuple(figure.id for figure in fight.figures)
        return self.pick((*ids, self._who()))

    def _placed(self) -> Command:
        fight = self.campaign.state.fight
        return Place(
            "" if fight is None else fight.id, (Spot(self._fighter(), self.pick(SQUARES)),)
        )

    def _entering(self) -> Command:
        fight = self.campaign.state.fight
        return Enter("" if fight is None else fight.id, self.pick(SQUARES))


Chooser = Callable[[RandomTable], Command]
ON_THE_ROAD: tuple[Chooser, ...] = (
    lambda table: Join(table._member()),
    lambda table: Join(table._member()),
    lambda table: EditMember(table._edited()),
    lambda table: Leave(table._who()),
    lambda table: SetPresent(table._who(), False),
    lambda table: SetPresent(table._who(), True),
    lambda table: SetPresent(table._who(), True, how=table.pick(("", "now", "way"))),
    lambda table: Ride(table._who(), table.pick(("", table._who(), table._who()))),
    lambda table: table._legs(),
    lambda table: table._legs(),
    lambda table: table._legs(),
    lambda table: table._typed_legs(),
    lambda table: SetRoute(table.pick(HEXES)),
    lambda table: SetRoute(table.pick(HEXES), (table.pick(HEXES),)),
    lambda table: DropPlan(),
    lambda table: SetPace("walk"),
    lambda table: SetPace("hustle"),
    lambda table: SetPace("hustle"),
    lambda table: SetDeadline(table.pick((None, 66, 70, 400, 10**9, -5)), table._hours()),
    lambda table: SetSchedule(table.pick((
        None, Schedule(), Schedule("d12", Fraction(1), (1,), nights=True),
        Schedule("2d6", Fraction(1, 4), (2, 12), nights=True), Schedule("d4", Fraction(6), (5,)),
    ))),
    lambda table: table._rule(),
    lambda table: table._rule(),
    lambda table: table._rule(),
    lambda table: table._boat(),
    lambda table: table._prepared(),
    lambda table: MarkHexes((table.pick((*HEXES, "9999")),), True, table.chance.random() < 0.5),
    lambda table: March(),
    lambda table: March(),
    lambda table: March(table._hours()),
    lambda table: March(None, table.pick((*HEXES, "1", "2"))),
    lambda table: Camp((), table.pick((None, None, Fraction(5), Fraction(25)))),
    lambda table: Wait(table._hours(), table.chance.random() < 0.5),
    lambda table: Stay(table.pick((1, 2, 5, 10**9))),
    lambda table: Halt(
        name="ford",
        minutes=table.pick((0, 30, 10**9)),
        check="swim",
        dc=12,
        checks=(HaltCheck(table._who()),),
        damage=table.pick(("", "1d6", "3")),
    ),
    lambda table: Hurt((table._who(),), (table.pick((0, 3, 30, 10**9)),),
                       table.pick((True, False))),
    lambda table: Heal((table._who(),), (table.pick((0, 3, 90)),)),
)  # fmt: skip
"""What may be done on the road, the likelier more than once."""
IN_A_FIGHT: tuple[Chooser, ...] = (
    lambda table: table._placed(),
    lambda table: table._entering(),
    lambda table: RollInitiative(),
    lambda table: EndTurn(),
    lambda table: EndTurn(),
    lambda table: Move(table._fighter(), table.pick(SQUARES)),
    lambda table: AnswerStrikes(()),
    lambda table: DropMove(),
    lambda table: MakeAttack((table._fighter(),), table._fighter()),
    lambda table: SetCondition((table._fighter(),), table.pick(("prone", "shaken", "dying"))),
    lambda table: Hurt((table._fighter(),), (table.pick((1, 9, 40)),)),
    lambda table: table._rule(),
    lambda table: SetPresent(table._who(), table.chance.random() < 0.5),
    lambda table: Wait(Fraction(1, 60)),
    lambda table: EndEncounter(5),
)
"""What may be done in a fight."""
