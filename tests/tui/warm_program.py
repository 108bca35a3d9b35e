"""The program, started from a process that has imported everything: a fork instead of a start.

`python -m tests.tui.warm_program FD` is that process. It ends when the test run that asks it
through the socket FD ends. The socket keeps messages apart: each request is one, and has one
answer.

A fork is as good as a start because the process has only imported: it knows nothing of the tests,
has no thread, has opened nothing and read no settings. What is read of the environment at import is
the same for all tests (`tests.surroundings`); the rest is replaced in the fork, as are streams,
session and signals. By night, and where a test is about the start itself, programs are started
(`terminals.py`).
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Never

ROOT = Path(__file__).parents[2]
LONGEST = 1 << 20
"""Bytes of a request, which holds a whole environment."""
HEEDED = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
"""The signals that a program heeds also where the tests were started by nohup."""


class WarmChild:
    """A forked program: what tests ask of a `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        if self.returncode is None:
            os.kill(self._pid, number)

    def poll(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._ask(block=False)

    def wait(self) -> int:
        """Wait until it ends, and return its exit code."""
        code = self._ask(block=True)
        assert code is not None
        return code

    def _ask(self, *, block: bool) -> int | None:
        if self.returncode is None:
            self.returncode = _ask({"wait": self._pid, "block": block})["code"]
        return self.returncode


def start_warm(
    arguments: tuple[str, ...], inside: int, environment: Mapping[str, str]
) -> WarmChild:
    """Start `outrider ARGUMENTS` with a terminal as its streams, in a session of its own."""
    request = {"start": arguments, "environment": dict(environment)}
    return WarmChild(_ask(request, inside)["pid"])


@cache
def _server() -> socket.socket:
    """The line to the process that forks, which ends with this one."""
    line, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tui.warm_program", str(its_end.fileno())],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[its_end.fileno()],
        start_new_session=True,
    )
    its_end.close()

    def end() -> None:
        line.close()
        process.wait()

    atexit.register(end)
    return line


def _ask(request: Mapping[str, object], *handed: int) -> dict[str, Any]:
    # A test asks one thing at a time, so that the next message is the answer.
    line = _server()
    socket.send_fds(line, [json.dumps(request).encode()], handed)
    answer: dict[str, Any] = json.loads(line.recv(LONGEST))
    return answer


# in the process that forks


def serve(line: socket.socket) -> None:
    """Fork programs, and wait for them, until nobody asks any more; in a fork, be the program."""
    while True:
        data, handed, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not data:
            return
        request = json.loads(data)
        if "wait" in request:
            code = _wait_for(request["wait"], block=request["block"])
            answer = {"code": code}
        else:
            (terminal,) = handed
            answer = {"pid": _fork(request, line, terminal)}
        line.send(json.dumps(answer).encode())


def _wait_for(child: int, *, block: bool) -> int | None:
    """The exit code of a fork; None while it runs, unless this is to wait for its end."""
    pid, status = os.waitpid(child, 0 if block else os.WNOHANG)
    if pid == 0:
        return None
    return os.waitstatus_to_exitcode(status)


def _fork(request: Mapping[str, Any], line: socket.socket, terminal: int) -> int:
    """Start the program in a fork, and return its process."""
    pid = os.fork()
    if pid == 0:
        line.close()
        _be_the_program(request["start"], request["environment"], terminal)
    os.close(terminal)
    return pid


def _be_the_program(arguments: list[str], environment: Mapping[str, str], terminal: int) -> Never:
    """Run the program as the interpreter runs it in a terminal; raises SystemExit."""
    os.setsid()
    for number in HEEDED:
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    for stream in (0, 1, 2):
        os.dup2(terminal, stream)
    os.close(terminal)
    for name, stream, way in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        text = os.fdopen(stream, way, buffering=1, encoding="utf-8", closefd=False)
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)
    sys.argv = [str(ROOT / "outrider.py"), *arguments]
    sys.exit(import_module("outrider").main(arguments))


def _import_everything() -> None:
    """Import what the program imports until it shows a campaign.

    It is no garbage, and is not looked through in the forks, which would copy its memory.
    """
    app = import_module("tui.app")
    import_module("tui.cli.screens")
    import_module("tui.play.log.previously")
    for mode in app.OutriderApp.MODES:
        import_module(f"tui.{mode}.screen")
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    _import_everything()
    serve(socket.socket(fileno=int(sys.argv[1])))
