"""What the GM asks for when somebody moves in the encounter being played."""

from __future__ import annotations

from typing import TypeAlias

from core.combat.board.manner import Action
from core.creatures import Mode
from core.values import Struct, Tagged


class Move(Tagged, tag="move"):
    """Move a creature to the anchor `to`, by the cheapest lawful way, or along `path`.

    `path` are anchors, the first where it stands. "off" as `to`, or at the end of `path`, leads
    off the board over its nearest edge. `safe`: by the cheapest way that provokes nobody.
    `elevation` is the height in squares at which a flyer ends (None = as high as now).
    `tumbled` are the ids whom an acrobatic check beat (C-063, C-117). `squeeze`: through narrow
    places (C-076).
    """

    who: str
    to: str = ""
    path: tuple[str, ...] = ()
    action: Action = "move"
    mode: Mode = "walk"
    elevation: int | None = None
    safe: bool = False
    squeeze: bool = False
    tumbled: tuple[str, ...] = ()


class PackStep(Struct):
    """One creature's way in a move of many: its anchors, the first where it stands."""

    who: str
    path: tuple[str, ...]


class MovePack(Tagged, tag="move_pack"):
    """Move several creatures, one after the other, as it was proposed."""

    steps: tuple[PackStep, ...]
    action: Action = "move"


class AnswerStrikes(Tagged, tag="answer_strikes"):
    """Who of those asked takes the opportunity; the others let it pass, and the move goes on.

    Of one who is asked about several movers of a pack its id means the first of them against
    whom it can strike, "valeria>wolf-2" this one.
    """

    takes: tuple[str, ...] = ()


class DropMove(Tagged, tag="drop_move"):
    """The movement that waits is not made: the mover stays where it stands."""


class Push(Tagged, tag="push"):
    """Somebody is moved against its will along `path` (anchors, the first where it stands)."""

    who: str
    path: tuple[str, ...]


class Fall(Tagged, tag="fall"):
    """A creature falls `height` squares (None = all the way from its height)."""

    who: str
    height: int | None = None
    soft: bool = False
    deliberate: bool = False


class Stand(Tagged, tag="stand"):
    """Get up from the ground, or lie down (`down`)."""

    who: str
    down: bool = False


class MountUp(Tagged, tag="mount_up"):
    """Mount a creature beside one on the board, or with "" dismount beside it."""

    who: str
    mount: str = ""
    at: str = ""


MoveCommand: TypeAlias = (
    Move | MovePack | AnswerStrikes | DropMove | Push | Fall | Stand | MountUp
)  # fmt: skip
