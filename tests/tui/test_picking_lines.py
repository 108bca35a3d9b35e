"""Lines with a list of what they may mean: legs, rulesets, map files; and letters of a choice."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len

from core.messages import Message, Refusal
from core.play import queries
from saves import paths
from saves.library.rulesets import own_shelf, startable
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import TAM, assets, party
from tests.insides import screen_text
from tests.tui.modals import hand
from tui.campaigns.new_campaign import by_name, left_out, rule_rows, rules_of
from tui.journey.dialogs import ImportMap, LegsEditor, leg_rows
from tui.kit.choose import Choose
from tui.kit.modal import Choice
from tui.kit.phrases import plainest
from tui.kit.pick_list import PickInput, PickRow, Picks, picks
from tui.kit.text_line import WordSuggester
from tui.kit.text_line import paths as completed_paths
from tui.play.dialogs.map_preview import map_rows

PF1 = packaged("pf1")


@pytest.mark.parametrize("system", PACKAGED)
def test_every_system_offers_its_terrains_with_their_pace(system: str) -> None:
    rules = packaged(system)
    found = {row.value: row.figures for row in leg_rows("24 fo", rules)}
    assert "by road" in found["24 forest"]
    assert leg_rows("24", rules) == leg_rows("24 ", rules) == ()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("24 forest ro", ["24 forest road"]),
        ("24 hus", ["24 hustle"]),
        ("9 plain", ["9 plains"]),
        ("9 plains road", ["9 plains road"]),
        ("9 tundra", ["9 frozen_tundra"]),
        ("9 xyz", []),
    ],
)
def test_the_last_word_of_a_leg_is_found(text: str, lines: list[str]) -> None:
    assert [row.value for row in leg_rows(text, PF1)][: len(lines) or None] == lines


def test_a_leg_is_offered_only_the_paces_of_its_party() -> None:
    assert leg_rows("24 hustle", PF1, ("walk",)) == ()


async def test_a_leg_is_written_with_a_few_letters() -> None:
    async with hand() as at:
        shown = await at.shows(LegsEditor((), PF1, lambda _: None), *"24 fo")
        assert "  Forest" in shown
        found = await at.gives(
            LegsEditor((), PF1, lambda _: None),
            *"24 fo",
            "<tab>",
            *" ro",
            "<enter>",
            *"9 swa",
            "<enter>",
            "<enter>",
        )
        assert isinstance(found, tuple)
        assert [(leg.terrain, leg.way) for leg in found] == [("forest", "road"), ("swamp", "")]


async def test_enter_asks_about_the_beginning_of_two_ways() -> None:
    async with hand() as at:
        shown = await at.shows(LegsEditor((), PF1, lambda _: None), *"9 hills tra", "<enter>")
        assert "'tra' could mean trackless, trail" in shown
        assert "no legs yet" in shown


async def test_a_leg_that_cannot_be_travelled_stays_on_its_line_with_the_reason() -> None:
    # given a party on foot, and a leg with a digit too many
    refuse = partial(queries.refuse_legs, state=party(TAM, plan=None), assets=assets())
    async with hand() as at:
        # when it is entered
        shown = await at.shows(LegsEditor((), PF1, refuse), *"999999 plains road", "<enter>")
        # then it is no leg yet, and the line says why
        assert "This takes more than 10000 days." in shown
        assert "no legs yet" in shown


SYSTEMS = by_name(map(packaged, PACKAGED))


@pytest.mark.parametrize(
    ("text", "slug"), [("", "pf1"), ("pf2", "pf2"), ("3.5", "dnd35"), ("science", "sf")]
)
def test_rules_are_found_by_a_few_letters(text: str, slug: str) -> None:
    assert rules_of(text, SYSTEMS).id == slug


def test_rules_that_there_are_not_are_refused() -> None:
    rows = rule_rows(SYSTEMS)
    assert picks(rows, "path") == (rows[0], rows[3])
    with pytest.raises(Refusal) as refused:
        rules_of("gurps", SYSTEMS)
    assert refused.value.code == "unknown_rules"


def test_rules_of_the_gms_own_are_offered_with_the_four(home: Path) -> None:
    """Given a ruleset of the GM's that is called like another, then it has its id behind it."""
    for name, shown in (("ours", "Saltmarch"), ("theirs", "Pathfinder 1")):
        folder = paths.rulesets() / name
        folder.mkdir(parents=True)
        head = f'id = "{name}"\nname = {{ en = "{shown}" }}\nextends = "pf1"\n'
        (folder / "ruleset.toml").write_text(head)
    (paths.rulesets() / "bad").mkdir()
    (paths.rulesets() / "bad" / "ruleset.toml").write_text('id = "bad"\nextends = "none"')

    shelf = own_shelf()
    named = by_name(startable(shelf))

    assert [*named] == [*SYSTEMS, "Saltmarch", "Pathfinder 1 (theirs)"]
    (sentence,) = map(plainest, left_out(shelf))
    assert sentence.startswith("bad cannot be picked: ")
    assert f"{paths.rulesets() / 'bad' / 'ruleset.toml'}: extends: no ruleset none" in sentence
    assert rules_of("salt", named).id == "ours"


def test_map_files_are_offered_folder_by_folder(tmp_path: Path) -> None:
    (tmp_path / "Maps").mkdir()
    (tmp_path / "Maps" / "Moor.txt").touch()
    (tmp_path / "Maps" / "notes.md").touch()
    assert [row.name for row in map_rows(f"{tmp_path}/M")] == ["Maps"]
    assert [row.value for row in map_rows(f"{tmp_path}/Maps/")] == [f"{tmp_path}/Maps/Moor.txt"]


async def test_the_home_of_nobody_is_no_file() -> None:
    assert map_rows("~nobody-here/") == map_rows("a\0/") == ()
    async with hand() as at:
        shown = await at.shows(ImportMap(PF1, ""), "~nobody-here/map.txt", "<enter>")
        assert "~nobody-here/map.txt: There is no such file." in shown


def test_rows_are_found_without_comparing_them_with_each_other() -> None:
    """Given rows that cannot be compared, then those by a further name still come last."""

    class Row(PickRow, eq=False):
        def __eq__(self, other: object) -> bool:
            raise AssertionError("as slow as the square of their number")

    rows = (Row("b", "cart", also=("Path",)), Row("a", "Path of the Moon"), Row("c", "Path"))
    assert [row.value for row in picks(rows, "path")] == ["c", "a", "b"]


def test_figures_stand_in_one_column_however_wide_the_letters() -> None:
    pane = Picks()
    pane.show([PickRow("a", "\N{CJK UNIFIED IDEOGRAPH-6797}" * 15, "x"), PickRow("b", "b", "x")])
    columns = {cell_len(line[0][0].rstrip()) for line in pane.lines(60)}
    assert columns == {34}


async def test_no_file_is_picked_until_the_gm_picks_one(tmp_path: Path) -> None:
    """Given files, then Enter takes the line as it is, until Down has picked one of them."""
    (tmp_path / "Maps").mkdir()
    async with hand() as at:
        pane = Picks()
        line = PickInput(map_rows, pane, enter=False)
        await at.app.mount(line, pane)
        line.focus()
        line.value = f"{tmp_path}/"
        await at.pilot.pause()
        assert "> Maps" not in screen_text(at.app)
        await at.pilot.press("enter")
        assert line.value == f"{tmp_path}/"
        await at.pilot.press("down")
        assert "> Maps" in screen_text(at.app)
        await at.pilot.press("enter")
        assert line.value == f"{tmp_path}/Maps/"
        assert "name a file in it." in await at.shows(ImportMap(PF1, ""), str(tmp_path), "<enter>")


async def test_a_path_is_completed_after_the_words_before_it(tmp_path: Path) -> None:
    (tmp_path / "Heroes.toml").touch()
    words = WordSuggester(lambda: ("Harsk",))
    for verb in ("party import", "party export", "import"):
        assert (
            await words.get_suggestion(f"{verb} {tmp_path}/He") == f"{verb} {tmp_path}/Heroes.toml"
        )
    assert await words.get_suggestion("away ha") == "away Harsk"


async def test_a_word_that_begins_a_line_is_not_offered_within_it() -> None:
    words = WordSuggester(lambda: ("Harsk",), first=("camp", "halt"))
    assert await words.get_suggestion("c") == "camp"
    assert await words.get_suggestion("push c") is None
    assert await words.get_suggestion("push h") == "push Harsk"


async def test_a_letter_chooses_in_either_case_unless_both_mean_something() -> None:
    def asked(*letters: str) -> Choose:
        choices = (Choice(letter, letter, Message("{it}", it=letter)) for letter in letters)
        return Choose(Message("which"), tuple(choices))

    async with hand() as at:
        assert await at.gives(asked("a", "b"), "B") == "b"
        assert await at.gives(asked("a", "A"), "A") == "A"
        assert await at.gives(asked("a", "A"), "a") == "a"


def test_a_path_is_completed_to_no_hidden_file_and_no_cache(tmp_path: Path) -> None:
    """Given files of which some begin with . or __, then those are offered where that is typed."""
    for name in ("map.txt", ".git", "__pycache__"):
        (tmp_path / name).mkdir()
    assert completed_paths(f"{tmp_path}/") == (f"{tmp_path}/map.txt/",)
    assert completed_paths(f"{tmp_path}/__p") == (f"{tmp_path}/__pycache__/",)


async def test_a_key_that_no_choice_has_is_said() -> None:
    """Given a question with letters, when a digit is typed, then it is not lost without a word."""
    async with hand() as at:
        choose = Choose(Message("which?"), (Choice("c", "c", Message("a condition")),))
        assert "No choice has the key 1." in await at.shows(choose, "1")
