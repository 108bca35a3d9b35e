"""Nothing stands in the tables of the combat grid for nothing: what is changed there is felt."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial, reduce
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

import core
from core.casebook.cases import Bad, Case
from core.casebook.run import run
from core.combat.board.scene import Manner
from core.combat.flight import fall
from core.combat.movement.moves import move
from core.combat.movement.turns import MoveLeg, actions_for, double_move, special_speed
from core.combat.sight.cover import cover
from core.messages import Refusal
from core.play.facts.state import Member, State
from core.play.fight.health import feats_by_hand
from core.rulesets.combat_schema import Condition, Effect, Ground, Movement, Size
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.staging import path, stage, who
from tests.each import each
from tui.party.form_lines import pick_rows
from tui.play.command_line.typed_names import name_ground

CORE = Path(core.__file__).parent
BOOK = CORE.parent / "tests" / "casebooks" / "combat_examples.toml"
TABLES = ("sizes", "ground", "conditions", "movements")
OF_PLAY = (
    "blows",
    "strikes",
    "turn",
    "dying",
    "moving",
    "tumbling",
    "bonuses",
    "skills",
    "damage",
)
"""What is read when a fight is played, and by figures: `tests/core/play/fight` and
`tests/casebooks/test_figures.py` tell."""
Keys = tuple[str, ...]
BEYOND_THE_EXAMPLES = {
    ("mechanisms", "scores"),
    ("mechanisms", "turn"),
    ("falling", "crush"),
    ("falling", "crush_dc"),
    ("falling", "catch_dc"),
    ("falling", "edge"),
    ("mechanisms", "squeezing_past"),
    ("falling", "dive"),
    ("cover", "partial", "stealth"),
    ("cover", "improved", "stealth"),
    ("falling", "jump_nonlethal"),
    ("falling", "soft_nonlethal"),
    ("measures", "filled_height"),
}
"""What no worked example touches: the tests at the end of this module do."""
WORDS = {"die": "1d4", "condition": "shaken"}


def leaves(model: BaseModel, above: Keys = ()) -> Iterator[Keys]:
    """The paths of all mechanisms and figures, the rows of tables left out."""
    for name in type(model).model_fields:
        value = getattr(model, name)
        if name in OF_PLAY:
            continue
        if isinstance(value, BaseModel):
            yield from leaves(value, (*above, name))
        elif name not in TABLES:
            yield (*above, name)


def changed(model: BaseModel, path: Keys) -> Iterator[BaseModel]:
    """The tables with another value at a path; nothing where there is none to change."""
    name = path[0]
    value = getattr(model, path[0])
    kind = type(model).model_fields[name].annotation
    others: list[Any]
    if len(path) > 1:
        others = list(changed(value, path[1:]))
    elif get_origin(kind) is Literal:
        others = [choice for choice in get_args(kind) if choice != value]
    elif isinstance(value, tuple):
        others = [(), (*value, "another")]
    elif isinstance(value, str):
        others = [WORDS[name]] if value else []
    else:
        others = [] if value is None else [value + 1]
    for other in others:
        yield model.model_copy(update={name: other})


@cache
def cases(ruleset: str) -> tuple[Case, ...]:
    return tuple(case for case in read_casebook(BOOK).cases if case.ruleset == ruleset)


def answered(case: Case, rules: Ruleset) -> object:
    """What a case gives, with its receipts; None where it cannot be worked out."""
    try:
        found = run(case, {rules.id: rules})
    except KeyError:  # tables that were changed in one place only need not be whole
        return None
    return found if isinstance(found, Bad) else (found.got, found.error, found.receipts)


@cache
def usual(ruleset: str) -> tuple[object, ...]:
    return tuple(answered(case, packaged(ruleset)) for case in cases(ruleset))


ROWS = (Size, Ground, Condition, Movement)


RANGES = {"from_m", "to_m", "from_kg", "to_kg"}
"""Heights and weights of a size, which no rule asks for (C-088)."""


class Reads:
    """What is read of the tables by all examples, special speeds and the form of a member."""

    def __init__(self) -> None:
        self.columns: dict[type[BaseModel], set[str]] = defaultdict(set)
        self.cases: dict[tuple[type[BaseModel], str], set[str]] = defaultdict(set)
        """The examples that read a column, by their ids."""
        self.case = ""

    def spy(self, table: type[BaseModel]) -> Callable[[BaseModel, str], object]:
        """What a table is asked with, in place of `__getattribute__`."""

        def read(row: BaseModel, name: str) -> object:
            self.columns[table].add(name)
            self.cases[table, name].add(self.case)
            return object.__getattribute__(row, name)

        return read


def tables(model: BaseModel) -> Iterator[type[BaseModel]]:
    """The kinds of the tables of mechanisms and figures."""
    yield type(model)
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from tables(value)


@pytest.fixture(scope="module")
def reads() -> Reads:
    reads = Reads()
    kinds: set[type[BaseModel]] = {*ROWS}
    for name in PACKAGED:
        kinds.update(tables(packaged(name).combat))
    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds:
            patch.setattr(kind, "__getattribute__", reads.spy(kind))
        for ruleset in sorted(PACKAGED):
            rules = packaged(ruleset).model_copy()  # another one, of which nothing is remembered
            for case in cases(ruleset):
                reads.case = case.id
                answered(case, rules)
            reads.case = ""
            for line in ("size", "traits"):
                pick_rows(line, State(), rules)
            name_ground(rules.combat)
            for row in rules.combat.conditions.values():
                assert row.parsed is not None
                assert row.workings is not None
            feats_by_hand(Member("tam", "Tam", "T"), rules)
            for mode in rules.combat.movements:
                special_speed(mode, rules)
                with suppress(Refusal):
                    actions_for([MoveLeg(mode, 1)], {mode: 1}, rules)
    return reads


def felt(ruleset: str, path: Keys, reads: Reads) -> bool:
    """Whether some example of a system comes out otherwise with another value at a path."""
    rules = packaged(ruleset)
    table = reduce(getattr, path[:-1], rules.combat)
    readers = reads.cases[type(table), path[-1]]
    return any(
        answered(case, rules.model_copy(update={"combat": combat})) not in (None, before)
        for combat in changed(rules.combat, path)
        for case, before in zip(cases(ruleset), usual(ruleset), strict=True)
        if case.id in readers
    )


def idle(path: Keys, ruleset: str) -> bool:
    """Whether a system leaves a figure at nothing: others are the likelier to use it."""
    return not reduce(getattr, path, packaged(ruleset).combat)


PATHS = sorted({path for name in PACKAGED for path in leaves(packaged(name).combat)})


@each("path", [path for path in PATHS if path not in BEYOND_THE_EXAMPLES], told=".".join)
def test_another_mechanism_or_figure_changes_an_answer(path: Keys, reads: Reads) -> None:
    assert any(felt(ruleset, path, reads) for ruleset in sorted(PACKAGED, key=partial(idle, path)))


@pytest.mark.parametrize("row", ROWS)
def test_each_column_of_a_table_is_read(row: type[BaseModel], reads: Reads) -> None:
    shown = TableRow.model_fields.keys()
    assert row.model_fields.keys() - shown - RANGES <= reads.columns[row]


def test_each_effect_of_a_condition_is_asked_for() -> None:
    files = [file for room in ("combat", "play") for file in (CORE / room).rglob("*.py")]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    asked = {node.value for node in nodes if isinstance(node, ast.Constant)}
    spares = {row.unless for name in PACKAGED for row in packaged(name).combat.conditions.values()}
    assert set(get_args(Effect)) <= asked | spares


def with_combat(ruleset: str, path: Keys) -> Ruleset:
    """A ruleset with another value at a path."""
    rules = packaged(ruleset)
    return rules.model_copy(update={"combat": next(changed(rules.combat, path))})


def test_c_013_c_018_how_a_turn_is_counted_decides_whether_one_moves_twice() -> None:
    assert double_move(6, packaged("pf1")).squares == 12

    with pytest.raises(Refusal, match="no_double_move"):
        double_move(6, with_combat("pf1", ("mechanisms", "turn")))


def test_c_080_an_enemys_space_is_open_to_the_squeezing_where_the_table_says_so() -> None:
    hero = who("hero", "M", "A1", "party")
    orc = who("orc", "M", "B1")
    for rules, reason in (
        (packaged("dnd35"), "ok"),
        (with_combat("dnd35", ("mechanisms", "squeezing_past")), "occupied"),
        (packaged("pf1"), "occupied"),
        (with_combat("pf1", ("mechanisms", "squeezing_past")), "ok"),
    ):
        scene = replace(stage("pf1", "...", hero, orc), rules=rules)
        found = move(scene, hero, path("A1 B1 C1"), Manner(squeeze=True))
        assert found.reason == reason


def test_c_147_a_dive_takes_as_many_squares_off_as_the_table_has() -> None:
    fallen = [
        fall(rules, 12, soft=True, depth=9, deliberate=True).damage
        for rules in (packaged("pf2"), with_combat("pf2", ("falling", "dive")))
    ]

    assert fallen == [15, 12]


@pytest.mark.parametrize("degree", ["partial", "improved"])
def test_c_173_c_174_what_the_gm_calls_cover_adds_to_stealth_what_the_table_has(
    degree: Literal["partial", "improved"],
) -> None:
    archer = who("archer", "M", "A2")
    orc = who("orc", "M", "E3")
    given = stage("pf1", "..... ..... ..#.. .....", archer, orc)
    other = replace(given, rules=with_combat("pf1", ("cover", degree, "stealth")))

    before, after = (
        cover(scene, archer, orc, "ranged", gm_degree=degree).stealth_bonus
        for scene in (given, other)
    )

    assert after == before + 1


@pytest.mark.parametrize(("figure", "soft"), [("jump_nonlethal", False), ("soft_nonlethal", True)])
def test_c_151_a_fall_has_as_many_dice_of_nonlethal_damage_as_the_table(
    figure: str, soft: bool
) -> None:
    found = [
        fall(rules, 12, soft=soft, deliberate=not soft).nonlethal
        for rules in (packaged("dnd35"), with_combat("dnd35", ("falling", figure)))
    ]

    assert found == ["1d6", "2d6"]


def test_c_066_what_fills_its_space_is_as_high_as_the_table_has() -> None:
    cube = who("cube", "L", "A1", "foe", "fills_space")
    given = stage("dnd35", ".. ..", cube)
    higher = replace(given, rules=with_combat("dnd35", ("measures", "filled_height")))

    assert [scene.height(cube) for scene in (given, higher)] == [3, 4]
