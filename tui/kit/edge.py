"""The app's edge: unexpected errors are logged, and reported in one sentence."""

from __future__ import annotations

import traceback
from datetime import UTC, datetime

from textual.worker import WorkerFailed

from core.characters import clean_lines
from core.messages import Message, Refusal


def own(error: BaseException) -> BaseException:
    """The original error of a worker, with its own traceback."""
    return own(error.error) if isinstance(error, WorkerFailed) else error


def unreadable(error: BaseException) -> Refusal | None:
    """The refusal, if the error is that the campaign's file cannot be read; else None."""
    from saves.store.refusals import CannotOpen

    found = own(error)
    return found if isinstance(found, CannotOpen) else None


def keep_traceback(error: BaseException) -> Message:
    """Append `error` to the log file, and return the sentence that says where it is."""
    from saves.paths import home

    error = own(error)
    path = home() / "outrider.log"
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    text = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"\n{stamp}\n{clean_lines(text)}")
    except OSError:
        return unwritten(error)
    return Message(
        "Outrider stopped on an error of its own. Everything saved is safe. Details: {path}",
        path=str(path),
    )


def unwritten(error: BaseException) -> Message:
    """The sentence for when the log cannot be written either."""
    return Message(
        "Outrider stopped on an error of its own ({what}). Everything saved is safe.",
        what=type(error).__name__,
    )
