"""Decisions on movement: moves, posture, and the answer to opportunities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import assert_never, cast

from core.combat.board.scene import Action, Creature, Manner, Scene
from core.combat.board.squares import Square, adjacent, parse_square
from core.combat.movement.footing import lying_on
from core.combat.movement.stops import halt_mover
from core.combat.threat.threateners import Threateners
from core.creatures import Mode
from core.dice import Question
from core.messages import N_, Message, Refusal
from core.play.facts.encounter import Encounter, Lasting
from core.play.facts.fight.combatants import (
    fight_of,
    name_combatant,
    refuse_nobody,
    someone,
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
    PackStep,
    Push,
    SqueezeThrough,
    Stand,
)
from core.play.facts.fight.moves.events import (
    LeftBoard,
    MountedUp,
    MoveHalted,
    OpportunityTaken,
    Pushed,
    StrikesAnswered,
)
from core.play.facts.fight.turns.events import (
    ActionsSpent,
    ConditionBegan,
    ConditionEnded,
    SetAdrift,
)
from core.play.facts.fold import evolve
from core.play.facts.state import (
    ATTACKING,
    CASTING,
    IN_PLACE,
    Queued,
    State,
    Striker,
    Waiting,
)
from core.play.fight.blows.attack_plan import plan_opportunity
from core.play.fight.blows.attack_rolls import resolve
from core.play.fight.blows.decide import COUP, release_attack, strike_coup
from core.play.fight.blows.spells import release_spell
from core.play.fight.fight_scene import (
    UNABLE,
    MoverScene,
    find_drop,
    find_mover_scene,
    find_on_board,
    refuse_unable,
    scene_of,
    spare,
    speed_of,
    strikers_in_place,
    used_up,
)
from core.play.fight.health import health
from core.play.fight.moves.falling import fall
from core.play.fight.moves.hazards import hurt_by_ground
from core.play.fight.moves.headings import choose_heading
from core.play.fight.moves.intended_move import OFF, ON_THE_GRID, IntendedMove
from core.play.fight.moves.mode_checks import DOING, makes_mode_check
from core.play.fight.moves.move_plan import plan_move, read_drawn_path
from core.play.fight.moves.planned_move import PlannedMove, plan_along
from core.play.fight.moves.recorded_move import record_move
from core.play.fight.moves.squeezing import squeeze_through
from core.play.fight.moves.strike_targets import choose_targets, targets_in
from core.play.fight.moves.tumbling import tumble_past
from core.play.fight.setup.saddles import check_saddle
from core.play.fight.turns.budget import (
    available_actions,
    counted_singly,
    use_action,
    usual_mode,
)
from core.play.fight.turns.dying import afoot, beside, fall_or_float, unseat
from core.play.fight.turns.move_budget import MoveBudget
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset
from core.values import replace


def _halt(
    resolution: Resolution, ways: Sequence[PlannedMove], behind: Sequence[PackStep] = ()
) -> None:
    # The first goes up to its first opportunity and waits there, the others wait where they are.
    way, *others = ways
    strikers = [*way.strikers.who]
    for other in others:
        resolution.explain(other.strikers.provoked.receipt)
        strikers += (replace(one, against=other.command.who) for one in other.strikers.who)
    resolution.explain(way.strikers.provoked.receipt)
    first = way.path.index(parse_square(strikers[0].at))
    if first:
        resolution.emit(record_move(way, first))
    command = way.command
    rest = tuple(map(str, way.path[first:]))
    waiting = Waiting(
        who=command.who,
        path=(*rest, OFF) if way.leaves else rest,
        strikers=tuple(strikers),
        action=command.action,
        mode=command.mode,
        cost=sum(way.steps[:first]),
        diagonals=way.counted[first - 1] if first else 0,
        elevation=way.aim,
        squeeze=command.squeeze,
        tumbled=command.tumbled,
        opened=command.opened,
        leap=command.leap,
        target=command.target,
        prone=way.scene.has(way.mover, "prone"),
        queue=(
            *(Queued(one.command.who, one.command.path) for one in others),
            *(Queued(step.who, step.path) for step in behind),
        ),
    )
    resolution.emit(MoveHalted(waiting))


def _goes(resolution: Resolution, planned_move: PlannedMove) -> bool:
    # Whether it is made at once, because nobody may strike.
    resolution.explain(*planned_move.why, *planned_move.remarks)
    if not planned_move.strikers.who:
        _finish(resolution, planned_move)
    return not planned_move.strikers.who


def _finish(resolution: Resolution, planned_move: PlannedMove) -> None:
    resolution.emit(record_move(planned_move))
    if planned_move.drift is not None and not planned_move.leaves:
        resolution.emit(SetAdrift(planned_move.mover.id, planned_move.drift))
    if planned_move.leaves:
        resolution.emit(LeftBoard(planned_move.mover.id, str(planned_move.path[-1])))


def move_pack(resolution: Resolution, command: MovePack) -> None:
    """Move several creatures. Refusals: "nobody", "twice", and those of `plan_move`, by name."""
    refuse_nobody(command.steps)
    ids = [step.who for step in command.steps]
    twice = next((who for who in ids if ids.count(who) > 1), "")
    if twice:
        raise Refusal("twice", "{who} is named twice.", who=name_combatant(resolution.state, twice))
    ways: list[PlannedMove] = []
    for way in _plan_each(resolution, command.steps, command.action):
        ways.append(way)
        _goes(resolution, way)
    halts = [way for way in ways if way.strikers.who]
    left = _find_unplanned(command.steps, ways)
    if halts:
        _halt_with_those_behind(resolution, halts, left, command.action)
    elif left:
        _refuse_step(resolution, left[0], command.action)


def _plan_each(
    resolution: Resolution, steps: Sequence[PackStep], action: Action
) -> Iterator[PlannedMove]:
    # The way of each that can go once those before it are recorded, who may have made room for it.
    left = steps
    while left:
        shut: list[PackStep] = []
        for step in left:
            try:
                way = _plan_step(resolution, step, action)
            except Refusal:
                shut.append(step)
                continue
            yield way
        if len(shut) == len(left):
            return
        left = shut


def _plan_step(resolution: Resolution, step: PackStep, action: Action) -> PlannedMove:
    state = resolution.state
    assets = resolution.assets
    mode = usual_mode(state, assets, step.who)
    return plan_move(state, assets, Move(step.who, path=step.path, action=action, mode=mode))


def _find_unplanned(steps: Sequence[PackStep], ways: Sequence[PlannedMove]) -> list[PackStep]:
    planned = {way.command.who for way in ways}
    return [step for step in steps if step.who not in planned]


def _refuse_step(resolution: Resolution, step: PackStep, action: Action) -> None:
    try:
        _plan_step(resolution, step, action)
    except Refusal as refusal:
        raise Refusal(
            refusal.code,
            "{who}: {reason}",
            who=name_combatant(resolution.state, step.who),
            reason=refusal.message,
        ) from refusal


def _halt_with_those_behind(
    resolution: Resolution,
    halts: Sequence[PlannedMove],
    behind: Sequence[PackStep],
    action: Action,
) -> None:
    # Those behind go only when the others have gone: who may strike at them is asked beforehand, as
    # if nobody struck at the others.
    foreseen = Resolution(resolution.state, resolution.assets)
    foreseen.emit(*map(record_move, halts))
    ways = [*halts]
    for way in _plan_each(foreseen, behind, action):
        ways.append(way)
        foreseen.emit(record_move(way))
    _halt(resolution, ways, _find_unplanned(behind, ways))


RISING = "stand"
"""The action of a movement that waits while a creature gets up."""


def stand(resolution: Resolution, command: Stand) -> None:
    """Get up, or lie down (house defaults).

    Getting up is a move action (pf2: one action), and provokes where the table `combat.moving`
    says so; lying down costs nothing, in pf2 one action. Before the first round both cost nothing.
    Refusals: those of `find_mover_scene`, "cannot_move", "not_prone", "prone", "in_the_saddle",
    "lain_upon" (C-072).
    """
    state = resolution.state
    assets = resolution.assets
    moving_scene = find_mover_scene(state, assets, command.who)
    creature = moving_scene.scene.creature(command.who)
    lies = moving_scene.scene.has(creature, "prone")
    name = name_combatant(state, command.who)
    refuse_unable(moving_scene)
    if command.down:
        if lies:
            raise Refusal("prone", "{who} is already prone.", who=name)
        _refuse_in_saddle(state, command.who)
        if counted_singly(resolution.rules) and fight_of(state).round:
            resolution.emit(ActionsSpent(command.who, ("action",)))
        resolution.emit(ConditionBegan(command.who, Lasting("prone")))
        return
    if not lies:
        raise Refusal("not_prone", "{who} is not prone.", who=name)
    upon = lying_on(moving_scene.scene, creature)
    if upon:
        raise Refusal(
            "lain_upon",
            "{who} cannot get up: {others} is in the same space.",
            who=name,
            others=tuple(name_combatant(state, one.id) for one in upon),
        )
    threatening = strikers_in_place(moving_scene, "rising")
    if not assets.rules.combat.moving.rising_provokes or not threatening.who:
        _rise(resolution, command.who)
        return
    strikers = tuple(one.by for one in threatening.who)
    rule = "C-119" if assets.rules.states("C-119") else "C-106"
    resolution.explain(
        assets.rules.cite(
            rule,
            "{who} gets up, which lets enemies strike",
            strikers,
            threatening.provoked.receipt,
            default=True,
            who=name,
        )
    )
    resolution.emit(
        MoveHalted(Waiting(command.who, (str(moving_scene.mover.at),), threatening.who, RISING))
    )


def _refuse_in_saddle(state: State, who: str) -> None:
    # Neither a rider nor a mount lies down while one rides the other (house default).
    fight = fight_of(state)
    for figure in fight.figures:
        if figure.mount and who in (figure.id, figure.mount):
            raise Refusal(
                "in_the_saddle",
                "{rider} rides {mount}: dismount first (:mount {rider} at a square).",
                rider=name_combatant(state, figure.id),
                mount=name_combatant(state, figure.mount),
            )


def _rise(resolution: Resolution, who: str) -> None:
    _spend(resolution, who, N_("getting up"))
    resolution.emit(ConditionEnded(who, "prone"))


def _spend(resolution: Resolution, creature_id: str, doing: str) -> None:
    # A move action; nothing before the first round, in which the GM still sets up.
    state = resolution.state
    fight = fight_of(state)
    if not fight.round:
        return
    figure = fight.figure(creature_id)
    able = figure is not None and available_actions(state, resolution.assets, figure).moves > 0
    use_action(resolution, creature_id, doing, able=able)


def mount_up(resolution: Resolution, command: MountUp) -> None:
    """Mount an adjacent creature, or dismount to a free place next to it.

    Either takes a move action (pf2: one action), before the first round nothing, and provokes
    nothing; a rider who is out falls beside its mount, or into its space where there is no room
    (house default). Refusals: those of `find_on_board` and `check_saddle`, "not_mounted",
    "too_far_off", "unknown_square", "no_room".
    """
    state = resolution.state
    scene = scene_of(state, resolution.assets)
    rider = find_on_board(scene, state, command.who)
    if command.mount:
        mount = find_on_board(scene, state, command.mount)
        check_saddle(state, fight_of(state), rider.id, mount.id)
        if not adjacent(scene.body(rider), scene.body(mount)):
            raise Refusal(
                "too_far_off",
                "{who} is not next to {mount}.",
                who=name_combatant(state, rider.id),
                mount=name_combatant(state, mount.id),
            )
        _spend(resolution, rider.id, N_("mounting"))
        resolution.emit(MountedUp(rider.id, mount.id, str(mount.at)))
    else:
        _dismount(resolution, scene, rider, command.at)


def _dismount(resolution: Resolution, scene: Scene, rider: Creature, square_name: str) -> None:
    name = name_combatant(resolution.state, rider.id)
    mount = scene.by_id.get(rider.rides)
    if mount is None:
        raise Refusal("not_mounted", "{who} is not mounted.", who=name)
    free = beside(scene, afoot(resolution.state, rider), scene.body(mount))
    place: Square | None
    if square_name:
        place = parse_square(square_name)
    else:
        place = next(iter(free), None)
    if health(someone(resolution.state, rider.id), resolution.rules).out:
        if place in free:
            landing = place
        else:
            landing = next(iter(free), rider.at)
        unseat(resolution, rider.id, str(landing), resolution.rules.combat.dying.unseated)
        return
    if place is None or place not in free:
        raise Refusal(
            "no_room",
            "{who} cannot dismount there: there is no room next to {mount}.",
            who=name,
            mount=name_combatant(resolution.state, mount.id),
        )
    _spend(resolution, rider.id, N_("dismounting"))
    resolution.emit(MountedUp(rider.id, "", str(place)))


def waiting_of(state: State) -> Waiting:
    """Return the movement that waits. Refusals: "no_fight", "nothing_waits"."""
    fight_of(state)
    waiting = waiting_in(state)
    if waiting is None:
        raise Refusal("nothing_waits", "No movement is waiting for opportunities.")
    return waiting


@dataclass(slots=True)
class _Answered:
    """The answers so far: at whom each strikes, who struck, who was asked and has not answered."""

    waiting: Waiting
    takes: Mapping[Striker, str]
    took: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def answer(resolution: Resolution, command: AnswerStrikes) -> None:
    """Move along the path with the strikes in its order, then on to its end.

    A mover that drops or cannot go on stops there, and the strikers that remain are not asked.
    Movements of a pack follow one another. An attack that waits is made when all are rolled.
    Refusals: "nothing_waits", "not_asked".
    """
    waiting = waiting_of(resolution.state)
    takes = choose_targets(resolution.state, resolution.rules, waiting, command.takes)
    answered = _Answered(waiting, takes)
    _one(resolution, answered, waiting.who, waiting.path)
    for queued in waiting.queue:
        _one(resolution, answered, queued.who, queued.path)
    if waiting.blow is not None and not resolution.missing:  # the strikes are rolled first
        release_attack(resolution, waiting)
    elif waiting.spell is not None and not resolution.missing:
        release_spell(resolution, waiting)
    took = dict.fromkeys(answered.took)
    passed = dict.fromkeys(one.by for one in waiting.strikers if one.by not in took)
    resolution.emit(StrikesAnswered(waiting.who, tuple(took), tuple(passed)))


def _one(
    resolution: Resolution, answered: _Answered, creature_id: str, path: tuple[str, ...]
) -> None:
    waiting = answered.waiting
    reached = 0
    if creature_id == waiting.who:
        crawls = waiting.prone
    else:
        crawls = _is_prone(resolution, creature_id)
    for striker in waiting.strikers:
        if (striker.against or waiting.who) != creature_id or striker not in answered.takes:
            continue
        if striker.at in path:
            place = path.index(striker.at)
        else:
            place = reached
        if place > reached:
            way = _part_of_way(resolution, waiting, creature_id, path[reached:], place - reached)
            if way is None:
                return
            resolution.emit(record_move(way, len(way.path) - 1))
            reached = place
        target = answered.takes[striker]
        then = path[reached + 1 : reached + 2]
        struck = _struck(resolution, answered, striker, target, then)
        if struck and _stopped(resolution, waiting, creature_id, path, crawls=crawls):
            return
    if waiting.action == RISING:
        _rise(resolution, creature_id)
    elif waiting.action == COUP:
        try:
            strike_coup(resolution, waiting.who, waiting.target)
        except Refusal as refusal:
            label = N_("no coup de grâce: {reason}")
            resolution.explain(
                resolution.rules.cite("C-247", label, 0, default=True, reason=refusal.message)
            )
    elif waiting.action in (ATTACKING, CASTING):
        return
    elif way := _way(resolution, waiting, creature_id, path[reached:]):
        resolution.explain(*way.why)
        _finish(resolution, way)


def _struck(
    resolution: Resolution,
    answered: _Answered,
    striker: Striker,
    target: str,
    then: tuple[str, ...],
) -> bool:
    # A striker is asked only as often as it has opportunities left. `then` is the next anchor of
    # the mover, which is the target or moves with it, if there is one.
    state = resolution.state
    assets = resolution.assets
    moving_scene = find_mover_scene(state, assets, target)
    if striker.by in used_up(moving_scene):
        return False
    asked = answered.asked.count(striker.by)
    if asked and asked >= spare(moving_scene, striker.by):
        return False
    before = len(resolution.events)
    scene = _scene_of_strike(moving_scene, answered.waiting, striker, then)
    moving = answered.waiting.action not in IN_PLACE
    blow = plan_opportunity(state, assets, striker.by, target, scene, moving=moving)
    struck = resolve(resolution, blow, _key(fight_of(state), striker.by, target))
    if struck is None:
        answered.asked.append(striker.by)
        return False
    if struck.outcome == "impossible":
        if blow.why_not is not None:
            label = N_("{by} does not strike at {who}")
            resolution.explain(
                resolution.rules.cite(
                    "C-106",
                    label,
                    blow.why_not,
                    default=True,
                    by=name_combatant(state, striker.by),
                    who=name_combatant(state, target),
                )
            )
        return False
    taken = OpportunityTaken(striker.by, target)  # the strike uses it too
    resolution.events.insert(before, taken)
    resolution.states.insert(before, evolve(state, taken))
    answered.took.append(striker.by)
    return True


def _scene_of_strike(
    mover_scene: MoverScene, waiting: Waiting, striker: Striker, then: tuple[str, ...]
) -> Scene:
    # C-110: where a very small mover enters the striker's space, it is struck in there; where it
    # rises or sinks straight, at the height that it leaves.
    scene = scene_of(mover_scene.state, mover_scene.assets)
    by = scene.by_id.get(striker.by)
    mover = scene.by_id.get(mover_scene.mover.id)
    if waiting.action in IN_PLACE or by is None or mover is None:
        return scene
    feet = mover_scene.feet
    if striker.feet is not None:
        feet = striker.feet
        scene = scene.with_creatures(replace(mover, elevation=feet))
    if then in ((), (OFF,)):
        return scene
    manner = Manner(action=cast(Action, waiting.action), squeeze=waiting.squeeze)
    threateners = Threateners(scene, mover, manner)
    place = threateners.struck_at(by, mover.at, parse_square(then[0]), feet)
    if place == mover.at:
        return scene
    return scene.moved(mover.id, place)


def _key(fight: Encounter, by: str, who: str) -> str:
    return f"opportunity/{fight.id}/round-{fight.round}/{by}/{who}"


def aims(state: State, rules: Ruleset, waiting: Waiting) -> dict[str, tuple[str, str]]:
    """Return striker and target by the key of their question, where there are several targets.

    They are those of the moves of a pack, and a rider with its mount.
    """
    fight = fight_of(state)
    pairs = {
        (striker.by, target)
        for striker in waiting.strikers
        for target in targets_in(state, rules, waiting, striker)
    }
    movers = {waiting.who, *(queued.who for queued in waiting.queue)}
    if len({target for _, target in pairs} | movers) == 1:
        return {}
    return {_key(fight, by, target): (by, target) for by, target in pairs}


def _part_of_way(
    resolution: Resolution, waiting: Waiting, creature_id: str, path: tuple[str, ...], steps: int
) -> PlannedMove | None:
    # The first steps of a path, at the heights that the whole of it passes there. None: it stays
    # where it is, which is explained.
    command = _command_for(resolution, waiting, creature_id, path)
    part = replace(command, path=path[: steps + 1])
    if command.elevation is not None:
        with suppress(Refusal):
            whole = plan_move(
                resolution.state, resolution.assets, command, halfway=True, allow=True
            )
            part = replace(part, elevation=whole.heights[steps])
    return _plan_or_explain(resolution, part, halfway=True)


def _way(
    resolution: Resolution, waiting: Waiting, creature_id: str, path: tuple[str, ...]
) -> PlannedMove | None:
    # None: it stays where it is, which is explained.
    return _plan_or_explain(
        resolution, _command_for(resolution, waiting, creature_id, path), halfway=False
    )


def _command_for(
    resolution: Resolution, waiting: Waiting, creature_id: str, path: tuple[str, ...]
) -> Move:
    first = creature_id == waiting.who
    mode = cast(Mode, waiting.mode)
    if not first:
        mode = usual_mode(resolution.state, resolution.assets, creature_id)
    return Move(
        creature_id,
        path=path,
        action=cast(Action, waiting.action),
        mode=mode,
        elevation=waiting.elevation if first else None,
        squeeze=waiting.squeeze,
        tumbled=waiting.tumbled,
        opened=waiting.opened,
        leap=waiting.leap,
        target=waiting.target if first else "",
    )


def _plan_or_explain(resolution: Resolution, command: Move, *, halfway: bool) -> PlannedMove | None:
    state = resolution.state
    assets = resolution.assets
    try:
        return plan_move(state, assets, command, halfway=halfway, allow=True)
    except Refusal as refusal:
        if refusal.code != "no_move":
            label = N_("{who} stops: {reason}")
            reason = refusal.message
            name = name_combatant(state, command.who)
            resolution.explain(
                resolution.rules.cite("C-157", label, 0, default=True, who=name, reason=reason)
            )
    return None


def _is_prone(resolution: Resolution, who: str) -> bool:
    try:
        moving_scene = find_mover_scene(resolution.state, resolution.assets, who)
    except Refusal:  # no longer on the board
        return False
    return moving_scene.scene.has(moving_scene.mover, "prone")


def _stopped(
    resolution: Resolution,
    waiting: Waiting,
    creature_id: str,
    path: tuple[str, ...],
    *,
    crawls: bool,
) -> bool:
    # C-157 to C-159: A mover that drops stays where it was stopped, or ends elsewhere if it may not
    # stop there: one of several places is rolled for, and where the GM decides it stays to be
    # placed by hand. One that `crawls` was prone before, so no strike has felled it, and a rider
    # who could not act before does not stop its mount.
    try:
        moving_scene = find_mover_scene(resolution.state, resolution.assets, creature_id)
    except Refusal:  # no longer on the board
        return True
    scene = moving_scene.scene
    square = moving_scene.mover.at
    pair = [one for one in scene.creatures if one.id in (creature_id, moving_scene.mover.id)]
    before = scene_of(resolution.before, resolution.assets)
    unable = _unable(scene, pair) - _unable(before, before.creatures)
    felled = (
        scene.has(moving_scene.mover, "prone") and not crawls and waiting.action not in IN_PLACE
    )
    if not unable and not felled:
        return False
    anchors = tuple(parse_square(word) for word in path if word != OFF)
    gone = tuple(map(parse_square, moving_scene.figure.spent.path))
    way = anchors if square in anchors else (square,)
    if gone and gone[-1] == way[0]:
        way = (*gone[:-1], *way)
    mode = ON_THE_GRID[cast(Mode, waiting.mode)]
    manner = Manner(
        mode=mode, squeeze=waiting.squeeze, at_the_edge=mode == "swim" and moving_scene.feet >= 0
    )
    halt = halt_mover(
        moving_scene.level(moving_scene.feet), moving_scene.mover, way, square, manner
    )
    resolution.explain(halt.receipt)
    stays = halt.gm_decides or square in halt.options
    if stays:
        return True
    place = _one_of(resolution, creature_id, halt.options)
    if place is not None:
        resolution.emit(Pushed(moving_scene.mover.id, (str(square), str(place))))
    return True


def _unable(scene: Scene, creatures: Iterable[Creature]) -> set[str]:
    return {one.id for one in creatures if any(scene.has(one, effect) for effect in UNABLE)}


def _one_of(resolution: Resolution, creature_id: str, options: tuple[Square, ...]) -> Square | None:
    if len(options) < 2:
        if options:
            return options[0]
        return None
    fight = fight_of(resolution.state)
    label = Message(
        "{who} ends at one of {squares}, counted in this order",
        who=name_combatant(resolution.state, creature_id),
        squares=tuple(map(str, options)),
    )
    key = f"halted/{fight.id}/round-{fight.round}/{creature_id}"
    outcome = resolution.ask(Question(key, label, creature_id, dice=f"d{len(options)}"))
    if outcome is None:
        return None
    if 1 <= outcome.total <= len(options):
        number = outcome.total
    else:
        number = 1
    return options[number - 1]


def decide_moves(resolution: Resolution, command: MoveCommand) -> None:
    """Decide a command of moves. Refusals: those of its own function, "move_waits"."""
    state = resolution.state
    fight_of(state)
    if waiting_in(state) is not None and not isinstance(command, AnswerStrikes | DropMove):
        raise Refusal("move_waits", "A movement waits for opportunities: answer them first.")
    match command:
        case AnswerStrikes():
            answer(resolution, command)
            hurt_by_ground(resolution)
        case DropMove():
            resolution.emit(StrikesAnswered(waiting_of(state).who))
        case Move(tumble=True) | Move(overrun=True):
            _tumble(resolution, command)
            hurt_by_ground(resolution)
        case Move():
            _move(resolution, command)
            hurt_by_ground(resolution)
        case MovePack():
            move_pack(resolution, command)
            hurt_by_ground(resolution)
        case Push():
            push(resolution, command)
        case Fall():
            fall(resolution, command)
        case Stand():
            stand(resolution, command)
        case MountUp():
            mount_up(resolution, command)
        case ChooseHeading():
            choose_heading(resolution, command)
        case SqueezeThrough():
            squeeze_through(resolution, command)
        case _:
            assert_never(command)


def _move(resolution: Resolution, command: Move) -> None:
    way = plan_move(resolution.state, resolution.assets, command)
    gets_on = makes_mode_check(resolution, way)
    if gets_on is None:
        return
    if not gets_on:
        _spend(resolution, command.who, DOING[way.command.mode])
    elif not _goes(resolution, way):
        _halt(resolution, (way,))


def _tumble(resolution: Resolution, command: Move) -> None:
    made = tumble_past(resolution, command)
    if made is not None:
        _move(resolution, made)
    elif not resolution.missing:
        _spend(resolution, command.who, N_("getting past an enemy"))


def push(resolution: Resolution, command: Push) -> None:
    """Move a creature against its will, which provokes nothing (C-152, C-153) and costs nothing.

    A final "off" takes it over the edge of the board; off what bore it, or what it climbs, it
    falls. Refusals: those of `find_mover_scene`, "no_goal", "wrong_start", and the reasons of a way
    that is shut.
    """
    moving_scene = find_mover_scene(resolution.state, resolution.assets, command.who)
    limp = replace(moving_scene.mover, conditions=())
    moving_scene = replace(moving_scene, scene=moving_scene.scene.with_creatures(limp), mover=limp)
    who = name_combatant(resolution.state, command.who)
    if len(command.path) < 2:
        raise Refusal("no_goal", "Give a square to move {who} to.", who=who)
    mode: Mode = "fly" if moving_scene.feet else "walk"
    move_command = Move(command.who, path=command.path, action="forced", mode=mode)
    asked = IntendedMove(moving_scene, move_command, MoveBudget("", None, 1))
    anchors, leaves = read_drawn_path(asked)
    way = plan_along(asked, anchors)
    if not way.legal:
        raise way.refusal(way.reason, way.at)
    shut = "" if leaves else way.stopping(anchors[-1])
    if shut:
        raise way.refusal(shut, anchors[-1])
    rules = resolution.rules
    rule = "C-152" if rules.states("C-152") else "C-153"
    free = rules.cite(rule, "forced movement provokes nothing", Message("nobody strikes"))
    resolution.explain(*way.why, free)
    pushed = moving_scene.mover.id
    stood = not find_drop(resolution.state, resolution.assets, pushed)
    climbed = moving_scene.figure.mode == "climb"
    if len(anchors) > 1:
        resolution.emit(Pushed(pushed, tuple(map(str, anchors))))
    if leaves:
        resolution.emit(LeftBoard(pushed, str(anchors[-1])))
    elif (stood or climbed) and not speed_of(resolution.state, resolution.assets, pushed, "fly"):
        drop = find_drop(resolution.state, resolution.assets, pushed)
        if drop:  # off a roof or a wall, say (C-151)
            fall_or_float(resolution, pushed, drop)
