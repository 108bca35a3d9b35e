"""The sheet of a member: its lines in the form, read and written, and its figures as receipts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, TypeAlias, TypeVar, get_args

from core.creatures import MODES, Attack, Sheet
from core.messages import (
    N_,
    Kilograms,
    KmPerHour,
    Message,
    Metres,
    Refusal,
    Template,
    exact,
    yes_no,
)
from core.play import queries, status
from core.play.facts.fight.combatants import named
from core.play.facts.state import Counter, Member, State, free_token
from core.play.fight.fight_scene import shape_as_mount
from core.play.fight.health import health, why_health
from core.play.party.membership import fresh_id, refuse_nonsense
from core.play.union import Assets
from core.receipts import Receipt
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Burden, Ruleset
from core.travel.movers import Mover
from core.values import Struct, replace
from tui.kit import lengths
from tui.kit.numbers import read_decimal
from tui.kit.phrases import phrase, say
from tui.kit.pick_list import PickRow
from tui.play.creature_lines.attack_lines import read_attack, write_attack
from tui.play.creature_lines.figures import check_figure
from tui.play.creature_lines.hero_words import hero_words, plain

Role: TypeAlias = Literal["character", "mount", "vehicle"]
ROLES: tuple[Role, ...] = get_args(Role)
Known = TypeVar("Known", bound=str)
BURDENS = ("none", "light", "medium", "heavy")


TRAVEL: Mapping[str, tuple[Template, Template]] = {
    "name": ("name", "as the players say it"),
    "token": ("letter", "one letter; not u, w, o"),
    "role": ("is a", "character, mount or vehicle"),
    "moves": ("moves as", "race, mount, vehicle; 9 m, fly 18 m"),
    "armor": ("armour", "none, light, medium, heavy"),
    "load": ("load", "light, medium, heavy; kg on a mount"),
    "con": ("Con", "score; or a modifier as +2"),
    "hp": ("hit points", "when unhurt"),
    "level": ("level", "or hit dice"),
    "weight": ("weighs", "kg with gear, as a rider"),
    "pulls": ("pulls", "the id of the vehicle it draws"),
    "counters": ("counters", "stamina 20, resolve 3/4"),
}
"""Lines of the form by their ids: the label of each, and a hint of what to write."""
FIGURES: Mapping[str, tuple[Template, Template]] = {
    "size": ("size", "M; L long reach 2 space 3"),
    "ac": ("AC", "18; 18 dex 1: Dex part; sf 13 eac 12"),
    "init": ("initiative", "modifier, +2"),
    "saves": ("saves", "Fort Ref Will: +7 +2 +3; - unknown"),
    "perception": ("Perception", "modifier"),
    "acrobatics": ("Acrobatics", "modifier"),
    "speeds": ("squares", "if not as moves: walk 6, fly 12"),
    "run": ("runs x", "if not as armour and load say"),
    "traits": ("traits", "always: darkvision, prone ..."),
}
"""The lines for a fight, before those of the attacks."""
LABELS = {id: label for id, (label, _) in (*TRAVEL.items(), *FIGURES.items())}
CHECKED = ("con", "hp", "level", "weight")
"""Numbers that have bounds."""

ATTACK = "attack-"
"""Begins the ids of the lines that hold an attack."""
BLANK_ATTACKS = 2
"""Empty lines for attacks beside those that are written down."""
AT_LEAST = 4
REACTION = "reaction"
NO_REACTION = "no_reaction"
"""Words among the traits: whether it strikes at who moves, where not everybody does (C-118)."""
REACTS = {None: (), True: (REACTION,), False: (NO_REACTION,)}


def form_lines(member: Member) -> Mapping[str, tuple[Template, Template]]:
    """All lines of the form of `member`: travel, then fight, with some for further attacks."""
    if member.sheet is None:
        count = 0
    else:
        count = len(member.sheet.attacks)
    hints = (
        N_("longsword +8/+3 1d8+4 19-20x2"),
        N_("longbow +5 1d8 x3 range 20 bow"),
        N_("spiked chain +6 2d4+4 reach 2 near"),
    )
    attacks = range(max(AT_LEAST, count + BLANK_ATTACKS))
    more = {f"{ATTACK}{n + 1}": (N_("attack"), hints[n % len(hints)]) for n in attacks}
    return {**TRAVEL, **FIGURES, **more}


def pick_rows(field: str, state: State, rules: Ruleset) -> tuple[PickRow, ...]:
    """The rows to pick from for a line of the form, with their figures; () for a free line."""
    match field:
        case "role":
            return tuple(PickRow(role, role) for role in ROLES)
        case "moves":
            return tuple(_movers(rules))
        case "armor":
            return tuple(_burden(slug, rules.armor.get(slug)) for slug in BURDENS)
        case "load":
            return tuple(_burden(slug, rules.load.get(slug)) for slug in BURDENS[1:])
        case "pulls":
            drawn = (m for m in state.members if m.role == "vehicle")
            return tuple(PickRow(m.id, m.name) for m in drawn)
        case "size":
            ranked = sorted(rules.combat.sizes.items(), key=lambda one: one[1].rank)
            return tuple(
                _row(slug, one, Message("{length} wide", length=Metres(one.space_m)))
                for slug, one in ranked
            )
        case "traits":
            rows = sorted(rules.combat.conditions.items(), key=lambda one: not one[1].trait)
            words = (PickRow(REACTION, "reaction"), PickRow(NO_REACTION, "no reaction"))
            return (*(_row(slug, one) for slug, one in rows if not one.situation), *words)
    return ()


def _row(slug: str, row: TableRow, *figures: Message) -> PickRow:
    names = tuple(row.name.values())
    return PickRow(slug, row.shown(), ", ".join(map(say, figures)), also=names)


def _movers(rules: Ruleset) -> Iterator[PickRow]:
    for slug, race in rules.races.items():
        slowed = Message("{speed} when slowed", speed=Metres(race.slowed_speed_m))
        if race.keeps_speed:
            slowed = Message("never slowed")
        yield _row(slug, race, Message("{speed} a round", speed=Metres(race.base_speed_m)), slowed)
    for slug, mount in rules.mounts.items():
        loaded = Message(
            "{pace} from {least}, carries up to {most}",
            pace=KmPerHour(mount.loaded_km_h),
            least=Kilograms(mount.loaded_from_kg),
            most=Kilograms(mount.loaded_to_kg),
        )
        yield _row(slug, mount, Message("{pace}", pace=KmPerHour(mount.km_h)), loaded)
    for slug, vehicle in rules.vehicles.items():
        yield _row(slug, vehicle, Message("{pace}", pace=KmPerHour(vehicle.km_h)))


def _burden(slug: str, row: Burden | None) -> PickRow:
    if row is None:
        return PickRow(slug, slug)
    slows = Message("slows") if row.slows else Message("does not slow")
    return PickRow(slug, slug, ", ".join((say(slows), phrase("runs x{n}", n=row.run_multiplier))))


def spelled(values: Mapping[str, str], rules: Ruleset) -> dict[str, str]:
    """`values` with race, mount or vehicle by its id, however it is spelt; a mount is one."""
    row = hero_words(rules).get(plain(values["moves"]))
    if row is None or row[0] not in ("race", "mount", "vehicle"):
        return dict(values)
    kind, slug = row
    role = values["role"] if kind == "race" else kind
    return {**values, "moves": slug, "role": role}


class SheetForm(Struct):
    """The form of `member`, who is of the party of `state` or joins it."""

    member: Member
    state: State
    assets: Assets

    def read(self, values: Mapping[str, str]) -> Member:
        """The member as the lines describe it, however they are spelt. Refusals of `read_sheet`.

        A blank initiative is the usual one of the system: that of Dexterity or Perception; a blank
        size of a mount that of its kind.
        """
        rules = self.assets.rules
        member = read_sheet(spelled(values, rules), self.member)
        sheet = member.sheet
        if sheet is None:
            return member
        if not values["size"]:
            sheet = shape_as_mount(sheet, member.mover, rules)
        if not values["init"]:
            usual = rules.combat.turn.usual_init(sheet.dexterity, sheet.perception)
            sheet = replace(sheet, init=usual or 0)
        return replace(member, sheet=sheet)

    def known(self, values: Mapping[str, str]) -> tuple[Member, State]:
        """The same with an id, and the state without it."""
        member = self.read(values)
        others = tuple(m for m in self.state.members if m.id != member.id)
        if member.id:
            known = member
        else:
            known = with_id(member, self.state)
        return known, replace(self.state, members=others)

    def wrong_on(self, id: str, values: Mapping[str, str]) -> Message | None:
        """Why this line is wrong; None when what is wrong was so before, in another."""
        wrong = self._wrong_alone(id, values)
        if wrong == self._refused(self._written):
            return None
        return wrong

    def wrong_at(self, values: Mapping[str, str]) -> tuple[str, Message] | None:
        """The first line (its id) that is wrong by itself, and why; None when all can be kept."""
        for id in form_lines(self.member):
            refusal = self._wrong_alone(id, values)
            if refusal is not None:
                return id, refusal
        refusal = self._refused(values)
        if refusal is None:
            return None
        return ("name", refusal)

    @property
    def _written(self) -> dict[str, str]:
        return write_sheet(self.member) | {"name": self.member.name or "?"}

    def _wrong_alone(self, id: str, values: Mapping[str, str]) -> Message | None:
        together = ("role", "moves") if id in ("moves", "armor", "load") else ()
        trial = self._written | {key: values[key] for key in (*together, id)}
        if id == "role" and any(role.startswith(trial[id].lower()) for role in ROLES):
            trial[id] = "character"  # what it is goes with what it moves as, which is the next line
        return self._refused(trial)

    def _refused(self, values: Mapping[str, str]) -> Message | None:
        try:
            member, others = self.known(values)
            refuse_nonsense(member, others, self.assets)
            queries.moving(member, self.state, self.assets)
            if member.sheet is not None:
                check_words(member.sheet, self.assets.rules)
        except Refusal as refusal:
            return refusal.message
        return None


def blank(rules: Ruleset) -> Member:
    """A member of whom nothing is known; where the ruleset wants a speed, of 9 m."""
    net = rules.mechanisms.speed == "net"
    if net:
        return Member("", "", "", mover=Mover(speed_m=Fraction(9)))
    return Member("", "", "")


def with_id(member: Member, state: State) -> Member:
    """A new member with an id of its own, and a letter unless it has one."""
    known = replace(member, id=fresh_id(member.name, state))
    return replace(known, token=known.token or free_token(state, known))


def write_sheet(member: Member) -> dict[str, str]:
    """The values of the lines for `member`, blank ones too."""
    mover = member.mover
    load = exact(mover.load_kg) if mover.mount else mover.load
    if member.con_mod is None:
        modifier = ""
    else:
        modifier = f"{member.con_mod:+d}"
    return dict.fromkeys(form_lines(member), "") | {
        "name": member.name,
        "token": member.token,
        "role": member.role,
        "moves": _moves(mover),
        "armor": mover.armor,
        "load": load,
        "con": modifier if member.con_score is None else str(member.con_score),
        "hp": "" if member.hp is None else str(member.hp),
        "level": str(member.level),
        "weight": exact(member.weight_kg),
        "pulls": member.pulls,
        "counters": ", ".join(map(_counter, member.counters or ())),
        **write_figures(member.sheet),
    }


def read_sheet(values: Mapping[str, str], member: Member) -> Member:
    """`member` as the lines describe it. Refusal names the line at fault."""
    for id in CHECKED:
        if text := values[id]:
            _number(id, text, r"[+-]?\d+([.,]\d+)?")
            check_figure(id, text, Message(LABELS[id]))
    role = _one_of(values["role"] or "character", ROLES, "'{text}' is not one of {choices}.")
    signed = values["con"][:1] in ("+", "-")
    if len(values["token"]) > 1 or values["token"].lower() in ("u", "w", "o"):
        raise Refusal("bad_token", "The letter must be a single letter other than u, w or o.")
    if not values["name"]:
        raise Refusal("no_name", "A member needs a name.")
    return replace(
        member,
        name=values["name"],
        token=values["token"],
        role=role,
        mover=_read_mover(values, role, member.mover),
        con_score=None if signed else _whole(values, "con"),
        con_mod=_whole(values, "con") if signed else None,
        hp=_whole(values, "hp"),
        level=_whole(values, "level") or 1,
        weight_kg=_number("weight", values["weight"] or "0"),
        pulls=values["pulls"],
        counters=_read_counters(values["counters"]),
        sheet=read_figures(values),
    )


def _moves(mover: Mover) -> str:
    if mover.vehicle_class:
        flying = " flying" if mover.flying else ""
        return f"{mover.vehicle_class} {exact(mover.vehicle_km_h or Fraction(0))} km/h{flying}"
    if mover.fly_speed_m is not None:
        return f"fly {exact(mover.fly_speed_m)}"
    speed = mover.base_speed_m or mover.speed_m
    told = "" if speed is None else exact(speed)
    return mover.race or mover.mount or mover.vehicle or told


POWERED = re.compile(r"(light|large)\s+(\d+(?:[.,]\d+)?)\s*(?:km/h)?\s*(flying)?")
FLYING = re.compile(r"fly\s+(\d+(?:[.,]\d+)?)\s*m?")
SPEED = re.compile(r"(\d+(?:[.,]\d+)?)\s*m?")


def _read_mover(values: Mapping[str, str], role: Role, before: Mover) -> Mover:
    moves = values["moves"].lower()
    load = values["load"].lower()
    if powered := POWERED.fullmatch(moves):
        return Mover(
            vehicle_class=powered[1],
            vehicle_km_h=_number("moves", powered[2]),
            flying=bool(powered[3]),
        )
    if flying := FLYING.fullmatch(moves):
        return Mover(fly_speed_m=_number("moves", flying[1]))
    speed = SPEED.fullmatch(moves)
    if speed and (role != "character" or before.speed_m is not None):
        return Mover(speed_m=_number("moves", speed[1]))
    if role == "mount":
        if not load or load in BURDENS:
            load = "0"
        else:
            load = load.removesuffix("kg").strip()
        return Mover(mount=moves or "pony", load_kg=_number("load", load))
    if role == "vehicle":
        return Mover(vehicle=moves or "cart_or_wagon")
    armor = _one_of(values["armor"] or "none", BURDENS, "Armour '{text}' is not one of {choices}.")
    load = _one_of(values["load"] or "light", BURDENS[1:], "Load '{text}' is not one of {choices}.")
    kept = (before.bonuses, before.barbarian)
    if speed:
        return Mover(None, None, None, _number("moves", speed[1]), armor, load, *kept)
    return Mover(None, None, moves or "human", None, armor, load, *kept)


def _counter(one: Counter) -> str:
    if one.now == one.most:
        return f"{one.name} {one.most}"
    return f"{one.name} {one.now}/{one.most}"


def _read_counters(text: str) -> tuple[Counter, ...] | None:
    found = []
    for part in (part.strip().lower() for part in text.split(",") if part.strip()):
        read = re.fullmatch(r"([a-z]+) (?:(\d{1,3})/)?(\d{1,3})", part)
        if read is None or int(read[2] or 0) > int(read[3]):
            raise Refusal(
                "bad_figure",
                "'{text}' is not a counter. Write it as in stamina 20, resolve 3/4.",
                text=part,
            )
        found.append(Counter(read[1], int(read[2] or read[3]), int(read[3])))
    return tuple(found) or None


def _one_of(text: str, choices: tuple[Known, ...], template: str) -> Known:
    for choice in choices:
        if choice.startswith(text.lower()):
            return choice
    raise Refusal("bad_choice", template, text=text, choices=choices)


def _number(id: str, text: str, form: str = r"\d+(?:[.,]\d+)?") -> Fraction:
    if not re.fullmatch(form, text, re.ASCII):
        raise Refusal(
            "bad_number",
            "{line}: '{text}' is not a number.",
            line=Message(LABELS[id]),
            text=text,
        )
    try:
        return read_decimal(text)
    except Refusal as wrong:
        raise Refusal(
            wrong.code, "{line}: {wrong}", line=Message(LABELS[id]), wrong=wrong.message
        ) from wrong


def _whole(values: Mapping[str, str], id: str) -> int | None:
    if values[id]:
        return int(_number(id, values[id], r"[+-]?\d{1,6}"))
    return None


def write_figures(sheet: Sheet | None) -> dict[str, str]:
    """The lines for `sheet`, without blank ones for more attacks; {} when there is none."""
    if sheet is None:
        return {}
    return {
        "size": _words(
            sheet.size,
            "long" if sheet.long else "",
            _said("reach {}", sheet.reach),
            _said("space {}", sheet.space),
        ),
        "ac": _words(
            _said("{}", sheet.ac),
            _said("dex {:+d}", sheet.dexterity),
            _said("eac {}", sheet.eac),
        ),
        "init": f"{sheet.init:+d}",
        "saves": _saves(sheet),
        "perception": _said("{:+d}", sheet.perception),
        "acrobatics": _said("{:+d}", sheet.acrobatics),
        "speeds": ", ".join(f"{mode} {squares}" for mode, squares in sheet.speeds),
        "run": _said("{}", sheet.run),
        "traits": ", ".join((*sheet.traits, *REACTS[sheet.reaction])),
        **{f"{ATTACK}{n}": write_attack(attack) for n, attack in enumerate(sheet.attacks, 1)},
    }


def read_figures(values: Mapping[str, str]) -> Sheet | None:
    """Read the lines; None when all are blank. Refusals name the line at fault."""
    attacks = [text for id, text in values.items() if id.startswith(ATTACK) and text]
    if not attacks and not any(values[id] for id in FIGURES):
        return None
    ac, dexterity, eac = _read_ac(values["ac"])
    fortitude, reflex, will = _read_saves(values["saves"])
    words = [word for word in re.split(r"[,\s]+", values["traits"]) if word]
    return replace(
        _read_size(values["size"]),
        ac=ac,
        dexterity=dexterity,
        init=_whole(values, "init") or 0,
        fortitude=fortitude,
        reflex=reflex,
        will=will,
        perception=_whole(values, "perception"),
        acrobatics=_whole(values, "acrobatics"),
        speeds=_read_speeds(values["speeds"]),
        run=_whole(values, "run"),
        traits=tuple(word for word in words if word not in (REACTION, NO_REACTION)),
        reaction=REACTION in words if {REACTION, NO_REACTION} & set(words) else None,
        attacks=tuple(map(read_attack, attacks)),
        eac=eac,
    )


def check_words(sheet: Sheet, rules: Ruleset) -> None:
    """Refuse ("bad_figure") a size or trait that the ruleset does not have."""
    if sheet.size not in rules.combat.sizes:
        raise _unknown("size", sheet.size, rules.combat.sizes)
    for trait in sheet.traits:
        if trait not in rules.combat.conditions:
            raise _unknown("traits", trait, rules.combat.conditions)


def _unknown(id: str, word: str, known: Iterable[str]) -> Refusal:
    near = get_close_matches(word, known, n=1) or [", ".join(known)]
    return Refusal(
        "bad_figure",
        "{line}: these rules have no '{word}'. Did you mean {nearest}?",
        line=Message(LABELS[id]),
        word=word,
        nearest=near[0],
    )


def _said(form: str, number: int | None) -> str:
    if number is None:
        return ""
    return form.format(number)


def _wrong(id: str, text: str) -> Refusal:
    return Refusal(
        "bad_figure",
        "{line}: '{text}' is not valid. Write {hint}.",
        line=Message(LABELS[id]),
        text=text,
        hint=Message(FIGURES[id][1]),
    )


def _words(*words: str) -> str:
    return " ".join(filter(None, words))


def _read_size(text: str) -> Sheet:
    pattern = r"(?:([A-Za-z]+))?( long)?(?: reach (\d{1,3}))?(?: space (\d{1,2}))?"
    found = re.fullmatch(pattern, " ".join(text.split()))
    if found is None:
        raise _wrong("size", text)
    reach, space = (None if number is None else int(number) for number in found.group(3, 4))
    return Sheet((found[1] or "M").upper(), bool(found[2]), reach, space)


def _read_ac(text: str) -> tuple[int | None, ...]:
    pattern = r"(-?\d{1,3})?(?: ?dex ([+-]?\d{1,3}))?(?: ?eac (\d{1,3}))?"
    found = re.fullmatch(pattern, " ".join(text.lower().split()))
    if found is None:
        raise _wrong("ac", text)
    return tuple(None if number is None else int(number) for number in found.groups())


def _saves(sheet: Sheet) -> str:
    saves = (sheet.fortitude, sheet.reflex, sheet.will)
    told = " ".join(_said("{:+d}", save) or "-" for save in saves)
    if told == "- - -":
        return ""
    return told


def _read_saves(text: str) -> tuple[int | None, int | None, int | None]:
    if not text:
        return None, None, None
    words = re.split(r"[/,\s]+", text)
    if len(words) != 3 or not all(re.fullmatch(r"-|[+-]?\d{1,3}", word) for word in words):
        raise _wrong("saves", text)
    fortitude, reflex, will = (None if word == "-" else int(word) for word in words)
    return fortitude, reflex, will


def _read_speeds(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for part in (part.strip().lower() for part in text.split(",") if part.strip()):
        speed = re.fullmatch(r"(?:([a-z]+) )?(\d{1,3})", part)
        mode = "walk" if speed is None else speed[1] or "walk"
        if speed is None or mode not in MODES:
            raise _wrong("speeds", part)
        found.append((mode, int(speed[2])))
    return tuple(found)


def receipts(member: Member, state: State, assets: Assets) -> Iterator[Receipt]:
    """A member's fight receipts; none for one without sheet, wounds or conditions."""
    found = health(member, assets.rules)
    if found.slug != "ok":
        yield why_health(found, assets.rules)
    if member.temporary:
        yield Receipt(Message("temporary hit points"), member.temporary)
    for one in member.counters or ():
        of = Message("{now} of {most}", now=one.now, most=one.most)
        yield Receipt(Message("{name}", name=one.name), of)
    for lasting in member.lasting:
        label = Message(
            "{condition}, {until}",
            condition=status.condition(lasting, assets),
            until=status.until(lasting.until, state),
        )
        brought = Message("brought by {source}", source=named(state, lasting.source))
        yield Receipt(label, "", parts=(Receipt(brought, ""),) if lasting.source else ())
    if member.sheet is not None:
        yield from _figures(member.sheet)


def _figures(sheet: Sheet) -> Iterator[Receipt]:
    if sheet.ac is not None:
        within = (
            ()
            if sheet.dexterity is None
            else (Receipt(Message("Dexterity within it"), _plus(sheet.dexterity)),)
        )
        yield Receipt(Message("Armour Class"), sheet.ac, parts=within)
    if sheet.eac is not None:
        yield Receipt(Message("Armour Class against energy"), sheet.eac)
    yield Receipt(Message("initiative"), _plus(sheet.init))
    saves = (
        (N_("Fortitude"), sheet.fortitude),
        (N_("Reflex"), sheet.reflex),
        (N_("Will"), sheet.will),
        (N_("Perception"), sheet.perception),
        (N_("Acrobatics"), sheet.acrobatics),
    )
    for label, number in saves:
        if number is not None:
            yield Receipt(Message(label), _plus(number))
    for mode, squares in sheet.speeds:
        yield Receipt(Message("speed, {mode}", mode=mode), lengths.metres(squares))
    if sheet.traits:
        yield Receipt(Message("always"), sheet.traits)
    if sheet.reaction is not None:
        reacts = Message("has a reaction to strike at who moves, where not everybody has")
        yield Receipt(reacts, yes_no(sheet.reaction))
    if sheet.attacks:
        yield Receipt(Message("in hand"), "", parts=tuple(map(_attack, sheet.attacks)))


def _plus(number: int) -> Message:
    return Message("{number:+}", number=number)


def _attack(attack: Attack) -> Receipt:
    line = write_attack(attack)
    bonuses = "/".join(f"{bonus:+d}" for bonus in attack.bonuses)
    rest = line[line.index(bonuses, len(attack.name)) + len(bonuses) :].strip()
    parts = (Receipt(Message("{rest}", rest=rest), ""),) if rest else ()
    return Receipt(Message("{name}", name=attack.name), bonuses, parts=parts)
