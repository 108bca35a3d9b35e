"""The record of a campaign that is full of secrets, told once for all tests of a process."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path
from unittest import mock

from saves.exchange.exporting import ExportRequest, Form, text
from saves.exchange.record.document import Audience
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace
from tests.saves.exchange.record.secrets import planted_file
from tui.view import said

FORMS: tuple[Form, ...] = ("md", "html")
AUDIENCES: tuple[Audience, ...] = ("players", "gm")


def record(path: Path, audience: Audience, form: Form) -> str:
    """All sessions of a campaign."""
    with History.open(FilePlace(path), said) as look:
        return text(look, ExportRequest(None, audience, form))


def read_plain(path: Path, audience: Audience) -> str:
    """All sessions of a campaign as Markdown without its links."""
    return record(path, audience, "md").replace("[[", "").replace("]]", "")


def record_of(audience: Audience, form: Form) -> str:
    """All of the campaign that is full of secrets."""
    return _all()[audience, form]


@cache
def _all() -> dict[tuple[Audience, Form], str]:
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        path = Path(home) / "a.outrider"
        path.write_bytes(planted_file())
        return {(who, form): record(path, who, form) for who in AUDIENCES for form in FORMS}
