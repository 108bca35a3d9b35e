"""The program's front door: `python -m outrider`, `./outrider`, or `outrider` once installed."""

from __future__ import annotations

import gc
import os
import sys

__version__ = "0.2.0"

YOUNG = 300_000
"""So many new objects before Python looks for garbage: what a start makes is what stays."""

NO_PLUGINS = ("PYDANTIC_DISABLE_PLUGINS", "__all__")
"""Pydantic looks for none: that reads what every installed package says of itself."""

APP = os.path.join(os.path.dirname(__file__), "_app")
"""The folder of the packages in an installed Outrider; a checkout has none."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's own) and return the exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments == ["--version"]:
        print(f"outrider {__version__}")
        return 0
    gc.set_threshold(YOUNG)
    os.environ.setdefault(*NO_PLUGINS)
    if os.path.isdir(APP):
        sys.path.insert(0, APP)  # before a folder `core` of the place where it is started
    # Imported here so that --version stays as quick as the interpreter itself.
    from tui.cli import main as run

    return run(arguments, version=__version__)


if __name__ == "__main__":
    sys.exit(main())
