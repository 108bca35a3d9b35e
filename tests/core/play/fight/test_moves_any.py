"""What holds of every movement: in pieces as in one, as foretold as recorded; of every scene."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.combat.board.scene import Action
from core.combat.board.squares import DIRECTIONS, Square
from core.creatures import Attack, Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Figure, Foe, Lasting
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, Fighting, State
from core.play.fight.fight_scene import scene_of
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.previews import MoveAhead, outlook_at, reach_bands, threat_bits
from core.play.resolution import Decided
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, WOLF, fight
from tests.fights import figure
from tests.thorough import examples

ROWS = """
..........
.::..%%...
.::...#...
...:..#.^.
.o.....:..
..........
"""
WIDE = "\n".join(
    "".join(
        ":" if (3 * x + 5 * y) % 7 == 0 else "^" if (x * y) % 11 == 10 else "." for x in range(17)
    )
    for y in range(17)
)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
STEPS = st.lists(st.sampled_from(tuple(DIRECTIONS.values())), min_size=2, max_size=7)


@examples(17, 35)
@given(st.sampled_from(SYSTEMS), STEPS, st.sets(st.integers(1, 6), min_size=1, max_size=3))
@example("pf1", [(1, 1), (1, 1), (0, 1)], {1})
@example("pf2", [(1, 1), (1, 1), (1, 0)], {2})
def test_c_023_c_024_a_movement_in_pieces_is_the_same_as_in_one(
    system: str, steps: list[tuple[int, int]], cuts: set[int]
) -> None:
    state, assets = fight(WIDE, HERO, at={"hero": "I9"}, system=system)
    anchors = [Square(8, 8)]
    for step in steps:
        anchors.append(anchors[-1].by(*step))
    path = tuple(map(str, anchors))
    try:
        plan_move(state, assets, Move("hero", path=path))
        marks = sorted({0, *(cut for cut in cuts if cut < len(path) - 1), len(path) - 1})
        pieces = state
        for one, other in pairwise(marks):
            pieces = _moved(pieces, assets, Move("hero", path=path[one : other + 1]))
    except Refusal:  # a way that is shut, or where nobody may stop half-way
        assume(False)
    whole = _moved(state, assets, Move("hero", path=path))
    assert figure(pieces, "hero") == figure(whole, "hero")


def _moved(state: State, assets: Assets, command: Move) -> State:
    found = decide(command, state, assets, {})
    assert isinstance(found, Decided)
    return evolve_all(state, found.events)


@examples(17, 35)
@given(
    st.sampled_from(SYSTEMS),
    st.integers(0, 9),
    st.integers(0, 5),
    st.sampled_from(("walk", "fly", "swim", "climb")),
    st.sampled_from((None, 0, 1, 3)),
    st.sampled_from(("move", "run", "charge", "withdraw", "step")),
)
def test_what_is_foretold_of_a_move_is_what_is_recorded(
    system: str, x: int, y: int, mode: Mode, height: int | None, action: Action
) -> None:
    hero = replace(HERO, sheet=replace(HERO.sheet or Sheet(), speeds=(("walk", 6), ("fly", 8))))
    state, assets = fight(
        ROWS, hero, WOLF, OGRE, at={"hero": "C3", "wolf": "D4", "ogre": "F5"}, system=system
    )
    command = Move("hero", str(Square(x, y)), action=action, mode=mode, elevation=height)
    ahead = _foretold(state, assets, command)
    if isinstance(ahead, str):
        assert refusal_code(command, state, assets) == ahead
        return
    found = decide(command, state, assets, {})
    assert isinstance(found, Decided)
    events = list(found.events)
    after = evolve_all(state, found.events)
    if isinstance(after.pending, Fighting) and after.pending.waiting is not None:
        waiting = after.pending.waiting
        assert [(s.by, s.at) for s in waiting.strikers] == [(s.by, s.at) for s in ahead.strikers]
        rest = decide(AnswerStrikes(), after, assets, {})
        assert isinstance(rest, Decided)
        events += rest.events
        after = evolve_all(after, rest.events)
    else:
        assert not ahead.strikers
    moved = [event for event in events if isinstance(event, Moved)]
    assert sum(event.cost for event in moved) == ahead.cost
    assert sum((event.spends for event in moved), ()) == ahead.spends
    assert figure(after, "hero").at == command.to
    assert figure(after, "hero").spent.squares == ahead.cost
    assert ahead.receipt.parts


def _foretold(state: State, assets: Assets, command: Move) -> MoveAhead | str:
    """What awaits the hero, or the code of the refusal."""
    try:
        return outlook_at(state, assets, command)
    except Refusal as refusal:
        return refusal.code


PLACES = st.sampled_from(("", "A1", "C3", "D4", "I5", "J6", "J9", "ZZ3"))
FIGURES = st.builds(
    Figure,
    id=st.just("x"),
    at=PLACES,
    elevation=st.integers(-2, 12),
    mode=st.sampled_from(("walk", "fly", "burrow")),
    mount=st.sampled_from(("", "a", "b", "c", "hero", "nobody")),
    trail=st.sampled_from(((), ("A1",), ("C3", "C4"), ("I5", "J6", "J5"))),
    weapon=st.integers(-1, 3),
    hidden=st.booleans(),
    surprised=st.booleans(),
    acted=st.booleans(),
)
FOES = st.builds(
    Foe,
    id=st.just("x"),
    name=st.just("X"),
    token=st.just("x"),
    side=st.sampled_from(("foes", "party", "neutral")),
    sheet=st.builds(
        Sheet,
        size=st.sampled_from(("M", "T", "L", "H", "C", "?", "")),
        reach=st.sampled_from((None, 0, 2)),
        space=st.sampled_from((None, 1, 3)),
        speeds=st.sampled_from(((), (("walk", 6),), (("fly", 9), ("walk", 0)))),
        attacks=st.sampled_from(((), (Attack("bow", mode="ranged"),), (Attack("pike", reach=2),))),
        traits=st.sampled_from(((), ("darkvision", "combat_reflexes"), ("no such",))),
    ),
    hp=st.sampled_from((None, 0, 9)),
    damage=st.integers(0, 30),
    dead=st.booleans(),
    lasting=st.sampled_from(((), (Lasting("prone"), Lasting("bless")), (Lasting("dead"),))),
)


@examples(17, 35)
@given(
    st.sampled_from(SYSTEMS),
    st.lists(st.tuples(FOES, FIGURES), min_size=1, max_size=3),
    st.sampled_from(("walk", "fly", "swim", "climb", "burrow", "incorporeal")),
    st.integers(0, 9),
    st.integers(0, 5),
)
def test_no_state_makes_the_scene_or_what_is_asked_of_it_stumble(
    system: str, crowd: list[tuple[Foe, Figure]], mode: Mode, x: int, y: int
) -> None:
    state, assets = fight(ROWS, HERO, at={"hero": "B5"}, system=system)
    ids = "abc"
    encounter = replace(
        state.encounters[0],
        foes=tuple(replace(foe, id=ids[n]) for n, (foe, _) in enumerate(crowd)),
        figures=(
            *state.encounters[0].figures,
            *(replace(one, id=ids[n]) for n, (_, one) in enumerate(crowd)),
        ),
    )
    state = replace(state, encounters=(encounter,))
    scene = scene_of(state, assets)
    to = str(Square(x, y))
    assert all(scene.field.contains(one.space) for one in scene.present)
    for who in ("hero", *ids[: len(crowd)]):
        for ask in (
            lambda who=who: threat_bits(state, assets, who, scene),
            lambda who=who: reach_bands(state, assets, who, scene),
            lambda who=who: outlook_at(state, assets, Move(who, to, mode=mode), scene),
        ):
            with suppress(Refusal):
                ask()
