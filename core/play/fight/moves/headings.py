"""The main direction of a flyer, chosen as its turn begins (C-122)."""

from __future__ import annotations

from core.combat.flight import parse_heading
from core.creatures import Mode
from core.messages import Message, Refusal
from core.play.facts.encounter import Figure
from core.play.facts.fight.combatants import fight_of, name_combatant
from core.play.facts.fight.moves.commands import ChooseHeading
from core.play.facts.fight.moves.events import HeadingChosen
from core.play.fight.fight_scene import find_mover_scene, speed_of
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset

FLY: Mode = "fly"


def has_headings(rules: Ruleset) -> bool:
    """Whether flights go by a main direction."""
    return rules.combat.mechanisms.flight == "main_direction"


def has_flown(figure: Figure) -> bool:
    """Whether a creature has flown in this turn."""
    return figure.mode == FLY and figure.spent.squares > 0


def choose_heading(resolution: Resolution, command: ChooseHeading) -> None:
    """Choose the main direction of a flyer for this turn; it costs nothing.

    Refusals: those of `find_mover_scene` and `parse_heading`, "no_heading", "no_speed",
    "not_begun", "has_flown".
    """
    state = resolution.state
    rules = resolution.rules
    if not has_headings(rules):
        raise Refusal("no_heading", "{system} has no main direction of a flight.", system=rules.id)
    mover_scene = find_mover_scene(state, resolution.assets, command.who)
    mover = mover_scene.mover
    name = name_combatant(state, mover.id)
    if speed_of(state, resolution.assets, mover.id, FLY) is None:
        raise Refusal(
            "no_speed", "{who} has no fly speed. Add one on the character sheet (F3).", who=name
        )
    if not fight_of(state).round:
        raise Refusal("not_begun", "The main direction is chosen as a turn begins.")
    if has_flown(mover_scene.figure):
        raise Refusal(
            "has_flown",
            "{who} has flown in this turn; its main direction is chosen as a turn begins.",
            who=name,
        )
    heading = str(parse_heading(command.heading))
    label = Message("main direction of {who}", who=name)
    resolution.explain(rules.cite("C-122", label, heading))
    resolution.emit(HeadingChosen(mover.id, heading))
