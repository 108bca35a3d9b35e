"""What every test and every program that a test starts finds around it, on any machine.

Importing this module puts it in place; Textual reads some of it when it is imported itself.
"""

from __future__ import annotations

import os
import time

SPEAK_OF_ELSEWHERE = (
    "CLICOLOR", "COLORTERM", "COLUMNS", "ESCDELAY", "FORCE_COLOR", "GIT_", "JUPYTER_", "LANG",
    "LC_", "LINES", "NO_COLOR", "OUTRIDER_", "PYTHONUTF8", "PYTHONIOENCODING", "TEXTUAL", "TTY_",
    "XDG_",
)  # fmt: skip
"""What the names of variables begin with that no test shall see."""

OURS = "TEXTUAL_SNAPSHOT_"
"""What the workers of one run tell each other."""

for _name in [name for name in os.environ if name.startswith(SPEAK_OF_ELSEWHERE)]:
    if not _name.startswith(OURS):
        os.environ.pop(_name)
os.environ.update(
    LANG="C.UTF-8",
    OUTRIDER_HOME="/dev/null/home",  # what is done outside a test has none, and nobody can make it
    TERM="xterm-256color",
    TEXTUAL_ANIMATIONS="none",
    TZ="UTC",
)
time.tzset()
os.umask(0o022)
