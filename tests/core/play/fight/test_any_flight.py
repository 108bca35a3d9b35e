"""Random fights in the air, on open ground, judged by an oracle made of the catalogue's text."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from core.casebook.combat_cases import COMBAT
from core.combat.board.squares import Square, parse_square
from core.combat.threat.threat import threatens
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import NOTHING_SPENT, Foe, Side
from core.play.facts.fight.combatants import being_of, sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, Fighting, State
from core.play.fight.fight_scene import scene_of
from core.play.fight.turns.budget import usual_mode
from core.play.resolution import Decided
from core.play.union import decide
from tests.core.combat.oracles.flight_count import COMPASS
from tests.core.combat.oracles.heights import Action, Body, Flyer, Mode, Wish, far, reaches
from tests.core.play.fight.boards import fight
from tests.core.play.fight.brawls import with_figure
from tests.thorough import examples

SIDE = 24
OPEN = "\n".join(["." * SIDE] * SIDE)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
HIGHEST = 5


def creature(id: str, side: Side, size: str, **speeds: int) -> Foe:
    found = Sheet(size=size, ac=12, speeds=tuple(speeds.items()), attacks=(Attack("claw", (3,)),))
    return Foe(id, id.title(), id[0], side=side, hp=20, sheet=found)


CAST = (
    creature("hawk", "party", "M", walk=2, fly=8),
    creature("bird", "foes", "M", fly=6),
    creature("ghost", "foes", "M", incorporeal=5),
    creature("dragon", "foes", "L", walk=4, fly=7),
    creature("worm", "party", "M", walk=4, burrow=3, climb=3),
)
PLACES = st.tuples(st.integers(8, 14), st.integers(8, 14), st.integers(0, HIGHEST))
ACTIONS: st.SearchStrategy[Action] = st.sampled_from(
    ("move", "move", "move", "run", "charge", "withdraw", "step")
)
WAYS = st.one_of(
    st.tuples(st.sampled_from(tuple(COMPASS)), st.integers(0, 6)).map(
        lambda ray: (ray[0],) * ray[1]
    ),
    st.lists(st.sampled_from(("N", "NE", "E")), max_size=4).map(tuple),
)


def bodies(state: State, system: str) -> dict[str, Body]:
    """Everybody as the oracle sees it."""
    assert state.fight is not None
    found = {}
    for one in state.fight.figures:
        being = being_of(state, state.fight, one.id)
        assert isinstance(being, Foe)
        at = parse_square(one.at)
        wide = 2 if sheet(being).size == "L" else 1
        found[one.id] = Body(
            id=one.id,
            at=(at.x, at.y),
            feet=one.elevation,
            wide=wide,
            side=being.side,
            reach=wide,
            speeds=dict(sheet(being).speeds),
        )
    return found


def begun(system: str, places: list[tuple[int, int, int]]) -> tuple[State, Assets]:
    """The cast in these places; those who cannot cross the air on the ground."""
    at = {one.id: str(Square(x, y)) for one, (x, y, _) in zip(CAST, places, strict=True)}
    switches = {"charge_line": False}  # straight charges are in `test_any_charge`
    state, assets = fight(OPEN, *CAST, at=at, system=system, switches=switches)
    for one, (_, _, feet) in zip(CAST, places, strict=True):
        airborne = {"fly", "incorporeal"} & {mode for mode, _ in sheet(one).speeds}
        state = with_figure(state, one.id, elevation=feet if airborne else 0)
    return state, assets


def moves(state: State, assets: Assets, command: Move) -> tuple[State, list[Moved]] | str:
    """The state after a move that nobody strikes at, and what was told; or why it is refused."""
    try:
        found = decide(command, state, assets, {})
    except Refusal as refusal:
        return refusal.code
    assert isinstance(found, Decided)
    events = list(found.events)
    state = evolve_all(state, found.events)
    if isinstance(state.pending, Fighting) and state.pending.waiting is not None:
        rest = decide(AnswerStrikes(), state, assets, {})
        assert isinstance(rest, Decided)
        events += rest.events
        state = evolve_all(state, rest.events)
    return state, [one for one in events if isinstance(one, Moved)]


def measures(state: State, assets: Assets, system: str) -> None:
    """Fail where a distance, or who reaches whom, is not as the oracle counts it."""
    scene = scene_of(state, assets)
    seen = bodies(state, system)
    for one in seen.values():
        for other in seen.values():
            if one.id == other.id:
                continue
            words = {"a": one.id, "b": other.id}
            told = COMBAT["distance"].answer(words, scene).values["squares"]
            assert told == far(one.cubes(), other.cubes()), (one, other)
            strikes = threatens(scene, scene.by_id[one.id], scene.by_id[other.id])
            assert strikes == reaches(system, one, other), (one, other)


def one_turn(state: State, assets: Assets, system: str, who: str, wish: Wish) -> State:
    """A fresh turn of somebody, by its wish; the oracle says whether and at what cost."""
    state = with_figure(state, who, spent=NOTHING_SPENT, heading="")
    seen = bodies(state, system)
    mover = seen.pop(who)
    judge = Flyer(system, mover, tuple(seen.values()), "")
    anchors = [Square(*mover.at)]
    for step in wish.steps:
        anchors.append(anchors[-1].by(*COMPASS[step]))
    last = anchors[-1]
    if not (0 <= last.x <= SIDE - mover.wide and 0 <= last.y <= SIDE - mover.wide):
        return state
    path = tuple(map(str, anchors))
    move = Move(who, path=path, action=wish.action, mode=wish.mode, elevation=wish.end)
    found = moves(state, assets, move)
    costs = set() if judge.never(wish) else judge.costs(wish)
    event(f"{wish.mode} {wish.action}: {found if isinstance(found, str) else 'made'}")
    if isinstance(found, str):
        may_know_no_way = not judge.has_one_way(wish) and not judge.clear(wish)
        assert not costs or may_know_no_way, (mover, wish, found, costs)
        return state
    after, told = found
    assert sum(one.cost for one in told) in costs, (mover, wish, told, costs)
    assert after.fight is not None
    figure = after.fight.figure(who)
    assert figure is not None
    assert (figure.at, figure.elevation, figure.mode) == (path[-1], wish.end, wish.mode)
    assert not any(one.mode == "walk" and one.elevation > 0 for one in told)
    return after


def turn(state: State, assets: Assets, system: str, draw: st.DataObject) -> State:
    """Somebody's turn: as it goes of itself, or in a mode that the GM chose."""
    who = draw.draw(st.sampled_from([one.id for one in CAST]))
    usual = usual_mode(state, assets, who)
    modes: list[Mode] = [usual, usual, usual, "walk", "fly", "burrow"]
    mode = draw.draw(st.sampled_from(modes))
    action = draw.draw(ACTIONS)
    steps = draw.draw(WAYS)
    feet = bodies(state, system)[who].feet
    end = feet + draw.draw(st.sampled_from((0, 0, 1, -1, 2, -3, 4)))
    if mode == "burrow" and feet:
        mode = "fly"
    wish = Wish(steps, max(0, end) if mode != "burrow" else 0, action, mode)
    return one_turn(state, assets, system, who, wish)


def flights(
    system: str, places: list[tuple[int, int, int]], turns: int, draw: st.DataObject
) -> None:
    state, assets = begun(system, places)
    measures(state, assets, system)
    for _ in range(turns):
        state = turn(state, assets, system, draw)
        measures(state, assets, system)


CROWD = st.lists(PLACES, min_size=len(CAST), max_size=len(CAST))


@pytest.mark.parametrize("system", SYSTEMS)
@examples(5, 40)
@given(places=CROWD, draw=st.data())
def test_c_033_c_143_any_fight_in_the_air_is_as_the_catalogue_has_it(
    system: str, places: list[tuple[int, int, int]], draw: st.DataObject
) -> None:
    """Given flyers, a ghost and a worm, then each move is refused or priced as the oracle says."""
    flights(system, places, 4, draw)


@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=2000, deadline=None)
@given(places=CROWD, draw=st.data())
def test_any_fight_in_the_air_at_length(
    system: str, places: list[tuple[int, int, int]], draw: st.DataObject
) -> None:
    flights(system, places, 8, draw)
