"""What happened as somebody moved in the encounter being played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.board.manner import Action
from core.play.fight.encounter import Mode
from core.play.pending import Waiting
from core.secrecy import Involved, Mentioned, Public, Subject


@dataclass(frozen=True, slots=True)
class Moved:
    """A creature (and who rides with it) moved along `path` (anchors, the first its start).

    `cost` in squares, `diagonals` those counted by now in the way of the system (of this movement,
    C-023, or of the whole turn, C-024), `elevation` where it ends,
    `heading` the main direction of a flight, `trail` the last anchors of one that squeezes.
    `begins`: this starts a new movement; else it goes on with the one under way, of which `leg`
    squares are used now. `spends` are the words of the actions that it newly uses. `hazards` are
    steps onto hazardous ground. `at` is where it stands in the end ("" = at the end of the path):
    one that squeezed and has room again.
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
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class MoveHalted:
    """A movement waits for those who may strike."""

    waiting: Subject[Waiting]
    kind: Literal["move_halted"] = "move_halted"


@dataclass(frozen=True, slots=True)
class StrikesAnswered:
    """Nothing waits any more: `took` struck, `passed` did not."""

    who: Subject[str]
    took: Involved[tuple[str, ...]] = ()
    passed: Mentioned[tuple[str, ...]] = ()
    kind: Literal["strikes_answered"] = "strikes_answered"


@dataclass(frozen=True, slots=True)
class OpportunityTaken:
    """`by` used its opportunity of this round against `against`."""

    by: Subject[str]
    against: Subject[str]
    kind: Literal["opportunity_taken"] = "opportunity_taken"


@dataclass(frozen=True, slots=True)
class Pushed:
    """Somebody was moved against its will; `at` is where it ends."""

    who: Subject[str]
    path: Public[tuple[str, ...]]
    kind: Literal["pushed"] = "pushed"


@dataclass(frozen=True, slots=True)
class Fell:
    """A creature fell so many squares; damage and lying prone are events of their own."""

    who: Subject[str]
    height: Public[int]
    soft: Public[bool] = False
    kind: Literal["fell"] = "fell"


@dataclass(frozen=True, slots=True)
class MountedUp:
    """A creature mounted another on the board, or with "" dismounted to `at`."""

    who: Subject[str]
    mount: Subject[str] = ""
    at: Public[str] = ""
    kind: Literal["mounted_up"] = "mounted_up"


@dataclass(frozen=True, slots=True)
class LeftBoard:
    """A creature (and who rides with it) left the board over its edge, from the anchor `at`."""

    who: Subject[str]
    at: Public[str]
    kind: Literal["left_board"] = "left_board"


MoveEvent: TypeAlias = (
    Moved | MoveHalted | StrikesAnswered | OpportunityTaken | Pushed | Fell | MountedUp | LeftBoard
)  # fmt: skip
