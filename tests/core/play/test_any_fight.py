"""Whatever the GM does in a fight, in any system: refused in words, or a state that makes sense."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.board.drawing import BoardEdit
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
from core.play.facts.road.commands import BeginEncounter, EndEncounter, Wait
from core.play.facts.state import Fighting, State
from core.play.facts.table.commands import CallCheck, Heal, Hurt, Rule
from core.play.fight.fight_scene import scene_of
from core.play.union import Assets, Command, describe
from core.play.view import for_players
from core.values import replace
from saves.store import codec
from saves.store.packaged_rulesets import PACKAGED
from tests.builders import COMMANDS
from tests.core.play.frozen_states import frozen
from tests.core.play.random_fights import (
    WORLDS,
    actions,
    begun,
    conditions,
    likely,
    modes,
    said,
    step,
    where,
    who,
)
from tests.fights import BOARD, FORD, OGRE, PREPARED, WOLF
from tests.thorough import examples

some = st.lists(who, max_size=3, unique=True).map(tuple)
square = st.sampled_from(
    ["", "A1", "C5", "F6", "F7", "G6", "G7", "H6", "H7", "J4", "K9", "Z9", "off"]
)
encounter = st.sampled_from(["ambush", "ambush", "ambush", "mill", "none"])
small = st.integers(-1, 12)

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
