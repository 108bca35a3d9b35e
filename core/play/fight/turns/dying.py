"""Consequences of wounds and healing: dropping, falling, dying, death, recovery."""

from __future__ import annotations

from collections import Counter

from core.combat.attack.arriving import DealtPart
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Block, Square
from core.combat.board.tops import is_borne
from core.combat.flight import fall
from core.combat.movement.footing import level
from core.combat.movement.stops import may_end
from core.dice import Question
from core.messages import N_, Message, Refusal, Template, exact
from core.play.facts.encounter import PRONE, Encounter, Lasting, is_among
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import (
    Being,
    fight_of,
    figure_of,
    find,
    name_combatant,
    sheet,
    side,
    someone,
)
from core.play.facts.fight.moves.events import Fell, MountedUp
from core.play.facts.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    Died,
    PutBefore,
    Revived,
    Sank,
    Stabilised,
)
from core.play.facts.state import Member, State
from core.play.facts.table.events import NOBODY, Damaged, DamagePart, Healed
from core.play.fight.defending import (
    arrival_on,
    explain_arrival,
    parts_of,
    regenerates,
    settle_kinds,
    stop_regeneration,
    wear_effects,
)
from core.play.fight.fight_scene import find_drop, scene_of
from core.play.fight.health import DYING, Health, con_modifier, damaged, health, house, lowest_alive
from core.play.fight.turns.resolve import pay_to_live, pay_to_rise
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset
from core.values import replace


def afoot(state: State, rider: Creature) -> Creature:
    """Return the rider with its own space, off its mount."""
    being = find(state, rider.id)
    return replace(rider, rides="", space=None if being is None else sheet(being).space)


def beside(scene: Scene, walker: Creature, mount: Block) -> tuple[Square, ...]:
    """Return the free places next to a mount, in reading order; on the roof on which it stands."""
    side = scene.space(walker)
    ground = scene.with_creatures(walker)
    if is_borne(scene.field, mount, walker.elevation):
        ground = level(ground, walker, walker.elevation)
    around = (
        Square(x, y)
        for y in range(mount.y - side, mount.y + mount.side + 1)
        for x in range(mount.x - side, mount.x + mount.side + 1)
    )
    return tuple(
        square
        for square in around
        if not Block(*square, side).overlaps(mount)
        and scene.field.contains(Block(*square, side))
        and may_end(ground, replace(walker, at=square), square).legal
    )


def fall_down(
    resolution: Resolution,
    creature_id: str,
    height: int,
    *,
    soft: bool = False,
    deliberate: bool = False,
    depth: int | None = None,
) -> int | None:
    """Let `creature_id` fall `height` squares, take the damage and land prone, with what follows.

    `depth` is that of a `soft` landing (None = deep enough). Returns its damage; None: its dice are
    still to be asked, and nothing happens. Refusal "negative_height".
    """
    fall_result = fall(resolution.rules, height, soft=soft, depth=depth, deliberate=deliberate)
    points: int | None = fall_result.damage
    faces: tuple[int, ...] = ()
    if points is None:
        points, faces = _roll_damage(resolution, creature_id, fall_result.lethal)
    bruises, bruised = _roll_damage(resolution, creature_id, fall_result.nonlethal, nonlethal=True)
    if points is None or bruises is None:
        return None
    resolution.explain(fall_result.receipt)
    resolution.emit(Fell(creature_id, height, soft, deliberate))
    if points:
        being = someone(resolution.state, creature_id)
        resolution.emit(damaged(being, points, resolution.rules, faces=faces, cause="fall"))
    if fall_result.prone:
        lie_down(resolution, creature_id)
    drops(resolution, creature_id)
    hurt(resolution, creature_id, bruises, lethal=False, faces=bruised, cause="fall")
    return points + bruises


def unseat(resolution: Resolution, creature_id: str, square_name: str, dice: str = "") -> None:
    """Let a rider fall from its mount to `square_name`, prone (house default).

    From the air it falls to the ground; else it takes the damage of `dice`.
    """
    state = resolution.state
    rider = fight_of(state).figure(creature_id)
    assert rider is not None
    drop = find_drop(state, resolution.assets, creature_id)
    falls = drop > 0
    points, faces = _roll_damage(resolution, creature_id, "" if falls else dice)
    if points is None:
        return
    label = Message(
        "{who} falls off {mount}",
        who=name_combatant(state, creature_id),
        mount=name_combatant(state, rider.mount),
    )
    resolution.explain(house(resolution.rules, label, Message("beside it, prone")))
    resolution.emit(MountedUp(creature_id, "", square_name, falls=True))
    hurt(resolution, creature_id, points, faces=faces, cause="fall")
    if falls:
        fall_or_float(resolution, creature_id, drop)
    if _fares(resolution, creature_id).slug != "dead":
        lie_down(resolution, creature_id)


SOFT_FALL = 15
"""What a check of Ride has to reach so that who falls with a mount takes no damage (open rules)."""
RIDE = "ride"
WITH_MOUNT = N_("{who} falls with {mount}: Ride, for a soft fall")


def throw_riders(resolution: Resolution, mount: str) -> None:
    """Let those who ride a mount that has fallen prone fall beside it, as `throw_rider`."""
    fight = resolution.state.fight
    riders = () if fight is None else tuple(one.id for one in fight.figures if one.mount == mount)
    for rider in riders:
        _throw(resolution, rider, WITH_MOUNT)


def throw_rider(resolution: Resolution, rider: str) -> None:
    """Let a rider who was made prone fall off its mount, beside it; nothing for others.

    By the open rules: where the system has saddles, a check of Ride makes it a soft fall; else it
    is 1d6.
    """
    _throw(resolution, rider, N_("{who} falls off {mount}: Ride, for a soft fall"))


def _throw(resolution: Resolution, rider: str, label: Template) -> None:
    figure = figure_of(resolution.state, rider)
    if figure is None or not figure.mount or not figure.at:
        return
    dice = ""
    aloft = find_drop(resolution.state, resolution.assets, rider) > 0  # the fall itself hurts
    has_check = bool(resolution.rules.combat.dying.saddle) and not aloft
    if has_check and not _fares(resolution, rider).out:
        question = Question(
            f"{RIDE}/{_round_of(resolution.state.fight)}/{rider}",
            Message(
                label,
                who=name_combatant(resolution.state, rider),
                mount=name_combatant(resolution.state, figure.mount),
            ),
            rider,
            dc=SOFT_FALL,
            guessed=True,
        )
        outcome = resolution.check(question, RIDE)
        if outcome is None:
            return
        if outcome.success is False:
            dice = "1d6"
    square = _thrown(resolution, rider, figure.mount) or figure.at
    unseat(resolution, rider, square, dice)


def fall_or_float(resolution: Resolution, creature_id: str, height: int) -> None:
    """Let `creature_id` fall `height` squares; nothing falls without gravity (house default)."""
    if fight_of(resolution.state).gravity != "zero":
        fall_down(resolution, creature_id, height)
        return
    label = Message(
        "{who} floats: there is no gravity", who=name_combatant(resolution.state, creature_id)
    )
    resolution.explain(house(resolution.rules, label, height))


def lie_down(resolution: Resolution, creature_id: str) -> None:
    """Make `creature_id` prone unless it is."""
    if not is_among(someone(resolution.state, creature_id).lasting, PRONE):
        resolution.emit(ConditionBegan(creature_id, Lasting(PRONE)))


NONLETHAL = "nonlethal"
"""Ends the key of the dice of a fall that are nonlethal damage."""


def _roll_damage(
    resolution: Resolution, creature_id: str, dice: str, *, nonlethal: bool = False
) -> tuple[int | None, tuple[int, ...]]:
    if dice in ("", "0"):
        return 0, ()
    key = f"fall/{_round_of(resolution.state.fight)}/{creature_id}"
    label = N_("{who} falls: damage")
    if nonlethal:
        key = f"{key}/{NONLETHAL}"
        label = N_("{who} falls: nonlethal damage")
    asked = Message(label, who=name_combatant(resolution.state, creature_id))
    outcome = resolution.ask(Question(key, asked, creature_id, dice=dice))
    if outcome is None:
        return None, ()
    return max(0, outcome.total), outcome.faces


def _round_of(fight: Encounter | None) -> str:
    """Return the round of a fight as a part of a key; "" for none."""
    if fight is None:
        return ""
    return f"{fight.id}/round-{fight.round}"


CHECK = "stabilise"
"""The name of the checks of the dying."""


def hurt(
    resolution: Resolution,
    creature_id: str,
    amount: int,
    *,
    lethal: bool = True,
    faces: tuple[int, ...] = (),
    cause: str = "",
    by: str = NOBODY,
    weapon: str = "",
    parts: tuple[DamagePart, ...] = (),
) -> None:
    """Deal damage to `creature_id`, temporary hit points first, and apply what follows.

    `amount` is what arrives of the `parts`; `by` and `weapon` as in `Damaged`. Where nothing
    arrives, that is recorded, if there are parts.

    Refusal "unknown_creature".
    """
    being = someone(resolution.state, creature_id)
    if amount <= 0 and not parts:
        return
    event = damaged(
        being,
        max(0, amount),
        resolution.rules,
        lethal=lethal,
        faces=faces,
        cause=cause,
        by=by,
        weapon=weapon,
        parts=parts,
    )
    resolution.emit(event)
    if amount > 0:
        drops(resolution, creature_id)


def strike(
    resolution: Resolution,
    creature_id: str,
    dealt: tuple[DealtPart, ...],
    key: str,
    *,
    lethal: bool = True,
    faces: tuple[int, ...] = (),
    cause: str = "",
    by: str = NOBODY,
    weapon: str = "",
) -> None:
    """Deal the parts of one blow to `creature_id`: what arrives of them by their kinds (`hurt`).

    A kind that nobody said is asked where it matters, under `key`: then nothing happens yet.
    Refusals "unknown_creature", "bad_kind".
    """
    if not any(part.amount for part in dealt):
        return
    being = someone(resolution.state, creature_id)
    settled = settle_kinds(resolution, being, dealt, key)
    if settled is None:
        return
    arrival = arrival_on(being, settled, resolution.rules)
    receipt = explain_arrival(being, arrival, resolution.rules)
    if receipt is not None:
        resolution.explain(receipt)
    if arrival.stops:
        stop_regeneration(resolution, creature_id)
    wear_effects(resolution, creature_id, arrival)
    for spared in (False, True):
        hurt(
            resolution,
            creature_id,
            sum(part.arrives for part in arrival.parts if part.spared == spared),
            lethal=lethal and not spared,
            faces=faces,
            cause=cause,
            by=by,
            weapon=weapon,
            parts=parts_of(arrival, spared=spared),
        )


def drops(resolution: Resolution, creature_id: str) -> None:
    """Apply what follows from damage to `creature_id`; call it after the damage event.

    It becomes staggered, disabled, unconscious or dying (by degrees where there are such), or dies.
    If it is out, it lies down, and falls if it was in the air; those who ride it are thrown
    (`throw_riders`). In the saddle it stays by a roll, or until the GM lets it fall (`unseat`).
    """
    being = someone(resolution.state, creature_id)
    if being.dead:
        return
    blows = (
        e for e in reversed(resolution.events) if isinstance(e, Damaged) and e.who == creature_id
    )
    last = next(blows, None)
    before = health(_unhurt(being, last), resolution.rules)
    if resolution.rules.combat.dying.way == "stages":
        _by_degrees(resolution, being, before, last)
    else:
        now = health(being, resolution.rules)
        lethal = last is None or last.lethal
        if now.slug == "dead" or _kills_at_once(resolution, being, last):
            resolution.emit(Died(being.id))
        elif now.slug == "stable" and (lethal or before.slug != "stable"):
            resolution.emit(Sank(being.id, "dying"))
        elif (
            now.slug in ("staggered", "disabled", "unconscious", "dying")
            and now.slug != before.slug
        ):
            resolution.emit(Sank(being.id, now.slug))
    if _fares(resolution, creature_id).slug == "dying" and before.slug != "dying":
        _put_in_order(resolution, being)
    if _fares(resolution, creature_id).out:
        figure = figure_of(resolution.state, creature_id)
        if figure is None or not figure.at:
            return
        # Riders land prone beside it, or in its space where there is no room (house default); one
        # who left the party rides no more.
        figures = fight_of(resolution.state).figures
        riders = [
            one for one in figures if one.mount == creature_id and find(resolution.state, one.id)
        ]
        for rider in riders:
            _throw(resolution, rider.id, WITH_MOUNT)
        drop = find_drop(resolution.state, resolution.assets, creature_id)
        if drop and not figure.mount:
            fall_or_float(resolution, creature_id, drop)
        if not figure.mount and _fares(resolution, creature_id).slug != "dead":
            lie_down(resolution, creature_id)
        if figure.mount and not before.out:
            _hold_on(resolution, being)


SADDLE = "saddle"
"""The name of the check by which a rider who drops stays in the saddle."""


def _hold_on(resolution: Resolution, being: Being) -> None:
    # By the open rules who is out stays in an ordinary saddle by so many in a hundred, else it
    # falls for 1d6. The GM lets the dead fall, and all where the system has no such chance.
    rules = resolution.rules
    chances = rules.combat.dying.saddle
    label = Message("{who} is out in the saddle: to stay there, in a hundred", who=being.name)
    resolution.explain(house(rules, label, Message("{chances}", chances=chances)))
    if not chances or _fares(resolution, being.id).slug == "dead":
        return
    ordinary, military = chances
    question = Question(
        f"{SADDLE}/{_round_of(resolution.state.fight)}/{being.id}",
        Message(
            "{who} is out: stays in the saddle (in a military one from {least} up)",
            who=name_combatant(resolution.state, being.id),
            least=PERCENT + 1 - military,
        ),
        being.id,
        dice="d%",
        dc=PERCENT + 1 - ordinary,
    )
    outcome = resolution.check(question, SADDLE)
    if outcome is None or outcome.success is not False:
        return
    figure = figure_of(resolution.state, being.id)
    assert figure is not None
    square = _thrown(resolution, being.id, figure.mount) or figure.at
    unseat(resolution, being.id, square, "1d6")


PERCENT = 100


def _kills_at_once(resolution: Resolution, being: Being, last: Damaged | None) -> bool:
    # One blow that leaves the whole maximum beyond, where Resolve keeps alive (open rules).
    if not resolution.rules.combat.dying.has_resolve or last is None or not being.hp:
        return False
    if regenerates(being, resolution.rules):
        return False
    return last.beyond >= being.hp


def _put_in_order(resolution: Resolution, being: Being) -> None:
    # Just before the one who struck; without a blow before whose turn it is.
    fight = resolution.state.fight
    rules = resolution.rules
    if fight is None or not fight.round or not rules.switch("dying_place"):
        return
    blow = _last_blow(resolution, being)
    acting = fight.acting_slot
    other = ""
    if blow is not None:
        other = blow.by
    elif acting is not None:
        other = acting.who[0]
    order = fight.put_before(being.id, other)
    if order == fight.order:
        return
    label = Message("{who} is dying: its place in the order", who=being.name)
    place = Message("before {other}", other=name_combatant(resolution.state, other))
    why = rules.cite(
        "C-250", label, place, source="house default", default=True, switch="dying_place"
    )
    resolution.explain(why)
    resolution.emit(PutBefore(being.id, other, order))


def _last_blow(resolution: Resolution, being: Being) -> Struck | None:
    strikes = (event for event in reversed(resolution.events) if isinstance(event, Struck))
    blow = next(strikes, None)
    if blow is not None and blow.at == being.id:
        return blow
    return None


def heal(
    resolution: Resolution,
    being: Being,
    amount: int,
    *,
    nonlethal_only: bool = False,
    cause: str = "",
) -> None:
    """Heal lethal damage, and as much nonlethal where the table of blows says so.

    `nonlethal_only` heals only that. Fatigue from a march ends with the damage that caused it
    (T-121). A creature that was down may get up. `cause` as in `Healed`.
    """
    nonlethal = min(amount, being.nonlethal)
    if nonlethal_only:
        lethal = 0
    else:
        lethal = min(amount, being.damage)
    if not nonlethal_only and not resolution.rules.combat.blows.heals_nonlethal:
        nonlethal = 0
    resolution.emit(Healed(being.id, lethal=lethal, nonlethal=nonlethal, cause=cause))
    fares = _fares(resolution, being.id)
    if being.dead:
        label = Message("{who} stays dead: healing does not bring it back", who=being.name)
        word = Message(":clear dead {letter}", letter=being.token or being.name)
        resolution.explain(house(resolution.rules, label, word))
        return
    if fares.degree and (fares.hp or 0) > 0:
        resolution.emit(ConditionEnded(being.id, DYING, expired=True))
    elif fares.slug == "dying" and not fares.degree and lethal > 0:
        resolution.emit(Stabilised(being.id))


def revive(resolution: Resolution, creature_id: str) -> None:
    """Bring a dead creature back to life at the GM's word. Refusal "unknown_creature"."""
    resolution.emit(Revived(creature_id))
    survive(resolution, creature_id)


def survive(resolution: Resolution, creature_id: str) -> None:
    """Leave a creature that counts as dead no more in a state in which it lives (house default).

    Wounds that would kill it again are healed up to the last hit point above death. One that would
    be dying is stable, and one that is out lies on the ground. Refusal "unknown_creature".
    """
    being = someone(resolution.state, creature_id)
    dying = resolution.rules.combat.dying
    hit_points = _fares(resolution, creature_id).hp
    if hit_points is not None and dying.way != "stages":
        least = lowest_alive(being, dying)
        if hit_points < least:
            resolution.emit(Healed(creature_id, lethal=least - hit_points))
            label = Message("{who} lives again: hit points", who=being.name)
            resolution.explain(house(resolution.rules, label, least))
    if _fares(resolution, creature_id).slug in ("dying", "dead"):
        _steady(resolution, someone(resolution.state, creature_id))
    figure = figure_of(resolution.state, creature_id)
    if (
        figure is not None
        and figure.at
        and not figure.mount
        and _fares(resolution, creature_id).out
    ):
        lie_down(resolution, creature_id)


def settles(resolution: Resolution, creature_id: str) -> None:
    """Mark `creature_id` dead or alive after the GM set its damage."""
    being = someone(resolution.state, creature_id)
    health_alive = health(replace(being, dead=False), resolution.rules)
    if being.dead and health_alive.slug != "dead":
        resolution.emit(Revived(creature_id))
    if health_alive.degree and (health_alive.hp or 0) > 0:
        resolution.emit(ConditionEnded(creature_id, DYING, expired=True))
    if not being.dead and health_alive.slug == "dead":
        resolution.emit(Died(creature_id))


EXERTING = frozenset({"standard", "full_round", "charge"})
"""The words of actions that cost a disabled creature a hit point."""
EXERTION = "exertion"


def wear_out(resolution: Resolution, before: State) -> None:
    """Take a hit point from who was disabled `before` and has now taken a standard action.

    By the open rules (Disabled): afterwards, unless the action has healed it.
    """
    rules = resolution.rules
    fight = resolution.state.fight
    if before.fight is None or fight is None or before.fight.id != fight.id:
        return
    cost = rules.combat.dying.exertion
    if not cost or not rules.has_open_conditions:
        return
    for figure in fight.figures:
        old = before.fight.figure(figure.id)
        if old is None or old.spent == figure.spent:
            continue
        newly = Counter(figure.spent.actions) - Counter(old.spent.actions)
        if EXERTING.isdisjoint(newly) or not _is_disabled(before, figure.id, rules):
            continue
        if _is_disabled(resolution.state, figure.id, rules):
            label = Message("a standard action while disabled, afterwards")
            resolution.explain(rules.cite("K-14", label, cost, source="open rules, Disabled"))
            hurt(resolution, figure.id, cost, cause=EXERTION)


def _is_disabled(state: State, creature_id: str, rules: Ruleset) -> bool:
    being = find(state, creature_id)
    return being is not None and health(being, rules).slug == "disabled"


def stabilise(resolution: Resolution, creature_id: str) -> None:
    """Make a dying creature stable. Refusals: "unknown_creature", "not_dying"."""
    being = someone(resolution.state, creature_id)
    if _fares(resolution, creature_id).slug != "dying":
        raise Refusal("not_dying", "{who} is not dying.", who=being.name)
    _steady(resolution, being)


MOST_ROUNDS = 100
"""So many rounds the dying are rolled for on the road at most: then the GM decides."""


def fare(resolution: Resolution, creature_id: str, rounds: int) -> None:
    """Roll for a dying creature round by round, until it is no longer dying or a die is open."""
    clock = resolution.state.clock
    for number in range(1, min(rounds, MOST_ROUNDS) + 1):
        being = find(resolution.state, creature_id)
        if being is None or health(being, resolution.rules).slug != "dying":
            return
        before = len(resolution.events)
        checks(resolution, creature_id, f"day-{clock.day}/{exact(clock.hour)}/{number}")
        if len(resolution.events) == before:  # it is asked, or skipped
            return


def checks(resolution: Resolution, creature_id: str, moment: str = "") -> None:
    """Make the check of a dying creature in its turn and apply the result.

    `moment` is a part of the key of its die outside a fight.

    No check for sides that the ruleset leaves out (`combat.dying.checked`), unless those of the GM
    make it, too (switch "dying_foes").
    """
    being = find(resolution.state, creature_id)
    dying = resolution.rules.combat.dying
    if being is None:  # it has left the party
        return
    if side(being, None) not in dying.checked and not resolution.rules.switch("dying_foes"):
        return
    now = health(being, resolution.rules)
    if dying.has_resolve and isinstance(being, Member):
        _asks_resolve(resolution, being, now, moment)
        return
    if now.slug != "dying":
        return
    question = _question(resolution, being, now, moment)
    outcome = resolution.check(question, CHECK)
    if outcome is None or outcome.skipped:
        return
    resolution.explain(house(resolution.rules, question.label, question.dc or dying.chance))
    if dying.way == "stages":
        if outcome.critically(question.dc or 0, dying.margin):
            steps = 2
        else:
            steps = 1
        degree = now.degree + (-steps if outcome.success else steps)
        if degree <= 0:
            _steady(resolution, being)
        else:
            _sinks_to(resolution, being.id, degree)
    elif outcome.success:
        _steady(resolution, being)
    elif dying.bleeds:
        resolution.emit(Damaged(who=creature_id, amount=dying.bleeds, cause=CHECK, by=NOBODY))
        drops(resolution, creature_id)


def _asks_resolve(resolution: Resolution, member: Member, now: Health, moment: str) -> None:
    key = _key(resolution, member, moment)
    if now.slug == "dying":
        pay_to_live(resolution, member, key)
    elif now.slug == "stable" and resolution.state.fight is not None:
        pay_to_rise(resolution, member, key)


def _key(resolution: Resolution, being: Being, moment: str) -> str:
    fight = resolution.state.fight
    round_number = _round_of(fight) or moment
    if fight is not None and fight.chase is not None:
        round_number = f"{round_number}/chase-{fight.chase.rounds}"
    return f"{CHECK}/{round_number}/{being.id}"


def _question(resolution: Resolution, being: Being, now: Health, moment: str) -> Question:
    dying = resolution.rules.combat.dying
    key = _key(resolution, being, moment)
    label = Message("{who} is dying", who=being.name)
    if dying.way == "percent":
        wanted = tuple(range(1, dying.chance + 1))
        return Question(key, label, being.id, dice="d100", wanted=wanted)
    if dying.way == "stages":
        dc = dying.dc + now.degree
        return Question(key, label, being.id, dc=dc)
    modifier = con_modifier(being, dying) + min(0, now.hp or 0)
    return Question(key, label, being.id, modifier=modifier, dc=dying.dc)


def _sinks_to(resolution: Resolution, creature_id: str, degree: int) -> None:
    stages = resolution.rules.combat.dying.stages
    if degree >= stages and regenerates(someone(resolution.state, creature_id), resolution.rules):
        degree = stages - 1
    if degree >= stages:
        resolution.emit(Died(creature_id))
    else:
        resolution.emit(ConditionBegan(creature_id, Lasting(DYING, value=degree)))


def _steady(resolution: Resolution, being: Being) -> None:
    if is_among(being.lasting, DYING):
        resolution.emit(ConditionEnded(being.id, DYING, expired=True))
    resolution.emit(Stabilised(being.id))


def _by_degrees(resolution: Resolution, being: Being, before: Health, last: Damaged | None) -> None:
    now = health(being, resolution.rules)
    if now.hp is None or now.hp > 0 or (last is not None and not last.lethal):
        if now.slug == "unconscious" and before.slug != "unconscious":
            resolution.emit(Sank(being.id, "unconscious"))
        return
    if before.slug != DYING:
        resolution.emit(Sank(being.id, "dying"))
    blow = _last_blow(resolution, being)
    critical = blow is not None and blow.outcome == "critical"
    _sinks_to(resolution, being.id, before.degree + (2 if critical else 1))


def _fares(resolution: Resolution, who: str) -> Health:
    return health(someone(resolution.state, who), resolution.rules)


def _unhurt(being: Being, last: Damaged | None) -> Being:
    if last is None:
        return replace(being, damage=0, nonlethal=0)
    points = last.amount - last.absorbed - last.stamina - last.beyond
    if last.lethal:
        return replace(being, damage=max(0, being.damage - points))
    return replace(being, nonlethal=max(0, being.nonlethal - points))


def _thrown(resolution: Resolution, rider: str, mount: str) -> str:
    try:
        scene = scene_of(resolution.state, resolution.assets)
    except Refusal:  # its board cannot be read
        return ""
    creature = scene.by_id.get(rider)
    carrier = scene.by_id.get(mount)
    if creature is None or carrier is None:
        return ""
    places = beside(scene, afoot(resolution.state, creature), scene.body(carrier))
    if places:
        return str(places[0])
    return ""
