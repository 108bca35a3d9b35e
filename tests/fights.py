"""A fight for tests: board, creatures, and one example of each command and event."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

from core.calendars import Instant
from core.combat.board.drawing import Board, BoardEdit, Door
from core.creatures import Attack, AttackWords, Sheet
from core.effects.effect import Effect
from core.play.facts.encounter import (
    Chase,
    Drift,
    Encounter,
    Figure,
    Foe,
    Lasting,
    Runner,
    Slot,
    Spent,
    Until,
    Zone,
)
from core.play.facts.fight.blows import commands as blow
from core.play.facts.fight.blows import events as blew
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves import commands as move
from core.play.facts.fight.moves import events as moved
from core.play.facts.fight.setup import commands as setup
from core.play.facts.fight.setup import events as set_up
from core.play.facts.fight.turns import commands as turn
from core.play.facts.fight.turns import events as turned
from core.play.facts.fold import FightEvent
from core.play.facts.state import (
    Fighting,
    HeldBlow,
    HeldSpell,
    Member,
    Queued,
    State,
    Striker,
    Waiting,
)
from core.play.union import Assets, FightCommand
from core.travel.movers import Mover
from core.values import replace
from saves.store.asset_store import board_blob
from tests.switched import AS_PACKAGED, Switches, switched

SONG = Effect(name="song", changes=("attack +1 competence",))
BOARD = Board(
    (
        "....TT.....######...",
        "..:TT......#....#...",
        "..:::......#....#&&.",
        "...:............#&&&",
        "...........#....#&&&",
        "...........######&&.",
        "....................",
        "ooooo...............",
        "~~~~~~~~::~~~~~~~~~~",
        "....................",
    ),
    edge_walls=("H1/I1",),
    edge_low=("H5/I5", "H6/I6"),
    doors=(Door("K4/L4", "closed"), Door("L2/L3", "open")),
    legend=(("T", ("difficult", "concealing")),),
)
FORD = board_blob(BOARD).sha256

AXE = Attack(
    "dwarven waraxe",
    (8, 3),
    "1d10+4",
    extra="1d6",
    critical=20,
    times=3,
    also="trip",
)
BOW = Attack(
    "longbow",
    (5,),
    "1d8",
    times=3,
    mode="ranged",
    weapon="bow",
    increment=20,
    agile=True,
)
GLAIVE = Attack("glaive", (6,), "1d10+4", times=3, reach=2)
BITE = Attack("bite", (2,), "1d6+1", also="trip", nonlethal=True)
CLUB = Attack("greatclub", (8,), "2d8+7")

HARSK = Member(
    "harsk",
    "Harsk",
    "H",
    mover=Mover(race="dwarf", armor="heavy"),
    level=4,
    con_mod=3,
    hp=38,
    sheet=Sheet(
        ac=18,
        dexterity=1,
        init=1,
        fortitude=7,
        reflex=2,
        will=3,
        perception=1,
        acrobatics=-4,
        run=3,
        attacks=(AXE, BOW),
        traits=("darkvision",),
    ),
)
VALERIA = Member(
    "valeria",
    "Valeria",
    "V",
    mover=Mover(race="human"),
    level=4,
    con_score=14,
    hp=31,
    sheet=Sheet(ac=18, dexterity=3, init=7, reflex=3, attacks=(GLAIVE,)),
)
TAM = Member(
    "tam",
    "Tam",
    "T",
    mover=Mover(speed_m=Fraction(9)),
    level=4,
    con_mod=0,
    hp=22,
    sheet=Sheet(ac=14, speeds=(("walk", 6), ("fly", 12)), attacks=(BOW,)),
)

WOLF = Foe(
    "wolf-1",
    "Wolf",
    "a",
    group="wolves",
    kind="wolf",
    level=2,
    hp=13,
    sheet=Sheet(ac=14, dexterity=2, init=2, reflex=5, speeds=(("walk", 10),), attacks=(BITE,)),
)
WOLVES = tuple(
    replace(WOLF, id=f"wolf-{number}", token=token) for number, token in enumerate("abc", start=1)
)
OGRE = Foe(
    "ogre",
    "Ogre",
    "d",
    kind="ogre",
    level=4,
    hp=30,
    con_score=15,
    sheet=Sheet(
        size="L",
        ac=16,
        dexterity=-1,
        init=-1,
        fortitude=6,
        reflex=0,
        will=3,
        speeds=(("walk", 8),),
        attacks=(CLUB,),
    ),
)
PREPARED = Encounter(
    "ambush",
    "Ambush at the ford",
    FORD,
    foes=(*WOLVES, OGRE),
    place="0304",
    figures=(
        Figure("wolf-1", "M4"),
        Figure("wolf-2", "N4"),
        Figure("wolf-3", "R4", hidden=True),
        Figure("ogre", "Q7"),
    ),
)
"""Prepared, not yet played."""


def fight_world(ruleset: str = "pf1", switches: Switches = AS_PACKAGED) -> Assets:
    """Assets without maps, with the board of the fight."""
    return Assets(switched(ruleset, switches), boards=MappingProxyType({FORD: BOARD}))


def figure(state: State, who: str) -> Figure:
    """The figure of a combatant, who has one in the fight."""
    found = fight_of(state).figure(who)
    assert found is not None, who
    return found


WORDS = AttackWords(miss=30, high=True, power=3)
SOON = Instant(3, Fraction(41, 4) + Fraction(1, 600))
SHAKEN = Lasting("shaken", Until("turn_start", who="ogre", round=3), 1, "the ogre's roar")
TORCH = Lasting("torch", Until("clock", SOON))
PRONE = Lasting("prone")
WAITING = Waiting(
    "harsk",
    ("F7", "G7", "H7"),
    (Striker("wolf-1", "F7"), Striker("wolf-2", "G7", "harsk")),
    action="charge",
    mode="walk",
    cost=2,
    diagonals=1,
    elevation=0,
    squeeze=True,
    queue=(Queued("wolf-3", ("O4", "N4")),),
    blow=HeldBlow(by=("harsk",), at="ogre", attack=1, circumstance=2, ac=-1, words=WORDS),
    spell=HeldSpell("fireball", 3),
)
CHASE = Chase((Runner("tam", 6, 12, 10, tired=True),), (Runner("wolf-1", 10, 12),), 2)
ORDER = (
    Slot("tam", ("tam",), Fraction(33, 2)),
    Slot("wolves", ("wolf-1", "wolf-2", "wolf-3"), Fraction(16)),
    Slot("harsk", ("harsk",), Fraction(15), began=2, over=1),
    Slot("ogre", ("ogre",), Fraction(12)),
)
SPENT = Spent(("move", "standard"), 5, 2, 3, 1, ("F7", "G7"), moves=1)
WHOLE = Encounter(
    "ambush",
    "Ambush at the ford",
    FORD,
    "running",
    edits=(BoardEdit("B2:5 C4", "rubble"), BoardEdit("B2/C2", "open_door")),
    place="0304",
    light="dim",
    wind="NE",
    gravity="low",
    zones=(Zone("A1:3", "dark"),),
    foes=(
        replace(
            WOLF,
            damage=6,
            nonlethal=2,
            temporary=3,
            stable=True,
            dead=True,
            lasting=(SHAKEN, TORCH),
            con_score=13,
            side="neutral",
        ),
        *WOLVES[1:],
        OGRE,
    ),
    figures=(
        Figure("harsk", "F7", spent=SPENT, acted=True, reacted=("wolf-1",), weapon=1),
        Figure("tam", "F4", 3, "NE", "fly", readied="fireball", delaying=True),
        Figure("valeria", "", mount="pony", surprised=True, taking_cover=True),
        Figure("wolf-1", "M4", trail=("L4", "M4"), hidden=True),
        Figure("wolf-2", "N4"),
        Figure("wolf-3", "O4"),
        Figure("ogre", "Q7"),
    ),
    round=2,
    surprise=True,
    order=ORDER,
    acting="harsk",
    chase=CHASE,
    began=SOON,
)
"""In its second round, with every field set to something."""

FIGHT = State(
    name="The Long Marches",
    ruleset="f" * 64,
    ruleset_name="Pathfinder 1",
    clock=SOON,
    members=(
        replace(HARSK, temporary=4, stable=True, dead=True, lasting=(PRONE, TORCH)),
        VALERIA,
        TAM,
    ),
    pending=Fighting(
        "Ambush at the ford", SOON, Fraction(14, 3), True, encounter="ambush", waiting=WAITING
    ),
    encounters=(replace(PREPARED, id="mill", name="At the mill", status="paused"), WHOLE),
)
"""A state in mid-fight."""

FIGHT_COMMANDS: tuple[FightCommand, ...] = (
    setup.Prepare(WHOLE),
    setup.Discard("mill"),
    setup.Rename("mill", "At the old mill"),
    setup.AddFoes("ambush", WOLVES, ("C4",), hidden=True),
    setup.EditFoe("ambush", OGRE),
    setup.RemoveCreatures("ambush", ("wolf-1", "harsk")),
    setup.Place("ambush", (setup.Spot("ogre", "C4", 2), setup.Spot("tam", "")), "it jumped"),
    setup.Enter("ambush", "C4"),
    setup.Paint("ambush", (BoardEdit("B2:5", "rubble"),)),
    setup.Redraw("ambush", FORD),
    setup.SetDoor("ambush", "K4/L4", "locked", "harsk"),
    setup.SetAir("ambush", "dim", "NE", "zero", (Zone("A1:3", "dark"),)),
    setup.SetHazard("ambush", "1d6 acid"),
    setup.Hide("ambush", ("wolf-1",), hidden=False),
    setup.ChangeSide("ambush", ("wolf-1", "tam"), "neutral"),
    turn.RollInitiative(("wolf-1",), ("harsk",)),
    turn.EndTurn(),
    turn.Delay("harsk"),
    turn.Ready("harsk", "when it casts"),
    turn.ActNow("harsk"),
    turn.Spend("harsk", ("move", "swift"), back=True),
    turn.SetCondition(
        ("harsk", "wolf-1"), "shaken", 3, "ogre", "end", Fraction(1, 6), 2, "a roar", SONG
    ),
    turn.DamageAbility(("harsk", "wolf-1"), "con", 2, drain=True),
    turn.ClearCondition(("harsk",), "shaken"),
    turn.Stabilise("harsk"),
    turn.PickOne(("harsk", "wolf-1")),
    turn.Pause(),
    turn.StartChase(("tam",), ("wolf-1",), 12),
    turn.ChaseAllDay(("tam",), ("wolf-1",), "reroll"),
    turn.ChaseRound(),
    turn.EndChase("he dives into the river"),
    move.Move(
        "harsk", "H9", ("F9", "G9", "H9"), "charge", "fly", 2, safe=True, squeeze=True,
        tumbled=("wolf-1",), target="ogre",
    ),
    move.MovePack((move.PackStep("wolf-1", ("M4", "L4")),), "withdraw"),
    move.AnswerStrikes(("wolf-1",)),
    move.DropMove(),
    move.Push("harsk", ("F9", "F8")),
    move.Fall("tam", 3, soft=True, deliberate=True),
    move.Stand("harsk", down=True),
    move.MountUp("harsk", "pony", "F8"),
    move.ChooseHeading("wolf-3", "UNE"),
    move.SqueezeThrough("tam", "F8", 18),
    blow.MakeAttack(
        ("wolf-1", "wolf-2"), "harsk", 1, full=True, circumstance=-2, ac=2,
        gm_degree="partial", opportunity=True, words=WORDS,
    ),
    blow.CoupDeGrace("ogre", "harsk", 0),
    blow.AreaAttack(
        "cone", 6, "6d6", (3, -1), "NE", "tam", "will", 15, "none", nonlethal=True,
        spare=("harsk",), name="burning hands",
    ),
    blow.GiveTemporary(("harsk", "tam"), (5, 6)),
    blow.TakeCover("harsk", off=True),
    blow.TakeInHand("harsk", 1),
    blow.CastSpell("tam", "fireball", 3, quiet=True),
)  # fmt: skip
"""One example of every command of a fight."""

FIGHT_STORY: tuple[FightEvent, ...] = (
    set_up.Prepared(replace(WHOLE, id="barn", name="In the barn", status="paused")),
    set_up.Prepared(PREPARED),
    set_up.Renamed("barn", "In the old barn"),
    set_up.FoesAdded(
        "ambush", (replace(WOLF, id="wolf-4", token="e"),), (Figure("wolf-4", "C4"),)
    ),
    set_up.FoeEdited("ambush", replace(OGRE, name="Grub")),
    set_up.Mustered("ambush", (Figure("harsk", "F7"), Figure("tam", "F4", 2))),
    set_up.CreaturesPlaced("ambush", (setup.Spot("ogre", "Q8", 1),), "it jumped"),
    set_up.BoardPainted("ambush", (BoardEdit("B2:5", "rubble"),)),
    set_up.DoorSet("ambush", "K4/L4", "open", "harsk"),
    set_up.AirSet("ambush", "dim", "NE", "low", (Zone("A1:3", "dark"),)),
    set_up.HazardSet("ambush", "1d6 acid"),
    set_up.Hidden("ambush", ("wolf-1",), False),
    set_up.SideChanged("ambush", ("wolf-2", "tam"), "party"),
    set_up.SideChanged("ambush", ("tam",), "foes"),
    turned.InitiativeSet(ORDER, ("harsk",)),
    turned.RoundBegan(1, Fraction(1, 600), surprise=True),
    turned.TurnBegan("tam"),
    turned.TurnOver("tam"),
    turned.TurnBegan("harsk", ("wolves",), resumed=True),
    turned.Delayed("tam"),
    turned.Readied("wolf-1", "when he casts", over=True),
    turned.ReadyTaken("wolf-1", over=True),
    turned.Readied("wolf-1", "when he casts"),
    turned.Interposed("tam", ORDER),
    turned.PutBefore("tam", "harsk", ORDER),
    turned.SetAdrift("tam", Drift(1, 0, 0, 3)),
    turned.Drifted("tam", ("F4", "G4", "H4", "I4"), 3),
    turned.ActionsSpent("harsk", ("move",), back=True),
    turned.ConditionBegan("harsk", SHAKEN),
    turned.EffectLearned("song#1", SONG),
    turned.ConditionBegan("wolf-2", TORCH),
    turned.ConditionEnded("wolf-2", "torch", expired=True),
    moved.Moved(
        "harsk", ("F7", "G7"), 2, 1, "charge", "walk", 1, "E", ("F7", "G7"), ("full_round",),
        begins=False, hazards=1,
    ),
    moved.MoveHalted(WAITING),
    moved.OpportunityTaken("wolf-1", "harsk"),
    blew.Struck(
        by="wolf-1",
        at="harsk",
        attack="bite",
        outcome="critical",
        face=20,
        total=22,
        needed=16,
        ac=18,
        bonus=2,
        how="typed",
        opportunity=True,
        spends=("standard",),
        weapon=0,
        reason="he slipped",
        words=("power3",),
        ends_move=True,
        hand="off",
    ),
    moved.StrikesAnswered("harsk", ("wolf-1",), ("wolf-2",)),
    moved.Pushed("harsk", ("G7", "G6")),
    moved.Fell("tam", 2, soft=True),
    moved.MountedUp("tam", "harsk"),
    moved.MountedUp("tam", "", "H7"),
    moved.LeftBoard("wolf-3", "T4"),
    moved.HeadingChosen("wolf-3", "UNE"),
    blew.CoupStruck("ogre", "harsk", "greatclub", ("full_round",)),
    blew.AreaStruck("cone", "B2:5", ("harsk", "ogre"), "burning hands", "tam", ("standard",)),
    blew.TemporaryGiven("harsk", 5),
    blew.CoverTaken("harsk", off=True),
    blew.TakenInHand("harsk", 1),
    blew.SpellCast("tam", "fireball", 3, ("standard",), dc=20, lost=True),
    turned.RoundsPassed(3, Fraction(1, 200)),
    turned.Sank("harsk", "dying"),
    turned.RoundsPassed(20, Fraction(1, 30)),
    turned.Sank("harsk", "dying"),
    turned.Stabilised("harsk"),
    turned.Picked("wolf-1", ("harsk", "wolf-1"), 2),
    turned.ConfusedActed("harsk", 51, "hurts_itself"),
    turned.Died("wolf-2"),
    turned.Revived("wolf-2"),
    turned.RunDown("tam", "wolf-1"),
    turned.Revived("wolf-2"),
    turned.ChaseSet(CHASE, Fraction(1, 600)),
    turned.ChaseEnded("he dives into the river", ("tam",)),
    set_up.CreaturesRemoved("ambush", ("wolf-3",), ("Wolf",)),
    set_up.BoardRedrawn("ambush", FORD),
    turned.Paused("ambush", Fraction(14, 3), True),
    set_up.Discarded("barn", "In the old barn"),
)  # fmt: skip
"""Events of a fight in a possible order, at least one of every kind."""

FIGHT_EVENTS = tuple({event.kind: event for event in FIGHT_STORY}.values())
"""One example of every event of a fight."""
