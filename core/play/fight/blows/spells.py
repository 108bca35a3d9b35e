"""Decisions on casting: whom it provokes, and what remains of a spell when these have struck."""

from __future__ import annotations

from core.combat.board.scene import Scene
from core.messages import N_, Refusal
from core.play.facts.fight.blows.commands import CastSpell
from core.play.facts.fight.blows.events import SpellCast, Struck
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.state import State, Waiting
from core.play.facts.table.events import Damaged
from core.play.fight.blows.provoking import explain_why_not, find_spell, hold_spell
from core.play.fight.fight_scene import find_on_board, make_inability, scene_of
from core.play.resolution import Resolution
from core.values import replace

MOST_LEVEL = 20


def cast_spell(resolution: Resolution, command: CastSpell) -> None:
    """Cast a spell, after those whom it provokes have been asked.

    Refusals: those of `find_on_board`, "cannot_act", "bad_level".
    """
    if command.level is not None and not 0 <= command.level <= MOST_LEVEL:
        raise Refusal("bad_level", "The level of a spell must be a number from 0 to 20.")
    state = resolution.state
    scene = scene_of(state, resolution.assets)
    _refuse_unable(state, scene, command.who)
    act = None
    if not command.quiet:
        act = find_spell(state, resolution.assets, command.who, scene)
    if act is None:
        resolution.emit(_cast(resolution, command.who, command.name, command.level))
        return
    resolution.explain(act.strikers.provoked.receipt)
    resolution.emit(MoveHalted(hold_spell(command, act)))


def release_spell(resolution: Resolution, waiting: Waiting) -> None:
    """Cast the spell that waited, kept or lost, or explain why it cannot be cast."""
    assert waiting.spell is not None
    state = resolution.state
    try:
        _refuse_unable(state, scene_of(state, resolution.assets), waiting.who)
    except Refusal as refusal:
        explain_why_not(resolution, N_("no spell: {reason}"), refusal)
        return
    cast = _cast(resolution, waiting.who, waiting.spell.name, waiting.spell.level)
    resolution.emit(_interrupted(resolution, cast))


def _refuse_unable(state: State, scene: Scene, caster: str) -> None:
    creature = find_on_board(scene, state, caster)
    if scene.has(creature, "acts_not"):
        raise make_inability(scene, creature)


def _cast(resolution: Resolution, caster: str, name: str, level: int | None) -> SpellCast:
    return SpellCast(caster, name, level, resolution.rules.combat.turn.area)


def _interrupted(resolution: Resolution, cast: SpellCast) -> SpellCast:
    # What the strikes leave of a spell: open rules, Concentration; the playtest's reaction.
    strikes = resolution.rules.combat.strikes
    damage = sum(
        event.amount
        for event in resolution.events
        if isinstance(event, Damaged) and event.who == cast.who
    )
    critical = any(
        event.outcome == "critical"
        for event in resolution.events
        if isinstance(event, Struck) and event.at == cast.who
    )
    match strikes.interrupted:
        case "check" if damage and cast.level is not None:
            return replace(cast, dc=strikes.interrupted_dc + damage + cast.level)
        case "lost" if damage:
            return replace(cast, lost=True)
        case "critical" if critical:
            return replace(cast, lost=True)
        case _:
            return cast
