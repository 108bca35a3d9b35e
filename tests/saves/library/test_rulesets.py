"""Rulesets found on disk: the four, and the folders of a GM."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.files import FileError
from core.messages import Message, Refusal
from saves import paths
from saves.library.rulesets import listed, load_folder, named, own_ruleset, own_shelf
from saves.store.packaged_rulesets import PACKAGED, packaged

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "rulesets" / "saltmarch"


def folder(at: Path, name: str, extends: str, more: str = "") -> Path:
    """A ruleset folder with the id `name`."""
    made = at / name
    made.mkdir(parents=True)
    head = f'id = "{name}"\nname = {{ en = "{name}" }}\nextends = "{extends}"\n'
    (made / "ruleset.toml").write_text(head + more, encoding="utf-8")
    return made


def wrong(at: Path, *others: Path) -> FileError:
    with pytest.raises(FileError) as refused:
        load_folder(at, others)
    return refused.value


def said(message: Message) -> str:
    return message.template.format(**dict(message.values))


def test_the_example_changes_some_rows_and_a_mechanism_of_pf1() -> None:
    rules = load_folder(EXAMPLE)

    assert rules.terrain["salt_flats"].trackless == Fraction(7, 8)
    assert rules.terrain["swamp"].trackless == Fraction(1, 3)
    assert rules.mechanisms.reduction == "two_thirds_down"
    assert rules.switch("exhaustion")
    assert "riding_dog" not in rules.mounts
    assert rules.words.terrain["salt"] == "salt_flats"
    assert rules.boats["rowboat"] == packaged("pf1").boats["rowboat"]


def test_only_the_four_are_packaged() -> None:
    with pytest.raises(KeyError):
        packaged("pf3")


def test_a_folder_may_build_on_another_folder(tmp_path: Path) -> None:
    lower = folder(tmp_path, "lower", "sf", "[march]\nbase_dc = 12")
    upper = folder(tmp_path, "upper", "lower", "[march]\ndc_step = 3")

    rules = load_folder(upper, (lower,))

    assert (rules.march.base_dc, rules.march.dc_step, rules.extends) == (12, 3, "lower")
    assert set(rules.terrain) == set(packaged("sf").terrain)


def test_rulesets_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    one = folder(tmp_path, "one", "two")
    two = folder(tmp_path, "two", "one")

    error = wrong(one, two)

    assert error.key == "extends"
    assert said(error.message) == "goes round in a circle: one > two > one"


def test_a_ruleset_that_extends_itself_is_refused(tmp_path: Path) -> None:
    assert said(wrong(folder(tmp_path, "one", "one")).message).endswith("one > one")


def test_an_unknown_base_is_refused_with_the_choices(tmp_path: Path) -> None:
    error = wrong(folder(tmp_path, "one", "pf3"))

    assert said(error.message) == ("no ruleset pf3; there are ('pf1', 'dnd35', 'sf', 'pf2')")


def test_a_folder_must_build_on_something(tmp_path: Path) -> None:
    assert said(wrong(folder(tmp_path, "one", "")).message).startswith("must name the ruleset")


def test_the_id_of_a_packaged_ruleset_is_taken(tmp_path: Path) -> None:
    assert wrong(folder(tmp_path, "sf", "pf1")).key == "id"


def test_a_folder_without_ruleset_toml_is_refused(tmp_path: Path) -> None:
    error = wrong(tmp_path)

    assert (error.file, error.key) == (str(tmp_path / "ruleset.toml"), "")
    assert str(tmp_path) in said(error.message)


def test_a_mistake_in_the_folder_that_is_extended_names_that_folder(tmp_path: Path) -> None:
    lower = folder(tmp_path, "lower", "sf", "[march]\nbase_dc = 'x'")
    upper = folder(tmp_path, "upper", "lower")

    assert wrong(upper, lower).file == str(lower / "ruleset.toml")


def test_a_file_whose_name_ends_in_capitals_is_refused(tmp_path: Path) -> None:
    made = folder(tmp_path, "one", "pf1")
    (made / "travel.TOML").write_text("", encoding="utf-8")

    error = wrong(made)

    assert error.file == str(made / "travel.TOML")
    assert said(error.message) == "must end in .toml, in small letters"


def test_a_link_that_leads_nowhere_is_refused_but_not_the_lock_of_an_editor(
    tmp_path: Path,
) -> None:
    made = folder(tmp_path, "one", "pf1")
    (made / ".#travel.toml").symlink_to("someone@somewhere")
    assert load_folder(made).id == "one"

    (made / "travel.toml").symlink_to("nowhere.toml")

    assert said(wrong(made).message) == "is a link to a file that is not there"


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    error = wrong(tmp_path / "nowhere")

    assert error.file.endswith("nowhere")
    assert said(error.message).startswith("cannot be read: ")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    made = folder(tmp_path, "one", "pf1")
    (made / "terrain.toml").write_bytes(b"\xff\xfe\x00")

    error = wrong(made)

    assert error.file == str(made / "terrain.toml")
    assert said(error.message) == "line 1: is not UTF-8 text; save it as UTF-8"


def test_a_byte_order_mark_and_other_files_do_no_harm(tmp_path: Path) -> None:
    made = folder(tmp_path, "one", "pf1")
    (made / "march.toml").write_bytes(b"\xef\xbb\xbf[march]\r\nbase_dc = 15\r\n")
    (made / "notes.txt").write_text("not TOML at all: [")
    (made / "old.toml").mkdir()

    assert load_folder(made).march.base_dc == 15


def test_a_ruleset_is_found_by_its_name(tmp_path: Path) -> None:
    made = folder(tmp_path, "mine", "pf1")

    assert named("sf") == packaged("sf")
    assert named("mine", (made,)).extends == "pf1"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pf3", "There is no ruleset pf3; did you mean pf2?"),
        ("mines", "There is no ruleset mines; did you mean mine?"),
        ("gurps", "There is no ruleset gurps; there are ('pf1', 'dnd35', 'sf', 'pf2', 'mine')."),
    ],
)
def test_an_unknown_ruleset_is_refused_with_the_choices(
    tmp_path: Path, name: str, sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        named(name, (folder(tmp_path, "mine", "pf1"),))

    assert refused.value.code == "unknown_ruleset"
    assert said(refused.value.message) == sentence


def test_all_are_listed_bad_ones_with_their_errors(tmp_path: Path) -> None:
    good = folder(tmp_path, "good", "pf2")
    bad = folder(tmp_path, "bad", "pf1", "[march]\nbase_dc = true\ndice = 5")

    shown = listed((good, bad))

    assert [entry.id for entry in shown] == [*PACKAGED, "good", "bad"]
    assert [entry.rules is None for entry in shown] == [False] * 5 + [True]
    assert [error.key for error in shown[-1].errors] == ["march.base_dc", "march.dice"]


def test_two_folders_of_one_id_are_told_apart_by_an_error(tmp_path: Path) -> None:
    first = folder(tmp_path / "here", "mine", "pf1")
    second = folder(tmp_path / "there", "mine", "sf")

    shown = listed((first, second))

    assert [bool(entry.errors) for entry in shown[-2:]] == [False, True]
    assert said(shown[-1].errors[0].message) == "another ruleset is called mine as well"


def test_files_in_a_folder_of_the_folder_are_listed_as_not_read(tmp_path: Path) -> None:
    made = folder(tmp_path, "good", "pf2")
    (made / "old").mkdir()
    (made / "old" / "travel.toml").write_text("", encoding="utf-8")

    entry = listed((made,))[-1]

    assert entry.rules is not None
    assert entry.unread == (made / "old" / "travel.toml",)


def test_what_is_no_ruleset_in_the_gms_folder_is_on_the_shelf_with_a_mistake(home: Path) -> None:
    """Given a folder without its head and a loose file, then both are answered, and by name too."""
    (paths.rulesets() / "ember").mkdir(parents=True)
    (paths.rulesets() / "ash.toml").write_text("", encoding="utf-8")

    mistakes = {entry.id: said(entry.errors[0].message) for entry in own_shelf()}

    assert mistakes["ash.toml"] == "a ruleset is a folder: move it to ash/ruleset.toml"
    assert mistakes["ember"].startswith("is missing in ")
    with pytest.raises(FileError) as refused:
        own_ruleset("ember")
    assert refused.value.file == str(paths.rulesets() / "ember" / "ruleset.toml")
    assert own_ruleset("cinder") is None


def test_a_name_that_no_folder_can_have_is_refused() -> None:
    assert said(wrong(Path("no\0where")).message) == "is no name of a folder"
