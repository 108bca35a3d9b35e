"""The environment of every test and of the programs it starts, the same on any machine.

Importing this module sets it up; Textual reads some of it on import.
"""

from __future__ import annotations

import os
import time

SPEAK_OF_ELSEWHERE = (
    "CLICOLOR", "COLORTERM", "COLUMNS", "ESCDELAY", "FORCE_COLOR", "GIT_", "JUPYTER_", "LANG",
    "LC_", "LINES", "NO_COLOR", "OUTRIDER_", "PG", "PYTHON", "TEXTUAL", "TTY_", "XDG_",
)  # fmt: skip
"""Prefixes of environment variables that are hidden from tests."""

KEPT = (
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONPYCACHEPREFIX",
    "TEXTUAL_SNAPSHOT_",
)
"""Prefixes of those that are not: by the last the workers of a run communicate."""

for _name in [name for name in os.environ if name.startswith(SPEAK_OF_ELSEWHERE)]:
    if not _name.startswith(KEPT):
        os.environ.pop(_name)
os.environ.update(
    LANG="C.UTF-8",
    OUTRIDER_HOME="/dev/null/home",  # none outside a test, and it cannot be made
    OUTRIDER_LOOK="ascii",  # tests tell signs by it
    TERM="xterm-256color",
    TEXTUAL_ANIMATIONS="none",
    TZ="UTC",
)
time.tzset()
os.umask(0o022)
