"""Heroes in one line: "Borin dwarf heavy con16 hp34 ac20", and what carries and draws them.

A line is of one member (`member_line`), of an animal or vehicle and who rides it (`riders`), of a
wagon and its animals (`teams`), or of a powered vehicle (`powered`). Lengths and weights without a
unit are in that of the GM.
"""

from __future__ import annotations

from core.characters import plain
from core.messages import Refusal
from core.play import queries
from core.play.facts.state import State
from core.play.party.membership import refuse_ride
from core.play.union import Assets
from core.values import replace
from tui.play.animals import fit_out
from tui.play.creature_lines.cargo import bears_load
from tui.play.creature_lines.carriers import make_animal, make_carrier
from tui.play.creature_lines.hero_words import known_words
from tui.play.creature_lines.joining import Hero, join_member
from tui.play.creature_lines.member_line import read_member
from tui.play.creature_lines.powered import PoweredVehicle, read_powered
from tui.play.creature_lines.riders import split_rider
from tui.play.creature_lines.set_aside import set_aside
from tui.play.creature_lines.teams import Team, describe_new, refuse_by_name, split_team
from tui.play.creature_lines.unknown import read_naming_all


def read_heroes(text: str, state: State, assets: Assets) -> tuple[Hero, ...]:
    """Read a hero from each line that is not blank: all of them, or none.

    Refusals "no_name", "unknown_word", "bad_figure", those of an attack and of `join`; of several
    lines with the number of the line.
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    heroes = []
    for number, line in lines:
        try:
            hero = read_hero(line, state, assets)
        except Refusal as wrong:
            if len(lines) == 1:
                raise
            raise Refusal(
                wrong.code, "Line {line}: {wrong}", line=number, wrong=wrong.message
            ) from None
        heroes.append(hero)
        state = hero.joining(state)
    return tuple(heroes)


def read_hero(line: str, state: State, assets: Assets) -> Hero:
    """Read one line. Refusals as `read_heroes`, and "no_hero" of a line that is no hero's."""
    if line.lstrip().startswith(":"):
        raise Refusal(
            "no_hero",
            "{line} is no hero: an empty Enter lets those join who are here, then type it.",
            line=line.strip(),
        )
    return read_naming_all(line, lambda text: _read_hero(text, state, assets))


def _read_hero(line: str, state: State, assets: Assets) -> Hero:
    ridden = _read_ridden(line, state, assets)
    if ridden is not None:
        return ridden
    aside = set_aside(line, assets.rules)
    hero = _read_rest(aside.rest, state, assets)
    if aside.cargo and bears_load(hero.member):
        hero = _read_rest(f"{aside.rest}, {aside.cargo}", state, assets)
        aside = replace(aside, cargo="")
    hero = aside.put_on(hero, assets.rules)
    _refuse_twice(hero, line, state)
    return replace(hero, line=line.strip())


def _read_rest(line: str, state: State, assets: Assets) -> Hero:
    rules = assets.rules
    team = split_team(line, known_words(rules))
    if team is not None:
        return _read_team(team, line, state, assets)
    powered = read_powered(line, rules)
    if powered is not None:
        return _join_powered(powered, line, state, assets)
    return read_member(line, state, assets)


def _read_ridden(line: str, state: State, assets: Assets) -> Hero | None:
    # an animal or vehicle whose line says which hero of the party rides it; None = of no other
    ridden = split_rider(line, state)
    if ridden is None:
        return None
    if ridden.rider is None:
        try:
            hero = _read_carrier(ridden.carrier, state, assets)
        except Refusal:
            return None
        if hero.member.role == "character":
            return None
        raise ridden.refuse_nobody(state)
    ridden.refuse_here(state)
    hero = _read_carrier(ridden.carrier, state, assets)
    if hero.member.role == "character":
        return None
    refuse_ride(ridden.rider, hero.member.id, hero.joining(state))
    return replace(hero, rider=ridden.rider.id, line=line.strip())


def _read_carrier(line: str, state: State, assets: Assets) -> Hero:
    # an animal or vehicle by its kind alone, named after it, or by a line of its own
    member = make_carrier(line, state, assets.rules)
    if member is None:
        return _read_hero(line, state, assets)
    return Hero((join_member(fit_out(member, assets.rules), state, assets),))


def _read_team(team: Team, line: str, state: State, assets: Assets) -> Hero:
    hero = read_hero(team.vehicle, state, assets)
    vehicle = hero.member
    members = list(hero.members)
    for kind in team.animals:
        if plain(kind) not in known_words(assets.rules):
            refuse_by_name(kind, vehicle, state)
        here = replace(state, members=(*state.members, *members))
        animal = fit_out(make_animal(kind, here, assets.rules), assets.rules)
        members.append(join_member(replace(animal, pulls=vehicle.id), here, assets))
    unused = (*hero.unused, *filter(None, (team.driver,)))
    taken = (*hero.taken, *describe_new(vehicle, members[len(hero.members) :], state))
    return replace(hero, members=tuple(members), taken=taken, unused=unused, line=line.strip())


def _join_powered(powered: PoweredVehicle, line: str, state: State, assets: Assets) -> Hero:
    vehicle = join_member(powered.member, state, assets)
    queries.moving(vehicle, replace(state, members=(*state.members, vehicle)), assets)
    return Hero((vehicle,), powered.taken, powered.unused, line.strip())


def _refuse_twice(hero: Hero, line: str, state: State) -> None:
    # a second line for somebody, which would be a second hero of the name
    name = hero.member.name
    if hero.member.role != "character" or line.lstrip().startswith('"'):
        return
    if any(one.role == "character" and plain(one.name) == plain(name) for one in state.members):
        raise Refusal(
            "is_here",
            "{name} is here already. An animal joins on a line of its own, and m puts {name} on it;"
            ' another of that name is in quotes, as in "{name}".',
            name=name,
        )
