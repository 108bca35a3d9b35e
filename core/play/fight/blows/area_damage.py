"""Areas that deal damage: rolled once, with a save for each creature in them (A-1 to A-4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.areas import Area, Caught, burst, cone, line, spread
from core.combat.attack.modifiers import by_names, total
from core.combat.board.drawing import runs
from core.combat.board.scene import Scene
from core.dice import Expression, Question, parse_dice
from core.messages import N_, Message, Refusal
from core.play.fight.blows.commands import AreaAttack
from core.play.fight.blows.events import AreaStruck
from core.play.fight.blows.planned_attack import house
from core.play.fight.blows.resolve import hurt
from core.play.fight.blows.saves import question, share
from core.play.fight.combatants import fight_of, someone
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import on_board, scene_of
from core.play.fight.health import by_value
from core.play.resolution import Outcome, Resolution
from core.play.state import Assets, State
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.values import Struct


class Target(Struct):
    """A creature in an area, and its bonus to Reflex saves from cover (C-168, C-182)."""

    who: str
    bonus: int
    caught: Caught


class AreaEffect(Struct):
    """An area as it would take effect now: its squares and targets, in the scene's order."""

    area: Area
    targets: tuple[Target, ...]


def area_of(
    command: AreaAttack, state: State, assets: Assets, scene: Scene | None = None
) -> AreaEffect:
    """Return the squares of an area effect and its targets, without the dead and the spared.

    Refusals: "no_fight", "nobody" (a cone or line needs a caster), "unknown_creature",
    "not_on_board", and those of `core.combat.areas`.
    """
    fight = fight_of(state)
    scene = scene_of(state, assets) if scene is None else scene
    plain = _shape(command, state, fight, scene, take_cover=False)
    covered = plain
    if scene.combat.cover.taken != Covered() and any(f.taking_cover for f in fight.figures):
        covered = _shape(command, state, fight, scene, take_cover=True)
    return AreaEffect(plain, tuple(_targets(command, fight, scene, plain, covered)))


def _targets(
    command: AreaAttack, fight: Encounter, scene: Scene, plain: Area, covered: Area
) -> Iterator[Target]:
    behind = {one.who.id: one for one in covered.caught}
    for one in plain.caught:
        figure = fight.figure(one.who.id)
        caught = behind[one.who.id] if figure is not None and figure.taking_cover else one
        dead = scene.has(one.who, "dead")
        if one.who.id not in command.spare and not dead and one.cover.affected:
            bonus = caught.cover.reflex_bonus if command.save == "reflex" else 0
            yield Target(one.who.id, bonus, caught)


def _shape(
    command: AreaAttack, state: State, fight: Encounter, scene: Scene, *, take_cover: bool
) -> Area:
    if command.shape == "burst":
        return burst(scene, command.origin, command.length, take_cover=take_cover)
    if command.shape == "spread":
        return spread(scene, command.origin, command.length, take_cover=take_cover)
    if not command.by:
        raise Refusal("nobody", "Name the creature from which the cone or line starts.")
    by = on_board(scene, state, fight, command.by)
    if command.shape == "cone":
        return cone(scene, by, command.direction, command.length, take_cover=take_cover)
    return line(scene, by, command.origin, command.length, take_cover=take_cover)


def area_attack(resolution: Resolution, command: AreaAttack) -> None:
    """Roll the damage once; each target saves and takes its share, rounded down.

    Refusals: those of `area_of`, "bad_dice", "bad_dc", "nobody_there".
    """
    state, assets = resolution.state, resolution.assets
    dice = parse_dice(command.damage) if command.damage else Expression()
    if not 0 <= command.dc <= 100:
        raise Refusal("bad_dc", "The DC must be a number from 0 to 100.")
    if command.by:
        someone(state, command.by)
    found = area_of(command, state, assets)
    if not found.targets:
        raise Refusal("nobody_there", "There is no creature in that area.")
    points = _thrown(resolution, command, dice)
    saves = {each.who: _saved(resolution, command, each) for each in found.targets}
    if resolution.missing:
        return
    resolution.explain(found.area.receipt)
    spends = resolution.rules.combat.turn.area
    resolution.emit(
        AreaStruck(
            command.shape,
            runs(found.area.scene.field, found.area.bits),
            tuple(each.who for each in found.targets),
            command.name,
            command.by,
            spends if command.by else (),
        )
    )
    for each in found.targets:
        _take(resolution, command, each, points or (0, ()), saves[each.who])


def _key(resolution: Resolution, command: AreaAttack) -> str:
    x, y = command.origin
    where = command.direction or f"{x}.{y}"
    by = command.by or "gm"
    return f"area/r{fight_of(resolution.state).round}/{by}/{command.shape}{command.length}/{where}"


def _thrown(
    resolution: Resolution, command: AreaAttack, dice: Expression
) -> tuple[int, tuple[int, ...]] | None:
    if not dice.groups:
        return max(0, dice.plus), ()
    asked = Question(
        f"{_key(resolution, command)}/damage",
        Message("damage"),
        command.by,
        dice=str(dice),
        free=True,
    )
    outcome = resolution.ask(asked)
    return None if outcome is None else (max(0, outcome.total), outcome.faces)


def _saved(
    resolution: Resolution, command: AreaAttack, target: Target
) -> tuple[Question, Outcome] | None:
    if not command.save:
        return None
    key = f"{_key(resolution, command)}/{command.save}/{target.who}"
    being = someone(resolution.state, target.who)
    worse = sum(value for _, value in by_value(being, resolution.rules))
    change = total(_reflexes(resolution, target)) if command.save == "reflex" else 0
    asked = question(key, being, command.save, command.dc, target.bonus - worse + change)
    outcome = resolution.ask(asked)
    return None if outcome is None else (asked, outcome)


def _reflexes(resolution: Resolution, target: Target) -> tuple[Receipt, ...]:
    # C-218, C-252
    conditions = target.caught.who.conditions
    return by_names(conditions, "dexterity", resolution.rules)


def _take(
    resolution: Resolution,
    command: AreaAttack,
    target: Target,
    points: tuple[int, tuple[int, ...]],
    saved: tuple[Question, Outcome] | None,
) -> None:
    amount, faces = points
    if saved is not None:
        asked, outcome = saved
        if outcome.skipped:
            return
        resolution.emit(outcome.checked(asked, command.save))
        amount = int(amount * share(outcome, command.dc, command.on_save, resolution.rules))
        resolution.explain(target.caught.cover.receipt)
        if command.save == "reflex":
            change = _reflexes(resolution, target)
            if change:
                plain = house(resolution.rules, N_("Reflex before that"),
                                    asked.modifier - total(change))  # fmt: skip
                label = Message("Reflex of {who}", who=someone(resolution.state, target.who).name)
                resolution.explain(house(resolution.rules, label, asked.modifier, plain, *change))
    hurt(
        resolution, target.who, amount, lethal=not command.nonlethal, faces=faces,
        cause=command.name or command.shape,
    )  # fmt: skip
