"""Lines to draw on the grid for an answer: cover, flanking, an attack."""

from __future__ import annotations

from typing import TypeAlias

from core.combat.board.squares import Block
from core.combat.sight.cover import AreaCover
from core.combat.sight.sightlines import Cover
from core.combat.threat.provoke import Outlook
from core.combat.threat.threat import Flanking, Partner
from core.play.fight.blows.planned_attack import PlannedAttack
from tui.encounter.panes.grid_things import GridLine

Drawable: TypeAlias = Cover | AreaCover | Partner | Flanking | Outlook | PlannedAttack
"""Answers that have lines."""


def lines_of(answer: Drawable) -> tuple[GridLine, ...]:
    """The lines an answer rests on, between points in half-squares; () when none.

    For an attack, the deciding lines of cover and of flanking; for an outlook, those between
    flanking partners and those of cover against each enemy.
    """
    match answer:
        case Cover() | AreaCover():
            return tuple(
                GridLine(
                    line.start,
                    line.end,
                    tuple(Block(one.at.x, one.at.y, 1).centre for one in line.blockers),
                )
                for line in answer.lines
            )
        case Partner():
            return (GridLine(*answer.line),)
        case Flanking():
            return () if answer.line is None else (GridLine(*answer.line),)
        case PlannedAttack():
            cover = lines_of(answer.grid.cover)
            flank = answer.grid.flanking
            return (*cover, *(() if flank is None else lines_of(flank)))
        case Outlook():
            flanks = (line for partner in answer.partners for line in lines_of(partner))
            hidden = (view.cover for view in answer.views if view.cover.degree != "none")
            return (*flanks, *(line for cover in hidden for line in lines_of(cover)))
