"""The list of encounters, drawing a board, bringing creatures in: what each hands back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from core.calendars import Instant
from core.combat.board.drawing import Board
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.setup.commands import AddFoes, Discard, Rename
from core.play.facts.fight.turns.commands import Pause
from core.play.facts.road.commands import BeginEncounter, PassBy
from core.play.facts.state import Fighting, Met, State
from core.values import replace
from saves.library.dice import DiceRoller
from saves.store.packaged_rulesets import packaged
from tests.builders import party
from tests.fights import FIGHT, HARSK, PREPARED, WOLVES, fight_world
from tests.tui.modals import hand
from tests.tui.views import view_of
from tui.encounter.recruits import AddCreatures, enlist, library, preview_line
from tui.kit.phrases import say
from tui.play.board_setup.board_dialog import DrawBoard
from tui.play.board_setup.board_sketch import BLANK, BoardSketch, first_sketch, sources
from tui.play.board_setup.drawn_encounter import DrawnEncounter, Redrawn, drawn, read_file
from tui.play.command_line.areas import Adding, adding
from tui.play.encounters.encounter_list import Encounters, holds, row
from tui.view import CampaignView

WORLD = fight_world()
MILL: Encounter = replace(PREPARED, id="mill", name="The old mill", foes=(), figures=())
OLD: Encounter = replace(MILL, id="ridge", name="On the ridge", status="over")
READY: State = replace(party(HARSK, place="0304"), encounters=(PREPARED, MILL, OLD))
FORD_FILE = "docs/examples/encounters/ford.toml"


def view(state: State) -> CampaignView:
    return view_of(state, WORLD, 1)


async def test_the_list_hands_back_what_the_gm_wishes() -> None:
    async with hand() as at:
        listed = await at.shows(Encounters(view(READY)))
        assert "> The old mill" in listed, "the newest that can be begun"
        assert "nobody is in it yet" in listed
        assert "throw away   Esc leaves" in listed
        gives = at.gives
        ready = Encounters
        assert await gives(ready(view(READY)), "<enter>") == BeginEncounter("The old mill", "mill")
        shown = ready(view(READY), "ambush")
        assert await gives(shown, "b") == BeginEncounter("Ambush at the ford", "ambush")
        assert await gives(ready(view(READY)), "x") == Discard("mill")
        assert await gives(ready(view(READY)), "r", "Mill", "<enter>") == Rename("mill", "Mill")
        assert await gives(ready(view(READY)), "k") == "checks"
        met = replace(READY, pending=Met(Instant(0, Fraction(8)), Fraction(3)))
        assert await gives(ready(view(met)), "s") == PassBy()
        assert "Press n to" in await at.shows(ready(view(party(HARSK))))


async def test_while_one_is_played_it_is_ended_paused_or_chased() -> None:
    assert isinstance(FIGHT.pending, Fighting)
    async with hand() as at:
        for key, wish in (("e", "end"), ("p", Pause())):
            assert await at.gives(Encounters(view(FIGHT), "ambush"), key) == wish
        refused = await at.shows(Encounters(view(FIGHT), "mill"), "<enter>")
        assert "Another one is being played" in refused


async def test_a_board_is_drawn_until_the_gm_likes_it() -> None:
    async with hand() as at:
        one = await at.gives(Encounters(view(READY)), "n", "Night", "<enter>", "<enter>")
        assert isinstance(one, DrawnEncounter)
        assert (one.encounter.id, one.encounter.place) == ("night", "0304")
        assert one.board == first_sketch(READY, WORLD).board(WORLD)
        keys = ("d", "!", "R", "S", "30x9", "<enter>", "<enter>")
        other = await at.gives(Encounters(view(READY)), *keys)
        assert isinstance(other, Redrawn)
        assert other.encounter == "mill"
        assert (len(other.board.rows), len(other.board.rows[0])) == (9, 30)
        assert "~" in "".join(other.board.rows)
        wrong = await at.shows(Encounters(view(READY)), "d", "S", "99", "<enter>")
        assert "'99' is not a size. Write it like 40x24." in wrong


async def test_letters_lead_to_a_board_and_none_is_taken_where_none_begins_so() -> None:
    async with hand() as at:
        found = await at.gives(DrawBoard(READY, WORLD), *"emp", "<enter>")
        assert found == replace(first_sketch(READY, WORLD), terrain=BLANK).board(WORLD)
        whole = await at.gives(DrawBoard(READY, WORLD), *"empty board", "<enter>")
        assert whole == found
        wrong = await at.shows(DrawBoard(READY, WORLD), *"castle", "<enter>")
        assert "No board here begins with 'castle'." in wrong


async def test_an_encounter_file_brings_its_map_and_its_creatures() -> None:
    async with hand() as at:
        keys = ("n", "Night", "<enter>", "<end>", "<enter>", FORD_FILE, "<enter>")
        found = await at.gives(Encounters(view(READY)), *keys)
        assert isinstance(found, DrawnEncounter)
        encounter = found.encounter
        assert (encounter.name, found.board.doors[0].edge) == ("Night", "K4/L4")
        assert [foe.name for foe in encounter.foes if foe.id.startswith("ogre")] == ["Ogre"]
        assert encounter.figure("harsk") is not None
        wrong = await at.shows(
            Encounters(view(READY)), "n", "Ni", "<enter>", "<end>", "<enter>", "none", "<enter>"
        )
        assert "no such file" in wrong


def test_an_encounter_with_the_party_alone_counts_it() -> None:
    """Given no creature yet, then the list says how many of the party are on the board."""
    assert holds(replace(MILL, figures=(Figure("harsk", "C4"),)), WORLD)[0] == (
        "no creatures yet; 1 of the party"
    )


def test_creatures_of_a_kind_are_counted_by_its_name() -> None:
    """Given wolf f, whose letter ends its kind's name, too, then it is a wolf like the others."""
    wolf = WOLVES[0]
    pack = (replace(wolf, name="wolf a", token="a"), replace(wolf, name="wolf f", token="f"))
    assert holds(replace(MILL, foes=pack), WORLD)[0] == "2 wolf"


async def test_a_few_letters_bring_creatures_in() -> None:
    here = library(WORLD.rules)
    roll = DiceRoller(1).roll
    async with hand() as at:

        def modal() -> AddCreatures:
            return AddCreatures(here, READY, PREPARED, roll, "C4")

        wolves = await at.gives(modal(), "8 wol hp=roll hidden", "<enter>")
        assert isinstance(wolves, AddFoes)
        assert (len(wolves.foes), wolves.at, wolves.hidden) == (8, ("C4",), True)
        assert len({foe.hp for foe in wolves.foes}) > 1
        second = cast(AddFoes, await at.gives(modal(), "2 wolf", "<down>", "<enter>"))
        assert [foe.kind for foe in second.foes] == ["dire_wolf"] * 2
        named = cast(AddFoes, await at.gives(modal(), "3 ogr", "<tab>", "<enter>"))
        assert [foe.kind for foe in named.foes] == ["ogre"] * 3
        own = cast(AddFoes, await at.gives(modal(), "thug x4 hp11 ac14 +3 1d6+1", "<enter>"))
        assert [(foe.name, foe.hp) for foe in own.foes][:2] == [("thug e", 11), ("thug f", 11)]
        strong = cast(AddFoes, await at.gives(modal(), "2 wolves hp30", "<enter>"))
        assert [(foe.kind, foe.hp) for foe in strong.foes] == [("wolf", 30)] * 2
        shown = await at.shows(modal(), "thug x4 hp11 ac14 +3 1d6+1")
        assert "Enter adds 4 thug" in shown
        assert "+3" in shown
        shown = await at.shows(modal(), "griffon", "<enter>")
        assert "has no griffon" in shown
        assert "Esc leaves" in shown


# what the words mean


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("wolf", "wolf"),
        ("wolves", "wolf"),
        ("Ogres", "ogre"),
        ("loup", "wolf"),
        ("eag", "giant_eagle"),
        ("spider giant", "giant_spider"),
        ("dire_wolf", "dire_wolf"),
        ("light horse", "light_horse"),
        ("camels", "camel"),
    ],
)
def test_a_creature_is_found_by_name_beginning_or_part(text: str, kind: str) -> None:
    assert library(WORLD.rules).one(text).slug == kind


def test_what_the_bestiary_has_not_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        library(WORLD.rules).one("wolv3")
    assert refused.value.code == "unknown_beast"
    here = library(WORLD.rules)
    with pytest.raises(Refusal) as refused:
        enlist(Adding(0, "wolf"), here, READY, PREPARED, DiceRoller(1).roll)
    assert refused.value.code == "bad_count"


@pytest.mark.parametrize(
    ("ruleset", "line", "init"),
    [
        ("pf2", "thug hp11 per+2 +3 1d6+1", 2),
        ("pf2", "thug hp11 per+2 init+5", 5),
        ("pf2", "thug hp11 dex14", 0),
        ("pf1", "thug hp11 per+2 dex14", 2),
        ("pf2", "drake", 6),
        ("pf2", "drake per+9", 9),
        ("pf2", "lurker per+9", 1),
        ("pf1", "lurker", 1),
    ],
)
def test_initiative_that_is_not_written_is_the_usual_one_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, line: str, init: int
) -> None:
    """Given creatures typed or of the GM's own file, then Perception (pf2) or Dexterity."""
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path))
    (tmp_path / "bestiary").mkdir()
    (tmp_path / "bestiary" / "mine.toml").write_text(
        '[beasts.drake]\nname = "Drake"\nsize = "L"\nperception = 6\n'
        '[beasts.lurker]\nname = "Lurker"\nsize = "M"\nperception = 6\ninit = 1\n',
        "utf-8",
    )
    here = library(packaged(ruleset))
    assert here.asked(adding(line, here.words)).beast.sheet.init == init


def test_a_bad_file_of_the_gm_is_said_and_the_packaged_creatures_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path))
    (tmp_path / "bestiary").mkdir()
    (tmp_path / "bestiary" / "mine.toml").write_text("[beasts.rat]\nsize = 3\n", "utf-8")
    here = library(WORLD.rules)
    assert here.one("wolf").slug == "wolf"
    assert here.wrong is not None
    assert "mine.toml, beasts.rat.name" in say(here.wrong)


def test_rows_say_how_each_stands_and_what_it_holds() -> None:
    assert row(replace(PREPARED, status="paused", round=3)).split("  ")[0] == "Ambush at the ford"
    assert "paused" in row(replace(PREPARED, status="paused"))
    assert "round 3" in row(replace(PREPARED, round=3))
    assert "round" not in row(replace(PREPARED, status="over", round=3))
    named = tuple(replace(one, name=f"Wolf {one.token}") for one in WOLVES)
    who, board = holds(replace(PREPARED, foes=named), WORLD)
    assert who == "3 Wolf; 1 hidden"
    assert board == "board of 20 x 10 squares, bright"
    assert holds(replace(PREPARED, board="x"), WORLD)[1] == "its board cannot be read"


def test_every_terrain_can_be_drawn_from_the_list() -> None:
    ids = list(sources(READY, WORLD))
    assert len(ids) == len(set(ids))
    assert {*WORLD.rules.terrain, "urban", "river", "indoors", "corridor", "blank"} == set(ids)
    assert all(BoardSketch(id).board(WORLD).rows for id in ids)


NO_FILE = ["", "/nowhere", ".", "pyproject.toml", "~nobody-here/x", "a\0b", "/dev/zero"]


@pytest.mark.parametrize("text", NO_FILE)
def test_what_is_no_encounter_file_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_file(text, READY, WORLD)
    assert refused.value.code == "bad_file"


def test_who_would_be_in_a_wall_is_refused_where_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rock.toml"
    rock = 'ruleset = "sf"\nmap = """\n.#.\n"""\n[[creatures]]\nid = "ogre"\nside = "foes"\n'
    rock += 'size = "M"\nat = "{at}"\nspeed = 4\n'
    file.write_text(rock.format(at="B1"))
    with pytest.raises(Refusal) as refused:
        read_file(str(file), READY, WORLD)
    assert refused.value.code == "in_wall"
    file.write_text(rock.format(at="A1"))
    found = drawn("Rock", read_file(str(file), READY, WORLD), READY, WORLD.rules)
    assert found.ruleset == "sf"


def test_an_encounter_needs_a_name() -> None:
    with pytest.raises(Refusal) as refused:
        drawn("  ", Board((".",)), READY, WORLD.rules)
    assert refused.value.code == "no_name"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", None),
        (
            "2 Dragon huge hp120 ac20 fly 20 reaction bow +15 2d8",
            "2 Dragon: H  AC 20  HP 120, bow +15 2d8 range 18 m, fly 19.5 m (13 sq), Huge,"
            " reaction, taken: no speed on foot,"
            " taken: fly 20 m, 13 squares (write 20 ft for feet),"
            " taken: bow shoots, range 18 m",
        ),
        ("3 wolves", "3 Wolf: CR 1  M  AC 14  HP 13, bite +2 1d6+1 trip, speed 15 m (10 sq)"),
        ("orc hp18 fly", "Write a length after fly, as in fly 9m."),
    ],
)
def test_what_is_typed_to_add_is_described_while_it_is_typed(line: str, said: str | None) -> None:
    """Given a line behind ':add', then every figure of it, and what was taken, or what is wrong."""
    told = preview_line(packaged("pf1"))(line)
    if said is None:
        assert told is None
    else:
        assert told is not None
        assert say(told).startswith(said)
