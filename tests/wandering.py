"""A party that does anything at all: random commands of all kinds, of which many are refused.

All of it comes of the seed, so that a failure can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from types import MappingProxyType

from core.dice import Answer, Question, Ruled, Typed, parse_dice
from core.messages import Refusal
from core.play.fight.blows.commands import MakeAttack
from core.play.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.fight.setup.commands import Place, Spot
from core.play.fight.turns.commands import EndTurn, RollInitiative, SetCondition
from core.play.resolution import Decided
from core.play.road.commands import (
    BeginEncounter,
    Camp,
    DropPlan,
    EndEncounter,
    Halt,
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
from core.play.state import Boat, Fighting, Member, Schedule, State
from core.play.table.commands import (
    EditMember,
    Heal,
    Hurt,
    Join,
    Leave,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
)
from core.play.union import Assets, Command, decide, evolve_all
from core.travel.movers import Mover
from core.travel.stretches import LAND, Stretch
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.core.play.maps import REGION, SHA
from tests.fights import BOARD, FORD, HARSK, PREPARED, TAM, VALERIA

SYSTEMS = ("pf1", "dnd35", "pf2", "sf")
LENGTHS = ("1/7", "1/2", "3", "20", "48")
EXTREME_LENGTHS = ("500", "9000", "999999", "1000000")
SPEEDS = ("6", "9", "18")
EXTREME_SPEEDS = ("3/4", "3/2", "900")
HOURS = ("1/2", "1", "3", "8", "12", "24", "1000")
HEROES = (HARSK, VALERIA, TAM)
MOST_MEMBERS = 9
OF_ALL = ("clock", "hours_used", "place")
"""What is ruled of nobody in particular."""
SQUARES = ("B2", "C7", "D7", "H7", "J7", "K4", "L4", "M4", "off")


def world(ruleset: str) -> Assets:
    """A region, the board of a fight, and one of the four systems."""
    boards = MappingProxyType({FORD: BOARD})
    return Assets(packaged(ruleset), MappingProxyType({SHA: REGION}), boards=boards)


class Wanderer:
    """Makes random commands for the state it is in, and goes on with those that are accepted.

    An `extreme` one goes very far and very slowly too, of which each plan takes its time.
    """

    def __init__(self, seed: int, ruleset: str, *, extreme: bool = False) -> None:
        self._lengths = LENGTHS + (EXTREME_LENGTHS if extreme else ())
        self._speeds = SPEEDS + (EXTREME_SPEEDS if extreme else ())
        self.chance = random.Random(f"{ruleset} {seed}")
        self.assets = world(ruleset)
        region = SHA if self.chance.random() < 0.5 else ""
        self.state = State(
            name="Anywhere", ruleset="f" * 64, ruleset_name=ruleset, region=region,
            hex_km=self._number("1", "12", "300"), place="0101" if region else "",
            encounters=(PREPARED,),
        )  # fmt: skip
        self.accepted = 0
        self._number_of_names = 0

    def step(self) -> Command | None:
        """Try one random command; return it where it was accepted."""
        command = self._command()
        try:
            decided = self._decided(command)
        except Refusal:
            return None
        self.state = evolve_all(self.state, decided.events)
        self.accepted += 1
        return command

    def _decided(self, command: Command) -> Decided:
        answers: dict[str, Answer] = {}
        while not isinstance(found := decide(command, self.state, self.assets, answers), Decided):
            answers |= {question.key: self._answer(question) for question in found.questions}
        return found

    def _answer(self, question: Question) -> Answer:
        sides = parse_dice(question.dice).sides
        if question.dc is not None and self.chance.random() < 0.05:
            return Ruled("fail")
        return Typed(sum(self.chance.randint(1, most) for most in sides))

    # commands

    def _command(self) -> Command:
        state = self.state
        if isinstance(state.pending, Fighting):
            return self.chance.choice(self._in_fight())()
        if state.pending is not None:
            return self.chance.choice((PassBy(), BeginEncounter("met"), EndEncounter(5)))
        if len(state.members) < 2:
            return self._join()
        return self.chance.choice(self._on_the_road())()

    def _on_the_road(self) -> tuple[Callable[[], Command], ...]:
        chance = self.chance
        return (
            self._join, self._edit, self._present, self._present, self._ride, self._ride,
            self._legs, self._legs, self._legs, self._pace, self._pace, self._boat, self._rule,
            self._rule, self._march, self._march, self._march, self._route, self._deadline,
            lambda: Camp(until=self._maybe("5", "7", "12")),
            lambda: Stay(chance.choice((1, 2, 30))),
            lambda: Wait(self._number(*HOURS), resting=chance.random() < 0.5),
            lambda: Leave(self._who()),
            DropPlan,
            lambda: SetSchedule(chance.choice((None, Schedule("d12", Fraction(4), (1,))))),
            lambda: Hurt((self._who(),), (chance.randint(1, 60),), chance.random() < 0.5),
            lambda: Heal((self._who(),), (chance.randint(1, 60),)),
            lambda: Halt("the ford", chance.choice((0, 20, 100_000))),
            lambda: BeginEncounter(PREPARED.name, PREPARED.id),
        )  # fmt: skip

    def _in_fight(self) -> tuple[Callable[[], Command], ...]:
        chance, beings = self.chance, self._beings()
        who = chance.choice(beings)
        square = chance.choice(SQUARES[:-1])
        return (
            lambda: Place(PREPARED.id, (Spot(who, square),)),
            lambda: Place(PREPARED.id, (Spot(who, square),)),
            RollInitiative, EndTurn, EndTurn, DropMove,
            lambda: Move(who, square),
            lambda: MakeAttack((who,), chance.choice(beings)),
            lambda: AnswerStrikes(()),
            lambda: SetCondition((who,), chance.choice([*self.assets.rules.conditions]), rounds=2),
            lambda: Hurt((who,), (chance.randint(1, 40),)),
            lambda: Heal((who,), (chance.randint(1, 40),)),
            self._present, self._rule, self._edit,
            lambda: EndEncounter(chance.choice((0, 5, 600))),
        )  # fmt: skip

    def _beings(self) -> list[str]:
        fight = self.state.fight
        foes = () if fight is None else fight.foes
        return [*(one.id for one in self.state.members), *(foe.id for foe in foes), "nobody"]

    def _join(self) -> Command:
        if len(self.state.members) >= MOST_MEMBERS:
            return Leave(self._who())
        return Join(self._member())

    def _member(self) -> Member:
        chance, rules = self.chance, self.assets.rules
        self._number_of_names += 1
        made = replace(
            chance.choice(HEROES), id=f"one-{self._number_of_names}",
            name=f"One {self._number_of_names}", token="", mover=self._on_foot(),
            weight_kg=self._number("0", "80", "900"),
        )  # fmt: skip
        kind = chance.random()
        if kind < 0.2 and rules.mounts:
            mover = Mover(mount=chance.choice([*rules.mounts]), load_kg=self._number("0", "90"))
            return replace(made, role="mount", mover=mover, sheet=None)
        if kind < 0.45:
            return replace(made, role="vehicle", mover=self._vehicle(), sheet=None, hp=None)
        return made

    def _on_foot(self) -> Mover:
        chance, rules = self.chance, self.assets.rules
        kind = chance.random()
        if kind < 0.4 and rules.races:
            armor = chance.choice(("none", "light", "heavy"))
            return Mover(race=chance.choice([*rules.races]), armor=armor)
        if kind < 0.6:
            return Mover(fly_speed_m=self._number(*self._speeds))
        return Mover(speed_m=self._number(*self._speeds))

    def _vehicle(self) -> Mover:
        if self.chance.random() < 0.4:
            return Mover(vehicle="cart_or_wagon")
        return Mover(
            vehicle_class=self.chance.choice(("light", "large")),
            vehicle_km_h=self._number("5", "30", "400"),
            flying=self.chance.random() < 0.3,
        )

    def _edit(self) -> Command:
        old = self.state.member(self._who())
        if old is None:
            return self._join()
        new = self._member()
        rides, pulls = self.chance.choice(("", self._who())), self.chance.choice(("", self._who()))
        edited = replace(old, role=new.role, mover=new.mover, hp=new.hp, sheet=new.sheet)
        return EditMember(replace(edited, rides=rides, pulls=pulls))

    def _present(self) -> Command:
        return SetPresent(self._who(), self.chance.random() < 0.6)

    def _ride(self) -> Command:
        return Ride(self._who(), self.chance.choice(("", self._who())))

    def _legs(self) -> Command:
        count = self.chance.randint(1, 4)
        return SetLegs(tuple(self._leg() for _ in range(count)))

    def _leg(self) -> Stretch:
        chance, rules = self.chance, self.assets.rules
        km = self._number(*self._lengths)
        if chance.random() < 0.3 and rules.boats:
            boat = chance.choice([*rules.boats])
            return Stretch(
                km, 1, mode=chance.choice((boat, *(one.id for one in self.state.boats))), boat=boat,
                water=chance.choice(("lake", "river", "sea")),
                direction=chance.choice(("none", "downstream", "upstream")),
                current_km_h=self._maybe("0", "2", "40"),
                drift_hours=self._number("0", "0", "14", "24"), guide=chance.random() < 0.5,
            )  # fmt: skip
        terrain = chance.choice(("", *rules.terrain))
        way = chance.choice(("", *rules.ways))
        pace = chance.choice(("", "", "walk", "hustle"))
        return Stretch(km, 1, terrain=terrain, way=way, pace=pace, mode=LAND)

    def _pace(self) -> Command:
        return SetPace("hustle" if self.chance.random() < 0.6 else "walk")

    def _boat(self) -> Command:
        kinds = [*self.assets.rules.boats] or ["rowboat"]
        kind = self.chance.choice(kinds)
        number = self.chance.randint(1, 3)
        return PlaceBoat(Boat(f"{kind}-{number}", kind.title(), kind, self._place()))

    def _rule(self) -> Command:
        rulings: tuple[tuple[RulingTarget, str], ...] = (
            ("damage", "30"), ("damage", "0"), ("nonlethal", "9"), ("strain", "4"),
            ("clock", f"{self.chance.randint(0, 900)} 7/2"), ("hours_used", "23"),
            ("hours_used", "0"), ("marched", "47/2"), ("hustled", "11"), ("place", self._place()),
            ("speed", "1/100"), ("speed", "90"), ("temporary", "7"), ("stable", "yes"),
            ("dead", "yes"), ("dead", "no"), ("position", self.chance.choice(SQUARES)),
            ("elevation", "6"), ("movement", "3"), ("initiative", "17"),
        )  # fmt: skip
        target, value = self.chance.choice(rulings)
        who = "" if target in OF_ALL else self.chance.choice(self._beings())
        return Rule(target, value, who, "as it was")

    def _march(self) -> Command:
        return March(self._maybe(*HOURS))

    def _route(self) -> Command:
        via = (self._place(),) if self.chance.random() < 0.3 else ()
        return SetRoute(self._place(), via)

    def _deadline(self) -> Command:
        day = self.chance.choice((None, 0, self.state.clock.day, self.state.clock.day + 9, 99_999))
        return SetDeadline(day, self._number("0", "12", "47/2"))

    def _place(self) -> str:
        return self.chance.choice(("0101", "0202", "0302", "0303", "Wood"))

    def _who(self) -> str:
        return self.chance.choice([one.id for one in self.state.members] or ["nobody"])

    def _number(self, *choices: str) -> Fraction:
        return Fraction(self.chance.choice(choices))

    def _maybe(self, *choices: str) -> Fraction | None:
        return None if self.chance.random() < 0.5 else self._number(*choices)
