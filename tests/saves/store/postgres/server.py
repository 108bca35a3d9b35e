"""A PostgreSQL of its own for the tests, on a socket in a private folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.saves.unprivileged import NOBODY


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


STOP = 'read -r _; "$0" -w -m immediate -D "$1/data" stop; rm -rf "$1"'
"""Stops a server and deletes its folder when nobody has the other end of the pipe any more."""


@contextmanager
def running(folder_of_programs: Path, *, asked: str = "") -> Iterator[str]:
    """A server, and how libpq connects to it. It does not run as root.

    It stops at the end, also where this process is killed before. `asked` is the name of a user
    who is asked for a password.
    """
    folder = Path(tempfile.mkdtemp(prefix="outrider-server-"))
    user = None
    if os.geteuid() == 0:
        user = NOBODY
        os.chown(folder, NOBODY, -1)
    data = folder / "data"

    def run(program: str, *options: str) -> None:
        command = [str(folder_of_programs / program), "-D", str(data), *options]
        with (folder / "log").open("ab") as log:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=user, cwd=folder
            )
        assert done.returncode == 0, (folder / "log").read_text()

    stopper = subprocess.Popen(
        ["sh", "-c", STOP, str(folder_of_programs / "pg_ctl"), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=user,
        cwd="/",
        start_new_session=True,
    )
    with stopper:
        run("initdb", "-U", "outrider", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        if asked:
            rules = f"local all {asked} scram-sha-256\nlocal all all trust\n"
            (data / "pg_hba.conf").write_text(rules)
        settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run("pg_ctl", "-w", "-o", settings, "start")
        yield f"host={folder} user=outrider dbname=postgres"
