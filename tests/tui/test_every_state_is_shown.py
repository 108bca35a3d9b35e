"""After every accepted command, all that the screens compute of the state succeeds."""

from __future__ import annotations

import os
from contextlib import suppress
from fractions import Fraction

import pytest

from core.messages import Refusal
from core.play import queries
from core.play.fight import previews
from core.play.road.commands import SetLegs, SetPace
from core.play.state import State
from core.play.table.commands import SetPresent
from core.play.union import Assets, Command, decide
from core.travel.movers import Mover
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import HARSK, TAM, after, assets, party
from tests.wandering import SYSTEMS, Wanderer
from tui.encounter.present import states
from tui.encounter.present.battle import battle, seen
from tui.encounter.present.sights import title as fight_title
from tui.journey.model import JourneyUI, with_state
from tui.journey.panes.region_map import CursorQuestion, cursor_lines, hexes_ahead, land_title
from tui.party.sheets import receipts, write_sheet
from tui.play.survey import survey, title, whose
from tui.view import CampaignView

PF1, SF = assets(), assets("sf")
ROVER = replace(
    HARSK, id="rover", name="Rover", token="R", role="vehicle", hp=None,
    mover=Mover(vehicle_class="light", vehicle_km_h=Fraction(40)),
)  # fmt: skip
FEW = 125
"""Accepted commands of a system in `make test`."""
MANY = 5_000
"""Accepted commands of a system in `make nightly`, in parties of so many each."""
PARTY = 60


def view_of(state: State, under: Assets) -> CampaignView:
    return CampaignView(state, under, 1, 1, False, None, None, ())


def compute_journey(view: CampaignView) -> None:
    survey(view.state, view.assets)
    title(view, whose(view))
    queries.next_action(view.state, view.assets)
    queries.space(view.state, view.assets)
    hexes_ahead(view.state)
    asked = None
    with suppress(Refusal):  # the screen says nothing of the map then
        asked = queries.routes_request(view.state, view.assets)
    with_state(JourneyUI(), view.state, asked)
    if view.region is None:
        return
    routes = None
    with suppress(Refusal):
        routes = None if asked is None else queries.routes(asked, view.assets)
    for place in (view.state.place, "0303", "0202"):
        land_title(view, place)
        queries.ahead_enter(view.state, view.assets, place)
        cursor_lines(CursorQuestion(view, place, routes))


def compute_party(view: CampaignView) -> None:
    for member in view.state.members:
        write_sheet(member)
        list(receipts(member, view.state, view.assets))


def compute_encounters(view: CampaignView) -> None:
    for encounter in view.state.encounters:
        battle(view, encounter)
        here = seen(view, encounter=encounter)
        assert here is not None
        states.order(here)
        states.tokens(here)
        list(states.ticking(here))
        fight_title(view, encounter, 80)
    if view.state.fight is not None:
        previews.next_turn_action(view.state, view.assets)


def compute_everything(state: State, under: Assets) -> None:
    """Compute what Journey, Party, Encounter and Sessions show, for the GM and for players."""
    view = view_of(state, under)
    compute_screens(view)
    compute_screens(view.veiled)


def compute_screens(view: CampaignView) -> None:
    compute_journey(view)
    compute_party(view)
    compute_encounters(view)


def wander(seed: int, ruleset: str, accepted: int, *, extreme: bool = False) -> None:
    wanderer = Wanderer(seed, ruleset, extreme=extreme)
    history: list[Command] = []
    while wanderer.accepted < accepted:
        try:
            command = wanderer.step()
            if command is None:
                continue
            history.append(command)
            compute_everything(wanderer.state, wanderer.assets)
        except Exception as error:
            error.add_note(f"{ruleset}, seed {seed}, after {history[-3:]}")
            raise


def test_a_leg_of_a_digit_too_many_is_refused_when_it_is_typed() -> None:
    state = party(HARSK, legs=())
    legs = SetLegs((Stretch(Fraction(999_999), 1, terrain="plains", way="road"),))

    with pytest.raises(Refusal) as refused:
        decide(legs, state, PF1, {})

    assert refused.value.code == "too_long"


def test_the_way_of_an_older_campaign_that_cannot_be_told_is_a_sentence() -> None:
    endless = Stretch(Fraction(999_999), 1, terrain="plains", way="road")

    shown = survey(party(HARSK, legs=(endless,)), PF1)

    assert shown.trouble is not None
    assert shown.plan is None
    assert shown.today is not None
    assert shown.space is not None
    compute_everything(party(HARSK, legs=(endless,)), PF1)


def test_a_party_with_a_powered_vehicle_cannot_hustle_by_pace_or_by_leg() -> None:
    state = party(TAM, ROVER, legs=())
    hustled = SetLegs((Stretch(Fraction(30), 1, terrain="plains", pace="hustle"),))

    for command in (SetPace("hustle"), hustled):
        with pytest.raises(Refusal) as refused:
            decide(command, state, SF, {})
        assert refused.value.code == "vehicle_has_no_hustle"


def test_a_vehicle_that_comes_back_to_a_hustled_leg_is_said_in_the_pane_of_the_way() -> None:
    away = replace(ROVER, present=False)
    state = party(TAM, away, legs=(Stretch(Fraction(30), 1, terrain="plains", pace="hustle"),))
    assert survey(state, SF).trouble is None

    together = after(SetPresent(ROVER.id, True), state, under=SF)

    assert survey(together, SF).trouble is not None
    compute_everything(together, SF)


def test_a_pace_that_the_party_has_no_more_leaves_no_missing_route() -> None:
    legs = (Stretch(Fraction(30), 1, terrain="plains"),)

    shown = survey(party(HARSK, ROVER, legs=legs, pace="hustle"), SF)

    assert shown.today is None
    assert shown.trouble is not None
    assert shown.has_plan


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_every_accepted_command_leaves_a_state_that_can_be_shown(ruleset: str) -> None:
    wander(1, ruleset, FEW)


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_many_parties_leave_only_states_that_can_be_shown(ruleset: str) -> None:
    first = int(os.environ.get("OUTRIDER_SEED", "100"))
    for seed in range(first, first + MANY // PARTY + 1):
        wander(seed, ruleset, PARTY, extreme=True)
