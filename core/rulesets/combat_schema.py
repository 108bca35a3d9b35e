"""The whole of a system's combat grid, as `rules.combat`: a class for each subject.

Lengths are in squares of 1.5 m unless a name says `_m`; miss chances are in per cent. The catalogue
has no rule for initiative, dying and the actions of a turn beyond movement (C-013, C-015, C-018,
C-034), and of charging, climbing and swimming without such a speed only C-030 and C-129: these
figures are house defaults, and receipts say so.
"""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field, PrivateAttr

from core.characters import plain
from core.effects.changes import Change, parse_change
from core.effects.sheets import FigureRules, ScoreChanges
from core.effects.stacking import UNTYPED, BonusType
from core.effects.workings import ConfusedAct, Working, parse_working
from core.file_schema import as_wrong_value
from core.rulesets.damage_schema import DamageRules
from core.rulesets.quantity_types import (
    Count,
    Exact,
    Frozen,
    Many,
    Positive,
    Sourced,
    Table,
    TableRow,
)
from core.rulesets.strikes_schema import Strikes

Effect: TypeAlias = Literal[
    "defenceless",  # may be crossed and stopped on by anybody (C-059)
    "helpless",  # at one's mercy (C-238)
    "dead",  # a corpse: gives no soft cover (C-177), opens what it filled (C-066)
    "fallen",  # unconscious or dead: its space may be shared where spaces are willing (C-071)
    "prone",  # lies on the ground: shared when willing (C-071)
    "threatens_not",  # threatens no square (C-104)
    "reacts_not",  # makes no attacks of opportunity (C-115) ...
    "reacts_always",  # ... unless it has Combat Reflexes
    "reacts_never",  # makes none, Combat Reflexes or not
    "armed",  # its unarmed blows are those of the armed (K-1)
    "cannot_move",  # makes no movement of its own (C-251)
    "no_run",  # neither runs nor charges (C-252)
    "bulky",  # the GM flags it as an obstacle when helpless (C-060)
    "fills_space",  # nobody passes until it is destroyed (C-066)
    "ignores_difficult",  # difficult ground is free, greater difficult is difficult (C-036)
    "unseen",  # invisible: total concealment (C-201)
    "sees_unseen",  # sees the invisible
    "blind",  # to it everyone has total concealment (C-203)
    "sees_in_dark",  # darkness hides nothing from it (C-200)
    "sees_in_dim",  # dim light hides nothing from it (C-200)
    "blurred",  # concealed whatever the geometry (C-194)
    "crit_immune",  # no critical hits, no coup de grâce (C-248)
    "loses_dexterity",  # as a target it has no Dexterity bonus to AC
    "denies_dexterity",  # as an attacker it denies the target's Dexterity bonus (C-219)
    "flat_footed",  # flat-footed by position or condition (C-237)
    "climbs_well",  # has a climb speed: never flat-footed while climbing (C-129, C-139)
    "acts_not",  # takes no actions, so makes no attacks
    "two_weapons",  # better at attacks with two weapons (K-3)
    "multiattack",  # better at secondary attacks (K-3)
    "precise_shot",  # no melee hinders its shots (K-2)
    "shoots_rapidly",  # makes a shot more in a full attack (K-13)
    "shoots_close",  # better at shots from near by (K-13)
    "dodges_moving",  # harder to hit for moving (K-13)
    "springs",  # moves on after a melee attack (K-13)
    "shoots_moving",  # moves on after a shot (K-13)
    "flies_by",  # flies on after an attack (K-13)
    "rides_by",  # rides on after the attack of a charge (K-13)
    "lunges",  # may reach farther for Armour Class (K-13)
    "trades_power",  # may give up accuracy for damage in melee (K-13)
    "trades_aim",  # ... and in shots (K-13)
    "charges_hard",  # multiplies damage in a charge from the saddle (K-13)
    "minion",  # ridden, all its actions are one of its rider's (K-9)
    "covered_wholly",  # no line of effect: nobody attacks it (C-175, C-190)
]
FLAGS: frozenset[str] = frozenset(get_args(Effect))
"""The words of what conditions and effects forbid, take or give."""
"""The closed list of effects of a condition beside its numbers."""

Degree: TypeAlias = Literal["soft", "screen", "partial", "full", "improved"]
"""The degrees of cover that have numbers in the table of cover (C-167 to C-176, C-180, C-187)."""

Figures: TypeAlias = Literal["flanking", "flanked", "squeezing"] | Degree
"""The figures that a condition takes its numbers from: a degree of cover, or a table of its own."""


class Size(TableRow):
    """A size category (C-086 to C-089).

    `rank` counts from Fine (0) to Colossal (8). `space` is the side in squares (1 also for those
    smaller than a square), `space_m` the side in metres; `tall` and `long` are natural reach in
    squares by body plan. `share` is the part in hundredths of one square that such a creature
    takes up (0 = it does not crowd, C-067); `enters_occupied`: it may enter, cross and stop
    in occupied squares (C-064, C-075). Heights `from_m` to `to_m` and weights `from_kg` to `to_kg`
    are those of C-088; None = the document sets no such bound.
    """

    rank: Count
    space: Count
    space_m: Positive
    tall: Count
    long: Count
    share: Count = 0
    enters_occupied: bool = False
    from_m: Positive | None = None
    to_m: Positive | None = None
    from_kg: Positive | None = None
    to_kg: Positive | None = None


Surface: TypeAlias = Literal["", "narrow_surface", "uneven_ground", "incline"]


class Ground(TableRow):
    """A kind of ground: the meaning of a character of the map (section 0 of the catalogue).

    `weight` is the number of doublings (C-026, C-028) or of squares added (C-035). `water` is for
    swimmers and flyers only (C-045), `hazard` hurts (C-047), `cover` covers without blocking
    (C-171, C-185), `conceals` (C-191), `stop` whether a walker may stop there (C-040, C-042).
    `also` are further words by which it is painted.
    `earth` is solid for all but burrowers (C-132), `dim` hides the way: poor visibility (C-046).
    `surface` is the condition of who is on it (C-048 to C-050).
    """

    sign: str
    weight: Count = 0
    solid: bool = False
    water: bool = False
    hazard: bool = False
    cover: bool = False
    conceals: bool = False
    stop: bool = True
    also: tuple[str, ...] = ()
    earth: bool = False
    dim: bool = False
    surface: Surface = ""


class Modifier(Frozen):
    """A pair of modifiers: of melee attacks and of ranged ones, by catalogue rule `rule`.

    A pair with a rule is listed in receipts even where it is +0.
    """

    melee: int = 0
    ranged: int = 0
    rule: str = ""


def _check_change(text: str) -> str:
    with as_wrong_value():
        parse_change(text)
    return text


ChangeLine: TypeAlias = Annotated[str, AfterValidator(_check_change)]
"""A change of a figure as a line of text: "attack -2" (`core.effects.changes`)."""


def _check_working(text: str) -> str:
    with as_wrong_value():
        parse_working(text)
    return text


WorkingLine: TypeAlias = Annotated[str, AfterValidator(_check_working)]
"""What an effect does as a line of text: "damage 1d6 fire each turn" (`core.effects.workings`)."""


class OpenFigures(Sourced):
    """What a condition is by the open rules of its system (switch "conditions").

    Its `changes` are all there are then, and so are `effects` (None = those of the row). `does` is
    what happens in each of its bearer's turns. `brings`
    are the rows of other conditions that come with it. Of those with one `row` only the first of
    the highest `rank` counts. `any_weapon`: all weapons can be used with it. It `counts_as` another
    row, unless its bearer has the effect `unless` ("" = as the row does). `rule` is Outrider's.
    """

    changes: tuple[ChangeLine, ...] = ()
    effects: tuple[Effect, ...] | None = None
    does: tuple[WorkingLine, ...] = ()
    brings: tuple[str, ...] = ()
    row: str = ""
    rank: Count = 0
    any_weapon: bool = False
    counts_as: str = ""
    unless: Effect | None = None
    rule: str = "K-14"


READ_OFF = ("parsed", "workings", "attack", "ac", "strength", "dexterity")
"""What a condition reads off its changes once, and a changed copy does again."""


class Condition(TableRow):
    """A condition or situation on the grid (C-215 to C-237, C-250).

    `changes` are what it does to its bearer's figures, a line each, `does` what happens in each of
    its bearer's turns. The columns of the document's
    table of modifiers cite `attack_rule` and `ac_rule`. `open` is what it is by the open rules.
    With `figures` the numbers
    are those of a degree of cover (C-223), of flanking (C-221) or of squeezing (C-222, C-235)
    instead, so that they are in one table only. `counts_as` names the row whose name and numbers
    apply (the asleep are helpless, the squeezing entangled), unless the bearer has the effect
    `unless` (C-139). Of several conditions with one `row` only the first of the highest `rank`
    counts (C-220). `ranged_weapons` are the only ones that can be used with it (None = all, C-215).
    `situation`: it follows from the grid, not from the creature's state (flanking, cover).
    `trait`: it is what a creature is or can, not what befalls it (darkvision). `by_hand`: a feat
    that the grid does not count in this system. `listed`: the system has it; lists leave out what
    is here for worked examples alone. `rule` is the catalogue's.
    """

    effects: tuple[Effect, ...] = ()
    changes: tuple[ChangeLine, ...] = ()
    does: tuple[WorkingLine, ...] = ()
    attack_rule: str = ""
    ac_rule: str = ""
    open: OpenFigures | None = None
    figures: Figures | None = None
    counts_as: str = ""
    unless: Effect | None = None
    row: str = ""
    rank: Count = 0
    ranged_weapons: tuple[str, ...] | None = None
    situation: bool = False
    trait: bool = False
    by_hand: bool = False
    listed: bool = True
    rule: str = ""

    @property
    def brings(self) -> tuple[str, ...]:
        """The rows of conditions that come with it."""
        if self.open is None:
            return ()
        return self.open.brings

    def by_open_rules(self) -> "Condition":
        """Return the row with what it is by the open rules; itself where that is the same."""
        if self.open is None:
            return self
        update: dict[str, object] = {
            "changes": self.open.changes,
            "does": self.open.does,
        }
        if self.open.effects is not None:
            update["effects"] = self.open.effects
        if self.open.row:
            update["row"] = self.open.row
            update["rank"] = self.open.rank
        if self.open.counts_as:
            update["counts_as"] = self.open.counts_as
            update["unless"] = self.open.unless
        if self.open.any_weapon:
            update["ranged_weapons"] = None
        return self._copied(update)

    def by_documents(self) -> "Condition":
        """Return the row without what it is by the open rules; itself where there is nothing."""
        if self.open is None:
            return self
        return self._copied({"open": None})

    def _copied(self, update: Mapping[str, object]) -> "Condition":
        row = self.model_copy(update=update)
        for name in READ_OFF:
            row.__dict__.pop(name, None)
        return row

    @cached_property
    def parsed(self) -> tuple[Change, ...]:
        """Its changes."""
        return tuple(map(parse_change, self.changes))

    @cached_property
    def workings(self) -> tuple[Working, ...]:
        """What it does beside them."""
        return tuple(map(parse_working, self.does))

    @cached_property
    def attack(self) -> Modifier:
        """What it adds to its bearer's attack rolls, whatever its type or value."""
        return self._column("attack", self.attack_rule)

    @cached_property
    def ac(self) -> Modifier:
        """What it adds to its bearer's Armour Class, whatever its type or value."""
        return self._column("ac", self.ac_rule)

    @cached_property
    def strength(self) -> int:
        """The points of Strength that it adds."""
        return self._points("str")

    @cached_property
    def dexterity(self) -> int:
        """The points of Dexterity that it adds."""
        return self._points("dex")

    def _column(self, to: str, rule: str) -> Modifier:
        melee = self._sum(to, "melee")
        ranged = self._sum(to, "ranged")
        return Modifier(melee=melee, ranged=ranged, rule=rule)

    def _points(self, ability: str) -> int:
        return self._sum(ability, "")

    def _sum(self, to: str, word: str) -> int:
        amounts = (
            change.amount
            for change in self.parsed
            if change.to == to and change.op == "add" and not change.by_value
            if change.applies({word})
        )
        return int(sum(amounts))


class EffectRow(Condition):
    """The row of an effect of a campaign, laid over the conditions of the ruleset."""

    with_it: tuple[str, ...] = ()
    """The rows of the conditions that come with it."""

    @property
    def brings(self) -> tuple[str, ...]:
        """The rows of conditions that come with it."""
        return self.with_it


class BonusRow(TableRow):
    """A bonus type, by which bonuses and penalties to one figure stack.

    `bonuses_add`: all its bonuses add up, else the best one counts; `penalties_add` likewise, else
    the worst one. `lost_with_dexterity`: with the Dexterity bonus to Armour Class. `worn`: it does
    not count against touches and manoeuvres.
    """

    bonuses_add: bool = False
    penalties_add: bool = True
    lost_with_dexterity: bool = False
    worn: bool = False


class Measures(Frozen):
    """A square's side in metres (C-001), the gap of sizes that lets pass (C-065, C-074).

    `filled_height`: a creature that fills its space fills it so many squares high, if that is more
    than it is wide (C-066).
    """

    square_m: Positive
    passing_sizes: Many
    crowd: Many
    filled_height: Count = 0


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
    `squares_per_die` whole squares, `most_dice` at most; of these dice `jump_nonlethal` are
    nonlethal damage where the faller jumps, and `soft_nonlethal` more where it lands on something
    soft. `crush` are the dice of what a creature of each size does to whom it falls upon (none =
    those of its fall), halved by a Reflex save against `crush_dc` (0 = the faller's own damage, by
    `victim_dc`). Who may catch itself needs `catch_dc`; on an edge a fall is `edge` squares
    shorter then (0 = there is none).
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
    jump_nonlethal: Count = 0
    soft_nonlethal: Count = 0
    crush: Table[str] = Field(default_factory=dict)
    crush_dc: Count = 0
    catch_dc: Count = 0
    edge: Count = 0


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


class Tactics(Frozen):
    """The mechanisms of the combat grid, one choice each from a closed list.

    `turn` (C-013, C-015, C-018, C-020): a round is two move actions or one full-round action, or
    movement is counted in single actions.
    `diagonals` (C-023, C-024): the count 1, 2, 1, 2 starts afresh with each move, or runs on
    through the turn.
    `difficult` (C-026 to C-028, C-035): hindrances double and multiply, a hampered diagonal
    leaving the count alone; or they add squares and every diagonal counts.
    `corners` (C-052): a diagonal past something solid is forbidden, or allowed.
    `passing` (C-056 to C-075): an able enemy closes its squares and a defenceless creature opens
    them; or a space is crossed with its owner's will, and fallen ones no larger may be shared.
    `bodies` (C-060): a defenceless body hampers when it is flagged `bulky`, when it is Large or
    larger (whenever crossed), or never.
    `reach_two` (C-098): a reach of exactly two squares covers the second diagonal, or not.
    `reach_weapon` (C-099 to C-102): strikes beyond the natural reach only, or adjacent squares too.
    `reach_gain` (C-099, C-102): a reach weapon doubles the natural reach, or adds one square.
    `opportunity` (C-107, C-118): one for each enemy and round, or one for each enemy and action.
    `opportunity_denied` (C-112, C-113, C-121): any cover and total concealment deny
    opportunities, or neither does.
    `small_step` (C-034, C-038): the name of the action that moves one square and provokes nothing.
    `minimum_move` (C-154, C-156): a full round buys one square, or nothing.
    `stopped` (C-157 to C-159): a creature halted where it may not stop goes to the last legal
    square or a strictly nearer one, to the last legal one, or where the GM says.
    `cover` (C-160 to C-190): judged by lines between corners, or between centres.
    `low_cover` (C-171, C-172, C-185): low obstacles cover those near them, or everybody.
    `concealment` (C-191, C-204): judged by corners, or by the line between centres.
    `flanking` (C-206, C-207, C-212): through any square of each flanker, or centre to centre.
    `flanked` (C-205, C-211): flankers gain on the attack roll, or the flanked are flat-footed.
    `stacking` (C-236): rows add up, or one best bonus and one worst penalty count.
    `helpless` (C-234, C-238 to C-249): Dexterity 0 and the coup de grâce, or no such rule.
    `squeezing` (C-076 to C-085): penalties, the condition entangled, or an activity off the grid.
    `squeezing_past` (C-080): an able enemy's squares stay closed to a squeezing creature, or are
    open at the price of squeezing, not to stop in.
    `flight` (C-122 to C-127, C-133 to C-138, C-143): by a main direction, by the wind, or plainly.
    `falling` (C-144, C-151): damage for each square, or dice.
    `scores`: a change of a score is 1 for each 2 "points" on all that hangs on it, or what hangs on
    it is worked out from the new "score" again.
    """

    turn: Literal["move_actions", "single_actions"]
    diagonals: Literal["per_move", "per_turn"]
    difficult: Literal["doubling", "adding"]
    corners: Literal["solid", "free"]
    passing: Literal["defenceless", "willing"]
    bodies: Literal["flagged", "large", "none"]
    reach_two: Literal["second_diagonal", "plain"]
    reach_weapon: Literal["beyond", "inclusive"]
    reach_gain: Literal["double", "one_square"]
    opportunity: Literal["per_round", "per_action"]
    opportunity_denied: Literal["by_cover_and_concealment", "never"]
    small_step: Literal["five_foot_step", "step"]
    minimum_move: Literal["one_square", "none"]
    stopped: Literal["nearest", "last_legal", "gm"]
    cover: Literal["corners", "centres"]
    low_cover: Literal["near", "always"]
    concealment: Literal["corners", "centres"]
    flanking: Literal["any_square", "centres"]
    flanked: Literal["attack_bonus", "flat_footed"]
    stacking: Literal["add", "best_and_worst"]
    helpless: Literal["dexterity_0", "none"]
    squeezing: Literal["penalties", "entangled", "activity"]
    squeezing_past: Literal["closed", "open"] = "closed"
    flight: Literal["plain", "main_direction", "wind"]
    falling: Literal["dice", "per_square"]
    scores: ScoreChanges = "points"


class MovementRules(Frozen):
    """The figures of movement in a fight that go beyond the catalogue.

    A charge covers up to `charge` times the speed (0 = none), at least `charge_least` squares.
    `withdraw`: that action exists, of up to `withdraw_times` the speed. Without such a speed a
    creature climbs and swims at `unskilled` of its walking speed, at least a square. A prone one
    crawls `crawl` squares with an action; the step over the edge of the board costs `leaving`
    squares. `rising_provokes`: standing up provokes. `reactions`: opportunities of each creature
    in a round; with the effect `reacts_always` its Dexterity modifier more. Who climbs or swims
    without that speed makes a check against `climb_dc` or `swim_dc` with each movement, where the
    GM says nothing else (0 = none; switch "moves_by_check"). `balance_dc` is that of who goes on a
    narrow or uneven surface (0 = it needs no check), `wind_dc` that of who begins to fly against
    the wind (the same switch). In a hurry one climbs `hurried` times as far, on a check at
    `hurried_penalty` (0 = not possible, but by a row of `movements`). A leap is an action of its
    own and goes `leap` squares (0 = there is none), `leap_far` with a speed of `leap_speed` or
    more. Where squeezing is an activity it makes `squeeze_squares` each minute (0 = by hand).
    """

    charge: Count = 0
    charge_least: Count = 0
    withdraw: bool = False
    withdraw_times: Many = 2
    unskilled: Exact
    crawl: Many = 1
    leaving: Count = 1
    rising_provokes: bool = False
    reactions: Many = 1
    climb_dc: Count = 0
    swim_dc: Count = 0
    balance_dc: Count = 0
    wind_dc: Count = 0
    hurried: Count = 0
    hurried_penalty: int = 0
    squeeze_squares: Count = 0
    leap: Count = 0
    leap_far: Count = 0
    leap_speed: Count = 0


Against: TypeAlias = Literal["fixed", "attack", "level", "reflex"]
"""What the difficulty of getting past an enemy is reckoned from: nothing, its best melee attack and
Dexterity, one and a half times its level, or its Reflex."""


class Tumbling(Frozen):
    """The difficulty of getting past an enemy by Acrobatics, where the GM says none (C-063, C-117).

    It is `past` (0 = the check spares nobody a strike) or, through its space, `through`, and what
    `against` adds; each further enemy of the same movement adds `each`.
    """

    against: Against
    past: Count
    through: Count
    each: Count = 0
    source: str


Running: TypeAlias = Literal["none", "straight"]


class Movement(TableRow):
    """The abilities of a special speed (C-019, C-129 to C-133, C-139 to C-142).

    `check`: when it still needs an Athletics check; `bonus` is added to such checks; `takes_10`: it
    may always take 10. `run`: how it may run; `small_step`: it may make the step of one square.
    `hurried` times the speed for a check at `hurried_penalty` (0 = not possible). `own_action` is
    the action that moves so ("" = the ordinary move), `actions` are further ones that the speed
    gives, `trained_actions` those for the trained in Acrobatics. `flat_footed` while so moving;
    burrowers: `leaves_tunnel`, `through_rock`; `breathes` in water. `rule` is the catalogue's.
    """

    rule: str
    check: Literal["never", "in_danger"] = "never"
    bonus: int = 0
    takes_10: bool = False
    run: Running = "none"
    small_step: bool = True
    hurried: Count = 0
    hurried_penalty: int = 0
    own_action: str = ""
    actions: tuple[str, ...] = ()
    trained_actions: tuple[str, ...] = ()
    flat_footed: bool = False
    leaves_tunnel: bool = False
    through_rock: bool = False
    breathes: bool = False


class Confusion(Frozen):
    """What a confused creature does where its d100 shows `most` at most, and no row before has it.

    `damage` are the dice of who hurts itself.
    """

    most: Many
    does: ConfusedAct
    damage: str = ""


Ways: TypeAlias = Literal["constitution", "percent", "stages", "resolve"]
Initiative: TypeAlias = Literal["", "dexterity", "perception"]
Sides: TypeAlias = Literal["party", "foes", "neutral"]


class TurnRules(Frozen):
    """The actions of a turn, beside `mechanisms.turn`.

    `actions` is their number where they are counted singly; otherwise a turn is a standard and a
    move action, or one that takes the whole round. `swift` actions are extra. A creature with a
    condition in `limiting`, and everyone in a surprise round, has only `limited` actions; the
    value of one in `slowing` is subtracted instead, where actions are counted. The value of one
    in `fading` falls by 1 at the end of its bearer's turn, and at 0 it ends. `ready` are the
    actions that readying uses, `area` those of an area effect (words of a turn's actions).
    `flat_footed`: everyone is, before the first turn of a fight. `initiative` is a check of this
    ("" = neither); by Dexterity, conditions that change the score change it too. `confusion` are
    the rows for the d100 of the confused (() = no die decides).
    """

    actions: Count = 0
    swift: Count = 0
    limited: Many = 1
    limiting: tuple[str, ...] = ()
    slowing: tuple[str, ...] = ()
    fading: tuple[str, ...] = ()
    ready: tuple[str, ...]
    area: tuple[str, ...] = ("standard",)
    flat_footed: bool = False
    initiative: Initiative = ""
    confusion: tuple[Confusion, ...] = ()

    def usual_init(self, dexterity: int | None, perception: int | None) -> int | None:
        """Return the modifier of initiative where none is written; None = unknown."""
        return {"dexterity": dexterity, "perception": perception}.get(self.initiative)


class Dying(Frozen):
    """Hit points at 0 and below.

    `way` "constitution": dying below 0, dead at minus the Constitution score; each turn a
    Constitution check against `dc`, less the hit points below 0, stabilises. "percent": dead at
    `dead`, and each turn `chance` in a hundred stabilises. A failure costs `bleeds` points.
    "stages": at 0 dying by degrees from 1 and dead at `stages`; each turn a plain d20 against
    `dc` plus the degree makes it one less or one more, two by `margin`. "resolve": damage takes
    Stamina before hit points; at 0 dying, and dead where one blow leaves its whole maximum beyond;
    each turn Resolve is paid to be stable, or 1 is lost, and who has none left dies; whose sides
    are not `checked` die at 0. To be stable costs one point of the maximum in `stable_part`, from
    `stable_least` to `stable_most`; a rest of `breather` minutes gives all Stamina back for 1.
    `below`: hit points go below 0; where they do not, healing begins at 0.
    `disabled`: at exactly 0 a creature is disabled, not dying; a standard action costs it
    `exertion` points afterwards, by the open rules. `staggered`: nonlethal damage
    equal to the hit points left staggers, more knocks out; else as much knocks out. The program
    asks for the checks of `checked` sides only. `con_score` is used where none is written down.
    A rider who is out stays in the saddle by `saddle` in a hundred, that of an ordinary and of a
    military one (() = the GM decides); `unseated` are the dice of damage of its fall. `scores_at_0`
    are the conditions of who has lost a whole ability score, by ability ("str").
    """

    way: Ways
    dc: Count = 0
    chance: Count = 0
    dead: int = 0
    stages: Count = 0
    margin: Count = 0
    bleeds: Count = 0
    below: bool = True
    disabled: bool = False
    exertion: Count = 0
    staggered: bool = False
    checked: tuple[Sides, ...] = ("party",)
    con_score: Count = 10
    saddle: tuple[Count, ...] = ()
    unseated: str = ""
    stable_part: Count = 0
    stable_least: Count = 0
    stable_most: Count = 0
    breather: Count = 0
    scores_at_0: Mapping[str, str] = {}

    @property
    def counts_nonlethal(self) -> bool:
        """Whether nonlethal damage is kept in points; by degrees it only knocks out (playtest)."""
        return self.way != "stages"

    @property
    def has_resolve(self) -> bool:
        """Whether damage takes Stamina first, and the dying pay with Resolve."""
        return self.way == "resolve"


class Blows(Frozen):
    """The figures and named choices of attacks.

    `critical`: a face in the weapon's range threatens and a second roll confirms it ("threat"),
    or the total beats the Armour Class by `margin` or the die shows its highest ("degrees").
    `repeated`: a full attack uses the bonuses of the sheet in turn ("full_attack"), or each
    attack after the first has a penalty of `further`, of `agile` for agile weapons, the last
    one for all later ("penalty").
    `saves`: a save has the effect's result ("plain"); or success by `margin` means no damage
    and failure by `margin` double ("degrees").
    `increment` is added for each range increment beyond the first, `increments` and
    `thrown_increments` are their most. `miss_die` is rolled for a miss chance.
    A hit deals at least `least_damage`. `heals_nonlethal`: healing removes as much nonlethal
    damage as it heals lethal damage. A charge gives `charge` on the attack, and `charge_ac` on
    Armour Class until the next turn. `ac` is the Armour Class where none is written down. The
    value of a condition in `by_value` is subtracted from attack rolls and saves.
    """

    critical: Literal["threat", "degrees"]
    repeated: Literal["full_attack", "penalty"]
    saves: Literal["plain", "degrees"]
    margin: Count = 0
    further: tuple[int, ...] = ()
    agile: tuple[int, ...] = ()
    increment: int = 0
    increments: Many = 10
    thrown_increments: Many = 5
    miss_die: Literal["d%", "d20"] = "d%"
    least_damage: Count = 1
    heals_nonlethal: bool = True
    charge: int = 0
    charge_ac: int = 0
    ac: Count = 10
    by_value: tuple[str, ...] = ()


BY_VALUE = "by_value"
"""The bonus type of what conditions take by their value, where the documents' figures count."""
BY_DOCUMENTS: Mapping[str, BonusType] = MappingProxyType({BY_VALUE: BonusType(bonuses_add=True)})


class Combat(Frozen):
    """The combat grid of one system: everything its calculators look up.

    `bonuses` are the bonus types, "untyped" among them; `skills` the ability of each skill.
    """

    mechanisms: Tactics
    measures: Measures
    sizes: Table[Size]
    ground: Table[Ground]
    conditions: Table[Condition]
    bonuses: Table[BonusRow]
    skills: Table[str]
    obstacles: Obstacles
    cover: CoverFigures
    concealment: Concealed
    flanking: Flanked
    helpless: Helpless = Helpless()
    squeezing: Squeezed = Squeezed()
    falling: Falls
    flight: Flights = Flights()
    blows: Blows
    strikes: Strikes
    turn: TurnRules
    dying: Dying
    damage: DamageRules
    moving: MovementRules
    tumbling: Tumbling
    movements: Table[Movement] = Field(default_factory=dict)
    _open_rules: bool = PrivateAttr(default=False)

    def by_switch(self, *, open_rules: bool) -> "Combat":
        """Return the grid whose conditions are those of the open rules, or of the documents."""
        if self._open_rules == open_rules:
            return self
        grid = self.model_copy()
        grid.__dict__.pop("rows", None)
        grid.__dict__.pop("figure_rules", None)
        grid._open_rules = open_rules
        return grid

    def with_effects(self, rows: Mapping[str, EffectRow]) -> "Combat":
        """Return the grid with effects of a campaign beside its conditions, by their keys."""
        grid = self.model_copy(update={"conditions": MappingProxyType({**self.conditions, **rows})})
        grid.__dict__["rows"] = MappingProxyType({**self.rows, **rows})
        return grid

    @property
    def has_open_rules(self) -> bool:
        """Whether its conditions are those of the open rules."""
        return self._open_rules

    @cached_property
    def rows(self) -> Mapping[str, Condition]:
        """The conditions as they are in force, by the switch "conditions"."""
        of_rules = Condition.by_open_rules if self._open_rules else Condition.by_documents
        return MappingProxyType({slug: of_rules(row) for slug, row in self.conditions.items()})

    @cached_property
    def condition_words(self) -> Mapping[str, str]:
        """The slugs of conditions by their names and slugs, as `plain` makes them."""
        rows = {slug: row for slug, row in self.conditions.items() if type(row) is Condition}
        names = {plain(name): slug for slug, row in rows.items() for name in row.name.values()}
        return MappingProxyType({**names, **{plain(slug): slug for slug in rows}})

    @cached_property
    def figure_rules(self) -> FigureRules:
        """What it says about a creature's figures."""
        types = {
            slug: BonusType(
                bonuses_add=row.bonuses_add,
                penalties_add=row.penalties_add,
                lost_with_dexterity=row.lost_with_dexterity,
                worn=row.worn,
            )
            for slug, row in self.bonuses.items()
        }
        if not self._open_rules:
            adds = self.mechanisms.stacking == "add"  # C-236
            untyped = BonusType(bonuses_add=adds, penalties_add=adds)
            types = {**types, UNTYPED: untyped, **BY_DOCUMENTS}
        return FigureRules(
            types=types,
            skills=self.skills,
            score_changes=self.mechanisms.scores,
            initiative=self.turn.initiative,
            actions=self.turn.actions,
            helpless_dexterity=0 if self._open_rules else self.helpless.dexterity_0,
        )
