"""What all tests share: the same environment, and a clock and home for each."""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import tests.insides  # noqa: F401
from outrider import YOUNG
from tui.kit.phrases import set_units

# A slow machine is no failure. `make test` tries the same examples each time, so that a red run
# means a change; `make nightly` looks for new ones.
settings.register_profile("outrider", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "outrider"))


def pytest_collection_finish() -> None:
    """Look for garbage as seldom as the program does, in every test and not from `main` on."""
    gc.freeze()
    gc.set_threshold(YOUNG)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by the beginning of a long text: the environment of a test has its name, too."""
    return ascii(val[:40]) if isinstance(val, str | bytes) and len(val) > 60 else None


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for Outrider, for this test only."""
    folder = tmp_path / "home"
    monkeypatch.setenv("OUTRIDER_HOME", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    return folder


@pytest.fixture(autouse=True)
def usual_units() -> Iterator[None]:
    """Leave the units of figures as they were, whatever a test or its app chose."""
    yield
    set_units("metric")


@pytest.fixture
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the settings and the terminal say how it looks."""
    monkeypatch.delenv("OUTRIDER_LOOK")
