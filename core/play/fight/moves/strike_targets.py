"""At whom those strike who may strike at a movement: of rider and mount either (C-257, K-8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.scene import NEUTRAL
from core.messages import Refusal
from core.play.facts.fight.combatants import fight_of, side_of
from core.play.facts.state import IN_PLACE, State, Striker, Waiting
from core.rulesets.schema import Ruleset

AGAINST = ">"
"""Between who strikes and at whom, in the words of an answer."""


def targets_of(state: State, rules: Ruleset, by: str, mover: str) -> tuple[str, ...]:
    """Return the ids of those at whom `by` may strike as `mover` passes; the first is usual.

    Rider and mount pass together, and each that is on another side than `by` may be struck. The
    usual one is who is named to move, and where the rules of the saddle are on the mount, whose
    movement it is.
    """
    fight = fight_of(state)
    figure = fight.figure(mover)
    mount = mover
    if figure is not None and figure.mount:
        mount = figure.mount
    riders = [other.id for other in fight.figures if other.mount == mount]
    if mover == mount or rules.switch("saddle"):
        pair = [mount, *riders]
    else:
        pair = [mover, mount, *(rider for rider in riders if rider != mover)]
    striker = side_of(state, fight, by)
    sides = {creature_id: side_of(state, fight, creature_id) for creature_id in pair}
    # Bystanders are not struck at (house default).
    others = {None, NEUTRAL, striker}
    targets = tuple(creature_id for creature_id in pair if sides[creature_id] not in others)
    return targets or (mover,)


def targets_in(state: State, rules: Ruleset, waiting: Waiting, striker: Striker) -> tuple[str, ...]:
    """Return those at whom one striker of a movement that waits may strike, as `targets_of`.

    Who acts without moving is struck itself.
    """
    mover = striker.against or waiting.who
    if waiting.action in IN_PLACE:
        return (mover,)
    return targets_of(state, rules, striker.by, mover)


def choose_targets(
    state: State, rules: Ruleset, waiting: Waiting, takes: Iterable[str]
) -> dict[Striker, str]:
    """Return at whom each striker named in an answer strikes. Refusal "not_asked"."""
    chosen: dict[Striker, str] = {}
    for word in takes:
        by, _, against = word.partition(AGAINST)
        aimed = dict(_aim(state, rules, waiting, by, against))
        if not aimed:
            raise Refusal("not_asked", "{who} has no opportunity here.", who=word)
        chosen |= aimed
    return chosen


def _aim(
    state: State, rules: Ruleset, waiting: Waiting, by: str, against: str
) -> Iterator[tuple[Striker, str]]:
    for striker in waiting.strikers:
        if striker.by != by:
            continue
        targets = targets_in(state, rules, waiting, striker)
        if not against:
            yield striker, targets[0]
        elif against in targets:
            yield striker, against


def turn_strikes(
    state: State, rules: Ruleset, waiting: Waiting, takes: Iterable[str], by: str, target: str
) -> tuple[str, ...]:
    """Return an answer in which `by` strikes at `target` where it may, and all else is as before.

    Refusal "not_asked".
    """
    words: list[str] = []
    for striker, usual in choose_targets(state, rules, waiting, takes).items():
        at = usual
        if striker.by == by and target in targets_in(state, rules, waiting, striker):
            at = target
        words.append(f"{striker.by}{AGAINST}{at}")
    return tuple(words)


def find_choices(state: State, rules: Ruleset, waiting: Waiting) -> tuple[str, ...]:
    """Return the ids of rider and mount where some striker may choose between them; else none."""
    every = (targets_in(state, rules, waiting, striker) for striker in waiting.strikers)
    choices = [target for targets in every if len(targets) > 1 for target in targets]
    return tuple(dict.fromkeys(choices))
