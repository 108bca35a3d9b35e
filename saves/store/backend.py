"""The door between campaigns and what stores them: the verbs that every back end has.

Open campaigns, the library and the past know this module, and no file. A campaign is stored at a
`Place`; its `Backend` lists, names and opens what is stored, and hands out a `Reading`, which only
reads, or `Opened`, which also writes. What both hold are connections for `saves.store.journal`.

`saves/store/sqlite` is the back end of files. Another one is a folder beside it with a `Place`, a
`Backend`, a `Reading` and `Opened` of its own, and a line in `saves/store/places.py`, which alone
chooses between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Literal, NoReturn, Protocol

from core.messages import Message

if TYPE_CHECKING:
    from saves.store.connection import Connection
    from saves.store.labels import Label
    from saves.store.models import ChainHead
    from saves.store.refusals import CannotOpen, NotRecorded


class Place(Protocol):
    """Where a campaign is stored: a file, or a name on a server. Only its back end looks inside.

    Equal places are one campaign. As text it is what the GM can type to name the campaign.
    """

    @property
    def name(self) -> str:
        """How sentences call it: the name of a file with its suffix."""

    @property
    def title(self) -> str:
        """The campaign's name as far as its place tells it: the name of a file without suffix."""

    @property
    def key(self) -> str:
        """The text under which other files of Outrider remember it."""

    def __hash__(self) -> int: ...


class Reading(Protocol):
    """A campaign that is open for reading. It belongs to the thread that opened it."""

    @property
    def place(self) -> Place:
        """Where the campaign is stored."""

    @property
    def reader(self) -> Connection:
        """The connection to read from. Raises NotRecorded if it was lost."""

    @property
    def who(self) -> str:
        """The name of who has it open, for others who write; "" where there are none."""

    @property
    def schema(self) -> int:
        """The campaign's schema number (`saves.store.schema_number`)."""

    @property
    def min_reader(self) -> int:
        """The schema number of the first program that can read the campaign."""

    def refuse_newer(self, *, for_play: bool) -> None:
        """Raise CannotOpen if the campaign needs a newer program, to be played or to be read."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Read several times from the same version of the campaign."""

    def health(self) -> Sequence[str]:
        """The damage of what is beneath the rows, such as pages and indexes; () for none."""

    def is_large(self) -> bool:
        """Whether the campaign is too large to be checked whole at every opening."""

    def close(self) -> None:
        """Close the connections. What the session before left behind stays."""


class Opened(Reading, Protocol):
    """An open campaign as its back end holds it, for writing if that is possible.

    Connections may be lost and found again; `reader` and `writer` are asked for anew each time.
    """

    last: int | None
    """The newest undamaged row, None if no row is damaged."""
    id: str
    """The campaign's id."""
    name: str
    """The campaign's name in the library, as it was when it was opened."""
    warnings: tuple[Message, ...]
    """What the GM should know: why it is read-only, damage, a save that had to be repeated."""
    follows: bool
    """Whether it is read-only for no other reason than that another window writes to it."""
    shared: bool
    """Whether others may write to it while it is open here."""

    @property
    def writer(self) -> Connection | None:
        """The connection to write with; None if it is open for reading only, or lost."""

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""

    @property
    def free(self) -> bool:
        """Whether the window that this one follows has closed the campaign, or has died."""

    @property
    def astray(self) -> Message | None:
        """Why nothing more is recorded if the place has another campaign now, or none."""

    def warn(self, warning: Message) -> None:
        """Add something that the GM should know."""

    def stop_writing(self, why: Message) -> None:
        """Write nothing more; `why` is added to the warnings."""

    def refuse_astray(self) -> None:
        """Raise NotRecorded "astray" if nothing more is recorded at this place."""

    def astray_refusal(self, outcome: Literal["no", "unknown"]) -> NotRecorded:
        """The refusal "astray"; `outcome` as in NotRecorded."""

    def refuse_lost(self) -> NoReturn:
        """Raise NotRecorded "lost"."""

    def line(self) -> AbstractContextManager[None]:
        """Stand in line: nobody else writes to the campaign until its next row is stored.

        Where it is `shared`. Raises what the connections raise.
        """

    def begin(self, head: ChainHead) -> None:
        """Before play: `head` is the newest row."""

    def note_recorded(self, head: ChainHead, *, raised: bool = False) -> None:
        """After the COMMIT of a row: it is the newest now. `raised`: the schema number went up.

        Raises NotRecorded "astray" if the row may be lost with what stores it.
        """

    def note_written(self) -> None:
        """After the COMMIT of anything else, such as a checkpoint."""

    def reopen(self) -> None:
        """Connect again after `drop`. Raises what the connections raise."""

    def drop(self) -> None:
        """Close the connections, as after an error: what was recorded is kept."""

    def copy_to(self, unlisted: Unlisted, name: str, *, newest: int) -> None:
        """Copy the campaign, under the name `name`, up to row `newest`, to a new one.

        This works even if the campaign has gone from its place. Raises CannotKeep if it is damaged,
        NotRecorded, and what the connections raise.
        """

    def finish(self, newest: ChainHead) -> Message | None:
        """Close the campaign after play, whose newest row is known; a message if that failed."""


class Unlisted(Protocol):
    """A campaign in the making, which nobody is shown before it is whole."""

    @property
    def place(self) -> Place:
        """Where it is made; it may be opened there."""

    @property
    def who(self) -> str:
        """The name of who makes it, for others who write; "" where there are none."""

    def writing(self) -> AbstractContextManager[Connection]:
        """A connection to write with. A campaign that has nothing yet gets its tables."""

    def copy_rows(self, source: Reading, upto: int, blobs: Iterable[str]) -> None:
        """Copy rows up to `upto` of another campaign, their checkpoints, and these blobs."""


class Backend(Protocol):
    """What stores campaigns: the verbs of the library, and the ways to open one."""

    def labels(self) -> Sequence[tuple[Place, Label | CannotOpen]]:
        """The places of all campaigns that are not binned, with what the list shows of each.

        It is a refusal if that cannot be read. Raises CannotOpen if there is no list.
        """

    def label(self, place: Place) -> Label:
        """What the list shows of a campaign, without opening it. Raises CannotOpen."""

    def place_of(self, name: str, beside: Place | None = None) -> Place | None:
        """The place of a campaign of this name, free or taken; `beside` another when renamed.

        None if nothing is left of the name there.
        """

    def is_taken(self, place: Place, but: Place | None = None) -> bool:
        """Whether there is something at a place already, other than `but`."""

    def is_stored(self, campaign: str) -> bool:
        """Whether a new campaign cannot have this id, because another has it. Raises CannotOpen."""

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        """Let `write` make a campaign, which then appears at `place` whole, or not at all.

        Raises CannotKeep if the place is taken or cannot be written to, and what `write` raises.
        """

    def open(self, place: Place, *, read_only: bool, whole: bool = False) -> Opened:
        """Open a campaign for writing if possible, else read-only with a warning that says why.

        With `whole` every row is checked first. Raises CannotOpen if there is none, or if it is too
        damaged to be read.
        """

    def inspect(self, place: Place, *, for_play: bool = True) -> None:
        """Raise CannotOpen unless there is a campaign that can be opened, or (False) be read."""

    def read(self, place: Place) -> Reading:
        """Connect to a campaign that `inspect` lets pass, for reading; nothing is checked."""

    def rename(self, place: Place, name: str) -> Place:
        """Rename a campaign, to a free place, and return that. Raises CannotKeep, CannotOpen."""

    def bin(self, place: Place) -> Place:
        """Move a campaign to the bin and return its place there. Raises CannotKeep."""

    def unbin(self, binned: Place) -> Place | None:
        """Move a binned campaign back; None if its place is taken by now. Raises CannotKeep."""

    def binned(self) -> Sequence[Place]:
        """The places of the campaigns in the bin."""

    def is_large(self, place: Place) -> bool:
        """Whether a campaign is too large to be checked whole at every opening; False if gone.

        Raises CannotOpen if that cannot be asked just now.
        """

    def translating(self, place: Place) -> AbstractContextManager[None]:
        """Raise what reading and writing raises as one of `saves.store.failures`."""

    def legible(self, place: Place) -> AbstractContextManager[None]:
        """Raise CannotOpen if the campaign turns out to be damaged while it is read."""
