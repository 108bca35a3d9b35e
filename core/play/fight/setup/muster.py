"""Places of the party on the board of an encounter, in marching order: that of its members."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.drawing import squares_of
from core.combat.board.room import clearance, common_ground, start_of
from core.combat.board.squares import Square
from core.play.fight.encounter import Encounter, Figure
from core.play.fight.fight_scene import field_of, framed
from core.play.fight.setup.preconditions import bodies, room_among, space_of
from core.play.state import Assets, Member, State
from core.values import replace

ON_BOARDS = ("character", "mount")
"""The kinds of members on a board; vehicles are not."""


def muster(
    state: State, assets: Assets, encounter: Encounter, at: Square | None = None
) -> tuple[Figure, ...]:
    """Return figures for the members who are present and not on the board yet.

    They are placed together, riders on their mounts, led animals last: the first nearest to the
    enemies, the others behind it. With `at` all come, the first there, wherever they are now; else
    the others near members on the board, in the start area of the encounter, or far from enemies,
    where the largest creature of the encounter can reach them on foot. Those without room are off
    the board, and the dead stay away. Refusal "unknown_board".
    """
    field = field_of(encounter, assets)
    coming = tuple(_coming(state, encounter if at is None else replace(encounter, figures=())))
    if not coming:
        return ()
    ids = {member.id for member in coming}
    others = tuple(one for one in encounter.figures if one.id not in ids)
    there = bodies(state, replace(encounter, figures=others), assets.rules)
    members = (member for member in state.travellers if member.role in ON_BOARDS)
    spaces = [
        *(body.side for body in there.values()),
        *([space_of(framed(member, assets.rules), assets.rules) for member in members] or [1]),
    ]
    spaces += [space_of(foe.sheet, assets.rules) for foe in encounter.foes]
    enemies = tuple(
        body.anchor
        for id, body in there.items()
        if (foe := encounter.foe(id)) is not None and foe.side != "party"
    )
    near = at or next((body.anchor for id, body in there.items() if state.member(id)), None)
    area, ground = squares_of(encounter.start), None
    if near is None and area:
        near, ground = min(area, key=lambda one: clearance(one, enemies)), field.bits(area)
    elif near is None:
        near, ground = start_of(field, "party", enemies), common_ground(field, max(spaces))
    room = room_among(field, there.values(), ground)
    places, figures = {one.id: one.at for one in others}, []
    for member in coming:
        mount = state.member(member.rides) if member.rides else None
        if mount is not None and mount.role == "mount" and places.get(mount.id):
            places[member.id], upon = places[mount.id], mount.id
        else:
            side = space_of(framed(member, assets.rules), assets.rules)
            found = room.find(side, near, enemies)
            places[member.id], upon = "" if found is None else str(found), ""
        figure = encounter.figure(member.id) or Figure(member.id)
        figures.append(replace(figure, at=places[member.id], mount=upon, elevation=0, trail=()))
    return tuple(figures)


def _coming(state: State, encounter: Encounter) -> Iterator[Member]:
    found = []
    for member in state.travellers:
        figure = encounter.figure(member.id)
        placed = figure is not None and bool(figure.at)
        if member.role in ON_BOARDS and not member.dead and not placed:
            found.append(member)
    mounts = {member.id: member for member in found if member.role == "mount"}
    for member in found:
        if member.role != "mount":
            mount = mounts.pop(member.rides, None)
            yield from (member,) if mount is None else (mount, member)
    yield from mounts.values()
