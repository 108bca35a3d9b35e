"""Searching the past, and going from hit to hit."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from core.messages import Message
from core.play import times
from tui.kit.phrases import Words, phrase
from tui.play.typed import past
from tui.sessions.dialogs.find import Find, Hits
from tui.sessions.present.figures import seen
from tui.sessions.present.visits import Wish
from tui.sessions.stepping import SteppingScreen
from tui.view import CampaignView

if TYPE_CHECKING:
    from pathlib import Path

    from saves.history.history import History
    from saves.history.search import Hit


def found(look: History, text: str, at: int, *, player_view: bool = False) -> Hits:
    """Search the past; runs on the history thread. Refusals of `past.query`.

    The hit chosen is the last one up to entry `at`: in the present the newest.
    Behind the curtain a hit shows what players know, and is dropped if that lacks the words.
    """
    from saves.history.search import search

    result = search(look, past.query(text))
    told = [(hit.moment, hit.text) for hit in result.hits]
    if player_view:
        told = [(hit.moment, known) for hit in result.hits if (known := _known(look, hit))]
    seqs = tuple(seq for seq, _ in told)
    lines = tuple(_line(look, seq, words) for seq, words in told)
    total = len(told) if player_view else result.total
    return Hits(text, seqs, lines, total, max(0, bisect_right(seqs, at) - 1))


def _line(look: History, seq: int, words: str) -> str:
    from saves.history.navigation import beat

    here = beat(look, seq)
    if here is None:
        return phrase("{seq}  {text}", seq=seq, text=words)
    when: Words = Message("R{round}", round=here.round)
    if not here.round:
        when = times.short_day(here.day, look.states.moment(look.tip).state.calendar)
    return phrase("{seq}  {when}  {text}", seq=seq, when=when, text=words)


def _known(look: History, hit: Hit) -> str:
    then = look.then(hit.seq)
    words = "" if then is None else "; ".join(seen(then))
    shown = words.casefold()
    found_in_it = all(hit.text[first:last].casefold() in shown for first, last in hit.marks)
    return words if found_in_it else ""


class FindingScreen(SteppingScreen):
    """The last search: its words, its hits, and the current one."""

    found: Hits | None = None

    @work
    async def action_search(self) -> None:
        """Search the journal; hits are listed while the words are typed."""
        self.app.hold()
        start = self.found.text if self.found is not None else ""
        hits = await self.app.push_screen_wait(Find(self._search, start))
        if hits is not None:
            self.take_found(hits)

    @work
    async def find(self, text: str) -> None:
        """Search for words from the command line."""
        self.take_found(await self._search(text))

    async def _search(self, text: str) -> Hits:
        looking = partial(found, text=text, at=self.at, player_view=self.player_view)
        return await self.app.history.ask(self.path, looking)

    def take_found(self, hits: Hits) -> None:
        """Keep the hits, and go to the one chosen."""
        self.found = hits
        self.hits = hits.seqs
        if hits.seqs:
            self.go_there(hits.seqs[hits.at])
        else:
            self.say_message("Nothing in the journal matches '{text}'.", text=hits.text)
        self.show_hits()

    def _to_hit(self, step: int) -> None:
        if not self.hits:
            self.say_message("There is no search yet. Press / to search.")
            return
        self.ask_for(Wish("hit", step, among=self.hits))

    def turn_curtain(self, moment: CampaignView) -> None:
        """Search again, for those who look on now."""
        super().turn_curtain(moment)
        if self.found is not None:
            text, self.found, self.hits = self.found.text, None, ()
            self.show_hits()
            self._find_again(text)

    @work(group="again", exclusive=True)
    async def _find_again(self, text: str) -> None:
        self.found = await self._search(text)
        self.hits = self.found.seqs
        self.show_hits()

    def show_hits(self) -> None:
        """Show what was found."""
        raise NotImplementedError

    def put_away(self) -> bool:
        """Forget the hits first."""
        if self.found is None:
            return super().put_away()
        self.found, self.hits = None, ()
        self.show_hits()
        return True

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Forget the search of another campaign."""
        super().other_campaign(before, now)
        self.found, self.hits = None, ()

    def hits_told(self) -> str:
        """The search and the current hit, as a message."""
        hits = self.found
        if hits is None:
            return ""
        if not hits.seqs:
            return phrase("/{text}  no hits", text=hits.text)
        place = next((n for n, seq in enumerate(hits.seqs) if seq == self.at), None)
        if place is None:
            return phrase(
                "/{text}  {hits:hit|hits}, n next, N previous", text=hits.text, hits=hits.total
            )
        return phrase(
            "/{text}  hit {at} of {hits}, n next, N previous: {line}",
            text=hits.text,
            at=place + 1,
            hits=hits.total,
            line=hits.lines[place],
        )
