"""A combat grid that cannot work is refused at the door, with file, key and a sentence."""

from __future__ import annotations

import pytest

from core.files import FileError
from core.messages import Message
from core.rulesets.parse import parse_ruleset
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import packaged
from tests.each import each


def mine(text: str, base: str = "pf1", replaces: str = "") -> Ruleset:
    """A ruleset on `base` with a file grid.toml."""
    head = f'id = "mine"\nname = {{ en = "Mine" }}\nextends = "{base}"\nreplaces = [{replaces}]\n'
    return parse_ruleset({"ruleset.toml": head, "grid.toml": text}, packaged(base))


def errors(text: str, base: str = "pf1", replaces: str = "") -> dict[str, tuple[str, str]]:
    """The errors of such a ruleset by key: file and sentence."""
    with pytest.raises(FileError) as refused:
        mine(text, base, replaces)
    first = refused.value
    return {e.key: (e.file, said(e.message)) for e in (first, *first.also)}


def said(message: Message) -> str:
    return message.template.format(**dict(message.values))


@each(
    "text, key, sentence",
    [
        ("[combat.ground.low]\nsign = 'oo'", "ground.low.sign", "must be one character"),
        ("[combat.ground.low]\nsign = ''", "ground.low.sign", "must be one character"),
        ("[combat.ground.low]\nsign = ' '", "ground.low.sign", "must be one character"),
        ("[combat.ground.low]\nsign = '='", "ground.low.sign", "is the same as that of obstacle"),
        ("[combat.ground.water]\nsign = 'w'", "ground", "has no ground with the sign ~"),
        ("[combat.ground.greater]\nweight = 3", "ground.greater.weight", "must be at most 2"),
        ("[combat.ground.low]\nweight = -1", "ground.low.weight", "must not be negative"),
        (
            "[combat.ground.hazard]\nhazard = false",
            "ground.hazard",
            "is plain open ground like open; only one kind can be",
        ),
        ("[combat.ground.open]\nweight = 1", "ground", "has no plain open ground"),
        ("[combat.ground.wall]\nsolid = false\nweight = 2", "ground", "has no solid ground"),
        ("[combat.sizes.H]\nrank = 5", "sizes.H.rank", "is the same as that of L"),
        ("[combat.sizes.H]\nspace = 0", "sizes.H.space", "must be 1 or more"),
        ("[combat.sizes.T]\nshare = 101", "sizes.T.share", "must be at most 100"),
        (
            "[combat.sizes.T]\nfrom_m = 2\nto_m = 1.5",
            "sizes.T.to_m",
            "is below the start of the range",
        ),
        (
            "[combat.sizes.T]\nfrom_kg = 2\nto_kg = 1",
            "sizes.T.to_kg",
            "is below the start of the range",
        ),
        ("[combat.sizes.M]\nrnak = 4", "sizes.M.rnak", "no such key; did you mean rank?"),
        (
            "[combat.conditions.prone]\nrule = 'C-900'",
            "conditions.prone.rule",
            "no C-900; there are C-001 to C-257",
        ),
        (
            "[combat.conditions.prone]\nac_rule = 'C-900'",
            "conditions.prone.ac_rule",
            "no C-900; there are C-001 to C-257",
        ),
        (
            "[combat.conditions.prone]\nchanges = ['atack -2']",
            "conditions.prone.changes[1]",
            "'atack' is not a figure; did you mean attack?",
        ),
        (
            "[combat.conditions.prone]\nchanges = ['ac -2', 'attack +2 moral']",
            "conditions.prone.changes[2]",
            "'moral' is not a bonus type; did you mean morale?",
        ),
        (
            "[combat.conditions.prone.open]\nbrings = ['flatfooted']",
            "conditions.prone.open.brings",
            "no row flatfooted; did you mean flat_footed?",
        ),
        (
            "[combat.conditions.asleep]\ncounts_as = 'helples'",
            "conditions.asleep.counts_as",
            "no row helples; did you mean helpless?",
        ),
        (
            "[combat.conditions.prone]\ncounts_as = 'asleep'",
            "conditions.prone.counts_as",
            "asleep itself counts as another row",
        ),
        (
            "[combat.conditions.prone]\nunless = 'climbs_well'",
            "conditions.prone.unless",
            "needs counts_as beside it",
        ),
        (
            "[combat.conditions.prone]\neffects = ['lies']",
            "conditions.prone.effects[1]",
            "must be one of",
        ),
        ("[combat.concealment]\nsome = 120", "concealment.some", "must be at most 100"),
        ("[combat.mechanisms]\ncover = 'corner'", "mechanisms.cover", "must be one of"),
        ("[combat.mechanisms]\ncovr = 'corners'", "mechanisms.covr", "no such key; did you mean"),
        ("[combat.mechanism]\ncover = 'corners'", "mechanism", "no such key; did you mean"),
        ("[combat.squeezing]\nmultiplier = 3", "squeezing.multiplier", "must be 2: "),
        ("[combat.falling]\ndie = 'dix'", "falling.die", "dix is not a roll"),
        ("[combat.measures]\nsquare_m = 0", "measures.square_m", "must be more than zero"),
        ("[combat.measures]\npassing_sizes = 0", "measures.passing_sizes", "must be 1 or more"),
    ],
)
def test_a_mistake_on_the_grid_names_file_and_key(text: str, key: str, sentence: str) -> None:
    found = errors(text)

    file, message = found[f"combat.{key}"]
    assert file == "grid.toml"
    assert message.startswith(sentence)


@pytest.mark.parametrize(
    ("base", "mechanism", "choice", "keys"),
    [
        ("pf1", "falling", "per_square", "falling.per_square falling.longest falling.victim_dc"),
        ("pf2", "falling", "dice", "falling.die falling.squares_per_die falling.most_dice"),
        (
            "pf1",
            "cover",
            "centres",
            "cover.screen cover.taken cover.larger_sizes cover.smaller_sizes",
        ),
        ("pf2", "cover", "corners", "cover.soft cover.partial cover.improved"),
        ("pf2", "low_cover", "near", "cover.low_near"),
        ("pf2", "squeezing", "penalties", "squeezing.multiplier"),
        ("pf2", "squeezing", "entangled", "squeezing.multiplier squeezing.condition"),
        ("pf1", "squeezing", "entangled", "squeezing.condition"),
        ("pf1", "flanked", "flat_footed", "flanking.ac"),
        ("pf2", "flanked", "attack_bonus", "flanking.attack"),
        ("pf2", "helpless", "dexterity_0", "helpless.fortitude_dc helpless.weapons"),
        ("pf1", "flight", "wind", "flight.tailwind flight.dive"),
    ],
)
def test_a_mechanism_asks_for_the_figures_that_it_works_with(
    base: str, mechanism: str, choice: str, keys: str
) -> None:
    found = errors(f'[combat.mechanisms]\n{mechanism} = "{choice}"', base)

    assert set(found) == {f"combat.{key}" for key in keys.split()}
    sentence = f'is needed where combat.mechanisms.{mechanism} is "{choice}"'
    assert set(found.values()) == {("grid.toml", sentence)}


@pytest.mark.parametrize(
    ("key", "choice", "needed"),
    [
        ("critical", "degrees", {"combat.blows.margin"}),
        ("saves", "degrees", {"combat.blows.margin"}),
        ("repeated", "penalty", {"combat.blows.further", "combat.blows.agile"}),
    ],
)
def test_a_way_of_striking_asks_for_the_figures_that_it_works_with(
    key: str, choice: str, needed: set[str]
) -> None:
    assert set(errors(f'[combat.blows]\n{key} = "{choice}"', "pf1")) == needed


def test_a_mechanism_with_its_figures_is_taken() -> None:
    rules = mine(
        "[combat.mechanisms]\nsqueezing = 'entangled'\nflanked = 'flat_footed'\n"
        "[combat.squeezing]\ncondition = 'entangled'\n[combat.flanking]\nac = -2"
    )

    assert rules.combat.mechanisms.flanked == "flat_footed"


def test_squeezing_names_a_condition_that_there_is() -> None:
    found = errors("[combat.squeezing]\ncondition = 'entangeld'", "sf")

    assert found["combat.squeezing.condition"] == (
        "grid.toml",
        "no row entangeld; did you mean entangled?",
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("combat.ground.low", "combat.ground"),
        ("combat.sizes.M", "combat.sizes.M"),
        ("combat.conditions.prone", "combat.conditions.prone"),
        ("combat.conditions.flanking", "combat.conditions.flanking"),
        ("combat.obstacles", "combat.obstacles"),
        ("rules.C-034", "rules.C-034"),
        ("rules.T-101", "rules.T-101"),
    ],
)
def test_what_the_calculators_look_up_cannot_be_left_out(name: str, key: str) -> None:
    found = errors("", "pf1", f'"{name}"')

    assert key in found


def test_ground_of_ones_own_is_one_more_sign() -> None:
    rules = mine("[combat.ground.tree]\nname = { en = 'Tree' }\nsign = 'T'\nsolid = true")

    assert rules.combat.ground["tree"].solid


@pytest.mark.parametrize(
    ("text", "base", "keys"),
    [
        ("[combat.dying]\nway = 'percent'", "pf1", "dying.chance dying.dead"),
        ("[combat.dying]\nway = 'stages'", "pf1", "dying.stages dying.margin"),
        ("[combat.dying]\nway = 'constitution'", "sf", ""),
        ("[combat.dying]\ndc = 0", "pf1", "dying.dc"),
        ("[combat.dying]\ndead = 3\nchance = 120", "sf", "dying.chance dying.dead"),
        ("[combat.mechanisms]\nturn = 'single_actions'", "pf1", "turn.actions"),
    ],
)
def test_turns_and_dying_ask_for_the_figures_that_they_work_with(
    text: str, base: str, keys: str
) -> None:
    if not keys:
        assert mine(text, base).combat.dying.way == "constitution"
        return
    assert set(errors(text, base)) == {f"combat.{key}" for key in keys.split()}
