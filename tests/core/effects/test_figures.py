"""What a figure is now: changes stack by their types, in any order, and end without a trace."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest

from core.creatures import Attack
from core.effects.changes import Change, parse_change
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureRules, FigureSheet
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.thorough import rounds

PF1 = packaged("pf1").combat.figure_rules
DND35 = packaged("dnd35").combat.figure_rules
SETS = rounds(150, 10_000)
WILL = AskedFigure("will")
VESS = FigureSheet(
    scores={"str": 14, "dex": 20},
    ac=17,
    touch=15,
    flat_footed=12,
    dexterity=5,
    will=2,
    reflex=9,
    cmd=21,
    speeds={"walk": Fraction(6)},
)


def effect(name: str, changes: str, value: int = 1, origin: str = "") -> RunningEffect:
    return RunningEffect(
        name=name,
        label=name,
        origin=origin or name,
        changes=tuple(map(parse_change, changes.split(","))),
        value=value,
    )


def figure(
    name: str, *effects: RunningEffect, rules: FigureRules = PF1, against: str = ""
) -> PresentFigure:
    asked = AskedFigure(name, against=frozenset(against.split()))
    return present_figure(asked, VESS, effects, rules)


def summed(effects: Iterable[RunningEffect], rules: FigureRules) -> int:
    """The change of Will by the book: read aloud, one type after the other."""
    strongest: dict[str, RunningEffect] = {}
    for one in effects:
        known = strongest.get(one.origin)
        if known is None or (-one.value, one.name) < (-known.value, known.name):
            strongest[one.origin] = one
    said: dict[str, list[int]] = {}
    for one in strongest.values():
        for change in one.changes:
            points = int(change.amount) * (one.value if change.by_value else 1)
            said.setdefault(change.type, []).append(points)
    whole = 0
    for type_name, points_of_type in said.items():
        row = rules.types[type_name or "untyped"]
        gains = sorted(points for points in points_of_type if points > 0)
        losses = sorted(points for points in points_of_type if points < 0)
        whole += sum(gains) if row.bonuses_add else sum(gains[-1:])
        whole += sum(losses) if row.penalties_add else sum(losses[:1])
    return whole


def any_effects(chance: random.Random, rules: FigureRules) -> list[RunningEffect]:
    types = ["", *(name for name in rules.types if name != "untyped")]
    origins = ["bane", "bless", "doom", "haste", "prayer", "rage"]
    return [
        RunningEffect(
            name=f"{number}",
            label="",
            origin=chance.choice(origins),
            changes=tuple(any_change(chance, types) for _ in range(chance.randint(1, 3))),
            value=chance.randint(1, 4),
        )
        for number in range(chance.randint(0, 7))
    ]


def any_change(chance: random.Random, types: Sequence[str]) -> Change:
    return Change(
        to=chance.choice(("will", "saves")),
        op="add",
        amount=Fraction(chance.choice((-4, -3, -2, -1, 1, 2, 3, 4))),
        type=chance.choice(types),
        by_value=chance.random() < 0.3,
    )


@pytest.mark.parametrize("system", PACKAGED)
def test_changes_stack_as_an_independent_reference_says_in_any_order(system: str) -> None:
    chance = random.Random(54)
    rules = packaged(system).combat.figure_rules
    for _ in range(SETS):
        effects = any_effects(chance, rules)

        found = present_figure(WILL, VESS, effects, rules)

        assert found.change == summed(effects, rules), effects
        assert found.value == 2 + found.change
        shuffled = chance.sample(effects, len(effects))
        assert present_figure(WILL, VESS, shuffled, rules) == found


def test_an_effect_that_ends_gives_back_what_it_took() -> None:
    chance = random.Random(7)
    for _ in range(SETS):
        effects = any_effects(chance, PF1)
        before = present_figure(WILL, VESS, effects, PF1)
        ending = effect("curse", "will -3, saves +2 luck, wis -6")

        under = present_figure(WILL, VESS, [*effects, ending], PF1)
        after = [one for one in (*effects, ending) if one is not ending]

        assert under != before
        assert present_figure(WILL, VESS, after, PF1) == before


def test_the_best_bonus_of_a_type_counts_and_the_other_is_told_as_lost() -> None:
    found = figure("will", effect("bless", "will +1 morale"), effect("hymn", "will +2 morale"))

    assert found.value == 4
    assert [(part.name, part.value) for part in found.counted] == [("hymn", 2)]
    assert [(part.name, part.value, part.why) for part in found.lost] == [("bless", 1, "type")]


def test_a_change_counts_where_its_word_does() -> None:
    bless = effect("bless", "will +1 morale when fear")

    assert figure("will", bless).value == 2
    assert figure("will", bless, against="fear").value == 3


def test_a_touch_passes_armour_by() -> None:
    mage_armor = effect("mage armor", "ac +4 armor")

    assert figure("ac", mage_armor).value == 21
    assert figure("ac touch", mage_armor).value == 15
    assert figure("cmd", mage_armor).value == 21


def test_who_has_no_dexterity_bonus_has_no_dodge_bonus() -> None:
    haste = effect("haste", "ac +1 dodge")
    blind = effect("blind", "ac dexterity at most 0")

    assert figure("ac", haste, blind).value == 12
    assert [part.why for part in figure("ac", haste, blind).lost] == ["dexterity"]


def test_speeds_are_added_to_then_multiplied_then_set() -> None:
    haste = effect("haste", "speed +30ft at most x2 enhancement")
    slow = effect("slow", "speed x1/2")
    held = effect("held", "speed =0")

    assert figure("speed walk", haste).value == 12
    assert figure("speed walk", slow, haste).value == 6
    assert figure("speed walk", slow, haste, held).value == 0


def test_each_of_two_equal_changes_of_a_speed_has_its_own_limit() -> None:
    """Given 1 square, then +2 make it 3, and +2 more up to twice the sheet's add nothing."""
    slow = FigureSheet(speeds={"walk": Fraction(1)})
    both = effect("boots", "speed +10ft, speed +10ft at most x2")

    found = present_figure(AskedFigure("speed walk"), slow, [both], PF1)

    assert found.value == 3


def test_a_score_that_goes_up_moves_all_that_hangs_on_it() -> None:
    bull = effect("bull's strength", "str +4 enhancement")
    blow = Attack("greatsword", (6,), "2d6+3", two_handed=True)

    attack = present_figure(AskedFigure("attack greatsword", blow), VESS, [bull], DND35)
    damage = present_figure(AskedFigure("damage greatsword", blow), VESS, [bull], DND35)

    assert (attack.value, damage.value) == (8, "2d6+6")


def test_what_is_not_written_has_its_change_alone() -> None:
    found = figure("fortitude", effect("shaken", "saves -2"))

    assert (found.value, found.sheet, found.change) == (None, None, -2)
