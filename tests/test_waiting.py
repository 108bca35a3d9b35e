"""The clock of the tests jumps when nothing is left to do and stops otherwise."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from tests import waiting
from tests.waiting import FRAME, Hangs, settled, until


async def test_time_passes_at_once() -> None:
    loop = asyncio.get_running_loop()
    before = loop.time()
    await asyncio.sleep(3600)
    assert loop.time() == pytest.approx(before + 3600)


async def test_it_stands_still_while_a_thread_works_however_long_that_takes() -> None:
    """Given a second's wait and work in a thread, then the work is done first."""
    told: list[str] = []

    async def work() -> None:
        told.append(await asyncio.to_thread(lambda: str(sum(range(2_000_000)))))

    async def wait() -> None:
        await asyncio.sleep(1)
        told.append("a second")

    await asyncio.gather(wait(), work())
    assert told == [str(sum(range(2_000_000))), "a second"]


async def test_what_a_thread_tells_is_heard_after_what_was_going_on_is_drawn() -> None:
    """Given a due frame and a ready answer, then the frame comes first."""
    told: list[str] = []
    answered = Event()

    async def frame() -> None:
        await asyncio.sleep(FRAME / 2)
        told.append("frame")

    async def work() -> None:
        told.append(await asyncio.to_thread(answer))

    def answer() -> str:
        answered.set()
        return "answer"

    drawing = asyncio.create_task(frame())
    working = asyncio.create_task(work())
    await asyncio.sleep(0)
    answered.wait()
    await asyncio.gather(drawing, working)
    assert told == ["frame", "answer"]


async def test_settled_is_when_workers_and_frames_are_done_and_not_later() -> None:
    loop = asyncio.get_running_loop()
    told: list[str] = []

    async def goes_on() -> None:
        for frame in range(3):
            await asyncio.sleep(FRAME / 2)
            told.append(await asyncio.to_thread(str, frame))

    async def later() -> None:
        await asyncio.sleep(1)
        told.append("later")

    tasks = asyncio.create_task(goes_on()), asyncio.create_task(later())
    before = loop.time()
    await settled()
    assert told == ["0", "1", "2"]
    assert loop.time() < before + 1
    await asyncio.gather(*tasks)


async def test_what_never_comes_is_named_and_costs_no_time() -> None:
    with pytest.raises(Hangs, match="never came: the ogre"):
        await until(lambda: False, "the ogre")


def test_what_hangs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a thread that does not end, or nothing left to run, then a failure says so."""
    gate = Event()

    async def held() -> None:
        await asyncio.to_thread(gate.wait)

    with asyncio.Runner() as runner:
        try:
            with monkeypatch.context() as quick:
                quick.setattr(waiting, "HANGS", 0.01)
                with pytest.raises(Hangs, match="still at work"):
                    runner.run(held())
        finally:
            gate.set()
    with monkeypatch.context() as quick, asyncio.Runner() as runner:
        quick.setattr(waiting, "HANGS", 0.01)
        with pytest.raises(Hangs, match="no timer is set"):
            runner.run(asyncio.Event().wait())


def test_a_test_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless() -> None:
        while True:
            await asyncio.sleep(3600)

    with asyncio.Runner() as runner, pytest.raises(Hangs, match="test's clock"):
        runner.run(endless())
