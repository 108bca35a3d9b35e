"""What happened as somebody moved in the encounter being played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.board.manner import Action
from core.play.fight.encounter import Mode
from core.play.pending import Waiting


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

    who: str
    path: tuple[str, ...]
    cost: int
    diagonals: int = 0
    action: Action = "move"
    mode: Mode = "walk"
    elevation: int = 0
    heading: str = ""
    trail: tuple[str, ...] = ()
    spends: tuple[str, ...] = ()
    begins: bool = True
    hazards: int = 0
    leg: int = 0
    at: str = ""
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class MoveHalted:
    """A movement waits for those who may strike."""

    waiting: Waiting
    kind: Literal["move_halted"] = "move_halted"


@dataclass(frozen=True, slots=True)
class StrikesAnswered:
    """Nothing waits any more: `took` struck, `passed` did not."""

    who: str
    took: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    kind: Literal["strikes_answered"] = "strikes_answered"


@dataclass(frozen=True, slots=True)
class OpportunityTaken:
    """`by` used its opportunity of this round against `against`."""

    by: str
    against: str
    kind: Literal["opportunity_taken"] = "opportunity_taken"


@dataclass(frozen=True, slots=True)
class Pushed:
    """Somebody was moved against its will; `at` is where it ends."""

    who: str
    path: tuple[str, ...]
    kind: Literal["pushed"] = "pushed"


@dataclass(frozen=True, slots=True)
class Fell:
    """A creature fell so many squares; damage and lying prone are events of their own."""

    who: str
    height: int
    soft: bool = False
    kind: Literal["fell"] = "fell"


@dataclass(frozen=True, slots=True)
class MountedUp:
    """A creature mounted another on the board, or with "" dismounted to `at`."""

    who: str
    mount: str = ""
    at: str = ""
    kind: Literal["mounted_up"] = "mounted_up"


@dataclass(frozen=True, slots=True)
class LeftBoard:
    """A creature (and who rides with it) left the board over its edge, from the anchor `at`."""

    who: str
    at: str
    kind: Literal["left_board"] = "left_board"


MoveEvent: TypeAlias = (
    Moved | MoveHalted | StrikesAnswered | OpportunityTaken | Pushed | Fell | MountedUp | LeftBoard
)  # fmt: skip
