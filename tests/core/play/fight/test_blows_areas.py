"""Areas, coups de grâce, cover taken, temporary hit points, and what lies ahead of damage."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.board.drawing import Board
from core.dice import Answer, Rolled, Ruled, Typed
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.blows.commands import AreaAttack, CoupDeGrace, GiveTemporary, TakeCover
from core.play.facts.fight.blows.events import AreaStruck, CoupStruck, CoverTaken, TemporaryGiven
from core.play.facts.fight.turns.events import ActionsSpent, Died
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt
from core.play.facts.table.events import Checked, Damaged
from core.play.fight.blows.decide import area_of
from core.play.fight.previews import after_hurt, cover_signs
from core.play.resolution import Decided
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.brawls import (
    BOARDS,
    FRIEND,
    HERO,
    WOLF,
    asks,
    brawl,
    happens,
    lying,
    refused,
    under,
    with_figure,
    wolf,
)
from tests.fights import figure

BALL = AreaAttack("burst", 4, "8d6", (6, 4), dc=15, by="hero", name="fireball")
AREA = "area/r1/hero/burst4/6.4"
PACK = brawl(
    HERO,
    WOLF,
    wolf("w2", "b"),
    wolf("w3", "c"),
    wolf("late", "d"),
    hero="A1",
    wolf="F4",
    w2="G5",
    w3="I3",
    late="L8",
)
SAVES = {f"{AREA}/reflex/{who}": face for who, face in (("wolf", 10), ("w2", 9), ("w3", 20))}


def dealt(events: Iterable[Event]) -> dict[str, int]:
    return {event.who: event.amount for event in events if isinstance(event, Damaged)}


# areas


@pytest.mark.parametrize(
    ("ruleset", "spent"),
    [("pf1", ("standard",)), ("sf", ("standard",)), ("pf2", ("action", "action"))],
)
def test_what_an_area_uses_of_a_turn_is_the_systems(ruleset: str, spent: tuple[str, ...]) -> None:
    answers = SAVES | {f"{AREA}/damage": Typed(20)}
    events = happens(BALL, PACK, answers, ruleset)

    assert isinstance(events[0], AreaStruck)
    assert events[0].spends == spent


def test_fear_is_taken_off_saves_and_in_the_playtest_by_its_value() -> None:
    wolf = replace(WOLF, lasting=(Lasting("frightened", value=3),))
    for ruleset, modifier in (("pf1", 3), ("pf2", 2)):
        asked = asks(BALL, brawl(HERO, wolf, hero="A1", wolf="F4"), None, ruleset)
        assert asked[f"{AREA}/reflex/wolf"].modifier == modifier


def test_a_burst_asks_for_its_damage_once_and_for_a_save_of_each_that_is_in_it() -> None:
    asked = asks(BALL, PACK)

    assert list(asked) == [f"{AREA}/damage", *SAVES]
    assert asked[f"{AREA}/damage"].dice == "8d6"
    save = asked[f"{AREA}/reflex/wolf"]
    assert (save.who, save.modifier, save.dc, save.chance) == ("wolf", 5, 15, Fraction(11, 20))


def test_who_saves_takes_half_rounded_down() -> None:
    events = happens(BALL, PACK, {f"{AREA}/damage": 27, **SAVES})

    assert isinstance(events[0], AreaStruck)
    assert (events[0].who, events[0].spends) == (("wolf", "w2", "w3"), ("standard",))
    assert dealt(events) == {"wolf": 13, "w2": 27, "w3": 13}
    assert [e.success for e in events if isinstance(e, Checked)] == [True, False, True]


def test_who_saves_takes_nothing_where_the_effect_says_so() -> None:
    events = happens(replace(BALL, on_save="none"), PACK, {f"{AREA}/damage": 27, **SAVES})

    assert dealt(events) == {"w2": 27}


@pytest.mark.parametrize(
    ("face", "points"),
    [(20, 0), (19, 13), (10, 13), (9, 27), (2, 27), (1, 54)],
)
def test_pf2_saves_go_by_degrees(face: int, points: int) -> None:
    answers = {f"{AREA}/damage": 27, **SAVES, f"{AREA}/reflex/wolf": face}

    events = happens(BALL, PACK, answers, "pf2")

    assert dealt(events).get("wolf", 0) == points
    assert figure(evolve_all(PACK, events), "hero").spent.actions == ("action", "action")


@pytest.mark.parametrize(("dc", "face", "points"), [(30, 20, 13), (3, 1, 27), (25, 20, 0)])
def test_pf2_a_natural_face_that_the_total_belies_is_one_degree_only(
    dc: int, face: int, points: int
) -> None:
    answers = {f"{AREA}/damage": 27, **SAVES, f"{AREA}/reflex/wolf": face}
    assert dealt(happens(replace(BALL, dc=dc), PACK, answers, "pf2")).get("wolf", 0) == points


def test_the_gm_rules_a_save_or_asks_for_none() -> None:
    answers: dict[str, int | Answer] = {f"{AREA}/damage": 27, **SAVES}
    answers[f"{AREA}/reflex/wolf"] = Ruled("pass")
    answers[f"{AREA}/reflex/w2"] = Ruled("skip")

    assert dealt(happens(BALL, PACK, answers)) == {"wolf": 13, "w3": 13}


def test_c_168_cover_from_the_burst_adds_to_the_reflex_save() -> None:
    rows = ["............"] * 8
    rows[3] = ".......#...."
    state = brawl(HERO, WOLF, board="pillar", hero="A1", wolf="I4")
    assets = under(boards={**BOARDS, "pillar": Board(tuple(rows))})

    found = asks(BALL, state, assets=assets)[f"{AREA}/reflex/wolf"]
    will = asks(replace(BALL, save="will"), state, assets=assets)[f"{AREA}/will/wolf"]

    assert (found.modifier, will.modifier) == (7, 0)


def test_a_cone_starts_from_who_casts_it_and_spares_it() -> None:
    state = brawl(HERO, FRIEND, WOLF, hero="C3", friend="D3", wolf="E3")
    command = AreaAttack("cone", 3, "", direction="E", by="hero", save="", spare=("friend",))

    assert [one.who for one in area_of(command, state, under()).targets] == ["wolf"]
    assert refused(replace(command, by=""), state) == "nobody"
    assert refused(replace(command, direction="up"), state) == "unknown_direction"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"damage": "fire"}, "bad_dice"),
        ({"length": 0}, "bad_length"),
        ({"dc": 300}, "bad_dc"),
        ({"origin": (99, 0)}, "off_the_map"),
        ({"spare": ("wolf", "w2", "w3")}, "nobody_there"),
        ({"by": "nobody"}, "unknown_creature"),
    ],
)
def test_an_area_that_cannot_be_is_refused_in_words(change: dict[str, object], code: str) -> None:
    assert refused(replace(BALL, **change), PACK) == code  # type: ignore[arg-type]


# coups de grâce

BOUND = brawl(HERO, lying(WOLF, "bound"), hero="C3", wolf="D3")
COUP = "coup/r1/hero/wolf"


def test_c_247_whom_a_coup_de_grace_lets_strike_is_told() -> None:
    watched = brawl(HERO, lying(WOLF, "bound"), wolf("w2", "b"), hero="C3", wolf="D3", w2="B2")
    answers = {f"{COUP}/critical": Typed(17), f"{COUP}/fortitude": Typed(20)}
    told: dict[int, list[object]] = {}
    for state, known in ((BOUND, answers), (watched, {})):
        found = decide(CoupDeGrace("hero", "wolf"), state, under(), known)
        assert isinstance(found, Decided)
        told[len(told)] = [one.value for one in found.receipts if one.rule == "C-247"]
    assert told == {0: [], 1: [("Wolf",)]}


def test_c_244_c_245_a_coup_de_grace_is_a_critical_hit_and_a_save_against_death() -> None:
    command = CoupDeGrace("hero", "wolf")
    big = brawl(HERO, lying(replace(WOLF, hp=40), "bound"), hero="C3", wolf="D3")

    assert {k: q.dice for k, q in asks(command, big).items()} == {f"{COUP}/critical": "2d8+8"}
    [save] = asks(command, big, {f"{COUP}/critical": 17}).values()
    assert (save.dc, save.modifier, save.who, save.naturals) == (27, 5, "wolf", True)
    assert save.follows == ""  # a row of the wolf's own, with the die that it needs
    dies = happens(command, big, {f"{COUP}/critical": 17, f"{COUP}/fortitude": 19})
    lives = happens(command, big, {f"{COUP}/critical": 17, f"{COUP}/fortitude": 20})
    assert dies[0] == CoupStruck("hero", "wolf", "sword", ("full_round",))
    assert Died("wolf") in dies
    assert Died("wolf") not in lives


def test_whom_the_damage_kills_does_not_save() -> None:
    weak = brawl(HERO, lying(replace(WOLF, hp=1, con_score=5), "bound"), hero="C3", wolf="D3")

    events = happens(CoupDeGrace("hero", "wolf"), weak, {f"{COUP}/critical": 24})

    assert Died("wolf") in events
    assert not [event for event in events if isinstance(event, Checked)]


@pytest.mark.parametrize(
    ("state", "command", "ruleset", "code"),
    [
        (BOUND, CoupDeGrace("hero", "wolf"), "pf2", "no_coup_de_grace"),
        (BOUND, CoupDeGrace("wolf", "hero"), "pf1", "not_helpless"),
        (
            brawl(HERO, lying(WOLF, "bound", "crit_immune"), hero="C3", wolf="D3"),
            CoupDeGrace("hero", "wolf"),
            "pf1",
            "crit_immune",
        ),
        (
            brawl(HERO, lying(WOLF, "bound"), hero="C3", wolf="G3"),
            CoupDeGrace("hero", "wolf", 1),
            "pf1",
            "not_adjacent",
        ),
        (
            brawl(HERO, lying(WOLF, "bound"), hero="C3", wolf="G3"),
            CoupDeGrace("hero", "wolf"),
            "pf1",
            "out_of_reach",
        ),
    ],
)
def test_c_242_to_c_248_when_there_is_no_coup_de_grace(
    state: State, command: CoupDeGrace, ruleset: str, code: str
) -> None:
    assert refused(command, state, ruleset) == code


# cover and temporary hit points


COVERS = Board(
    (
        "............",
        ".....#......",
        "............",
        "............",
        "............",
        "..........o.",
        "............",
        "............",
    ),
    edge_walls=("C5/D5",),
    edge_low=("C7/C8",),
)


def test_c_181_taking_cover_is_pf2s() -> None:
    state = brawl(HERO, WOLF, hero="E3", wolf="F3", board="covers")
    pf2 = under("pf2", {"covers": COVERS})

    assert refused(TakeCover("hero"), state) == "unknown_take_cover"
    events = happens(TakeCover("hero"), state, assets=pf2)
    assert events == (CoverTaken("hero"), ActionsSpent("hero", ("action",)))
    covered = evolve_all(state, events)
    assert happens(TakeCover("hero"), covered, assets=pf2) == ()
    assert happens(TakeCover("hero", off=True), covered, assets=pf2) == (
        CoverTaken("hero", off=True),
    )


@pytest.mark.parametrize(
    ("hero", "wolf", "takes"),
    [
        ("A1", "B1", False),
        ("H1", "I1", False),
        ("E1", "F1", True),  # beside the rock
        ("A4", "B4", False),
        ("C5", "B5", True),  # a wall on its border
        ("D4", "L4", False),
        ("C8", "B8", True),  # a low wall
        ("J5", "I5", True),  # a low obstacle
        ("H2", "A2", True),  # the rock is on the wolf's line
    ],
)
def test_taking_cover_needs_something_to_hide_behind(hero: str, wolf: str, takes: bool) -> None:
    """Open rules, Take Cover: in the open it is refused, and spends no action."""
    state = brawl(HERO, WOLF, hero=hero, wolf=wolf, board="covers")
    pf2 = under("pf2", {"covers": COVERS})
    if takes:
        assert happens(TakeCover("hero"), state, assets=pf2)[0] == CoverTaken("hero")
        return
    with pytest.raises(Refusal) as refusal:
        decide(TakeCover("hero"), state, pf2, {})
    assert refusal.value.code == "in_the_open"
    prone = brawl(lying(HERO, "prone"), WOLF, hero=hero, wolf=wolf, board="covers")
    assert happens(TakeCover("hero"), prone, assets=pf2)[0] == CoverTaken("hero")


def test_c_183_who_is_only_screened_by_a_creature_has_nothing_to_hide_behind() -> None:
    """Given a wolf between the hero and another wolf, when he takes cover, then it is refused."""
    other = wolf("other", "b")
    state = brawl(HERO, WOLF, other, hero="H7", wolf="D7", other="F7", board="covers")
    pf2 = under("pf2", {"covers": COVERS})
    with pytest.raises(Refusal) as refusal:
        decide(TakeCover("hero"), state, pf2, {})
    assert refusal.value.code == "in_the_open"


def test_temporary_hit_points_are_the_higher_of_what_there_is() -> None:
    state = brawl(replace(HERO, temporary=4), WOLF, hero="C3", wolf="D3")

    events = happens(GiveTemporary(("hero", "wolf"), (3, 5)), state)

    assert events == (TemporaryGiven("hero", 4), TemporaryGiven("wolf", 5))
    after = evolve_all(state, events)
    assert after.fight is not None
    assert after.fight.foes[0].temporary == 5


def test_the_cover_layer_tells_what_each_has_from_one() -> None:
    state = brawl(
        HERO,
        FRIEND,
        WOLF,
        wolf("w2", "b"),
        hero="B3",
        friend="D3",
        wolf="F3",
        w2="B6",
    )

    bow, sword = (
        cover_signs(with_figure(state, "hero", weapon=weapon), under(), "hero") for weapon in (1, 0)
    )

    assert bow == sword == {"friend": "none", "wolf": "soft", "w2": "none"}


def test_the_cover_layer_takes_one_out_of_reach_overhead_to_be_shot_at() -> None:
    pillar = {"pillar": Board(("....", "....", "...#", "...."))}
    state = brawl(HERO, WOLF, board="pillar", hero="C3", wolf="D4")

    beside = cover_signs(state, under(boards=pillar), "hero")
    above = cover_signs(with_figure(state, "wolf", elevation=3), under(boards=pillar), "hero")

    assert (beside["wolf"], above["wolf"]) == ("cover", "none")


# what lies ahead of damage


def test_the_line_ahead_says_how_damage_would_leave_each() -> None:
    state = brawl(
        HERO,
        replace(WOLF, temporary=2),
        wolf("w2", "b", hp=None),
        hero="C3",
        wolf="D3",
        w2="E3",
    )

    found = after_hurt(state, under(), Hurt(("wolf", "hero", "w2"), (9, 39, 3)))

    assert [(a.being.id, a.before, a.now.hp, a.now.slug) for a in found] == [
        ("wolf", 13, 6, "ok"),
        ("hero", 38, -1, "dying"),
        ("w2", None, None, "ok"),
    ]
    [healed] = after_hurt(
        brawl(replace(HERO, damage=10, nonlethal=3), hero="C3"),
        under(),
        Heal(("hero",), (4,)),
    )
    assert (healed.before, healed.now.hp, healed.being.nonlethal) == (28, 32, 0)
    [lucky] = after_hurt(state, under(), GiveTemporary(("wolf",), (5,)))
    assert (lucky.now.hp, lucky.being.temporary) == (13, 5)


def test_the_line_ahead_tells_from_how_high_a_flyer_drops() -> None:
    state = with_figure(brawl(WOLF, wolf="D3"), "wolf", elevation=3, mode="fly")

    assert [a.falls for a in after_hurt(state, under(), Hurt(("wolf",), (14,)))] == [3]
    assert [a.falls for a in after_hurt(state, under(), Hurt(("wolf",), (4,)))] == [0]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=8, max_size=8), st.integers(1, 20))
def test_the_events_of_an_area_carry_all_that_came_of_it(faces: list[int], save: int) -> None:
    answers: dict[str, int | Answer] = {f"{AREA}/damage": Rolled(tuple(faces))}
    answers |= {key: save for key in SAVES}

    events = happens(BALL, PACK, answers)
    after = evolve_all(PACK, events).fight

    assert after is not None
    taken = sum(faces) if save + 5 < 15 and save != 20 else sum(faces) // 2
    assert [foe.damage for foe in after.foes] == [taken, taken, taken, 0]
