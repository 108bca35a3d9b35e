"""New creatures of encounters, from the bestiary or an encounter file; their ids and tokens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from typing import Literal

from core.bestiary import ENGLISH, Beast
from core.combat.board.encounter_file import spell_creature
from core.combat.board.scene import Creature
from core.creatures import Attack, Mode, Sheet
from core.effects.changes import write_change
from core.effects.effect import Effect, KnownEffect
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting, Side
from core.play.facts.state import LETTERS, State
from core.play.fight.turns.listed_conditions import ListedConditions
from core.rulesets.creature_words import traits_of
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


def taken_ids(state: State) -> set[str]:
    """Return every id that is or was used in the campaign."""
    ids = {*state.departed, *(m.id for m in state.members), *(b.id for b in state.boats)}
    for encounter in state.encounters:
        ids.add(encounter.id)
        ids.update(foe.id for foe in encounter.foes)
    return ids


def fresh_id(stem: str, taken: Container[str]) -> str:
    """Return the first of `stem`-1, `stem`-2 ... that is not taken."""
    return next(name for n in count(1) if (name := f"{stem}-{n}") not in taken)


def free_id(stem: str, taken: Container[str]) -> str:
    """Return `stem` itself unless it is taken, else the first number of it that is not."""
    if stem not in taken:
        return stem
    return fresh_id(stem, taken)


def encounter_id(name: str, state: State) -> str:
    """Return a new id for an encounter of this name: "Ambush at the ford" is ambush-at-the-ford."""
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return free_id("-".join(words) or "encounter", taken_ids(state))


def tokens(taken: Iterable[str]) -> Iterator[str]:
    """Yield tokens that are not taken in either case: a to z, then aa, ab and so on."""
    used = {token.lower() for token in taken}
    for length in count(1):
        for letters in product(LETTERS, repeat=length):
            if (token := "".join(letters)) not in used:
                yield token


MOST = 200
"""The most creatures added at once."""
SIDES: dict[str, Side] = {
    "party": "party",
    "ally": "party",
    "": "neutral",
    "neutral": "neutral",
}
"""Sides of an encounter file; all others are foes."""


def recruits(
    beast: Beast,
    count: int,
    state: State,
    encounter: Encounter | None,
    hp: Literal["average"] | Sequence[int] = "average",
    language: str = ENGLISH,
    *,
    side: Side = "foes",
) -> tuple[Foe, ...]:
    """Return creatures of a kind, ready to be added to an encounter (None = a new one).

    Ids are new to the campaign, tokens to the encounter, whatever their case (a wolf beside Harsk,
    H, is never h); the names of several end in them. Several share a group, and so their
    initiative. `hp` are rolled hit points in their order; the rest have the average. Refusal
    "bad_count".
    """
    if not 1 <= count <= MOST:
        raise Refusal("bad_count", "Add from 1 to {most} creatures at once.", most=MOST)
    rolled = () if hp == "average" else tuple(hp)
    taken = taken_ids(state)
    free = tokens(_tokens(state, encounter))
    stem = beast.slug.replace("_", "-")
    if count > 1:
        group = _group(stem, encounter)
    else:
        group = ""
    alone = count == 1 and not (
        encounter is not None and any(foe.kind == beast.slug for foe in encounter.foes)
    )
    foes = []
    for number in range(count):
        id = fresh_id(stem, taken)
        token = next(free)
        taken.add(id)
        points: int | None
        if number < len(rolled):
            points = rolled[number]
        else:
            points = beast.hp
        name = beast.name(language)
        foes.append(
            Foe(
                id,
                name if alone else " ".join((name, token)),
                token,
                side,
                group=group,
                kind=beast.slug,
                sheet=beast.figures(language),
                level=beast.level,
                con_score=beast.con_score,
                hp=None if points is None else max(1, points),
            )
        )
    return tuple(foes)


def _tokens(state: State, encounter: Encounter | None) -> set[str]:
    mine = {member.token for member in state.members}
    if encounter is None:
        return mine
    return mine | {foe.token for foe in encounter.foes}


def _group(stem: str, encounter: Encounter | None) -> str:
    groups = () if encounter is None else {foe.group for foe in encounter.foes}
    return free_id(stem, groups)


NO_EFFECTS: Mapping[str, Effect] = {}


class Drafted(Struct):
    """The creatures of an encounter file, their figures, and the effects that are new with them."""

    foes: tuple[Foe, ...]
    figures: tuple[Figure, ...]
    effects: tuple[KnownEffect, ...]


def drafted(
    creatures: Sequence[Creature],
    state: State,
    rules: Ruleset,
    library: Mapping[str, Effect] = NO_EFFECTS,
) -> Drafted:
    """Return the creatures of an encounter file and their figures; `library` are effects by name.

    A creature with a member's name, or with its id and no other name, is only the place of that
    member. Ids that were used before are replaced. A bonus to attack becomes an attack without
    damage, for the GM to fill in. Refusal "unknown_effect".
    """
    listed = ListedConditions(rules.combat, library, state.effects)
    always = traits_of(rules)
    taken = taken_ids(state)
    free = tokens(_tokens(state, None))
    creatures = [spell_creature(creature, rules) for creature in creatures]
    foes: list[Foe] = []
    figures: list[Figure] = []
    ids: dict[str, str] = {}
    for creature in creatures:
        member = _member(creature, state)
        if member and member not in ids.values():
            ids[creature.id] = member
            continue
        ids[creature.id] = free_id(creature.id, taken)
        taken.add(ids[creature.id])
        foe = _foe(creature, ids[creature.id], next(free), always)
        effects = listed.from_the_first_round(creature.effects, foe.id)
        foes.append(replace(foe, lasting=(*foe.lasting, *effects)))
    for creature in creatures:
        mode: Mode
        if creature.elevation > 0 and dict(creature.speeds).get("fly"):
            mode = "fly"
        else:
            mode = "walk"
        figures.append(
            Figure(
                ids[creature.id],
                str(creature.at),
                creature.elevation,
                mode=mode,
                mount=ids.get(creature.rides, ""),
                hidden=creature.hidden,
            )
        )
    return Drafted(tuple(foes), tuple(figures), tuple(listed.learned))


def _member(creature: Creature, state: State) -> str:
    name = creature.name.casefold()
    meant = state.member(creature.id)
    if meant is not None and name in ("", creature.id.casefold(), meant.name.casefold()):
        return creature.id
    return next((m.id for m in state.members if name and m.name.casefold() == name), "")


def _foe(creature: Creature, id: str, token: str, always: Container[str]) -> Foe:
    walk = () if creature.speed is None else (("walk", creature.speed),)
    attacks: tuple[Attack, ...] = ()
    if creature.attack is not None:
        attacks = (Attack("attack", (creature.attack,), reach=creature.weapon_reach),)
    sheet = Sheet(
        size=creature.size,
        long=creature.long,
        reach=creature.reach,
        space=creature.space,
        ac=creature.ac,
        init=creature.init or 0,
        speeds=(*walk, *creature.speeds),
        attacks=attacks,
        traits=tuple(name for name in creature.conditions if name in always),
        reaction=creature.reaction,
        worn=tuple(map(write_change, creature.worn)),
    )
    return Foe(
        id,
        creature.name or creature.id,
        token,
        SIDES.get(creature.side, "foes"),
        sheet=sheet,
        hp=None if creature.hp is None else max(1, creature.hp),
        damage=0 if creature.hp is None else max(0, 1 - creature.hp),
        lasting=tuple(Lasting(name) for name in creature.conditions if name not in always),
    )
