"""Pressing a key, or typing a word, whose meaning is a plain function.

`S` is what a key of the screen goes by, `C` what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from textual.worker import Worker

from tui.play.dialogs.dialog import AskingHost

P = ParamSpec("P")
S = TypeVar("S", covariant=True)
C = TypeVar("C", contravariant=True)


class KeyHost(AskingHost, Protocol[S, C]):
    """A screen whose keys are such functions."""

    @property
    def standpoint(self) -> S: ...
    def carry_out(self, change: C, /) -> Worker[object] | None: ...


def press(
    screen: KeyHost[S, C],
    key: Callable[Concatenate[S, P], C],
    *values: P.args,
    **named: P.kwargs,
) -> Worker[object] | None:
    """Carry out what a key or word comes to now, or say why it is refused.

    Returns the worker that waits for the answer, where something is asked or written.
    """
    with screen.gm.refusing():
        return screen.carry_out(key(screen.standpoint, *values, **named))
    return None


def action(
    key: Callable[Concatenate[S, P], C],
) -> Callable[Concatenate[KeyHost[S, C], P], None]:
    """Return the action of a key: what `key` returns is carried out."""

    def act(screen: KeyHost[S, C], /, *values: P.args, **named: P.kwargs) -> None:
        press(screen, key, *values, **named)

    act.__doc__ = key.__doc__
    return act


def word(
    key: Callable[Concatenate[S, P], C],
) -> Callable[Concatenate[KeyHost[S, C], P], Worker[object] | None]:
    """Return what a word does: as `action`, and the next line of a paste waits for it."""

    def act(screen: KeyHost[S, C], /, *values: P.args, **named: P.kwargs) -> Worker[object] | None:
        return press(screen, key, *values, **named)

    act.__doc__ = key.__doc__
    return act
