"""Combatants, members of the party or not: found, named and changed by id."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from core.creatures import PLAIN, Attack, Sheet
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Side
from core.play.facts.state import KEPT_LETTERS, Fighting, Member, State, Waiting
from core.values import replace

SOMETHING = "something unseen"
"""The id, and the name, of whoever strikes at somebody who does not see it: no creature's id has a
blank."""


def letters(signs: Iterable[str]) -> str:
    """Return the letters of a group, successive ones as a run: "b-e", "a,c-e"."""
    runs: list[list[str]] = []
    for sign in signs:
        if runs and _follows(runs[-1][-1], sign):
            runs[-1].append(sign)
        else:
            runs.append([sign])
    return ",".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _follows(one: str, other: str) -> bool:
    if not one or len(one) != len(other) or one[:-1] != other[:-1]:
        return False
    between = ord(other[-1]) - ord(one[-1])
    return between == 1 or (between == 2 and chr(ord(one[-1]) + 1).lower() in KEPT_LETTERS)


Being: TypeAlias = Member | Foe
"""A combatant. Both kinds keep their wounds in fields of the same names."""


def find(state: State, who: str) -> Being | None:
    """Return the member, or creature of the fight, with this id, or None."""
    return being_of(state, state.fight, who)


def everyone(state: State) -> tuple[Being, ...]:
    """Return the members, and the creatures of the fight being played."""
    fight = state.fight
    return (*state.members, *(() if fight is None else fight.foes))


def someone(state: State, creature_id: str) -> Being:
    """Return the combatant with the id `creature_id`. Refusal "unknown_creature"."""
    being = find(state, creature_id)
    if being is None:
        raise Refusal("unknown_creature", "There is no {who} here.", who=creature_id)
    return being


def refuse_nobody(creatures: Collection[object]) -> None:
    """Raise Refusal "nobody" where no creature is named."""
    if not creatures:
        raise Refusal("nobody", "Name at least one creature.")


def being_of(state: State, encounter: Encounter | None, who: str) -> Being | None:
    """Return the member or creature of this encounter (if any) with this id, or None."""
    return state.member(who) or (None if encounter is None else encounter.foe(who))


def beings(state: State, encounter: Encounter) -> Iterator[Being]:
    """Yield everybody with a figure in an encounter, in the order of its figures."""
    return filter(None, (being_of(state, encounter, one.id) for one in encounter.figures))


def figure_of(state: State, creature_id: str) -> Figure | None:
    """Return the figure of a combatant in the fight, or None."""
    if state.fight is None:
        return None
    return state.fight.figure(creature_id)


def bearer_of(state: State, creature_id: str) -> str:
    """Return the id of the combatant that moves a combatant: its mount, or itself."""
    figure = figure_of(state, creature_id)
    if figure is None:
        return creature_id
    return figure.mount or creature_id


def name_combatant(state: State, creature_id: str) -> str:
    """Return the name of a combatant, or the id itself."""
    being = find(state, creature_id)
    if being is None:
        return creature_id
    return being.name


def name_mover(state: State, creature_id: str) -> str | Message:
    """Return the name of who moves; rider and mount, who move together, have one for both."""
    figures = () if state.fight is None else state.fight.figures
    for figure in figures:
        if figure.mount and creature_id in (figure.id, figure.mount):
            return Message(
                "{rider} on {mount}",
                rider=name_combatant(state, figure.id),
                mount=name_combatant(state, figure.mount),
            )
    return name_combatant(state, creature_id)


def token_of(state: State, who: str) -> str:
    """Return the letter of a combatant; "" for any other id."""
    being = find(state, who)
    if being is None:
        return ""
    return being.token


def grouped(beings: Iterable[Being | str]) -> tuple[str, ...]:
    """Return their names; neighbours of a kind share one: "Wolf a-c".

    A combatant that is no longer known is given by its id.
    """
    kinds: list[tuple[str, list[str], bool]] = []
    for being in beings:
        name, token = (being, "") if isinstance(being, str) else (being.name, being.token)
        if token:
            stem = name.removesuffix(f" {token}")
        else:
            stem = name
        if token and kinds and kinds[-1][0] == stem and kinds[-1][1]:
            kinds[-1][1].append(token)
        else:
            kinds.append((stem, [token] if token else [], stem != name))
    return tuple(
        f"{stem} {letters(signs)}" if lettered or len(signs) > 1 else stem
        for stem, signs, lettered in kinds
    )


def names(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Return names by ids, in this order; neighbours of a kind share one."""
    return grouped(find(state, who) or who for who in ids)


def encounter_name(state: State, id: str) -> str:
    """Return the name of an encounter, else its id."""
    encounter = state.encounter(id)
    if encounter is None:
        return id
    return encounter.name


def sheet(being: Being) -> Sheet:
    """Return the sheet of a combatant; a plain one when it has none."""
    return being.sheet or PLAIN


def side(being: Being, figure: Figure | None) -> Side:
    """Return the side of a combatant; `figure` is its own in the encounter, if it has one."""
    if isinstance(being, Foe):
        return being.side
    if figure is None or not figure.turned:
        return "party"
    return figure.turned


def side_of(state: State, encounter: Encounter, creature_id: str) -> Side | None:
    """Return the side of a combatant in an encounter; None for an unknown one."""
    being = being_of(state, encounter, creature_id)
    if being is None:
        return None
    return side(being, encounter.figure(creature_id))


def attack_of(being: Being, figure: Figure, index: int | None = None) -> Attack | None:
    """Return the attack of its sheet with this index (None = in hand), or None."""
    attacks = sheet(being).attacks
    at = figure.weapon if index is None else index
    if 0 <= at < len(attacks):
        return attacks[at]
    return None


def changed_being(state: State, creature_id: str, change: Callable[[Being], Being]) -> State:
    """Return the state with the member, or creature of the fight, passed through `change`.

    Unchanged when nobody has that id; `change` returns the kind that it was given.
    """
    member = state.member(creature_id)
    if member is None:
        return in_fight(
            state, lambda fight: with_foe(fight, creature_id, lambda foe: _foe(change(foe)))
        )
    changed = change(member)
    assert isinstance(changed, Member)
    return replace(state, members=tuple(changed if m is member else m for m in state.members))


def _foe(being: Being) -> Foe:
    assert isinstance(being, Foe)
    return being


def in_encounter(state: State, id: str, change: Callable[[Encounter], Encounter]) -> State:
    """Return the state with the encounter `id` passed through `change`; unchanged without it."""
    kept = state.encounters
    for place in range(len(kept) - 1, -1, -1):  # it is mostly the newest of many
        if kept[place].id == id:
            encounters = list(kept)
            encounters[place] = change(kept[place])
            return replace(state, encounters=tuple(encounters))
    return state


def with_encounter(state: State, encounter: Encounter) -> State:
    """Return the state with this encounter in place of the one of the same id."""
    return in_encounter(state, encounter.id, lambda _: encounter)


def in_fight(state: State, change: Callable[[Encounter], Encounter]) -> State:
    """Return the state with the fight passed through `change`."""
    fight = state.fight
    if fight is None:
        return state
    return in_encounter(state, fight.id, change)


def with_figure(encounter: Encounter, who: str, change: Callable[[Figure], Figure]) -> Encounter:
    """Return the encounter with the figure of `who` passed through `change`."""
    return with_figures(encounter, (who,), change)


def with_figures(
    encounter: Encounter, creature_ids: Collection[str], change: Callable[[Figure], Figure]
) -> Encounter:
    """Return the encounter with the figures of these creatures passed through `change`."""
    return replace(
        encounter,
        figures=tuple(change(f) if f.id in creature_ids else f for f in encounter.figures),
    )


def carried_along(encounter: Encounter, mount: str) -> Encounter:
    """Return the encounter with those who ride `mount` where it is."""
    carrier = encounter.figure(mount)
    if carrier is None:
        return encounter
    riders = [figure.id for figure in encounter.figures if figure.mount == mount]
    return with_figures(
        encounter, riders, lambda f: replace(f, at=carrier.at, elevation=carrier.elevation)
    )


def changed_figure(state: State, who: str, change: Callable[[Figure], Figure]) -> State:
    """Return the state with the figure of `who` in the fight passed through `change`."""
    return in_fight(state, lambda fight: with_figure(fight, who, change))


def with_foe(encounter: Encounter, who: str, change: Callable[[Foe], Foe]) -> Encounter:
    """Return the encounter with the foe `who` passed through `change`."""
    return replace(encounter, foes=tuple(change(f) if f.id == who else f for f in encounter.foes))


def waiting_in(state: State) -> Waiting | None:
    """Return the movement that waits for attacks of opportunity, or None."""
    if isinstance(state.pending, Fighting):
        return state.pending.waiting
    return None


def fight_of(state: State) -> Encounter:
    """Return the encounter being played on a board. Refusal "no_fight"."""
    if state.fight is None:
        raise Refusal("no_fight", "No encounter is being played on a board.")
    return state.fight
