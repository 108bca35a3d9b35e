"""Getting past enemies by Acrobatics: whom a way meets, the checks, and how far they lead.

The catalogue gives no difficulty (C-063, C-117): where the GM says none it is that of the table
`combat.tumbling`, which the open rules have.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from core.combat.attack.acrobatics import beaten, tumble
from core.combat.board.scene import name_creature
from core.dice import Question, chance_of_success
from core.messages import Chance, Message, Refusal
from core.play.facts.fight.combatants import Being, fight_of, sheet, someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.events import ActionsSpent
from core.play.facts.state import State
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.turns.balancing import modifier_of
from core.play.fight.turns.dying import lie_down
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.values import Struct, replace

ACROBATICS = "acrobatics"
OVERRUN = "overrun"
FELLS = 5
"""Who is run down by so much falls prone (open rules, Overrun)."""


class EnemyMet(Struct):
    """An enemy that a way leads past, or `through`, and the difficulty of the check against it."""

    id: str
    name: str
    through: bool
    dc: int


class TumbleChecks(Struct):
    """The checks of a way past enemies, with their `modifier`; the receipt has the odds."""

    enemies: tuple[EnemyMet, ...]
    modifier: int
    receipt: Receipt

    def chance(self, enemy: EnemyMet) -> Chance:
        """Return the chance of getting past one enemy."""
        return Chance(chance_of_success(enemy.dc, self.modifier))


def find_checks(way: PlannedMove) -> TumbleChecks | None:
    """Return the checks that a way asks for, in the order of its enemies; None = it asks for none.

    Each enemy whose space it crosses, and where the system has checks for that, each that may
    strike on it.
    """
    if not way.command.tumble and not way.command.overrun:
        return None
    enemies = tuple(_find_enemies(way))
    if not enemies:
        return None
    mover_scene = way.mover_scene
    if way.command.overrun:
        return _overrun_checks(way, enemies)
    modifier, parts = modifier_of(mover_scene.state, mover_scene.assets, way.mover.id)
    odds = tumble(mover_scene.assets.rules, modifier, {one.name: one.dc for one in enemies})
    table = mover_scene.assets.rules.combat.tumbling
    receipt = replace(odds.receipt, source=table.source, parts=(*odds.receipt.parts, *parts))
    return TumbleChecks(enemies, modifier, receipt)


def _find_enemies(way: PlannedMove) -> Iterator[EnemyMet]:
    table = way.scene.combat.tumbling
    through = set(_crossed(way))
    if way.command.overrun:
        for creature in way.scene.creatures:
            if creature.id in through:
                dc = OPPOSED + _against_manoeuvres(way.mover_scene.state, creature.id)
                yield EnemyMet(creature.id, name_creature(creature), True, dc)
        return
    plain = replace(way, command=replace(way.command, tumble=False))
    strikers = {one.by for one in plain.strikers.who} if table.past else set()
    further = 0
    for creature in way.scene.creatures:
        if creature.id not in through | strikers:
            continue
        crossed = creature.id in through
        base = table.through if crossed else table.past
        dc = base + further + _difficulty_of(way, creature.id)
        yield EnemyMet(creature.id, name_creature(creature), crossed, dc)
        further += table.each


def _crossed(way: PlannedMove) -> Iterator[str]:
    # Whose space the way leads through, which is closed without a check.
    closed = way.closed_by_enemies
    for anchor, height in way.cubes[1:]:
        for other in closed:
            if way.meets(other, anchor, height):
                yield other.id


def _difficulty_of(way: PlannedMove, creature_id: str) -> int:
    # What the enemy adds to the difficulty of the table.
    state = way.mover_scene.state
    being = someone(state, creature_id)
    figures = sheet(being)
    match way.scene.combat.tumbling.against:
        case "attack":
            return _against_manoeuvres(state, creature_id)
        case "level":
            return being.level * 3 // 2
        case "reflex":
            return figures.reflex or 0
        case _:
            return 0


OPPOSED = 10
"""What is added to the figure of one who is run down (open rules, Combat Maneuver Defense)."""


def _against_manoeuvres(state: State, creature_id: str) -> int:
    being = someone(state, creature_id)
    return _best_melee(being) + (sheet(being).dexterity or 0)


def _best_melee(being: Being) -> int:
    # Its best melee attack, as an estimate of what it has in manoeuvres; its level without one.
    attacks = sheet(being).attacks
    melee = (one.bonuses[0] for one in attacks if one.mode == "melee" and one.bonuses)
    return max(melee, default=being.level)


def _overrun_checks(way: PlannedMove, enemies: tuple[EnemyMet, ...]) -> TumbleChecks:
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    modifier = _best_melee(someone(mover_scene.state, way.mover.id))
    parts = tuple(
        rules.cite(
            "C-062",
            "{enemy} is run down: {modifier:+} against {dc}",
            Chance(chance_of_success(one.dc, modifier)),
            source="open rules, Overrun",
            default=True,
            enemy=one.name,
            modifier=modifier,
            dc=one.dc,
        )
        for one in enemies
    )
    label = Message("an overrun, from the best melee attack of either")
    receipt = rules.cite("C-062", label, modifier, *parts, source="open rules", default=True)
    return TumbleChecks(enemies, modifier, receipt)


def tumble_past(resolution: Resolution, command: Move) -> Move | None:
    """Make the checks of a movement past enemies; return the movement that they lead to.

    None: dice are missing, or it gets nowhere, and then it has used its action. Whom it does not
    get past may strike, and it stops before its space. Refusals: those of `plan_move`.
    """
    way = plan_move(resolution.state, resolution.assets, command)
    checks = find_checks(way)
    path = tuple(map(str, way.path))
    if checks is None:
        return replace(command, tumble=False, overrun=False)
    totals: dict[str, int] = {}
    felled: list[str] = []
    for enemy in checks.enemies:
        name = OVERRUN if command.overrun else ACROBATICS
        outcome = resolution.check(_question(way, checks, enemy), name)
        if outcome is None:
            continue
        if outcome.success:
            totals[enemy.id] = max(outcome.total, enemy.dc)
        if outcome.success and command.overrun and outcome.total >= enemy.dc + FELLS:
            felled.append(enemy.id)
    if resolution.missing:
        return None
    resolution.explain(checks.receipt)
    won = beaten({enemy.id: enemy.dc for enemy in checks.enemies}, totals)
    made = replace(command, tumble=False, tumbled=won, path=path)
    if command.overrun:
        made = replace(command, overrun=False, opened=won, path=path)
        if fight_of(resolution.state).round:
            resolution.emit(ActionsSpent(way.mover.id, ("standard",)))
        for enemy_id in felled:
            lie_down(resolution, enemy_id)
    return _as_far(resolution, made, way)


def _question(way: PlannedMove, checks: TumbleChecks, enemy: EnemyMet) -> Question:
    fight = fight_of(way.mover_scene.state)
    label = Message("{who}: past {enemy}", who=way.who, enemy=enemy.name)
    if way.command.overrun:
        label = Message("{who} runs {enemy} down", who=way.who, enemy=enemy.name)
    elif enemy.through:
        label = Message("{who}: through the space of {enemy}", who=way.who, enemy=enemy.name)
    return Question(
        f"tumble/{fight.id}/round-{fight.round}/{way.mover.id}/{enemy.id}",
        label,
        way.mover.id,
        modifier=checks.modifier,
        dc=enemy.dc,
        why=checks.receipt,
    )


def _as_far(resolution: Resolution, command: Move, way: PlannedMove) -> Move | None:
    # The movement up to the first space that no check has opened, back to where it may stop.
    shut = _first_shut(way, (*command.tumbled, *command.opened))
    if shut is None:
        return command
    for length in range(shut, 1, -1):
        part = replace(command, path=command.path[:length])
        with suppress(Refusal):  # nobody may stop there
            plan_move(resolution.state, resolution.assets, part)
            return part
    return None


def _first_shut(way: PlannedMove, won: tuple[str, ...]) -> int | None:
    # The index of the first anchor in the space of one that was not beaten.
    closed = [other for other in way.closed_by_enemies if other.id not in won]
    for index, (anchor, height) in enumerate(zip(way.path, way.heights, strict=True)):
        if index and any(way.meets(other, anchor, height) for other in closed):
            return index
    return None
