"""Editions: a campaign plays by the ruleset it has until it takes a newer one, and after undo."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from core.files import FileError
from core.play.facts.road.commands import March
from core.play.facts.state import HouseRule, State
from core.play.facts.table.commands import SetHouseRule
from core.play.union import Command, Needs, evolve_all
from core.rulesets.folder_keys import HEAD
from core.rulesets.schema import Ruleset
from saves import paths
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.redecision import all_again
from saves.library.editions import newer_edition, newest
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import PACKAGED, packaged
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.golden import older_editions as golden
from tests.saves.campaigns import HARSK, begun
from tests.saves.verifying import verify
from tui.play.dialogs.house_rules import next_setting
from tui.view import said

HARDER = 3
"""What the DC of another edition's forced march is higher by."""
NAMES = (*PACKAGED, *golden.OWN)


@pytest.fixture(params=NAMES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A campaign of each ruleset, as an older program played it."""
    return golden.unpack(request.param, tmp_path)


@pytest.fixture
def own(home: Path) -> Path:
    """The GM's folder of rulesets, with the two examples in it."""
    shutil.copytree(golden.EXAMPLES, paths.rulesets())
    return paths.rulesets()


def own_rules(folder: Path, name: str, text: str) -> None:
    """Make a GM's ruleset on pf1."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    head = f'id = "{name}"\nname = {{ en = "Ours" }}\nextends = "pf1"\n'
    (folder / name / HEAD).write_text(head + text, encoding="utf-8")


def older(rules: Ruleset) -> Ruleset:
    """An older edition of a ruleset, with another figure."""
    march = rules.march.model_copy(update={"base_dc": rules.march.base_dc + HARDER})
    return rules.model_copy(update={"march": march})


# The golden campaigns


def test_the_golden_campaigns_were_not_touched() -> None:
    found = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for path in golden.EDITIONS.glob("*.gz")
    ]

    assert sorted(found) == sorted((golden.EDITIONS / "sums.txt").read_text("utf-8").splitlines())
    assert len(found) == len(NAMES)


def test_an_old_campaign_opens_and_its_story_is_its_state(old: Path) -> None:
    with Campaign.open(FilePlace(old)) as campaign:
        state = State()
        for entry in campaign.story.log(1000):
            state = evolve_all(state, entry.events)

        assert campaign.warnings == ()
        assert not campaign.read_only
        assert verify(file_of(campaign.place)) == ()
        assert state == campaign.state


def test_an_old_ruleset_is_read_with_every_switch_as_it_was(old: Path) -> None:
    with Campaign.open(FilePlace(old)) as campaign:
        rules = campaign.assets.rules

    assert rules.id == old.stem
    expected = {name: row.before for name, row in rules.switches.items()}
    if old.stem == "saltmarch":
        expected["exhaustion"] = True  # which it had set by its old key
    assert {name: rules.default_of(name) for name in rules.switches} == expected


def test_an_old_evening_is_decided_as_it_was(old: Path) -> None:
    """Given what the program of before decided, then the same commands have the same events."""
    with History.open(FilePlace(old), said) as look:
        found = all_again(look, most=1000)

    assert found.finished
    assert found.entries > 60  # each evening has more; none was passed over
    assert [(one.seq, one.outcome, one.then, one.now) for one in found.different] == []


def test_every_switch_of_an_old_campaign_is_flipped_and_taken_back(old: Path) -> None:
    with Campaign.open(FilePlace(old)) as campaign:
        state = campaign.state
        assets = campaign.assets
        for name in assets.rules.switches:
            value = next_setting(campaign.assets.rules, name)
            campaign.record(SetHouseRule(name, value))
            assert campaign.assets.rules.switches[name].value == value
            assert campaign.state.house_rules == (HouseRule(name, value),)
            campaign.undo()
            assert (campaign.state, campaign.assets) == (state, assets)

        assert verify(file_of(campaign.place)) == ()


def test_an_old_campaign_takes_the_edition_of_today_and_undo_takes_it_back(
    old: Path, own: Path
) -> None:
    with Campaign.open(FilePlace(old)) as campaign:
        state = campaign.state
        rules = campaign.assets.rules
        edition = newer_edition(rules)
        assert edition is not None
        campaign.adopt_ruleset(edition.rules)
        assert campaign.assets.rules == edition.rules == newest(old.stem)
        assert newer_edition(campaign.assets.rules) is None
        campaign.undo()

        assert (campaign.state, campaign.assets.rules) == (state, rules)


def test_an_old_campaign_is_played_on_by_a_new_edition_and_as_before_after_undo(old: Path) -> None:
    """Given another DC in the new edition, then the next forced hour is checked against that."""
    with Campaign.open(FilePlace(old)) as campaign:
        rules = campaign.assets.rules
        march = March(hours=rules.days["foot"].hours)
        before = dcs(campaign, march)
        campaign.adopt_ruleset(older(rules))
        after = dcs(campaign, march)
        campaign.undo()

        assert before
        assert after == [dc + HARDER for dc in before]
        assert dcs(campaign, march) == before


def dcs(campaign: Campaign, command: Command) -> list[int]:
    """The DCs of the checks that a command asks for."""
    found = campaign.propose(command)
    assert isinstance(found, Needs)
    return [question.dc for question in found.questions if question.dc is not None]


# What is offered


def test_a_campaign_with_the_ruleset_of_today_is_offered_nothing() -> None:
    for name in PACKAGED:
        assert newer_edition(packaged(name)) is None


def test_a_ruleset_of_outriders_that_is_another_today_is_offered() -> None:
    found = newer_edition(older(packaged("pf1")))

    assert found is not None
    assert found.rules == packaged("pf1")
    assert [change.where for change in found.changes] == [("march", "base dc")]


def test_a_changed_folder_of_the_gms_is_offered(home: Path) -> None:
    own_rules(paths.rulesets(), "ours", "[march]\nbase_dc = 12")
    stored = newest("ours")
    assert stored is not None
    own_rules(paths.rulesets(), "ours", "[march]\nbase_dc = 14")

    found = newer_edition(stored)

    assert found is not None
    assert [(change.before, change.after) for change in found.changes] == [(12, 14)]


def test_a_ruleset_whose_folder_is_not_found_is_offered_nothing(home: Path, tmp_path: Path) -> None:
    own_rules(tmp_path, "ours", "")
    stored = load_folder(tmp_path / "ours")

    assert newest("ours") is None
    assert newer_edition(stored) is None


def test_a_bad_folder_of_another_ruleset_is_passed_over_and_its_own_is_an_error(
    home: Path,
) -> None:
    own_rules(paths.rulesets(), "ours", "")
    stored = newest("ours")
    assert stored is not None
    own_rules(paths.rulesets(), "bad", "[march]\nbase_dc = 'x'")
    (paths.rulesets() / "worse").mkdir()
    (paths.rulesets() / "worse" / HEAD).write_text("[[")

    assert newer_edition(stored) is None
    with pytest.raises(FileError):
        newest("bad")


def test_a_house_rule_is_no_other_edition_and_outlives_one(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(SetHouseRule("exhaustion", True))
        stored = campaign.assets.rules.without_house_rules()
        assert newer_edition(stored) is None
        campaign.adopt_ruleset(older(stored))

        assert campaign.assets.rules.is_house_rule("exhaustion")
        assert newer_edition(campaign.assets.rules.without_house_rules()) is not None
