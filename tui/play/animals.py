"""Animals of a hero's line and of the form come whole: with the figures of their kind."""

from __future__ import annotations

from collections.abc import Mapping

from core.bestiary import Beast
from core.messages import Message, Refusal
from core.play.facts.state import Member, State
from core.play.facts.table.commands import EditMember
from core.play.party.animals import (
    animal_kinds,
    has_figures,
    kind_of,
    take_figures,
    without_figures,
)
from core.rulesets.schema import Ruleset
from saves.library.bestiary import BestiaryError, animals, base_of, bestiary, packaged_beasts


def read_beasts(rules: Ruleset) -> tuple[Beast, ...]:
    """Return the creatures of a ruleset; only Outrider's own when a file of the GM's is bad."""
    try:
        return bestiary(rules)
    except BestiaryError:
        return packaged_beasts(base_of(rules))


def read_animals(rules: Ruleset) -> Mapping[str, Beast]:
    """Return the kinds of animals of `read_beasts` that may join a party, by their names."""
    try:
        return animals(rules)
    except BestiaryError:
        return animal_kinds(packaged_beasts(base_of(rules)))


def fit_out(member: Member, rules: Ruleset) -> Member:
    """Return a mount or led animal with the figures of its kind where it has none of its own."""
    if member.role != "mount":
        return member
    beast = kind_of(member, read_beasts(rules))
    if beast is None:
        return member
    return take_figures(member, beast, rules)


def offer_figures(state: State, rules: Ruleset) -> Message | None:
    """Return the line that offers the animals of an older campaign their figures; None: none."""
    if not any(member.role == "mount" and not has_figures(member) for member in state.members):
        return None
    animals = tuple(member for member, _ in without_figures(state, read_beasts(rules), rules))
    if not animals:
        return None
    return Message(
        "{names} without hit points and attacks: :animals takes those of their kind.",
        names=tuple(member.name for member in animals),
    )


def take_all_figures(state: State, rules: Ruleset) -> EditMember:
    """Return the command by which the animals of the party take the figures of their kind.

    Refusal "nobody" when none lacks them.
    """
    animals = [member for member, _ in without_figures(state, read_beasts(rules), rules)]
    if not animals:
        raise Refusal("nobody", "No animal of the party lacks the figures of a kind that is known.")
    first, *more = animals
    return EditMember(first, tuple(more) or None)
