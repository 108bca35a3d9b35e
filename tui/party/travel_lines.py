"""The lines of a member's form about the member itself, how it travels first of all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from core.messages import N_, Hours, Kilograms, KmPerHour, Message, Metres, Refusal, Template
from core.play.facts.state import Counter, Member, State
from core.quantities import LENGTH, PACE, WEIGHT, Units, write_quantity
from core.rulesets.schema import Burden, Ruleset
from core.travel.movers import MONK, UNTYPED, Bonus, Mover
from core.values import replace
from tui.kit.phrases import phrase, say, units_in_force
from tui.kit.pick_list import PickRow
from tui.party.form_line import FormLine, WrittenLine, choose, offer_row, write_number
from tui.play.creature_lines.figures import check_bounds
from tui.play.terms import example_lines

Role: TypeAlias = Literal["character", "mount", "vehicle"]
ROLES: tuple[Role, ...] = get_args(Role)
BARBARIAN = "barbarian"
BONUS = re.compile(r"(?P<type>[^\W\d]*(?: [^\W\d]+)*)\s*(?P<sign>[+-]?)\s*(?P<metres>\d.*)")
"""A bonus to the speed by its type: "enhancement 3", "-1.5", "circumstance +3 m"."""
BURDENS = ("none", "light", "medium", "heavy")
USUAL_LOADS = ("", "0", "light")
"""The line of the load where nothing is written of it."""


def _write_name(member: Member) -> str:
    return member.name


def _read_name(written: WrittenLine, member: Member) -> Member:
    if not written.text:
        raise Refusal("no_name", "A member needs a name.")
    return replace(member, name=written.text)


def _write_token(member: Member) -> str:
    return member.token


def _read_token(written: WrittenLine, member: Member) -> Member:
    token = written.text
    if len(token) > 1 or token.lower() in ("u", "w", "o"):
        raise Refusal("bad_token", "The letter must be a single letter other than u, w or o.")
    return replace(member, token=token)


def _write_role(member: Member) -> str:
    return member.role


def _read_role(written: WrittenLine, member: Member) -> Member:
    role = choose(written.text or "character", ROLES, "'{text}' is not one of {choices}.")
    return replace(member, role=role)


def _offer_roles(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for role in ROLES:
        yield PickRow(role, role)


def _write_moves(member: Member) -> str:
    mover = member.mover
    units = units_in_force()
    if mover.vehicle_class:
        flying = " flying" if mover.flying else ""
        pace = write_quantity(mover.vehicle_km_h or Fraction(0), PACE, units)
        room = f", room for {mover.places}" if mover.places else ""
        crew = f", crew {mover.crew}" if mover.crew else ""
        return f"{mover.vehicle_class} {pace} {PACE.usual[units]}{flying}{room}{crew}"
    if mover.fly_speed_m is not None:
        return f"fly {write_quantity(mover.fly_speed_m, LENGTH, units)}"
    speed = mover.base_speed_m or mover.speed_m
    told = "" if speed is None else write_quantity(speed, LENGTH, units)
    kind = mover.race or mover.mount or mover.vehicle
    return spell_slug(kind) if kind else told


def spell_slug(slug: str) -> str:
    """Return the id of a race, mount or vehicle as words, which are read as it: "half orc"."""
    return slug.replace("_", " ")


def slug_of(words: str) -> str:
    """Return the id that `spell_slug` made words of."""
    return words.replace(" ", "_")


POWERED = re.compile(
    r"(light|large)\s+(\d.*?)\s*(flying)?(?:,\s*room for (\d{1,3}))?(?:,\s*crew (\d{1,3}))?"
)
FLYING = re.compile(r"fly\s+(\d.*)")
SPEED = re.compile(r"\d.*")


def _read_mover(written: WrittenLine, role: Role, before: Mover) -> Mover:
    moves = written.text.lower()
    armor = written.values["armor"]
    load = written.values["load"].lower()
    if powered := POWERED.fullmatch(moves):
        _refuse_load(written, "{load}: no rule asks for the load of a powered vehicle.")
        vehicle_class, pace, flies, places, crew = powered.groups()
        return Mover(
            vehicle_class=vehicle_class,
            vehicle_km_h=written.quantity(pace, PACE),
            flying=bool(flies),
            places=int(places or 0) or None,
            crew=int(crew or 0) or None,
        )
    load_kg = _read_load_kg(written) if role != "character" else Fraction(0)
    if flying := FLYING.fullmatch(moves):
        return Mover(fly_speed_m=written.quantity(flying[1], LENGTH), load_kg=load_kg)
    speed = SPEED.fullmatch(moves)
    if role == "mount" and not speed:
        return Mover(mount=slug_of(moves) or "pony", load_kg=load_kg)
    if role == "vehicle" and not speed:
        return Mover(vehicle=slug_of(moves) or "cart_or_wagon", load_kg=load_kg)
    if speed and (role != "character" or before.speed_m is not None):
        if role == "character":
            _refuse_load(written, "{load}: write the speed with this load on the line 'moves as'.")
        return Mover(speed_m=written.quantity(moves, LENGTH), load_kg=load_kg)
    worn = choose(armor or "none", BURDENS, "Armour '{text}' is not one of {choices}.")
    load = choose(load or "light", BURDENS[1:], "Load '{text}' is not one of {choices}.")
    burdened = Mover(
        armor=worn,
        load=load,
        bonuses=before.bonuses,
        barbarian=before.barbarian,
    )
    if speed:
        return replace(burdened, base_speed_m=written.quantity(moves, LENGTH))
    return replace(burdened, race=slug_of(moves) or "human")


def _read_load_kg(written: WrittenLine) -> Fraction:
    """Return the load of an animal or a vehicle; 0 where the line has the usual one of a hero."""
    of_load = TRAVEL["load"].written("load", written.values, written.rules)
    if of_load.text.lower() in USUAL_LOADS:
        return Fraction(0)
    return of_load.quantity(of_load.text, WEIGHT)


def _refuse_load(written: WrittenLine, sentence: Template) -> None:
    """Refuse, "no_load", any but the usual load of one whose load no rule asks for."""
    load = written.values["load"]
    if load.lower() not in USUAL_LOADS:
        raise Refusal("no_load", sentence, load=load)


def _read_moves(written: WrittenLine, member: Member) -> Member:
    return replace(member, mover=_read_mover(written, member.role, member.mover))


def _read_with_moves(written: WrittenLine, member: Member) -> Member:
    """Return the member: armour and load are read with what it moves as."""
    return member


def _offer_movers(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for slug, race in rules.races.items():
        slowed = Message("{speed} when slowed", speed=Metres(race.slowed_speed_m))
        if race.keeps_speed:
            slowed = Message("never slowed")
        yield offer_row(
            spell_slug(slug),
            race,
            Message("{speed} a round", speed=Metres(race.base_speed_m)),
            slowed,
        )
    for slug, mount in rules.mounts.items():
        loaded = Message(
            "{pace} from {least}, carries up to {most}",
            pace=KmPerHour(mount.loaded_km_h),
            least=Kilograms(mount.loaded_from_kg),
            most=Kilograms(mount.loaded_to_kg),
        )
        yield offer_row(
            spell_slug(slug), mount, Message("{pace}", pace=KmPerHour(mount.km_h)), loaded
        )
    for slug, vehicle in rules.vehicles.items():
        yield offer_row(spell_slug(slug), vehicle, Message("{pace}", pace=KmPerHour(vehicle.km_h)))
    for slug, powered in rules.powered.items():
        pace = write_quantity(Fraction(40), PACE, units_in_force())
        line = f"{slug} {pace} {PACE.usual[units_in_force()]}"
        own = Message("its own pace, {hours} a day", hours=Hours(powered.hours))
        yield PickRow(line, powered.name_in(), say(own), also=(slug,))


def _burden(slug: str, row: Burden) -> PickRow:
    slows = Message("slows") if row.slows else Message("does not slow")
    return PickRow(slug, slug, ", ".join((say(slows), phrase("runs x{n}", n=row.run_multiplier))))


def _write_armor(member: Member) -> str:
    return member.mover.armor


def _offer_armor(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for slug in BURDENS:
        if slug in rules.armor:
            yield _burden(slug, rules.armor[slug])


def _write_load(member: Member) -> str:
    if member.mover.vehicle_class is not None:
        return ""
    if member.role != "character":
        return write_quantity(member.mover.load_kg, WEIGHT, units_in_force())
    return member.mover.load


def _offer_loads(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for slug, row in rules.load.items():
        yield _burden(slug, row)


def _write_bonuses(member: Member) -> str:
    units = units_in_force()
    words = [f"{bonus.type} {write_signed(bonus.m, units)}" for bonus in member.mover.bonuses]
    if member.mover.barbarian:
        words.append(BARBARIAN)
    return ", ".join(words)


def write_signed(metres: Fraction, units: Units) -> str:
    """Return a bonus or penalty to a speed as it is typed."""
    sign = "-" if metres < 0 else ""
    return f"{sign}{write_quantity(abs(metres), LENGTH, units)}"


def _read_bonuses(written: WrittenLine, member: Member) -> Member:
    parts = [part.strip().lower() for part in re.split(r"[,;]", written.text) if part.strip()]
    if not parts:
        return replace(member, mover=replace(member.mover, bonuses=(), barbarian=False))
    if member.mover.race is None and member.mover.base_speed_m is None:
        raise Refusal(
            "no_base_speed", "Speed bonuses go with a race or a base speed on the line 'moves as'."
        )
    bonuses = tuple(_read_bonus(written, part) for part in parts if part != BARBARIAN)
    barbarian = BARBARIAN in parts
    return replace(member, mover=replace(member.mover, bonuses=bonuses, barbarian=barbarian))


def _read_bonus(written: WrittenLine, text: str) -> Bonus:
    read = BONUS.fullmatch(text)
    if read is None:
        raise written.wrong(text)
    metres = written.quantity(read["metres"], LENGTH)
    if read["sign"] == "-":
        metres = -metres
    return Bonus(read["type"] or UNTYPED, metres)


def _offer_bonuses(state: State, rules: Ruleset) -> Iterator[PickRow]:
    if rules.mechanisms.speed == "net":
        return
    usual = write_quantity(rules.speeds.barbarian_m, LENGTH, units_in_force())
    meanings = {
        f"enhancement {usual}": Message("a spell or an item; of each type the largest counts"),
        f"{MONK} {usual}": Message("lost in any armour"),
        BARBARIAN: Message("{bonus}, lost in heavy armour", bonus=Metres(rules.speeds.barbarian_m)),
    }
    for words, meaning in meanings.items():
        yield PickRow(words, words, say(meaning))


def _write_con(member: Member) -> str:
    if member.con_score is not None:
        return str(member.con_score)
    return write_number("{:+d}", member.con_mod)


def _read_con(written: WrittenLine, member: Member) -> Member:
    written.check_bounds()
    number = written.whole()
    if written.text.startswith(("+", "-")):
        return replace(member, con_score=None, con_mod=number)
    return replace(member, con_score=number, con_mod=None)


def _write_hp(member: Member) -> str:
    return write_number("{}", member.hp)


def _read_hp(written: WrittenLine, member: Member) -> Member:
    written.check_bounds()
    return replace(member, hp=written.whole())


def _write_level(member: Member) -> str:
    return str(member.level)


def _read_level(written: WrittenLine, member: Member) -> Member:
    written.check_bounds()
    return replace(member, level=written.whole() or 1)


def _write_weight(member: Member) -> str:
    return write_quantity(member.weight_kg, WEIGHT, units_in_force())


def _read_weight(written: WrittenLine, member: Member) -> Member:
    text = written.text or "0"
    weight = written.quantity(text, WEIGHT)
    check_bounds("weight", weight, text, written.label)
    return replace(member, weight_kg=weight)


def _write_pulls(member: Member) -> str:
    return member.pulls


def _read_pulls(written: WrittenLine, member: Member) -> Member:
    return replace(member, pulls=written.text)


def _offer_vehicles(state: State, rules: Ruleset) -> Iterator[PickRow]:
    for member in state.members:
        if member.role == "vehicle":
            yield PickRow(member.id, member.name)


def _write_counter(counter: Counter) -> str:
    if counter.now == counter.most:
        return f"{counter.name} {counter.most}"
    return f"{counter.name} {counter.now}/{counter.most}"


def _write_counters(member: Member) -> str:
    return ", ".join(map(_write_counter, member.counters or ()))


def _read_counters(written: WrittenLine, member: Member) -> Member:
    counters = []
    for part in (part.strip().lower() for part in written.text.split(",") if part.strip()):
        read = re.fullmatch(r"([a-z]+) (?:(\d{1,3})/)?(\d{1,3})", part)
        if read is None:
            raise _no_counter(part, written.rules)
        name, now, most = read.groups()
        if int(now or 0) > int(most):
            raise _no_counter(part, written.rules)
        counters.append(Counter(name, int(now or most), int(most)))
    return replace(member, counters=tuple(counters) or None)


def _no_counter(text: str, rules: Ruleset) -> Refusal:
    return Refusal(
        "bad_figure",
        "'{text}' is not a counter. Write it as in {example}.",
        text=text,
        example=", ".join(example_lines(rules, "counters")),
    )


TRAVEL: Mapping[str, FormLine[Member]] = {
    "name": FormLine(
        label=N_("name"),
        hint=N_("as the players say it"),
        write=_write_name,
        read=_read_name,
    ),
    "token": FormLine(
        label=N_("letter"),
        hint=N_("one letter; not u, w, o"),
        write=_write_token,
        read=_read_token,
    ),
    "role": FormLine(
        label=N_("is a"),
        hint=N_("character, mount or vehicle"),
        write=_write_role,
        read=_read_role,
        offer=_offer_roles,
    ),
    "moves": FormLine(
        label=N_("moves as"),
        hint=N_("{example}"),
        example="moves",
        write=_write_moves,
        read=_read_moves,
        offer=_offer_movers,
    ),
    "armor": FormLine(
        label=N_("armour"),
        hint=N_("none, light, medium, heavy"),
        write=_write_armor,
        read=_read_with_moves,
        offer=_offer_armor,
        fits=lambda rules: bool(rules.armor),
    ),
    "load": FormLine(
        label=N_("load"),
        hint=N_("{example} on a mount"),
        example="load",
        write=_write_load,
        read=_read_with_moves,
        offer=_offer_loads,
    ),
    "bonuses": FormLine(
        label=N_("speed bonuses"),
        hint=N_("enhancement 3, monk 3, barbarian"),
        imperial_hint=N_("enhancement 10, monk 10, barbarian"),
        write=_write_bonuses,
        read=_read_bonuses,
        offer=_offer_bonuses,
    ),
    "con": FormLine(
        label=N_("Con"),
        hint=N_("score; or a modifier as +2"),
        write=_write_con,
        read=_read_con,
    ),
    "hp": FormLine(
        label=N_("hit points"),
        hint=N_("when unhurt"),
        write=_write_hp,
        read=_read_hp,
    ),
    "level": FormLine(
        label=N_("level"),
        hint=N_("or hit dice"),
        write=_write_level,
        read=_read_level,
    ),
    "weight": FormLine(
        label=N_("weighs"),
        hint=N_("kg with gear, as a rider"),
        imperial_hint=N_("lb with gear, as a rider"),
        write=_write_weight,
        read=_read_weight,
    ),
    "pulls": FormLine(
        label=N_("pulls"),
        hint=N_("the id of the vehicle it draws"),
        write=_write_pulls,
        read=_read_pulls,
        offer=_offer_vehicles,
    ),
    "counters": FormLine(
        label=N_("counters"),
        hint=N_("{example}"),
        example="counters",
        write=_write_counters,
        read=_read_counters,
    ),
}
"""The lines of the member itself by their ids, in the order of the form.

They are read in this order: what a member moves as depends on what it is.
"""
