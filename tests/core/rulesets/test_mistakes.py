"""What a GM writes wrongly in a ruleset of their own is answered: file, key, and what to write."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.files import FileError
from core.rulesets.parse import dump_ruleset, load_ruleset, parse_ruleset
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import packaged
from tests.each import each
from tui.kit.phrases import plainest

HEAD = 'id = "ember"\nname = { en = "Ember" }\nextends = "pf1"\n'
ASH = '[terrain.ash]\nname = { en = "Ash" }\nhighway = 1\nroad = 1\ntrackless = "1/2"\n'
LAVA = '[combat.ground.lava]\nname = { en = "Lava" }\nhazard = true\n'
SINGLE = '[combat.mechanisms]\nturn = "single_actions"\n[combat.turn]\nactions = 4\n'


def ember(text: str = "", head: str = "") -> Ruleset:
    """A ruleset on pf1 with a file of its own."""
    return parse_ruleset({"ruleset.toml": head or HEAD, "ember.toml": text}, packaged("pf1"))


def answers(text: str = "", head: str = "") -> Iterator[str]:
    """The sentences about a ruleset that is refused."""
    with pytest.raises(FileError) as refused:
        ember(text, head)
    for error in (refused.value, *refused.value.also):
        yield f"{error.file}: {error.key}: {plainest(error.message)}"


@each(
    "text, answer",
    [
        (
            '[combat.dying]\nunseated = "lots"',
            "combat.dying.unseated: lots is not a roll; type d20",
        ),
        ("[combat.dying]\nsaddle = [500]", "combat.dying.saddle: must be [] or two numbers"),
        ("[combat.dying]\nsaddle = [50, 500]", "combat.dying.saddle: must hold numbers from 0"),
        (
            "[races.human]\nbase_speed_m = 10",
            "races.human.base_speed_m: 10 m is not a whole number of squares; write 9 or 10.5",
        ),
        ("[races.human]\nslowed_speed_m = 30", "races.human.slowed_speed_m: must be at most base"),
        ('[combat.turn]\nlimiting = ["dizzy"]', "combat.turn.limiting: no row dizzy; there are as"),
        (
            '[combat.turn]\nslowing = ["entangeld"]',
            "combat.turn.slowing: no row entangeld; did you mean entangled?",
        ),
        ('[combat.turn]\nfading = ["shakn"]', "combat.turn.fading: no row shakn; did you mean sha"),
        ('[combat.blows]\nby_value = ["shakn"]', "combat.blows.by_value: no row shakn; did you m"),
        (
            '[combat.turn]\nready = ["bonus"]',
            'combat.turn.ready: cannot be bonus where combat.mechanisms.turn is "move_actions"; '
            "write standard, move,",
        ),
        (
            SINGLE + 'ready = ["action"]\narea = ["standard"]',
            'combat.turn.area: cannot be standard where combat.mechanisms.turn is "single_actions"',
        ),
        (
            '[combat.helpless]\nweapons = ["claw"]',
            "combat.helpless.weapons: no weapon claw; there are melee, bow",
        ),
        (
            '[combat.conditions.prone]\nranged_weapons = ["gun"]',
            "combat.conditions.prone.ranged_weapons: no weapon gun; there are melee",
        ),
        (
            '[combat.squeezing]\ncondition = "glued"',
            "combat.squeezing.condition: no row glued; there are",
        ),
        ("[combat.turn]\nswift = 99999999999", "combat.turn.swift: must be at most 20"),
        ("[combat.conditions.prone]\nrank = 2", "combat.conditions.prone.rank: needs row beside"),
        ("[march]\nbase_dc = -12", "march.base_dc: must not be negative"),
        ("[fatigue]\nstr_mod = 5", "fatigue.str_mod: must be 0 or less"),
        ("[fatigue]\nexhausted_multiplier = 2", "fatigue.exhausted_multiplier: must be at most 1"),
        ("[terrain.moor]\nroad = 50", "terrain.moor.road: must be at most 20"),
        ("[ways.trail]\nrank = 0", "ways.trail.rank: is the same as that of highway"),
        (LAVA + 'sign = "火"', "combat.ground.lava.sign: must be a character that fills one"),
        (LAVA + 'sign = "\\u001b"', "combat.ground.lava.sign: must be a character that fills"),
        ('[combat.ground.low]\nsign = "."', "combat.ground.low.sign: is the same as that of open"),
        ("[combat.sizes.M]\nrank = 8", "combat.sizes.M.rank: is the same as that of C"),
        (
            '[races.human.name]\nen = "Hu\\nman"',
            "races.human.name.en: must be one line without control characters",
        ),
        (
            '[combat.turn]\ninitiative = "wisdom"',
            'combat.turn.initiative: must be one of "", dexterity, perception',
        ),
        ('[mounts.pony]\nsize = "Large"', "mounts.pony.size: no row Large; there are C, D, F, G"),
        (
            '[races.human]\nsenses = ["nightsight"]',
            "races.human.senses: no row nightsight; there are darkvision, low_light",
        ),
        ("[switches.magic]\nvalue = true", "switches.magic: no switch magic; there are acts_provo"),
        (
            "[switches]\nmarches_exhaust = true",
            "switches.marches_exhaust: must be a table: write its keys under "
            "[switches.marches_exhaust]",
        ),
        (
            ASH.replace('{ en = "Ash" }', '"Ash"'),
            'terrain.ash.name: must be a table by language: name = { en = "Ash" }',
        ),
        (
            ASH.replace("[terrain.ash]", "[[terrain.ash]]"),
            "terrain.ash: must be a table, under [terrain.ash] in single brackets",
        ),
        (
            '[rules.C-999]\nbasis = "stated"',
            "rules.C-999.title: is missing: C-999 is not a rule of the catalogue; correct it, or",
        ),
        (
            '[combat.conditions.prone]\nrule = "C-9"',
            "combat.conditions.prone.rule: no C-9; did you mean C-009?",
        ),
        (
            '[combat.conditions.prone]\nrule = "C-999"',
            "combat.conditions.prone.rule: no C-999; there are C-001 to C-257",
        ),
        (
            '[combat.conditions.prone]\ncounts_as = "burnt"',
            "combat.conditions.prone.counts_as: no row burnt; there are asleep",
        ),
        (
            '[combat.conditions.prone]\neffects = ["fallen", "flat"]',
            "combat.conditions.prone.effects[2]: must be one of defenceless",
        ),
    ],
)
def test_a_mistake_in_a_table_is_answered(text: str, answer: str) -> None:
    lines = list(answers(text))

    assert any(line.startswith(f"ember.toml: {answer}") for line in lines), lines


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ('"ember"', '""', "id: must be of letters, digits, - and _, such as my-rules"),
        ('"ember"', '"Ember Fall"', "id: must be of letters, digits, - and _, such as ember-fall"),
        ('"ember"', '"../x"', "id: must be of letters, digits, - and _, such as x"),
        ('"ember"', '"em\\nber"', "id: must be of letters, digits, - and _, such as em-ber"),
        (
            '{ en = "Ember" }',
            '"Ember"',
            'name: must be a table by language: name = { en = "Ember" ',
        ),
        ("extends", 'settles = ["Q-999"]\nextends', "settles: no Q-999; there are Q-01 to Q-52"),
        ("extends", 'settles = ["sleep"]\nextends', "settles: no question sleep; they are called"),
        (
            "extends",
            'replaces = ["boats.punt"]\nextends',
            "replaces: boats.punt: no such key; there are",
        ),
        (
            "extends",
            'replaces = ["combat.sizes.M"]\nextends',
            'combat.sizes.M: is missing: replaces takes "combat.sizes.M" away; write your own',
        ),
        (
            "extends",
            'replaces = ["combat.ground.water"]\nextends',
            'combat.ground: has no ground with the sign ~: replaces takes "combat.ground.water"',
        ),
        (
            "extends",
            'replaces = ["ways", "words.way"]\nextends',
            'ways: is missing: replaces takes "ways" away',
        ),
    ],
)
def test_a_mistake_in_the_head_is_answered(old: str, new: str, answer: str) -> None:
    lines = list(answers(head=HEAD.replace(old, new, 1)))

    assert any(line.startswith(f"ruleset.toml: {answer}") for line in lines), lines


def test_a_table_that_is_a_value_in_another_file_is_answered() -> None:
    assert list(answers("[id]\nx = 1")) == [
        "ruleset.toml: id: is a value here and a table in ember.toml"
    ]


def test_words_of_a_table_that_is_replaced_are_answered_in_one_sentence() -> None:
    head = HEAD + 'replaces = ["terrain", "nearest"]\n'

    assert list(answers(ASH, head)) == [
        "ruleset.toml: replaces: words.terrain still names 9 rows that are gone;"
        ' add "words.terrain"'
    ]


def test_a_key_that_is_misspelt_in_a_row_of_ones_own_is_not_blamed_on_what_is_replaced() -> None:
    head = HEAD + 'replaces = ["terrain", "nearest", "words.terrain"]\n'

    assert list(answers(ASH.replace("trackless", "trackles"), head)) == [
        "ember.toml: terrain.ash.trackles: no such key; did you mean trackless?",
        "ember.toml: terrain.ash.trackless: is missing",
    ]


def test_a_stored_ruleset_is_not_refused_for_what_folders_may_not_have() -> None:
    """Given a campaign's ruleset from before a check of folders, then it is read as ever."""
    text = dump_ruleset(packaged("pf1")).replace('unseated = "1d6"', 'unseated = "lots"')

    assert load_ruleset(text).combat.dying.unseated == "lots"


def test_actions_and_weapons_that_there_are_can_be_named() -> None:
    text = SINGLE + (
        'ready = ["action", "action"]\narea = ["action"]\nlimiting = ["stable"]\n'
        '[combat.helpless]\nweapons = ["lance"]\n[combat.dying]\nsaddle = []\nunseated = ""'
    )

    assert ember(text).combat.turn.ready == ("action", "action")
