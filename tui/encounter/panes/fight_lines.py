"""Values that the panes of a fight show, filled by a screen from core's answers.

Figures are core quantities, words are text or core Messages. Where a value
has a long and a short form, `brief` is the one for 80 columns. What players must not see
is not in them while the curtain is drawn: the panes know no secrets.
"""

from __future__ import annotations

from core.dice import Armour
from core.messages import Chance
from core.values import Struct
from tui.kit.phrases import Words, phrase, say


class OrderLine(Struct):
    """A row of the initiative list: a creature, or a group that acts together.

    `key` is the slot's key (of a line inside a group the creature's id). `hp` is "31/31", of a
    group "13x3, d 7"; `health` is (31, 31), of a group the sums, None where it is not known.
    `state` and `brief` are empty where there is nothing to tell. `inside` are the lines of a group
    when it is opened. `saddle`: it is a rider and its mount.
    """

    key: str
    total: str
    sign: str
    name: str
    hp: str = ""
    state: str = ""
    brief: str = ""
    acting: bool = False
    marked: bool = False
    faint: bool = False
    inside: tuple[OrderLine, ...] = ()
    saddle: bool = False
    health: tuple[int, int] | None = None


class TickLine(Struct):
    """A condition or timer that ends by itself: on whom, and what is left.

    `next`: it ends with the next turn. `ended`: it ended as this turn began.
    """

    name: Words
    sign: str
    left: Words
    next: bool = False
    ended: bool = False
    brief: Words = ""


class StrikeLine(Struct):
    """Opportunity as the mover leaves `at`: attack bonus, the mover's AC, the chance to hit."""

    sign: str
    at: str
    bonus: int | None = None
    ac: int | None = None
    chance: Chance | None = None


class FlankLine(Struct):
    """A creature that the mover would flank, and with whom; `rule` is the rule number.

    `bonus` is that of the attack, `ac` what the Armour Class of the target changes by (C-211).
    """

    target: str
    ally: str
    bonus: int
    rule: str = ""
    ac: int = 0


class AttackLine(Struct):
    """The attack on `sign` from the cursor: its bonus by part, and the roll needed.

    `critical` is the chance of a critical hit, where no second roll confirms it. `melee` says which
    of the parts is that of a shot into a melee ("" = none), `unusual` what only the GM allows in
    it. With `trouble`, which says why it cannot be made, nothing else is given.
    """

    sign: str
    ac: int = 0
    parts: tuple[int, ...] = ()
    needed: int = 0
    chance: Chance | None = None
    critical: Chance | None = None
    trouble: str = ""
    armour: Armour = "AC"
    melee: str = ""
    unusual: str = ""

    @property
    def bonuses(self) -> str:
        """The parts of its bonus: "+8 +2"."""
        return " ".join(f"{part:+d}" for part in self.parts)

    @property
    def odds(self) -> str:
        """The chances in words: "65 %", "65 %, crit 15 %"; "" when unknown."""
        if self.chance is None or self.critical is None:
            if self.chance is None:
                return ""
            return say(self.chance)
        return phrase("{hit}, crit {critical}", hit=self.chance, critical=self.critical)


class BeforeLines(Struct):
    """Who may strike before an attack is rolled; each at the place where the attacker is.

    `at_least` is the chance that one strike hits at all. `avoids` names the small step after which
    nobody may ("" = none does), to one of the squares `free`.
    """

    strikes: tuple[StrikeLine, ...]
    at_least: Chance | None = None
    avoids: str = ""
    free: tuple[str, ...] = ()


class ThreatLines(Struct):
    """The threats to the acting creature at the cursor and on the way there.

    `cost` "": there is no way, `trouble` says why. `spends` is the action ("move action"),
    `mode` how it goes, `steps` its squares with what entering each costs ("I7 1"). `rules` are
    those that the way rests on. `at_least` is the chance that one strike hits at all. `safe` says
    which way provokes nobody ("" = nobody strikes on this one), with `free` the squares of a small
    step. `threatened` are who could strike at it there, and who not; `cover` is that from each
    enemy ("a soft cover +4"), `height` where it ends above the ground. `before` are those who may
    strike before the `attack`. `onward` are the parts of the way behind it, in other modes.
    `checks` are those by which it gets there, with their chances. `by_hand` are feats of the
    creature that the GM counts.
    """

    sign: str
    name: str
    start: str
    to: str
    cost: str = ""
    spends: str = ""
    mode: str = ""
    steps: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    strikes: tuple[StrikeLine, ...] = ()
    at_least: Chance | None = None
    safe: str = ""
    free: tuple[str, ...] = ()
    flanks: tuple[FlankLine, ...] = ()
    threatened: tuple[str, ...] = ()
    cover: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    """The enemies that concealment may make miss, each group with its chance."""
    attack: AttackLine | None = None
    before: BeforeLines | None = None
    by_hand: tuple[str, ...] = ()
    onward: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    left: str = ""
    left_brief: str = ""
    height: str = ""
    trouble: str = ""


class UnderLines(Struct):
    """The square under the cursor: ground, light, occupants and distances."""

    at: str
    ground: str
    who: tuple[str, ...] = ()
    near: tuple[Words, ...] = ()


class CardLines(Struct):
    """A creature as a stat card: `heads` are figures side by side, `rows` a line each.

    `source` is the document of its figures.
    """

    sign: str
    name: str
    heads: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...] = ()
    source: Words = ""


class RunnerLine(Struct):
    """A runner in a chase: squares a round, distance to its quarry, rounds it can run.

    `behind` in squares (None = it flees), `runs` rounds of running left (None = not known), `dc`
    the next check of Constitution (None = none yet). `says` is what comes of it.
    """

    id: str
    sign: str
    name: str
    squares: int
    behind: int | None = None
    runs: int | None = None
    dc: int | None = None
    says: Words = ""


class ChaseLines(Struct):
    """A chase: rounds so far, runners, and what the next round asks."""

    rounds: int
    runners: tuple[RunnerLine, ...]
    ahead: Words = ""
