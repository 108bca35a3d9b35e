"""The changing system calls of a forked child, listed by strace or made to fail by it (Linux)."""

from __future__ import annotations

import ctypes
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ROOMY = (
    "write", "writev", "pwrite64", "pwritev", "pwritev2", "sendfile", "copy_file_range",
    "ftruncate", "truncate", "fallocate", "mkdir", "mkdirat", "rename", "renameat", "renameat2",
    "link", "linkat", "symlink", "symlinkat", "fsync", "fdatasync", "msync",
)  # fmt: skip
"""Calls that a full disk can refuse, in a well-known system: `openat` beside them."""
OTHERS = (
    "openat", "open", "creat", "unlink", "unlinkat", "rmdir", "chmod", "fchmod", "fchmodat",
    "chown", "fchown", "fchownat", "utimensat",
)  # fmt: skip
CHANGING = (*ROOMY, *OTHERS)
CALL = re.compile(r"^(?P<name>\w+)\((?P<rest>.*)$")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]+-[0-9a-f]+(?=\.lock)")
PID = re.compile(r"(?<=looked-over-)\d+")
PR_SET_PTRACER = 0x59616D61
ANY_PROCESS = -1
PATIENCE = 120
"""Seconds after which a silent child is a fault."""

Tell: TypeAlias = Callable[[str], None]
"""Says one line to the parent, by a call that is not among the changing ones."""


@dataclass(frozen=True)
class ChangingCall:
    """The `number`th call of `name` (from 1) that a child makes, and to what it is made."""

    name: str
    number: int
    target: str

    @property
    def kind(self) -> tuple[str, str]:
        """The call and its target, without what differs from run to run."""
        return self.name, PID.sub("*", UUID.sub("*", self.target))


@dataclass(frozen=True)
class Outcome:
    """What a traced child said before it ended, whether it was killed, and strace's lines."""

    said: tuple[str, ...]
    killed: bool
    lines: tuple[str, ...]

    @property
    def injected(self) -> bool:
        """Whether what was to happen at a call has happened."""
        return self.killed or any("(INJECTED)" in line for line in self.lines)


def find_tracing_fault(folder: Path) -> str | None:
    """Why strace cannot be used here, or None."""
    if not hasattr(os, "fork") or shutil.which("strace") is None:
        return "there is no strace here"
    made = folder / "probe"
    try:
        outcome = run_traced(
            lambda _: made.mkdir, folder / "probe.trace", ("-e", "inject=mkdir:error=ENOSPC:when=1")
        )
    except UntracedError as error:
        return str(error)
    return None if outcome.injected and not made.exists() else "strace injects nothing here"


class UntracedError(Exception):
    """The child could not be traced, or is silent."""


def run_traced(
    prepare: Callable[[Tell], Callable[[], object]],
    trace: Path,
    options: Sequence[str] = (),
) -> Outcome:
    """Fork, `prepare` in the child, attach strace, let the child act, and return what it said.

    What `prepare` returns is the act; only its calls are traced. A child that raises something
    says "broken" and what.
    """
    said, words = os.pipe()
    waits, starts = os.pipe()
    child = os.fork()
    if child == 0:
        _live(prepare, words, waits, (said, starts))
    os.close(words)
    os.close(waits)
    try:
        heard = _hear(said, b"ready\n")
        with _attach(child, trace, options) as strace:
            os.write(starts, b"!")
            heard += _hear(said, None)
            _, status = os.waitpid(child, 0)
            strace.wait(PATIENCE)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    finally:
        os.close(said)
        os.close(starts)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    lines = trace.read_text(errors="replace").splitlines()
    return Outcome(tuple(heard.decode().splitlines()), killed, tuple(lines))


def _live(
    prepare: Callable[[Tell], Callable[[], object]],
    words: int,
    waits: int,
    parents: Sequence[int],
) -> None:
    def tell(line: str) -> None:
        os.writev(words, [f"{line}\n".encode()])  # traced, but told from a write to a file

    def tell_unraised(problem: sys.UnraisableHookArgs) -> None:
        tell_error("ignored", problem.exc_value)

    def tell_error(how: str, error: BaseException | None) -> None:
        frames = traceback.extract_tb(None if error is None else error.__traceback__)
        where = " < ".join(f"{Path(one.filename).stem}.{one.name}" for one in reversed(frames))
        tell(f"broken {how} {type(error).__name__}: {error} in {where}".replace("\n", " "))

    sys.unraisablehook = tell_unraised  # what would be printed on the terminal
    try:
        for handle in parents:
            os.close(handle)
        act = prepare(tell)
        ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(ANY_PROCESS))
        tell("ready")
        os.read(waits, 1)
        act()
    except BaseException as error:  # it is told to the parent
        tell_error("raised", error)
    finally:
        os._exit(0)


def _hear(said: int, end: bytes | None) -> bytes:
    # Up to the line `end`, or up to the end of what is said.
    heard = b""
    while end is None or not heard.endswith(end):
        ready, _, _ = select.select([said], [], [], PATIENCE)
        if not ready:
            raise UntracedError(f"the child is silent after {heard!r}")
        more = os.read(said, 1 << 16)
        heard += more
        if not more and end is not None:
            raise UntracedError(f"the child ended after {heard!r}")
        if not more:
            break
    return heard


def _attach(child: int, trace: Path, options: Sequence[str]) -> subprocess.Popen[str]:
    named = ",".join(f"?{name}" for name in CHANGING if name != "writev")
    strace = subprocess.Popen(
        [
            "strace",
            "-y",
            "-s",
            "0",
            "-e",
            f"trace={named}",
            "-e",
            "signal=none",
            *options,
            "-o",
            str(trace),
            "-p",
            str(child),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert strace.stderr is not None
    first = strace.stderr.readline()
    if not first.rstrip().endswith("attached"):
        strace.kill()
        strace.wait()
        raise UntracedError(first.strip() or "strace says nothing")
    return strace


def read_calls(lines: Sequence[str], home: Path) -> list[ChangingCall]:
    """The calls that change something in `home`, numbered by name among all that were traced."""
    counts: Counter[str] = Counter()
    found = []
    for line in lines:
        call = CALL.match(line)
        if call is None:
            continue
        name = call["name"]
        rest = call["rest"]
        counts[name] += 1
        only_read = name in ("openat", "open") and "O_CREAT" not in rest and "O_TRUNC" not in rest
        if only_read or str(home) not in rest:
            continue
        target = rest[rest.index(str(home)) + len(str(home)) :]
        found.append(ChangingCall(name, counts[name], re.split(r'[">]', target)[0]))
    return found
