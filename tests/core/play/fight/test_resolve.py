"""Stamina, hit points and Resolve in sf: who drops pays, rises, or dies (open rules)."""

from __future__ import annotations

from core.dice import Typed
from core.play.facts.fight.combatants import changed_being, someone
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.state import Counter, Member, State, change_member
from core.play.facts.table.commands import Heal, Hurt
from core.play.fight.health import health
from core.play.fight.previews import after_hurt
from core.play.union import narrate
from core.values import replace
from tests.core.play.fight.turning import fighting, keys, play, told
from tests.fights import fight_world
from tui.kit.phrases import say

SF = fight_world("sf")


def given(stamina: int = 21, resolve: int = 3, of: int = 4) -> State:
    """Valeria with 31 hit points, and her turn behind that of the wolves."""
    counters = (Counter("stamina", stamina, 21), Counter("resolve", resolve, of))
    state = fighting(ruleset="sf", wolves=23)
    return change_member(state, "valeria", lambda one: replace(one, counters=counters))


def hurt(state: State, points: int, who: str = "valeria") -> State:
    return play(Hurt((who,), (points,)), state, under=SF)


def counted(state: State, name: str) -> int:
    member = someone(state, "valeria")
    assert isinstance(member, Member)
    return next(one.now for one in member.counters or () if one.name == name)


def left(state: State) -> int:
    member = someone(state, "valeria")
    return (member.hp or 0) - member.damage


def fares(state: State, who: str = "valeria") -> str:
    return health(someone(state, who), SF.rules).slug


def test_damage_takes_stamina_first() -> None:
    # when 20 damage meets 21 Stamina and 31 hit points
    state = hurt(given(), 20)
    # then Stamina alone is less
    assert counted(state, "stamina") == 1
    assert left(state) == 31
    # and what is beyond it is off the hit points
    state = hurt(state, 5)
    assert counted(state, "stamina") == 0
    assert left(state) == 27


def test_nonlethal_damage_is_counted_apart() -> None:
    state = play(Hurt(("valeria",), (5,), nonlethal=True), given(), under=SF)
    assert counted(state, "stamina") == 21
    assert someone(state, "valeria").nonlethal == 5


def test_the_preview_says_what_stamina_is_left() -> None:
    (outcome,) = after_hurt(given(), SF, Hurt(("valeria",), (20,)))
    assert outcome.now.hp == 31
    assert isinstance(outcome.being, Member)
    assert outcome.being.counters is not None
    assert outcome.being.counters[0].now == 1


def test_hit_points_stop_at_0_and_who_has_none_left_is_dying() -> None:
    state = hurt(given(), 21 + 31 + 20)
    assert left(state) == 0
    assert fares(state) == "dying"


def test_one_blow_with_the_whole_maximum_beyond_kills() -> None:
    assert fares(hurt(given(), 21 + 31 + 30)) == "dying"
    assert fares(hurt(given(), 21 + 31 + 31)) == "dead"


def test_a_blow_of_the_whole_maximum_kills_who_is_dying() -> None:
    state = hurt(given(), 21 + 31)
    assert fares(hurt(state, 30)) == "dying"
    assert fares(hurt(state, 31)) == "dead"


def test_a_foe_is_dead_at_0() -> None:
    state = given()
    ogre = someone(state, "ogre")
    assert fares(hurt(state, (ogre.hp or 0) - 1, "ogre"), "ogre") == "ok"
    assert fares(hurt(state, ogre.hp or 0, "ogre"), "ogre") == "dead"


def passed(state: State, answer: int) -> State:
    """After the turn of the wolves, with Valeria's choice at hers."""
    question = keys(EndTurn(), state, under=SF)[0]
    return play(EndTurn(), state, {question: Typed(answer)}, under=SF)


def test_who_is_dying_pays_a_quarter_of_the_most_resolve_to_be_stable() -> None:
    state = passed(hurt(given(resolve=3, of=8), 52), 1)
    assert fares(state) == "stable"
    assert counted(state, "resolve") == 1
    assert left(state) == 0


def test_who_does_not_pay_loses_one() -> None:
    state = passed(hurt(given(resolve=3, of=8), 52), 0)
    assert fares(state) == "dying"
    assert counted(state, "resolve") == 2


def test_who_has_too_little_to_be_stable_is_not_asked_and_loses_one() -> None:
    state = hurt(given(resolve=1, of=8), 52)
    assert keys(EndTurn(), state, under=SF) == []
    state = play(EndTurn(), state, under=SF)
    assert counted(state, "resolve") == 0
    assert fares(state) == "dying"


def test_who_has_none_left_to_lose_dies_unless_a_round_is_left() -> None:
    state = hurt(given(resolve=0), 52)
    assert fares(passed(state, 0)) == "dying"
    assert fares(passed(state, 1)) == "dead"


def test_who_is_stable_pays_one_to_fight_on_with_1_hit_point() -> None:
    # given Valeria, stable at 0
    down = hurt(given(resolve=2), 52)
    stable = changed_being(down, "valeria", lambda one: replace(one, stable=True))
    # when she pays at her turn
    state = passed(stable, 1)
    # then she acts
    assert left(state) == 1
    assert counted(state, "resolve") == 1
    assert state.fight is not None
    assert state.fight.acting_slot is not None
    assert state.fight.acting_slot.who == ("valeria",)
    # and if she does not she lies still
    assert fares(passed(stable, 0)) == "stable"


def test_who_is_stable_and_hurt_is_dying_again() -> None:
    down = hurt(given(), 52)
    stable = changed_being(down, "valeria", lambda one: replace(one, stable=True))
    assert fares(hurt(stable, 1)) == "dying"


def test_healing_raises_who_is_dying() -> None:
    state = play(Heal(("valeria",), (3,)), hurt(given(), 72), under=SF)
    assert left(state) == 3
    assert fares(state) == "ok"


def test_the_log_says_what_stamina_took() -> None:
    state = given()
    (event,) = told(Hurt(("valeria",), (20,)), state, under=SF).events
    assert say(narrate(event, state)) == "Valeria: 20 damage, 20 of it Stamina"
