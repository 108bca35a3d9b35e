"""Searching the past, and going from hit to hit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import work

from core.messages import N_, Message
from tui.modals.find import Find, Hits
from tui.phrases import say
from tui.replay.visits import Wish
from tui.screens.stepping import SteppingScreen
from tui.typed import past

if TYPE_CHECKING:
    from pathlib import Path

    from saves.lookback.door import LookBack


def found(look: LookBack, text: str) -> Hits:
    """What a search finds, on the thread of the past. Refusals of `past.query`."""
    from saves.lookback.search import search

    result = search(look, past.query(text))
    lines = tuple(
        say(Message(N_("{seq}  {text}"), seq=hit.moment, text=hit.text)) for hit in result.hits
    )
    return Hits(text, tuple(hit.moment for hit in result.hits), lines, result.total)


class FindingScreen(SteppingScreen):
    """The last search: its words, its hits, and which of them one is on."""

    found: Hits | None = None

    @work
    async def action_search(self) -> None:
        """Search the journal: what is found is listed while it is typed."""
        self.app.hold()
        start = self.found.text if self.found is not None else ""
        hits = await self.app.push_screen_wait(Find(self._search, start))
        if hits is not None:
            self.take_found(hits)

    @work
    async def find(self, text: str) -> None:
        """Search for what was typed on the command line."""
        self.take_found(await self._search(text))

    async def _search(self, text: str) -> Hits:
        return await self.app.archive.ask(self.path, partial(found, text=text))

    def take_found(self, hits: Hits) -> None:
        """Keep what was found, and go to the one that was chosen."""
        self.found = hits
        self.hits = hits.seqs
        if hits.seqs:
            self.go_there(hits.seqs[hits.at])
        else:
            self.say_message(Message(N_("Nothing in the journal has {text}."), text=hits.text))
        self.show_hits()

    def _to_hit(self, step: int) -> None:
        """The next hit in time, or the one before; after the last comes the first."""
        if not self.hits:
            self.say_message(Message(N_("Nothing was searched for yet: / searches.")))
            return
        self.ask_for(Wish("hit", step, among=self.hits))

    def show_hits(self) -> None:
        """Show what was found."""
        raise NotImplementedError

    def put_away(self) -> bool:
        """Esc forgets the hits first."""
        if self.found is None:
            return super().put_away()
        self.found, self.hits = None, ()
        self.show_hits()
        return True

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Nothing was searched for in another campaign."""
        super().other_campaign(before, now)
        self.found, self.hits = None, ()

    def hits_told(self) -> str:
        """The search and where in its hits one is."""
        hits = self.found
        if hits is None:
            return ""
        if not hits.seqs:
            return say(Message(N_("/{text}  no hits"), text=hits.text))
        place = next((n for n, seq in enumerate(hits.seqs) if seq == self.at), None)
        if place is None:
            return say(Message(N_("/{text}  {hits:hit|hits}, n next, N previous"),
                               text=hits.text, hits=hits.total))  # fmt: skip
        return say(
            Message(
                N_("/{text}  hit {at} of {hits}, n next, N previous: {line}"),
                text=hits.text, at=place + 1, hits=hits.total, line=hits.lines[place],
            )
        )  # fmt: skip
