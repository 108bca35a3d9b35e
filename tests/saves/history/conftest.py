"""The past that several modules of this folder read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest import mock

import pytest

from saves.demo import NAME
from saves.history.history import History
from saves.library import library
from tests.demos import the_ambush
from tui.view import said


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """The past of the demo, which is laid into a home of its own."""
    home = str(tmp_path_factory.mktemp("home"))
    with mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        the_ambush()
        place = library.find(NAME)
    with History.open(place, said) as look:
        yield look
