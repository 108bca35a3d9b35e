"""A disk without room for a file to grow."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def no_room_to_grow(path: Path) -> Iterator[None]:
    """Let every write behind the present end of `path` fail, in whatever file (POSIX only)."""
    assert sys.platform != "win32"
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
