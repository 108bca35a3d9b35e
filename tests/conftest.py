"""What all tests share: the same environment, and a clock and home for each."""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

import gc
import itertools
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.outcomes import OutcomeException
from _pytest.runner import runtestprotocol
from hypothesis import settings

import tests.insides
from outrider import YOUNG
from tui.kit.phrases import set_units

# A slow machine is no failure, hence no deadline. `make test` tries the same examples each time, so
# that a red run means a change; `make nightly` looks for new ones.
settings.register_profile("outrider", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("nightly", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "outrider"))

pytest_plugins = ["tests.servers"]

FOLDERS = itertools.count()

# Collecting the tests makes more objects than most tests do: look for garbage seldom then, too.
gc.set_threshold(YOUNG)


def pytest_configure(config: pytest.Config) -> None:
    """Let one of several processes sum nothing up: nobody sees that, and the first does it.

    To look for pictures that no test asks for takes seconds in each of them.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        config.option.no_summary = True


def pytest_collection(session: pytest.Session) -> None:
    """Import the modules of tests from another one on in each of several processes.

    Every process collects all of them. Those that begin with the same one compile the same one at
    the same time; beginning elsewhere, each reads what another has compiled already.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    workers = os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")
    folders = [Path(argument) for argument in session.config.args]
    modules = sorted(path for folder in folders for path in folder.rglob("test_*.py"))
    first = len(modules) * int(worker) // int(workers)
    for path in modules[first:]:
        name = ".".join(path.resolve().relative_to(session.config.rootpath).with_suffix("").parts)
        with suppress(Exception, OutcomeException):  # which is reported once it is collected
            import_module(name)


def pytest_collection_finish() -> None:
    """Look through what was imported and collected no more: it stays until the end."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Look for garbage once: pytest does so five times, through all that the tests have left.

    What an object complains of when it is taken away is reported all the same, but for what was
    looked through twice and stays until the end.
    """
    gc.collect(1)
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in one of several processes and send the first only what it needs.

    By itself a test that passes sends five messages, which took as long as most tests do: that it
    begins, is set up, has passed, is torn down, has ended. The first process counts a test by the
    report of its call, and by any report of a failure or a skip: these are sent as ever, so that
    nothing is lost. The others are for lists of durations and JUnit files; where one is asked for,
    or in a single process, pytest's own protocol runs (None).
    """
    option = item.config.option
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if not is_worker or option.durations or option.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by the beginning of a long text; None = as pytest does.

    pytest puts the name of a test into its environment, which has room for so much.
    """
    if not isinstance(val, str | bytes) or len(val) <= 60:
        return None
    return ascii(val[:40])


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for this test only; pytest's own reads the list of all others to find its name."""
    folder = name_folder(request, tmp_path_factory)
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A home for Outrider, for this test only; not made, so that most tests touch no disk.

    What the net beneath the screens caught is in its log, and fails the test, unless that is marked
    `mistakes`. Units of figures are as they were, whatever a test or its app chose.

    All of that is one fixture, as all tests have it, and it asks for few others.
    """
    if "tmp_path" in request.fixturenames:
        folder: Path = request.getfixturevalue("tmp_path")
    else:
        folder = name_folder(request, tmp_path_factory)
    home = folder / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", str(home))
        patch.setenv("HOME", str(folder))
        yield home
    set_units("metric")
    log = home / "outrider.log"
    if log.exists() and request.node.get_closest_marker("mistakes") is None:
        pytest.fail(log.read_text(encoding="utf-8"), pytrace=False)


def name_folder(request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> Path:
    """A path that no other test has, with the name of this one in it.

    Each process of a run has a base folder of its own and counts its tests.
    """
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return factory.getbasetemp() / f"{name}-{next(FOLDERS)}"


@pytest.fixture
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the settings and the terminal say how it looks."""
    monkeypatch.delenv("OUTRIDER_LOOK")
