"""Occasions that the program cannot decide: off until the GM says them, and always in receipts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from core.creatures import NO_WORDS, AttackWords
from core.dice import Answer, Question, Ruled, Typed
from core.effects.effect import Effect
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.state import State
from core.play.facts.table.commands import CallCheck
from core.play.facts.table.events import Checked
from core.play.fight.blows.attack_words import read_attack_words, shown_words
from core.play.fight.previews import preview_attacks
from core.play.history.thrown_dice import rolls
from core.play.resolution import Decided, Needs, key_of_situation
from core.play.union import Assets, Command, decide, evolve_all
from core.receipts import Receipt
from core.values import replace
from saves.history.rulings import ruled
from tests.builders import when
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tui.kit.phrases import say

BLESS = Effect(name="bless", changes=("attack +1 morale", "saves +1 morale fear"))
WARD = Effect(name="ward", changes=("ac +2 deflection evil", "saves +2 resistance evil"))
SMITE = Effect(name="smite", changes=("attack +3 sacred evil", "damage +5 evil"))
FEUD = Effect(name="feud", changes=("attack +2 when goblins", "will -2 when deceived"))
START = brawl(HERO, WOLF, hero="C3", wolf="D3")


@dataclass(frozen=True)
class Fight:
    """A fight in which the hero and the wolf have effects."""

    state: State
    assets: Assets

    def ask(self, command: Command, answers: dict[str, Answer] | None = None) -> Question:
        """The first question of a command."""
        needs = decide(command, self.state, self.assets, answers or {})
        assert isinstance(needs, Needs)
        return needs.questions[0]

    def decided(self, command: Command, answers: dict[str, Answer]) -> Decided:
        """What a command comes to."""
        found = decide(command, self.state, self.assets, answers)
        assert isinstance(found, Decided)
        return found


def fight_with(*effects: Effect, foe: tuple[Effect, ...] = ()) -> Fight:
    """The fight with these on the hero, and those on the wolf."""
    state = START
    assets = under()
    for who, effect in (*(("hero", one) for one in effects), *(("wolf", one) for one in foe)):
        command = SetCondition((who,), effect.name, 5, effect=effect)
        state = evolve_all(state, when(command, state, {}, assets).events)
        assets = replace(assets, rules=under().rules.with_effects(state.effects))
    return Fight(state, assets)


def labels(receipt: Receipt | None) -> list[str]:
    """The labels of a receipt and its parts, and theirs."""
    if receipt is None:
        return []
    return [say(receipt.label), *(label for part in receipt.parts for label in labels(part))]


def about(question: Question, words: str) -> dict[str, Answer]:
    """The answer that says what a question is about."""
    return {key_of_situation(question.key): Ruled(words)}


def test_a_save_against_fear_has_more_once_the_gm_says_so() -> None:
    """Given bless, then a Will save has +1 when it is said to be about fear, and not before."""
    fight = fight_with(BLESS)
    call = CallCheck("will", 14, ("hero",))
    plain = fight.ask(call)
    said = fight.ask(call, about(plain, "fear"))

    assert [(one.word, one.is_said) for one in plain.situations] == [("fear", False)]
    assert said.situations[0].is_said
    assert said.modifier == plain.modifier + 1
    assert "bless +1, if it is about fear: not chosen" in labels(plain.why)
    assert "bless, as it is about fear" in labels(said.why)


def test_what_was_said_is_part_of_the_entry() -> None:
    """Given a save about fear, then its answers decide the same again, and are no ruling."""
    fight = fight_with(BLESS)
    call = CallCheck("will", 14, ("hero",))
    question = fight.ask(call)
    answers = {**about(question, "fear"), question.key: Typed(10)}

    decided = fight.decided(call, answers)

    (checked,) = (event for event in decided.events if isinstance(event, Checked))
    assert checked.total == 10 + question.modifier + 1
    assert fight.decided(call, answers).comes_to_the_same(decided)
    assert not [*ruled(question.label, answers, decided.events, fight.state)]
    typed = {**answers, question.key: Typed(checked.total, total=True)}
    (roll,) = rolls(fight.state, call, typed, decided.events, fight.assets.rules)
    assert roll.shown == 10


@pytest.mark.parametrize("words", ["goblins", "evil", "", "fear fear"])
def test_a_word_that_no_change_asks_for_counts_nothing(words: str) -> None:
    fight = fight_with(BLESS)
    call = CallCheck("will", 14, ("hero",))
    plain = fight.ask(call)

    expected = plain.modifier + (1 if "fear" in words else 0)
    assert fight.ask(call, about(plain, words)).modifier == expected


def test_each_row_has_its_own() -> None:
    """Given two who are blessed, when one save is about fear, then the other is as it was."""
    fight = fight_with(BLESS, foe=(BLESS,))
    call = CallCheck("will", 14, ("hero", "wolf"))
    needs = decide(call, fight.state, fight.assets, {})
    assert isinstance(needs, Needs)
    hero, wolf = needs.questions

    again = decide(call, fight.state, fight.assets, about(hero, "fear"))

    assert isinstance(again, Needs)
    assert [one.modifier for one in again.questions] == [hero.modifier + 1, wolf.modifier]


def test_a_save_in_an_area_asks_too() -> None:
    """Given a ward against evil, then a save against a burst of somebody evil has 2 more."""
    fight = fight_with(WARD)
    burst = AreaAttack("burst", 4, "6d6", (3, 3), dc=14, by="wolf")
    needs = decide(burst, fight.state, fight.assets, {})
    assert isinstance(needs, Needs)
    save = next(one for one in needs.questions if one.situations)

    again = decide(burst, fight.state, fight.assets, about(save, "evil"))

    assert isinstance(again, Needs)
    (said,) = (one for one in again.questions if one.key == save.key)
    assert (save.who, said.modifier) == ("hero", save.modifier + 2)


def test_an_attack_is_about_its_target_and_its_attacker() -> None:
    """Given a smite and a ward, then `evil` is of the one who strikes, `ac-evil` of the target."""
    fight = fight_with(SMITE, foe=(WARD,))
    plain = MakeAttack(("hero",), "wolf")
    said = [
        replace(plain, words=replace(NO_WORDS, about=words))
        for words in ((), ("evil",), ("ac-evil",), ("ac-evil", "evil"))
    ]
    attacks = [preview_attacks(fight.state, fight.assets, command)[0] for command in said]

    first = attacks[0]
    assert [(one.bonus - first.bonus, one.ac - first.ac) for one in attacks] == [
        (0, 0),
        (3, 0),
        (0, 2),
        (3, 2),
    ]
    assert [one.damage for one in attacks] == ["1d8+4", "1d8+9", "1d8+4", "1d8+9"]
    assert [one.word for one in first.situations] == ["ac-evil", "evil"]
    assert "smite +3, if it is about evil: not chosen" in labels(first.receipt)
    assert "ward +2, if it is about evil: not chosen" in labels(first.receipt)
    assert "smite, as it is about evil" in labels(attacks[3].receipt)
    assert "ward, as it is about evil" in labels(attacks[3].receipt)


def test_words_of_an_attack_are_read_as_they_are_shown() -> None:
    rules = under().rules
    spoken = read_attack_words(["evil", "+2", "ac-fear"], rules)

    assert spoken.words == AttackWords(about=("ac-fear", "evil"))
    assert read_attack_words(shown_words(spoken).split(), rules) == spoken


def test_another_word_is_shown_and_never_counted() -> None:
    """Given a bonus against goblins, then it stands in the receipts, to be added by hand."""
    fight = fight_with(FEUD)
    attack = preview_attacks(fight.state, fight.assets, MakeAttack(("hero",), "wolf"))[0]
    save = fight.ask(CallCheck("will", 14, ("hero",)))

    assert "feud +2 when goblins: by hand" in labels(attack.receipt)
    assert "feud -2 when deceived: by hand" in labels(save.why)
    assert not attack.situations
    assert not save.situations
