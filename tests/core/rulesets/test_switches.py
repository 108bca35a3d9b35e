"""Switches: the readings that a ruleset chooses, a GM's folder sets, and a campaign sets again."""

from __future__ import annotations

import pytest

from core.casebook import run as casebook
from core.casebook.cases import Answer, Case, Kind, kind
from core.file_schema import FileTable
from core.files import FileError
from core.messages import Message
from core.rulesets.parse import dump_ruleset, load_ruleset, parse_ruleset, tree_of
from core.rulesets.schema import HOUSE_RULE, Ruleset
from core.rulesets.switches import setting_words
from core.rulesets.trees import write
from saves.store.packaged_rulesets import PACKAGED, packaged, packaged_switches, switch_names

HEAD = 'id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n'


def own(text: str, base: Ruleset | None = None) -> Ruleset:
    """A GM's ruleset on pf1, as if it were a folder's."""
    base = packaged("pf1").as_before() if base is None else base
    return parse_ruleset({"ruleset.toml": HEAD, "mine.toml": text}, base, by_gm=True)


def wrong(text: str) -> FileError:
    with pytest.raises(FileError) as refused:
        own(text)
    return refused.value


def said(message: Message) -> str:
    return message.template.format(**dict(message.values))


def changed_since() -> Ruleset:
    """pf1 if its switch had another value by default than what was played before it."""
    rules = packaged("pf1")
    row = rules.switches["exhaustion"].model_copy(update={"value": True, "before": False})
    return rules.model_copy(update={"switches": {**rules.switches, "exhaustion": row}})


@pytest.mark.parametrize("system", PACKAGED)
def test_each_system_has_each_switch_and_no_other(system: str) -> None:
    assert packaged(system).switches.keys() == switch_names()


@pytest.mark.parametrize("system", PACKAGED)
def test_the_rows_that_are_read_alone_are_those_of_the_ruleset(system: str) -> None:
    rows = {name: row.model_dump() for name, row in packaged(system).switches.items()}

    alone = packaged_switches(system)

    assert alone.keys() == rows.keys()
    for name, row in alone.items():
        assert row.items() <= rows[name].items()


def test_a_switch_is_the_row_of_a_ruleset_without_a_base() -> None:
    """Given a row more in the first ruleset, then that is all there is to a new switch."""
    tree = tree_of(packaged("pf1"))
    tree["switches"]["mounts_sicken"] = tree["switches"]["bed_rest"]

    base = parse_ruleset({"ruleset.toml": write(tree)})
    rules = own("[switches.mounts_sicken]\nvalue = true", base)

    assert rules.switch("mounts_sicken")


def test_a_gms_folder_without_a_base_is_refused() -> None:
    """Given no base, from which it has all switches, then none is missing in play."""
    files = {"ruleset.toml": write({**tree_of(packaged("pf1")), "id": "mine"})}

    with pytest.raises(FileError) as refused:
        parse_ruleset(files, by_gm=True)

    assert (refused.value.key, said(refused.value.message)) == ("extends", "is missing")


def test_a_stored_text_that_lacks_a_switch_of_today_is_refused() -> None:
    tree = tree_of(packaged("pf1"))
    del tree["switches"]["bed_rest"]

    with pytest.raises(FileError) as refused:
        load_ruleset(write(tree), None, switch_names())

    assert (refused.value.key, said(refused.value.message)) == ("switches.bed_rest", "is missing")


def test_a_name_that_is_like_no_switch_is_answered_with_all_of_them() -> None:
    error = wrong("[switches.zzz]\nvalue = true")

    names = tuple(sorted(switch_names()))
    assert said(error.message) == f"no switch zzz; there are {names}"


def test_a_folder_sets_a_switch_by_its_name() -> None:
    rules = own("[switches.exhaustion]\nvalue = true")

    assert rules.switch("exhaustion")


def test_a_misspelt_switch_is_an_error_that_names_the_nearest() -> None:
    error = wrong("[switches.exhuastion]\nvalue = true")

    assert (error.file, error.key) == ("mine.toml", "switches.exhuastion")
    assert said(error.message) == "no switch exhuastion; did you mean exhaustion?"


@pytest.mark.parametrize("value", ['"yes"', "1"])
def test_a_switch_without_choices_is_on_or_off(value: str) -> None:
    error = wrong(f"[switches.exhaustion]\nvalue = {value}")

    assert error.key == "switches.exhaustion.value"


def test_a_switch_with_choices_has_one_of_them() -> None:
    row = '[switches.exhaustion]\nchoices = ["a", "b"]\nbefore = "a"\nsources = "a"\n'

    chosen = own(row + 'value = "b"')
    error = wrong(row + 'value = "c"')

    assert chosen.switches["exhaustion"].value == "b"
    assert said(error.message) == "must be one of ('a', 'b')"


def test_a_value_of_a_switch_is_on_or_off_or_the_words_of_a_choice() -> None:
    on = setting_words(True)
    off = setting_words(False)
    assert isinstance(on, Message)
    assert isinstance(off, Message)
    assert (said(on), said(off)) == ("on", "off")
    assert setting_words("open_rules") == "open rules"


def test_the_old_key_of_exhaustion_is_read_as_the_switch() -> None:
    rules = own("[fatigue]\nexhaustion = true\nstr_mod = -3")

    assert rules.switch("exhaustion")
    assert rules.fatigue.str_mod == -3


def test_a_folder_that_replaced_an_old_key_is_not_refused() -> None:
    head = HEAD + 'replaces = ["fatigue.exhaustion"]\n'
    files = {"ruleset.toml": head, "mine.toml": "[fatigue]\nexhaustion = true"}

    assert parse_ruleset(files, packaged("pf1"), by_gm=True).switch("exhaustion")


@pytest.mark.parametrize("name", ["switches", "switches.exhaustion"])
def test_switches_that_a_folder_replaces_are_inherited_all_the_same(name: str) -> None:
    """Given a folder that replaced them, then a switch of a later program does not shut it out."""
    head = HEAD + f'replaces = ["{name}"]\n'

    rules = parse_ruleset({"ruleset.toml": head}, packaged("pf1"), by_gm=True)

    assert rules.switches == packaged("pf1").switches


def test_a_folder_without_the_row_plays_as_before_it_and_not_the_default() -> None:
    base = changed_since()
    assert base.switch("exhaustion")

    assert not own("", base.as_before()).switch("exhaustion")
    assert own("[switches.exhaustion]\nvalue = true", base.as_before()).switch("exhaustion")


def test_a_folder_is_the_source_of_what_it_sets_itself() -> None:
    rules = own("[switches.exhaustion]\nvalue = true")
    unset = own("")

    assert rules.by_sources().switch("exhaustion")
    assert unset.by_sources() == unset


def test_a_campaigns_house_rule_is_laid_over_the_ruleset() -> None:
    rules = packaged("pf1")

    played = rules.with_house_rules({"exhaustion": True})

    assert played.switch("exhaustion")
    assert not played.default_of("exhaustion")
    assert played.is_house_rule("exhaustion")
    assert not rules.switch("exhaustion")
    assert not rules.is_house_rule("exhaustion")


@pytest.mark.parametrize("values", [{}, {"exhaustion": False}, {"exhaustion": "x"}, {"gone": True}])
def test_what_changes_nothing_is_no_house_rule(values: dict[str, bool | str]) -> None:
    rules = packaged("pf1")

    assert rules.with_house_rules(values) is rules


def test_a_figure_that_a_house_rule_touched_says_so_and_is_no_default() -> None:
    rules = packaged("pf1")
    played = rules.with_house_rules({"exhaustion": True})

    usual = rules.cite("T-123", "weariness", 1, switch="exhaustion")
    touched = played.cite("T-123", "weariness", 1, switch="exhaustion")
    untouched = played.cite("T-123", "weariness", 1)

    assert (touched.source, touched.default) == (HOUSE_RULE, False)
    assert usual == untouched
    assert usual.default


def test_a_ruleset_with_its_switches_is_the_same_when_it_is_stored() -> None:
    rules = own("[switches.exhaustion]\nvalue = true")

    assert load_ruleset(dump_ruleset(rules)) == rules


def _answer(_: FileTable, rules: Ruleset) -> Answer:
    return Answer(on=rules.switch("exhaustion"))


def test_cases_are_decided_by_the_sources_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asks: Kind[Ruleset] = kind("asks", FileTable, "on", _answer)
    monkeypatch.setattr(casebook, "TRAVEL", {"asks": asks})
    monkeypatch.setattr(casebook, "EVERY", {"asks": asks})
    case = Case("a.toml", "one", "pf1", "asks", {}, {"on": False})

    result = casebook.run(case, {"pf1": changed_since()})

    assert isinstance(result, casebook.CaseResult)
    assert result.ok
