"""Previews of turns, moves, attacks and damage: Space, the cursor, the layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from core.calendars import Instant
from core.combat.attack.arriving import Arrival, DealtPart
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Block, Square, parse_square, through_the_air
from core.combat.movement.squeeze import explain_narrow
from core.combat.movement.turns import special_speed
from core.combat.search.reach import reachable
from core.combat.sight.cover import cover
from core.combat.threat.outlook import Outlook, SquareApproach, outlook
from core.combat.threat.threat import (
    Partner,
    enemies,
    flanking_places,
    partners,
    threatened,
    threatens,
)
from core.combat.threat.threateners import Threateners
from core.dice import Question, any_of
from core.messages import Message, Refusal, Squares
from core.play.facts.encounter import NOTHING_SPENT, Encounter, Figure, Lasting, Slot, Until
from core.play.facts.fight.blows.commands import GiveTemporary, MakeAttack
from core.play.facts.fight.blows.events import TemporaryGiven
from core.play.facts.fight.combatants import (
    Being,
    attack_of,
    changed_figure,
    fight_of,
    figure_of,
    name_combatant,
    names,
    someone,
    waiting_in,
)
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.turns.commands import ChaseRound, EndTurn, RollInitiative
from core.play.facts.fight.turns.events import ConditionEnded, RoundBegan, TurnBegan
from core.play.facts.fight.turns.until import ROUND, lying
from core.play.facts.fold import evolve
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import Heal, Hurt
from core.play.fight.blows.attack_plan import has_attack_left, plan_opportunity, swing
from core.play.fight.blows.guessed_square import plan_guesses
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.blows.points import Points, dealt_blows, each
from core.play.fight.defending import arrival_on, is_kind_asked
from core.play.fight.fight_scene import (
    find_drop,
    find_mover_scene,
    find_on_board,
    scene_later,
    scene_of,
    with_reactions_used,
)
from core.play.fight.health import Health, health
from core.play.fight.moves.intended_move import IntendedMove, intend_move
from core.play.fight.moves.mode_checks import find_mode_check
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.moves.recorded_move import record_move
from core.play.fight.moves.strike_targets import targets_of
from core.play.fight.moves.tumbling import TumbleChecks, find_checks
from core.play.fight.small_steps import small_steps
from core.play.fight.turns.budget import AIRBORNE, counted_singly, left, usual_mode, who_can
from core.play.fight.turns.decide import end_turn, missing_initiative, slots_to_roll
from core.play.fight.turns.dying import heal, strike
from core.play.fight.turns.each_turn import stop_bleeding
from core.play.fight.turns.narration import slot_name, until_words
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.values import Struct, replace


def preview(
    state: State,
    assets: Assets,
    by: str,
    target_id: str,
    attack: int | None = None,
    *,
    opportunity: bool = False,
    moving: bool = False,
    scene: Scene | None = None,
) -> PlannedAttack:
    """Return the next attack of `by` on `target_id` (`attack` None = the attack in hand).

    `scene` may differ from the present one (a creature moved in it), `moving`: it is an opportunity
    that the target gives by moving. Refusals of `swing`.
    """
    if opportunity and attack is None:
        return plan_opportunity(state, assets, by, target_id, scene, moving=moving)
    return swing(
        state, assets, by, MakeAttack((by,), target_id, attack, opportunity=opportunity), scene
    )


def preview_attacks(state: State, assets: Assets, command: MakeAttack) -> tuple[PlannedAttack, ...]:
    """Return the first attack of each attacker of a command that can make it.

    Refusals: those of `swing`.
    """
    if command.square:
        guesses = plan_guesses(replace(command, full=False), state, assets)
        return tuple(guess.rolled for guess in guesses)
    scene = scene_of(state, assets)
    planned_attacks = [swing(state, assets, by, command, scene) for by in command.by]
    return tuple(planned for planned in planned_attacks if planned.possible)


def has_turn_left(state: State, assets: Assets, creature_id: str) -> bool:
    """Return whether a creature still has an attack in its turn, or a single action to spend.

    Refusals: those of `has_attack_left`.
    """
    if counted_singly(assets.rules):
        return left(state, assets, creature_id).actions > 0
    return has_attack_left(state, assets, creature_id)


def has_action_left(state: State, assets: Assets, creature_id: str) -> bool:
    """Return whether a creature has a standard or move action left, in pf2 an action.

    Refusals: "no_fight", "unknown_creature".
    """
    remains = left(state, assets, creature_id)
    return remains.standard or remains.move or remains.actions > 0


def cover_signs(
    state: State, assets: Assets, by: str, scene: Scene | None = None
) -> dict[str, str]:
    """Return the degree of cover that each other creature has from `by`, by id.

    Cover is that against melee where `by` could strike the creature and has no ranged attack in
    hand, else that against shots: "none", "soft", "screen", "partial", "cover", "improved" or
    "total". The dead are left out. Refusals: "no_fight", "unknown_creature", "not_on_board".
    """
    scene = scene or scene_of(state, assets)
    viewer = find_on_board(scene, state, by)
    figure = figure_of(state, by)
    if figure is None:
        attack = None
    else:
        attack = attack_of(someone(state, by), figure)
    shoots = attack is not None and attack.mode == "ranged"
    signs: dict[str, str] = {}
    for creature in scene.creatures:
        if creature.id == by or scene.paired(viewer, creature) or scene.has(creature, "dead"):
            continue
        near = not shoots and threatens(scene, viewer, creature)
        signs[creature.id] = cover(scene, viewer, creature, "melee" if near else "ranged").degree
    return signs


class After(Struct):
    """A creature after damage, its hit points before (None = unknown), and its state now.

    `falls` is the height in squares from which it would fall, if it was knocked out in the air.
    `arrival` is what arrives of damage; None for healing. `asks`: of which kind the damage is will
    be asked, and nothing has happened yet.
    """

    being: Being
    before: int | None
    now: Health
    falls: int
    arrival: Arrival | None = None
    asks: bool = False


def after_hurt(state: State, assets: Assets, command: Points) -> tuple[After, ...]:
    """Return the state of creatures after this damage, healing or these temporary hit points.

    Refusals: "nobody", "amounts", "unknown_creature".
    """
    outcomes = []
    for creature_id, amount, parts in _points_of(command, state):
        being = someone(state, creature_id)
        resolution = Resolution(state, assets)
        arrival = None
        asks = False
        match command:
            case Hurt(nonlethal=nonlethal):
                strike(resolution, creature_id, parts, "", lethal=not nonlethal)
                asks = is_kind_asked(resolution.missing)
                arrival = arrival_on(being, parts, assets.rules)
            case Heal(nonlethal=nonlethal):
                heal(resolution, being, amount, nonlethal_only=nonlethal)
                if not nonlethal:
                    stop_bleeding(resolution, being.id)
            case GiveTemporary():
                resolution.emit(TemporaryGiven(creature_id, max(being.temporary, amount)))
        later = someone(resolution.state, creature_id)
        before = health(being, assets.rules)
        now = health(later, assets.rules)
        falls = 0
        if now.out and not before.out:
            falls = _height_of_fall(state, assets, creature_id)
        outcomes.append(After(later, before.hp, now, falls, arrival, asks))
    return tuple(outcomes)


def _points_of(command: Points, state: State) -> Iterator[tuple[str, int, tuple[DealtPart, ...]]]:
    # Who takes how many points, and the parts of damage.
    if isinstance(command, Hurt):
        for blow in dealt_blows(command, state, {}):
            yield blow.who, sum(part.amount for part in blow.parts), blow.parts
        return
    for creature_id, amount in each(command.who, command.amounts):
        yield creature_id, amount, ()


def _height_of_fall(state: State, assets: Assets, who: str) -> int:
    figure = figure_of(state, who)
    if figure is None or not figure.at or figure.mount:
        return 0
    if fight_of(state).gravity == "zero":
        return 0
    return find_drop(state, assets, who)


class StrikerAhead(Struct):
    """A creature that may strike on the way, at the anchor `at`, and its attack (None = none)."""

    by: str
    at: str
    attack: PlannedAttack | None

    @property
    def chance(self) -> Fraction | None:
        """The chance that it hits; None without an attack on its sheet."""
        if self.attack is None:
            return None
        return self.attack.p_hit


def chance_of_a_hit(strikers: Iterable[StrikerAhead]) -> Fraction:
    """Return the chance that at least one of them hits, if all strike."""
    return any_of(striker.chance or Fraction(0) for striker in strikers)


class MoveAhead(Struct, dict=True):
    """A move as it would be made now; lengths in squares.

    `outlook` is the situation of the mover there, with the way taken. `strikers` are asked in the
    order of the way.
    """

    planned_move: PlannedMove
    outlook: Outlook
    strikers: tuple[StrikerAhead, ...]

    @property
    def cost(self) -> int:
        """The squares that will be recorded."""
        return self.planned_move.cost

    @property
    def spends(self) -> tuple[str, ...]:
        """The actions newly used."""
        return self.planned_move.paid.spends

    @property
    def path(self) -> tuple[Square, ...]:
        """The anchors of the way."""
        return self.planned_move.path

    @property
    def safe(self) -> SquareApproach | None:
        """The cheapest way that provokes nothing; None = there is none."""
        return self.outlook.safe

    @cached_property
    def checks(self) -> TumbleChecks | None:
        """The checks that lead past enemies; None = the way asks for none."""
        return find_checks(self.planned_move)

    @cached_property
    def mode_check(self) -> Question | None:
        """The check of who climbs or swims without that speed; None = there is none."""
        return find_mode_check(self.planned_move)

    @cached_property
    def moved(self) -> Moved:
        """What is recorded of it, if nobody strikes."""
        return record_move(self.planned_move)

    @cached_property
    def turn_after(self) -> State:
        """The state after it, if nobody strikes."""
        return evolve(self.planned_move.mover_scene.state, self.moved)

    @cached_property
    def there(self) -> Scene:
        """The scene after it, if nobody strikes, of those who are in the scene now."""
        return _scene_after(self.planned_move, self.turn_after, squeezes=self._squeezes)

    @property
    def _squeezes(self) -> bool:
        # Whether its space is another before or after it than that of its anchor (G-8).
        before = self.planned_move.mover_scene.figure.trail
        return bool(before or self.moved.trail or self.moved.at)

    @property
    def striker(self) -> Creature:
        """The creature that may attack there: the rider of a mount, if the GM named it (C-257)."""
        return self.there.by_id[self.planned_move.command.who]

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Whom it threatens there; of a rider, with the rider's own weapon."""
        striker = self.striker
        if striker.id == self.outlook.mover.id and not self._squeezes:
            return self.outlook.targets
        return tuple(
            foe.id for foe in enemies(self.there, striker) if threatens(self.there, striker, foe)
        )

    @cached_property
    def partners(self) -> tuple[Partner, ...]:
        """With whom it flanks enemies there; of a rider, with the rider's own weapon."""
        if self.striker.id == self.outlook.mover.id and not self._squeezes:
            return self.outlook.partners
        return partners(self.there, self.striker)

    @cached_property
    def quiet_steps(self) -> tuple[Square, ...]:
        """The small steps towards its goal, if it has one left, that provoke nobody (C-108).

        None of who lies: it would have to get up first.
        """
        command = self.planned_move.command
        steps = small_steps(self.planned_move.mover_scene, command.who, command.mode)
        return tuple(
            square
            for square in steps.squares
            if self._is_nearer(square) and steps.provokes_nobody(square)
        )

    def _is_nearer(self, square: Square) -> bool:
        # Whether the mover's space there is nearer to its goal, through the air, than it is now.
        mover_scene = self.planned_move.mover_scene
        scene = mover_scene.scene
        mover = mover_scene.mover
        side = scene.space(mover)
        heights = (mover.elevation, self.planned_move.heights[-1])
        goal = Block(*self.path[-1], side)
        now = through_the_air(scene.body(mover), goal, heights)
        return through_the_air(Block(*square, side), goal, heights) < now

    @property
    def hit_at_least_once(self) -> Fraction:
        """The chance of at least one hit if all strikers strike."""
        return chance_of_a_hit(self.strikers)

    @cached_property
    def receipt(self) -> Receipt:
        """The cost, the strikers, and the situation at the end."""
        rules = self.planned_move.scene.rules
        planned_move = self.planned_move
        checks = () if self.checks is None else (self.checks.receipt,)
        mode = planned_move.command.mode
        speed = (special_speed(mode, rules).receipt,) if mode in rules.combat.movements else ()
        size = self.outlook.mover.size
        narrow = explain_narrow(rules, size) if planned_move.command.squeeze else ()
        why = (*planned_move.why, *speed, *narrow)
        parts = (*planned_move.remarks, *why, *checks, self.outlook.receipt)
        return rules.cite(
            "G-6",
            "{who} to {to}",
            Squares(self.cost),
            *parts,
            who=self.outlook.mover.name or self.outlook.mover.id,
            to=str(self.outlook.to),
        )


def outlook_at(
    state: State, assets: Assets, command: Move, scene: Scene | None = None
) -> MoveAhead:
    """Return the preview of a movement. Refusals as `plan_move`."""
    way = plan_move(state, assets, command, scene)
    return MoveAhead(way, _seen(way), tuple(_attacks(way)))


def _seen(planned_move: PlannedMove) -> Outlook:
    mover_scene = planned_move.mover_scene
    strikers = planned_move.strikers
    end = planned_move.heights[-1]
    mover = replace(mover_scene.mover, elevation=end)
    scene = mover_scene.level(end, keep=[one.id for one in mover_scene.scene.creatures])
    if end != mover_scene.feet:
        scene = scene.with_creatures(mover)
    scene = with_reactions_used(mover_scene, scene)
    seen = outlook(
        scene,
        mover,
        planned_move.path[-1],
        planned_move.manner(planned_move.budget.most),
        planned_move.unasked,
    )
    taken = SquareApproach(planned_move.path, planned_move.cost, strikers.provoked)
    safe = seen.safe
    if not strikers.who:
        safe = taken
    elif len(set(planned_move.heights)) > 1:
        safe = None
    return replace(seen, way=taken, safe=safe)


def _with_spent(state: State, creature_id: str, actions: tuple[str, ...]) -> State:
    def use(figure: Figure) -> Figure:
        return replace(
            figure, spent=replace(figure.spent, actions=(*figure.spent.actions, *actions))
        )

    return changed_figure(state, creature_id, use)


def _attacks(planned_move: PlannedMove) -> Iterator[StrikerAhead]:
    mover_scene = planned_move.mover_scene
    assets = mover_scene.assets
    threateners = Threateners(planned_move.scene, planned_move.mover, planned_move.manner())
    for striker in planned_move.strikers.who:
        left = parse_square(striker.at)
        feet = planned_move.height_at(striker)
        place = left
        by = planned_move.scene.by_id[striker.by]
        if left in planned_move.path[:-1]:
            then = planned_move.path[planned_move.path.index(left) + 1]
            place = threateners.struck_at(by, left, then, feet)
        state = _state_on_the_way(planned_move, left)
        scene = _scene_on_the_way(planned_move, state, left, place, feet)
        attack = None
        usual, *_ = targets_of(state, assets.rules, striker.by, planned_move.command.who)
        with suppress(Refusal):  # no attack on its sheet
            attack = preview(
                state, assets, striker.by, usual, opportunity=True, moving=True, scene=scene
            )
        yield StrikerAhead(striker.by, striker.at, attack)


def _state_on_the_way(planned_move: PlannedMove, left: Square) -> State:
    # The state as the mover leaves an anchor. The strikes fall while the actions of the whole way
    # are used: at one who charges (house default).
    state = planned_move.mover_scene.state
    spends = planned_move.paid.spends
    if left not in planned_move.path[1:]:
        return _with_spent(state, planned_move.mover.id, spends)
    so_far = record_move(planned_move, planned_move.path.index(left))
    return evolve(state, replace(so_far, spends=spends))


def _scene_on_the_way(
    planned_move: PlannedMove, state: State, left: Square, place: Square, feet: int
) -> Scene:
    # The scene as the mover leaves an anchor, struck at a place, with its feet at this height.
    scene = planned_move.scene
    if left in planned_move.path[1:]:
        scene = _scene_after(planned_move, state, squeezes=planned_move.squeezes)
    if place != left:
        scene = scene.moved(planned_move.mover.id, place)
    mover = scene.by_id[planned_move.mover.id]
    if mover.elevation == feet:
        return scene
    return scene.with_creatures(replace(mover, elevation=feet))


def _scene_after(planned_move: PlannedMove, state: State, *, squeezes: bool) -> Scene:
    # The scene of a later state, of those who are in the scene of the move.
    assets = planned_move.mover_scene.assets
    if not squeezes:
        return scene_later(planned_move.scene, state, assets, planned_move.mover.id)
    whole = scene_of(state, assets)
    return whole.without(whole.by_id.keys() - planned_move.scene.by_id.keys())


class ReachBands(Struct):
    """The squares that a creature can reach, as bits of the board; each is in one band only.

    `one` with what is left of the movement under way or the next action, `two` with all that is
    left of the turn (pf2: two actions), `run` by running (pf2: by three actions).
    """

    one: int
    two: int
    run: int


def reach_bands(
    state: State, assets: Assets, creature_id: str, scene: Scene | None = None
) -> ReachBands:
    """Return the reach of a creature in its usual mode; out of turn that of a whole turn.

    In the air, turns and height are not counted. Refusals: those of `find_mover_scene`, "no_speed".
    """
    moving_scene = find_mover_scene(state, assets, creature_id, scene)
    if not fight_of(state).is_acting(moving_scene.figure):
        moving_scene = replace(
            moving_scene, figure=replace(moving_scene.figure, spent=NOTHING_SPENT)
        )
    asked = intend_move(
        moving_scene, Move(creature_id, mode=usual_mode(state, assets, creature_id))
    )
    budget = asked.budget
    band = budget.each or 0
    left = budget.left or 0
    rest = left - budget.free * band
    first = rest or (band if budget.free else 0)
    if budget.packed:
        second = min(left, 2 * band)
    else:
        second = left
    within_one = _ends(asked, first)
    if second > first:
        two = _ends(asked, second) & ~within_one
    else:
        two = 0
    fast = _fast(asked)
    return ReachBands(within_one, two, fast & ~(within_one | two))


def _ends(intended_move: IntendedMove, budget: int) -> int:
    if budget <= 0:
        return 0
    manner = replace(intended_move.manner(budget), ends_here=True)
    return reachable(intended_move.ground, intended_move.mover, manner).ends


def _fast(intended_move: IntendedMove) -> int:
    if intended_move.budget.packed:
        return _ends(intended_move, intended_move.budget.left or 0)
    try:
        runs = intend_move(intended_move.mover_scene, replace(intended_move.command, action="run"))
    except Refusal:
        return 0
    can_run = runs.budget.free and runs.command.mode in ("walk", "swim", *AIRBORNE)
    if can_run:
        return _ends(runs, runs.budget.left or 0)
    return 0


class FlankSquares(Struct):
    """The anchors from which a creature would flank an enemy, as bits, and those enemies by id."""

    bits: int
    targets: tuple[str, ...]


def flank_bits(
    state: State, assets: Assets, creature_id: str, scene: Scene | None = None
) -> FlankSquares:
    """Return where a creature would flank an enemy with somebody as all stand now (C-205, C-212).

    Only places where it may stand count, however far. It keeps its height.
    Refusals: "no_fight", "unknown_creature", "not_on_board".
    """
    scene = scene or scene_of(state, assets)
    creature = find_on_board(scene, state, creature_id)
    bits, targets = flanking_places(scene, creature)
    return FlankSquares(bits, targets)


def threat_bits(state: State, assets: Assets, creature_id: str, scene: Scene | None = None) -> int:
    """Return the squares that a creature threatens, as bits of the board.

    Those at its own height, and for a flyer those on the ground too. Refusals: those of
    `find_on_board`.
    """
    scene = scene or scene_of(state, assets)
    creature = find_on_board(scene, state, creature_id)
    bits = threatened(scene, creature).everywhere
    if creature.elevation:
        return bits | threatened(scene, creature, 0).everywhere
    return bits


class ExpiringEffect(Struct):
    """A condition or timer of `who` that will end; `left` is its end in words.

    `next`: it ends with the next turn that begins. `rounds` are those left (None = by the clock).
    """

    who: str
    name: str
    left: Message
    next: bool
    rounds: int | None = None
    value: int = 0


def ticking(state: State, assets: Assets) -> tuple[ExpiringEffect, ...]:
    """Return what ends by itself, the earliest first; on the road the timers of the party."""
    turned = _next_turn(state, assets)
    fight = state.fight
    ended = () if turned is None else turned.events
    soon = {(e.who, e.name) for e in ended if isinstance(e, ConditionEnded) and e.expired}
    entries = [
        (_moment(one.until, state), being.id, one)
        for being, one in lying(state)
        if one.until.kind != "removed"
    ]
    entries.sort(key=_by_time)
    return tuple(
        ExpiringEffect(
            creature_id,
            lasting.name,
            until_words(lasting.until, state),
            (creature_id, lasting.name) in soon,
            None
            if lasting.until.kind == "clock" or fight is None
            else max(0, lasting.until.round - fight.round),
            lasting.value,
        )
        for _, creature_id, lasting in entries
    )


def _by_time(
    lasting: tuple[tuple[Instant, int, bool], str, Lasting],
) -> tuple[tuple[Instant, int, bool], str, str]:
    moment, who, one = lasting
    return moment, who, one.name


def _moment(until: Until, state: State) -> tuple[Instant, int, bool]:
    if until.kind == "clock" and until.at is not None:
        return until.at, -1, False
    fight = state.fight
    number = 0 if fight is None else fight.round
    instant = state.clock.after(max(0, until.round - number) * ROUND)
    place = 0
    if fight is not None:
        slot = fight.slot_of(until.who)
        if slot is not None:
            place = fight.order.index(slot)
    return instant, place, until.kind == "turn_end"


def _next_turn(state: State, assets: Assets) -> Resolution | None:
    if waiting_in(state) is not None:
        return None
    resolution = Resolution(state, assets)
    try:
        end_turn(resolution)
    except Refusal:  # no fight, no board, or initiative is still to be rolled
        return None
    return resolution


def space(state: State) -> RollInitiative | EndTurn | ChaseRound | None:
    """Return the command of Space in a fight on a board; None = the GM answers or chooses."""
    fight = state.fight
    if fight is None or waiting_in(state) is not None:
        return None
    if fight.chase_is_due:
        return ChaseRound()
    if fight.round:
        return EndTurn()
    if fight.order or missing_initiative(state, fight):
        return RollInitiative()
    return None


def next_turn_action(state: State, assets: Assets) -> Message:
    """Return what Space would do in a fight on a board, or why it would do nothing."""
    fight = fight_of(state)
    if waiting_in(state) is not None:
        return Message("first the opportunities: who strikes?")
    if fight.chase is not None and fight.chase_is_due:
        return Message("the chase goes on: round {round}", round=fight.chase.rounds + 1)
    if not fight.round:
        return _first_round_action(state, fight)
    resolution = _next_turn(state, assets)
    if resolution is None:
        return Message("the fight goes on")
    action = _after(state, fight, resolution)
    moved = moved_members(state, assets)
    if moved:
        action = Message("may attack: {who}; {action}", who=names(state, moved), action=action)
    idle = idle_members(state, assets)
    if idle:
        action = Message("still to act: {who}; {action}", who=names(state, idle), action=action)
    missing = missing_initiative(state, fight)
    if not missing:
        return action
    return Message("{action}; not rolled: {who}", action=action, who=names(state, missing))


def _first_round_action(state: State, fight: Encounter) -> Message:
    missing = missing_initiative(state, fight)
    rolls = len(slots_to_roll(state, fight))
    if rolls < len(missing) and rolls:
        return Message(
            "roll initiative for {count} creatures, asks {rolls:roll|rolls}",
            count=len(missing),
            rolls=rolls,
        )
    if rolls:
        return Message("roll initiative for {count:creature|creatures}", count=rolls)
    if missing or fight.order:
        return Message("begin the first round")
    return Message("nothing: nobody is on the board yet; :place h k9 puts one there")


def idle_members(state: State, assets: Assets) -> tuple[str, ...]:
    """Return the ids of those of the acting group who can act and have done nothing in this turn.

    A rider has done what its mount has. Ridden mounts are left out, also those whose riders have
    another turn. Empty where one creature acts, or one rider.
    """
    fight = fight_of(state)
    slot = fight.slot(fight.acting)
    if slot is None:
        return ()
    figures = fight.figures_of(slot)
    busy = {figure.id for figure in figures if figure.readied or figure.spent != NOTHING_SPENT}
    group = _find_group(state, assets, slot)
    return tuple(one.id for one in group if busy.isdisjoint((one.id, one.mount)))


def moved_members(state: State, assets: Assets) -> tuple[str, ...]:
    """Return the ids of those of the acting group who have moved, and may attack and have not.

    Empty where one creature acts, or one rider.
    """
    fight = fight_of(state)
    slot = fight.slot(fight.acting)
    if slot is None:
        return ()
    idle = idle_members(state, assets)
    group = _find_group(state, assets, slot)
    moved = (one for one in group if one.id not in idle and not one.readied)
    bare = (one for one in moved if not one.spent.attacks)
    return tuple(one.id for one in bare if may_attack(state, assets, one.id))


def may_attack(state: State, assets: Assets, creature_id: str) -> bool:
    """Return whether a creature has an attack left in its turn; not where it has none at all."""
    with suppress(Refusal):
        return has_attack_left(state, assets, creature_id)
    return False


def _find_group(state: State, assets: Assets, slot: Slot) -> tuple[Figure, ...]:
    # Those of a group who can act, without ridden mounts; () where one creature acts.
    fight = fight_of(state)
    mounts = {figure.mount for figure in fight.figures}
    able = {*who_can(state, assets.rules, fight, slot)} - mounts
    if len(able) < 2:
        return ()
    return tuple(figure for figure in fight.figures_of(slot) if figure.id in able)


def _after(state: State, fight: Encounter, resolution: Resolution) -> Message:
    begins = [event for event in resolution.events if isinstance(event, TurnBegan)]
    rounds = [event.round for event in resolution.events if isinstance(event, RoundBegan)]
    if begins and begins[-1].slot:
        following = slot_name(resolution.state, begins[-1].slot)
    else:
        following = ""
    values = {
        "who": slot_name(state, fight.acting),
        "next": following or Message("nobody"),
        "round": rounds[-1] if rounds else fight.round,
        "rolls": len(resolution.missing),
    }
    if not fight.acting:
        return Message("go on, next {next}", next=values["next"])
    if resolution.missing and not following:
        asked = name_combatant(resolution.state, resolution.missing[0].who)
        return Message(
            "end the turn of {who}, asks {rolls:roll|rolls} of {asked}", asked=asked, **values
        )
    if resolution.missing:
        return Message("end the turn of {who}, next {next}, asks {rolls:roll|rolls}", **values)
    if rounds:
        return Message("end the turn of {who}, round {round}, next {next}", **values)
    return Message("end the turn of {who}, next {next}", **values)
