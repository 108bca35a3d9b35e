"""Then and now: what was decided, decided again under the rules as they are today."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.messages import Message
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.table.commands import Hurt
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from saves.history.history import History
from saves.history.redecision import Again, Compared, all_again, rules_apart, todays
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun
from tests.saves.exchange.exports import Doc, brought_in, exported, forged
from tests.saves.fights import fighting, perform
from tests.saves.history.telling import entries, tells
from tui.kit.phrases import say
from tui.view import said

GOLDEN = Path(__file__).parents[2] / "golden" / "v1.outrider"
CHECKS = "forced march: Valeria"
FLANKED = (
    "Wolf a attacks Valeria: 13",
    "Harsk attacks Wolf e: 19",
    "Wolf a attacks Valeria: 10",
    "Harsk attacks Wolf e: 13",
    "Wolf b strikes at Valeria",
    "Wolf a attacks Valeria: 21",
)
"""What entries of the demo tell: an hour of forced march, and attacks of those who flank."""


def mine(at: Path, table: str, text: str) -> Ruleset:
    """A GM's ruleset that differs from pf1 in one table, and has its switches."""
    at.mkdir()
    (at / "ruleset.toml").write_text('id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n')
    (at / table).write_text(text)
    switches = "[switches.dying_foes]\nvalue = true\n[switches.whole_moves]\nvalue = true\n"
    (at / "switches.toml").write_text(switches)
    return load_folder(at)


def again(look: History, seq: int, rules: Ruleset | None = None) -> Again | None:
    """One entry decided again; None if its outcome is the same, or it is not in the story."""
    return next(iter(all_again(look, seq, seq, rules=rules).different), None)


def same(look: History, seq: int) -> bool:
    """Whether an entry was decided again, and its outcome is the same."""
    found = all_again(look, seq, seq)
    return found.entries == 1 and not found.different


def whole(look: History, rules: Ruleset | None = None, most: int = 17) -> Compared:
    found = all_again(look, most=most, rules=rules)
    steps = 1
    while not found.finished:
        assert found.done < found.of
        found = all_again(look, most=most, rules=rules, since=found)
        steps += 1
    assert steps == -(-found.entries // most)
    return found


def test_under_unchanged_rules_nothing_of_a_whole_campaign_differs(demo: History) -> None:
    """Given the demo, when all of it is decided again, then all of its story is the same."""
    found = whole(demo)
    story = [row for row in entries(demo) if row.kind == "play" and not row.undone]
    assert (found.done, found.of, found.entries) == (demo.head, demo.head, len(story))
    assert found.different == ()
    assert todays(demo) == packaged("pf1")


def test_exactly_the_entries_that_rest_on_a_changed_table_differ(
    demo: History, tmp_path: Path
) -> None:
    """Given a flanking bonus of 4 for 2, then who flanked, with the rule's number."""
    rules = mine(tmp_path / "mine", "combat.toml", "[combat.flanking]\nattack = 4\n")
    found = all_again(demo, tells(demo, "Ambush at the ford begins"), rules=rules)
    assert [one.seq for one in found.different] == [tells(demo, text) for text in FLANKED]
    assert all("C-205" in one.rules for one in found.different)
    told = found.different[-1]
    assert [say(line) for line in told.then] == ["Wolf a attacks Valeria: 21 against 18, hit"]
    assert [say(line) for line in told.now] == ["Wolf a attacks Valeria: 23 against 18, hit"]
    asks = next(one for one in found.different if one.outcome == "asks")
    assert [question.key for question in asks.questions] == ["attack/r2/harsk/1/damage"]


def test_a_harder_march_asks_for_the_damage_of_those_who_fail_now(
    demo: History, tmp_path: Path
) -> None:
    rules = mine(tmp_path / "mine", "march.toml", "[march]\nbase_dc = 13\n")
    found = all_again(demo, 1, tells(demo, CHECKS) + 5, rules=rules)
    (one,) = found.different
    assert (one.seq, one.outcome) == (tells(demo, CHECKS), "asks")
    assert "T-101" in one.rules
    assert {question.who for question in one.questions} == {"sorrel", "tam", "pony-1"}


def test_an_easier_march_no_longer_uses_the_damage_that_was_rolled(
    demo: History, tmp_path: Path
) -> None:
    rules = mine(tmp_path / "mine", "march.toml", "[march]\nbase_dc = 1\n")
    one = again(demo, tells(demo, CHECKS), rules)
    assert one is not None
    assert one.outcome == "other"
    assert one.unused == ("march/day-68/hour-9/harsk/damage",)


def test_what_would_be_refused_now_says_why(tmp_path: Path) -> None:
    """Given a full attack, when each attack is an action of its own now, then it is refused."""
    with fighting(tmp_path / "a.outrider") as campaign:
        seq = perform(campaign, MakeAttack(("harsk",), "wolf-1", full=True), other=2).seq
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        one = again(look, seq, packaged("pf2"))
    assert one is not None
    assert one.outcome == "refused"
    assert one.refusal is not None
    assert "full attack" in say(one.refusal)
    assert one.then


def test_one_entry_of_the_story_is_looked_at_alone(demo: History) -> None:
    hit = tells(demo, FLANKED[1])
    hustle = tells(demo, "the pace is: hustle", undone=True)
    assert same(demo, hit)
    for seq in (hustle, tells(demo, "undone: pace"), 0, demo.head + 1):
        assert not all_again(demo, seq, seq).entries


def test_a_range_begins_in_the_middle_of_the_story(demo: History) -> None:
    first, last = (tells(demo, text) for text in FLANKED[:2])
    found = all_again(demo, first, last)
    assert (found.finished, found.of, found.entries) == (True, last - first + 1, last - first + 1)
    undo = tells(demo, "undone: pace")
    assert all_again(demo, undo, undo).entries == 0
    assert all_again(demo, 5_000, 6_000).finished


def test_the_gms_own_ruleset_is_todays_as_it_is_stored(tmp_path: Path) -> None:
    rules = mine(tmp_path / "mine", "march.toml", "[march]\nbase_dc = 13\n")
    with begun(tmp_path / "a.outrider") as campaign:
        campaign.adopt_ruleset(rules)
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        assert todays(look).march.base_dc == 13


def test_a_campaign_of_an_older_format_is_decided_as_it_was(tmp_path: Path) -> None:
    """Given the first format, then under the rules of then nothing differs, but what changed."""
    shutil.copy(GOLDEN, tmp_path / "v1.outrider")
    with History.open(FilePlace(tmp_path / "v1.outrider"), said) as look:
        assert whole(look, packaged("pf1")).different == ()


def test_of_what_a_row_was_written_before_nothing_is_asked(tmp_path: Path) -> None:
    """Given a row of before damage told what was beyond hit points, then it is the same."""
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        campaign.adopt_ruleset(packaged("pf2"))
        seq = campaign.record(Hurt(("harsk",), (45,))).seq

    def untold(lines: list[Doc]) -> None:
        [row] = [line for line in lines if line.get("seq") == seq]
        [damaged] = [event for event in row["body"]["events"] if "beyond" in event]
        assert damaged.pop("beyond") == 7

    before = brought_in(forged(exported(path), untold), "Before").place
    with History.open(before, said) as look:
        assert same(look, seq)


def test_the_rules_that_differ_are_the_deepest_of_their_receipts() -> None:
    def tree(flank: int, extra: tuple[Receipt, ...] = ()) -> Receipt:
        parts = (Receipt(Message("flanking"), flank, "C-205"), Receipt(Message("bite"), 2, "C-1"))
        return Receipt(Message("to hit"), 2 + flank, "C-250", parts=(*parts, *extra))

    assert rules_apart((tree(2),), (tree(2),)) == ()
    assert rules_apart((tree(2),), (tree(4),)) == ("C-205",)
    cover = Receipt(Message("cover"), 4, "C-162")
    assert rules_apart((tree(2),), (tree(2, (cover,)),)) == ("C-162",)
    assert rules_apart((tree(2),), ()) == ("C-250",)
