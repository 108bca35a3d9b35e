"""The numbers of the combat grid, one class for each subject.

Lengths are in squares of 1.5 m unless a name says `_m`; miss chances are in per cent.
"""

from __future__ import annotations

from core.rulesets.combat.bodies import Degree
from core.rulesets.quantity_types import Count, Exact, Frozen, Many, Positive


class Measures(Frozen):
    """A square's side in metres (C-001), the gap of sizes that lets pass (C-065, C-074)."""

    square_m: Positive
    passing_sizes: Many
    crowd: Many


class Covered(Frozen):
    """The bonuses of a degree of cover: AC, Reflex, Stealth (C-167 to C-176, C-180)."""

    ac: Count = 0
    reflex: Count = 0
    stealth: Count = 0


class CoverFigures(Frozen):
    """Cover by degree; `low_near` is how far a low obstacle covers (C-171).

    `taken` is cover after the Take Cover action (C-181), `screen` that of creatures between
    (C-187); `larger_sizes` makes a creature blocking terrain (C-186), `smaller_sizes` keeps it
    from screening (C-188).
    """

    soft: Covered = Covered()
    screen: Covered = Covered()
    partial: Covered = Covered()
    full: Covered
    improved: Covered = Covered()
    taken: Covered = Covered()
    low_near: Count = 0
    larger_sizes: Count = 0
    smaller_sizes: Count = 0

    def of(self, degree: Degree) -> Covered:
        """Return the bonuses of a degree of cover."""
        given: Covered = getattr(self, degree)
        return given


class Concealed(Frozen):
    """Miss chances in per cent (C-195, C-198, C-204); Stealth of the invisible (C-201)."""

    some: Count
    total: Count
    invisible_moving: Count = 0
    invisible_still: Count = 0


class Flanked(Frozen):
    """The flankers' bonus, and the change of the flanked creature's AC."""

    attack: int = 0
    ac: int = 0


class Helpless(Frozen):
    """Dexterity 0 and the coup de grâce (C-238 to C-249).

    `dexterity_0` is added to the AC of the helpless, `fortitude_dc` to the damage dealt for the
    save against death. A coup de grâce takes one of `weapons`, or when adjacent one of
    `adjacent_weapons`; `actions` full-round ones, `hidden_actions` against total concealment.
    """

    dexterity_0: int = 0
    fortitude_dc: Count = 0
    weapons: tuple[str, ...] = ()
    adjacent_weapons: tuple[str, ...] = ()
    actions: Count = 1
    hidden_actions: Count = 2


class Squeezed(Frozen):
    """Squeezing (C-076 to C-083): cost and penalties, also for passages narrower than half."""

    multiplier: Count = 0
    attack: int = 0
    ac: int = 0
    condition: str = ""
    escape_ac: int = 0


class Falls(Frozen):
    """Falling (C-144 to C-151).

    `per_square` points for each square of a fall longer than `harmless`, at most `longest`
    squares; soft landings count `soft` squares less, `dive` when deliberate; `victim_dc` is the
    Reflex save of a creature fallen upon. Under mechanism "dice": one `die` for each
    `squares_per_die` whole squares, `most_dice` at most.
    """

    per_square: Exact | None = None
    harmless: Count = 0
    longest: Count = 0
    soft: Count = 0
    dive: Count = 0
    victim_dc: Count = 0
    die: str = ""
    squares_per_die: Count = 0
    most_dice: Count = 0


class Flights(Frozen):
    """Flying and swimming off the ground (C-122 to C-141), in squares.

    `turn` is the price of 45 degrees, `climb` of each square that gains height and
    `climb_high_gravity` under high gravity; `headwind` and `headwind_up` are added against the
    wind, `tailwind` and `dive` replace the price of a square with the wind or straight down;
    `swim_vertical` is added for swimming up or down.
    """

    turn: Count = 0
    climb: Count = 0
    climb_high_gravity: Count = 0
    headwind: Count = 0
    headwind_up: Count = 0
    tailwind: Exact | None = None
    dive: Exact | None = None
    swim_vertical: Count = 0


class Obstacles(Frozen):
    """The extra cost of a low obstacle on a border (C-041)."""

    low_edge: Count
