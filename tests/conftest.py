"""What all tests share: the same environment, and a clock and home for each."""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

import gc
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

import tests.insides  # noqa: F401
from outrider import YOUNG
from tui.kit.phrases import set_units

# A slow machine is no failure. `make test` tries the same examples each time, so that a red run
# means a change; `make nightly` looks for new ones.
settings.register_profile("outrider", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("nightly", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "outrider"))

FOLDERS = itertools.count()


def pytest_collection_finish() -> None:
    """Look for garbage as seldom as the program does, in every test and not from `main` on."""
    gc.freeze()
    gc.set_threshold(YOUNG)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in one of several processes and tell the first what it asks for.

    By itself a test that passes sends five messages, which took as long as most tests do. What is
    left out is needed by lists of durations and JUnit files only.
    """
    option = item.config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or option.durations or option.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by the beginning of a long text: the environment of a test has its name, too."""
    return ascii(val[:40]) if isinstance(val, str | bytes) and len(val) > 60 else None


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for this test only; pytest's own reads the list of all others to find its name."""
    folder = name_folder(request, tmp_path_factory)
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def home(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """A home for Outrider, for this test only; not made, so that most tests touch no disk.

    What the net beneath the screens caught is in its log, and fails the test, unless that is marked
    `mistakes`.
    """
    if "tmp_path" in request.fixturenames:
        folder: Path = request.getfixturevalue("tmp_path")
    else:
        folder = name_folder(request, tmp_path_factory)
    home = folder / "home"
    monkeypatch.setenv("OUTRIDER_HOME", str(home))
    monkeypatch.setenv("HOME", str(folder))
    yield home
    log = home / "outrider.log"
    if log.exists() and request.node.get_closest_marker("mistakes") is None:
        pytest.fail(log.read_text(encoding="utf-8"), pytrace=False)


def name_folder(request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> Path:
    """A path that no other test has, with the name of this one in it."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return factory.getbasetemp() / f"{name}-{next(FOLDERS)}"


@pytest.fixture(autouse=True)
def usual_units() -> Iterator[None]:
    """Leave the units of figures as they were, whatever a test or its app chose."""
    yield
    set_units("metric")


@pytest.fixture
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the settings and the terminal say how it looks."""
    monkeypatch.delenv("OUTRIDER_LOOK")
