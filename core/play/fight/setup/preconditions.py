"""Checks of encounters, creatures and places for the commands of setup."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.battlefield import Battlefield
from core.combat.board.room import Room
from core.combat.board.squares import Block, parse_square
from core.creatures import Sheet
from core.messages import Refusal
from core.play.fight.combatants import Being, beings
from core.play.fight.encounter import Encounter, Foe
from core.play.fight.fight_scene import framed
from core.play.state import Assets, State
from core.rulesets.schema import Ruleset

MEDIUM = "M"
HIGHEST = 500
"""The greatest height above the ground, or depth below it, in squares."""


def encounter_of(state: State, id: str) -> Encounter:
    """Return the encounter with this id. Refusal "unknown_encounter"."""
    found = state.encounter(id)
    if found is None:
        raise Refusal("unknown_encounter", "There is no encounter {id}.", id=id)
    return found


def being_of(state: State, encounter: Encounter, who: str) -> Being:
    """Return the member or creature of the encounter with this id. Refusal "unknown_creature"."""
    found = state.member(who) or encounter.foe(who)
    if found is None:
        raise Refusal("unknown_creature", "There is no {who} in {encounter}.", who=who,
                      encounter=encounter.name)  # fmt: skip
    return found


def space_of(figures: Sheet, rules: Ruleset) -> int:
    """Return the side of a creature's space in squares; an unknown size counts as Medium."""
    if figures.space is not None:
        return max(1, figures.space)
    row = rules.combat.sizes.get(figures.size) or rules.combat.sizes.get(MEDIUM)
    return 1 if row is None else max(1, row.space)


def body_at(being: Being, at: str, field: Battlefield, rules: Ruleset) -> Block:
    """Return the space of a creature at an anchor. Refusals: "unknown_square", "off_the_map"."""
    body = Block(*parse_square(at), space_of(framed(being, rules), rules))
    if not field.contains(body):
        raise Refusal("off_the_map", "{name} would not be on the map at {square}.",
                      name=being.name, square=at)  # fmt: skip
    return body


def bodies(state: State, encounter: Encounter, rules: Ruleset) -> dict[str, Block]:
    """Return the spaces of all creatures on a board, by id."""
    spaces = {being.id: space_of(framed(being, rules), rules) for being in beings(state, encounter)}
    return {
        figure.id: Block(*parse_square(figure.at), spaces[figure.id])
        for figure in encounter.figures
        if figure.at and figure.id in spaces
    }


def room_among(field: Battlefield, there: Iterable[Block], within: int | None = None) -> Room:
    """Return the room on a board beside these spaces."""
    taken = 0
    for body in there:
        taken |= field.block(body)
    return Room(field, taken, within)


def check_figures(encounter: Encounter, state: State, field: Battlefield, assets: Assets) -> None:
    """Check that all figures are on the map, once each and not inside a wall.

    Refusals: "unknown_creature", "twice", "unknown_square", "off_the_map", "in_wall".
    """
    seen = set()
    for figure in encounter.figures:
        being = being_of(state, encounter, figure.id)
        if figure.id in seen:
            raise Refusal("twice", "{name} is placed twice.", name=being.name)
        seen.add(figure.id)
        if figure.at:
            body = body_at(being, figure.at, field, assets.rules)
            if field.block(body) & field.solid:
                raise Refusal("in_wall", "{name} would be inside a wall at {square}.",
                              name=being.name, square=figure.at)  # fmt: skip


def check_foes(foes: Iterable[Foe], taken: set[str]) -> None:
    """Check that creatures have names and new ids. Refusals: "id_taken", "no_name"."""
    seen = set(taken)
    for foe in foes:
        if not foe.id.strip() or foe.id in seen:
            raise Refusal("id_taken", "The id {id} is or was already in use.",
                          id=foe.id)  # fmt: skip
        if not foe.name.strip():
            raise Refusal("no_name", "A creature needs a name.")
        seen.add(foe.id)
