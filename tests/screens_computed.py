"""All that Journey, Party, Encounter and Sessions compute of a campaign before they paint it.

Each function computes what its screen shows and reads it once as text. They return nothing: what
cannot be computed raises, and only a Refusal that the screen itself turns into a sentence is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from core.combat.board.squares import parse_square
from core.messages import Message, Refusal
from core.play import queries
from core.play.facts.encounter import Encounter
from core.receipts import Receipt
from core.values import replace
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace
from tui.encounter.model import EncounterUI, cursor_query, shown
from tui.encounter.model import enter_action as enter_in_fight
from tui.encounter.panes.result_strip import results
from tui.encounter.present import layers, sights
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import drawn, foresee
from tui.encounter.present.states import order, ticking, tokens
from tui.encounter.pursuit import gone, ladder, outcome
from tui.journey.model import enter_action as enter_on_map
from tui.journey.panes.region_map import (
    CursorQuestion,
    cursor_lines,
    hexes_ahead,
    labelled,
    land_title,
    rings,
)
from tui.journey.screen import receipts as receipts_of_journey
from tui.kit.lines_view import words
from tui.kit.phrases import say
from tui.kit.receipt import receipt_lines
from tui.party import form_lines, sheets
from tui.play import first_line
from tui.play.log import log_lines
from tui.play.road import survey
from tui.play.road.party_table import boat_lines, party_columns
from tui.play.road.survey import Survey
from tui.sessions.present import history_rows, visits
from tui.sessions.present.visits import Wish
from tui.view import CampaignView, said

WIDE = 120
NARROW = 80
SQUARES = ("A1", "F7", "M4", "Q7")
LAYERS = tuple(name for name in layers.ORDER if name)


def compute_now(view: CampaignView) -> None:
    """Compute the four screens of the present, with the curtain open and drawn."""
    found = compute_survey(view)
    compute_journey(view, found)
    compute_party(view, found)
    compute_encounter(view)
    compute_survey(view.veiled)


def compute_survey(view: CampaignView) -> Survey:
    """Compute the panes of Journey and Party, and read every word of them."""
    found = survey.survey_of(view)
    read(replace(found, nights=()))
    return found


def compute_journey(view: CampaignView, found: Survey) -> None:
    """Compute the Journey: log, map, routes, the cursor's hex, and what the keys do."""
    state = view.state
    assets = view.assets
    title = first_line.title(view, first_line.session(view, narrow=False))
    read((title.left, title.right))
    read(log_lines.log(view, player_view=False, width=WIDE))
    read(log_lines.log(view, player_view=True, width=NARROW))
    hexes_ahead(state)
    read(receipts_of_journey(view, found))
    with suppress(Refusal):
        read(queries.hustle_cost(state, assets))
    read(queries.next_action(state, assets))
    queries.space(state, assets)
    routes = None
    with suppress(Refusal):
        asked = queries.routes_request(state, assets)
        routes = None if asked is None else queries.routes(asked, assets)
    if routes is not None:
        rings(routes, 3)
    cells = () if view.region is None else tuple(view.region.cells)
    labelled(view, found, cells)
    goal = "" if state.plan is None else state.plan.goal
    for cursor in {"", goal, *cells[-1:]}:
        read(land_title(view, cursor))
        read(enter_on_map(view, cursor, routes=routes).words)
        read(cursor_lines(CursorQuestion(view, cursor, routes)))


def compute_party(view: CampaignView, found: Survey) -> None:
    """Compute the Party: its table, and each member in full."""
    rows = (*found.party, *boat_lines(view.state, view.assets))
    for width in (NARROW, WIDE):
        party_columns(rows, width, armour=True)
    read(rows)
    for member in view.state.members:
        read(tuple(sheets.receipts(member, view.state, view.assets)))
        read(form_lines.write_sheet(member, view.assets.rules))
        with suppress(Refusal):
            read(queries.moving(member, view.state, view.assets).receipt)


def compute_encounter(view: CampaignView) -> None:
    """Compute the Encounter: the fight, else the newest one, for the GM and for players."""
    encounter = shown(view.state, "")
    for player_view in (False, True):
        title = sights.title(view, encounter, WIDE, player_view)
        read((title.left, title.right))
        results(view, player_view)
        gone(view, player_view)
        if encounter is not None:
            _compute_battle(view, encounter, player_view)
    outcome(view)
    read(queries.next_action(view.state, view.assets))


def _compute_battle(view: CampaignView, encounter: Encounter, player_view: bool) -> None:
    found = battle(view, encounter, player_view)
    read((found.trouble, found.space))
    here = found.known
    if here is not None:
        tokens(here)
        read(order(here))
        read(tuple(ticking(here)))
        read(ladder(here))
    if found.scene is not None:
        _compute_squares(found)


def _compute_squares(found: Battle) -> None:
    who = next(iter(found.acting), "")
    for name in LAYERS:
        read(layers.layer(layers.LayerRequest(found, name, who)).words)
    ui = EncounterUI(gathered=found)
    for name in SQUARES:
        square = parse_square(name)
        query = cursor_query(ui, found, square)
        if query is not None:
            seen = foresee(query)
            drawn(seen, 0)
            read((seen.trouble, seen.rows, seen.under, seen.card))
        read(enter_in_fight(ui, found, found.view.state, square, "").words)
        layers.ruler(found, parse_square(SQUARES[0]), square)


def compute_sessions(path: Path) -> None:
    """Compute the Sessions of a campaign's file: sessions, journals, and each entry's moment."""
    with History.open(FilePlace(path), said) as history:
        overview = history.ask(visits.overview)
        for session in overview.sessions:
            history_rows.session_line(session, overview.calendar)
            for player_view in (False, True):
                found = visits.journal(
                    history, session, session.last, player_view=player_view, only="all"
                )
                history_rows.journal_rows(found, overview)
        history_rows.totals(overview.sessions)
        for seq in range(1, history.head + 1):
            for player_view in (False, True):
                _compute_moment(history, seq, player_view)


def _compute_moment(history: History, seq: int, player_view: bool) -> None:
    found = visits.visit(history, seq, (Wish("to", to=seq),), player_view=player_view)
    assert found.trouble is None
    assert found.picture is not None
    read(found.picture.title(player_view))
    read(found.figures)


def read(found: object) -> None:
    """Read aloud all messages and receipts that are in a value."""
    for one in _told(found):
        if isinstance(one, Receipt):
            receipt_lines(one, NARROW, depth=9)
        else:
            assert isinstance(words(one) + say(one), str)


def _told(found: object) -> Iterator[Message | Receipt]:
    if isinstance(found, Message | Receipt):
        yield found
    elif isinstance(found, tuple | list):
        for one in found:
            yield from _told(one)
    elif hasattr(found, "__struct_fields__"):
        for name in found.__struct_fields__:
            yield from _told(getattr(found, name))
