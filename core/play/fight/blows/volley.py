"""Attacks of one or more creatures on one target, and the actions that they use."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message, Refusal
from core.play.fight.blows.commands import MakeAttack
from core.play.fight.blows.events import CoverTaken
from core.play.fight.blows.planned_attack import CHARGE, AttackOptions, PlannedAttack, house, swing
from core.play.fight.blows.resolve import resolve
from core.play.fight.combatants import fight_of
from core.play.fight.encounter import Figure
from core.play.fight.fight_scene import scene_of
from core.play.fight.turns.budget import ActionsLeft, left
from core.play.fight.turns.order import is_acting
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.receipts import Receipt
from core.rulesets.schema import Ruleset

WHOLE_ROUND = ("full_round",)


def make_attack(resolution: Resolution, command: MakeAttack) -> None:
    """All attacks are planned on the state before the first; damage follows in their order.

    Of several, those who cannot attack are left out. Refusals: "nobody", "no_full_attack" where
    each attack is an action of its own, those of `swing`; where no creature can attack, the reason
    of the first ("out_of_reach", "total_cover", "cannot_act", "weapon", "out_of_range").
    """
    state, assets = resolution.state, resolution.assets
    swings = _swings(command, state, assets)
    for who in dict.fromkeys(found.by.id for found in swings):
        figure = fight_of(resolution.state).figure(who)
        if figure is not None and figure.taking_cover and not command.opportunity:
            resolution.emit(CoverTaken(who, off=True))
    owed: dict[str, tuple[str, ...]] = {}
    for found in swings:
        spends = owed.setdefault(found.by.id, uses(found, state, assets.rules, full=command.full))
        for remark in remarks(found, spends, state, assets):
            resolution.explain(remark)
        struck = resolve(resolution, found, key_of(found, state), spends)
        if struck is not None and struck.outcome != "impossible":
            owed[found.by.id] = ()  # the first that is made uses the turn


def remarks(
    found: PlannedAttack, spends: tuple[str, ...], state: State, assets: Assets
) -> Iterator[Receipt]:
    """Receipts of what the GM may allow: an attack out of turn or without an action left."""
    fight, who = fight_of(state), found.by.name
    figure = fight.figure(found.by.id)
    if found.terms.opportunity or figure is None or not fight.acting:
        return
    if not is_acting(fight, figure):
        label = Message("{who} attacks out of turn: allowed by the GM", who=who)
        yield house(assets.rules, label, found.bonus)
        return
    have, made = left(state, assets, found.by.id), (found.terms.nth or 0) - figure.spent.attacks
    counted = assets.rules.combat.blows.repeated == "penalty"
    if have.actions <= made if counted else _short(figure, have, spends, made):
        label = Message("{who} has no action left for it: allowed by the GM", who=who)
        yield house(assets.rules, label, spends)


def _short(figure: Figure, have: ActionsLeft, spends: tuple[str, ...], made: int) -> bool:
    # A charge holds one attack; a second attack takes the move action, further ones nothing more.
    # `made` are those of the same command before it.
    used, before = figure.spent.actions, figure.spent.attacks
    if made or before > 1 or (WHOLE_ROUND[0] in used and before):
        return False
    if CHARGE in used:
        return before > 0
    if before:
        return not have.move
    bought = {"standard": have.standard, "full_round": have.full}
    return not all(bought[word] for word in spends or ("standard",))


def _swings(command: MakeAttack, state: State, assets: Assets) -> list[PlannedAttack]:
    if not command.by:
        raise Refusal("nobody", "Name the attacker.")
    if command.full and assets.rules.combat.blows.repeated != "full_attack":
        raise Refusal("no_full_attack", "This system has no full attack: each attack is an action.")
    fight, found = fight_of(state), []
    scene = scene_of(state, assets)
    for by in dict.fromkeys(command.by):
        figure = fight.figure(by)
        made = 0 if figure is None else figure.spent.attacks
        first = swing(state, assets, by, command.at, _terms(command, made), scene)
        found.append(first)
        last = len(first.attack.bonuses) if command.full and not command.opportunity else 0
        found.extend(
            swing(state, assets, by, command.at, _terms(command, nth), scene)
            for nth in range(made + 1, last)
        )
    possible = [one for one in found if one.possible]
    if not possible:
        raise found[0].refusal
    return possible


def _terms(command: MakeAttack, nth: int) -> AttackOptions:
    return AttackOptions(
        command.attack, nth, command.opportunity, command.circumstance, command.ac,
        command.gm_degree,
    )  # fmt: skip


def key_of(found: PlannedAttack, state: State) -> str:
    """Return the key of an attack's question, the same whenever it is asked."""
    fight = fight_of(state)
    if found.terms.opportunity:
        return f"opportunity/r{fight.round}/{found.by.id}/{found.at.id}"
    return f"attack/r{fight.round}/{found.by.id}/{(found.terms.nth or 0) + 1}"


def uses(found: PlannedAttack, state: State, rules: Ruleset, *, full: bool) -> tuple[str, ...]:
    """Return the words of `Spent.actions` that an attack uses.

    Under a full attack the first attack of a turn is a standard action, and one more makes it a
    full attack, which takes the move action too; a charge includes its attack. Elsewhere each is
    an action. An opportunity uses none.
    """
    figure = fight_of(state).figure(found.by.id)
    if found.terms.opportunity or figure is None:
        return ()
    if rules.combat.blows.repeated == "penalty":
        return ("strike",)
    used, made = figure.spent.actions, figure.spent.attacks
    if (found.terms.nth or 0) != made or CHARGE in used or WHOLE_ROUND[0] in used:
        return ()
    if not made:
        return WHOLE_ROUND if full else ("standard",)
    return ("move",) if made == 1 and "move" not in used else ()
