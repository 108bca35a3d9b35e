"""Whatever is done with the order: each acts once a round, nobody is lost, the clock is right."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.play.facts.fight.turns.commands import (
    ActNow,
    ClearCondition,
    Delay,
    EndTurn,
    Ready,
    RollInitiative,
    SetCondition,
)
from core.play.facts.fight.turns.events import Delayed, Interposed, RoundBegan, TurnBegan
from core.play.facts.fight.turns.until import TURNS, lying
from core.play.facts.road.commands import Wait
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt, Rule
from core.play.union import Command, evolve_all
from tests.core.play.fight.turning import SECONDS, fight, fighting, told
from tests.thorough import examples

WHO = ("tam", "harsk", "valeria", "ogre", "wolf-1", "wolf-2", "wolf-3")
STATE = fighting()
who = st.sampled_from(WHO)
acting = st.just("")
"""In place of an id: whoever acts."""
totals = st.sampled_from(("5", "15.5", "30"))
commands: st.SearchStrategy[Command] = st.one_of(
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.builds(Delay, st.one_of(acting, who)),
    st.builds(Ready, st.one_of(acting, who), st.just("when it comes")),
    st.builds(ActNow, who),
    st.builds(ActNow, who),
    st.builds(RollInitiative, st.tuples(who)),
    st.builds(lambda one, total: Rule("initiative", total, one), who, totals),
    st.builds(
        lambda one, many: SetCondition((one,), "stunned", rounds=many), who, st.integers(1, 3)
    ),
    st.builds(
        lambda one, of, edge: SetCondition((one,), "slowed", of=of, edge=edge),
        who,
        who,
        st.sampled_from(("start", "end")),
    ),
    st.builds(lambda one: ClearCondition((one,), "stunned"), who),
    st.builds(lambda one, many: Hurt((one,), (many,)), who, st.integers(1, 40)),
    st.builds(Wait, st.sampled_from((SECONDS, 10 * SECONDS))),
)


class Teller:
    """Plays a story of turns, and counts the turns that each creature has in each round."""

    def __init__(self) -> None:
        self.state: State = STATE
        self.turns: Counter[tuple[int, str]] = Counter()
        self.waits: set[tuple[int, str]] = set()
        self._count(("valeria",))

    def _count(self, who: tuple[str, ...]) -> None:
        self.turns.update((fight(self.state).round, one) for one in who)

    def play(self, command: Command, face: int) -> None:
        try:
            found = told(self._meant(command), self.state, face=face)
        except Refusal:
            return
        for event in found.events:
            before = fight(self.state)
            self.state = evolve_all(self.state, (event,))
            slots = fight(self.state)
            match event:
                case TurnBegan(slot, passed, resumed):
                    for key in (*passed, *(() if resumed else (slot,))):
                        one = before.slot(key)
                        if one is not None and one.began < before.round:
                            self._count(one.who)
                case Interposed(who):
                    one = next(s for s in slots.order if who in s.who)
                    late = tuple(w for w in one.who if (slots.round, w) not in self.turns)
                    self._count(late)
                case Delayed(who):
                    self.waits.add((slots.round, who))
                case RoundBegan(number, passed=passed):
                    for key in passed:
                        one = before.slot(key)
                        if one is not None and one.began < before.round:
                            self.turns.update((number - 1, who) for who in one.who)
                    self.round_is_whole(number - 1)

    def _meant(self, command: Command) -> Command:
        slot = fight(self.state).slot(fight(self.state).acting)
        if isinstance(command, Delay | Ready) and not command.who and slot is not None:
            if isinstance(command, Delay):
                return Delay(slot.who[0])
            return Ready(slot.who[0], command.what)
        if isinstance(command, ActNow):
            figures = fight(self.state).figures
            wait = [figure.id for figure in figures if figure.delaying or figure.readied]
            return ActNow(wait[WHO.index(command.who) % len(wait)]) if wait else EndTurn()
        return command

    def round_is_whole(self, number: int) -> None:
        """Everybody has had a turn in a round that is over, and nobody two."""
        for one in WHO:
            assert self.turns[number, one] <= 1, (number, one)


@given(st.lists(st.tuples(commands, st.integers(1, 20)), min_size=12, max_size=40))
@examples(20, 40)
def test_whatever_is_done_nobody_is_lost_and_the_clock_is_right(
    story: list[tuple[Command, int]],
) -> None:
    teller = Teller()
    for command, face in story:
        teller.play(command, face)
        state = teller.state
        encounter = fight(state)
        listed = Counter(one for slot in encounter.order for one in slot.who)
        assert listed == Counter(WHO)
        assert len({slot.key for slot in encounter.order}) == len(encounter.order)
        assert encounter.began is not None
        assert state.clock == encounter.began.after((encounter.round - 1) * SECONDS)
        assert all(count == 1 for count in teller.turns.values())


@given(
    st.lists(st.sampled_from(("end", "delay", "ready", "act")), min_size=12, max_size=40), st.data()
)
@examples(20, 40)
def test_each_acts_once_a_round_whatever_waits(story: list[str], data: st.DataObject) -> None:
    teller = Teller()
    for word in story:
        slot = fight(teller.state).slot(fight(teller.state).acting)
        one = "" if slot is None else slot.who[0]
        words: dict[str, Command] = {
            "end": EndTurn(),
            "delay": Delay(one),
            "ready": Ready(one, "x"),
            "act": ActNow(data.draw(who)),
        }
        teller.play(words[word], 10)
    last = fight(teller.state).round
    for number in range(1, last):
        for each in WHO:
            held = any((before, each) in teller.waits for before in range(1, number + 1))
            assert teller.turns[number, each] == 1 or held, (number, each)


@given(st.lists(st.tuples(commands, st.integers(1, 20)), min_size=8, max_size=20))
@examples(10, 20)
def test_nothing_that_hangs_on_a_turn_outlives_it(story: list[tuple[Command, int]]) -> None:
    teller = Teller()
    for command, face in story:
        teller.play(command, face)
        state = teller.state
        hung = [one for _, one in lying(state) if one.until.kind in TURNS]
        assert all(one.until.round >= fight(state).round for one in hung)
