"""What the story waits for: nothing else is decided until it is answered or dropped."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from core.calendars import Instant
from core.secrecy import Involved, Mentioned, Placed, Public, Target
from core.values import Struct, Tagged


class Met(Tagged, tag="met"):
    """An encounter check said yes: the day stopped here; begin the encounter or pass it by.

    `hours_left` is what was left of the march (or of the night, with `camped`) in hours.
    """

    at: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False


class Striker(Struct):
    """One who may strike at a mover: who, at the anchor that the mover leaves then (C-106).

    `against` is the mover ("" = the one that waits); it tells those of a pack apart.
    """

    by: Placed[str]
    at: Public[str]
    against: Target[str] = ""


class Queued(Struct):
    """A movement of a pack that waits behind another: its anchors, the first where it stands."""

    who: Placed[str]
    path: Public[tuple[str, ...]]


IN_PLACE = ("stand", "coup_de_grace")
"""What waits for opportunities though nobody moves: getting up, a coup de grâce."""


class Waiting(Struct):
    """A movement that stopped because it provokes, and goes on when that is answered.

    `path` are the anchors still to go, the first where the mover stands now; `strikers` those not
    yet asked, in the order of the path. `cost` and `diagonals` are what the movement has used so
    far, in squares; `action` and `mode` how it moves, `elevation` the height it ends at. Of a pack
    `queue` are the further movements that provoke too, and `strikers` those of all of them.
    `target` is whom a coup de grâce is for that waits so (C-247).
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

    `encounter` is the id of the one on the board ("" = told without a board), `waiting` a
    movement of it that waits for opportunities to be answered.
    """

    name: Public[str]
    began: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False
    encounter: Public[str] = ""
    waiting: Public[Waiting | None] = None


Pending: TypeAlias = Met | Fighting
