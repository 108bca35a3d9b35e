"""Searching the past: what is typed, what is found, and going from hit to hit."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import cast

from core.messages import Message, Refusal
from core.play import times
from core.play.facts.fight.combatants import find as find_being
from core.play.history.entry_facts import about
from core.play.view import for_players, veiled
from core.values import replace
from saves.history.history import History, Then
from saves.history.navigation import beat
from saves.history.search import Hit, Kind, Query, search
from tui.kit.numbers import maybe_whole
from tui.kit.phrases import phrase
from tui.play.command_line.typed_line import one_of
from tui.sessions.change import (
    InquiringPage,
    Inquiry,
    PastChange,
    PastQuestions,
    PastStandpoint,
)
from tui.sessions.dialogs.find_page import Find
from tui.sessions.model import Hits
from tui.sessions.present.scene import known_events, seen
from tui.sessions.present.visits import Wish

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
    value_by_key = dict.fromkeys(KEYS, "")
    for word in text.split():
        key, colon, value = word.partition(":")
        if colon:
            value_by_key[one_of(key, KEYS, "unknown_key")] = value
        else:
            plain.append(word)
    kind = value_by_key["kind"]
    number = value_by_key["session"]
    if kind:
        kind = one_of(kind, KINDS, "unknown_kind")
    session = maybe_whole(number or "0")
    if session is None:
        raise Refusal("no_number", "session: needs a number, as in session:3.")
    return Query(
        " ".join(plain),
        value_by_key["creature"],
        value_by_key["place"],
        cast("Kind", kind),
        session,
        undone=kind in ("undo", "redo"),
        limit=200,
    )


def find_hits(look: History, text: str, last_seq: int, *, player_view: bool = False) -> Hits:
    """Search the past; runs on the history thread. Refusals of `query`.

    The hit chosen is the last one up to entry `last_seq`: in the present the newest.
    Behind the curtain a hit shows what players know, and is dropped if that lacks the words, or
    the creature or place that was asked for.
    """
    search_query = query(text)
    result = search(look, search_query)
    if player_view:
        hit_texts = [
            (hit.moment, known)
            for hit in result.hits
            if (known := _words_for_players(look, hit, search_query))
        ]
        total = len(hit_texts)
    else:
        hit_texts = [(hit.moment, hit.text) for hit in result.hits]
        total = result.total
    seqs = tuple(seq for seq, _ in hit_texts)
    lines = tuple(_line(look, seq, words) for seq, words in hit_texts)
    return Hits(text, seqs, lines, total, max(0, bisect_right(seqs, last_seq) - 1))


def _line(look: History, seq: int, words: str) -> str:
    here = beat(look, seq)
    if here is None:
        return phrase("{seq}  {text}", seq=seq, text=words)
    if here.round:
        when = Message("R{round}", round=here.round)
    else:
        when = times.short_day(here.day, look.states.moment(look.tip).state.calendar)
    return phrase("{seq}  {when}  {text}", seq=seq, when=when, text=words)


def _words_for_players(look: History, hit: Hit, search_query: Query) -> str:
    then = look.then(hit.seq)
    if then is None:
        return ""
    known_text = "; ".join(seen(then))
    if search_query.fits(known_text, _creatures(then), _place(then)):
        return known_text
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


def find(standpoint: PastStandpoint, text: str = "") -> PastChange:
    """Search for words, or for those typed on a page that lists the hits meanwhile."""
    if text:
        return Inquiry(
            work=partial(find_hits, text=text, last_seq=standpoint.at), then=_take, as_shown=True
        )
    start = ""
    if standpoint.ui.hits is not None:
        start = standpoint.ui.hits.text

    def make(past: PastQuestions) -> Find:
        async def search_for(text: str) -> Hits:
            return await past.ask_as_shown(partial(find_hits, text=text, last_seq=standpoint.at))

        return Find(search_for, KEYS, start)

    return InquiringPage(make, _take)


def _take(standpoint: PastStandpoint, hits: Hits | None) -> PastChange:
    if hits is None:
        return ()
    ui = replace(standpoint.ui, hits=hits)
    if hits.seqs:
        return ui, Wish("to", to=hits.seqs[hits.at])
    return ui, Message("Nothing in the journal matches '{text}'.", text=hits.text)


def go_to_hit(standpoint: PastStandpoint, step: int) -> PastChange:
    """Go to the next hit, or with -1 to the one before."""
    hits = standpoint.ui.hits
    if hits is None or not hits.seqs:
        return Message("There is no search yet. Press / to search.")
    return Wish("hit", step, among=hits.seqs)


def find_again(standpoint: PastStandpoint, text: str) -> PastChange:
    """Search again, for those who look on now."""

    def take(standpoint: PastStandpoint, hits: Hits) -> PastChange:
        return replace(standpoint.ui, hits=hits)

    work = partial(find_hits, text=text, last_seq=standpoint.at)
    return Inquiry(work=work, then=take, as_shown=True, group="again")


def summary(hits: Hits, seq: int) -> str:
    """The search and the hit at the entry shown."""
    if not hits.seqs:
        return phrase("/{text}  no hits", text=hits.text)
    if seq not in hits.seqs:
        return phrase(
            "/{text}  {hits:hit|hits}, n next, N previous", text=hits.text, hits=hits.total
        )
    place = hits.seqs.index(seq)
    return phrase(
        "/{text}  hit {at} of {hits}, n next, N previous: {line}",
        text=hits.text,
        at=place + 1,
        hits=hits.total,
        line=hits.lines[place],
    )
