"""One example of every command and event, and a small party for stories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate

import pytest

from core.calendars import Calendar, Instant, Month
from core.dice import Answer, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import Refusal
from core.play import queries
from core.play.facts.encounter import Lasting
from core.play.facts.fold import Event, FightEvent, evolve, evolve_all
from core.play.facts.road import commands as road
from core.play.facts.road import events as rode
from core.play.facts.state import Absence, Boat, Member, Plan, Schedule, State
from core.play.facts.table import commands as table
from core.play.facts.table import events as told
from core.play.resolution import Decided, Needs
from core.play.union import Assets, Command, decide
from core.receipts import Receipt
from core.travel.itinerary import Day
from core.travel.movers import Bonus, Mover
from core.travel.stretches import Progress, RiverTerms, Stretch
from core.values import replace
from tests.fights import FIGHT, FIGHT_COMMANDS, FIGHT_EVENTS
from tests.switched import AS_PACKAGED, Switches, switched

HARSK = Member(
    "harsk",
    "Harsk",
    "H",
    mover=Mover(race="dwarf", armor="heavy"),
    level=4,
    con_mod=3,
    hp=38,
    weight_kg=Fraction(120),
)
VALERIA = Member(
    "valeria",
    "Valeria",
    "V",
    mover=Mover(race="human"),
    level=4,
    con_score=14,
    hp=31,
    weight_kg=Fraction(80),
)
TAM = Member("tam", "Tam", "T", mover=Mover(speed_m=Fraction(9)), level=2, con_mod=0, hp=15)
PONY = Member(
    "pony",
    "Pony",
    "p",
    role="mount",
    mover=Mover(mount="pony", load_kg=Fraction(20)),
    level=2,
    con_mod=1,
    hp=13,
)
HORSE = Member(
    "horse",
    "Horse",
    "b",
    role="mount",
    mover=Mover(mount="heavy_horse"),
    level=3,
    con_mod=2,
    hp=19,
)
WAGON = Member("wagon", "Wagon", "", role="vehicle", mover=Mover(vehicle="cart_or_wagon"))

ROAD = Stretch(Fraction(200), 1, terrain="plains", way="highway")
"""A long leg on which everybody has the full pace."""
LEGS = (
    Stretch(Fraction(20), 1, terrain="plains", way="road"),
    Stretch(Fraction(30), 2, terrain="forest"),
    Stretch(Fraction(36), 3, terrain="hills", way="road", pace="hustle"),
    Stretch(Fraction(400), 4, terrain="plains", way="highway"),
)
CHECKS = Schedule("d12", Fraction(4), (1,))
NIGHT_CHECKS = replace(CHECKS, nights=True)


def assets(ruleset: str = "pf1", switches: Switches = AS_PACKAGED) -> Assets:
    """Assets without maps under one of the four rulesets."""
    return Assets(switched(ruleset, switches))


def ahead(state: State, under: Assets | None = None) -> tuple[Day, ...]:
    """The days of its plan, if it goes on now."""
    found = queries.plan_ahead(state, under or assets())
    return () if found is None else found.days


def party(*members: Member, legs: Iterable[Stretch] = (ROAD,), **more: object) -> State:
    """A party at 08:00 of day 0 with a way ahead; `more` are fields of the state."""
    state = State(
        name="The Long Marches",
        ruleset="f" * 64,
        ruleset_name="Pathfinder 1",
        members=members,
        plan=Plan(tuple(legs)),
    )
    return replace(state, **more)  # type: ignore[arg-type]


def answered(answers: Mapping[str, int | Answer] | None) -> dict[str, Answer]:
    """Answers by key; numbers are faces that are typed."""
    return {
        key: Typed(answer) if isinstance(answer, int) else answer
        for key, answer in (answers or {}).items()
    }


def when(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    under: Assets | None = None,
) -> Decided:
    """The decision on the command with these answers; fails when it asks for more."""
    found = decide(command, state, under or assets(), answered(answers))
    assert isinstance(found, Decided), [q.key for q in found.questions]
    return found


def answer_all(
    command: Command,
    state: State,
    under: Assets,
    answers: Mapping[str, int | Answer] | None = None,
    face: int = 20,
) -> Decided:
    """Decide a command; what is not answered shows `face`, or what it can show."""
    given = answered(answers)
    while True:
        found = decide(command, state, under, given)
        if isinstance(found, Decided):
            return found
        given |= {question.key: _showing(question, face) for question in found.questions}


def _showing(question: Question, face: int) -> Typed:
    can = parse_dice(question.dice)
    return Typed(max(can.least, min(face, can.most)))


def refusal_code(command: Command, state: State, under: Assets) -> str:
    """The code of the Refusal by which a command is answered; fails if it is decided."""
    with pytest.raises(Refusal) as refused:
        decide(command, state, under, {})
    return refused.value.code


def decided(state: State, *events: Event, receipts: tuple[Receipt, ...] = ()) -> Decided:
    """Return these very events as if they had been decided in `state`."""
    states = tuple(accumulate(events, evolve, initial=state))[1:]
    return Decided(events, states, receipts)


def after(
    command: Command,
    state: State,
    answers: Mapping[str, int | Answer] | None = None,
    under: Assets | None = None,
) -> State:
    """The state after the command with these answers."""
    return evolve_all(state, when(command, state, answers, under).events)


def asked(
    command: Command,
    state: State,
    answers: Mapping[str, int] | None = None,
    under: Assets | None = None,
) -> list[str]:
    """The keys of the questions still open, in order; none when it is decided."""
    needs = decide(command, state, under or assets(), answered(answers))
    if not isinstance(needs, Needs):
        return []
    return [question.key for question in needs.questions]


def perform(command: Command, state: State, face: int = 20) -> State:
    """The state after the command when every roll shows `face`, or its highest below it."""
    return evolve_all(state, answer_all(command, state, assets(), face=face).events)


def member(state: State, who: str) -> Member:
    """A member of the party, who is there."""
    found = state.member(who)
    assert found is not None, who
    return found


def damage(state: State, who: str) -> tuple[int, int]:
    """Lethal and nonlethal damage of a member."""
    found = member(state, who)
    return found.damage, found.nonlethal


AT = Instant(3, Fraction(41, 4))
PLAIN_MONTHS = Calendar("Two months", (Month("Sun", 10), Month("Moon", 12)), first_year=3)
STEP = Stretch(
    Fraction(6),
    2,
    terrain="forest",
    way="trail",
    start="0304",
    end="0305",
    inside="0304",
    crosses="ford",
    crossing_hours=Fraction(1, 2),
)
ROWED = Stretch(
    Fraction(12),
    3,
    mode="rowboat",
    boat="rowboat",
    water="river",
    direction="downstream",
    current_km_h=Fraction(9, 2),
    drift_hours=Fraction(14),
    guide=True,
)
PLAN = Plan((STEP, ROWED), goal="0305", via=("0304",))
FLYER = replace(
    VALERIA,
    id="flyer",
    name="Flyer",
    token="f",
    mover=Mover(base_speed_m=Fraction(9), load="medium", bonuses=(Bonus("magic", Fraction(3)),)),
    damage=3,
    nonlethal=2,
    strain=1,
    strain_lethal=1,
    rides="pony",
    marched=Fraction(17, 2),
    hustled=Fraction(1, 3),
    rested=Fraction(5),
    present=False,
)

FRESH = replace(FLYER, hustled=Fraction(0))

CORRECTIONS = (
    table.Correction("harsk", "damage", 6),
    table.Correction("harsk", "strain", -2),
    table.Correction("tam", "dead", to="no"),
    table.Correction("tam", "condition", to="prone", lasting=Lasting("prone", value=1)),
    table.Correction("tam", "condition", to="torch"),
    table.Correction("wolf-1", "position", to="C4"),
)
"""Corrections that an amendment may make."""

COMMANDS: tuple[Command, ...] = (
    road.SetRoute("Fort Wyll", ("0304",)),
    road.SetLegs((STEP, ROWED)),
    road.DropPlan(),
    road.CatchBreath(("harsk",)),
    road.Explore(Fraction(240), "hustle", ("difficult",)),
    road.LongRun("tam", 20),
    road.SetPace("hustle"),
    road.SetRiver(RiverTerms(Fraction(3), drifts=True)),
    road.SetDeadline(17, Fraction(25, 2)),
    road.SetSchedule(NIGHT_CHECKS),
    road.SetSlowing(Fraction(1, 2), "storm"),
    road.March(Fraction(3, 2), "0305"),
    road.Camp(("harsk", "tam"), Fraction(13, 2)),
    road.Wait(Fraction(1, 6), resting=False),
    road.Stay(2),
    road.Ride("harsk", "pony"),
    road.Halt(
        name="ford",
        minutes=20,
        check="swim",
        dc=10,
        checks=(road.HaltCheck("harsk", -2),),
        damage="1d6+1",
        lethal=True,
    ),
    road.BeginEncounter("Ambush at the ford", "ambush"),
    road.PassBy(),
    road.EndEncounter(10),
    table.FoundCampaign("The Long Marches", "a" * 64, "Pathfinder 1", PLAIN_MONTHS, AT),
    table.AdoptRuleset("b" * 64, "Mine"),
    table.SetHouseRule("exhaustion", True, "it is a hard winter"),
    table.AdoptMap("c" * 64, Fraction(12), "0304", revision=True),
    table.MarkHexes(("0304", "-0101"), explored=True, known=False),
    table.Join(FRESH, (replace(FRESH, id="owl", name="Owl", token="Q"),)),
    table.Count("harsk", "stamina", -3),
    table.EditMember(FLYER),
    table.Leave("harsk"),
    table.SetPresent("harsk", False),
    table.PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", "0304")),
    table.Hurt(("harsk", "tam"), (3, 4), nonlethal=True),
    table.Heal(("harsk",), (2,), nonlethal=True),
    table.CallCheck("Perception", 18, ("harsk", "tam"), (1, 2)),
    table.WriteNote("the miller speaks of an ogre", shared=True),
    table.Rule("nonlethal", "4", "harsk", "he swam"),
    table.Amend(12, "flanked: hit", CORRECTIONS, "Tam stood behind it"),
    *FIGHT_COMMANDS,
)
"""One example of every command."""

EVENTS: tuple[Event, ...] = (
    rode.PlanSet(PLAN, Progress(1, Fraction(2), Fraction(1, 4))),
    rode.PlanDropped(),
    rode.MovedLocally(Fraction(240), "hustle", ("difficult",)),
    rode.Ran("tam", 15, Fraction(540), 10),
    rode.PaceSet("hustle"),
    rode.RiverSet(RiverTerms(Fraction(3), drifts=True)),
    rode.DeadlineSet(AT),
    rode.ScheduleSet(NIGHT_CHECKS),
    rode.SlowingSet(Fraction(1), "a fair wind"),
    rode.Travelled(
        Fraction(7, 3),
        Fraction(16, 3),
        "land",
        "hustle",
        Progress(0, Fraction(16, 3)),
        "0304",
        ("harsk", "pony"),
        ("harsk",),
        ("0304",),
    ),
    rode.Arrived("0305"),
    rode.Landed("rowboat", "0305"),
    rode.RiverCrossed("ford", "Alder Ford", 2),
    rode.Strained("harsk", 4, False, "forced_march", 9, (4,)),
    rode.TimePassed(Fraction(8), True, True),
    rode.CampMade("0304", ("harsk", "tam")),
    rode.Rode("harsk", "pony"),
    rode.HaltMade("ford", 20),
    rode.EncounterRolled(AT, 1, True, AT.after(Fraction(2)), AT.after(Fraction(1))),
    rode.EncounterMet(AT, Fraction(14, 3), True),
    rode.EncounterBegun("Ambush at the ford", Fraction(14, 3), True, "ambush"),
    rode.EncounterPassed(Fraction(14, 3), True),
    rode.EncounterEnded("Ambush at the ford", 10, Fraction(14, 3), True),
    told.Founded("The Long Marches", "a" * 64, "Pathfinder 1", PLAIN_MONTHS, AT),
    told.RulesetAdopted("b" * 64, "Mine"),
    told.HouseRuleSet("exhaustion", True, "Exhaustion", reason="it is a hard winter"),
    told.MapAdopted("c" * 64, Fraction(12), "0304", True),
    told.HexesMarked(("0304", "-0101"), True, False),
    told.Joined(FLYER),
    told.Counted("harsk", "stamina", 7),
    told.Edited(FLYER),
    told.MemberLeft("harsk", "Harsk"),
    told.PresenceSet("harsk", False, Absence(AT, "0304", "the mill", Fraction(5), AT)),
    told.BoatPlaced(Boat("rowboat", "Rowboat", "rowboat", "0304")),
    told.Damaged(who="harsk", amount=3, lethal=False, faces=(1, 2), cause="ford", absorbed=1),
    told.Healed("harsk", 1, 2, True),
    told.FatigueEnded("harsk"),
    told.Checked(
        key="k",
        who="harsk",
        name="swim",
        face=6,
        total=4,
        dc=10,
        success=False,
        how="typed",
        reason="wet",
    ),
    told.Noted(AT, "the miller speaks of an ogre", True),
    told.RulingMade("nonlethal", "4", "harsk", "he swam"),
    told.Amended(12, "flanked: hit", CORRECTIONS, "Tam stood behind it"),
    *FIGHT_EVENTS,
)
"""One example of every event."""

ANSWERS: tuple[Answer, ...] = (Rolled((3, 4)), Typed(14, total=True), Ruled("fail", "asleep"))
"""One example of every kind of answer."""

STATE = replace(
    evolve_all(
        party(HARSK, TAM, PONY, watches=("harsk",), boats=(Boat("rowboat", "Rowboat", "rowboat"),)),
        tuple(e for e in EVENTS if not isinstance(e, told.Founded | FightEvent)),
    ),
    pending=FIGHT.pending,
    encounters=FIGHT.encounters,
)
"""A state in mid-fight in which everything has happened once."""
