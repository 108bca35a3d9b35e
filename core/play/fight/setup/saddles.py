"""Riders in encounters that are not being played: in the saddle before initiative."""

from __future__ import annotations

from core.messages import Refusal
from core.play.facts.encounter import Encounter
from core.play.facts.fight.setup.commands import Place, Spot


def mount_before(encounter: Encounter, rider: str, mount: str, at: str = "") -> Place:
    """Return the command that puts a rider on a mount; without a mount it dismounts to `at`.

    It costs nothing, wherever the rider is. Refusals: "not_mounted", "no_square", "no_mount".
    """
    figure = encounter.figure(rider)
    if mount:
        carrier = encounter.figure(mount)
        if carrier is None or not carrier.at:
            raise Refusal(
                "no_mount", "The mount is not on the board: put it there first, :place f k9."
            )
        return Place(encounter.id, (Spot(rider, carrier.at, carrier.elevation, mount),))
    carrier = None if figure is None else encounter.figure(figure.mount)
    if carrier is None:
        raise Refusal("not_mounted", "Nobody is mounted there: name a mount, :mount d f.")
    if not at:
        raise Refusal("no_square", "Dismount to which square? Type :mount d at k9.")
    return Place(encounter.id, (Spot(carrier.id, carrier.at, carrier.elevation), Spot(rider, at)))
