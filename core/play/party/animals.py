"""Mounts and other animals of the party: their figures by their kind, from the bestiary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.bestiary import Beast, with_usual_init, with_usual_reaction
from core.characters import plain
from core.creatures import PLAIN, Sheet
from core.play.facts.state import Member, State
from core.play.fight.fight_scene import shape_as_mount
from core.rulesets.schema import Ruleset
from core.values import replace

SHEET_FIELDS = Sheet.__struct_fields__


def animal_kinds(beasts: Iterable[Beast]) -> Mapping[str, Beast]:
    """Return the kinds of animals that may join a party, by their names as `plain` writes them.

    They are those of the bestiary with a long body that walk.
    """
    kinds: dict[str, Beast] = {}
    for beast in beasts:
        if beast.sheet.long and dict(beast.sheet.speeds).get("walk"):
            names = (beast.slug.replace("_", " "), *dict(beast.names).values())
            kinds |= {plain(name): beast for name in names}
    return kinds


def kind_of(member: Member, beasts: Iterable[Beast]) -> Beast | None:
    """Return the kind of an animal by what it is as a mount, else by its name; None = unknown."""
    beasts = tuple(beasts)
    if member.mover.mount is not None:
        return next((beast for beast in beasts if beast.slug == member.mover.mount), None)
    return animal_kinds(beasts).get(plain(member.name))


def has_figures(member: Member) -> bool:
    """Whether a member has any figure by which it lives or fights."""
    sheet = member.sheet or PLAIN
    written = (member.hp, member.con_score, member.con_mod, sheet.ac)
    return bool(sheet.attacks) or any(figure is not None for figure in written)


def take_figures(member: Member, beast: Beast, rules: Ruleset) -> Member:
    """Return an animal with the figures of its kind where it has none of its own."""
    theirs = with_usual_init(beast, rules.combat.turn).figures()
    theirs = with_usual_reaction(theirs, rules.combat.mechanisms.opportunity)
    if member.mover.mount in rules.mounts:
        theirs = _without_walk(theirs)
    if member.sheet is None:
        sheet = shape_as_mount(theirs, member.mover, rules)
    else:
        own = member.sheet
        missing = {
            name: getattr(theirs, name)
            for name in SHEET_FIELDS
            if getattr(own, name) == getattr(PLAIN, name)
        }
        sheet = replace(own, **missing)
    knows_con = member.con_score is not None or member.con_mod is not None
    return replace(
        member,
        level=member.level if member.level > 1 else max(1, beast.level),
        con_score=member.con_score if knows_con else beast.con_score,
        hp=member.hp if member.hp is not None else beast.hp,
        sheet=sheet,
    )


def _without_walk(sheet: Sheet) -> Sheet:
    """Leave out how fast it walks: the table of mounts says so, by the load (T-161, T-165)."""
    speeds = tuple((mode, squares) for mode, squares in sheet.speeds if mode != "walk")
    return replace(sheet, speeds=speeds)


def without_figures(
    state: State, beasts: Iterable[Beast], rules: Ruleset
) -> Iterator[tuple[Member, Beast]]:
    """Yield the animals of the party without a figure whose kind has some, with these, and it."""
    beasts = tuple(beasts)
    for member in state.members:
        if member.role != "mount" or member.dead or has_figures(member):
            continue
        beast = kind_of(member, beasts)
        if beast is not None:
            yield take_figures(member, beast, rules), beast
