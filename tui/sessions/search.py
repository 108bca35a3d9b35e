"""Searching the past: what is typed, the hits listed meanwhile, and going from hit to hit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Awaitable, Callable
from functools import partial
from typing import cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play import times
from core.play.facts.fight.combatants import find as find_being
from core.play.history.facts import about
from core.play.view import for_players, veiled
from core.values import replace
from saves.history.history import History, Then
from saves.history.navigation import beat
from saves.history.search import Hit, Kind, Query, search
from tui.kit.lines_view import Line, Pane, around, trimmed
from tui.kit.modal import LineInput, Modal, WordSuggester, label
from tui.kit.numbers import maybe_whole
from tui.kit.phrases import phrase
from tui.play.command_line.typed_line import one_of
from tui.sessions.model import Hits
from tui.sessions.past_reader import PastHost
from tui.sessions.present.scene import known_events, seen

FILTERS = ("all", "fights", "travel", "rulings", "notes", "hidden")
"""The filters of the journal."""

KINDS = ("fight", "travel", "ruling", "note", "session", "undo", "redo", "play")
"""The values of kind:."""

KEYS = ("creature", "place", "kind", "session")
"""The keys of a search, as in creature:ogre."""


def query(text: str) -> Query:
    """Read a search: words, and creature:, place:, kind:, session: to narrow it.

    Raises Refusal for an unknown key, or a session that is not a number.
    """
    plain = []
    found = dict.fromkeys(KEYS, "")
    for word in text.split():
        key, colon, value = word.partition(":")
        if colon:
            found[one_of(key, KEYS, "unknown_key")] = value
        else:
            plain.append(word)
    kind = found["kind"]
    number = found["session"]
    if kind:
        kind = one_of(kind, KINDS, "unknown_kind")
    session = maybe_whole(number or "0")
    if session is None:
        raise Refusal("no_number", "session: needs a number, as in session:3.")
    return Query(
        " ".join(plain),
        found["creature"],
        found["place"],
        cast("Kind", kind),
        session,
        undone=kind in ("undo", "redo"),
        limit=200,
    )


SHOWN = 8


Search = Callable[[str], Awaitable[Hits]]


class HitList(Pane):
    """The hits around the chosen one, which is marked."""

    hits: Hits | None = None

    def show(self, hits: Hits | None) -> None:
        """Show these."""
        self.hits = hits
        self.redraw()

    def lines(self, width: int) -> list[Line]:
        """The number of hits, and some of them."""
        hits = self.hits
        if hits is None:
            hint = phrase("words, and creature: place: kind: session: narrow it")
            return [((trimmed(f" {hint}", width), "dim"),)]
        few = hits.total > len(hits.seqs)
        count = phrase(
            "{hits:hit|hits}, the first {shown} here" if few else "{hits:hit|hits}",
            hits=hits.total,
            shown=len(hits.seqs),
        )
        first_shown = around(hits.at, SHOWN, len(hits.lines))
        shown: list[Line] = [((f" {count}", "dim"),)]
        for number, line in enumerate(hits.lines[first_shown : first_shown + SHOWN], first_shown):
            here = number == hits.at
            text = trimmed(line, width - 2)
            shown.append(((">" if here else " ", "mark"), (text, "cursor" if here else "")))
        return shown


class Find(Modal[Hits | None]):
    """Asks for words; returns the hits, or None when the GM leaves with Escape."""

    CSS_PATH = ["../play/widgets.tcss", "search.tcss"]
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("down", "choose(1)", "next hit", id="find-next"),
        Binding("up", "choose(-1)", "hit before", id="find-previous"),
    ]

    def __init__(self, search: Search, start: str = "") -> None:
        super().__init__()
        self._search = search
        self._start = start

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("/ search the journal"), id="prompt")
            yield HitList(id="hits")
            yield label(id="wrong")
            words = tuple(f"{key}:" for key in KEYS)
            yield LineInput(
                self._start,
                suggester=WordSuggester(lambda: words),
                compact=True,
                select_on_focus=True,
            )

    @on(Input.Changed)
    @work(group="find", exclusive=True)
    async def _typed(self, event: Input.Changed) -> None:
        hits = await self._found(event.value)
        if hits is not None or not event.value.strip():
            self.query_one(HitList).show(hits)

    async def _found(self, text: str) -> Hits | None:
        wrong = found = None
        try:
            found = await self._search(text) if text.strip() else None
        except Refusal as refusal:
            wrong = refusal.message
        self.write("wrong", wrong)
        return found

    def action_choose(self, step: int) -> None:
        """The next hit of the list, or the one before."""
        pane = self.query_one(HitList)
        if pane.hits is not None and pane.hits.seqs:
            at = (pane.hits.at + step) % len(pane.hits.seqs)
            pane.show(replace(pane.hits, at=at))

    @on(Input.Submitted)
    async def _submitted(self, event: Input.Submitted) -> None:
        hits = self.query_one(HitList).hits
        if hits is None or hits.text != event.value:
            hits = await self._found(event.value)
            self.query_one(HitList).show(hits)
        if hits is not None or not event.value.strip():
            self.dismiss(hits)


def found(look: History, text: str, at: int, *, player_view: bool = False) -> Hits:
    """Search the past; runs on the history thread. Refusals of `query`.

    The hit chosen is the last one up to entry `at`: in the present the newest.
    Behind the curtain a hit shows what players know, and is dropped if that lacks the words, or
    the creature or place that was asked for.
    """
    asked = query(text)
    result = search(look, asked)
    if player_view:
        told = [(hit.moment, known) for hit in result.hits if (known := _known(look, hit, asked))]
        total = len(told)
    else:
        told = [(hit.moment, hit.text) for hit in result.hits]
        total = result.total
    seqs = tuple(seq for seq, _ in told)
    lines = tuple(_line(look, seq, words) for seq, words in told)
    return Hits(text, seqs, lines, total, max(0, bisect_right(seqs, at) - 1))


def _line(look: History, seq: int, words: str) -> str:
    here = beat(look, seq)
    if here is None:
        return phrase("{seq}  {text}", seq=seq, text=words)
    if here.round:
        when = Message("R{round}", round=here.round)
    else:
        when = times.short_day(here.day, look.states.moment(look.tip).state.calendar)
    return phrase("{seq}  {when}  {text}", seq=seq, when=when, text=words)


def _known(look: History, hit: Hit, asked: Query) -> str:
    then = look.then(hit.seq)
    if then is None:
        return ""
    told = "; ".join(seen(then))
    if asked.fits(told, _creatures(then), _place(then)):
        return told
    return ""


def _creatures(then: Then) -> str:
    _, events = known_events(then)
    before = for_players(then.before)[0]
    after = for_players(then.state)[0]
    concerned = about(events, after.fight)
    beings = (find_being(state, who) for who in concerned for state in (before, after))
    return " ".join(f"{being.id} {being.name}" for being in beings if being is not None)


def _place(then: Then) -> str:
    state, assets = veiled(then.state, then.assets)
    region = assets.region(state)
    return f"{state.place} {'' if region is None else region.names.get(state.place, '')}"


async def _search(screen: PastHost, text: str) -> Hits:
    return await screen.past.ask_as_shown(partial(found, text=text, at=screen.past.at))


@work
async def find(screen: PastHost, text: str = "") -> None:
    """Search for words, or for those typed on a page that lists the hits meanwhile."""
    if text:
        with screen.gm.refusing():
            _take(screen, await _search(screen, text))
        return
    if screen.ui.hits is not None:
        start = screen.ui.hits.text
    else:
        start = ""
    hits = await screen.app.push_screen_wait(Find(partial(_search, screen), start))
    if hits is not None:
        _take(screen, hits)


def _take(screen: PastHost, hits: Hits) -> None:
    if hits.seqs:
        screen.past.wish("to", to=hits.seqs[hits.at])
    else:
        screen.gm.say_message("Nothing in the journal matches '{text}'.", text=hits.text)
    screen.ui = replace(screen.ui, hits=hits)


def step(screen: PastHost, by: int) -> None:
    """Go to the next hit, or with -1 to the one before."""
    hits = screen.ui.hits
    if hits is None or not hits.seqs:
        screen.gm.say_message("There is no search yet. Press / to search.")
    else:
        screen.past.wish("hit", by, among=hits.seqs)


@work(group="again", exclusive=True)
async def find_again(screen: PastHost, text: str) -> None:
    """Search again, for those who look on now."""
    screen.ui = replace(screen.ui, hits=await _search(screen, text))


def summary(hits: Hits, at: int) -> str:
    """The search and the hit at the entry shown."""
    if not hits.seqs:
        return phrase("/{text}  no hits", text=hits.text)
    if at not in hits.seqs:
        return phrase(
            "/{text}  {hits:hit|hits}, n next, N previous", text=hits.text, hits=hits.total
        )
    place = hits.seqs.index(at)
    return phrase(
        "/{text}  hit {at} of {hits}, n next, N previous: {line}",
        text=hits.text,
        at=place + 1,
        hits=hits.total,
        line=hits.lines[place],
    )
