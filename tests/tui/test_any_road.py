"""On any journey Enter and Space do what they say: no screen, the words against `decide`."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.dice import Answer, Typed
from core.messages import Hours, Message, Refusal
from core.play import queries
from core.play.facts.fold import Event, evolve_all
from core.play.facts.road.commands import Camp, March, SetRoute, SetSchedule, Wait
from core.play.facts.road.events import PlanSet, Travelled
from core.play.facts.state import Schedule, State
from core.play.resolution import Decided, Needs
from core.play.union import Command, decide
from core.values import replace
from tests.builders import HARSK, HORSE, PONY, TAM, VALERIA, WAGON, after
from tests.core.play.maps import at
from tests.core.play.random_journeys import WORLD, commands, hexes, step
from tests.thorough import examples
from tests.tui.views import view_of
from tui.journey.model import enter_action, is_march_refused, pending_action
from tui.kit.phrases import say


def outcome_of(command: Command, state: State) -> Decided | Needs | Refusal:
    try:
        return decide(command, state, WORLD, {})
    except Refusal as refusal:
        return refusal


def parts_of(message: Message) -> list[Message]:
    """The message and all within it."""
    parts = [message]
    for _, value in message.values:
        within = value if isinstance(value, tuple) else (value,)
        for each in within:
            if isinstance(each, Message):
                parts += parts_of(each)
    return parts


def told(message: Message, name: str) -> object:
    """The value of this name, in whichever part of the message has it; None: none has."""
    values = [part.value(name) for part in parts_of(message)]
    return next((value for value in values if value is not None), None)


def hours_of(events: tuple[Event, ...]) -> Fraction:
    return sum((one.hours for one in events if isinstance(one, Travelled)), Fraction(0))


def check_space(state: State) -> None:
    """Space does what it says, asks as many rolls, or says why it does nothing."""
    words = queries.next_action(state, WORLD)
    command = queries.space(state, WORLD)
    if command is None:
        if pending_action(state) is None:
            refused = outcome_of(March(), state)
            assert isinstance(refused, Refusal)
            assert say(words) == say(refused.message)
            assert is_march_refused(state, WORLD) == (refused.code == "cannot_walk")
        return
    outcome = outcome_of(command, state)
    assert not isinstance(outcome, Refusal), (say(words), outcome)
    if state.fight is not None:
        return
    asked = len(outcome.questions) if isinstance(outcome, Needs) else 0
    assert (told(words, "rolls") or 0) == asked, say(words)
    if isinstance(outcome, Needs):
        return
    if isinstance(command, March):
        assert told(words, "hours") == Hours(hours_of(outcome.events))
    if isinstance(command, Camp) and told(words, "hour") is not None:
        assert told(words, "hour") == evolve_all(state, outcome.events).clock.hour


def check_enter(state: State, hex: str) -> None:
    """Enter sets the way that it says, and no other; what it refuses is refused or changes nothing.

    The routes of the state are known.
    """
    request = queries.routes_request(state, WORLD)
    routes = None
    why = None
    try:
        routes = None if request is None else queries.routes(request, WORLD)
    except Refusal as refusal:
        why = refusal.message
    action = enter_action(view_of(state, WORLD), hex, (), routes, why)
    if action.route is not None:
        outcome = outcome_of(action.route, state)
        assert isinstance(outcome, Decided), (say(action.words), outcome)
        goals = [event.plan.goal for event in outcome.events if isinstance(event, PlanSet)]
        assert goals == [hex]
        assert say(action.words).startswith("send the party to ")
    elif action.step:
        assert not say(action.words).startswith("nothing")
    else:
        assert say(action.words).startswith("nothing: ")
        assert isinstance(outcome_of(SetRoute(hex), state), Refusal) or hex in (
            state.place,
            state.plan.goal if state.plan is not None else "",
        )


def test_space_says_how_far_it_goes_where_what_was_rolled_before_is_met() -> None:
    """Given an encounter rolled for the next minutes, then Space tells no whole day's march."""
    state = after(SetRoute("0303"), at("0101", TAM), under=WORLD)
    checked = SetSchedule(Schedule(dice="d12", every_h=Fraction(4), wanted=(1,), nights=True))
    state = after(checked, state, under=WORLD)
    wait = Wait(Fraction(1, 12))
    answers: dict[str, Answer] = {}
    outcome = decide(wait, state, WORLD, answers)
    while isinstance(outcome, Needs):
        faces = {one.key: Typed(1 if one.wanted else 6) for one in outcome.questions}
        answers.update(faces)
        outcome = decide(wait, state, WORLD, answers)
    state = evolve_all(state, outcome.events)
    assert "until something is met" in say(queries.next_action(state, WORLD))
    check_space(state)


@examples(10, 1_500)
@given(
    story=st.lists(commands, min_size=1, max_size=14),
    where=st.lists(hexes, min_size=2, max_size=2),
    faces=st.data(),
)
def test_enter_and_space_do_what_they_say_on_any_journey(
    story: list[Command], where: list[str], faces: st.DataObject
) -> None:
    state = at("0101", HARSK, TAM, VALERIA, HORSE, PONY, replace(WAGON, present=False), boat="0101")
    state = after(SetRoute("0303"), state, under=WORLD)
    for command in story:
        state = step(command, state, faces)
        check_space(state)
    for hex in where:
        check_enter(state, hex)
