"""Where the campaigns of a test are stored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saves.store.places import NO_SERVER, library_at, library_url
from saves.store.sqlite import files
from tests.saves.renamed_backend import FilesOnServer


@pytest.fixture(params=["file", "server"])
def both_libraries(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test is run with a library of files, then with that of a server; both have nothing."""
    if request.param == "file":
        yield
        return
    with library_at(request.getfixturevalue("server_url")):
        yield


@pytest.fixture
def both_back_ends(both_libraries: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `both_libraries`; the server has what the test takes for files, too."""
    url = library_url()
    if url != NO_SERVER:
        monkeypatch.setattr(files, "FILES", FilesOnServer(url))
