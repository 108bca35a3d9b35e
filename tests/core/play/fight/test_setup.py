"""Encounters set up: prepared beside each other, peopled, hidden, renamed, thrown away."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from core.combat.board.drawing import Board
from core.combat.board.squares import parse_square
from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting, Zone
from core.play.facts.fight.combatants import grouped
from core.play.facts.fight.setup.commands import (
    AddFoes,
    Discard,
    EditFoe,
    Enter,
    Hide,
    Place,
    Prepare,
    RemoveCreatures,
    Rename,
    SetupCommand,
    Spot,
)
from core.play.facts.fight.setup.evolve import without
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import LETTERS, Fighting, Member, State, Striker, Waiting
from core.play.fight.setup.places import muster
from core.play.fight.setup.recruits import encounter_id, fresh_id, tokens
from core.play.fight.setup.saddles import mount_before
from core.play.fight.turns.decide import missing_initiative
from core.play.union import Assets, decide
from core.values import replace
from tests.builders import after, party, refusal_code
from tests.fights import (
    BOARD,
    FIGHT,
    FORD,
    HARSK,
    OGRE,
    PREPARED,
    TAM,
    VALERIA,
    WOLF,
    WOLVES,
    fight_world,
)
from tui.kit.phrases import say

WORLD = fight_world()
BARN = replace(PREPARED, id="barn", foes=(), figures=())
ROAD = party(HARSK, VALERIA, TAM)
READY: State = replace(ROAD, encounters=(PREPARED,))
FRESH = replace(WOLF, id="wolf-9", token="i")


def done(command: SetupCommand, state: State, under: Assets = WORLD) -> State:
    return after(command, state, under=under)


def held(state: State, id: str = "ambush") -> Encounter:
    found = state.encounter(id)
    assert found is not None
    return found


def where(state: State, who: str, id: str = "ambush") -> str:
    figure = held(state, id).figure(who)
    assert figure is not None
    return figure.at


def refused(command: SetupCommand, state: State, under: Assets = WORLD) -> str:
    return refusal_code(command, state, under)


# preparing


def test_encounters_are_kept_beside_each_other() -> None:
    state = done(Prepare(BARN), READY)
    assert [one.id for one in state.encounters] == ["ambush", "barn"]
    assert held(state) == PREPARED


@pytest.mark.parametrize(
    ("encounter", "code"),
    [
        (PREPARED, "id_taken"),
        (replace(BARN, id=""), "id_taken"),
        (replace(BARN, id="harsk"), "id_taken"),
        (replace(BARN, name=" "), "no_name"),
        (replace(BARN, status="paused"), "not_new"),
        (replace(BARN, round=1), "not_new"),
        (replace(BARN, board="nothing"), "unknown_board"),
        (replace(BARN, foes=WOLVES), "id_taken"),
        (replace(BARN, foes=(FRESH, FRESH)), "id_taken"),
        (replace(BARN, foes=(replace(FRESH, id="barn"),)), "id_taken"),
        (replace(BARN, foes=(replace(FRESH, name=""),)), "no_name"),
        (replace(BARN, figures=(Figure("nobody", "A1"),)), "unknown_creature"),
        (replace(BARN, figures=(Figure("tam", "A1"), Figure("tam", "B1"))), "twice"),
        (replace(BARN, figures=(Figure("tam", "A99"),)), "off_the_map"),
        (replace(BARN, figures=(Figure("tam", "4A"),)), "unknown_square"),
        (replace(BARN, figures=(Figure("tam", "L1"),)), "in_wall"),
        (replace(BARN, start="A1:3 A99"), "off_the_map"),
        (replace(BARN, start="here"), "unknown_square"),
        (replace(BARN, zones=(Zone("Z1:2", "dark"),)), "off_the_map"),
        (replace(BARN, wind="up"), "bad_wind"),
        (
            replace(BARN, foes=(replace(OGRE, id="grub"),), figures=(Figure("grub", "T2"),)),
            "off_the_map",
        ),
    ],
)
def test_what_cannot_be_prepared_is_refused(encounter: Encounter, code: str) -> None:
    assert refused(Prepare(encounter), READY) == code


def test_what_was_thrown_away_leaves_the_others_alone_and_its_ids_are_not_used_again() -> None:
    state = done(Discard("ambush"), done(Prepare(BARN), READY))
    assert [one.id for one in state.encounters] == ["barn"]
    for id in ("ambush", "wolf-1", "ogre"):
        assert refused(Prepare(replace(BARN, id=id)), state) == "id_taken"
    assert encounter_id("Ambush", state) == "ambush-1"


def test_the_encounter_that_is_played_is_not_thrown_away() -> None:
    fight = replace(FIGHT, pending=replace_waiting(None))
    assert refused(Discard("ambush"), fight) == "being_played"
    assert refused(Discard("nothing"), READY) == "unknown_encounter"


def test_an_encounter_gets_another_name() -> None:
    assert held(done(Rename("ambush", " At the mill "), READY)).name == "At the mill"
    assert refused(Rename("ambush", " "), READY) == "no_name"
    assert refused(Rename("mill", "x"), READY) == "unknown_encounter"


def test_new_letters_are_no_members_letter_in_the_other_case() -> None:
    free = tokens({"A", "b"})
    assert [next(free), next(free)] == ["c", "d"]


def test_ids_and_letters_are_handed_out_once() -> None:
    assert fresh_id("wolf", {"wolf-1", "wolf-3"}) == "wolf-2"
    assert encounter_id("The Old Mill!", ROAD) == "the-old-mill"
    found = tokens({"a", "c"})
    assert [next(found) for _ in range(3)] == ["b", "d", "e"]
    every = tokens(LETTERS)
    assert [next(every), next(every)] == ["aa", "ab"]
    assert not {"u", "w", "o"} & set(LETTERS)


# creatures


def test_creatures_come_where_they_are_wanted_and_the_others_beside_them() -> None:
    foes = tuple(replace(FRESH, id=f"wolf-{n}") for n in range(9, 13))
    state = done(AddFoes("ambush", foes, ("C7", "N3"), hidden=True), READY)
    places = [where(state, foe.id) for foe in foes]
    assert places[:2] == ["C7", "N3"]
    assert len({*places}) == 4
    assert all(at[0] in "MNOP" and at[1:] in "2345" for at in places[2:]), "in the same room"
    assert all(one.hidden for one in held(state).figures[-4:])
    assert held(state).foes == (*PREPARED.foes, *foes)


def test_a_square_that_is_taken_or_solid_gives_the_nearest_one_free() -> None:
    state = done(AddFoes("ambush", (FRESH,), ("M4",)), READY)
    assert where(state, "wolf-9") == "M3"
    walled = done(AddFoes("ambush", (FRESH,), ("L1",)), READY)
    assert where(walled, "wolf-9") == "K1"


def test_large_creatures_find_room_for_all_of_them() -> None:
    grub = replace(OGRE, id="grub")
    state = done(AddFoes("ambush", (grub,), ("T4",)), READY)
    at = parse_square(where(state, "grub"))
    assert at.x <= 18
    assert "#" not in "".join(row[at.x : at.x + 2] for row in BOARD.rows[at.y : at.y + 2])


def test_creatures_without_a_square_stand_by_their_friends_else_on_their_side() -> None:
    state = done(AddFoes("ambush", (FRESH,)), READY)
    assert parse_square(where(state, "wolf-9")).x > 10
    alone = done(AddFoes("barn", (FRESH,)), done(Prepare(BARN), ROAD))
    assert parse_square(where(alone, "wolf-9", "barn")).x > 10


def test_creatures_may_be_off_the_board() -> None:
    assert where(done(AddFoes("ambush", (FRESH,), ("",)), READY), "wolf-9") == ""


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AddFoes("mill", (FRESH,)), "unknown_encounter"),
        (AddFoes("ambush", ()), "nobody"),
        (AddFoes("ambush", (WOLF,)), "id_taken"),
        (AddFoes("ambush", (FRESH,), ("A1", "A2")), "too_many_squares"),
        (AddFoes("ambush", (FRESH,), ("Z1",)), "off_the_map"),
        (AddFoes("ambush", (FRESH,), ("?",)), "unknown_square"),
        (EditFoe("ambush", FRESH), "unknown_creature"),
        (EditFoe("ambush", replace(OGRE, name="")), "no_name"),
        (RemoveCreatures("ambush", ()), "nobody"),
        (RemoveCreatures("ambush", ("wolf-7",)), "unknown_creature"),
        (RemoveCreatures("ambush", ("harsk",)), "unknown_creature"),
        (Place("ambush", ()), "nobody"),
        (Place("ambush", (Spot("wolf-7", "A1"),)), "unknown_creature"),
        (Place("ambush", (Spot("ogre", "T1"),)), "off_the_map"),
        (Place("ambush", (Spot("ogre", "A1", 501),)), "too_high"),
        (Hide("ambush", ("wolf-3",)), "hidden_already"),
        (Hide("ambush", ("wolf-1",), hidden=False), "hidden_already"),
        (Hide("ambush", ()), "nobody"),
    ],
)
def test_what_cannot_be_done_with_creatures_is_refused(command: SetupCommand, code: str) -> None:
    assert refused(command, READY) == code


@pytest.mark.parametrize(
    "command",
    [RemoveCreatures("ambush", ("harsk",)), EditFoe("ambush", replace(WOLF, id="wolf-9"))],
)
def test_who_is_not_in_the_encounter_is_refused_by_name(command: SetupCommand) -> None:
    """Given a creature that is known but not there, then the refusal has its name, not its id."""
    with pytest.raises(Refusal) as refusal:
        decide(command, READY, WORLD, {})
    assert say(refusal.value.message).startswith(("There is no Harsk in", "There is no Wolf"))


def test_creatures_of_a_kind_share_their_name_when_they_are_told_of() -> None:
    pack = tuple(Foe(f"wolf-{t}", f"Wolf {t}", t) for t in "abc")
    told = grouped((*pack, Member("tam", "Tam", "T"), pack[0], "gone"))
    assert told == ("Wolf a-c", "Tam", "Wolf a", "gone")
    plain = tuple(Foe(f"bat-{t}", "bat", t) for t in "def")
    assert grouped((*plain, plain[0], pack[0])) == ("bat d-f,d", "Wolf a")
    assert grouped(plain[:1]) == ("bat",)


def test_a_full_board_leaves_the_rest_beside_it() -> None:
    tiny = Assets(WORLD.rules, boards=MappingProxyType({FORD: Board((".#",))}))
    foes = (FRESH, replace(FRESH, id="wolf-10"))
    state = done(AddFoes("barn", foes), done(Prepare(BARN), ROAD, tiny), tiny)
    assert [where(state, foe.id, "barn") for foe in foes] == ["A1", ""]


def test_what_is_written_of_a_creature_is_replaced() -> None:
    grub = replace(OGRE, name="Grub", hp=99)
    assert held(done(EditFoe("ambush", grub), READY)).foe("ogre") == grub


def test_the_gm_puts_anybody_anywhere_even_into_a_wall() -> None:
    spots = (Spot("ogre", "L1", 2), Spot("wolf-1", ""), Spot("tam", "A1"))
    state = done(Place("ambush", spots, "it climbed"), READY)
    ogre = held(state).figure("ogre")
    assert ogre is not None
    assert (ogre.at, ogre.elevation) == ("L1", 2)
    assert where(state, "wolf-1") == ""
    assert where(state, "tam") == "A1"


MOUNTED = (Figure("ogre", "Q7"), Figure("wolf-1", "Q7", mount="ogre"))


@pytest.mark.parametrize("named", ["ogre", "wolf-1"])
@pytest.mark.parametrize("spot", [("A6", 1), ("", 0)])
def test_rider_and_mount_are_placed_together_whichever_is_named(
    named: str, spot: tuple[str, int]
) -> None:
    """Given a wolf in the saddle of an ogre, then both are there or both are off the board."""
    state: State = replace(READY, encounters=(replace(PREPARED, figures=MOUNTED),))
    moved = held(done(Place("ambush", (Spot(named, *spot),)), state))
    assert moved.figure("ogre") == Figure("ogre", *spot)
    assert moved.figure("wolf-1") == Figure("wolf-1", *spot, mount="ogre")


def test_rider_and_mount_part_where_each_has_a_place() -> None:
    state: State = replace(READY, encounters=(replace(PREPARED, figures=MOUNTED),))
    apart = Place("ambush", (Spot("ogre", "Q7"), Spot("wolf-1", "D7")))
    assert held(done(apart, state)).figure("wolf-1") == Figure("wolf-1", "D7")


def test_a_rider_is_in_the_saddle_before_the_fight_begins() -> None:
    """Given a wolf far from the ogre, then it rides it from now on, and gets off again."""
    figures = (Figure("ogre", "Q7", 2), Figure("wolf-1", "A1"))
    prepared = replace(PREPARED, figures=figures)
    state: State = replace(READY, encounters=(prepared,))
    up = done(mount_before(prepared, "wolf-1", "ogre"), state)
    assert held(up).figure("wolf-1") == Figure("wolf-1", "Q7", 2, mount="ogre")
    down = done(mount_before(held(up), "wolf-1", "", "D7"), up)
    assert held(down).figure("wolf-1") == Figure("wolf-1", "D7")
    assert held(down).figure("ogre") == Figure("ogre", "Q7", 2)


@pytest.mark.parametrize(
    ("spot", "code"),
    [
        (Spot("ogre", "Q7", mount="ogre"), "own_mount"),
        (Spot("wolf-1", "Q7", mount="ogre"), "mounted"),
        (Spot("wolf-2", "A1", mount="ogre"), "no_mount"),
        (Spot("wolf-2", "Q7", mount="wolf-1"), "carried"),
        (Spot("ogre", "A1", mount="wolf-2"), "carried"),
        (Spot("wolf-2", "Q7", mount="wolf-9"), "unknown_creature"),
    ],
)
def test_who_cannot_be_put_in_the_saddle(spot: Spot, code: str) -> None:
    figures = (*MOUNTED, Figure("wolf-2", "A1"))
    state: State = replace(READY, encounters=(replace(PREPARED, figures=figures),))
    assert refused(Place("ambush", (spot,)), state) == code


@pytest.mark.parametrize(
    ("rider", "mount", "at", "code"),
    [
        ("wolf-2", "wolf-3", "", "no_mount"),
        ("wolf-2", "", "A2", "not_mounted"),
        ("wolf-1", "", "", "no_square"),
    ],
)
def test_what_cannot_be_mounted_before_the_fight(
    rider: str, mount: str, at: str, code: str
) -> None:
    prepared = replace(PREPARED, figures=(*MOUNTED, Figure("wolf-2", "A1"), Figure("wolf-3")))
    with pytest.raises(Refusal) as refusal:
        mount_before(prepared, rider, mount, at)
    assert refusal.value.code == code


def test_creatures_are_hidden_and_revealed() -> None:
    state = done(Hide("ambush", ("wolf-1", "wolf-3")), READY)
    assert [f.id for f in held(state).figures if f.hidden] == ["wolf-1", "wolf-3"]
    state = done(Hide("ambush", ("wolf-3",), hidden=False), state)
    assert [f.id for f in held(state).figures if f.hidden] == ["wolf-1"]


def test_an_invisible_creature_is_revealed_once() -> None:
    """Given an invisible wolf that nobody hides, then it can be revealed, and not twice."""
    foes = tuple(
        replace(foe, lasting=(Lasting("invisible"),)) if foe.id == "wolf-1" else foe
        for foe in PREPARED.foes
    )
    fight = replace(PREPARED, foes=foes)
    assert "wolf-1" in fight.unseen
    reveal = Hide("ambush", ("wolf-1",), hidden=False)
    state = done(reveal, replace(READY, encounters=(fight,)))
    assert "wolf-1" not in held(state).unseen
    with pytest.raises(Refusal, match="hidden_already"):
        done(reveal, state)


def test_creatures_leave_for_good_and_members_only_the_board() -> None:
    fight = replace(FIGHT, pending=replace_waiting(None))
    gone = done(RemoveCreatures("ambush", ("wolf-1", "wolf-2", "wolf-3", "tam")), fight)
    assert [foe.id for foe in held(gone).foes] == ["ogre"]
    assert [slot.key for slot in held(gone).order] == ["harsk", "ogre"]
    assert where(gone, "tam") == ""
    assert gone.member("tam") is not None
    assert {"wolf-1", "wolf-2", "wolf-3"} <= set(gone.departed)
    chase = held(gone).chase
    assert chase is not None
    assert (chase.quarry, chase.pursuers) == ((), ())


def test_who_is_the_last_of_those_whose_turn_it_is_does_not_leave() -> None:
    fight = replace(FIGHT, pending=replace_waiting(None))
    assert refused(RemoveCreatures("ambush", ("harsk",)), fight) == "acting"


def replace_waiting(waiting: Waiting | None) -> Fighting:
    assert isinstance(FIGHT.pending, Fighting)
    return replace(FIGHT.pending, waiting=waiting)


# the party arrives


def test_the_party_stands_together_away_from_its_enemies() -> None:
    found = muster(READY, WORLD, PREPARED)
    assert [figure.id for figure in found] == ["harsk", "valeria", "tam"]
    xs = [parse_square(figure.at).x for figure in found]
    assert max(xs) - min(xs) <= 3
    assert max(xs) < 8


HORSE = Member(
    "horse", "Horse", "b", role="mount", hp=19, sheet=Sheet(size="L", speeds=(("walk", 10),))
)
CART = Member("cart", "Cart", "", role="vehicle")


def test_mounts_come_before_their_riders_and_led_animals_last() -> None:
    led = replace(HORSE, id="led", name="Led horse")
    state: State = replace(READY, members=(led, replace(HARSK, rides="horse"), TAM, HORSE))
    found = [figure.id for figure in muster(state, WORLD, PREPARED)]
    assert found == ["horse", "harsk", "tam", "led"]


def test_riders_arrive_on_their_mounts_and_vehicles_not_at_all() -> None:
    rider = replace(HARSK, rides="horse")
    passenger = replace(TAM, rides="cart")
    state: State = replace(READY, members=(rider, passenger, HORSE, CART))
    found = {figure.id: figure for figure in muster(state, WORLD, PREPARED)}
    assert set(found) == {"harsk", "tam", "horse"}
    assert found["harsk"].mount == "horse"
    assert found["harsk"].at == found["horse"].at
    assert found["tam"].mount == ""


def test_the_dead_the_absent_and_those_who_are_there_already_do_not_arrive() -> None:
    placed = replace(PREPARED, figures=(*PREPARED.figures, Figure("tam", "B7")))
    members = (replace(HARSK, dead=True), replace(VALERIA, present=False), TAM)
    assert muster(replace(READY, members=members), WORLD, placed) == ()
    (near,) = muster(replace(READY, members=(TAM, HARSK)), WORLD, placed)
    assert near.id == "harsk"
    assert parse_square(near.at).x <= 2


MEADOW = tuple("." * 30 for _ in range(20))


def in_meadow(*, start: str = "", wolf: str = "W10") -> tuple[State, Assets]:
    """Four members, one of them mounted, on an empty board with a wolf."""
    rider = replace(VALERIA, rides="horse")
    more = replace(TAM, id="elin", name="Elin")
    field = replace(
        PREPARED, board="meadow", edits=(), foes=(WOLF,), figures=(Figure(WOLF.id, wolf),)
    )
    state = replace(
        READY, members=(HARSK, rider, HORSE, TAM, more), encounters=(replace(field, start=start),)
    )
    return state, replace(WORLD, boards={"meadow": Board(MEADOW)})


@pytest.mark.parametrize(
    ("wolf", "places"),
    [
        ("W10", {"harsk": "L10", "horse": "K11", "valeria": "K11", "tam": "K9", "elin": "K10"}),
        ("B10", {"harsk": "L10", "horse": "M9", "valeria": "M9", "tam": "M11", "elin": "L9"}),
    ],
)
def test_the_party_enters_at_a_square_in_marching_order(wolf: str, places: dict[str, str]) -> None:
    state, assets = in_meadow(wolf=wolf)
    entered = held(done(Enter("ambush", "L10"), state, assets))
    assert {one.id: one.at for one in entered.figures if one.id != WOLF.id} == places
    assert next(one for one in entered.figures if one.id == "valeria").mount == "horse"


def test_many_creatures_at_a_square_stand_around_it() -> None:
    state, assets = in_meadow()
    pack = tuple(replace(WOLF, id=f"dog-{n}", token="") for n in range(25))
    state = done(AddFoes("ambush", pack, ("J10",)), state, assets)
    middle = parse_square("J10")
    places = [parse_square(where(state, one.id)) for one in pack]
    assert max(max(abs(at.x - middle.x), abs(at.y - middle.y)) for at in places) <= 3
    assert len(set(places)) == len(pack)


def test_the_party_enters_again_elsewhere_and_the_encounter_begins_with_it_there() -> None:
    state, assets = in_meadow()
    state = done(Enter("ambush", "D4"), done(Enter("ambush", "L10"), state, assets), assets)
    begun = after(BeginEncounter("", "ambush"), state, under=assets)
    assert begun.fight is not None
    harsk = begun.fight.figure("harsk")
    assert harsk is not None
    assert harsk.at == "D4"
    assert len({one.id for one in begun.fight.figures}) == len(begun.fight.figures) == 6


def test_who_enters_stands_beside_the_dead_and_keeps_what_its_figure_had() -> None:
    state, assets = in_meadow()
    state = done(Enter("ambush", "L10"), state, assets)
    state = done(Hide("ambush", ("elin",)), state, assets)
    died = (replace(one, dead=one.id == "harsk") for one in state.members)
    state = done(Enter("ambush", "L10"), replace(state, members=tuple(died)), assets)
    places = {one.id: one.at for one in held(state).figures}
    assert places["harsk"] == "L10"
    assert len(set(places.values())) == len(places) - 1, "only the rider is where another is"
    assert {one.id for one in held(state).figures if one.hidden} == {"elin"}


def test_who_is_away_when_it_begins_has_left_the_place_where_it_was_to_enter() -> None:
    state, assets = in_meadow()
    state = done(Enter("ambush", "L10"), state, assets)
    members = (replace(one, present=one.id != "tam") for one in state.members)
    begun = after(
        BeginEncounter("", "ambush"), replace(state, members=tuple(members)), under=assets
    )
    assert begun.fight is not None
    places = {one.id: one.at for one in begun.fight.figures}
    assert places["tam"] == ""
    assert places["elin"]
    assert "tam" not in missing_initiative(begun, begun.fight)


def test_who_arrives_has_the_room_of_who_is_away_when_it_begins() -> None:
    state, assets = in_meadow(start="C3")
    alone = tuple(replace(one, present=one.id == "tam") for one in state.members)
    fight = replace(held(state), figures=(Figure("harsk", "C3"),))
    state = replace(state, members=alone, encounters=(fight,))
    begun = after(BeginEncounter("", "ambush"), state, under=assets)
    assert (where(begun, "tam"), where(begun, "harsk")) == ("C3", "")


def test_the_party_begins_in_the_start_area_the_first_nearest_to_its_foes() -> None:
    state, assets = in_meadow(start="C3:4 C4:4 C5:4")
    begun = after(BeginEncounter("", "ambush"), state, under=assets)
    assert begun.fight is not None
    places = {one.id: one.at for one in begun.fight.figures if one.id != WOLF.id}
    assert places.pop("harsk") == "F5"
    assert all(at[0] in "CDEF" and at[1:] in "345" for at in places.values())


@pytest.mark.parametrize(
    ("at", "fight", "code"),
    [
        ("ZZ9", PREPARED, "off_the_map"),
        ("here", PREPARED, "unknown_square"),
        ("A1", replace(PREPARED, round=1), "begun"),
    ],
)
def test_nobody_enters_off_the_map_or_late(at: str, fight: Encounter, code: str) -> None:
    assert refused(Enter("ambush", at), replace(READY, encounters=(fight,))) == code


def test_an_encounter_that_begins_has_the_party_on_its_board() -> None:
    begun = after(BeginEncounter("", "ambush"), READY, under=WORLD)
    assert begun.fight is not None
    assert {"harsk", "valeria", "tam"} <= {f.id for f in begun.fight.figures if f.at}


def test_a_movement_waits_no_longer_for_one_who_left() -> None:
    waiting = Waiting("tam", ("F4", "G4"), (Striker("wolf-1", "F4"), Striker("ogre", "F4")))
    fight = replace(FIGHT, pending=replace_waiting(waiting))
    left = without(fight, "ambush", ("wolf-1",)).pending
    assert isinstance(left, Fighting)
    assert left.waiting is not None
    assert [one.by for one in left.waiting.strikers] == ["ogre"]
    gone = without(fight, "ambush", ("tam",)).pending
    assert isinstance(gone, Fighting)
    assert gone.waiting is None


def test_neutral_creatures_belong_to_nobody() -> None:
    """They begin on the foes' side of an empty board, and the party keeps away from them too."""
    miller: Foe = replace(FRESH, side="neutral")
    state = done(AddFoes("barn", (miller,)), done(Prepare(BARN), ROAD))
    assert parse_square(where(state, "wolf-9", "barn")).x > 10
