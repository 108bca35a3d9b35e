"""An encounter as the state keeps it: its board, who stands where, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from core.calendars import Instant
from core.combat.board.lights import Light
from core.combat.board.plan import Edit
from core.creatures import PLAIN, Sheet
from core.play.lasting import Lasting

Side: TypeAlias = Literal["party", "foes", "neutral"]
Status: TypeAlias = Literal["prepared", "running", "paused", "over"]
Mode: TypeAlias = Literal["walk", "fly", "swim", "climb", "burrow", "incorporeal"]


@dataclass(frozen=True, slots=True)
class Foe:
    """A creature of an encounter that is no member of the party, whatever its side.

    Damage fields are those of a `Member`, so the same events wound and heal both. `kind` is the
    row of the bestiary it was made from, `group` whom it shares its initiative with ("" = alone).
    """

    id: str
    name: str
    token: str
    side: Side = "foes"
    group: str = ""
    kind: str = ""
    sheet: Sheet = PLAIN
    level: int = 1
    con_score: int | None = None
    hp: int | None = None
    damage: int = 0
    nonlethal: int = 0
    temporary: int = 0
    stable: bool = False
    dead: bool = False
    lasting: tuple[Lasting, ...] = ()


@dataclass(frozen=True, slots=True)
class Spent:
    """What a creature has used of its turn; a new one begins with nothing spent.

    `actions` are words in order: "standard", "move", "full_round", "run", "charge", "withdraw",
    "step" (a five-foot step, or pf2's), "swift", or pf2's "stride", "strike", "action".
    `squares` were moved this turn, `leg` of the movement under way, along `path` (anchors), which
    has used `moves` actions; `diagonals` in the way the system counts them (C-023, C-024).
    `attacks` were made this turn.
    """

    actions: tuple[str, ...] = ()
    squares: int = 0
    leg: int = 0
    diagonals: int = 0
    attacks: int = 0
    path: tuple[str, ...] = ()
    moves: int = 0


NOTHING_SPENT = Spent()


@dataclass(frozen=True, slots=True)
class Figure:
    """A creature on the board: where it is, and what the fight knows of it.

    `at` is its anchor ("C4"; "" = in the encounter but not on the board yet, or gone from it).
    `elevation` in squares above the ground, `heading` the main direction of its flight this turn
    (C-122), `mount` the id of who carries it. `trail` are the last anchors of its leading block
    while it squeezes (C-079), else empty. `weapon` is the index of the attack in hand: its reach
    is what it threatens with. `reacted` are the ids of those against whom it took an opportunity
    since its last turn began (C-107). `readied` is the GM's word for what it waits to do.
    `delaying`: it has no place in the order until it acts. `acted`: it has had a turn, or part of
    one, in this fight and is no longer flat-footed by surprise.
    """

    id: str
    at: str = ""
    elevation: int = 0
    heading: str = ""
    mode: Mode = "walk"
    mount: str = ""
    trail: tuple[str, ...] = ()
    weapon: int = 0
    hidden: bool = False
    surprised: bool = False
    acted: bool = False
    delaying: bool = False
    readied: str = ""
    reacted: tuple[str, ...] = ()
    taking_cover: bool = False
    spent: Spent = NOTHING_SPENT


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the order of initiative: one creature, or a group that acts together.

    `total` orders them, highest first; the GM breaks a tie by a half (15.5). Equal totals keep
    the order in which they stand. `began` and `over` are the rounds in which its latest turn began
    and ended (0 = none yet): each slot acts once a round, wherever it stands by then.
    """

    key: str
    who: tuple[str, ...]
    total: Fraction
    began: int = 0
    over: int = 0


@dataclass(frozen=True, slots=True)
class Zone:
    """Squares (runs, as in `Edit`) that are lit otherwise than the rest of the board."""

    where: str
    light: Light


@dataclass(frozen=True, slots=True)
class Runner:
    """One who runs in a chase: speed in squares a round, and the rounds of running left in it.

    `lead` is the distance in squares to the nearest pursuer (of a pursuer: to the quarry).
    `rounds` below 0 are checks already made to run on; who failed one is `tired` and has `rested`
    so many rounds since (T-073).
    """

    id: str
    speed: int
    lead: int
    rounds: int | None = None
    tired: bool = False
    rested: int = 0


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase by rounds, off the board: who flees and who follows (T-210 to T-217)."""

    quarry: tuple[Runner, ...]
    pursuers: tuple[Runner, ...]
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """One encounter, prepared, being played, paused or over.

    `board` is the sha256 of its board, `edits` what was drawn on it since. `place` is the hex it
    was prepared for. `foes` are those who are not of the party, `figures` everybody with a place,
    members of the party too. `round` is 0 before the first one; `surprise`: the round that is
    played is the surprise round. `acting` is the key of the slot whose turn it is ("" = nobody's
    yet), `began` when the first round began.
    """

    id: str
    name: str
    board: str
    status: Status = "prepared"
    edits: tuple[Edit, ...] = ()
    place: str = ""
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    zones: tuple[Zone, ...] = ()
    foes: tuple[Foe, ...] = ()
    figures: tuple[Figure, ...] = ()
    round: int = 0
    surprise: bool = False
    order: tuple[Slot, ...] = ()
    acting: str = ""
    chase: Chase | None = None
    began: Instant | None = None

    def figure(self, who: str) -> Figure | None:
        """The figure of a creature, or None."""
        return next((figure for figure in self.figures if figure.id == who), None)

    def foe(self, who: str) -> Foe | None:
        """The foe (or neutral) with this id, or None."""
        return next((foe for foe in self.foes if foe.id == who), None)

    def slot(self, key: str) -> Slot | None:
        """The slot of the order with this key, or None."""
        return next((slot for slot in self.order if slot.key == key), None)
