"""Height in what a fight's screen tells: how far, who strikes, where a charge leads, the ruler."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.board.scene import Action
from core.combat.board.squares import Square, parse_square
from core.creatures import Mode, Sheet
from core.play.facts.encounter import Encounter, Lasting
from core.play.facts.state import Assets, Member, State
from core.play.fight.turns.budget import usual_mode
from core.travel.movers import Mover
from core.values import replace
from tests.core.combat.oracles.heights import block, far
from tests.core.play.fight.boards import HERO, OGRE, WOLF, fight
from tests.tui.encounter.skirmish import FIGHT, changed, gathered, placed, state_of
from tests.tui.fight_views import here
from tests.tui.views import actor_at, view_of
from tui.encounter.present import cards, states
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery, foresee
from tui.encounter.present.layers import ORDER, LayerRequest, explain_ruler, layer, ruler
from tui.kit.phrases import say
from tui.view import CampaignView

OPEN = "\n".join(["." * 30] * 9)
HAWK = replace(
    WOLF,
    id="hawk",
    name="Hawk",
    token="h",
    side="party",
    sheet=replace(WOLF.sheet, speeds=(("fly", 12), ("walk", 2))),
)


def view(state: State, assets: Assets) -> CampaignView:
    return view_of(state, assets)


def seen(**heights: int) -> tuple[CampaignView, Battle]:
    """The hawk at E5 and the wolf at F5 (or elsewhere), the ogre at K5."""
    state, assets = fight(
        OPEN,
        HAWK,
        WOLF,
        OGRE,
        at={"hawk": "E5", "wolf": "F5", "ogre": "K5"},
        hawk={"elevation": heights.get("hawk", 0)},
        wolf={"elevation": heights.get("wolf", 0)},
    )
    found = view(state, assets)
    return found, battle(found, running(state))


def running(state: State) -> Encounter:
    assert state.fight is not None
    return state.fight


@pytest.mark.parametrize(
    ("mode", "lying", "spends"),
    [("walk", (), "Stride"), ("walk", (Lasting("prone"),), "Crawl"), ("fly", (), "Fly")],
)
def test_c_019_each_way_of_moving_is_called_by_its_action_in_the_playtest(
    mode: Mode, lying: tuple[Lasting, ...], spends: str
) -> None:
    hawk = replace(HAWK, lasting=lying)
    state, assets = fight(OPEN, hawk, WOLF, at={"hawk": "E5", "wolf": "K5"}, system="pf2")
    found = battle(view(state, assets), running(state))
    told = gazed(found, "F5", mode=mode).rows
    assert told is not None
    assert told.spends == spends


@pytest.mark.parametrize(("system", "gain"), [("pf1", (2, 0)), ("pf2", (0, -2))])
def test_flanking_says_what_it_changes_by_system(system: str, gain: tuple[int, int]) -> None:
    """C-205: +2 to the attack; C-211: -2 to the Armour Class of the flanked."""
    places = {"hawk": "E5", "wolf": "G5", "hero": "H5"}
    state, assets = fight(OPEN, HAWK, WOLF, HERO, at=places, system=system)
    found = battle(view(state, assets), running(state))
    told = gazed(found, "F5", mode="fly").rows
    assert told is not None
    assert [(one.bonus, one.ac) for one in told.flanks] == [gain]


def near(found: CampaignView, at: str, who: str = "") -> list[str]:
    told = cards.under(here(found), parse_square(at), who)
    assert told is not None
    return [say(line) for line in told.near]


def test_the_panel_counts_height_between_those_who_stand_there() -> None:
    """Given a hawk two squares above the wolf beside it, then neither is adjacent."""
    assert near(seen()[0], "F5", "hawk")[0] == "h: adjacent"
    assert near(seen(hawk=1)[0], "F5", "hawk")[0] == "h: adjacent"
    assert near(seen(hawk=2)[0], "F5", "hawk")[0] == "h: 2 squares"
    assert near(seen(hawk=2)[0], "E5", "hawk")[0] == "a: 2 squares"
    assert near(seen(hawk=5)[0], "F5", "hawk")[0] == "h: 5 squares"
    assert near(seen(hawk=5, wolf=5)[0], "F5", "hawk")[0] == "h: adjacent"


def test_the_panel_counts_to_the_ground_of_an_empty_square() -> None:
    found, _ = seen(hawk=3)
    assert near(found, "E6", "hawk")[:2] == ["h: 3 squares", "a: adjacent"]


def test_the_panel_counts_from_the_nearest_part_of_a_high_body() -> None:
    """Given an ogre two squares high, then one who hovers at height 2 is beside its head."""
    state, assets = fight(OPEN, HAWK, OGRE, at={"hawk": "J5", "ogre": "K5"}, hawk={"elevation": 2})
    assert near(view(state, assets), "K5", "hawk")[0] == "h: adjacent"


def test_two_in_one_column_are_as_far_apart_as_their_heights() -> None:
    state, assets = fight(OPEN, HAWK, WOLF, at={"hawk": "E5", "wolf": "E5"}, hawk={"elevation": 3})
    assert near(view(state, assets), "E5", "hawk") == ["h: 3 squares", "a: 3 squares"]


def test_who_threatens_a_square_and_how_far_the_others_are_counts_the_end_of_the_flight() -> None:
    _, found = seen(hawk=1)
    told = gazed(found, "E6", mode="fly", elevation=4).rows
    assert told is not None
    assert told.threatened == ("threatened by nobody", "a no (4 sq)")


@pytest.mark.parametrize(
    ("high", "words"),
    [
        (0, "E5 to K5: 6 squares (9 m)"),
        (3, "E5 at height 3 to K5 at height 0: 7 squares (10.5 m)"),
        (9, "E5 at height 9 to K5 at height 0: 11 squares (16.5 m)"),
    ],
)
def test_the_ruler_measures_from_height_to_height(high: int, words: str) -> None:
    _, found = seen(hawk=high)
    counted, told = ruler(found, parse_square("E5"), parse_square("K5"))
    assert say(told) == words
    assert f": {counted[parse_square('K5')]} squares" in words
    assert list(counted.values()) == sorted(counted.values())
    assert say(ruler(found, parse_square("E5"), parse_square("E5"))[1]).startswith("E5 to E5: 0")


def test_c_005_the_ruler_measures_from_the_space_of_who_is_there() -> None:
    """Given an ogre on E5 to F6 and a wolf on K5, then it is 5 squares from E5, as from F5."""
    state, assets = fight(OPEN, OGRE, WOLF, at={"ogre": "E5", "wolf": "K5"})
    found = battle(view(state, assets), running(state))
    for square in ("E5", "F5"):
        counted, told = ruler(found, parse_square(square), parse_square("K5"))
        assert say(told) == f"{square} to K5: 5 squares (7.5 m)"
        assert counted[parse_square("K5")] == 5
        (reason,) = explain_ruler(found, parse_square(square), parse_square("K5"))
        assert reason.value == 5


def test_the_ruler_tells_no_height_of_who_is_hidden_behind_the_curtain() -> None:
    state, assets = fight(
        OPEN, HAWK, WOLF, at={"hawk": "E5", "wolf": "K5"}, wolf={"elevation": 4, "hidden": True}
    )
    found, veiled = (battle(view(state, assets), running(state), drawn) for drawn in (False, True))
    start = parse_square("E5")
    end = parse_square("K5")
    assert "height 4" in say(ruler(found, start, end)[1])
    assert say(ruler(veiled, start, end)[1]) == "E5 to K5: 6 squares (9 m)"


def gazed(
    found: Battle,
    to: str,
    who: str = "hawk",
    *,
    action: Action = "move",
    mode: Mode | None = None,
    elevation: int | None = None,
) -> CursorPreview:
    cursor = parse_square(to)
    query = CursorQuery(
        found,
        cursor,
        actor_at(found, cursor, who),
        action,
        mode or usual_mode(found.view.state, found.view.assets, who),
        elevation,
    )
    return foresee(query)


def test_nobody_strikes_at_what_is_too_high_for_it() -> None:
    """Given the hawk above the wolf's reach, then the wolf does not attack from where it is."""
    _, found = seen(hawk=2)
    assert not gazed(found, "E5", "wolf").strikes
    assert gazed(seen(hawk=1)[1], "E5", "wolf").strikes


def test_a_flyer_goes_down_to_strike_as_far_as_it_must() -> None:
    _, found = seen(hawk=4)
    there = gazed(found, "F5")
    assert there.ahead is not None
    assert (
        there.ahead.planned_move.command.mode,
        there.ahead.planned_move.command.elevation,
        there.strikes,
    ) == (
        "fly",
        1,
        False,
    )
    assert there.attack is not None
    assert there.attack.why_not is None
    lower = gazed(found, "F5", elevation=0)
    assert lower.ahead is not None
    assert lower.ahead.planned_move.command.elevation == 0
    level = gazed(seen(hawk=4, wolf=4)[1], "K5")
    assert level.ahead is not None
    assert level.ahead.planned_move.command.elevation == 2  # the ogre is two squares high


def test_c_030_a_flyer_at_a_height_charges_by_its_flying_speed() -> None:
    """Given an enemy nine squares away on the ground, then the hawk at height 3 charges it."""
    state, assets = fight(OPEN, HAWK, WOLF, at={"hawk": "B5", "wolf": "K5"}, hawk={"elevation": 3})
    found = battle(view(state, assets), running(state))
    there = gazed(found, "K5", action="charge")
    assert there.trouble is None
    assert there.ahead is not None
    assert (
        there.ahead.planned_move.command.to,
        there.ahead.planned_move.command.mode,
        there.ahead.planned_move.command.elevation,
    ) == ("J4", "fly", 1)


def test_c_257_a_rider_charges_as_far_as_its_mount_goes() -> None:
    """Given an enemy out of reach, then the charge ends where the space of the mount reaches it."""
    horse = Member("horse", "Horse", "h", role="mount", mover=Mover(mount="light_horse"))
    at = {"hero": "B5", "horse": "B5", "wolf": "K5"}
    state, assets = fight(OPEN, HERO, horse, WOLF, at=at, hero={"mount": "horse"})
    there = gazed(battle(view(state, assets), running(state)), "K5", "hero", action="charge")
    assert there.trouble is None
    assert there.ahead is not None
    assert (there.ahead.planned_move.command.to, there.ahead.planned_move.command.action) == (
        "I4",
        "charge",
    )


def test_c_257_what_awaits_a_rider_after_the_ride_is_its_own_attack() -> None:
    """Given a horse without attacks, then the attack after its move is the rider's."""
    bare = Sheet(size="L", long=True, speeds=(("walk", 10),))
    horse = Member("horse", "Horse", "h", role="mount", mover=Mover(mount="light_horse"))
    horse = replace(horse, sheet=bare)
    at = {"hero": "B5", "horse": "B5", "wolf": "K5"}
    state, assets = fight(
        OPEN, HERO, horse, WOLF, at=at, hero={"mount": "horse"}, switches={"saddle": False}
    )
    there = gazed(battle(view(state, assets), running(state)), "I5", "hero")
    assert there.attack is not None
    assert HERO.sheet is not None
    assert (there.attack.by.id, there.attack.at.id) == ("hero", "wolf")
    assert there.attack.bonus == HERO.sheet.attacks[0].bonuses[0]


def test_the_attack_that_a_charge_leads_to_has_its_bonus() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "B5", "wolf": "G5"})
    found = battle(view(state, assets), running(state))
    walk = gazed(found, "G5", "hero", action="move").attack
    charge = gazed(found, "G5", "hero", action="charge").attack
    assert walk is not None
    assert charge is not None
    assert charge.bonus == walk.bonus + 2


def test_the_layer_of_reach_shows_where_a_flyer_flies() -> None:
    _, found = seen(hawk=3)
    told = layer(LayerRequest(found, "move", "hawk"))
    bands = dict(told.layer.signs)
    assert found.scene is not None
    assert bands["1"] & found.scene.field.bit(parse_square("Q5"))


@pytest.mark.parametrize(("layered", "of"), [("height", ""), ("cover", "wolf-1")])
def test_no_layer_shows_players_who_is_hidden(layered: str, of: str) -> None:
    """Given a hidden wolf in the air and behind somebody, then it is in the GM's layer alone."""
    flies = changed(placed(FIGHT, wolf_1="D7", harsk="E7", wolf_3="G7"), "wolf-3", elevation=1)
    for players in (False, True):
        found = gathered(state_of(flies), players)
        told = layer(LayerRequest(found, layered, of))
        assert found.scene is not None
        at = found.scene.field.bit(parse_square("G7"))
        assert any(bits & at for _, bits in told.layer.signs) != players
        assert ("Wolf" in say(told.words)) == (layered == "cover" or not players)


@pytest.mark.parametrize(
    ("high", "sign", "told"),
    [
        (3, "3", "flies 3 (4.5 m)"),
        (12, "+", "flies 12 (18 m)"),
        (-2, "-", "2 below the ground (3 m)"),
    ],
)
def test_a_height_has_one_sign_and_its_words(high: int, sign: str, told: str) -> None:
    """Given a hawk in the air or below the ground, then token and layer have one sign for that."""
    found, there = seen(hawk=high)
    hawk = next(one for one in states.tokens(here(found)) if one.id == "hawk")
    assert (hawk.state, hawk.condition[0]) == (sign, told)
    assert [one for one, _ in layer(LayerRequest(there, "height", "")).layer.signs] == [sign]


def test_the_last_of_the_layers_is_none_which_is_said() -> None:
    """Given a moment of the past, where each layer is asked for, then none is an answer, too."""
    _, there = seen(hawk=1)
    told = {name: layer(LayerRequest(there, name, "hawk")) for name in ORDER}
    assert [one.layer.name for one in told.values()] == list(ORDER)
    assert say(told[""].words) == "no layer"


def test_where_a_small_step_leads_is_flown_too() -> None:
    """Given a flyer hemmed in, then the panel still names the steps that bring it nearer."""
    beaten = replace(HERO, id="beaten", name="Beaten")
    state, assets = fight(
        OPEN,
        HAWK,
        OGRE,
        beaten,
        at={"hawk": "J6", "ogre": "K5", "beaten": "A1"},
        hawk={"elevation": 1},
    )
    found = battle(view(state, assets), running(state))
    told = gazed(found, "J3", mode="fly").rows
    assert told is not None
    assert told.strikes
    assert told.free or told.safe


PLACES = st.tuples(st.integers(4, 12), st.integers(1, 6), st.integers(0, 6))


@settings(max_examples=60, deadline=None)
@given(PLACES, PLACES, PLACES)
def test_c_127_the_panel_and_the_ruler_count_as_the_catalogue_does(
    hawk: tuple[int, int, int], wolf: tuple[int, int, int], ogre: tuple[int, int, int]
) -> None:
    """Given three at any places and heights, then the oracle's distances stand in both."""
    at = {
        who: str(Square(x, y))
        for who, (x, y, _) in (("hawk", hawk), ("wolf", wolf), ("ogre", ogre))
    }
    state, assets = fight(
        OPEN,
        HAWK,
        WOLF,
        OGRE,
        at=at,
        hawk={"elevation": hawk[2]},
        wolf={"elevation": wolf[2]},
        ogre={"elevation": ogre[2]},
    )
    found = view(state, assets)
    bird = block(hawk[:2], hawk[2], 1)
    others = block(wolf[:2], wolf[2], 1) | block(ogre[:2], ogre[2], 2)
    for square in ("wolf", "ogre"):
        here = parse_square(at[square])
        away = far(bird, {cube for cube in others if cube[:2] == (here.x, here.y)})
        told = [] if not away else ["h: adjacent" if away == 1 else f"h: {away} squares"]
        assert [line for line in near(found, at[square], "hawk") if line[0] == "h"] == told
    lone, there = fight(
        OPEN, HAWK, WOLF, at=at, hawk={"elevation": hawk[2]}, wolf={"elevation": wolf[2]}
    )
    if hawk[:2] != wolf[:2]:
        counted, _ = ruler(
            battle(view(lone, there), running(lone)),
            parse_square(at["hawk"]),
            parse_square(at["wolf"]),
        )
        assert counted[parse_square(at["wolf"])] == far(bird, block(wolf[:2], wolf[2], 1))
