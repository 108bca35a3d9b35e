"""An invisible creature that has attacked: the GM is asked whether it is seen (open rules)."""

from __future__ import annotations

import pytest

from core.dice import Typed
from core.play.facts.encounter import is_among
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.combatants import someone
from core.play.facts.fold import evolve_all
from core.play.facts.state import State
from core.play.union import Command, Needs, decide
from core.values import replace
from tests.core.play.fight.brawls import HERO, WOLF, brawl, happens, lying, under
from tests.switched import PRINTED

BLOW = MakeAttack(("wolf",), "hero")
ROLL = "attack/r1/wolf/1"
SEEN = "seen/r1/wolf/invisible"


def unseen() -> State:
    """A wolf that nobody sees, beside a hero."""
    return brawl(HERO, lying(WOLF, "invisible"), hero="C3", wolf="D3")


def keys(
    command: Command, state: State, answers: dict[str, int], ruleset: str = "pf1"
) -> list[str]:
    """The keys of what is still asked."""
    typed = {key: Typed(total) for key, total in answers.items()}
    found = decide(command, state, under(), typed)
    return [question.key for question in found.questions] if isinstance(found, Needs) else []


def test_it_is_asked_once_its_attack_is_rolled() -> None:
    assert keys(BLOW, unseen(), {}) == [ROLL]
    assert keys(BLOW, unseen(), {ROLL: 2}) == [SEEN]


@pytest.mark.parametrize(("answer", "lasts"), [(1, False), (0, True)])
def test_the_answer_ends_the_condition_or_lets_it_last(answer: int, lasts: bool) -> None:
    state = unseen()
    after = evolve_all(state, happens(BLOW, state, {ROLL: 2, SEEN: answer}))

    assert is_among(someone(after, "wolf").lasting, "invisible") is lasts


def test_nobody_is_asked_of_who_is_always_so_or_by_the_documents() -> None:
    sheet = replace(WOLF.sheet, traits=("invisible",))
    always = brawl(HERO, replace(WOLF, sheet=sheet), hero="C3", wolf="D3")
    assert keys(BLOW, always, {ROLL: 2}) == []

    found = decide(BLOW, unseen(), under("pf1", switches=PRINTED), {ROLL: Typed(2)})
    assert not isinstance(found, Needs)


def test_an_area_is_an_attack_too() -> None:
    burst = AreaAttack("burst", 1, "4", origin=(2, 2), by="wolf", save="")
    assert keys(burst, unseen(), {}) == [SEEN]
