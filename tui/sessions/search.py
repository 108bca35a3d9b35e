"""Searching the past, and going from hit to hit."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial

from textual import work

from core.messages import Message
from core.play import times
from core.play.fight.combatants import find as find_being
from core.play.history.facts import about
from core.play.road.standing import known_hexes
from core.play.view import each_for_players, for_players, veiled
from core.values import replace
from saves.history.history import History, Then
from saves.history.navigation import beat
from saves.history.search import Hit, Query, search
from tui.kit.phrases import Words, phrase
from tui.sessions.dialogs.find import Find, Hits, query
from tui.sessions.past_reader import PastHost
from tui.sessions.present.figures import seen
from tui.sessions.present.visits import Wish


def found(look: History, text: str, at: int, *, player_view: bool = False) -> Hits:
    """Search the past; runs on the history thread. Refusals of `query`.

    The hit chosen is the last one up to entry `at`: in the present the newest.
    Behind the curtain a hit shows what players know, and is dropped if that lacks the words, or
    the creature or place that was asked for.
    """
    asked = query(text)
    result = search(look, asked)
    told = [(hit.moment, hit.text) for hit in result.hits]
    if player_view:
        told = [(hit.moment, known) for hit in result.hits if (known := _known(look, hit, asked))]
    seqs = tuple(seq for seq, _ in told)
    lines = tuple(_line(look, seq, words) for seq, words in told)
    total = len(told) if player_view else result.total
    return Hits(text, seqs, lines, total, max(0, bisect_right(seqs, at) - 1))


def _line(look: History, seq: int, words: str) -> str:
    here = beat(look, seq)
    if here is None:
        return phrase("{seq}  {text}", seq=seq, text=words)
    when: Words = Message("R{round}", round=here.round)
    if not here.round:
        when = times.short_day(here.day, look.states.moment(look.tip).state.calendar)
    return phrase("{seq}  {when}  {text}", seq=seq, when=when, text=words)


def _known(look: History, hit: Hit, asked: Query) -> str:
    then = look.then(hit.seq)
    told = "" if then is None else "; ".join(seen(then))
    return told if then and asked.fits(told, _creatures(then), _place(then)) else ""


def _creatures(then: Then) -> str:
    known = known_hexes(then.state, then.assets)
    (events,) = each_for_players(then.state, (then.entry.events,), known)
    before, after = for_players(then.before)[0], for_players(then.state)[0]
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
    screen.app.hold()
    start = screen.ui.hits.text if screen.ui.hits is not None else ""
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
        screen.past.ask_for(Wish("hit", by, among=hits.seqs))


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
