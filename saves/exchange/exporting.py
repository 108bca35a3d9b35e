"""Exports: a record for players or for the GM, or the campaign itself."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from core.characters import clean_lines
from core.messages import Refusal
from core.values import Struct
from saves.exchange import jsonl
from saves.exchange.findings import UnreadableFile
from saves.exchange.record.compose import compose, teller_of
from saves.exchange.record.document import Audience
from saves.exchange.record.forms import formed
from saves.exchange.writing import write, write_note
from saves.history.history import History
from saves.history.sessions import sessions
from saves.store import integrity, journal, last_checks
from saves.store.failures import StorageError
from saves.store.places import translating
from saves.store.refusals import UnreadableText
from saves.store.state_history import uncollected

Form: TypeAlias = Literal["md", "html", "jsonl"]


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
        if self.session is None:
            session = ""
        else:
            session = f" {self.session}"
        secret = " gm" if self.audience == "gm" else ""
        return f"{stem}{session}{secret}.{self.form}"


def chunks(history: History, wanted: ExportRequest, program: str) -> Generator[bytes, None, None]:
    """The export as UTF-8; `program` is the version of this program.

    Raises Refusal "unknown_session"; UnreadableFile if the campaign is damaged.
    """
    if wanted.form != "jsonl":
        yield text(history, wanted).encode()
        return
    with _readable(history):
        yield from jsonl.lines(history, program)


def text(history: History, wanted: ExportRequest) -> str:
    """A record as Markdown or HTML, said by `history.say`.

    Players' texts hold only what `core.play.view.for_players` lets through. Markdown is written
    between the lines `%% outrider:start %%` and `%% outrider:end %%`, but for its frontmatter.
    Raises Refusal "unknown_session", UnreadableFile.
    """
    assert wanted.form != "jsonl", "JSON Lines are not a record"
    with _readable(history):
        every = chosen = sessions(history)
        if wanted.session is not None:
            chosen = tuple(one for one in every if one.number == wanted.session)
            if not chosen:
                raise Refusal(
                    "unknown_session",
                    "There is no session {number}; there are 1 to {last}.",
                    number=wanted.session,
                    last=len(every),
                )
        with uncollected():
            page = wanted.form == "html"
            record = compose(history, chosen, wanted.audience, boards=page)
            state = history.states.moment(history.tip).state
            phrase = teller_of(history, state, wanted.audience).phrases(state)
            return clean_lines(formed("page.html" if page else "note.md", record, phrase))


def save(
    history: History, wanted: ExportRequest, path: Path, program: str, *, replace: bool
) -> None:
    """Write the export to a file. Raises as `chunks`, `write` and `write_note`."""
    if wanted.form == "md":
        write_note(path, text(history, wanted), replace=replace)
    else:
        with closing(chunks(history, wanted, program)) as made:  # a full disk leaves some unmade
            write(path, made, replace=replace)


@contextmanager
def _readable(history: History) -> Iterator[None]:
    # All rows are checked: titles, notes and undos of a session may be in any later row.
    try:
        with translating(history.place):
            with history.reading.snapshot():
                wrong = integrity.find_damage(history.reading)
                campaign = journal.stored_id(history.reader)
            last_checks.keep(history.place.key, campaign, wrong[0] if wrong else None)
            if wrong:
                raise UnreadableFile(
                    "{name} is damaged and was not exported. {what} You can still open and read"
                    " the undamaged part.",
                    name=history.place.name,
                    what=wrong[0],
                )
            yield
    except (StorageError, UnreadableText) as error:
        if isinstance(error, StorageError) and error.trouble is not None:
            raise UnreadableFile(
                "{name} cannot be exported: {reason}.",
                name=history.place.name,
                reason=error.trouble,
            ) from error
        raise UnreadableFile(
            "{name} is too damaged to be exported ({reason}).",
            name=history.place.name,
            reason=str(error),
        ) from error
