"""Companies of travellers: the slowest sets the pace (T-153), the shortest day binds (T-154)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Literal

from core.effects.figures import PresentFigure
from core.messages import Factor, KmPerHour, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover, Rate, ResolvedMover, rate, resolve
from core.travel.stretches import Stretch
from core.travel.travellers_now import TravelEffect, constitution_check_now, pace_now
from core.values import Struct, replace

Role = Literal["walker", "ridden", "draft", "team", "cart", "powered", "carried"]


class Traveller(Struct):
    """A traveller: a character, mount, led animal or vehicle, with the figures for checks.

    `con_mod` None: no Constitution is known, so no chances are computed. `hp` current hit
    points, `nonlethal` nonlethal damage so far. `rides` names the traveller that carries this
    one, so that it neither checks nor tires (T-169), `led` is an animal that walks without a
    rider (Q-15), `draft` one that draws a vehicle of the company (T-170). `exhausted` goes at half
    its pace where the switch "marches_exhaust" is on (T-123). `effects` are its conditions, which
    change its pace and its checks; `con_score` is its Constitution where that is known. `carries`:
    it goes on its own feet with another on its back.
    """

    name: str
    mover: Mover
    con_mod: int | None = None
    hp: int | None = None
    level: int = 1
    nonlethal: int = 0
    rides: str = ""
    led: bool = False
    draft: bool = False
    exhausted: bool = False
    carries: bool = False
    effects: tuple[TravelEffect, ...] = ()
    con_score: int | None = None

    def __hash__(self) -> int:
        """Return a cheap hash for caches."""
        return hash((self.name, self.hp, self.nonlethal))


class Fellow(Struct):
    """A traveller, resolved under the ruleset, with its role.

    `check` is its Constitution check as it is now.

    Role: `walker` (flyers and led animals too) checks and takes nonlethal damage, and so does
    `team`, which draws a vehicle and checks by the switch of that name; `ridden`,
    `draft` and `cart` (the animals that draw it) fail every check and take lethal damage;
    `powered` never tires; `carried` neither checks nor tires.
    """

    traveller: Traveller
    moving: ResolvedMover
    role: Role
    check: PresentFigure = PresentFigure(0, 0)

    @property
    def con_mod(self) -> int | None:
        """The modifier of its Constitution checks now; None where it is not known."""
        if self.traveller.con_mod is None:
            return None
        return self.traveller.con_mod + self.check.change

    @property
    def name(self) -> str:
        """The traveller's name."""
        return self.traveller.name

    @property
    def driven(self) -> bool:
        """Whether it is ridden or draws a vehicle: every check fails, lethally."""
        return self.role in ("ridden", "draft", "cart")


class PaceFactor(Struct):
    """What slows or speeds the whole party on land: its pace is `times` as great.

    It holds for `hours` of the clock from now; None: it does not end by itself. `receipt` is its
    receipt, whose label names it.
    """

    times: Fraction
    receipt: Receipt
    hours: Fraction | None = None


def slow_pace(times: Fraction, reason: str) -> PaceFactor:
    """Return what the GM slows (or speeds) a pace by, without an end; its label is the reason."""
    label = Message("{reason}", reason=reason) if reason else Message("slowed")
    return PaceFactor(times, Receipt(label, Factor(times), source="GM"))


class Company(Struct):
    """Travellers who stay together, resolved under a ruleset: see `assemble`.

    `factors` are what slows or speeds them all, now; `after` says what of it is left later.
    """

    fellows: tuple[Fellow, ...]
    factors: tuple[PaceFactor, ...] = ()

    def __hash__(self) -> int:
        """Return a hash for caches that leaves out the receipts."""
        return hash(tuple([f.traveller for f in self.fellows]))

    @property
    def movers(self) -> tuple[Fellow, ...]:
        """The fellows that set the pace, without riders, passengers and draft animals."""
        drawn = any(f.role == "cart" for f in self.fellows)
        skipped = ("carried", "draft", "team") if drawn else ("carried",)
        return tuple(f for f in self.fellows if f.role not in skipped)

    @property
    def walkers(self) -> tuple[Fellow, ...]:
        """The fellows that make Constitution checks and take nonlethal damage (T-108, T-169)."""
        return tuple(f for f in self.fellows if f.role in ("walker", "team"))

    @property
    def driven(self) -> tuple[Fellow, ...]:
        """Ridden mounts and draft animals: they fail every check, lethally (T-167, T-170)."""
        return tuple(f for f in self.fellows if f.driven)

    @property
    def powered(self) -> tuple[Fellow, ...]:
        """Powered vehicles, whose day cannot be exceeded (T-206)."""
        return tuple(f for f in self.fellows if f.role == "powered")

    @property
    def with_vehicle(self) -> bool:
        """Whether a vehicle on wheels makes trails trackless for all (T-137)."""
        return any(f.role in ("cart", "powered") and not f.moving.flying for f in self.fellows)

    @property
    def flies(self) -> bool:
        """Whether the whole company flies, so that the ground does not matter (T-142)."""
        return all(f.moving.flying for f in self.movers)

    @property
    def slowest(self) -> Fellow:
        """The fellow with the least pace on open ground; of equals the first listed (T-153)."""
        return min(self.movers, key=lambda f: f.moving.km_h)

    @property
    def pace(self) -> Rate:
        """The walking pace of the company on open ground, and why (T-153)."""
        moving = self.slowest.moving
        return _with_factors(Rate(moving.km_h, Fraction(1), moving.receipt), self.factors)

    @property
    def day_hours(self) -> Fraction:
        """The ordinary day of the company in hours: the shortest of its members' (T-154)."""
        return min(f.moving.day_hours for f in self.movers)

    def pace_setter(self, stretch: Stretch, rules: Ruleset, pace: str = "walk") -> Fellow:
        """Return the slowest fellow on this stretch of land (T-153)."""
        return min(self.movers, key=lambda f: self._rate(f, stretch, rules, pace).km_h)

    def rate_on(self, stretch: Stretch, rules: Ruleset, pace: str = "walk") -> Rate:
        """Return the pace on a stretch of land: the least of the members' for that stretch (T-153).

        `pace` is the company's own; the stretch's pace goes first, and what slows the stretch alone
        comes last. Raises Refusal
        unknown_terrain, unknown_way, no_overland_run, vehicle_has_no_hustle.
        """
        rates = [self._rate(fellow, stretch, rules, pace) for fellow in self.movers]
        factors = self.factors
        if stretch.times != 1:
            factors = (*factors, slow_pace(stretch.times, stretch.because))
        return _with_factors(min(rates, key=lambda found: found.km_h), factors)

    def after(self, hours: Fraction, rules: Ruleset) -> Company:
        """Return the company as it travels `hours` of the clock later."""
        later = self
        if next(self._effect_hours(), None) is not None:
            travellers = (_later(fellow.traveller, hours) for fellow in self.fellows)
            later = replace(_assembled(tuple(travellers), rules), factors=self.factors)
        if not self.factors:
            return later
        left = (
            factor if factor.hours is None else replace(factor, hours=factor.hours - hours)
            for factor in self.factors
        )
        return replace(later, factors=_holding(left))

    def throughout(self) -> Company:
        """Return the company as if what slows or speeds it now lasted for ever."""
        if self.steady_hours is None:
            return self
        return replace(
            self,
            fellows=tuple(
                replace(fellow, traveller=_for_ever(fellow.traveller)) for fellow in self.fellows
            ),
            factors=tuple(replace(f, hours=None) for f in self.factors),
        )

    def _effect_hours(self) -> Iterator[Fraction]:
        # How long the effects on its travellers last that end by themselves.
        for fellow in self.fellows:
            for effect in fellow.traveller.effects:
                if effect.hours is not None:
                    yield effect.hours

    @property
    def steady_hours(self) -> Fraction | None:
        """The hours of the clock until a factor or effect ends; None: none ends by itself."""
        hours = [factor.hours for factor in self.factors if factor.hours is not None]
        hours += self._effect_hours()
        if hours:
            return min(hours)
        return None

    def _rate(self, fellow: Fellow, stretch: Stretch, rules: Ruleset, pace: str) -> Rate:
        return rate(
            fellow.moving,
            rules,
            terrain=stretch.terrain,
            way=stretch.way,
            pace=stretch.pace or pace,
            with_vehicle=self.with_vehicle,
        )


def lead_the_riderless(travellers: Iterable[Traveller]) -> tuple[Traveller, ...]:
    """Return the travellers with `led` set where it follows from who rides what.

    A mount is ridden if some entry's `rides` names it, or if no entry uses `rides` at all
    (then the entry is the mounted traveller). Otherwise it is led and walks (T-169, Q-15).
    """
    party = tuple(travellers)
    ridden = {t.rides for t in party if t.rides}
    if not ridden:
        return party
    return tuple(
        replace(t, led=True) if t.mover.mount and not t.draft and t.name not in ridden else t
        for t in party
    )


def _with_factors(rate: Rate, factors: tuple[PaceFactor, ...]) -> Rate:
    if not factors:
        return rate
    km_h = rate.km_h * prod(factor.times for factor in factors)
    parts = (*rate.receipt.parts, *(factor.receipt for factor in factors))
    return replace(
        rate, km_h=km_h, receipt=replace(rate.receipt, value=KmPerHour(km_h), parts=parts)
    )


def _later(traveller: Traveller, hours: Fraction) -> Traveller:
    left = (
        effect if effect.hours is None else replace(effect, hours=effect.hours - hours)
        for effect in traveller.effects
    )
    holding = tuple(effect for effect in left if effect.hours is None or effect.hours > 0)
    return replace(traveller, effects=holding)


def _for_ever(traveller: Traveller) -> Traveller:
    effects = tuple(replace(effect, hours=None) for effect in traveller.effects)
    return replace(traveller, effects=effects)


def _holding(factors: Iterable[PaceFactor]) -> tuple[PaceFactor, ...]:
    return tuple(f for f in factors if f.hours is None or f.hours > 0)


def assemble(
    travellers: Iterable[Traveller], rules: Ruleset, factors: Iterable[PaceFactor] = ()
) -> Company:
    """Return the company of these travellers under a ruleset.

    `factors` are what slows or speeds them all; those whose hours are over do not count.
    Raises Refusal nobody (an empty company), unknown_mount (`rides` names no traveller),
    rides_round (riders that carry each other), and those of `resolve`.
    """
    company = _assembled(tuple(travellers), rules)
    holding = _holding(factors)
    if holding:
        return replace(company, factors=holding)
    return company


def rested(company: Company, rules: Ruleset) -> Company:
    """Return the company after a night, which leaves nobody exhausted (T-123)."""
    travellers = tuple(fellow.traveller for fellow in company.fellows)
    if not any(traveller.exhausted for traveller in travellers):
        return company
    awake = tuple(replace(traveller, exhausted=False) for traveller in travellers)
    return replace(_assembled(awake, rules), factors=company.factors)


@lru_cache(maxsize=64)
def _assembled(party: tuple[Traveller, ...], rules: Ruleset) -> Company:
    if not party:
        raise Refusal("nobody", "Nobody travels: add a member to the party.")
    carriers = {t.name: t for t in party}
    for traveller in party:
        _check_carrier(traveller, carriers)
    ridden = {t.rides for t in party if t.rides}
    fellows = []
    for traveller in party:
        moving = resolve(traveller.mover, rules)
        if traveller.exhausted and rules.switch("marches_exhaust"):
            moving = _exhausted(moving, rules)
        moving = pace_now(moving, traveller.effects, rules)
        check = constitution_check_now(traveller.effects, traveller.con_score, rules)
        is_ridden = traveller.name in ridden and not traveller.carries
        role = _role(traveller, moving, is_ridden, rules)
        fellows.append(Fellow(traveller, moving, role, check))
    return Company(tuple(fellows))


def _exhausted(moving: ResolvedMover, rules: Ruleset) -> ResolvedMover:
    # T-123
    times = rules.fatigue.exhausted_multiplier
    km_h = moving.km_h * times
    why = rules.cite("T-123", "exhausted", Factor(times), switch="marches_exhaust")
    parts = (*moving.receipt.parts, why)
    receipt = replace(moving.receipt, value=KmPerHour(km_h), parts=parts)
    return replace(moving, km_h=km_h, receipt=receipt)


def _role(traveller: Traveller, moving: ResolvedMover, ridden: bool, rules: Ruleset) -> Role:
    if traveller.rides:
        return "carried"
    if traveller.draft:
        if rules.switch("teams_check") and not ridden:
            return "team"
        return "draft"
    if moving.kind == "cart":
        return "cart"
    if moving.kind == "powered":
        return "powered"
    if ridden or (moving.kind == "mount" and not traveller.led):
        return "ridden"
    return "walker"


def _check_carrier(traveller: Traveller, carriers: dict[str, Traveller]) -> None:
    seen = {traveller.name}
    rider = traveller
    while rider.rides:
        if rider.rides not in carriers:
            raise Refusal(
                "unknown_mount",
                "{rider} rides {mount}, but no traveller has that name.",
                rider=rider.name,
                mount=rider.rides,
            )
        if rider.rides in seen:
            raise Refusal(
                "rides_round",
                "{rider} and {mount} carry each other: change who rides what.",
                rider=traveller.name,
                mount=traveller.rides,
            )
        seen.add(rider.rides)
        rider = carriers[rider.rides]
