"""Rulesets stored before the combat grid had tables get those of the system they build on."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from contextlib import closing
from hashlib import sha256
from itertools import cycle, product
from pathlib import Path

import pytest
from pydantic import BaseModel

from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Square, read_field
from core.files import FileError
from core.rulesets.combat_schema import Combat
from core.rulesets.folder_keys import HEAD
from core.rulesets.parse import load_ruleset, parse_ruleset, tree_of
from core.rulesets.schema import Ruleset
from core.rulesets.switches import with_all_switches
from core.rulesets.trees import write
from saves.campaign.campaign import Campaign
from saves.store.packaged_rulesets import PACKAGED, packaged, packaged_switches
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.upcasts import lift_ruleset
from tests.saves.verifying import verify
from tests.switched import printed
from tests.thorough import cases

GOLDEN = Path(__file__).parents[3] / "golden" / "v1.outrider"


def before_combat(rules: Ruleset) -> str:
    """The text of a ruleset as it was stored before it had a combat grid."""
    tree = tree_of(rules)
    del tree["combat"]
    tree["rules"] = {rule: row for rule, row in tree["rules"].items() if rule[0] in "TM"}
    return write(tree)


def own(base: Ruleset, name: str, more: str = "") -> Ruleset:
    head = f'id = "{name}"\nname = {{ en = "{name}" }}\nextends = "{base.id}"\n'
    return parse_ruleset({HEAD: head + more}, base)


@pytest.mark.parametrize("system", PACKAGED)
def test_a_packaged_ruleset_gets_its_own_tables_back(system: str) -> None:
    lifted = load_ruleset(before_combat(packaged(system)), lift_ruleset)

    assert lifted == packaged(system)


@pytest.mark.parametrize("system", PACKAGED)
def test_a_ruleset_of_ones_own_gets_those_of_what_it_extends(system: str) -> None:
    mine = own(packaged(system), "mine", "[march]\nbase_dc = 15")

    lifted = load_ruleset(before_combat(mine), lift_ruleset)

    assert lifted.combat == packaged(system).combat
    assert lifted.march.base_dc == 15
    assert lifted.rules["C-034"] == packaged(system).rules["C-034"]


TABLES = [key for key, field in Combat.model_fields.items() if field.is_required()]
BY_DAY = [f"{system}-{table}" for system, table in zip(cycle(PACKAGED), TABLES, strict=False)]
"""Each table of the grid once, and each system with some of them."""


@pytest.mark.parametrize(
    ("system", "table"),
    cases(product(PACKAGED, TABLES), BY_DAY, "-".join),
)
def test_tables_that_came_later_are_lent_one_by_one(system: str, table: str) -> None:
    tree = tree_of(own(packaged(system), "mine", "[march]\nbase_dc = 15"))
    tree["combat"] = {key: value for key, value in tree["combat"].items() if key != table}

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert getattr(lifted.combat, table) == getattr(packaged(system).combat, table)
    assert lifted.march.base_dc == 15


@pytest.mark.parametrize("table", ["terrain", "paces", "march", "words"])
def test_a_table_of_travel_that_came_later_is_lent_too(table: str) -> None:
    tree = tree_of(own(packaged("sf"), "mine"))
    del tree[table], tree["rules"]["T-101"], tree["rules"]["M-7"]

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert getattr(lifted, table) == getattr(packaged("sf"), table)
    assert lifted.rules == packaged("sf").rules


def test_words_that_came_later_are_lent_row_by_row() -> None:
    """Given a stored ruleset with words of its own, those that it lacks are the packaged ones."""
    tree = tree_of(own(packaged("pf2"), "mine", "[examples]\nspend = ['spend h both']"))
    del tree["terms"]["step"], tree["examples"]["hero"]

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert lifted.terms == packaged("pf2").terms
    assert lifted.examples["hero"] == packaged("pf2").examples["hero"]
    assert lifted.examples["spend"] == ("spend h both",)


def test_an_emptied_table_stays_empty_when_it_is_stored() -> None:
    mine = packaged("pf1").model_copy(update={"boats": {}})

    assert load_ruleset(write(tree_of(mine)), lift_ruleset).boats == {}


def test_a_new_table_has_no_default() -> None:
    # else it would be empty in the campaigns of before, without a word: `lift_ruleset` fills what
    # is required. These may be empty in a system, and were there from the first.
    assert defaults(Ruleset) == {
        "extends",
        "settles",
        "nearest",
        "races",
        "armor",
        "load",
        "powered",
    }
    assert defaults(Combat) == {"helpless", "squeezing", "flight", "movements"}


def defaults(kind: type[BaseModel]) -> set[str]:
    return {key for key, field in kind.model_fields.items() if not field.is_required()}


@pytest.mark.parametrize("system", PACKAGED)
def test_one_that_extends_another_of_ones_own_gets_those_of_the_likest_rules(system: str) -> None:
    lower = own(packaged(system), "lower", "[rules.T-101]\nbasis = 'stated'\nsource = 'ours'")
    upper = own(lower, "upper")

    lifted = load_ruleset(before_combat(upper), lift_ruleset)

    assert lifted.combat == packaged(system).combat
    assert lifted.rules["T-101"].source == "ours"


def test_one_that_listed_few_rules_and_settled_an_unknown_question_still_opens() -> None:
    tree = tree_of(packaged("sf"))
    del tree["combat"]
    tree |= {"id": "mine", "extends": "sf", "settles": ("Q-99",)}
    tree["rules"] = {"T-101": {"title": "A march of ours", "basis": "stated"}}

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert lifted.rules["T-101"].title == "A march of ours"
    assert lifted.rules["C-034"] == packaged("sf").rules["C-034"]
    assert lifted.settles == ("Q-99",)


def test_a_ruleset_with_a_combat_grid_is_left_as_it_is() -> None:
    mine = own(packaged("pf1"), "mine", "[combat.flanking]\nattack = 3")

    assert load_ruleset(write(tree_of(mine)), lift_ruleset).combat.flanking.attack == 3


@pytest.mark.parametrize("text", ['id = "pf1"', 'id = "pf1"\nrules = 5', 'rules = { "T-001" = 1 }'])
def test_what_is_damaged_stays_damaged(text: str) -> None:
    with pytest.raises(FileError):
        load_ruleset(text, lift_ruleset)


def test_an_old_campaign_answers_a_question_of_the_grid(tmp_path: Path) -> None:
    path = tmp_path / "old.outrider"
    shutil.copy(GOLDEN, path)
    with Campaign.open(FilePlace(path)) as campaign:
        rules = campaign.assets.rules
        assert verify(file_of(campaign.place)) == ()

    field = read_field(["......"] * 3, rules.combat.ground)
    giant = Creature("giant", "H", Square(0, 0))
    scene = Scene(rules=rules, field=field, creatures=(giant,))

    assert rules.combat == printed("dnd35").combat
    assert (scene.space(giant), scene.reach(giant)) == (3, 2)
    receipt = rules.cite("C-086", "natural reach", scene.reach(giant))
    assert receipt.source == "001, table of sizes"


def test_the_stored_text_of_an_old_campaign_is_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "old.outrider"
    shutil.copy(GOLDEN, path)
    before = stored(path)
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.assets.rules.combat.sizes

    assert stored(path) == before
    assert [sha256(body.encode()).hexdigest() for _, body in before] == [sha for sha, _ in before]
    assert all("[combat" not in body for _, body in before)


def stored(path: Path) -> list[tuple[str, str]]:
    """The rulesets in a campaign's file: sha256 and text."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT sha256, zlib FROM blob WHERE kind = 'ruleset'").fetchall()
    return [(sha, zlib.decompress(body).decode()) for sha, body in rows]


# Switches


def test_a_stored_ruleset_without_a_switch_plays_as_before_it() -> None:
    """Given a ruleset stored before a switch, when it is read, then not the default is played."""
    tree = tree_of(packaged("sf"))
    del tree["switches"]

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert lifted == packaged("sf").as_before()


def test_a_lacking_switch_has_what_was_before_and_not_the_default() -> None:
    row = {**packaged_switches("pf1")["exhaustion"], "value": True, "before": False}

    lifted = with_all_switches({"id": "pf1"}, {"exhaustion": row})

    assert lifted["switches"]["exhaustion"]["value"] is False


def test_the_old_key_of_a_stored_ruleset_is_its_switch() -> None:
    tree = tree_of(own(packaged("pf1"), "mine"))
    del tree["switches"]
    tree["fatigue"]["exhaustion"] = True

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert lifted.switch("exhaustion")


def test_what_a_stored_ruleset_chose_stays() -> None:
    chosen = packaged("pf1").with_switches({"exhaustion": True})

    assert load_ruleset(write(tree_of(chosen)), lift_ruleset) == chosen


def test_a_stored_switch_that_is_gone_or_has_another_value_keeps_no_campaign_shut() -> None:
    tree = tree_of(packaged("pf1"))
    tree["switches"]["gone"] = tree["switches"]["exhaustion"]
    tree["switches"]["exhaustion"] = {**tree["switches"]["exhaustion"], "value": "sometimes"}

    lifted = load_ruleset(write(tree), lift_ruleset)

    assert lifted == packaged("pf1")
