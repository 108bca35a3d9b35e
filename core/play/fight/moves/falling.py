"""Falls at the GM's word: who falls, or what, on whom, onto what, and whether it catches itself."""

from __future__ import annotations

from math import floor

from core.combat.attack.scores import total
from core.combat.flight import SHARE, VictimDegree, victim_degree
from core.combat.flight import fall as measure_fall
from core.dice import Question, parse_dice
from core.messages import N_, Message, Refusal
from core.play.facts.fight.combatants import fight_of, name_combatant, sheet, someone
from core.play.facts.fight.moves.commands import Fall
from core.play.facts.fight.moves.events import Fell
from core.play.fight.fight_scene import changes_of, find_drop, find_mover_scene
from core.play.fight.moves.tumbling import ACROBATICS
from core.play.fight.turns.balancing import modifier_of
from core.play.fight.turns.dying import fall_down, hurt
from core.play.resolution import Outcome, Resolution
from core.receipts import Receipt

REFLEX = "reflex"


def fall(resolution: Resolution, command: Fall) -> None:
    """Let a creature or a thing fall: damage, prone, and what it does to whom it falls upon.

    A creature may catch itself by a check first (C-133, C-148). C-144 to C-151.
    Refusals: those of `find_mover_scene`, "no_height" when there is nowhere to fall,
    "negative_height", "no_gravity" where nothing falls, "no_dice" for a thing whose damage the
    system does not give, "bad_dice", "unknown_creature".
    """
    _refuse_fall(resolution, command)
    if command.thing:
        _drop_thing(resolution, command)
        return
    height = _height_of(resolution, command)
    if command.catch:
        caught = _catch(resolution, command)
        if caught is None:
            return
        if caught.success and not _is_shorter(resolution, command):
            _land_caught(resolution, command, height)
            return
        if caught.success:
            height = _shorten(resolution, command, height)
    points = fall_down(
        resolution,
        command.who,
        height,
        soft=command.soft,
        deliberate=command.deliberate,
        depth=command.depth,
    )
    if command.on and points is not None:
        _crush(resolution, command, points, height)


def _refuse_fall(resolution: Resolution, command: Fall) -> None:
    who = command.thing or name_combatant(resolution.state, command.who)
    if fight_of(resolution.state).gravity == "zero":
        raise Refusal(
            "no_gravity",
            "Nothing falls without gravity: type :gravity normal, or put {who} on the ground with "
            ":place.",
            who=who,
        )
    if command.on:
        someone(resolution.state, command.on)
    if command.dice:
        parse_dice(command.dice)  # refuses
    if command.catch and not resolution.rules.combat.falling.catch_dc:
        raise Refusal(
            "no_catch", "{system} has no check to catch oneself.", system=resolution.rules.id
        )


def _height_of(resolution: Resolution, command: Fall) -> int:
    moving_scene = find_mover_scene(resolution.state, resolution.assets, command.who)
    height = command.height
    if height is None:
        height = find_drop(resolution.state, resolution.assets, moving_scene.mover.id)
    if height == 0:
        raise Refusal(
            "no_height",
            "{who} is on the ground: give the height of the fall.",
            who=name_combatant(resolution.state, command.who),
        )
    return height


def _key(resolution: Resolution, who: str, what: str) -> str:
    fight = fight_of(resolution.state)
    return f"fall/{fight.id}/round-{fight.round}/{who}/{what}"


def _catch(resolution: Resolution, command: Fall) -> Outcome | None:
    rules = resolution.rules
    name = name_combatant(resolution.state, command.who)
    modifier, parts = modifier_of(resolution.state, resolution.assets, command.who)
    label = Message("{who} grabs an edge: Acrobatics", who=name)
    rule = "C-148"
    if command.catch == "flight":
        label = Message("{who} arrests the fall: Acrobatics", who=name)
        rule = "C-133"
    question = Question(
        _key(resolution, command.who, command.catch),
        label,
        command.who,
        modifier=modifier,
        dc=rules.combat.falling.catch_dc,
        why=rules.cite(rule, label, modifier, *parts, default=True),
    )
    return resolution.check(question, ACROBATICS)


def _is_shorter(resolution: Resolution, command: Fall) -> bool:
    # Whether who grabs an edge falls on, a shorter way.
    return command.catch == "edge" and resolution.rules.combat.falling.edge > 0


def _shorten(resolution: Resolution, command: Fall, height: int) -> int:
    edge = resolution.rules.combat.falling.edge
    name = name_combatant(resolution.state, command.who)
    label = Message("{who} grabs an edge: the fall is shorter by", who=name)
    resolution.explain(resolution.rules.cite("C-148", label, edge, default=True))
    return max(0, height - edge)


def _land_caught(resolution: Resolution, command: Fall, height: int) -> None:
    name = name_combatant(resolution.state, command.who)
    if command.catch == "edge":
        label = Message("{who} holds on to the edge", who=name)
        resolution.explain(resolution.rules.cite("C-148", label, height, default=True))
        return
    label = Message("{who} arrests the fall: no damage", who=name)
    resolution.explain(resolution.rules.cite("C-133", label, height, default=True))
    resolution.emit(Fell(command.who, height, command.soft, command.deliberate))


def _drop_thing(resolution: Resolution, command: Fall) -> None:
    # C-150
    if not command.on:
        raise Refusal("nobody", "Say on whom it falls: :fall rock 6 on g.")
    if not command.height:
        raise Refusal("no_height", "Give the height of the fall in squares: :fall rock 6 on g.")
    rules = resolution.rules
    measured = measure_fall(rules, command.height, thing=True)
    if measured.damage is None and not command.dice:
        raise Refusal(
            "no_dice",
            "{system} does not say what {thing} does: type its dice, :fall rock 6 on g 3d6.",
            system=rules.id,
            thing=command.thing,
        )
    if measured.damage is not None:
        resolution.explain(measured.receipt)
    _crush(resolution, command, measured.damage or 0, command.height)


def _crush(resolution: Resolution, command: Fall, points: int, height: int) -> None:
    # What falls on a creature: `points` are the damage that the faller took.
    rules = resolution.rules
    figures = rules.combat.falling
    faces: tuple[int, ...] = ()
    full: int | None = points
    dice = command.dice
    if not dice and not figures.victim_dc:
        dice = _dice_of(resolution, command, height)
    save = _ask_reflex(resolution, command, figures.victim_dc or figures.crush_dc)
    if dice:
        full, faces = _roll(resolution, command, dice)
    if full is None or (save is None and resolution.missing):
        return
    if save is None or save.skipped:
        share = SHARE["critical_failure"]
        degree: VictimDegree = ""
    elif figures.victim_dc:
        degree = victim_degree(rules, save.total) if save.how != "ruled" else _ruled(save)
        share = SHARE[degree]
    else:
        degree = "success" if save.success else "critical_failure"
        share = SHARE["failure"] if save.success else SHARE["critical_failure"]
    damage = floor(full * share)
    resolution.explain(
        rules.cite(
            "C-149" if figures.victim_dc else "C-151",
            "the creature fallen upon takes {share} of {damage}",
            damage,
            default=not figures.victim_dc,
            share=share,
            damage=full,
        )
    )
    hurt(resolution, command.on, damage, faces=faces, cause=command.thing or "fall")


def _ruled(save: Outcome) -> VictimDegree:
    if save.success:
        return "success"
    return "failure"


def _dice_of(resolution: Resolution, command: Fall, height: int) -> str:
    # Those of a creature's size, else those of its fall.
    rules = resolution.rules
    by_size = rules.combat.falling.crush
    size = sheet(someone(resolution.state, command.who)).size
    if size in by_size:
        return by_size[size]
    dice = measure_fall(rules, height).dice
    if dice == "0":
        return ""
    return dice


def _ask_reflex(resolution: Resolution, command: Fall, dc: int) -> Outcome | None:
    if not dc:
        return None
    being = someone(resolution.state, command.on)
    written = sheet(being).reflex or 0
    change = changes_of(being, "reflex", resolution.state, resolution.assets)
    modifier = written + total(change)
    label = Message("Reflex, {who}: fallen upon", who=being.name)
    parts = (Receipt(Message("on the sheet"), Message("{number:+}", number=written)), *change)
    question = Question(
        _key(resolution, being.id, REFLEX),
        label,
        being.id,
        modifier=modifier,
        dc=dc,
        why=resolution.rules.cite("C-149", label, modifier, *parts, default=True),
    )
    return resolution.check(question, REFLEX)


def _roll(resolution: Resolution, command: Fall, dice: str) -> tuple[int | None, tuple[int, ...]]:
    label = N_("{who} falls on {other}: damage")
    asked = Message(
        label,
        who=command.thing or name_combatant(resolution.state, command.who),
        other=name_combatant(resolution.state, command.on),
    )
    question = Question(_key(resolution, command.on, "damage"), asked, command.on, dice=dice)
    outcome = resolution.ask(question)
    if outcome is None:
        return None, ()
    return max(0, outcome.total), outcome.faces
