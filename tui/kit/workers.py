"""Waiting for a worker of Textual's from within another one."""

from __future__ import annotations

from asyncio import CancelledError
from typing import TypeVar

from textual.worker import Worker, WorkerCancelled

T = TypeVar("T")


async def wait_for(worker: Worker[T]) -> T:
    """Return what a worker returns. CancelledError where it or who waits is cancelled.

    `Worker.wait` raises WorkerCancelled in both cases, which is an error to a worker that waits:
    it would fail, and who leaves Outrider with a line open would find a mistake in the log.
    Raises WorkerFailed where the worker failed.
    """
    try:
        return await worker.wait()
    except WorkerCancelled as cancelled:
        raise CancelledError from cancelled
