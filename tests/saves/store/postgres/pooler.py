"""A pgbouncer in transaction mode before a server of the tests, on a socket of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.saves.store.postgres.server import run_beside
from tests.saves.unprivileged import give_to_nobody

PORT = 6432
SETTINGS = """
[databases]
postgres = host={server}

[pgbouncer]
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 1000
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
logfile = {folder}/log
pidfile = {folder}/pid
"""
STOP = '"$0" -q "$1/settings" & read -r _; kill $!; wait; rm -rf "$1"'
"""Runs until nobody has the other end of the pipe any more; then its folder is deleted."""


def find_pooler() -> Path | None:
    """The program of pgbouncer; None if there is none."""
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        return None
    return Path(found)


@contextmanager
def pooling(program: Path, server: str, *, size: int) -> Iterator[str]:
    """The address of a server, whose socket is in a folder, through so few connections.

    Nobody keeps a connection of the server for longer than a transaction.
    """
    folder = Path(tempfile.mkdtemp(prefix="outrider-pooler-"))
    (folder / "settings").write_text(
        SETTINGS.format(server=server, size=size, port=PORT, folder=folder)
    )
    (folder / "users").write_text('"outrider" ""\n')
    user = give_to_nobody(folder, *folder.iterdir())
    url = f"postgresql://outrider@/postgres?host={folder}&port={PORT}"
    with run_beside(STOP, program, folder, user):
        wait_for(url)
        yield url


def wait_for(url: str) -> None:
    """Wait until there is somebody at an address."""
    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end, "nobody answers"
            time.sleep(0.05)
        else:
            return
