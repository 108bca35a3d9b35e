"""A PostgreSQL of its own for the tests, on a socket in a private folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.saves.unprivileged import give_to_nobody


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest of Debian's; None if there is none."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest = max(folders, key=version_of, default=None)
    if newest is not None:
        return newest
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    return None


def version_of(folder: Path) -> list[int]:
    """The version of the programs in a folder of Debian's, as numbers: 16, 9.6."""
    return [int(number) for number in folder.parent.name.split(".")]


def url_of(conninfo: str, database: str = "postgres", user: str = "outrider") -> str:
    """The address of a database of the server that libpq is told of so."""
    host, _, _ = conninfo.removeprefix("host=").partition(" ")
    return f"postgresql://{user}@/{database}?host={host}"


def as_user(url: str, user: str, rights: str = "SELECT, INSERT, UPDATE, DELETE") -> str:
    """The address for another user, who is made unless there is one, with rights on the tables."""
    import psycopg

    with psycopg.connect(url) as raw:
        known = raw.execute("SELECT FROM pg_roles WHERE rolname = %s", (user,)).fetchone()
        if known is None:
            raw.execute(f"CREATE ROLE {user} LOGIN".encode())
        raw.execute(f"GRANT {rights} ON ALL TABLES IN SCHEMA public TO {user}".encode())
    return url.replace("//outrider@", f"//{user}@")


def empty_server(url: str) -> None:
    """Delete all campaigns of a server."""
    import psycopg

    with psycopg.connect(url) as raw:
        raw.execute("DELETE FROM outrider_campaign")


STOP = 'read -r _; "$0" -w -m immediate -D "$1/data" stop; rm -rf "$1"'
"""Stops a server and deletes its folder when nobody has the other end of the pipe any more."""
QUICK = "-c fsync=off"
"""What a server is told whose data need not outlive the machine."""
SAFE = ""
"""What one is told whose data outlives it: PostgreSQL's own settings."""


class PostgresServer:
    """A PostgreSQL in a folder of its own, with its socket there. It does not run as root."""

    def __init__(self, programs: Path, folder: Path, user: int | None) -> None:
        self.folder = folder
        self._programs = programs
        self._user = user

    @property
    def data(self) -> Path:
        """The folder of its data."""
        return self.folder / "data"

    @property
    def conninfo(self) -> str:
        """How libpq connects to it."""
        return f"host={self.folder} user=outrider dbname=postgres"

    def run(self, program: str, *options: str) -> None:
        """Run one of PostgreSQL's programs for it."""
        command = [str(self._programs / program), "-D", str(self.data), *options]
        log = self.folder / "log"
        with log.open("ab") as written:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                user=self._user,
                cwd=self.folder,
            )
        assert done.returncode == 0, log.read_text()

    def make(self, *, asked: str = "") -> None:
        """Make its data; `asked` is the name of a user who is asked for a password."""
        self.run("initdb", "-U", "outrider", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        if asked:
            rules = f"local all {asked} scram-sha-256\nlocal all all trust\n"
            (self.data / "pg_hba.conf").write_text(rules)

    def start(self, settings: str = QUICK) -> None:
        """Start it and wait until it answers."""
        place = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self.run("pg_ctl", "-w", "-o", f"{place} {settings}", "start")

    def restart_at_once(self, settings: str = QUICK) -> None:
        """Stop it without asking anybody, and start it again."""
        self.run("pg_ctl", "-w", "-m", "immediate", "stop")
        self.start(settings)

    def kill(self) -> None:
        """Kill it with signal 9; its other processes then end by themselves."""
        first_line, *_ = (self.data / "postmaster.pid").read_text().splitlines()
        os.kill(int(first_line), signal.SIGKILL)

    def follow(self, first: PostgresServer) -> None:
        """Take in the data of another server, which is running, and follow that when started."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-c", "fast", "-R", "-d", first.conninfo)

    def promote(self) -> None:
        """Take the place of the server that it follows, and wait until that is so."""
        self.run("pg_ctl", "-w", "promote")


@contextmanager
def folder_of_server(programs: Path) -> Iterator[PostgresServer]:
    """A server that has no data yet.

    It is stopped and deleted at the end, also where this process is killed before.
    """
    folder = Path(tempfile.mkdtemp(prefix="outrider-server-"))
    user = give_to_nobody(folder)
    with run_beside(STOP, programs / "pg_ctl", folder, user):
        yield PostgresServer(programs, folder, user)


def run_beside(
    script: str, program: Path, folder: Path, user: int | None
) -> subprocess.Popen[bytes]:
    """Run a script of the shell with a program and a folder; it reads the end of this process.

    With `user` None it is run by who runs this.
    """
    return subprocess.Popen(
        ["sh", "-c", script, str(program), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=user,
        cwd="/",
        start_new_session=True,
    )


@contextmanager
def started(programs: Path, settings: str = QUICK, *, asked: str = "") -> Iterator[PostgresServer]:
    """A server that runs; `asked` as in `PostgresServer.make`."""
    with folder_of_server(programs) as server:
        server.make(asked=asked)
        server.start(settings)
        yield server


@contextmanager
def running(programs: Path, *, asked: str = "") -> Iterator[str]:
    """How libpq connects to a server that runs; `asked` as in `PostgresServer.make`."""
    with started(programs, asked=asked) as server:
        yield server.conninfo
