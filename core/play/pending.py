"""Pending matters: nothing else is decided until they are resolved or dropped."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from core.calendars import Instant
from core.secrecy import Involved, Mentioned, Placed, Public, Target
from core.values import Struct, Tagged


class Met(Tagged, tag="met"):
    """An encounter check said yes: the day stopped here; begin the encounter or pass it by.

    `hours_left` are the hours left of the march (or of the night, with `camped`).
    """

    at: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False


class Striker(Struct):
    """A creature that may strike at a mover, and the anchor that the mover leaves then (C-106).

    `against` is the mover ("" = the one that waits), which matters in a pack.
    """

    by: Placed[str]
    at: Public[str]
    against: Target[str] = ""


class Queued(Struct):
    """A movement of a pack that waits behind another: its anchors from where it is."""

    who: Placed[str]
    path: Public[tuple[str, ...]]


IN_PLACE = ("stand", "coup_de_grace")
"""Actions that wait for opportunities though no creature moves."""


class Waiting(Struct):
    """A movement that stopped because it provokes, and goes on when that is answered.

    `path` are the anchors still to go, the first where the mover is now; `strikers` those not
    yet asked, in the order of the path. `cost` and `diagonals` are what the movement has used so
    far, in squares; `action` and `mode` how it moves, `elevation` the height it ends at. Of a pack
    `queue` are the further movements that provoke too, and `strikers` those of all of them.
    `target` is the victim of a coup de grâce that waits so (C-247).
    """

    who: Placed[str]
    path: Public[tuple[str, ...]]
    strikers: Involved[tuple[Striker, ...]]
    action: Public[str] = "move"
    mode: Public[str] = "walk"
    cost: Public[int] = 0
    diagonals: Public[int] = 0
    elevation: Public[int] = 0
    squeeze: Public[bool] = False
    queue: Public[tuple[Queued, ...]] = ()
    tumbled: Mentioned[tuple[str, ...]] = ()
    target: Target[str] = ""


class Fighting(Tagged, tag="fighting"):
    """An encounter is being played; it ends with its minutes, then the day goes on.

    `encounter` is the id of the one on the board ("" = played without a board), `waiting` a
    movement of it that waits for opportunities to be answered.
    """

    name: Public[str]
    began: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False
    encounter: Public[str] = ""
    waiting: Public[Waiting | None] = None


Pending: TypeAlias = Met | Fighting
