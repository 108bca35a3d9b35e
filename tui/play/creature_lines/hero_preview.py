"""What a hero's line becomes, in words, while it is typed."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import modifier
from core.messages import Kilograms, KmPerHour, Message, Metres, Value
from core.play import queries
from core.play.facts.riding import loaded
from core.play.facts.state import Member, State
from core.play.party.fellows import most_drawn
from core.play.union import Assets
from core.rulesets.schema import Ruleset
from tui.play.creature_lines.assumptions import describe_unknown_animals
from tui.play.creature_lines.figure_words import describe_sheet, name_row
from tui.play.creature_lines.joining import Hero


def describe_hero(hero: Hero, state: State, assets: Assets) -> tuple[Value, ...]:
    """Return what a line becomes, a message each: how it moves, its fight, what was taken."""
    everybody = hero.joining(state)
    others = [member for member in reversed(hero.members) if member is not hero.member]
    members = [hero.member, *others]
    parts: list[Value] = [_moves(member, everybody, assets) for member in members]
    rider = everybody.member(hero.rider) if hero.rider else None
    if rider is not None:
        parts.append(Message("{who} rides {mount}", who=rider.name, mount=hero.member.name))
    parts += _fights(hero.member, assets.rules)
    taken = (*hero.taken, *describe_unknown_animals(hero, assets.rules))
    if taken:
        parts.append(Message("taken: {what}", what=taken))
    if hero.unused:
        parts.append(Message("not needed: {what}", what=hero.unused))
    return tuple(parts)


def _moves(member: Member, state: State, assets: Assets) -> Message:
    mover = member.mover
    moving = queries.moving(member, state, assets)
    tables = (assets.rules.races, assets.rules.mounts, assets.rules.vehicles)
    slugs = (mover.race, mover.mount, mover.vehicle)
    what: list[Value] = [
        table[slug].name_in().lower() for slug, table in zip(slugs, tables, strict=True) if slug
    ]
    if mover.vehicle_class is not None:
        what.append(name_row(assets.rules.powered, mover.vehicle_class).lower())
    if mover.flying:
        what.append(Message("flying"))
    if mover.places is not None:
        what.append(Message("room for {places}", places=mover.places))
    if mover.crew is not None:
        what.append(Message("crew {crew}", crew=mover.crew))
    if mover.race is not None or mover.base_speed_m is not None:
        what.append(
            Message("no armour")
            if mover.armor == "none"
            else Message("{weight} armour", weight=mover.armor)
        )
        what.append(Message("{weight} load", weight=mover.load))
    if moving.speed_m is not None:
        what.append(Message("{speed} a round", speed=Metres(moving.speed_m)))
    what.append(KmPerHour(moving.km_h))
    what += _carries(member, state, assets.rules)
    carrier = state.member(member.rides) if member.rides else None
    if carrier is not None:
        what.append(Message("rides {mount}", mount=carrier.name))
    return Message(
        "{name} ({letter}): {what}", name=member.name, letter=member.token, what=tuple(what)
    )


def _carries(member: Member, state: State, rules: Ruleset) -> Iterator[Value]:
    """Yield what an animal or a wagon carries, and the most that the wagon's animals draw.

    That it carries nothing is said of a kind of animal, whose pace hangs on its load.
    """
    load_kg = loaded(member, state).load_kg
    if member.mover.mount is None and not load_kg:
        return
    team = [one for one in state.members if one.pulls == member.id]
    most = most_drawn(team, rules)
    if team and most is not None:
        yield Message(
            "carries {load} of {most} that its animals draw",
            load=Kilograms(load_kg),
            most=Kilograms(most),
        )
    else:
        yield Message("carries {load}", load=Kilograms(load_kg))


def _fights(member: Member, rules: Ruleset) -> Iterator[Value]:
    sheet = member.sheet
    said: list[Value] = []
    if member.level > 1:
        said.append(Message("level {level}", level=member.level))
    if member.weight_kg:
        said.append(Message("weighs {weight}", weight=Kilograms(member.weight_kg)))
    if member.hp is not None:
        said.append(Message("HP {n}", n=_left_of(member.hp, member.damage)))
    if member.con_score is not None:
        said.append(
            Message(
                "Con {score} ({modifier:+})",
                score=member.con_score,
                modifier=modifier(member.con_score),
            )
        )
    elif member.con_mod is not None:
        said.append(Message("Con {modifier:+}", modifier=member.con_mod))
    said += [
        Message("{name} {now}", name=one.name, now=_left_of(one.most, one.most - one.now))
        for one in member.counters or ()
    ]
    if sheet is not None:
        said += describe_sheet(sheet, rules)
    if said:
        yield tuple(said)


def _left_of(most: int, lost: int) -> Value:
    """Return the points that are left, beside the most where some are lost: "12 of 18"."""
    if not lost:
        return most
    return Message("{now} of {most}", now=most - lost, most=most)
