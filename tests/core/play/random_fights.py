"""Fights that are played at random."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from core.combat.board.squares import Square, parse_square
from core.dice import Answer, Question, Ruled, Typed, parse_dice
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import (
    AreaAttack,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeInHand,
)
from core.play.facts.fight.moves.commands import (
    AnswerStrikes,
    DropMove,
    Fall,
    MountUp,
    Move,
    MovePack,
    PackStep,
    Push,
)
from core.play.facts.fight.setup.commands import (
    Place,
    Prepare,
    Spot,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseRound,
    Delay,
    EndChase,
    EndTurn,
    RollInitiative,
    SetCondition,
    Stabilise,
    StartChase,
)
from core.play.facts.fold import evolve
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Fighting, State
from core.play.facts.table.commands import Hurt
from core.play.resolution import Decided
from core.play.union import Assets, Command, decide, narrate
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.builders import HORSE, party
from tests.fights import FORD, HARSK, OGRE, PREPARED, TAM, VALERIA, WOLVES, fight_world

WORLDS: dict[str, Assets] = {system: fight_world(system) for system in PACKAGED}
PEOPLE = ("harsk", "valeria", "tam", "wolf-1", "wolf-2", "wolf-3", "ogre", "horse", "nobody")
who = st.sampled_from(PEOPLE)
where = st.builds(
    lambda x, y: f"{'ABCDEFGHIJKLMNOPQRST'[x]}{y}", st.integers(0, 19), st.integers(1, 10)
)
actions = st.sampled_from(["move", "move", "run", "charge", "five_foot_step", "step", "withdraw"])
modes = st.sampled_from(["walk", "walk", "walk", "fly", "swim", "climb", "burrow"])
conditions = st.sampled_from(
    ["prone", "shaken", "helpless", "torch", "grappled", "dying", "stunned"]
)


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
