"""Events of movement in the encounter being played."""

from __future__ import annotations

from typing import TypeAlias

from core.combat.board.scene import Action
from core.creatures import Mode
from core.play.facts.state import Waiting
from core.secrecy import Involved, Mentioned, Public, Subject
from core.values import Tagged


class Moved(Tagged, tag="moved"):
    """A creature (and who rides with it) moved along `path` (anchors, the first its start).

    `cost` and `elevation` (at the end) in squares, `diagonals` those counted so far in this
    movement (C-023) or the whole turn (C-024), `heading` the main direction of a flight, `trail`
    the last anchors of a squeezing creature. `begins`: a new movement; else the one under way goes
    on, with `leg` squares used so far. `spends` are the words of the actions newly used, `hazards`
    the steps onto hazardous ground. `at` is the final anchor if it is not the end of the path
    ("" = it is): a creature that squeezed and has room again.
    """

    who: Subject[str]
    path: Public[tuple[str, ...]]
    cost: Public[int]
    diagonals: Public[int] = 0
    action: Public[Action] = "move"
    mode: Public[Mode] = "walk"
    elevation: Public[int] = 0
    heading: Public[str] = ""
    trail: Public[tuple[str, ...]] = ()
    spends: Public[tuple[str, ...]] = ()
    begins: Public[bool] = True
    hazards: Public[int] = 0
    leg: Public[int] = 0
    at: Public[str] = ""


class MoveHalted(Tagged, tag="move_halted"):
    """A movement waits for those who may strike."""

    waiting: Subject[Waiting]


class StrikesAnswered(Tagged, tag="strikes_answered"):
    """The movement waits no longer: `took` struck, `passed` did not."""

    who: Subject[str]
    took: Involved[tuple[str, ...]] = ()
    passed: Mentioned[tuple[str, ...]] = ()


class OpportunityTaken(Tagged, tag="opportunity_taken"):
    """`by` used its opportunity of this round against `against`."""

    by: Subject[str]
    against: Subject[str]


class Pushed(Tagged, tag="pushed"):
    """A creature was moved against its will along `path`."""

    who: Subject[str]
    path: Public[tuple[str, ...]]


class Fell(Tagged, tag="fell"):
    """A creature fell `height` squares; damage and lying prone are events of their own."""

    who: Subject[str]
    height: Public[int]
    soft: Public[bool] = False
    deliberate: Public[bool] = False


class MountedUp(Tagged, tag="mounted_up"):
    """A creature mounted another on the board, or with "" dismounted to `at`, or fell there."""

    who: Subject[str]
    mount: Subject[str] = ""
    at: Public[str] = ""
    falls: Public[bool] = False


class LeftBoard(Tagged, tag="left_board"):
    """A creature (and who rides with it) left the board over its edge, from the anchor `at`."""

    who: Subject[str]
    at: Public[str]


class HeadingChosen(Tagged, tag="heading_chosen"):
    """A flyer chose its main direction for this turn (C-122)."""

    who: Subject[str]
    heading: Public[str]


MoveEvent: TypeAlias = (
    Moved
    | MoveHalted
    | StrikesAnswered
    | OpportunityTaken
    | Pushed
    | Fell
    | MountedUp
    | LeftBoard
    | HeadingChosen
)
