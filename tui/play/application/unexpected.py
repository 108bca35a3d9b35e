"""The app's edge: unexpected errors are logged and said; with no campaign open they end the app.

The only use of Textual's internals.
"""

from __future__ import annotations

import traceback
from collections.abc import Hashable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from textual.app import App
from textual.message import Message as Posted
from textual.message_pump import MessagePump
from textual.worker import WorkerFailed

from core.characters import clean_lines
from core.messages import Message, Template
from saves.paths import home
from tui.kit.phrases import Words, say

if TYPE_CHECKING:
    from saves.store.refusals import CannotOpen


def own(error: BaseException) -> BaseException:
    """The original error of a worker, with its own traceback."""
    if isinstance(error, WorkerFailed):
        return own(error.error)
    return error


def is_of_a_file(error: BaseException) -> TypeGuard[CannotOpen]:
    """Whether a file is damaged, or cannot be opened, which is no mistake of the program's."""
    from saves.store.refusals import CannotOpen  # not before the first paint

    return isinstance(error, CannotOpen)


def write_log(error: BaseException) -> Path | None:
    """Append the traceback of `error` to the log file; None if that cannot be written."""
    path = home() / "outrider.log"
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    text = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"\n{stamp}\n{clean_lines(text)}")
    except OSError:
        return None
    return path


def keep_traceback(error: BaseException) -> Message:
    """Append `error` to the log file, and return the sentence that says where it is."""
    error = own(error)
    path = write_log(error)
    if path is None:
        return Message(
            "Outrider stopped on an error of its own ({what}). Everything saved is safe.",
            what=type(error).__name__,
        )
    return Message(
        "Outrider stopped on an error of its own. Everything saved is safe. Details: {path}",
        path=str(path),
    )


def place_of(error: BaseException) -> tuple[str, str, int]:
    """The kind of an error, and the file and line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__, "", 0
    return type(error).__name__, frames[-1].filename, frames[-1].lineno or 0


UNSHOWN: Template = "Outrider cannot show this: an error of its own. Press u to undo."
UNDONE: Template = (
    "Outrider cannot do this: an error of its own. What was saved before is as it was."
)


class LastWords(App[Any]):
    """An app that logs the error it ended on, and has a sentence about it.

    What fails in computing or painting a screen is only logged, once for each `moment`, and the
    app goes on.

    Textual has no public way to hear of an error that no handler caught: it prints pages of
    traceback over the terminal, which are of no use to a GM.
    """

    farewell: Message | None = None
    """What is to be said once the terminal is restored."""
    _kept: tuple[Hashable, dict[tuple[str, str, int], Path | None]] | None = None
    """The failures that were logged at a moment, by their places, with the log file."""

    @property
    def moment(self) -> Hashable:
        """What is shown: at another moment a failure is logged again."""
        return None

    def keep_failure(self, error: Exception, *, doing: bool = False) -> Message:
        """Log a failure, and return the sentence to show in place of what failed.

        It tells nothing of the failure, which may name a secret. `doing`: it failed in doing what
        was asked for, not in showing what there is.
        """
        if is_of_a_file(error):
            return error.message
        path = self._log_once(error)
        template = UNDONE if doing else UNSHOWN
        if path is None:
            return Message(template)
        return Message("{what} Details: {path}", what=Message(template), path=str(path))

    def _log_once(self, error: Exception) -> Path | None:
        # The log file, None if it cannot be written.
        if self._kept is None or self._kept[0] != self.moment:
            self._kept = self.moment, {}
        logged = self._kept[1]
        place = place_of(error)
        if place not in logged:
            logged[place] = write_log(error)
        return logged[place]

    def sentence(self, message: Words | None) -> None:
        """Show one sentence on the present screen; None clears it."""
        gm = getattr(self.screen, "gm", None)
        if gm is not None:
            gm.say_sentence("" if message is None else say(message))
        elif message is not None:
            self.notify(say(message), markup=False)

    def survive(self, error: Exception) -> bool:
        """Say and log what failed, if the app can go on; whether it does.

        It goes on while a campaign is open, and wherever work in the background fails, on which no
        widget depends. A damaged file is no mistake of the program's: it is only said.
        """
        error_of_ours = own(error)
        lasting = self.moment is not None or isinstance(error, WorkerFailed)
        if not isinstance(error_of_ours, Exception) or not (lasting or is_of_a_file(error_of_ours)):
            return False
        message = self.keep_failure(error_of_ours, doing=True)
        try:
            self.sentence(message)
        except Exception as unsaid:  # the very line that sentences are shown on may have failed
            self._log_once(unsaid)
        return True

    def _handle_exception(self, error: Exception) -> None:
        # Textual asks here for what fails in a timer, in painting or between two messages.
        if self.survive(error):
            return
        if self.farewell is None:
            self.farewell = keep_traceback(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.panic()


_dispatch = MessagePump._dispatch_message


async def _dispatch_or_survive(self: MessagePump, message: Posted) -> None:
    # A widget whose handler fails would take no further message, whatever the app makes of that.
    try:
        await _dispatch(self, message)
    except Exception as error:
        app = _find_app(self)
        if app is None or not app.survive(error):
            raise


def _find_app(pump: MessagePump) -> LastWords | None:
    try:
        app = pump.app
    except RuntimeError:  # no app runs
        return None
    if isinstance(app, LastWords):
        return app
    return None


MessagePump._dispatch_message = _dispatch_or_survive  # type: ignore[method-assign]
