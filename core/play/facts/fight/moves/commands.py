"""Commands for movement in the encounter being played."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.combat.board.scene import Action
from core.creatures import Mode
from core.values import Struct, Tagged

Catch: TypeAlias = Literal["", "edge", "flight"]
"""How one who falls may catch itself."""


class Move(Tagged, tag="move"):
    """Move a creature to the anchor `to` by the cheapest legal way, or along `path`.

    `path` are anchors, its own first. "off" as `to`, or at the end of `path`, leads
    off the board over its nearest edge. `safe`: by the cheapest way that provokes nothing.
    `elevation` is the height in squares at which a flyer ends (None = as high as now).
    `tumble`: past enemies, with a check of Acrobatics for each; `tumbled` are the ids beaten by one
    (C-063, C-117). `overrun`: through the spaces of enemies, with an opposed check for each;
    `opened` are the ids run down (C-062). `leap`: over the squares between (C-037). `squeeze`:
    through narrow places (C-076). `checks`: its climb begins with a check, whatever its speed: on
    a ceiling, in danger, by choice (C-129, C-139). `target` is the id of the one whom a charge is
    at; a move with a target is the first part of a spring attack (K-13).
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
    tumble: bool = False
    overrun: bool = False
    opened: tuple[str, ...] = ()
    leap: bool = False
    target: str = ""
    checks: bool = False


class PackStep(Struct):
    """One creature's way in a move of several: its anchors, its own first."""

    who: str
    path: tuple[str, ...]


class MovePack(Tagged, tag="move_pack"):
    """Move several creatures, one after the other."""

    steps: tuple[PackStep, ...]
    action: Action = "move"


class AnswerStrikes(Tagged, tag="answer_strikes"):
    """Take these opportunities, let the others pass, and go on with the move.

    `takes` are ids; when several movers of a pack pass a striker, its id means the first that it
    can strike, "valeria>wolf-2" that one.
    """

    takes: tuple[str, ...] = ()


class DropMove(Tagged, tag="drop_move"):
    """Drop the movement that waits: the mover stays where it is."""


class Push(Tagged, tag="push"):
    """Move a creature against its will along `path` (anchors, its own first)."""

    who: str
    path: tuple[str, ...]


class Fall(Tagged, tag="fall"):
    """Let a creature fall `height` squares (None = down to the ground), or a `thing` ("a rock").

    `soft`: onto something that gives, `depth` squares deep (None = deep enough). `on` is the id of
    who is fallen upon, `dice` are those of what that takes ("" = as the system has it). `catch`:
    it may catch itself by a check first, on an edge ("edge") or in flight ("flight").
    """

    who: str
    height: int | None = None
    soft: bool = False
    deliberate: bool = False
    depth: int | None = None
    on: str = ""
    dice: str = ""
    thing: str = ""
    catch: Catch = ""


class Stand(Tagged, tag="stand"):
    """Get up from the ground, or lie down (`down`)."""

    who: str
    down: bool = False


class MountUp(Tagged, tag="mount_up"):
    """Mount an adjacent creature, or with "" dismount next to it; `falls`: it is let fall."""

    who: str
    mount: str = ""
    at: str = ""
    falls: bool = False


class ChooseHeading(Tagged, tag="choose_heading"):
    """Choose the main direction of a flyer for this turn (C-122): "NE", "UE", "U" or "D"."""

    who: str
    heading: str


class SqueezeThrough(Tagged, tag="squeeze_through"):
    """Squeeze to the anchor `to` by a check against `dc`, where that is an activity (C-085)."""

    who: str
    to: str
    dc: int


MoveCommand: TypeAlias = (
    Move
    | MovePack
    | AnswerStrikes
    | DropMove
    | Push
    | Fall
    | Stand
    | MountUp
    | ChooseHeading
    | SqueezeThrough
)
