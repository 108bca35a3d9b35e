"""The actions, step and squares that are left of a turn, and what of them a movement may use.

Movement follows the catalogue (C-013, C-015, C-018, C-034); the other actions are house defaults
(`combat.turn`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from core.combat.board.scene import Action, has_effect
from core.combat.movement.footing import SMALL, steps_by
from core.combat.movement.turns import fastest, run
from core.creatures import Mode
from core.messages import N_, Message, Refusal
from core.play.facts.encounter import PRONE, Encounter, Figure, Slot, Spent, is_among
from core.play.facts.fight.combatants import (
    Being,
    bearer_of,
    fight_of,
    figure_of,
    find,
    name_combatant,
    sheet,
    someone,
)
from core.play.facts.fight.turns.events import ActionsSpent
from core.play.facts.state import Assets, Member, State
from core.play.fight.creature_now import creature_now
from core.play.fight.fight_scene import MoverScene, find_drop, speed_of
from core.play.fight.health import afflictions, health, house, is_vehicle
from core.play.fight.turns.drift import is_weightless, refuse_push
from core.play.fight.turns.hurried_climb import CLIMB, HURRY, can_hurry, find_hurry
from core.play.fight.turns.move_budget import CHARGE, FULL_ROUND, MoveBudget
from core.play.fight.turns.moving_on import (
    SPRING,
    goes_past,
    has_spring_attack,
    mode_of_last,
    moves_on,
)
from core.play.fight.turns.shared_turn import share_turn
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct


def can_act(state: State, rules: Ruleset, fight: Encounter, figure: Figure) -> bool:
    """Whether a creature can act: on the board, alive, awake, and not surprised in that round.

    Vehicles have no turns; a rider is where its mount is.
    """
    being = find(state, figure.id)
    if being is None or is_vehicle(being):
        return False
    if not is_on_board(fight, figure) or (fight.surprise and figure.surprised):
        return False
    if health(being, rules).out:
        return False
    return not has_effect(afflictions(being, rules, fight), "acts_not", rules.combat)


def is_on_board(fight: Encounter, figure: Figure) -> bool:
    """Whether a creature, or its mount, has a place on the board."""
    mount = fight.figure(figure.mount)
    return bool(figure.at) or (mount is not None and bool(mount.at))


def who_can(state: State, rules: Ruleset, fight: Encounter, slot: Slot) -> tuple[str, ...]:
    """Return the ids of those in a slot who can act."""
    figures = fight.figures_of(slot)
    return tuple(figure.id for figure in figures if can_act(state, rules, fight, figure))


WHOLE_MOVES = ("run", CHARGE, "withdraw", SPRING)
"""Movements that take the whole round."""
BESIDE = ("swift", "step")
"""Actions beside the standard and move action of a turn."""
PAIR = 2
"""A turn is two actions, both of which may be moves (C-013)."""


class ActionsLeft(Struct, kw_only=True):
    """The actions that a creature has left this turn.

    `standard` and `move` actions, a `full` round, a `step` of one square, a `swift` action;
    `actions` are those left where they are counted singly (0 elsewhere). `squares` are left of
    the movement under way (0 = none). `limited`: it has fewer actions than usual.
    """

    standard: bool
    move: bool
    full: bool
    step: bool
    swift: bool
    actions: int
    squares: int
    limited: bool
    receipts: tuple[Receipt, ...]


def actions_of_pair(state: State, rules: Ruleset, figure: Figure) -> tuple[str, ...]:
    """Return the words of the actions that a creature has used, those of a pair together.

    The charge of a mount is its rider's, too, where charges are straight (K-6).
    """
    own = figure.spent.actions
    mount = fight_of(state).figure(figure.mount)
    if mount is None or CHARGE in own or not rules.switch("charge_line"):
        return own
    if CHARGE in mount.spent.actions:
        return (*own, CHARGE)
    return own


def left(state: State, assets: Assets, creature_id: str) -> ActionsLeft:
    """Return what is left of the turn of `creature_id`, whether it is its turn or not.

    Nothing if it cannot act. Refusals: "no_fight", "unknown_creature".
    """
    fight = fight_of(state)
    being = someone(state, creature_id)
    figure = fight.figure(being.id)
    if figure is None or not can_act(state, assets.rules, fight, figure):
        label = Message("{who} cannot act", who=being.name)
        why = (house(assets.rules, label, 0),)
        return ActionsLeft(
            standard=False,
            move=False,
            full=False,
            step=False,
            swift=False,
            actions=0,
            squares=0,
            limited=False,
            receipts=why,
        )
    rules = assets.rules
    spent = figure.spent
    most = limits(state, rules, fight, figure)
    few = () if most is None else (house(rules, "fewer actions than usual", most),)
    squares = _squares(state, assets, figure)
    limited = most is not None
    if counted_singly(rules):  # C-018
        whole = _whole_turn(state, rules, fight, figure)
        count = max(0, whole - len(spent.actions))
        shared = share_turn(state, rules, fight, figure, partial(_whole_turn, state, rules, fight))
        together: tuple[Receipt, ...] = ()
        if shared is not None:
            count = shared.left
            together = (shared.receipt,)
        words = N_("{count:action|actions} of {whole} are left")
        why = (rules.cite("C-018", words, count, count=count, whole=whole), *together, *few)
        some = count > 0
        return ActionsLeft(
            standard=some,
            move=some,
            full=False,
            step=some,
            swift=False,
            actions=count,
            squares=squares,
            limited=limited,
            receipts=why,
        )
    # C-013, C-015, C-034
    room = PAIR if most is None else min(most, PAIR)
    actions = actions_of_pair(state, rules, figure)
    used = len([action for action in actions if action not in BESIDE])
    if any(action in (FULL_ROUND, *WHOLE_MOVES) for action in actions):
        used = PAIR
    if steps_guardedly(rules):
        step = used < room
        of_step = rules.cite(
            "K-10",
            "a guarded step is a move action",
            int(step),
            source="open rules, Guarded Step",
            default=True,
            switch="guarded_step",
        )
    else:
        moved = (fight.figure(figure.mount) or figure).spent
        step = not moved.squares and CHARGE not in actions
        step = step and STEP not in (*spent.actions, *moved.actions)
        of_step = rules.cite(
            "C-034", "a step only without other movement", int(step), switch="guarded_step"
        )
    full = not used and room == PAIR
    of_full = rules.cite("C-015", "a full-round action needs the whole round", int(full))
    if step and _lies_prone(state, figure):
        step = False
        of_step = house(rules, "a prone creature takes no step", 0)
    why = (rules.cite("C-013", "actions used this turn", used), of_full, of_step, *few)
    return ActionsLeft(
        standard=used < room and "standard" not in spent.actions,
        move=used < room,
        full=full,
        step=step,
        swift=spent.actions.count("swift") < rules.combat.turn.swift,
        actions=0,
        squares=squares,
        limited=limited,
        receipts=why,
    )


def _lies_prone(state: State, figure: Figure) -> bool:
    # The creature, or the mount that would step with it.
    return is_among(someone(state, figure.mount or figure.id).lasting, PRONE)


def _whole_turn(state: State, rules: Ruleset, fight: Encounter, figure: Figure) -> int:
    most = limits(state, rules, fight, figure)
    if most is None:
        return max(rules.combat.turn.actions, _actions_now(someone(state, figure.id), rules))
    return most


def _actions_now(being: Being, rules: Ruleset) -> int:
    # The actions of a turn that conditions leave it; where they are not counted, one is limited.
    turn = rules.combat.turn
    names = (*(one.row for one in being.lasting), health(being, rules).slug)
    left = creature_now(being, names, rules).figure("actions").value
    if isinstance(left, int):
        return left
    if left in FEW:
        return turn.limited
    return MANY


def limits(state: State, rules: Ruleset, fight: Encounter, figure: Figure) -> int | None:
    """Return the actions of a creature that has fewer than usual; None = the usual number.

    Conditions take some of them; in a surprise round it holds for every creature.
    """
    if fight.surprise:
        return rules.combat.turn.limited
    usual = rules.combat.turn.actions or MANY
    left = _actions_now(someone(state, figure.id), rules)
    if left < usual:
        return left
    return None


def _squares(state: State, assets: Assets, figure: Figure) -> int:
    spent = figure.spent
    carrier = fight_of(state).figure(figure.mount) or figure
    if goes_past(state, assets.rules, carrier):
        return _squares_past(state, assets, carrier, figure)
    moving = spent.path and spent.path[-1] == figure.at and STEP not in spent.actions
    if not moving or _last_movement(spent) == GUARDED:
        return 0
    speed = _pace_of_last(state, assets, figure)
    moves = max(1, spent.moves)
    packed = counted_singly(assets.rules)
    return MoveBudget("", speed, 0, True, spent.leg, moves, packed=packed).rest


def _pace_of_last(state: State, assets: Assets, figure: Figure) -> int:
    # The squares of an action of its last movement.
    who = figure.mount or figure.id
    if _last_movement(figure.spent) == HURRY:
        with suppress(Refusal):
            return find_hurry(state, assets, who).squares
    return speed_of(state, assets, who, figure.mode) or speed_of(state, assets, who) or 0


def _squares_past(state: State, assets: Assets, mount: Figure, figure: Figure) -> int:
    # What the blow of a charge has left of it, for the mount or who rides it.
    fight = fight_of(state)
    rules = assets.rules
    speed = speed_of(state, assets, mount.id, mount.mode) or speed_of(state, assets, mount.id) or 0
    squares = rules.combat.moving.charge * speed
    for charger in (mount, figure):
        limited = limits(state, rules, fight, charger) is not None
        if rules.switch("charge_line") and _charges_short(fight, charger, limited=limited):
            squares = speed
    return max(0, squares - mount.spent.leg)


FEW = ("one", "move")
"""What of a turn may be left where actions are not counted, if not all."""
MANY = 99
"""More actions than any turn has, where they are not counted."""
AIRBORNE: tuple[Mode, Mode] = ("fly", "incorporeal")
"""The modes that cross the air without a hold."""
OFF_THE_GROUND: tuple[Mode, ...] = ("climb", "swim", "burrow")
"""The other modes above or below the ground."""
BELOW_GROUND: tuple[Mode, ...] = ("burrow", "swim")
"""The modes of who was put below the ground, the first that it has; both end at its surface."""
OF_ITS_ELEMENT: tuple[Mode, ...] = ("swim", "burrow", "climb")
"""The usual modes of a creature without a land speed that cannot fly, the first that it has."""
STEP = "step"
GUARDED = "guarded_step"
"""A step of one square that is a move action (K-10)."""
ONE_MOVE = ("move", GUARDED, HURRY)
"""The movements that take one move action."""


def steps_guardedly(rules: Ruleset) -> bool:
    """Whether a step of one square is a move action, where actions are not counted singly."""
    return rules.switch("guarded_step") and not counted_singly(rules)


def _last_movement(spent: Spent) -> str:
    movements = (action for action in reversed(spent.actions) if action in ONE_MOVE)
    return next(movements, "")


class AvailableActions(Struct):
    """The number of move actions left, and whether a full round or a step is."""

    moves: int
    full: bool
    step: bool


def available_actions(state: State, assets: Assets, figure: Figure) -> AvailableActions:
    """Return what a creature has left for moving (C-013, C-015, C-018, C-034).

    Out of turn it has a whole turn, which the GM allows. After a five-foot step it cannot move.
    Refusals: those of `core.play.fight.turns.budget.left`.
    """
    single = counted_singly(assets.rules)
    if single:
        whole = assets.rules.combat.turn.actions
    else:
        whole = PAIR
    if not fight_of(state).is_acting(figure):
        return AvailableActions(whole, True, True)
    have = left(state, assets, figure.id)
    if single:
        return AvailableActions(have.actions, have.actions == whole, have.actions > 0)
    if STEP in figure.spent.actions:
        return AvailableActions(0, False, False)
    return AvailableActions(PAIR if have.full else int(have.move), have.full, have.step)


def use_action(resolution: Resolution, creature_id: str, doing: str, *, able: bool) -> None:
    """Use a move action, in pf2 one action; the GM may allow one that is not left (house default).

    `doing` is a template such as "getting up".
    """
    if counted_singly(resolution.rules):
        word = "action"
    else:
        word = "move"
    template = N_("{who} uses an action for {doing}")
    if not able:
        template = N_("{who} has no action left for {doing}: allowed by the GM")
    label = Message(
        template, who=name_combatant(resolution.state, creature_id), doing=Message(doing)
    )
    resolution.explain(resolution.rules.cite("C-013", label, word, default=True))
    resolution.emit(ActionsSpent(creature_id, (word,)))


def budget_of(
    mover_scene: MoverScene, action: Action, mode: Mode, *, springs: bool = False
) -> MoveBudget:
    """Return the budget of a mover for an action of this kind.

    A prone creature can only crawl (house default). `springs`: it is a move for a spring attack.
    Refusals: "no_speed", "no_run_pace", "no_run_by", "no_charge", "no_withdraw", "no_step_by",
    "lies_prone", "no_spring", "no_hurry".
    """
    state = mover_scene.state
    assets = mover_scene.assets
    figure = mover_scene.figure
    rules = assets.rules
    spent = figure.spent
    name = mover_scene.mover.name
    moving = rules.combat.moving
    whole = action in WHOLE_MOVES
    if mode == "walk" and is_weightless(state, rules):
        return _push_off(mover_scene, action)
    lies = mode == "walk" and mover_scene.scene.has(mover_scene.mover, "prone")
    if lies and (whole or springs or action in SMALL):
        raise Refusal("lies_prone", "{who} is prone: stand up first, or crawl.", who=name)
    if springs:
        return _spring_budget(mover_scene, mode)
    if action == "move" and figure.mode == mode and goes_past(state, rules, figure):
        squares, _ = _buy_charge(mover_scene, pace(state, assets, figure.id, mode))
        return MoveBudget(CHARGE, squares, 0, True, spent.leg, spent.moves)
    if not steps_by(rules, action, mode):
        raise Refusal(
            "no_step_by",
            "{who} cannot step with {mode:a} speed. Move instead.",
            who=name,
            mode=mode,
        )
    if action == HURRY and mode != CLIMB:
        raise Refusal("no_hurry", "Only a climb can be hurried (p h).")
    have = available_actions(state, assets, figure)
    if action in SMALL:
        speeds = sheet(someone(state, figure.id)).speeds
        if speeds or mode != "walk":
            pace(state, assets, figure.id, mode)  # refuses; with no speed written one steps on foot
        if steps_guardedly(rules):
            return MoveBudget(GUARDED, None, have.moves)
        return MoveBudget(STEP, None, int(have.step))
    word: str
    if whole or action == HURRY:
        word = action
    elif counted_singly(rules):
        word = "stride"
    elif spent.actions[-1:] == (SPRING,):
        word = SPRING
    else:
        word = "move"
    speed = pace(state, assets, figure.id, mode)
    squares_each = speed
    if whole:
        free = int(have.full)
    else:
        free = have.moves
    if action == "run":
        squares_each = _run(state, assets, figure.id, speed, mode)
    elif action == CHARGE:
        squares_each, free = _buy_charge(mover_scene, speed)
    elif action == HURRY:
        squares_each = find_hurry(state, assets, figure.id).squares
    elif action == "withdraw":
        if not moving.withdraw:
            raise Refusal(
                "no_withdraw", "{system} has no withdrawal: step, then stride.", system=rules.id
            )
        squares_each = moving.withdraw_times * speed
    elif lies:
        squares_each = min(speed, moving.crawl)
    goes_on = (
        figure.mode == mode
        and _up_to_the_move(mover_scene)[-1:] == (word,)
        and spent.path[-1:] == (figure.at,)
    )
    buys = not whole and have.full and rules.combat.mechanisms.minimum_move != "none"
    return MoveBudget(
        word,
        squares_each,
        free,
        goes_on,
        spent.leg if goes_on else 0,
        spent.moves if goes_on else 0,
        packed=counted_singly(rules),
        buys=buys and not spent.actions,
    )


def _spring_budget(mover_scene: MoverScene, mode: Mode) -> MoveBudget:
    # One move at the speed, with an attack in it: for who has the whole round (K-13).
    state = mover_scene.state
    assets = mover_scene.assets
    figure = mover_scene.figure
    name = mover_scene.striker.name
    if mover_scene.named != mover_scene.mover.id:
        raise Refusal("no_spring", "{who} rides: a spring attack is made on foot.", who=name)
    if not has_spring_attack(someone(state, figure.id), assets.rules):
        raise Refusal("no_spring", "{who} has no Spring Attack on its sheet.", who=name)
    word = SPRING if assets.rules.combat.strikes.feats.spring == "full" else "move"
    speed = pace(state, assets, figure.id, mode)
    spent = figure.spent
    under_way = spent.path[-1:] == (figure.at,) and spent.actions[-1:] == (word,)
    if under_way and figure.mode == mode and not spent.attacks:
        return MoveBudget(word, speed, 0, True, spent.leg, spent.moves)
    return MoveBudget(word, speed, int(_has_round(state, assets, figure)))


def _up_to_the_move(mover_scene: MoverScene) -> tuple[str, ...]:
    # The actions so far without an attack after which the movement may go on.
    state = mover_scene.state
    figure = mover_scene.figure
    spent = figure.spent
    if spent.actions[-1:] != ("standard",) or not spent.made or not spent.targets:
        return spent.actions
    mode = mode_of_last(state, figure)
    if moves_on(state, mover_scene.scene, figure, mode, spent.targets[-1]):
        return spent.actions[:-1]
    return spent.actions


def _buy_charge(mover_scene: MoverScene, speed: int) -> tuple[int, int]:
    # The squares of a charge at this speed, and how many such are left: 1 or 0.
    state = mover_scene.state
    assets = mover_scene.assets
    rules = assets.rules
    times = rules.combat.moving.charge
    if not times:
        raise Refusal(
            "no_charge", "{system} has no charge that all creatures can make.", system=rules.id
        )
    if not rules.switch("charge_line"):
        return times * speed, int(_has_round(state, assets, mover_scene.figure))
    shorts = tuple(_short_charges(mover_scene))
    if shorts:
        return speed, min(shorts)
    able = all(_has_round(state, assets, charger) for charger in _pair(mover_scene))
    return times * speed, int(able)


def _pair(mover_scene: MoverScene) -> tuple[Figure, ...]:
    # The mover, and its rider where the GM named that.
    rider = figure_of(mover_scene.state, mover_scene.named)
    if rider is None or rider.id == mover_scene.figure.id:
        return (mover_scene.figure,)
    return mover_scene.figure, rider


def _has_round(state: State, assets: Assets, figure: Figure) -> bool:
    return available_actions(state, assets, figure).full


def _short_charges(mover_scene: MoverScene) -> Iterator[int]:
    for figure in _pair(mover_scene):
        short = _short_charge(mover_scene.state, mover_scene.assets, figure)
        if short is not None:
            yield short


def _short_charge(state: State, assets: Assets, figure: Figure) -> int | None:
    # None = it has its whole round. Else it covers the speed once: 1 where the system lets who
    # has a single action charge with it, 0 where only the GM may.
    have = left(state, assets, figure.id)
    if have.full or not _charges_short(fight_of(state), figure, limited=have.limited):
        return None
    if not have.limited:
        return 0
    match assets.rules.combat.strikes.charge_short:
        case "standard":
            return int(have.standard)
        case "any":
            return int(have.standard or have.move)
        case _:
            return 0


def _charges_short(fight: Encounter, figure: Figure, *, limited: bool) -> bool:
    # Whether it acts with less than its whole round, its charge aside.
    if not fight.is_acting(figure):
        return False
    other_actions = [one for one in figure.spent.actions if one not in (*BESIDE, CHARGE)]
    return limited or bool(other_actions)


def _push_off(mover_scene: MoverScene, action: Action) -> MoveBudget:
    # Half the speed with one move action; nothing of it is left for another movement.
    state = mover_scene.state
    assets = mover_scene.assets
    figure = mover_scene.figure
    refuse_push(mover_scene, action, mover_scene.mover.name)
    if counted_singly(assets.rules):
        word = "stride"
    else:
        word = "move"
    half = max(1, pace(state, assets, figure.id, "walk") // 2)
    free = min(1, available_actions(state, assets, figure).moves)
    return MoveBudget(word, half, free, packed=counted_singly(assets.rules))


def action_words(rules: Ruleset) -> tuple[str, ...]:
    """Return the words of `Spent.actions` that a system has."""
    if counted_singly(rules):
        return ("action", "stride", STEP, "strike")
    moving = rules.combat.moving
    has = {
        GUARDED: steps_guardedly(rules),
        STEP: not steps_guardedly(rules),
        "swift": rules.combat.turn.swift > 0,
        "run": rules.mechanisms.running != "none",
        CHARGE: moving.charge > 0,
        "withdraw": moving.withdraw,
        SPRING: rules.combat.strikes.feats.spring == "full",
        HURRY: can_hurry(rules, climbs=True),
    }
    return ("standard", "move", FULL_ROUND, *(word for word, there in has.items() if there))


def leap_budget(mover_scene: MoverScene) -> MoveBudget:
    """Return the budget of a Leap: one action, as far as the speed allows (C-037, open rules).

    Refusals: "no_leap", "lies_prone", "no_speed".
    """
    state = mover_scene.state
    assets = mover_scene.assets
    figure = mover_scene.figure
    moving = assets.rules.combat.moving
    name = mover_scene.mover.name
    if not moving.leap:
        raise Refusal(
            "no_leap",
            "{system} has no leap of its own: a jump is a check within a move (S acrobatics).",
            system=assets.rules.id,
        )
    if mover_scene.scene.has(mover_scene.mover, "prone"):
        raise Refusal("lies_prone", "{who} is prone: stand up first, or crawl.", who=name)
    speed = pace(state, assets, figure.id, "walk")
    far = moving.leap_far if speed >= moving.leap_speed else moving.leap
    free = min(1, available_actions(state, assets, figure).moves)
    return MoveBudget("action", far, free, packed=True)


def counted_singly(rules: Ruleset) -> bool:
    """Whether a turn is counted in single actions."""
    return rules.combat.mechanisms.turn == "single_actions"


def pace(state: State, assets: Assets, creature_id: str, mode: Mode) -> int:
    """Return the speed in squares of a creature in a mode.

    Climbing and swimming without such a speed use a share of the walk speed (house default).
    Refusal "no_speed".
    """
    speed = speed_of(state, assets, creature_id, mode)
    if speed is None and mode in ("climb", "swim"):
        walk = speed_of(state, assets, creature_id)
        speed = walk and max(1, int(walk * assets.rules.combat.moving.unskilled))
    if speed is None and mode == "incorporeal":
        speed = speed_of(state, assets, creature_id, "fly") or speed_of(state, assets, creature_id)
    if not speed and state.member(creature_id) is None:
        raise Refusal(
            "no_speed",
            "{who} has no {mode} speed. Add it again with one, as in speed9m, or put it there with "
            ":place.",
            who=name_combatant(state, creature_id),
            mode=mode,
        )
    if not speed:
        raise Refusal(
            "no_speed",
            "{who} has no {mode} speed. Add one on the character sheet (F3).",
            who=name_combatant(state, creature_id),
            mode=mode,
        )
    return speed


def usual_mode(state: State, assets: Assets, creature_id: str) -> Mode:
    """Return the usual mode of a creature, a rider's that of its mount: on foot if it can walk.

    Above and below the ground a creature goes on climbing, swimming or burrowing. In the air, or
    without a land speed, it flies, or glides if it has no fly speed or is gliding. One that has
    none of these speeds swims, burrows or climbs, as it can.
    """
    mover = bearer_of(state, creature_id)
    bearer = figure_of(state, mover)
    high = bearer is not None and bearer.elevation != 0
    if bearer is not None and bearer.elevation > 0:
        high = find_drop(state, assets, bearer.id) > 0
    if is_weightless(state, assets.rules) and not speed_of(state, assets, mover, "fly"):
        high = high and bearer is not None and bearer.mode in OFF_THE_GROUND
    if bearer is not None and high and bearer.mode in OFF_THE_GROUND:
        return bearer.mode
    if bearer is not None and bearer.elevation < 0:
        for mode in BELOW_GROUND:
            if speed_of(state, assets, mover, mode):
                return mode
    if not high and speed_of(state, assets, mover):
        return "walk"
    flies, glides = (speed_of(state, assets, mover, mode) for mode in AIRBORNE)
    if glides and (not flies or (bearer is not None and bearer.mode == "incorporeal")):
        return "incorporeal"
    if flies or high:
        return "fly"
    others = (mode for mode in OF_ITS_ELEMENT if speed_of(state, assets, mover, mode))
    return next(others, "walk")


def running_mode(state: State, assets: Assets, creature_id: str) -> Mode:
    """Return the mode in which a creature runs: its usual one, but a swimmer swims on (C-130).

    At the surface, too: where it swims nobody walks.
    """
    usual = usual_mode(state, assets, creature_id)
    mover = bearer_of(state, creature_id)
    bearer = figure_of(state, mover)
    swims = bearer is not None and bearer.mode == "swim"
    if usual == "walk" and swims and speed_of(state, assets, mover, "swim"):
        return "swim"
    return usual


def _run(state: State, assets: Assets, who: str, speed: int, mode: Mode) -> int:
    # C-014; some speeds do not allow running (C-129, C-132).
    being = someone(state, who)
    rules = assets.rules
    times = sheet(being).run
    if rules.mechanisms.running == "none":
        return run(speed, rules).squares  # refuses
    special = rules.combat.movements.get(mode)
    if special is not None and special.run == "none":
        raise Refusal("no_run_by", "It cannot run with {movement:a} speed.", movement=mode)
    if times is not None:
        return times * speed
    if not isinstance(being, Member):
        return fastest(rules) * speed
    return run(speed, rules, being.mover.armor, being.mover.load).squares
