"""One command line run. Each verb is a module of tui.cli; their words are those of `command_line`.

Nothing heavy is imported here: a verb's module is imported when that verb is run.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

from tui.kit.phrases import phrase, say

if TYPE_CHECKING:
    import argparse

    from core.messages import Message

BAD_INPUT = 2
INTERRUPTED = 130
_SCREENS = "screens"

_UNSAID: Mapping[str, Any] = {
    "version": False,
    "db": None,
    "ruleset": None,
    "units": None,
    "strict": False,
}
_PLAIN_STARTS: Mapping[tuple[str, ...], Mapping[str, Any]] = {
    (): {"verb": None, "module": _SCREENS, **_UNSAID},
    ("demo",): {"verb": "demo", "module": _SCREENS, "new": False, **_UNSAID},
}
"""What the parser makes of the command lines without an option that open the screens."""


def read_arguments(argv: Sequence[str]) -> argparse.Namespace | SimpleNamespace:
    """Read a command line; a usage error exits 2.

    The first screen does not wait for a parser that has nothing to parse.
    """
    plain = _PLAIN_STARTS.get(tuple(argv))
    if plain is not None:
        return SimpleNamespace(**plain)
    from tui.cli.command_line import parser

    return parser(argv[0]).parse_args(argv)


def main(argv: Sequence[str], version: str) -> int:
    """Run one command line and return its exit code (usage errors exit 2 by themselves)."""
    _open_closed_streams()
    password = _find_password(argv)
    if password is not None:  # before anything quotes it
        print(f"outrider: {say(password)}", file=sys.stderr)
        return BAD_INPUT
    args = read_arguments(argv)
    if args.version:
        print(f"outrider {version}")
        return 0
    _prefer(args)
    try:
        with _library(args):
            code: int = importlib.import_module(f"tui.cli.{args.module}").run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_quietly()
    except OSError as error:  # stdout cannot take the answer: `outrider list > /dev/full`
        reason = error.strerror or error
        if error.errno == errno.EBADF:
            reason = phrase("the answer could not be printed: standard output is closed.")
        print(f"outrider: {reason}", file=sys.stderr)
        _leave_quietly(1)
    return code


def _open_closed_streams() -> None:
    # A file opened later would have its number otherwise, and be written into as if it were stdout.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  (until the end)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the end)
    if sys.stdout is None:
        # Open for reading, so that an answer which nobody gets is an error: a verb that only
        # writes a file succeeds.
        unwritable = os.open(os.devnull, os.O_RDONLY)
        sys.stdout = open(unwritable, "w", encoding="utf-8")  # noqa: SIM115  (until the end)


def _find_password(argv: Sequence[str]) -> Message | None:
    # What is said of a password on the command line; None: there is none.
    if tuple(argv) in _PLAIN_STARTS:
        return None
    from saves.server_url import PASSWORD, has_password

    if any(map(has_password, argv)):
        return PASSWORD
    return None


def _prefer(args: argparse.Namespace | SimpleNamespace) -> None:
    from saves.settings import load
    from tui.kit.phrases import set_units

    options = {} if args.units is None else {"units": args.units}
    settings = load(options).settings
    set_units("imperial" if settings.units == "imperial" else "metric")


def _library(args: argparse.Namespace | SimpleNamespace) -> AbstractContextManager[None]:
    if args.db is None:
        return nullcontext()
    from saves.store.places import library_at

    return library_at(args.db)


def _leave_quietly(code: int = 0) -> NoReturn:
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())  # or the interpreter complains when it flushes at exit
    raise SystemExit(code)
