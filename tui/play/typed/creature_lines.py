"""Creatures in one line: "Borin dwarf heavy con16 hp34 ac20", "bandit x4 hp11 ac14 +3 1d6+1".

The name comes first, and in quotes where it would be read otherwise; then words and figures in any
order; an attack, as in `attack_lines`, at the end, or several, each after a semicolon. Lengths are
metres, unless a unit says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from core.bestiary import Beast
from core.creatures import Attack, Mode, Sheet
from core.dice import modifier
from core.messages import N_, Kilograms, KmPerHour, Message, Metres, Refusal, Value
from core.play import queries
from core.play.facts.riding import loaded
from core.play.facts.state import Counter, Member, State
from core.play.facts.table.commands import Join
from core.play.fight.fight_scene import shape_as_mount
from core.play.fight.setup.recruits import TRAITS
from core.play.party.membership import fresh_id, join
from core.play.union import Assets
from core.rulesets.combat_schema import TurnRules
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from core.values import Struct, replace
from tui.kit.lengths import SQUARE
from tui.kit.numbers import read_decimal
from tui.kit.phrases import METRES_IN_A_FOOT
from tui.play.typed.attack_lines import BONUSES, read_attack

KEYS: Mapping[str, str] = {
    "con": "con", "constitution": "con", "dex": "dex", "dexterity": "dex",
    "hp": "hp", "level": "level", "lvl": "level", "hd": "level",
    "ac": "ac", "kac": "ac", "eac": "eac", "ff": "ff", "init": "init", "initiative": "init",
    "fort": "fortitude", "fortitude": "fortitude", "ref": "reflex", "reflex": "reflex",
    "will": "will", "per": "perception", "perception": "perception",
    "acro": "acrobatics", "acrobatics": "acrobatics",
    "speed": "speed", "weight": "weight", "weighs": "weight",
    "stamina": "stamina", "sp": "stamina", "resolve": "resolve", "rp": "resolve",
    "str": "str", "int": "int", "wis": "wis", "cha": "cha", "touch": "touch",
}  # fmt: skip
"""Words before a number, and the figure that they mean."""
COUNTERS = ("stamina", "resolve")
UNUSED = ("str", "int", "wis", "cha", "touch")
"""TypedFigures that sheets have and that no rule here asks for."""
SIGNED = ("init", "fortitude", "reflex", "will", "perception", "acrobatics")
MOST: Mapping[str, int] = {
    "con": 99, "dex": 99, "hp": 9999, "level": 99, "ac": 99, "eac": 99, "ff": 99, "speed": 300,
    "weight": 9999,
}  # fmt: skip
"""The largest figure that is no slip of the finger; 99 for those not named."""
FIGURE = re.compile(r"([a-z]+)[:=]?([+-]?\d{1,6}(?:[.,]\d+)?)(m|ft|kg)?")
AMOUNT = re.compile(r"([+-]?\d{1,6}(?:[.,]\d+)?)(m|ft|kg)?")
TIMES = re.compile(r"x(\d{1,2})|(\d{1,2})x")
SIZES: Mapping[str, str] = {
    "fine": "F", "diminutive": "D", "tiny": "T", "small": "S", "medium": "M", "large": "L",
    "huge": "H", "gargantuan": "G", "colossal": "C",
}  # fmt: skip
"""Words for the size of a creature that is made up at the table, and its letter on a sheet."""
POWERED_LINE = re.compile(
    r"(?P<name>[^,;]+?)\s*,?\s+(?P<kind>light|large)(?:\s+vehicle)?"
    r"\s+(?P<pace>\d{1,4}(?:[.,]\d+)?)\s*km/h(?P<flying>\s+flying)?",
    re.IGNORECASE,
)
"""A powered vehicle in one line: "Rover light 30 km/h", "Skimmer large 80 km/h flying"."""
MODE_SPEED = re.compile(
    r"(?P<mode>fly|swim|climb|burrow)[:=]?(?P<length>\d{1,3}(?:[.,]\d+)?)(?P<unit>m|ft)?"
)
"""A speed besides that on foot of a creature that is made up at the table: "fly12m"."""
ON = ("on", "riding", "rides")
ARTICLES = ("a", "an", "the", "his", "her", "their")
NEAR = 0.75

CLASSES = (
    "alchemist barbarian bard cavalier champion cleric druid envoy fighter gunslinger inquisitor"
    " investigator magus mechanic monk mystic operative oracle paladin ranger rogue solarian"
    " soldier sorcerer summoner swashbuckler technomancer witch wizard"
)
"""Words of a hero that no rule here asks for."""
SHOOTERS = re.compile(r".*(bow|sling|pistol|rifle|javelin|dart)s?")
"""Names of weapons that want a range."""

Kind: TypeAlias = Literal[
    "race", "mount", "vehicle", "armor", "load", "trait", "barbarian", "size", "class", "people"
]
Row: TypeAlias = tuple[Kind, str]


class TypedFigures(Struct):
    """What the numbers of a line say; None = not given. `attack` is that at its end."""

    con_score: int | None = None
    con_mod: int | None = None
    hp: int | None = None
    level: int | None = None
    speed_m: Fraction | None = None
    weight_kg: Fraction | None = None
    sheet: tuple[tuple[str, int | str], ...] = ()
    attacks: tuple[Attack, ...] = ()
    unused: tuple[str, ...] = ()
    counters: tuple[Counter, ...] | None = None

    def on(self, sheet: Sheet | None) -> Sheet | None:
        """Return a sheet (None = a blank one) with these; None when none is given either."""
        if not self.sheet and not self.attacks:
            return sheet
        changes: dict[str, Any] = dict(self.sheet)
        found = replace(sheet or Sheet(), **changes)
        return replace(found, attacks=self.attacks) if self.attacks else found


class Hero(Struct):
    """The member of a line, and the mount that it brings, if any (first of `members`).

    `taken` is what was not written, in words, `unused` the figures that are not kept, and `line`
    what was typed.
    """

    members: tuple[Member, ...]
    taken: tuple[Message, ...] = ()
    unused: tuple[str, ...] = ()
    line: str = ""

    @property
    def member(self) -> Member:
        """The member itself."""
        return self.members[-1]


def join_heroes(heroes: Iterable[Hero]) -> Join:
    """Return the one command by which all of them join, mounts before their riders."""
    first, *more = (member for hero in heroes for member in hero.members)
    return Join(first, tuple(more) or None)


def read_heroes(text: str, state: State, assets: Assets) -> tuple[Hero, ...]:
    """Read a hero from each line that is not blank: all of them, or none.

    Refusals "no_name", "unknown_word", "bad_figure", those of an attack and of `join`; of several
    lines with the number of the line.
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    found = []
    for number, line in lines:
        try:
            hero = read_hero(line, state, assets)
        except Refusal as wrong:
            if len(lines) == 1:
                raise
            raise Refusal(
                wrong.code, "Line {line}: {wrong}", line=number, wrong=wrong.message
            ) from None
        found.append(hero)
        state = replace(state, members=(*state.members, *hero.members))
    return tuple(found)


def read_hero(line: str, state: State, assets: Assets) -> Hero:
    """Read one line. Refusals as `read_heroes`."""
    rules = assets.rules
    powered = POWERED_LINE.fullmatch(line.strip())
    if powered is not None:
        return _powered(powered, line, state, assets)
    text, attacks = _parted(line)
    name, rest = _named(text, hero_words(rules))
    figures, words, tail = _figures(rest, rules.combat.turn)
    said = _Said(rules, state, speed=figures.speed_m is not None)
    attacks = (*_attack_at_end(words, tail, said), *attacks)
    figures = replace(figures, attacks=attacks, sheet=(*figures.sheet, *said.size))
    mover, role, taken = _mover(said, figures, rules)
    sheet = figures.on(None)
    traits = said.traits_and_senses
    if traits:
        sheet = replace(sheet or Sheet(), traits=traits)
    if sheet is not None and "size" not in said.rows:
        sheet = shape_as_mount(sheet, mover, rules)
    brought: tuple[Member, ...] = ()
    carrier = said.ride
    if carrier is not None and not carrier.id:
        carrier = _joined(carrier, state, assets)
        state = replace(state, members=(*state.members, carrier))
        brought = (carrier,)
    member = Member(
        "", name, "", role,
        mover=mover,
        level=figures.level or 1,
        con_score=figures.con_score,
        con_mod=figures.con_mod,
        hp=figures.hp,
        weight_kg=figures.weight_kg or Fraction(0) if role == "character" else Fraction(0),
        rides="" if carrier is None else carrier.id,
        sheet=sheet,
        counters=figures.counters,
    )  # fmt: skip
    member = _joined(member, state, assets)
    queries.moving(member, replace(state, members=(*state.members, member)), assets)
    unused = (*said.unused, *figures.unused)
    no_eyes = traits == tuple(said.traits)
    if mover.race is None and "race" in said.rows and not said.size and no_eyes:
        unused = (rules.races[said.rows["race"]].shown().lower(), *unused)
    return Hero((*brought, member), (*taken, *_missing(member)), unused, line.strip())


def _powered(found: re.Match[str], line: str, state: State, assets: Assets) -> Hero:
    # T-206: `moving` refuses it where no powered vehicles exist
    name = found["name"].strip().strip('"')
    mover = Mover(
        vehicle_class=found["kind"].lower(),
        vehicle_km_h=read_decimal(found["pace"]),
        flying=found["flying"] is not None,
    )
    vehicle = _joined(Member("", name, "", "vehicle", mover), state, assets)
    queries.moving(vehicle, replace(state, members=(*state.members, vehicle)), assets)
    return Hero((vehicle,), (), (), line.strip())


def describe_hero(hero: Hero, state: State, assets: Assets) -> tuple[Value, ...]:
    """Return what a line becomes, a message each: how it moves, its fight, what was taken."""
    everybody = replace(state, members=(*state.members, *hero.members))
    told: list[Value] = [_moves(member, everybody, assets) for member in reversed(hero.members)]
    told += _fights(hero.member, assets.rules)
    if hero.taken:
        told.append(Message("taken: {what}", what=hero.taken))
    if hero.unused:
        told.append(Message("not needed: {what}", what=hero.unused))
    return tuple(told)


def _moves(member: Member, state: State, assets: Assets) -> Message:
    mover, moving = member.mover, queries.moving(member, state, assets)
    tables = (assets.rules.races, assets.rules.mounts, assets.rules.vehicles)
    slugs = (mover.race, mover.mount, mover.vehicle)
    what: list[Value] = [
        table[slug].shown().lower() for slug, table in zip(slugs, tables, strict=True) if slug
    ]
    if mover.race is not None or mover.base_speed_m is not None:
        what.append(Message("no armour") if mover.armor == "none"
                    else Message("{weight} armour", weight=mover.armor))  # fmt: skip
        what.append(Message("{weight} load", weight=mover.load))
    if moving.speed_m is not None:
        what.append(Message("{speed} a round", speed=Metres(moving.speed_m)))
    what.append(KmPerHour(moving.km_h))
    if member.role == "mount":
        what.append(Message("carries {load}", load=Kilograms(loaded(member, state).load_kg)))
    carrier = state.member(member.rides) if member.rides else None
    if carrier is not None:
        what.append(Message("rides {mount}", mount=carrier.name))
    return Message("{name} ({letter}): {what}", name=member.name, letter=member.token,
                   what=tuple(what))  # fmt: skip


def _fights(member: Member, rules: Ruleset) -> Iterator[Value]:
    sheet = member.sheet
    said: list[Message | str] = [] if member.hp is None else [Message("HP {n}", n=member.hp)]
    if member.con_score is not None:
        said.append(Message("Con {score} ({modifier:+})", score=member.con_score,
                            modifier=modifier(member.con_score)))  # fmt: skip
    elif member.con_mod is not None:
        said.append(Message("Con {modifier:+}", modifier=member.con_mod))
    said += [Message("{name} {now}", name=one.name, now=one.now) for one in member.counters or ()]
    if sheet is not None:
        if sheet.dexterity is not None:
            said.append(Message("Dex {modifier:+}", modifier=sheet.dexterity))
        if sheet.eac is not None:
            said.append(Message("EAC {n}", n=sheet.eac))
        if sheet.ac is not None:
            said.append(Message("AC {n}" if sheet.eac is None else "KAC {n}", n=sheet.ac))
        said.append(Message("initiative {n:+}", n=sheet.init))
        said += [rules.combat.sizes[sheet.size].shown()] if sheet.size != Sheet().size else []
        said += [trait.replace("_", " ") for trait in sheet.traits]
        said += [Message("{attack} {bonus:+}", attack=one.name, bonus=one.bonuses[0])
                 for one in sheet.attacks]  # fmt: skip
    if said:
        yield tuple(said)


def _missing(member: Member) -> Iterator[Message]:
    if member.role != "character":
        return
    if member.con_score is None and member.con_mod is None:
        yield Message("Con unknown")
    if member.hp is None:
        yield Message("hit points unknown")
    if member.rides and not member.weight_kg:
        yield Message("{weight} in the saddle", weight=Kilograms(0))
    for one in member.sheet.attacks if member.sheet is not None else ():
        if one.mode == "melee" and SHOOTERS.fullmatch(one.name.lower()):
            yield Message("{weapon} strikes in melee: write range 12 behind one that shoots",
                          weapon=one.name)  # fmt: skip


# the words of a line


def hero_words(rules: Ruleset) -> dict[str, Row]:
    """Return the words of a line without figures, as `plain` makes them, with their rows."""
    found: dict[str, Row] = {plain(trait): ("trait", trait) for trait in TRAITS}
    found["lowlightvision"] = "trait", "low_light"
    tables: tuple[tuple[Kind, Mapping[str, TableRow]], ...] = (
        ("people", rules.peoples), ("vehicle", rules.vehicles), ("mount", rules.mounts),
        ("race", rules.races),
    )  # fmt: skip
    for kind, table in tables:
        for slug, row in table.items():
            names = (slug.replace("_", " "), *row.name.values())
            spelt = (part for name in names for part in (name, *name.split(" or ")))
            found |= {plain(name): (kind, slug) for name in spelt}
    for slug, size in rules.combat.sizes.items():
        found.setdefault(plain(size.shown()), ("size", slug))
    for name, suit in rules.suits.items() if rules.armor else ():
        names = (name, f"{name}armor", f"{name}armour", *suit.name.values())
        found |= {plain(one): ("armor", suit.armor) for one in names}
    for slug in rules.armor:
        found |= {f"{slug}armour": ("armor", slug), f"{slug}armor": ("armor", slug)}
        if slug != "none":
            found[slug] = ("armor", slug)
    if rules.armor:
        found |= {f"{slug}load": ("load", slug) for slug in rules.load}
        bare = ("unarmoured", "unarmored", "noarmour", "noarmor")
        found |= dict.fromkeys(bare, ("armor", "none")) | {"barbarian": ("barbarian", "")}
    for word in CLASSES.split():
        found.setdefault(word, ("class", word))
    return found


def words_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the words that a line completes: races, armour, mounts, traits."""
    slugs = (*rules.races, *rules.armor, *rules.mounts, *sorted(TRAITS))
    return tuple(slug.replace("_", "-") for slug in slugs if slug != "none")


def plain(words: str) -> str:
    """Return words as they are compared: "Half-Orc" is "halforc"."""
    return re.sub(r"[\W_]", "", words.casefold())


def _named(line: str, known: Mapping[str, Row]) -> tuple[str, list[str]]:
    text = line.strip()
    if quoted := re.match(r'"([^"]+)"\s*,?', text):
        return quoted[1].strip(), _tokens(text[quoted.end() :])
    before, comma, after = text.partition(",")
    words = before.split()
    if comma and words and not any(plain(w) in known or _is_figure(w) for w in words[1:]):
        return before.strip(), _tokens(after)
    tokens = _tokens(text)
    if not tokens or _is_figure(tokens[0]):
        raise Refusal("no_name", "The name comes first, as in Borin dwarf heavy con16 hp34.")
    end = 1
    while end < len(tokens) and tokens[end][:1].isupper() and _is_name(tokens[end:], known):
        end += 1
    return " ".join(tokens[:end]), tokens[end:]


def _parted(line: str) -> tuple[str, tuple[Attack, ...]]:
    text, *attacks = line.split(";")
    return text, tuple(read_attack(attack) for attack in attacks if attack.strip())


def _is_name(words: Sequence[str], known: Mapping[str, Row]) -> bool:
    first = plain(words[0])
    said = _is_figure(words[0]) or first in KEYS or _longest(words, known)
    return not (said or get_close_matches(first, known, n=1, cutoff=NEAR))


def _is_figure(word: str, bare: re.Pattern[str] = AMOUNT) -> bool:
    found = FIGURE.fullmatch(word.lower())
    return bool(bare.fullmatch(word.lower())) or (found is not None and found[1] in KEYS)


def _tokens(text: str) -> list[str]:
    return re.sub(r",(?!\d)", " , ", text).split()


def _longest(words: Sequence[str], known: Mapping[str, Row]) -> int:
    sizes = (n for n in (3, 2, 1) if n <= len(words) and plain("".join(words[:n])) in known)
    return next(sizes, 0)


class _Said:
    """What the words of a line say, one after the other; `speed`: the line has one."""

    def __init__(self, rules: Ruleset, state: State, *, speed: bool) -> None:
        self.rules, self.state, self.speed = rules, state, speed
        self.known = hero_words(rules)
        self.rows: dict[str, str] = {}
        self.traits: list[str] = []
        self.ride: Member | None = None
        """What it rides: a mount of the party, or a new one, without an id."""
        self.unknown: list[str] = []
        self.unused: list[str] = []

    def read(self, words: Sequence[str]) -> None:
        """Take in further words. Refusal "unknown_word"."""
        rest = list(words)
        while rest:
            del rest[: self._word(rest)]

    @property
    def size(self) -> tuple[tuple[str, str], ...]:
        """The size as a figure of the sheet; () for the usual one."""
        people = self.rules.peoples.get(self.rows.get("race") or self.rows.get("people", ""))
        usual = Sheet().size
        size = self.rows.get("size", usual if people is None else people.size)
        return (("size", size),) if size != usual else ()

    @property
    def traits_and_senses(self) -> tuple[str, ...]:
        """The traits of the line, then what the eyes of its race give, each once."""
        race = self.rules.races.get(self.rows.get("race", ""))
        senses = () if race is None else race.senses
        return tuple(dict.fromkeys((*self.traits, *senses)))

    def _word(self, words: list[str]) -> int:
        if words[0].lower() in ON:
            return self._mounted(words)
        size = _longest(words, self.known)
        if not size:
            self.unknown.append(words[0])
            return 1
        kind, slug = self.known[plain("".join(words[:size]))]
        if self.unknown:
            raise unknown_word(self.unknown[0], self.known, self.rules)
        if kind == "trait":
            self.traits.append(slug)
        elif kind == "people" and not self.speed:
            others = [word for word, row in self.known.items() if row[0] != "people"]
            raise unknown_word(words[0], others, self.rules)
        elif kind in ("class", "people"):
            self.unused.append(slug.replace("_", "-"))
            self.rows.setdefault(kind, slug)
        elif self.rows.get(kind, slug) != slug:
            raise Refusal("unknown_word", "'{word}': the line says {other} already.",
                          word=" ".join(words[:size]), other=self.rows[kind])  # fmt: skip
        else:
            self.rows[kind] = slug
        return size

    def _mounted(self, words: list[str]) -> int:
        start = 2 if len(words) > 2 and words[1].lower() == "on" else 1
        new = len(words) > start and words[start].lower() in ARTICLES
        start += new
        for size in (3, 2, 1):
            called = " ".join(words[start : start + size])
            if len(words) < start + size:
                continue
            members = self.state.members
            here = next((m for m in members if m.role != "character"
                         and plain(m.name) == plain(called)), None)  # fmt: skip
            if here is not None and not (new and any(m.rides == here.id for m in members)):
                self.ride = here
                return start + size
            slug = self._mount(called)
            if slug:
                name = self._free_name(self.rules.mounts[slug].name["en"])
                self.ride = Member("", name, "", "mount", Mover(mount=slug))
                return start + size
        asked = " ".join(words[start : start + 1])
        raise unknown_word(asked, map(plain, self.rules.mounts), self.rules)

    def _mount(self, called: str) -> str:
        row = self.known.get(plain(called))
        if row is not None:
            return row[1] if row[0] == "mount" else ""
        found = [slug for slug in self.rules.mounts if called.lower() in slug.split("_")]
        if len(found) > 1:
            raise Refusal("unknown_word", "'{word}' could mean {found}.", word=called,
                          found=tuple(slug.replace("_", " ") for slug in found))  # fmt: skip
        return found[0] if found else ""

    def _free_name(self, name: str) -> str:
        taken = {plain(member.name) for member in self.state.members}
        named = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
        return next(one for one in named if plain(one) not in taken)


def unknown_word(word: str, known: Iterable[str], rules: Ruleset) -> Refusal:
    """Return the Refusal of a word that a line cannot have, with the nearest that it can."""
    if plain(word) in KEYS:
        return Refusal("bad_figure", "Write a number after {word}, as in {word}12.", word=word)
    words = {plain(one): one for one in (*known, *KEYS, *ON)}
    readable = {plain(one): one for one in words_of(rules)}
    near = get_close_matches(plain(re.sub(r"\d.*", "", word)), words, n=1, cutoff=0.7)
    if near:
        return Refusal("unknown_word", "'{word}' is not a word of a hero; did you mean {nearest}?",
                       word=word, nearest=readable.get(near[0], words[near[0]]))  # fmt: skip
    if not rules.races:
        return Refusal(
            "unknown_word",
            "'{word}' is not a word of a hero. These rules have no table of races and armour:"
               " write the speed, as in speed9m.",
            word=word,
        )  # fmt: skip
    return Refusal(
        "unknown_word",
        "'{word}' is not a word of a hero. Write a race, the armour and figures, as in {example}.",
        word=word, example="Borin dwarf heavy con16 hp34 ac20",
    )  # fmt: skip


def _mover(
    said: _Said, figures: TypedFigures, rules: Ruleset
) -> tuple[Mover, Literal["character", "mount", "vehicle"], tuple[Message, ...]]:
    rows, speed = said.rows, figures.speed_m
    armor, load = rows.get("armor", "none"), rows.get("load", "light")
    if "mount" in rows:
        return Mover(mount=rows["mount"], load_kg=figures.weight_kg or Fraction(0)), "mount", ()
    if "vehicle" in rows:
        return Mover(vehicle=rows["vehicle"]), "vehicle", ()
    if not rules.races:
        taken = () if speed is not None else (Message("speed {speed}", speed=Metres(9)),)
        return Mover(speed_m=Fraction(9) if speed is None else speed), "character", taken
    barbarian = "barbarian" in rows
    if speed is not None:
        base = Mover(base_speed_m=speed, armor=armor, load=load, barbarian=barbarian)
        return base, "character", ()
    race = rows.get("race", "human")
    walker = Mover(race=race, armor=armor, load=load, barbarian=barbarian)
    return walker, "character", () if "race" in rows else (Message("human"),)


def _joined(member: Member, state: State, assets: Assets) -> Member:
    named = replace(member, id=fresh_id(member.name, state))
    return join(named, state, assets).member


# the figures of a line


def _figures(
    tokens: Sequence[str], turn: TurnRules | None = None
) -> tuple[TypedFigures, list[list[str]], list[str]]:
    # the words come in groups, between which there are commas or figures
    found: dict[str, tuple[str, str]] = {}
    words: list[list[str]] = [[]]
    at = 0
    while at < len(tokens):
        token = tokens[at].lower()
        glued, amount = FIGURE.fullmatch(token), AMOUNT.fullmatch(token)
        after = AMOUNT.fullmatch(tokens[at + 1].lower()) if at + 1 < len(tokens) else None
        key = ""
        if glued and glued[1] in KEYS:
            key, number, unit = KEYS[glued[1]], glued[2], glued[3]
        elif token.rstrip(":=") in KEYS and after:
            key, number, unit = KEYS[token.rstrip(":=")], after[1], after[2]
            at += 1
        elif amount and amount[2]:
            key, number, unit = "weight" if amount[2] == "kg" else "speed", amount[1], amount[2]
        elif BONUSES.fullmatch(token):
            tail = [word for word in tokens[at:] if word != ","]
            return _read(found, turn), words, tail
        if key in found:
            raise Refusal("bad_figure", "'{word}' is in the line twice.", word=key)
        if key:
            found[key] = number, unit or ""
        if not key and token != ",":
            words[-1].append(tokens[at])
        elif words[-1]:
            words.append([])
        at += 1
    return _read(found, turn), words, []


def _read(found: Mapping[str, tuple[str, str]], turn: TurnRules | None) -> TypedFigures:
    numbers = {key: _number(key, *value) for key, value in found.items()}
    whole = {key: int(number) for key, number in numbers.items()}
    sheet = {key: whole[key] for key in ("ac", "eac", *SIGNED) if key in whole}
    if "dex" in whole:
        signed = found["dex"][0][0] in "+-"
        sheet["dexterity"] = whole["dex"] if signed else modifier(whole["dex"])
    if turn is not None:
        usual = turn.usual_init(sheet.get("dexterity"), sheet.get("perception"))
        if usual is not None:
            sheet.setdefault("init", usual)
    if "ff" in whole and "ac" in whole:
        sheet["dexterity"] = whole["ac"] - whole["ff"]
    unused = UNUSED if "ac" in whole else (*UNUSED, "ff")
    signed = "con" in found and found["con"][0][0] in "+-"
    return TypedFigures(
        con_score=None if signed else whole.get("con"),
        con_mod=whole["con"] if signed else None,
        hp=whole.get("hp"),
        level=whole.get("level"),
        speed_m=numbers.get("speed"),
        weight_kg=numbers.get("weight"),
        sheet=tuple(sheet.items()),
        unused=tuple(f"{key}{found[key][0]}" for key in unused if key in found),
        counters=tuple(Counter(key, whole[key], whole[key]) for key in COUNTERS if key in whole)
        or None,
    )


def _number(key: str, text: str, unit: str) -> Fraction:
    if (unit == "kg") != (key == "weight") and unit:
        raise Refusal("bad_figure", "{word}: '{text}' has the wrong unit.", word=key,
                      text=f"{text}{unit}")  # fmt: skip
    check_figure(key, text, key)
    number = read_decimal(text)
    if number.denominator > 1 and key not in ("speed", "weight"):
        raise Refusal("bad_figure", "{word} is a whole number, not {number}.",
                      word=key, number=text)  # fmt: skip
    return number * METRES_IN_A_FOOT if unit == "ft" else number


def check_figure(key: str, text: str, name: Message | str) -> None:
    """Refuse, "bad_figure", a number that no sheet has under this key ("con", "hp")."""
    most = MOST.get(key, 99)
    modifier = key in SIGNED or (key in ("con", "dex") and text[0] in "+-")
    least = -most if modifier else 0 if key == "weight" else 1
    if not least <= read_decimal(text) <= most:
        raise Refusal("bad_figure", "{word} is from {least} to {most}, not {number}.",
                      word=name, least=least, most=most, number=text)  # fmt: skip


def _attack_at_end(
    words: Sequence[Sequence[str]], tail: Sequence[str], said: _Said
) -> tuple[Attack, ...]:
    for group in words[: -1 if tail else None]:
        said.read(group)
        if said.unknown:
            raise unknown_word(said.unknown[0], said.known, said.rules)
    if not tail:
        return ()
    said.read(words[-1])
    for word in said.unknown:
        if get_close_matches(plain(word), said.known, n=1, cutoff=NEAR):
            raise unknown_word(word, said.known, said.rules)
    return (_attack(said.unknown, tail),)


def _attack(weapon: Sequence[str], tail: Sequence[str]) -> Attack:
    return read_attack(" ".join((*(weapon or ("attack",)), *tail)))


# creatures made up at the table


class MadeUp(Struct):
    """A creature made up in one line: how many, its name, and its figures."""

    count: int
    name: str
    figures: TypedFigures
    traits: tuple[str, ...] = ()
    speeds: tuple[tuple[Mode, int], ...] = ()
    """Its speeds in squares, but for that on foot."""

    @property
    def own(self) -> bool:
        """Whether it has a figure of its own, and not a number of creatures alone."""
        return bool(self.traits or self.speeds) or self.figures != TypedFigures()

    def beast(self, base: Beast | None) -> Beast:
        """Return it as a kind of creature: `base` with the figures of the line, or a new one."""
        given = self.figures
        slug = re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_") or "creature"
        kind = base or Beast(slug, (("en", self.name),), Sheet(), usual_init=True)
        sheet = given.on(kind.sheet) or kind.sheet
        written: list[tuple[Mode, int]] = [*self.speeds]
        if given.speed_m is not None:
            written.insert(0, ("walk", int(given.speed_m / SQUARE)))
        named = {mode for mode, _ in written}
        others = (one for one in sheet.speeds if one[0] not in named)
        sheet = replace(sheet, speeds=(*written, *others))
        names = tuple((("en", one.name),) for one in given.attacks) or kind.attack_names
        return replace(
            kind,
            sheet=replace(sheet, traits=(*sheet.traits, *self.traits)),
            hp=kind.hp if given.hp is None else given.hp,
            hp_dice=kind.hp_dice if given.hp is None else "",
            level=kind.level if given.level is None else given.level,
            con_score=kind.con_score if given.con_score is None else given.con_score,
            attack_names=names,
            usual_init=kind.usual_init and "init" not in dict(given.sheet),
        )


def read_made_up(words: Sequence[str], count: int = 1) -> MadeUp | None:
    """Read "bandit x4 hp11 ac14 +3 1d6+1" or "hauler large hp30"; None without a figure in it.

    Refusals "no_name", "unknown_word", "bad_figure", and those of an attack.
    """
    text, attacks = _parted(" ".join(words))
    tokens = [word for word in _tokens(text) if word != ","]
    starts = (
        n for n, word in enumerate(tokens)
        if _is_figure(word, BONUSES) or TIMES.fullmatch(word.lower())
        or MODE_SPEED.fullmatch(word.lower())
    )  # fmt: skip
    start = next(starts, len(tokens) if attacks else None)
    if start is None:
        return None
    named = tokens[:start]
    sizes: list[str] = []
    if len(named) > 1 and named[-1].lower() in SIZES:
        sizes.append(SIZES[named.pop().lower()])
    name = " ".join(named).strip('"')
    rest: list[str] = []
    speeds: list[tuple[Mode, int]] = []
    for word in tokens[start:]:
        times = TIMES.fullmatch(word.lower())
        if times and not any(map(BONUSES.fullmatch, rest)):
            count = int(times[1] or times[2])
        elif size := _size_of(word):
            sizes.append(size)
        elif mode := MODE_SPEED.fullmatch(word.lower()):
            speeds.append(_mode_speed(mode))
        else:
            rest.append(word)
    if not name and (rest or attacks):
        raise Refusal("no_name", "The name comes first, as in bandit x4 hp11 ac14 +3 1d6+1.")
    known = {plain(trait): trait for trait in TRAITS}
    figures, groups, tail = _figures(rest)
    others = [word for group in groups for word in group]
    traits = tuple(known[plain(word)] for word in others if plain(word) in known)
    weapon = [word for word in others if plain(word) not in known]
    if tail:
        attacks = (_attack(weapon, tail), *attacks)
    elif weapon:
        near = get_close_matches(plain(weapon[0]), (*known, *KEYS), n=1)
        template = N_("'{word}' is not a figure. Write it as in bandit x4 hp11 ac14 +3 1d6+1.")
        if near:
            template = N_("'{word}' is not a figure; did you mean {nearest}?")
        raise Refusal("unknown_word", template, word=weapon[0], nearest="".join(near))
    sheet = (*figures.sheet, *(("size", size) for size in sizes))
    figures = replace(figures, sheet=sheet, attacks=attacks)
    return MadeUp(count, name, figures, traits, tuple(speeds))


def _mode_speed(found: re.Match[str]) -> tuple[Mode, int]:
    modes: Mapping[str, Mode] = {
        "fly": "fly", "swim": "swim", "climb": "climb", "burrow": "burrow"
    }  # fmt: skip
    metres = _number("speed", found["length"], found["unit"] or "")
    return modes[found["mode"]], max(1, int(metres / SQUARE))


def _size_of(word: str) -> str:
    # a capital among the figures, where no name is
    if word in SIZES.values():
        return word
    return SIZES.get(word.lower(), "")
