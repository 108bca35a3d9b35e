"""Words for moves: a line of the log for each event, a title for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Message, Refusal, Squares, Template
from core.play.facts.fight.combatants import (
    figure_of,
    name_combatant,
    name_mover,
    names,
    waiting_in,
)
from core.play.facts.fight.moves.commands import (
    AnswerStrikes,
    ChooseHeading,
    DropMove,
    Fall,
    MountUp,
    Move,
    MoveCommand,
    MovePack,
    Push,
    SqueezeThrough,
    Stand,
)
from core.play.facts.fight.moves.events import (
    Fell,
    HeadingChosen,
    LeftBoard,
    MountedUp,
    Moved,
    MoveEvent,
    MoveHalted,
    OpportunityTaken,
    Pushed,
    StrikesAnswered,
)
from core.play.facts.state import State, Waiting

MOVES: dict[str, Template] = {
    "run": "runs",
    "charge": "charges",
    "withdraw": "withdraws",
    "five_foot_step": "steps",
    "step": "steps",
    "fly": "flies",
    "swim": "swims",
    "climb": "climbs",
    "burrow": "burrows",
    "incorporeal": "glides",
    "hurry": "climbs in a hurry",
}
"""The verbs of actions and modes."""

BENEATH = ("swim", "burrow", "incorporeal")
"""The modes that lead below the surface."""

DEEP_WATER = "deep_water"
WET_EARTH = "wet_earth"
DRY = "dry"
ROCK = "rock"
NO_FOOTING = "no_footing"
HAS_A_TOP = "has_a_top"
"""Reasons of their own for what the catalogue calls "blocked": of walkers, burrowers, swimmers."""
BLOCKED = (DEEP_WATER, WET_EARTH, DRY, ROCK, NO_FOOTING, HAS_A_TOP)

REASONS: dict[str, Template] = {
    "offmap": "{who} cannot go to {at}: it is not on the board.",
    "blocked": "{who} cannot enter {at}: something solid is in the way.",
    HAS_A_TOP: (
        "{who} cannot enter {at}: something solid is in the way. Climb (p b, then >) or fly."
    ),
    DEEP_WATER: "{who} cannot walk into {at}: it is deep water. Swim or fly.",
    WET_EARTH: "{who} cannot burrow into {at}: it is deep water.",
    ROCK: "{who} cannot burrow into {at}: it is wall or rock. Only earth (@) lets it through.",
    DRY: "{who} cannot swim to {at}: there is no deep water.",
    NO_FOOTING: (
        "{who} cannot walk to {at}: at this height nothing is underfoot there. Climb down (p b, "
        "then <) or fly."
    ),
    "corner": "{who} cannot cut the corner at {at}.",
    "occupied": "{who} cannot enter {at}: an enemy stands there.",
    "fills_space": "{who} cannot enter {at}: the creature there fills it.",
    "ally_charge": "{who} cannot charge through {at}: a friend stands there.",
    "hampered_run": "{who} cannot run through {at}: the ground hampers movement.",
    "hampered_charge": "{who} cannot charge through {at}: the ground hampers movement.",
    "hampered_five_foot_step": "{who} cannot step to {at}: the ground hampers movement.",
    "hampered_step": "{who} cannot step to {at}: the ground hampers movement.",
    "not_adjacent": "{who} cannot jump to {at}: it is not next to the square before.",
    "not_straight": "A run must be straight: {at} is not in line for {who}.",
    "too_long": "A step is one square: {at} is too far.",
    "obstacle_end": "{who} cannot stop at {at}: an obstacle must be crossed without stopping.",
    "end_occupied": "{who} cannot stop at {at}: another creature is there.",
    "end_full": "{who} cannot stop at {at}: there is no room left.",
    "cannot_move": "{who} cannot move.",
    "in_the_air": (
        "{who} cannot walk in the air: fly, climb or fall (p), or :place puts it elsewhere."
    ),
    "below": "{who} is below the ground: it burrows or swims up first (p, then >).",
    "no_run": "{who} cannot run or charge: {conditions}.",
    "no_step_by": "{who} cannot step in the air, in water, climbing or burrowing.",
}
"""Reasons against a movement, by those of the tactical catalogue (section 3).

"no_run" is "fatigued" there, whatever the condition that hinders.
"""


def doing(action: str, mode: str) -> Message:
    """Return the verb for a way of moving: "runs", "flies"."""
    return Message(MOVES.get(action) or MOVES.get(mode) or N_("moves"))


def refused(reason: str, name: str, square_name: str, conditions: tuple[str, ...] = ()) -> Refusal:
    """Return the refusal of a movement by its reason; `conditions` are those that hinder a run."""
    template = REASONS.get(reason, N_("{who} cannot go to {at}."))
    code = "blocked" if reason in BLOCKED else reason
    return Refusal(code, template, who=name, at=square_name, conditions=conditions)


def unseeing(action: str, name: str) -> Refusal:
    """Return the refusal of a run, charge or step in poor visibility (C-030, C-046)."""
    return Refusal(
        f"hampered_{action}",
        "{who} cannot see where it goes: it moves at half speed, without running, charging or "
        "stepping.",
        who=name,
    )


TOO_FAR: dict[str, Template] = {
    "hurry": "too far to climb in a hurry: {cost}, and {who} has {budget}",
    "run": "too far for a run: {cost}, and {who} has {budget}",
    "charge": "too far for a charge: {cost}, and {who} has {budget}",
    "withdraw": "too far to withdraw: {cost}, and {who} has {budget}",
}


def not_direct(square_name: str) -> Refusal:
    """Return the refusal of a charge that would have to bend."""
    return Refusal(
        "not_direct", "A charge must be straight: there is no straight way to {at}.", at=square_name
    )


def too_near(least: int) -> Refusal:
    """Return the refusal of a charge over fewer than `least` squares."""
    return Refusal("too_near", "A charge must cover at least {least:square|squares}.", least=least)


def too_far(name: str, cost: int, budget: int, action: str = "move") -> Refusal:
    """Return the refusal of a movement that costs more than is left, in squares."""
    return Refusal(
        "too_far",
        TOO_FAR.get(
            action,
            N_("too far: {cost}, and {who} has {budget}: point nearer, or rule it there (:place)"),
        ),
        who=name,
        budget=Squares(budget),
        cost=Squares(cost),
    )


def too_many(name: str, actions: int, squares_each: int) -> Refusal:
    """Return the refusal of a movement whose steps do not fit into the actions that are left.

    `squares_each` is what one action pays, in squares.
    """
    return Refusal(
        "too_far",
        "too far: {who} has {actions:action|actions} of {each}, and no step is shared by two: "
        "point nearer, or rule it there (:place)",
        who=name,
        actions=actions,
        each=Squares(squares_each),
    )


def struck_at(waiting: Waiting, state: State) -> tuple[str, ...]:
    """Return the names of those at whom may be struck on their way."""
    movers = dict.fromkeys(one.against or waiting.who for one in waiting.strikers)
    return names(state, movers or (waiting.who,))


def narrate_moves(event: MoveEvent, state: State) -> Message:
    """Return the event as one line; `state` is the state after it."""
    match event:
        case Moved():
            return _narrate_move(event, state)
        case MoveHalted(waiting):
            by = tuple(dict.fromkeys(name_combatant(state, one.by) for one in waiting.strikers))
            name = name_combatant(state, waiting.who)
            if waiting.action == "stand":
                return Message("{who} begins to get up; {by} may strike", who=name, by=by)
            if waiting.spell is not None:
                return Message("{who} begins a spell; {by} may strike", who=name, by=by)
            if waiting.blow is not None:
                template = N_("{who} is about to attack {target}; {by} may strike")
                if len(set(waiting.blow.by)) > 1:
                    template = N_("{who} are about to attack {target}; {by} may strike")
                return Message(
                    template,
                    who=names(state, tuple(dict.fromkeys(waiting.blow.by))),
                    target=waiting.blow.square or name_combatant(state, waiting.target),
                    by=by,
                )
            if waiting.action == "coup_de_grace":
                return Message(
                    "{who} begins a coup de grâce on {target}; {by} may strike",
                    who=name,
                    target=name_combatant(state, waiting.target),
                    by=by,
                )
            return Message(
                "{who} stops at {at}; {by} may strike",
                who=name_mover(state, waiting.who),
                at=waiting.path[0],
                by=by,
            )
        case StrikesAnswered():
            passed = tuple(name_combatant(state, name) for name in event.passed)
            if event.took and passed:
                return Message(
                    "{passed} did not strike at {who}",
                    passed=passed,
                    who=name_combatant(state, event.who),
                )
            if event.took:
                return Message(
                    "all who were asked struck at {who}", who=name_combatant(state, event.who)
                )
            return Message(
                "nobody strikes at {who}" if passed else "{who} stops",
                who=name_combatant(state, event.who),
            )
        case OpportunityTaken(by, against):
            return Message(
                "{by} takes the opportunity against {who}",
                by=name_combatant(state, by),
                who=name_combatant(state, against),
            )
        case Pushed(name, path):
            return Message("{who} is moved to {at}", who=name_combatant(state, name), at=path[-1])
        case Fell(name, height):
            return Message(
                "{who} falls {height}", who=name_combatant(state, name), height=Squares(height)
            )
        case MountedUp(name, mount, at):
            if event.falls:
                return Message(
                    "{who} falls from the saddle at {at}", who=name_combatant(state, name), at=at
                )
            if mount:
                return Message(
                    "{who} mounts {mount}",
                    who=name_combatant(state, name),
                    mount=name_combatant(state, mount),
                )
            return Message("{who} dismounts at {at}", who=name_combatant(state, name), at=at)
        case HeadingChosen(name, heading):
            template = N_("{who} heads {direction}: the main direction of this turn")
            return Message(template, who=name_mover(state, name), direction=heading)
        case LeftBoard(name, at):
            return Message("{who} leaves the board at {at}", who=name_mover(state, name), at=at)
        case _:
            assert_never(event)


def narrate_part(event: Moved, state: State) -> Message:
    """Return the squares of this event alone; those before may be hidden from players."""
    if event.cost and len(event.path) == 1:
        return _narrate_height(event, state)
    template = N_("{who} {moves} from {start} to {end}, {cost}")
    if event.elevation:
        template = N_("{who} {moves} from {start} to {end}, {cost}, {height}")
    told = Message(
        template,
        who=name_mover(state, event.who),
        moves=doing(event.action, event.mode),
        start=event.path[0],
        end=event.at or event.path[-1],
        cost=Squares(event.cost),
        height=_name_height(event.elevation),
    )
    if event.hazards:
        return Message("{move}, {hazards:step|steps} in danger", move=told, hazards=event.hazards)
    return told


def _name_height(elevation: int, *, from_below: bool = False) -> Message:
    """Return a height in squares above the ground (below 0: a depth), or what height 0 is.

    `from_below`: who ends there was below it.
    """
    if elevation > 0:
        return Message("height {squares}", squares=Squares(elevation))
    if elevation < 0:
        return Message("depth {squares}", squares=Squares(-elevation))
    if from_below:
        return Message("the surface")
    return Message("the ground")


def _narrate_height(event: Moved, state: State) -> Message:
    """Return a movement that changes the height alone, by where it ends."""
    return Message(
        "{who} {moves} to {height} at {at}, {cost}",
        who=name_mover(state, event.who),
        moves=doing(event.action, event.mode),
        height=_name_height(event.elevation, from_below=event.mode in BENEATH),
        at=event.at or event.path[-1],
        cost=Squares(event.cost),
    )


def _narrate_move(event: Moved, state: State) -> Message:
    # A movement that goes on, after a strike for example, says where it began, too.
    part = narrate_part(event, state)
    figure = figure_of(state, event.who)
    if event.begins or figure is None or not figure.spent.path:
        return part
    return Message(
        "{part}, in all {whole} from {start}",
        part=part,
        whole=Squares(figure.spent.covered),
        start=figure.spent.path[0],
    )


def describe_height(command: Move, state: State) -> Message | None:
    """Return what a movement does that changes the height alone; None = it goes elsewhere."""
    figure = figure_of(state, command.who)
    if figure is None or command.elevation is None or command.elevation == figure.elevation:
        return None
    if {*command.path, command.to or figure.at} != {figure.at}:
        return None
    rises = command.elevation > figure.elevation
    template = N_("{who} sinks to {height}")
    if rises:
        template = N_("{who} rises to {height}")
    height = _name_height(command.elevation, from_below=rises)
    return Message(template, who=name_mover(state, command.who), height=height)


def describe_moves(command: MoveCommand, state: State) -> Message:
    """Return a short name of the command; `state` is the state before it."""
    match command:
        case Move():
            end = command.to or (command.path[-1] if command.path else "")
            height = describe_height(command, state)
            if height is not None:
                return height
            moves = doing(command.action, command.mode)
            if command.tumble:
                moves = Message("tumbles")
            elif command.overrun:
                moves = Message("charges through, over enemies,")
            elif command.leap:
                moves = Message("leaps")
            return Message(
                "{who} {moves} off the board" if end == "off" else "{who} {moves} to {at}",
                who=name_mover(state, command.who),
                moves=moves,
                at=end,
            )
        case MovePack(steps):
            return Message("{count:creature|creatures} move together", count=len(steps))
        case AnswerStrikes():
            waiting = waiting_in(state)
            if waiting is None:
                return Message("opportunities")
            return Message("opportunities against {who}", who=struck_at(waiting, state))
        case DropMove():
            waiting = waiting_in(state)
            if waiting is not None and waiting.blow is not None:
                return Message("the attack is given up")
            if waiting is not None and waiting.spell is not None:
                return Message("the spell is given up")
            return Message("the movement is given up")
        case Push(who):
            return Message("{who} is moved", who=name_combatant(state, who))
        case Fall(who):
            faller = command.thing or name_combatant(state, who)
            if not command.on:
                return Message("{who} falls", who=faller)
            on = name_combatant(state, command.on)
            return Message("{who} falls on {other}", who=faller, other=on)
        case ChooseHeading(who, heading):
            return Message("{who} heads {direction}", who=name_mover(state, who), direction=heading)
        case SqueezeThrough(who, to):
            return Message("{who} squeezes to {at}", who=name_mover(state, who), at=to)
        case Stand(who, down):
            return Message(
                "{who} lies down" if down else "{who} gets up", who=name_combatant(state, who)
            )
        case MountUp(who, mount):
            if command.falls:
                return Message("let {who} fall", who=name_combatant(state, who))
            return Message(
                "{who} mounts {mount}" if mount else "{who} dismounts",
                who=name_combatant(state, who),
                mount=name_combatant(state, mount),
            )
        case _:
            assert_never(command)
