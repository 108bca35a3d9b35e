"""What the Journey remembers between two keys, and what Enter means there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from core.messages import Kilograms, KmPerHour, Message, Refusal
from core.play import queries
from core.play.facts.road.commands import Camp, Ride, SetPace, SetRoute
from core.play.facts.state import Fighting, Member, Met, RulesKey, State, change_member, someone
from core.play.facts.table.commands import SetPresent
from core.play.fight.health import can_walk
from core.play.party.fellows import company, fellows, find_standing_vehicle
from core.play.party.membership import bearers_for
from core.play.road.way_ahead import RoutesRequest
from core.play.union import Assets, Command
from core.travel.route import Routes
from core.values import Struct, replace
from tui.kit.modal import Choice
from tui.play.command_line.leg_lines import PACES
from tui.play.road.survey import Survey
from tui.view import CampaignView

REACHES = (0, 1, 3)
"""Days of reach that r cycles through; 0 shows none."""


class JourneyUI(Struct):
    """The Journey's own memory; where the cursor is, the map knows.

    `charted` is the region and the rules that the hexes below are of. `via` are the waypoints of
    the next route, `trail` the hexes that the cursor jumped from, `labels` the hexes of a jump
    that waits for its letter. `reach` is the number of days that the rings show. `routes` answers
    `asked` for the present state, None until it is computed; `no_routes` says why there are none,
    such as that the party is off the map. `survey` is that of the last state.
    """

    charted: tuple[str, RulesKey] = ("", ("", ()))
    via: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    survey: Survey | None = None
    reach: int = 0
    asked: RoutesRequest | None = None
    routes: Routes | None = None
    no_routes: Message | None = None


def with_state(ui: JourneyUI, state: State, routes_request: RoutesRequest | None) -> JourneyUI:
    """Drop what belongs to another map, and the routes of another request."""
    charted = (state.region, state.rules_key)
    if charted != ui.charted:
        ui = replace(ui, charted=charted, via=(), trail=(), labels={})
    if routes_request == ui.asked:
        return ui
    return replace(ui, asked=routes_request, routes=None, no_routes=None)


def with_mark_toggled(ui: JourneyUI, hex: str) -> JourneyUI:
    """Set a waypoint at `hex`, after the others, or take it away."""
    if hex in ui.via:
        return replace(ui, via=tuple(one for one in ui.via if one != hex))
    return replace(ui, via=(*ui.via, hex))


def with_next_reach(ui: JourneyUI) -> JourneyUI:
    """Show the rings of today, of three days, or none again."""
    return replace(ui, reach=REACHES[(REACHES.index(ui.reach) + 1) % len(REACHES)])


def leg_paces(state: State, assets: Assets) -> tuple[str, ...]:
    """Return the paces that a leg may have now: none but the walk where nobody may hustle."""
    if queries.why_refused(SetPace("hustle"), state, assets) is None:
        return PACES
    return ("walk",)


WAITS = "wait"
LEFT = "leave"
"""What becomes of who cannot walk, besides being carried."""


def stranded_choices(
    state: State, assets: Assets
) -> tuple[str, Message, tuple[Choice, ...]] | None:
    """Return the first who cannot walk, the question what to do, and the answers; None: nobody."""
    rules = assets.rules
    afoot = (someone(state, one) for one in fellows(state, rules).toiling)
    member = next((one for one in afoot if not can_walk(one, rules)), None)
    if member is None:
        return None
    choices = []
    for bearer in bearers_for(member, state, rules):
        pace = _pace_with(member, bearer, state, assets)
        if pace is not None:  # else it would be too heavy a load
            label = Message(
                "{who} is carried by {bearer}: {weight}, at {pace}",
                who=member.name,
                bearer=bearer.name,
                weight=Kilograms(member.weight_kg),
                pace=KmPerHour(pace),
            )
            choices.append(Choice(bearer.id, bearer.token, label))
    choices.append(Choice(WAITS, "1", Message("wait for {who}: camp", who=member.name)))
    choices.append(Choice(LEFT, "2", Message("leave {who} behind", who=member.name)))
    return member.id, Message("{who} cannot walk", who=member.name), tuple(choices)


def _pace_with(member: Member, bearer: Member, state: State, assets: Assets) -> Fraction | None:
    # The pace of the party on open ground once `bearer` carries `member`; None: it cannot.
    carried = change_member(state, member.id, lambda one: replace(one, rides=bearer.id))
    overloaded = find_standing_vehicle(carried, assets.rules)
    if overloaded is not None and overloaded.code == "wagon_overloaded":
        return None
    try:
        return company(carried, assets).pace.km_h
    except Refusal:
        return None


def is_march_refused(state: State, assets: Assets) -> bool:
    """Whether the party would march on, but for one who cannot walk."""
    if state.plan is None or state.pending is not None or queries.space(state, assets) is not None:
        return False
    return stranded_choices(state, assets) is not None


def stranded_commands(member: str, picked: str, march: Command) -> tuple[Command, ...]:
    """Return what is performed when the GM has chosen: the march goes on, but for a camp."""
    if picked == WAITS:
        return (Camp(),)
    if picked == LEFT:
        return (SetPresent(member, False), march)
    return (Ride(member, picked), march)


def pace_choices(state: State, assets: Assets) -> tuple[Message, tuple[Choice, ...]]:
    """The question how the party moves, and its answers; none of them would be refused."""
    prompt = Message("how do we move?")
    choices = [Choice("walk", "w", Message("walk"))]
    no_hustle = queries.why_refused(SetPace("hustle"), state, assets)
    if no_hustle is None:
        hustle = Message("hustle: {cost}", cost=_hustle_cost(state, assets))
        choices.append(Choice("hustle", "h", hustle))
        runs = Message("run and rest: as far as a hustle, and as hard")
        choices.append(Choice("run_and_rest", "r", runs))
    else:
        prompt = Message("how do we move? {why}", why=no_hustle)
    if _can_force(state, assets):
        force = Message("force the march: one more hour after the day's end")
        choices.append(Choice("force", "f", force))
    return prompt, tuple(choices)


def _hustle_cost(state: State, assets: Assets) -> Message:
    try:
        return queries.hustle_cost(state, assets)
    except Refusal as refusal:  # it cannot travel at all; what it will do then is set all the same
        return refusal.message


def _can_force(state: State, assets: Assets) -> bool:
    try:
        march = queries.forced_march(state, assets)
    except Refusal:
        return False
    return queries.why_refused(march, state, assets) is None


class RoadAction(Struct):
    """What Enter does, in `words`: it sets a route, takes a step that may ask more, or neither.

    `space`: what Space does, None where Enter means nothing to it. Steps: "meet" begins what was
    met or passes it by, "fight" shows the fight being played, "end" ends an encounter told
    without a board, "legs" asks for the legs of a way. `brief` are the words where there is no room
    for all; None: as many as fit.
    """

    words: Message
    route: SetRoute | None = None
    step: Literal["", "meet", "fight", "end", "legs"] = ""
    space: Message | None = None
    brief: Message | None = None

    @property
    def records(self) -> bool:
        """Whether it is recorded: not where it only goes to another screen, or nowhere."""
        return self.route is not None or self.step in ("meet", "end", "legs")


def enter_action(
    view: CampaignView,
    cursor: str,
    via: Sequence[str] = (),
    routes: Routes | None = None,
    no_routes: Message | None = None,
) -> RoadAction:
    """What Enter does with the cursor on this hex.

    `routes` are those of the state, if known, or `no_routes` says why it has none.
    """
    pending = pending_action(view.state)
    if pending is not None:
        return pending
    if view.region is None:
        return RoadAction(Message("write the legs, or :import a map"), step="legs")
    missing = queries.no_route(view.state, view.assets, cursor)
    if missing is not None:
        return RoadAction(missing.words, brief=missing.brief)
    if no_routes is not None:
        return RoadAction(Message("nothing: {why}", why=no_routes), brief=Message("nothing"))
    if routes is not None and routes.arrival(cursor) is None:
        return RoadAction(queries.NO_WAY.words, brief=queries.NO_WAY.brief)
    route = SetRoute(cursor, tuple(hex for hex in via if hex != cursor))
    return RoadAction(queries.ahead_enter(view.state, view.assets, cursor), route)


def pending_action(state: State) -> RoadAction | None:
    """What Enter and Space do about what is pending; None when nothing is."""
    same = Message("the same")
    match state.pending:
        case Met():
            passes = Message("the same; e s passes it by")
            return RoadAction(Message("begin what was met"), step="meet", space=passes)
        case Fighting(name, encounter=encounter) if encounter:
            go = Message("go to the fight: {encounter}", encounter=name)
            return RoadAction(go, step="fight", space=same)
        case Fighting(name):
            over = Message("end {encounter}, after its minutes", encounter=name)
            return RoadAction(over, step="end", space=same)
    return None
