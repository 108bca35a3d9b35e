"""Any typed effects in a fight: what is foreseen, asked and decided is what a plain sum is."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from core.creatures import NO_WORDS
from core.dice import Typed, parse_dice
from core.effects.effect import Effect
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import ClearCondition, EndTurn, SetCondition
from core.play.facts.state import Assets, State
from core.play.fight.previews import preview, preview_attacks
from core.play.resolution import Decided
from core.play.union import Command, decide, evolve_all
from core.values import replace
from tests.builders import when
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, under
from tests.core.play.fight.turning import fighting
from tests.fights import fight_world
from tests.thorough import rounds

FIGHTS = rounds(16, 2_000)
KEY = "attack/r1/hero/1"
STRIKE = MakeAttack(("hero",), "wolf")
TYPES = ("morale", "luck", "competence", "dodge", "circumstance", "")
ADDS = ("dodge", "circumstance", "")
"""The types of which all bonuses of different effects count; of the others the best."""


def play(state: State, assets: Assets, *commands: Command) -> tuple[State, Assets]:
    """The state after these commands, and the assets as a campaign has them then."""
    laid = assets
    for command in commands:
        state = evolve_all(state, when(command, state, {}, laid).events)
        laid = replace(assets, rules=assets.rules.with_effects(state.effects))
    return state, laid


class Oracle:
    """What changes of figures come to, added up as the rules say it."""

    def __init__(self) -> None:
        self.bonuses = defaultdict[tuple[str, str], list[int]](list)
        self.penalties = defaultdict[str, int](int)
        self.worn: dict[tuple[str, str], int] = {}

    def wear(self, figure: str, rng: random.Random) -> tuple[str, ...]:
        """Let the sheet hold a bonus already, or none; return its lines."""
        bonus_type = rng.choice(("morale", "luck", "competence", "dodge", ""))
        if not bonus_type:
            return ()
        self.worn[figure, bonus_type] = amount = rng.randint(1, 4)
        return (f"{figure} {amount:+d} {bonus_type}",)

    def add(self, figure: str, amount: int, bonus_type: str) -> None:
        """Count one change."""
        if amount < 0:
            self.penalties[figure] += amount
        else:
            self.bonuses[figure, bonus_type].append(amount)

    def total(self, figure: str) -> int:
        """The sum for a figure."""
        total = self.penalties[figure]
        for (to, bonus_type), amounts in self.bonuses.items():
            if to == figure:
                best = max(0, max(amounts) - self.worn.get((to, bonus_type), 0))
                total += sum(amounts) if bonus_type in ADDS else best
        return total


def random_effect(
    number: int, figures: tuple[str, ...], rng: random.Random, oracle: Oracle, *, is_evil: bool
) -> Effect:
    """An effect that changes each of some figures by an amount of some type.

    Some changes ask for somebody evil; they count if it is said that there is.
    """
    lines = []
    for figure in rng.sample(figures, rng.randint(1, len(figures))):
        amount = rng.choice((-3, -2, -1, 1, 2, 3, 4))
        bonus_type = rng.choice(TYPES) if amount > 0 else ""
        occasion = rng.choice(("", "", "evil"))
        if is_evil or not occasion:
            oracle.add(figure, amount, bonus_type)
        lines.append(" ".join(filter(None, (figure, f"{amount:+d}", bonus_type, occasion))))
    return Effect(name=f"effect {number}", changes=tuple(lines))


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_what_is_foreseen_asked_and_decided_is_the_sum_of_all(seed: int) -> None:
    """Given random effects on both, then preview, dice and entry agree with a plain sum.

    Sheets hold some bonuses already, and the GM may say that somebody is evil.
    """
    rng = random.Random(seed)
    own = Oracle()
    others = Oracle()
    is_evil = rng.random() < 0.5
    strike = STRIKE
    if is_evil:
        strike = replace(STRIKE, words=replace(NO_WORDS, about=("ac-evil", "evil")))
    assert HERO.sheet is not None
    hero = replace(HERO, sheet=replace(HERO.sheet, worn=own.wear("attack", rng)))
    wolf = replace(WOLF, sheet=replace(WOLF.sheet, worn=others.wear("ac", rng)))
    start = brawl(hero, wolf, hero="C3", wolf="D3")
    assets = under()
    plain = preview(start, assets, "hero", "wolf")
    commands = []
    for number in range(rng.randint(1, 5)):
        effect = random_effect(number, ("attack", "damage"), rng, own, is_evil=is_evil)
        commands.append(SetCondition(("hero",), effect.name, 5, effect=effect))
        effect = random_effect(number + 10, ("ac",), rng, others, is_evil=is_evil)
        commands.append(SetCondition(("wolf",), effect.name, 5, effect=effect))

    state, laid = play(start, assets, *commands)
    (foreseen,) = preview_attacks(state, laid, strike)
    asked = asks(strike, state, None, assets=laid)[KEY]
    (struck,) = [
        event
        for event in happens(
            strike,
            state,
            {KEY: Typed(20), f"{KEY}/confirm": Typed(1), f"{KEY}/damage": Typed(5)},
            assets=laid,
        )
        if isinstance(event, Struck)
    ]

    assert foreseen.bonus == plain.bonus + own.total("attack")
    assert foreseen.ac == plain.ac + others.total("ac")
    assert (asked.modifier, asked.dc) == (foreseen.bonus, foreseen.ac)
    assert (struck.bonus, struck.ac) == (foreseen.bonus, foreseen.ac)
    changed = parse_dice(str(foreseen.damage)).plus - parse_dice(str(plain.damage)).plus
    assert changed == own.total("damage")
    cleared = [ClearCondition(command.who, command.name) for command in commands]
    ended, laid = play(state, assets, *cleared)
    assert preview(ended, laid, "hero", "wolf").bonus == plain.bonus


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_a_turn_deals_the_worst_of_each_kind_and_heals_first(seed: int) -> None:
    """Given random points of each turn on a hero, then his turn comes to what the rules say."""
    rng = random.Random(seed)
    worst = defaultdict[str, int](int)
    healed = 0
    state = replace(fighting(), effects=())
    assets = fight_world()
    commands: list[Command] = []
    for number in range(rng.randint(1, 5)):
        points = rng.randint(1, 3)
        kind = rng.choice(("bleed", "fire", "acid", "heal"))
        line = f"damage {points} {kind} each turn"
        if kind == "heal":
            healed += points
            line = f"heal {points} each turn"
        else:
            worst[kind] = max(worst[kind], points)
        effect = Effect(name=f"effect {number}", does=(line,))
        commands.append(SetCondition(("tam",), effect.name, effect=effect))
    state, laid = play(state, assets, *commands, EndTurn())
    before = someone(state, "tam").damage

    decided = decide(EndTurn(), state, laid, {})

    assert isinstance(decided, Decided)
    after = someone(evolve_all(state, decided.events), "tam").damage
    assert after == max(0, before - healed) + sum(worst.values())
