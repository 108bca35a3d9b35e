"""One question at a time: what was asked last is answered, and worked out once."""

from __future__ import annotations

import operator

from textual.app import App

from core.messages import Message
from tui.worker import Latest


def refuse(asked: object, trouble: Message) -> str:
    """What is shown in place of an answer that fails."""
    raise AssertionError(asked, trouble)


async def test_the_question_answered_last_is_answered_again_without_working_it_out() -> None:
    """Given an answer, when it is asked again, then it is taken again; another is worked out."""
    worked_out: list[list[str]] = []
    taken: list[str] = []

    def answer(asked: list[str]) -> str:
        worked_out.append(asked)
        return "".join(asked)

    first = ["a"]
    equal = ["a"]
    app: App[None] = App()
    async with app.run_test() as pilot:
        latest = Latest(app, answer, lambda _, told: taken.append(told), refuse)
        for asked in (first, first, equal, first):
            latest.ask(asked)
            await pilot.pause()
    assert taken == ["a"] * 4
    assert [id(asked) for asked in worked_out] == [id(first), id(equal), id(first)]


async def test_an_equal_question_is_not_worked_out_again_where_that_is_the_same_question() -> None:
    """Given a question known by its parts, when an equal one is asked, then the answer is taken."""
    worked_out: list[list[str]] = []
    taken: list[str] = []

    def answer(asked: list[str]) -> str:
        worked_out.append(asked)
        return "".join(asked)

    def take(_: list[str], told: str) -> None:
        taken.append(told)

    app: App[None] = App()
    async with app.run_test() as pilot:
        latest = Latest(app, answer, take, refuse, operator.eq)
        for asked in (["a"], ["a"], ["b"]):
            latest.ask(asked)
            await pilot.pause()
    assert taken == ["a", "a", "b"]
    assert worked_out == [["a"], ["b"]]
