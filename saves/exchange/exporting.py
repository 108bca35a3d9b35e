"""Exports: a record for players or for the GM, or the campaign itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias

from core.characters import clean_lines
from core.messages import N_, Refusal
from core.values import Struct, replace
from saves.exchange import jsonl
from saves.exchange.findings import UnreadableFile
from saves.exchange.record.document import Audience
from saves.exchange.record.recap import recap
from saves.exchange.writing import write, write_note
from saves.history.history import History
from saves.history.session import Session
from saves.history.sessions import sessions
from saves.store import check_log, codec, damage, journal
from saves.store.database import DAMAGED, snapshot

Form: TypeAlias = Literal["md", "html", "jsonl"]
FORMS: Final[tuple[Form, ...]] = ("md", "html", "jsonl")


class ExportRequest(Struct):
    """An export of a session by its number (None: the whole campaign).

    JSON Lines always have the whole campaign, with all secrets.
    """

    session: int | None = None
    audience: Audience = "players"
    form: Form = "md"

    def file_name(self, stem: str) -> str:
        """The name of the export's file; `stem` is that of the campaign's file, without suffix."""
        if self.form == "jsonl":
            return f"{stem}.jsonl"
        session = "" if self.session is None else f" {self.session}"
        secret = " gm" if self.audience == "gm" else ""
        return f"{stem}{session}{secret}.{self.form}"


def chunks(look: History, wanted: ExportRequest, program: str) -> Iterator[bytes]:
    """The export as UTF-8; `program` is the version of this program.

    Raises Refusal "unknown_session"; UnreadableFile if the campaign is damaged.
    """
    if wanted.form != "jsonl":
        yield text(look, wanted).encode()
        return
    with _readable(look):
        yield from jsonl.lines(look, program)


def text(look: History, wanted: ExportRequest) -> str:
    """A record as Markdown or HTML. Raises Refusal "unknown_session", UnreadableFile."""
    assert wanted.form != "jsonl", "JSON Lines are not a record"
    with _readable(look):
        chosen = None if wanted.session is None else (_session(look, wanted.session),)
        return clean_lines(recap(look, chosen, wanted.audience, wanted.form))


def save(look: History, wanted: ExportRequest, path: Path, program: str, *, replace: bool) -> None:
    """Write the export to a file. Raises as `chunks`, `write` and `write_note`."""
    if wanted.form == "md":
        write_note(path, text(look, wanted), replace=replace)
    else:
        write(path, chunks(look, wanted, program), replace=replace)


@contextmanager
def _readable(look: History) -> Iterator[None]:
    # All rows are checked: titles, notes and undos of a session may be in any later row.
    try:
        with snapshot(look.reader):
            wrong = damage.find_damage(look.reader)
            campaign = journal.stored_id(look.reader)
        known = check_log.recall(look.path, campaign)
        first = check_log.wrong_of(wrong[0] if wrong else None)
        check_log.keep(look.path, campaign, replace(known, wrong=first))
        if wrong:
            raise UnreadableFile(
                N_(
                    "{name} is damaged and was not exported. {what} You can still open and read"
                    " the undamaged part."
                ),
                name=look.path.name,
                what=wrong[0],
            )
        yield
    except (*DAMAGED, codec.UnreadableText) as error:
        raise UnreadableFile(
            N_("{name} is too damaged to be exported ({reason})."),
            name=look.path.name,
            reason=str(error),
        ) from error


def _session(look: History, number: int) -> Session:
    found = sessions(look)
    for session in found:
        if session.number == number:
            return session
    raise Refusal(
        "unknown_session", N_("There is no session {number}; there are 1 to {last}."),
        number=number, last=len(found),
    )  # fmt: skip
