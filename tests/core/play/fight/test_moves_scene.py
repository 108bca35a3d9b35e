"""The scene of a fight: who stands where, how fast, and what lies on it."""

from __future__ import annotations

import pytest

from core.combat.board.squares import Square, parse_square
from core.combat.threat.threat import threatens
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Fighting, Member
from core.play.fight.blows.attack_plan import can_attack
from core.play.fight.fight_scene import find_on_board, scene_of, speed_of
from core.play.fight.previews import preview
from core.play.resolution import Decided
from core.play.union import decide
from core.travel.movers import Mover
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, SPEAR, WOLF, after, fight
from tests.fights import figure

FIELD = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


def test_c_009_a_members_speed_is_that_of_its_travel_unless_its_sheet_says() -> None:
    dwarf = Member("harsk", "Harsk", "K", mover=Mover(race="dwarf", armor="heavy"))
    swift = replace(HERO, sheet=Sheet(speeds=(("walk", 8), ("fly", 12))))
    state, assets = fight(FIELD, dwarf, swift, WOLF, at={})
    assert speed_of(state, assets, "harsk") == 4
    assert speed_of(state, assets, "hero") == 8
    assert speed_of(state, assets, "hero", "fly") == 12
    assert speed_of(state, assets, "harsk", "fly") is None
    assert speed_of(state, assets, "wolf") == 10
    assert speed_of(state, assets, "nobody") is None


def test_only_those_on_the_board_are_in_the_scene_and_the_dead_stay() -> None:
    dead = replace(WOLF, dead=True)
    state, assets = fight(FIELD, HERO, dead, OGRE, at={"hero": "A1", "wolf": "C1"})
    scene = scene_of(state, assets)
    assert [one.id for one in scene.creatures] == ["hero", "wolf"]
    assert "dead" in scene.by_id["wolf"].conditions
    with pytest.raises(Refusal) as refused:
        find_on_board(scene, state, "ogre")
    assert refused.value.code == "not_on_board"
    with pytest.raises(Refusal) as refused:
        find_on_board(scene, state, "nobody")
    assert refused.value.code == "unknown_creature"


def test_wounds_weariness_and_what_lasts_become_conditions_of_the_table() -> None:
    tired = replace(HERO, strain=2, nonlethal=2, lasting=(Lasting("prone"), Lasting("torch")))
    out = replace(WOLF, damage=14)
    state, assets = fight(FIELD, tired, out, at={"hero": "A1", "wolf": "C1"})
    scene = scene_of(state, assets)
    assert scene.by_id["hero"].conditions == ("prone", "fatigued")
    assert scene.by_id["wolf"].conditions == ("unconscious",)


@pytest.mark.parametrize(("system", "flat"), [("pf1", True), ("dnd35", True), ("pf2", False)])
def test_c_115_who_has_not_acted_is_flat_footed_where_a_fight_begins_so(
    system: str, flat: bool
) -> None:
    state, assets = fight(
        FIELD,
        HERO,
        WOLF,
        at={"hero": "A1", "wolf": "C1"},
        system=system,
        wolf={"acted": False},
    )
    scene = scene_of(state, assets)
    assert ("flat_footed" in scene.by_id["wolf"].conditions) is flat
    assert "flat_footed" not in scene.by_id["hero"].conditions


def test_c_099_the_attack_in_hand_says_how_far_a_creature_strikes() -> None:
    bow = replace(WOLF, sheet=replace(WOLF.sheet, attacks=(Attack("bow", mode="ranged"),)))
    state, assets = fight(FIELD, HERO, bow, at={"hero": "A1", "wolf": "C1"}, hero={"weapon": 1})
    scene = scene_of(state, assets)
    assert scene.by_id["hero"].weapon_reach == SPEAR.reach
    assert not scene.by_id["hero"].near
    assert scene.has(scene.by_id["wolf"], "threatens_not")


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_c_095_a_spiked_chain_strikes_at_adjacent_squares_and_a_spear_does_not(
    system: str, near: bool
) -> None:
    chain = Attack("spiked chain", (6,), "2d4+4", reach=2, near=near)
    hero = replace(HERO, sheet=replace(sheet(HERO), attacks=(chain,)))
    state, assets = fight(FIELD, hero, WOLF, at={"hero": "A1", "wolf": "B1"}, system=system)
    assert preview(state, assets, "hero", "wolf").possible is near
    halted = decide(Move("wolf", "B3"), state, assets, {})
    assert isinstance(halted, Decided)
    pending = halted.states[-1].pending
    assert isinstance(pending, Fighting)
    assert (pending.waiting is not None) is near

    far, assets = fight(FIELD, hero, WOLF, at={"hero": "A1", "wolf": "C1"}, system=system)
    assert preview(far, assets, "hero", "wolf").possible


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_c_095_a_bite_that_is_longer_than_the_natural_reach_has_no_hole(system: str) -> None:
    """Given a dragon of reach 2 whose bite is 3 long, then its claws still reach 2."""
    bite = Attack("bite", (15,), "2d8+7", reach=3, near=True)
    claw = Attack("claw", (15,), "2d6+3")
    drake = replace(OGRE, id="drake", sheet=replace(sheet(OGRE), reach=2, attacks=(bite, claw)))
    for square, able in (("C1", (True, True)), ("D1", (True, True)), ("E1", (True, False))):
        at = {"drake": "A1", "hero": square}
        state, assets = fight(FIELD, drake, HERO, at=at, system=system)
        found = tuple(preview(state, assets, "drake", "hero", n).possible for n in (0, 1))
        assert found == able


JAWS = Attack("jaws", (15,), "2d8+7", reach=3)
TAIL = Attack("tail slap", (13,), "2d6+3", reach=4)


@pytest.mark.parametrize(
    ("attacks", "asked"),
    [
        ((JAWS, TAIL), True),
        ((JAWS,), False),
        ((JAWS, replace(TAIL, name="lance")), False),  # which is not in hand
        ((replace(TAIL, name="lance"), JAWS), True),
    ],
)
@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_096_a_creature_threatens_with_each_natural_attack_at_its_own_reach(
    attacks: tuple[Attack, ...], asked: bool, system: str
) -> None:
    """Given a drake with jaws of reach 3 and a tail of 4, when a hero moves 4 squares from it."""
    drake = replace(OGRE, id="drake", sheet=replace(sheet(OGRE), attacks=attacks, reaction=True))
    at = {"drake": "A1", "hero": "F1"}
    walker = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 5),)))
    state, assets = fight(FIELD, walker, drake, at=at, system=system)
    found = after(Move("hero", "G1"), state, assets)
    assert isinstance(found.pending, Fighting)
    assert (found.pending.waiting is not None) == asked


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_096_the_strike_is_made_with_the_natural_attack_that_reaches(system: str) -> None:
    drake = replace(OGRE, sheet=replace(sheet(OGRE), attacks=(JAWS, TAIL), reaction=True))
    at = {"ogre": "A1", "hero": "F1"}
    state, assets = fight(FIELD, HERO, drake, at=at, system=system)
    assert preview(state, assets, "ogre", "hero", opportunity=True).attack == TAIL
    near, assets = fight(FIELD, HERO, drake, at=at | {"hero": "E1"}, system=system)
    assert preview(near, assets, "ogre", "hero", opportunity=True).attack == JAWS


PIKE = Attack("pike", (8,), "2d8", reach=4)
GORE = Attack("gore", (6,), "1d8")
HOOF = Attack("hoof", (5,), "1d6", reach=1)
SHOT = Attack("bow", (5,), "1d8", mode="ranged", weapon="bow")


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
@pytest.mark.parametrize(
    ("attacks", "square", "told"),
    [
        ((PIKE,), "D1", None),  # an ogre's natural reach is 2
        ((PIKE, GORE), "D1", GORE),
        ((PIKE, GORE), "E1", PIKE),
        ((SHOT, GORE), "C1", GORE),
        ((SHOT,), "C1", None),
        ((HOOF, GORE), "D1", GORE),
        ((HOOF,), "C1", HOOF),
        ((HOOF,), "D1", None),
    ],
)
def test_c_096_a_body_strikes_beside_what_is_in_the_hand(
    attacks: tuple[Attack, ...], square: str, told: Attack | None, system: str
) -> None:
    """Given an ogre with pike or bow, when a hero moves away, then its gore is near (C-095)."""
    ogre = replace(OGRE, sheet=replace(sheet(OGRE), attacks=attacks))
    walker = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 9),)))
    at = {"ogre": "A1", "hero": square}
    state, assets = fight(FIELD, walker, ogre, at=at, system=system)
    found = after(Move("hero", str(parse_square(square).by(1, 0))), state, assets)
    assert isinstance(found.pending, Fighting)
    waiting = found.pending.waiting
    assert (waiting is not None) == (told is not None)
    if told is not None:
        assert preview(state, assets, "ogre", "hero", opportunity=True).attack == told


def test_pf2_an_attack_is_made_with_the_natural_attack_that_reaches() -> None:
    """Given jaws of reach 3 in hand and a tail of 4, when one 4 squares away is attacked."""
    drake = replace(OGRE, sheet=replace(sheet(OGRE), attacks=(JAWS, TAIL)))
    state, assets = fight(FIELD, HERO, drake, at={"ogre": "A1", "hero": "F1"}, system="pf2")
    found = preview(state, assets, "ogre", "hero")
    assert (found.attack, found.index, found.possible) == (TAIL, 1, True)
    assert can_attack(state, assets, "ogre", "hero", scene_of(state, assets))
    assert not preview(state, assets, "ogre", "hero", 0).possible
    far, assets = fight(FIELD, HERO, drake, at={"ogre": "A1", "hero": "G1"}, system="pf2")
    assert preview(far, assets, "ogre", "hero").attack == JAWS
    assert not can_attack(far, assets, "ogre", "hero", scene_of(far, assets))


def test_c_257_a_rider_stands_where_its_mount_does() -> None:
    pony = replace(HERO, id="pony", name="Pony", role="mount", sheet=Sheet(size="L"))
    state, assets = fight(FIELD, HERO, pony, at={"pony": "C2"}, hero={"mount": "pony"})
    scene = scene_of(state, assets)
    assert scene.by_id["hero"].at == Square(2, 1)
    assert scene.body(scene.by_id["hero"]).side == 2


def test_c_079_one_that_squeezes_takes_up_the_last_stretch_of_its_way() -> None:
    rows = """
    ######
    ......
    ######
    """
    state, assets = fight(rows, OGRE, HERO, at={"ogre": "C2"}, ogre={"trail": ("B2", "C2")})
    scene = scene_of(state, assets)
    ogre = scene.by_id["ogre"]
    assert scene.body(ogre).side == 1
    assert ogre.behind == (Square(1, 1), Square(2, 1))
    assert "squeezing" in ogre.conditions  # C-078
    assert scene.present[0].bits == scene.field.bits(ogre.behind)


def test_c_079_one_that_squeezes_strikes_and_is_struck_from_all_that_it_fills() -> None:
    rows = """
    ########
    ........
    ########
    """
    state, assets = fight(
        rows, OGRE, HERO, at={"ogre": "E2", "hero": "C2"}, ogre={"trail": ("D2", "E2")}
    )
    assert preview(state, assets, "hero", "ogre").why_not is None
    away = preview(state, assets, "hero", "ogre", 1)  # a spear, which needs two squares
    assert (away.distance, away.reason) == (1, "ok")
    scene = scene_of(state, assets)
    assert threatens(scene, scene.by_id["hero"], scene.by_id["ogre"])
    far, _ = fight(rows, OGRE, HERO, at={"ogre": "E2", "hero": "B2"}, ogre={"trail": ("D2", "E2")})
    assert preview(far, assets, "hero", "ogre").why_not is not None
    assert preview(far, assets, "ogre", "hero").why_not is None


def test_a_board_that_is_not_there_is_refused_in_a_sentence() -> None:
    state, assets = fight(FIELD, HERO, at={"hero": "A1"})
    with pytest.raises(Refusal) as refused:
        scene_of(state, replace(assets, boards={}))
    assert refused.value.code == "unknown_board"
    with pytest.raises(Refusal) as refused:
        scene_of(replace(state, pending=None), assets)
    assert refused.value.code == "no_fight"


def test_c_079_what_lies_behind_one_that_squeezes_is_in_the_way_on_a_large_board_too() -> None:
    wide = "#" * 60
    rows = "\n".join([*[wide] * 30, "." * 60, *[wide] * 29])
    state, assets = fight(
        rows, HERO, OGRE, at={"hero": "R31", "ogre": "V31"}, ogre={"trail": ("U31", "V31")}
    )
    assert refusal_code(Move("hero", "U31"), state, assets) == "end_occupied"
    assert (
        refusal_code(Move("hero", path=("R31", "S31", "T31", "U31")), state, assets) == "occupied"
    )
    state = after(Move("hero", "T31"), state, assets)
    assert figure(state, "hero").at == "T31"
