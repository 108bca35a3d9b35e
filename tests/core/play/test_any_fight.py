"""Whatever the GM does in a fight, in any system: refused in words, or a state that makes sense."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.board.drawing import BoardEdit
from core.combat.board.squares import Square, parse_square
from core.dice import Answer, Question, Ruled, Typed, parse_dice
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import (
    AreaAttack,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.combatants import Being
from core.play.facts.fight.moves.commands import (
    AnswerStrikes,
    DropMove,
    Fall,
    MountUp,
    Move,
    MovePack,
    PackStep,
    Push,
    Stand,
)
from core.play.facts.fight.setup.commands import (
    AddFoes,
    Discard,
    EditFoe,
    Hide,
    Paint,
    Place,
    Prepare,
    RemoveCreatures,
    SetAir,
    SetDoor,
    Spot,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseRound,
    ClearCondition,
    Delay,
    EndChase,
    EndTurn,
    Pause,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.facts.fold import evolve
from core.play.facts.road.commands import BeginEncounter, EndEncounter, Wait
from core.play.facts.state import Fighting, State
from core.play.facts.table.commands import CallCheck, Heal, Hurt, Rule
from core.play.fight.fight_scene import scene_of
from core.play.resolution import Decided
from core.play.union import Assets, Command, decide, describe, narrate
from core.play.view import for_players
from core.travel.movers import Mover
from core.values import replace
from saves.store import codec
from saves.store.packaged_rulesets import PACKAGED
from tests.builders import COMMANDS, HORSE, party
from tests.core.play.test_examples import frozen
from tests.fights import BOARD, FORD, HARSK, OGRE, PREPARED, TAM, VALERIA, WOLF, WOLVES, fight_world
from tests.thorough import examples

WORLDS: dict[str, Assets] = {system: fight_world(system) for system in PACKAGED}
PEOPLE = ("harsk", "valeria", "tam", "wolf-1", "wolf-2", "wolf-3", "ogre", "horse", "nobody")
who = st.sampled_from(PEOPLE)
some = st.lists(who, max_size=3, unique=True).map(tuple)
square = st.sampled_from(
    ["", "A1", "C5", "F6", "F7", "G6", "G7", "H6", "H7", "J4", "K9", "Z9", "off"]
)
where = st.builds(
    lambda x, y: f"{'ABCDEFGHIJKLMNOPQRST'[x]}{y}", st.integers(0, 19), st.integers(1, 10)
)
encounter = st.sampled_from(["ambush", "ambush", "ambush", "mill", "none"])
small = st.integers(-1, 12)
actions = st.sampled_from(["move", "move", "run", "charge", "five_foot_step", "step", "withdraw"])
modes = st.sampled_from(["walk", "walk", "walk", "fly", "swim", "climb", "burrow"])
conditions = st.sampled_from(
    ["prone", "shaken", "helpless", "torch", "grappled", "dying", "stunned"]
)

SETTING_UP: st.SearchStrategy[Command] = st.one_of(
    st.just(Prepare(replace(PREPARED, id="mill", foes=(), figures=()))),
    st.just(Prepare(replace(PREPARED, board="f" * 64))),
    st.builds(Discard, encounter),
    st.builds(
        AddFoes,
        encounter,
        st.just((replace(WOLF, id="wolf-9", token="f"),)),
        st.tuples(where),
        st.booleans(),
    ),
    st.builds(EditFoe, encounter, st.just(replace(OGRE, name="Grub"))),
    st.builds(RemoveCreatures, encounter, some),
    st.builds(Place, encounter, st.tuples(st.builds(Spot, who, where | square, st.integers(0, 4)))),
    st.builds(
        Paint,
        encounter,
        st.tuples(
            st.builds(
                BoardEdit,
                where | st.just("B2:5 C4") | st.just("B2/C2"),
                st.sampled_from(["difficult", "open", "rock", "wall", "door", "fog", "nonsense"]),
            )
        ),
    ),
    st.builds(
        SetDoor, encounter, st.sampled_from(["K4/L4", "A1/A2"]), st.sampled_from(["open", "locked"])
    ),
    st.builds(
        SetAir,
        encounter,
        st.sampled_from(["bright", "dim", "dark"]),
        st.sampled_from(["", "N", "x"]),
        st.sampled_from(["normal", "low", "zero"]),
    ),
    st.builds(Hide, encounter, some, st.booleans()),
)
TURNS: st.SearchStrategy[Command] = st.one_of(
    st.just(EndTurn()),
    st.builds(RollInitiative, some, some),
    st.builds(Delay, who),
    st.builds(Ready, who, st.sampled_from(["", "when it casts"])),
    st.builds(ActNow, who),
    st.builds(
        Spend, who, st.tuples(st.sampled_from(["move", "standard", "swift", "x"])), st.booleans()
    ),
    st.builds(SetCondition, some, conditions, st.none() | small),
    st.builds(SetCondition, some, conditions, of=who, edge=st.sampled_from(["start", "end"])),
    st.builds(SetCondition, some, conditions, hours=st.just(Fraction(1, 600)), value=small),
    st.builds(ClearCondition, some, conditions),
    st.builds(Stabilise, who),
    st.just(Pause()),
    st.builds(StartChase, some, some, small),
    st.just(ChaseRound()),
    st.builds(EndChase, st.just("")),
    st.builds(BeginEncounter, st.just("Ambush"), encounter | st.just("")),
    st.builds(EndEncounter, st.integers(-1, 10)),
    st.builds(Wait, st.just(Fraction(1, 60))),
)
MOVES: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        Move,
        who,
        where | square,
        st.just(()),
        actions,
        modes,
        st.none() | st.integers(0, 4),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(Move, who, square, action=actions),
    st.builds(Move, who, path=st.lists(square, max_size=4).map(tuple), mode=modes),
    st.builds(
        MovePack,
        st.lists(st.builds(PackStep, who, st.lists(where, max_size=3).map(tuple)), max_size=3).map(
            tuple
        ),
    ),
    st.builds(AnswerStrikes, some),
    st.just(DropMove()),
    st.builds(Push, who, st.lists(square, max_size=3).map(tuple)),
    st.builds(Fall, who, st.none() | small, st.booleans(), st.booleans()),
    st.builds(Stand, who, st.booleans()),
    st.builds(MountUp, who, st.sampled_from(["", "horse", "ogre"]), square),
)
BLOWS: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        MakeAttack,
        some,
        who,
        st.none() | st.integers(-1, 2),
        st.booleans(),
        small,
        small,
        st.sampled_from(["", "partial", "total", "x"]),
        st.booleans(),
    ),
    st.builds(CoupDeGrace, who, who, st.none() | st.integers(0, 2)),
    st.builds(
        AreaAttack,
        st.sampled_from(["burst", "spread", "cone", "line"]),
        st.integers(0, 6),
        st.sampled_from(["6d6", "5", "x"]),
        st.tuples(st.integers(0, 20), st.integers(0, 10)),
        st.sampled_from(["", "N", "SE"]),
        who | st.just(""),
        st.sampled_from(["", "reflex", "will"]),
        small,
    ),
    st.builds(GiveTemporary, some, st.lists(small, max_size=2).map(tuple)),
    st.builds(TakeCover, who, st.booleans()),
    st.builds(TakeInHand, who, small),
    st.builds(Hurt, some, st.lists(st.integers(0, 60), max_size=2).map(tuple), st.booleans()),
    st.builds(Heal, some, st.tuples(small), st.booleans()),
    st.builds(CallCheck, st.just("Perception"), st.none() | small, some),
    st.builds(
        Rule,
        st.sampled_from(["damage", "elevation", "initiative", "position", "dead"]),
        st.sampled_from(["0", "3", "C5", "x", "99", "yes"]),
        who,
    ),
)
commands = st.one_of(SETTING_UP, TURNS, MOVES, BLOWS, st.sampled_from(COMMANDS))


def likely(state: State) -> st.SearchStrategy[Command]:
    """What a GM does next: whose turn it is moves and strikes, what waits is answered."""
    fight = state.fight
    if fight is None:
        return st.just(BeginEncounter("Ambush", "ambush"))
    pending = state.pending
    if isinstance(pending, Fighting) and pending.waiting is not None:
        strikers = [striker.by for striker in pending.waiting.strikers]
        takes = st.lists(st.sampled_from(strikers), unique=True).map(tuple)
        return st.one_of(st.builds(AnswerStrikes, takes), st.just(DropMove()))
    standing = [figure.id for figure in fight.figures if figure.at] or ["nobody"]
    slot = fight.slot(fight.acting)
    acting = [id for id in (slot.who if slot else ()) if id in standing] or standing
    one = st.sampled_from(acting)
    other = st.sampled_from(standing)
    return st.one_of(
        other.flatmap(
            lambda id: st.builds(
                Move, st.just(id), beside(state, id, 3), action=actions, mode=modes.filter(usual)
            )
        ),
        one.flatmap(lambda id: st.builds(Move, st.just(id), beside(state, id, 6))),
        st.builds(MakeAttack, one.map(lambda id: (id,)), other, full=st.booleans()),
        st.builds(MakeAttack, st.just(tuple(acting)), other),
        st.just(EndTurn()),
        st.builds(
            MovePack,
            st.lists(
                other.flatmap(lambda id: st.builds(PackStep, st.just(id), way(state, id))),
                max_size=3,
                unique_by=lambda s: s.who,
            ).map(tuple),
        ),
        other.flatmap(lambda id: st.builds(Push, st.just(id), way(state, id))),
        st.builds(SetCondition, other.map(lambda id: (id,)), conditions, st.integers(1, 3)),
        st.builds(CoupDeGrace, one, other),
        st.builds(Hurt, other.map(lambda id: (id,)), st.tuples(st.integers(1, 60)), st.booleans()),
        st.builds(
            AreaAttack,
            st.just("burst"),
            st.integers(1, 4),
            st.just("6d6"),
            st.just((8, 6)),
            by=one,
            dc=st.just(15),
        ),
        st.sampled_from(
            [
                Delay(acting[0]),
                Fall("tam"),
                StartChase(("tam",), ("wolf-1",), 12),
                ChaseRound(),
                EndChase(),
                MountUp("harsk", "horse"),
                MountUp("harsk"),
                Stabilise("harsk"),
                TakeInHand("harsk", 1),
                GiveTemporary(("harsk",), (5,)),
            ]
        ),
        *(
            st.just(ActNow(figure.id))
            for figure in fight.figures
            if figure.delaying or figure.readied
        ),
    )


def usual(mode: str) -> bool:
    return mode in ("walk", "fly", "swim")


def beside(state: State, who: str, far: int) -> st.SearchStrategy[str]:
    """A square not far from where somebody stands."""
    figure = None if state.fight is None else state.fight.figure(who)
    if figure is None or not figure.at:
        return where
    at = parse_square(figure.at)
    step = st.integers(-far, far)
    return st.builds(lambda x, y: str(Square(max(0, at.x + x), max(0, at.y + y))), step, step)


def way(state: State, who: str) -> st.SearchStrategy[tuple[str, ...]]:
    """A way of a step or two from where somebody stands."""
    figure = None if state.fight is None else state.fight.figure(who)
    at = figure.at if figure is not None and figure.at else "A1"
    return st.lists(beside(state, who, 1), max_size=2).map(lambda further: (at, *further))


def step(command: Command, state: State, assets: Assets, faces: st.DataObject) -> State:
    """The state after the command, its dice drawn; unchanged when it is refused in words."""
    answers: dict[str, Answer] = {}
    while True:
        try:
            found = decide(command, state, assets, answers)
        except Refusal as refusal:
            said(refusal.message)
            return state
        if isinstance(found, Decided):
            return happened(state, found)
        assert found.questions
        for question in found.questions:
            assert question.key not in answers
            answers[question.key] = answer(question, faces)


def answer(question: Question, faces: st.DataObject) -> Answer:
    """A face of the question's dice; now and then the GM's word."""
    said(question.label)
    if faces.draw(st.integers(0, 11)) == 0:
        return Ruled("skip")
    dice = parse_dice(question.dice)
    least = dice.least - dice.plus
    most = dice.most - dice.plus
    return Typed(faces.draw(st.integers(least, most)))


def happened(state: State, found: Decided) -> State:
    for event in found.events:
        state = evolve(state, event)
        said(narrate(event, state))
    for receipt in found.receipts:
        for part in receipt.walk():
            said(part.label)
    return state


def said(message: Message) -> None:
    assert message.template


def sensible(state: State, assets: Assets) -> None:
    """Fail when the state cannot be."""
    ids = [foe.id for one in state.encounters for foe in one.foes]
    assert len(set(ids)) == len(ids)
    assert sum(one.status == "running" for one in state.encounters) == (state.fight is not None)
    for one in state.encounters:
        figures = [figure.id for figure in one.figures]
        assert len(set(figures)) == len(figures)
        assert {slot.key for slot in one.order} >= {one.acting} - {""}
        for being in one.foes:
            hurt(being)
        scene_of(state, assets, one)
    for member in state.members:
        hurt(member)
    if isinstance(state.pending, Fighting) and state.pending.encounter:
        assert state.fight is not None
    if state.fight is None:
        assert all(
            lasting.until.kind in ("removed", "clock")
            for member in state.members
            for lasting in member.lasting
        )


def hurt(being: Being) -> None:
    assert min(being.damage, being.nonlethal, being.temporary) >= 0
    names = [lasting.name for lasting in being.lasting]
    assert len(set(names)) == len(names)


def begun(assets: Assets, faces: st.DataObject) -> State:
    """A fight in its first round: five on each side of the board."""
    people = (HARSK, replace(VALERIA, sheet=None), TAM, HORSE)
    state = party(*(replace(m, mover=Mover(speed_m=Fraction(9))) for m in people))
    figures = tuple(replace(f, hidden=False) for f in PREPARED.figures)
    start: tuple[Command, ...] = (
        Prepare(replace(PREPARED, board=FORD, foes=(*WOLVES, OGRE), figures=figures)),
        BeginEncounter("Ambush", "ambush"),
        Place(
            "ambush",
            (
                Spot("harsk", "F7"),
                Spot("valeria", "G7"),
                Spot("tam", "G6", 2),
                Spot("wolf-1", "H7"),
                Spot("wolf-2", "F6"),
                Spot("ogre", "J7"),
                Spot("horse", "E8"),
            ),
        ),
        RollInitiative(),
    )
    for command in start:
        state = step(command, state, assets, faces)
    assert state.fight is not None
    return state


def resolution(system: str, usually: list[bool], faces: st.DataObject) -> None:
    """A fight in which the GM does what is likely, or (where not `usually`) anything at all."""
    assets = WORLDS[system]
    assert assets.boards[FORD] == BOARD
    state = begun(assets, faces)
    for expected in usually:
        command = faces.draw(likely(state) if expected else commands)
        said(describe(command, state))
        state = step(command, state, assets, faces)
        sensible(state, assets)
    frozen(state)
    assert codec.load_state(codec.dump_state(state)) == state
    assert for_players(for_players(state)[0])[0] == for_players(state)[0]


usual_or_not = st.lists(st.integers(0, 3).map(bool), max_size=16)


@pytest.mark.parametrize("system", PACKAGED)
@examples(5, 10)
@given(usually=usual_or_not, faces=st.data())
def test_any_fight_is_refused_in_words_or_makes_sense(
    system: str, usually: list[bool], faces: st.DataObject
) -> None:
    """Given any commands in a fight, then each is refused, or done and told, and can be saved."""
    resolution(system, usually, faces)


@pytest.mark.nightly
@pytest.mark.parametrize("system", PACKAGED)
@settings(max_examples=1000, deadline=None)
@given(usually=usual_or_not, faces=st.data())
def test_any_fight_makes_sense_at_length(
    system: str, usually: list[bool], faces: st.DataObject
) -> None:
    resolution(system, usually, faces)
