"""What every test rests on: a still screen, no colour switches, and a home of its own."""

from __future__ import annotations

import os

for _name in ("NO_COLOR", "TEXTUAL_FILTERS", "TEXTUAL_THEME"):
    os.environ.pop(_name, None)
for _name in [name for name in os.environ if name.startswith("OUTRIDER_")]:
    os.environ.pop(_name)
os.environ["TEXTUAL_ANIMATIONS"] = "none"  # read when textual is imported: keep above the imports
os.environ["TZ"] = "UTC"

import time
from pathlib import Path

import pytest
from hypothesis import settings
from textual.widgets import Input, TextArea

import tests.idle
import tests.sheets  # noqa: F401

time.tzset()

# A slow machine is no failure. `make test` tries the same examples each time, so that a red run
# means a change; `make nightly` looks for new ones.
settings.register_profile("outrider", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "outrider"))


@pytest.fixture(autouse=True)
def still_cursors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep cursors from blinking: a blink is a different screen."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    monkeypatch.setattr(TextArea, "_toggle_cursor_blink_visible", lambda self: None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for Outrider that is this test's alone."""
    folder = tmp_path / "home"
    monkeypatch.setenv("OUTRIDER_HOME", str(folder))
    return folder
