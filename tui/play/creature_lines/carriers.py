"""A new animal or vehicle by the name of its kind: "pony", "riding dog", "wagon"."""

from __future__ import annotations

from core.bestiary import Beast
from core.characters import plain
from core.messages import Refusal
from core.play.facts.state import Member, State
from core.play.party.animals import take_figures
from core.quantities import METRES_IN_A_SQUARE
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from tui.play.animals import read_animals
from tui.play.creature_lines.hero_words import find_row, kinds_of, known_words, refuse_kinds


def make_carrier(called: str, state: State, rules: Ruleset) -> Member | None:
    """Return a new mount or vehicle of this kind, without an id; None = it is none.

    Refusal `SeveralKinds` of a part of several names ("horse").
    """
    kind, slug = find_row(called, known_words(rules))
    if kind == "vehicle":
        name = free_name(called.capitalize(), state)
        return Member("", name, "", "vehicle", Mover(vehicle=slug))
    return _make_animal(called, state, rules)


def make_animal(called: str, state: State, rules: Ruleset) -> Member:
    """Return a new animal of a kind, without an id. Refusal "unknown_word"."""
    animal = _make_animal(called, state, rules)
    if animal is None:
        raise Refusal(
            "unknown_word",
            "'{word}' is not an animal of these rules. There are {kinds}.",
            word=called,
            kinds=tuple(row.name_in().lower() for row in rules.mounts.values()),
        )
    return animal


def _make_animal(called: str, state: State, rules: Ruleset) -> Member | None:
    # a new mount of a kind of the ruleset or of the bestiary
    kind, slug = find_row(called, known_words(rules))
    if kind == "beast":
        beast = find_beast(slug, rules)
        animal = Member("", free_name(beast.name(), state), "", "mount", walk_as(beast))
        return take_figures(animal, beast, rules)
    mount = _find_mount(called, rules)
    if not mount:
        return None
    name = free_name(rules.mounts[mount].name["en"], state)
    return Member("", name, "", "mount", Mover(mount=mount))


def _find_mount(called: str, rules: Ruleset) -> str:
    kind, slug = find_row(called, known_words(rules))
    if kind == "mount":
        return slug
    if kind not in ("", "beast"):
        return ""
    slugs = kinds_of(called, rules)
    if len(slugs) > 1:
        raise refuse_kinds(called, slugs)
    return "".join(slugs)


def find_beast(slug: str, rules: Ruleset) -> Beast:
    """Return a kind of animal of the bestiary, which is no row of the ruleset."""
    return next(beast for beast in read_animals(rules).values() if beast.slug == slug)


def walk_as(beast: Beast) -> Mover:
    """Return how an animal of the bestiary moves on foot."""
    return Mover(speed_m=dict(beast.sheet.speeds)["walk"] * METRES_IN_A_SQUARE)


def free_name(name: str, state: State) -> str:
    """Return a name that nobody in the party has: "Pony", "Pony 2"."""
    taken = {plain(member.name) for member in state.members}
    named = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
    return next(one for one in named if plain(one) not in taken)
