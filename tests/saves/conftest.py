"""Where the campaigns of a test are stored."""

from __future__ import annotations

import pytest

from saves.store.sqlite import files
from tests.saves.renamed_backend import FilesOnServer


@pytest.fixture(params=["file", "server"])
def both_back_ends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is run over files, then over a server that has what the test takes for files."""
    if request.param == "server":
        url = request.getfixturevalue("server_url")
        monkeypatch.setattr(files, "FILES", FilesOnServer(url))
