"""The net beneath the screens: what fails in computing or painting is logged, and a sentence shown.

An app that keeps failures is a `FailureKeeper`; beneath any other app a failure is raised as ever.
No other module catches any failure, whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, runtime_checkable

from core.messages import Message, Refusal
from tui.kit.phrases import Words

T = TypeVar("T")


class Hosted(Protocol):
    """A widget, a screen or an app."""

    @property
    def app(self) -> object:
        """The app that it is part of. RuntimeError without one."""


@runtime_checkable
class FailureKeeper(Protocol):
    """An app that logs failures, and speaks to the GM."""

    def keep_failure(self, error: Exception, *, doing: bool = False) -> Message:
        """Log `error`, and return the sentence to show in place of what failed.

        `doing`: it failed in doing what was asked for, not in showing what there is.
        """

    def sentence(self, message: Words | None) -> None:
        """Show one sentence on the present screen."""


class Catch:
    """How a block ended: `message` is what to show in its place; None: it did not fail."""

    message: Message | None = None


@contextmanager
def catching(node: Hosted, *, doing: bool = False) -> Iterator[Catch]:
    """Catch any failure in the block, and log it; who catches it shows the sentence."""
    catch = Catch()
    try:
        yield catch
    except Exception as error:
        keeper = _find_keeper(node)
        if keeper is None:
            raise
        catch.message = keeper.keep_failure(error, doing=doing)


@contextmanager
def saying_failures(node: Hosted, *, doing: bool = False) -> Iterator[Catch]:
    """Catch any failure in the block, log it, and say so on the present screen."""
    with catching(node, doing=doing) as catch:
        yield catch
    keeper = _find_keeper(node)
    if catch.message is not None and keeper is not None:
        keeper.sentence(catch.message)


def _find_keeper(node: Hosted) -> FailureKeeper | None:
    try:
        app = node.app
    except RuntimeError:  # no app runs: a pane is asked by itself
        return None
    if isinstance(app, FailureKeeper):
        return app
    return None


def attempt(work: Callable[[], T], instead: T) -> tuple[T, Exception | None]:
    """Return what `work` returns; if it fails, `instead` and the error, for another to log.

    A Refusal is raised as ever.
    """
    try:
        return work(), None
    except Refusal:
        raise
    except Exception as error:
        return instead, error
