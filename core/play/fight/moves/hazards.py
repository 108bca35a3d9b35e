"""What hazardous ground does to who has moved onto it (C-047): the dice of the encounter."""

from __future__ import annotations

from core.dice import Question, parse_dice
from core.messages import Message
from core.play.facts.fight.combatants import fight_of, find, name_combatant
from core.play.facts.fight.moves.events import Moved
from core.play.fight.turns.dying import hurt
from core.play.resolution import Resolution


def hurt_by_ground(resolution: Resolution) -> None:
    """Ask for the damage of each step onto hazardous ground, and deal it.

    Nothing where the encounter has no dice for it (`Encounter.hazard`). A rider is not hurt by the
    ground that its mount is on (house default).
    """
    fight = fight_of(resolution.state)
    dice, _, kind = fight.hazard.partition(" ")
    if not dice:
        return
    steps: dict[str, int] = {}
    for event in resolution.events:
        if isinstance(event, Moved) and event.hazards:
            steps[event.who] = steps.get(event.who, 0) + event.hazards
    for creature_id, count in steps.items():
        figure = fight.figure(creature_id)
        if figure is None or find(resolution.state, creature_id) is None:
            continue
        name = name_combatant(resolution.state, creature_id)
        label = Message("{who}: {count:step|steps} in danger", who=name, count=count)
        question = Question(
            f"hazard/{fight.id}/round-{fight.round}/{creature_id}/{figure.spent.squares}",
            label,
            creature_id,
            dice=str(parse_dice(dice).times(count)),
        )
        outcome = resolution.ask(question)
        if outcome is None or outcome.skipped:
            continue
        points = max(0, outcome.total)
        resolution.explain(resolution.rules.cite("C-047", label, points, default=True))
        hurt(resolution, creature_id, points, faces=outcome.faces, cause=kind or "hazard")
