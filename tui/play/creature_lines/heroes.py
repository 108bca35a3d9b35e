"""Heroes in one line: "Borin dwarf heavy con16 hp34 ac20".

The name comes first, and in quotes where it would be read otherwise; then words and figures in any
order; an attack, as in `attack_lines`, at the end, or several, each after a semicolon. Lengths and
weights without a unit are in that of the GM.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from core.bestiary import Beast, with_usual_reaction
from core.characters import plain
from core.creatures import Attack, Sheet
from core.defences import cut_defences
from core.effects.worn import cut_worn
from core.messages import Kilograms, Message, Metres, Refusal
from core.play import queries
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Join, Mounting
from core.play.fight.fight_scene import shape_as_mount
from core.play.party.animals import take_figures
from core.play.party.membership import fresh_member_id, join, refuse_ride
from core.play.union import Assets
from core.quantities import METRES_IN_A_SQUARE
from core.rulesets.creature_words import CreatureWords, count_weapon, creature_words
from core.rulesets.schema import Ruleset, WeaponRow
from core.travel.movers import Mover, net_speed
from core.values import Struct, replace
from tui.play.animals import fit_out, read_animals, read_beasts
from tui.play.creature_lines.behind_attacks import pull_hero_words
from tui.play.creature_lines.body_words import (
    REACH,
    WALK,
    BodyWords,
    divide_attacks,
    name_attack,
    refuse_without_figure,
    split_creature,
)
from tui.play.creature_lines.cargo import (
    bears_load,
    describe_bulk,
    load_with,
    name_unasked_load,
    pull_cargo,
    refuse_load,
)
from tui.play.creature_lines.class_levels import CLASSES, read_levels
from tui.play.creature_lines.figure_words import (
    assumed_attacks,
    assumed_lengths,
    unranged_attacks,
)
from tui.play.creature_lines.figures import (
    KEYS,
    TypedFigures,
    describe_low_scores,
    is_figure,
    read_figures,
    read_weapon,
    split_words,
)
from tui.play.creature_lines.hero_words import (
    ABOARD,
    ARTICLES,
    ON,
    Kind,
    Row,
    begun_people,
    hero_words,
    kinds_of,
    refuse_kinds,
    unknown_word,
)
from tui.play.creature_lines.not_needed import pull_rating, pull_skills
from tui.play.creature_lines.powered import read_powered
from tui.play.creature_lines.ridden_last import CARRIERS, PERSONS, put_on_last, refuse_undecided
from tui.play.creature_lines.riders import split_rider
from tui.play.creature_lines.runs import divide_runs
from tui.play.creature_lines.shorthand import pull_lost, quote_name, respell, split_with
from tui.play.creature_lines.teams import Team, describe_new, refuse_by_name, split_team
from tui.play.creature_lines.unknown import read_naming_all
from tui.play.terms import example_lines

NEAR = 0.75
CALLED = ("named", "called")
ARMOUR = ("light", "medium", "heavy")
"""Words of armour, which some rules have no table for."""
MOUNT = "mount"
"""The word of an animal with a speed of its own."""
WORN_IN = "in"
"""The word before a suit of armour, as before a vehicle."""
USUAL_SPEED = Fraction(9)
"""The speed of a hero in metres where neither the rules nor the line has one (house default)."""
SLOWING = ("medium load", "heavy load")
UNLISTED = frozenset(
    ("ox", "oxen", "donkey", "ass", "elephant", "llama", "yak", "reindeer", "buffalo")
)
"""Animals that draw and carry, where neither the rules nor the bestiary have them."""
MOST_OF_CARRIER = 3
"""The most words of the name of a mount or vehicle."""
WHO_IN_BRACKETS = re.compile(r"^([^(),;\d]+)\(([^()+]*)\)")
"""Who it is in brackets behind the name: "Nebin (gnome wizard 4)"."""
PERSONAL = frozenset(
    ("race", "people", "class", "armor", "barbarian", "mount", "vehicle", "animal", "beast")
)
"""What a line says of who is no animal or vehicle, or which it is."""


class Hero(Struct):
    """The member of a line, behind the mount or before the animals that it brings, if any.

    `taken` is what was not written, in words, `unused` the figures that are not kept, and `line`
    what was typed. `rider` is the id of the hero who is here already and rides it ("" = nobody).
    """

    members: tuple[Member, ...]
    taken: tuple[Message, ...] = ()
    unused: tuple[str | Message, ...] = ()
    line: str = ""
    rider: str = ""

    @property
    def member(self) -> Member:
        """The member itself; of a wagon and its animals the wagon."""
        not_pulling = (one for one in reversed(self.members) if not one.pulls)
        return next(not_pulling, self.members[-1])

    def joining(self, state: State) -> State:
        """Return the state with its members, and with the rider who was here mounted."""
        here = (self._mounted(member) for member in state.members)
        return replace(state, members=(*here, *self.members))

    def _mounted(self, member: Member) -> Member:
        if member.id == self.rider:
            return replace(member, rides=self.member.id)
        return member


def join_heroes(heroes: Sequence[Hero]) -> Join:
    """Return the one command by which all of them join, mounts before their riders."""
    first, *more = (member for hero in heroes for member in hero.members)
    riders = tuple(Mounting(hero.rider, hero.member.id) for hero in heroes if hero.rider)
    return Join(first, tuple(more) or None, riders=riders or None)


def read_heroes(text: str, state: State, assets: Assets) -> tuple[Hero, ...]:
    """Read a hero from each line that is not blank: all of them, or none.

    Refusals "no_name", "unknown_word", "bad_figure", those of an attack and of `join`; of several
    lines with the number of the line.
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    heroes = []
    for number, line in lines:
        try:
            hero = read_hero(line, state, assets)
        except Refusal as wrong:
            if len(lines) == 1:
                raise
            raise Refusal(
                wrong.code, "Line {line}: {wrong}", line=number, wrong=wrong.message
            ) from None
        heroes.append(hero)
        state = hero.joining(state)
    return tuple(heroes)


def read_hero(line: str, state: State, assets: Assets) -> Hero:
    """Read one line. Refusals as `read_heroes`, and "no_hero" of a line that is no hero's."""
    if line.lstrip().startswith(":"):
        raise Refusal(
            "no_hero",
            "{line} is no hero: an empty Enter lets those join who are here, then type it.",
            line=line.strip(),
        )
    return read_naming_all(line, lambda text: _read_hero(text, state, assets))


def _read_hero(line: str, state: State, assets: Assets) -> Hero:
    ridden = _read_ridden(line, state, assets)
    if ridden is not None:
        return ridden
    words = creature_words(assets.rules)
    whole, lost = pull_lost(quote_name(line))
    bare = cut_worn(whole, words.bonus_types)
    cut = cut_defences(bare.text, words.kinds or None, words.traits)
    skilled, cargo = pull_cargo(respell(cut.text, two_armours=words.two_armours))
    unrated, rating = pull_rating(skilled)
    spelt, skills = pull_skills(unrated)
    hero = _read_spelt(spelt, state, assets)
    if cargo and bears_load(hero.member):
        hero = _read_spelt(f"{spelt}, {cargo}", state, assets)
    elif cargo:
        hero = _with_cargo(hero, cargo, assets.rules)
    if cut.lines or bare.lines:
        hero = _with_lines(hero, cut.lines, bare.lines)
    if lost:
        hero = _with_lost_points(hero, lost)
    not_asked = (*skills, *filter(None, (rating,)))
    if not_asked:
        hero = replace(hero, unused=(*hero.unused, *not_asked))
    _refuse_twice(hero, line, state)
    return replace(hero, line=line.strip())


def _read_ridden(line: str, state: State, assets: Assets) -> Hero | None:
    # an animal or vehicle whose line says which hero of the party rides it; None = of no other
    ridden = split_rider(line, state)
    if ridden is None:
        return None
    if ridden.rider is None:
        try:
            hero = _read_carrier(ridden.carrier, state, assets)
        except Refusal:
            return None
        if hero.member.role == "character":
            return None
        raise ridden.refuse_nobody(state)
    ridden.refuse_here(state)
    hero = _read_carrier(ridden.carrier, state, assets)
    if hero.member.role == "character":
        return None
    refuse_ride(ridden.rider, hero.member.id, hero.joining(state))
    return replace(hero, rider=ridden.rider.id, line=line.strip())


def _read_carrier(line: str, state: State, assets: Assets) -> Hero:
    # an animal or vehicle by its kind alone, named after it, or by a line of its own
    member = _Said(assets.rules, state, speed=False).carrier(line)
    if member is None:
        return _read_hero(line, state, assets)
    return Hero((_joined(fit_out(member, assets.rules), state, assets),))


def _refuse_twice(hero: Hero, line: str, state: State) -> None:
    # a second line for somebody, which would be a second hero of the name
    name = hero.member.name
    if hero.member.role != "character" or line.lstrip().startswith('"'):
        return
    if any(one.role == "character" and plain(one.name) == plain(name) for one in state.members):
        raise Refusal(
            "is_here",
            "{name} is here already. An animal joins on a line of its own, and m puts {name} on it;"
            ' another of that name is in quotes, as in "{name}".',
            name=name,
        )


def _with_lost_points(hero: Hero, lost: Mapping[str, int]) -> Hero:
    member = hero.member
    counters = member.counters
    if counters is not None:
        counters = tuple(replace(one, now=one.most - lost.get(one.name, 0)) for one in counters)
    hurt = replace(member, damage=lost.get("hp", 0), counters=counters)
    return replace(hero, members=tuple(hurt if one is member else one for one in hero.members))


def _with_lines(hero: Hero, defences: tuple[str, ...], worn: tuple[str, ...]) -> Hero:
    # With defences, and what its figures hold already.
    written = hero.member.sheet or Sheet()
    every_defence = tuple(dict.fromkeys((*written.defences, *defences)))
    every_part = tuple(dict.fromkeys((*written.worn, *worn)))
    sheet = replace(written, defences=every_defence, worn=every_part)
    member = replace(hero.member, sheet=sheet)
    members = tuple(member if one is hero.member else one for one in hero.members)
    return replace(hero, members=members)


def _with_cargo(hero: Hero, cargo: str, rules: Ruleset) -> Hero:
    # of a rider it is on the animal that the line brings
    loaded = load_with(hero.members, cargo)
    if loaded is not None:
        return replace(hero, members=loaded)
    if hero.member.role == "character":
        refuse_load(cargo, rules)
    if hero.member.role == "vehicle":
        return replace(hero, unused=(*hero.unused, name_unasked_load(cargo)))
    return replace(hero, unused=(*hero.unused, cargo))


def _read_spelt(line: str, state: State, assets: Assets) -> Hero:
    rules = assets.rules
    team = split_team(line, known_words(rules))
    if team is not None:
        return _with_team(team, line, state, assets)
    powered = read_powered(line, rules)
    if powered is not None:
        vehicle = _joined(powered.member, state, assets)
        queries.moving(vehicle, replace(state, members=(*state.members, vehicle)), assets)
        return Hero((vehicle,), powered.taken, powered.unused, line.strip())
    line = put_on_last(line, known_words(rules), rules)
    text, attack_lines = divide_attacks(WHO_IN_BRACKETS.sub(r"\1, \2,", line))
    name, typed = _named(text, rules)
    rest, not_needed = read_levels(typed)
    words = creature_words(rules)
    known = known_words(rules)
    spoken = [split_with(one, known) for one in (rest, *map(split_words, attack_lines))]
    tokens = [divide_runs(one, words, known) for one in spoken]
    lines = [pull_hero_words(line, rules) for line in tokens]
    pulled = [word for line in lines for word in line.of_hero]
    front = [*pulled, ",", *lines[0].others] if pulled else lines[0].others
    own = split_creature(front, [" ".join(line.others) for line in lines[1:]], words)
    figures, groups, _ = read_figures(own.words, rules.combat.turn)
    said = _Said(rules, state, speed=figures.speed_m is not None)
    said.is_person = any(_is_personal(word, known) for word in typed)
    attacks = (*_attack_at_end(groups, own.tail, said, words), *own.attacks)
    if own.body.sizes:
        said.rows["size"] = own.body.sizes[-1]
    said.take_name(name)
    said.refuse_two_kinds(name)
    figures = replace(figures, attacks=attacks, sheet=(*figures.sheet, *said.size))
    mover, role, defaults = _mover(said, figures, rules)
    sheet = figures.on(None)
    if mover.mount and figures.speed_m is not None:
        walk = ((WALK, int(figures.speed_m / METRES_IN_A_SQUARE)),)
        sheet = replace(sheet or Sheet(), speeds=walk)
        defaults = (*defaults, Message("its own speed in a fight, that of its kind overland"))
    traits = said.traits_and_senses
    if traits:
        sheet = replace(sheet or Sheet(), traits=traits)
    if own.body.without_sizes != BodyWords():
        sheet = own.body.on(sheet or Sheet())
    if sheet is not None and "size" not in said.rows:
        sheet = shape_as_mount(sheet, mover, rules)
    brought: tuple[Member, ...] = ()
    carrier = said.ride
    if carrier is not None and not carrier.id:
        carrier = _joined(fit_out(carrier, rules), state, assets)
        state = replace(state, members=(*state.members, carrier))
        brought = (carrier,)
    member = Member(
        "",
        name,
        "",
        role,
        mover=mover,
        level=figures.level or 1,
        con_score=figures.con_score,
        con_mod=figures.con_mod,
        hp=figures.hp,
        weight_kg=figures.weight_kg or Fraction(0) if role == "character" else Fraction(0),
        rides="" if carrier is None else carrier.id,
        sheet=sheet,
        counters=figures.counters,
    )
    bare = member
    beast = said.beasts.get(said.rows.get("beast", ""))
    if beast is None:
        member = fit_out(member, rules)
    else:
        member = take_figures(member, beast, rules)
    sheet = member.sheet
    if sheet is not None:
        sheet = with_usual_reaction(sheet, rules.combat.mechanisms.opportunity)
    if member != bare:
        defaults = (*defaults, Message("what is not written as others of its kind"))
    member = _joined(replace(member, sheet=sheet), state, assets)
    queries.moving(member, replace(state, members=(*state.members, member)), assets)
    unused: tuple[str | Message, ...] = (
        *said.unused,
        *figures.unused,
        *own.body.unused,
        *not_needed,
    )
    if role == "mount":
        _refuse_bulk(figures.unused)
    if mover.vehicle is not None:
        unused = tuple(describe_bulk(unused))
    if mover.vehicle is not None and figures.speed_m is not None:
        unused = (*unused, "speed")  # the pace of its kind counts
    no_eyes = traits == tuple(said.traits)
    if mover.race is None and "race" in said.rows and not said.size and no_eyes:
        unused = (rules.races[said.rows["race"]].name_in().lower(), *unused)
    is_ridden = carrier is not None and carrier.role == "mount"
    taken = (
        *said.taken,
        *defaults,
        *assumed_lengths(line, words),
        *_missing(member, line, words.weapons, is_ridden=is_ridden),
        *describe_low_scores(figures.low_scores),
    )
    return Hero((*brought, member), taken, unused, line.strip())


def _with_team(team: Team, line: str, state: State, assets: Assets) -> Hero:
    hero = read_hero(team.vehicle, state, assets)
    members = list(hero.members)
    for kind in team.animals:
        if plain(kind) not in known_words(assets.rules):
            refuse_by_name(kind, hero.member, state)
        here = replace(state, members=(*state.members, *members))
        said = _Said(assets.rules, here, speed=False)
        animal = said.find_animal(kind)
        animal = replace(fit_out(animal, assets.rules), pulls=hero.member.id)
        members.append(_joined(animal, here, assets))
    unused = (*hero.unused, *filter(None, (team.driver,)))
    taken = (*hero.taken, *describe_new(hero.member, members[len(hero.members) :], state))
    return replace(hero, members=tuple(members), taken=taken, unused=unused, line=line.strip())


def _missing(
    member: Member, line: str, weapons: Collection[WeaponRow], *, is_ridden: bool
) -> Iterator[Message]:
    # `is_ridden`: it is on an animal, to whose load it is added
    if member.role != "character":
        return
    if member.con_score is None and member.con_mod is None:
        yield Message("Con unknown")
    if member.hp is None:
        yield Message("hit points unknown")
    if is_ridden and not member.weight_kg:
        yield Message("{weight} in the saddle", weight=Kilograms(0))
    if member.sheet is not None:
        yield from assumed_attacks(member.sheet.attacks, line, weapons)
        yield from unranged_attacks(member.sheet.attacks, weapons)


def _named(line: str, rules: Ruleset) -> tuple[str, list[str]]:
    known = known_words(rules)
    text = line.strip()
    if quoted := re.match(r'"([^"]+)"\s*,?', text):
        return quoted[1].strip(), split_words(text[quoted.end() :])
    before, comma, after = text.partition(",")
    words = before.split()
    mounted = any(word.lower() in (*ON, *ABOARD) for word in words[1:])
    said = any(plain(word) in known or is_figure(word) for word in words[1:])
    if comma and words and not mounted and not said:
        return before.strip(), split_words(after)
    tokens = split_words(text)
    if not tokens or is_figure(tokens[0]) or _starts_figure(tokens):
        example = example_lines(rules, "hero")[0]
        raise Refusal("no_name", "The name comes first, as in {example}.", example=example)
    kinds = _count_kind(tokens, known) or _count_name_of_mount(tokens, known)
    if not kinds and len(tokens) == 1 and tokens[0] in known:
        raise Refusal(
            "no_name",
            "'{word}' is a word of a hero, not a name. The name comes first; one like that is in"
            " quotes.",
            word=tokens[0],
        )
    end = max(1, kinds)
    while end < len(tokens) and tokens[end][:1].isupper() and _is_name(tokens[end:], known):
        end += 1
    return " ".join(tokens[:end]), tokens[end:]


def _is_personal(word: str, known: Mapping[str, Row]) -> bool:
    row = known.get(plain(word))
    return row is not None and row[0] in ("race", "people", "class")


def _starts_figure(tokens: Sequence[str]) -> bool:
    """Return whether a line begins with a comma or a figure: ", speed 9 m", "on a pony"."""
    first, *after = tokens
    following = "".join(after[:1])
    if first == "," or (first.lower() in (*ON, *ABOARD) and following.lower() in ARTICLES):
        return True
    return first.lower().rstrip(":=") in (*KEYS, REACH) and is_figure(following)


def _count_kind(
    tokens: Sequence[str],
    known: Mapping[str, Row],
    kinds: tuple[Kind, ...] = ("mount", "vehicle"),
) -> int:
    # How many words the line begins with that are the name of a kind of mount or vehicle.
    count = _longest(tokens, known)
    if count and known[plain("".join(tokens[:count]))][0] in kinds:
        return count
    return 0


def _count_name_of_mount(tokens: Sequence[str], known: Mapping[str, Row]) -> int:
    # How many words are before "mount" and its figures: "hover bike mount 60 ft"; 0 = it is no name
    for count, after in enumerate(tokens[1 : MOST_OF_CARRIER + 2], 1):
        if known.get(plain(tokens[count - 1])) is not None or tokens[count - 1] == ",":
            return 0
        if plain(after) == MOUNT and is_figure("".join(tokens[count + 1 : count + 2])):
            return count
    return 0


def _is_name(words: Sequence[str], known: Mapping[str, Row]) -> bool:
    first = plain(words[0])
    said = is_figure(words[0]) or first in KEYS or _longest(words, known)
    return not (said or get_close_matches(first, known, n=1, cutoff=NEAR))


def _longest(words: Sequence[str], known: Mapping[str, Row]) -> int:
    sizes = (n for n in (4, 3, 2, 1) if n <= len(words) and plain("".join(words[:n])) in known)
    return next(sizes, 0)


class _Said:
    """What the words of a line say, one after the other; `speed`: the line has one."""

    def __init__(self, rules: Ruleset, state: State, *, speed: bool) -> None:
        self.rules = rules
        self.state = state
        self.speed = speed
        self.is_person = False
        """Whether the line says a race or a class, wherever that stands."""
        self.known = known_words(rules)
        self.beasts = {beast.slug: beast for beast in read_animals(rules).values()}
        """The kinds of animals of the bestiary that are no rows of the ruleset, by slug."""
        self.rows: dict[str, str] = {}
        self.traits: list[str] = []
        self.ride: Member | None = None
        """What it rides: a mount of the party, or a new one, without an id."""
        self.unknown: list[str] = []
        self.unused: list[str] = []
        self.taken: list[Message] = []
        """What the beginnings of words are taken for."""

    def take_name(self, name: str) -> None:
        """Take a mount or vehicle that has the name of its kind as one: "Mule 60kg"."""
        kind, slug = self.known.get(plain(name), ("", ""))
        if kind in ("mount", "vehicle") and PERSONAL.isdisjoint(self.rows):
            self.rows[kind] = slug
        elif not kind:
            self._refuse_part(name)
            self._refuse_unlisted(name)

    def refuse_two_kinds(self, name: str) -> None:
        """Refuse, "unknown_word", a person that is an animal or a vehicle, too."""
        is_person = not PERSONS.isdisjoint(self.rows) or self.rows.get("class") in CLASSES
        carrier = next((slug for kind, slug in self.rows.items() if kind in CARRIERS), "")
        if is_person and carrier:
            raise refuse_undecided(carrier.replace("_", " "), name)

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
        if size != usual:
            return (("size", size),)
        return ()

    @property
    def traits_and_senses(self) -> tuple[str, ...]:
        """The traits of the line, then what the eyes of its race give, each once."""
        race = self.rules.races.get(self.rows.get("race", ""))
        senses = () if race is None else race.senses
        return tuple(dict.fromkeys((*self.traits, *senses)))

    def _word(self, words: list[str]) -> int:
        if words[0].lower() in ARTICLES and len(words) > 1 and not self.unknown:
            return 1
        if words[0].lower() == WORN_IN and self._is_suit(words[1:]):
            return 1
        if words[0].lower() in (*ON, *ABOARD) and not self._is_riding_animal(words):
            count = self._mounted(words)
            return count + self._call_ride(words[count:])
        size = _longest(words, self.known)
        begun = "" if size else begun_people(words[0], self.known)
        if begun:
            self.taken.append(Message("{word} is {people}", word=words[0], people=begun))
            return self._word([begun])
        if not size or words[0].startswith('"'):
            self._refuse_part(words[0])
            self.unknown.append(words[0])
            return 1
        kind, slug = self.known[plain("".join(words[:size]))]
        if self.unknown:
            refuse_without_figure(self.unknown[0], creature_words(self.rules))
            raise unknown_word(self.unknown[0], self.known, self.rules, speed=self.speed)
        if kind == "trait":
            self.traits.append(slug)
        elif kind == "people" and not self.speed and self.rules.races:
            raise Refusal(
                "unknown_word",
                "'{word}' has no speed in these rules. Write it, as in {example}.",
                word=words[0],
                example=Message("{people} {speed}", people=words[0], speed=Metres(9)),
            )
        elif kind in ("class", "people"):
            self.unused.append(slug.replace("_", "-"))
            self.rows.setdefault(kind, slug)
        elif self.rows.get(kind, slug) != slug:
            raise Refusal(
                "unknown_word",
                "'{word}': the line says {other} already.",
                word=" ".join(words[:size]),
                other=self.rows[kind].replace("_", " "),
            )
        else:
            self.rows[kind] = slug
        return size

    def _is_suit(self, words: Sequence[str]) -> bool:
        size = _longest(words, self.known)
        kind, slug = self.known.get(plain("".join(words[:size])), ("", ""))
        suits = {suit.name_in().lower() for suit in self.rules.suits.values()}
        return kind == "armor" or (kind == "class" and slug in suits)

    def _refuse_part(self, word: str) -> None:
        # "Star horse 40kg", where there are several kinds of horses
        if word.lower() in ARMOUR and not self.rules.armor:
            raise Refusal(
                "unknown_word",
                "These rules have no table of armour: leave '{word}' out, the Armour Class is "
                "written.",
                word=word,
            )
        kinds = kinds_of(word, self.rules)
        if len(kinds) > 1 and PERSONAL.isdisjoint(self.rows):
            raise refuse_kinds(word, kinds)

    def _refuse_unlisted(self, name: str) -> None:
        # "ox" alone would be a hero of that name
        if plain(name) in UNLISTED and not self.speed and not self.rows:
            raise Refusal(
                "unknown_word",
                "'{word}' is not an animal of these rules. Write its speed, as in {example}.",
                word=name,
                example=Message("{name} mount {speed}", name=name, speed=Metres(12)),
            )

    def _is_riding_animal(self, words: Sequence[str]) -> bool:
        # "Rex riding dog", where nothing says that Rex is a rider
        kinds: tuple[Kind, ...] = ("mount", "vehicle", "beast")
        if self.is_person or not PERSONAL.isdisjoint(self.rows):
            return False
        return _count_kind(words, self.known, kinds) > 1

    def _mounted(self, words: list[str]) -> int:
        count = _count_kind(words, self.known, ("mount", "beast"))
        if count > 1:  # "riding dog" of somebody
            self.ride = self.carrier(" ".join(words[:count]))
            return count
        if len(words) > 2 and words[1].lower() == "on":
            start = 2
        else:
            start = 1
        new = len(words) > start and words[start].lower() in ARTICLES
        if new:
            start += 1
        for size in (3, 2, 1):
            called = " ".join(words[start : start + size])
            if len(words) < start + size:
                continue
            members = self.state.members
            here = next(
                (m for m in members if m.role != "character" and plain(m.name) == plain(called)),
                None,
            )
            if here is not None and not (new and self._is_another(words[start - 1], here)):
                self.ride = here
                return start + size
            found = self.carrier(called)
            if found is not None:
                self.ride = found
                return start + size
        asked = self._find_powered(words[start:]) or " ".join(words[start : start + 1])
        if asked.rpartition(" ")[2].lower() in self._powered_words():
            example = example_lines(self.rules, "moves")[-1]
            raise Refusal(
                "unknown_word",
                "Nobody called {word} is here. Write the vehicle on a line of its own first, as in"
                " {example}.",
                word=asked,
                example=f"{asked.capitalize()} {example}",
            )
        kinds = [plain(kind) for kind in (*self.rules.mounts, *self.rules.vehicles)]
        if asked and not get_close_matches(plain(asked), kinds, n=1, cutoff=NEAR):
            raise Refusal(
                "unknown_word",
                "'{word}' is not an animal of these rules. It joins on a line of its own, with its"
                " speed, as in {example}.",
                word=asked,
                example=Message("{name} mount {speed}", name=asked, speed=Metres(15)),
            )
        raise unknown_word(asked, kinds, self.rules)

    def _call_ride(self, words: Sequence[str]) -> int:
        # 'a pony "Bill"', "a pony named Bill": how many words name the new animal
        count = 2 if words and words[0].lower() in CALLED else 1
        name = "".join(words[count - 1 : count])
        if self.ride is None or self.ride.id or not (count > 1 or name.startswith('"')):
            return 0
        self.ride = replace(self.ride, name=self._free_name(name.strip('"')))
        return count

    def _is_another(self, article: str, carrier: Member) -> bool:
        # "a rover" and "her horse" are others than those that carry somebody; "the rover" is it
        meant = ("a", "an") if carrier.role == "vehicle" else ("a", "an", "his", "her", "their")
        if article.lower() not in meant:
            return False
        return any(member.rides == carrier.id for member in self.state.members)

    def find_animal(self, called: str) -> Member:
        """Return a new animal of a kind, without an id. Refusal "unknown_word"."""
        animal = self._animal(called)
        if animal is None:
            raise Refusal(
                "unknown_word",
                "'{word}' is not an animal of these rules. There are {kinds}.",
                word=called,
                kinds=tuple(row.name_in().lower() for row in self.rules.mounts.values()),
            )
        return animal

    def _animal(self, called: str) -> Member | None:
        # a new mount of a kind of the ruleset or of the bestiary
        kind, slug = self.known.get(plain(called), ("", ""))
        if kind == "beast":
            beast = self.beasts[slug]
            animal = Member("", self._free_name(beast.name()), "", "mount", _walks(beast))
            return take_figures(animal, beast, self.rules)
        slug = self._mount(called)
        if not slug:
            return None
        name = self._free_name(self.rules.mounts[slug].name["en"])
        return Member("", name, "", "mount", Mover(mount=slug))

    def _find_powered(self, words: Sequence[str]) -> str:
        # "exploration buggy": the words up to one for a powered vehicle; "" = there is none
        known = self._powered_words()
        for count, word in enumerate(words[:MOST_OF_CARRIER], 1):
            if word.lower() in known:
                return " ".join(words[:count])
        return ""

    def _powered_words(self) -> frozenset[str]:
        return frozenset(word for row in self.rules.powered.values() for word in row.also)

    def carrier(self, called: str) -> Member | None:
        """Return a new mount or vehicle of this kind, without an id; None = it is none."""
        kind, slug = self.known.get(plain(called), ("", ""))
        if kind == "vehicle":
            name = self._free_name(called.capitalize())
            return Member("", name, "", "vehicle", Mover(vehicle=slug))
        return self._animal(called)

    def _mount(self, called: str) -> str:
        row = self.known.get(plain(called))
        if row is not None and row[0] != "beast":
            if row[0] == "mount":
                return row[1]
            return ""
        slugs = kinds_of(called, self.rules)
        if len(slugs) > 1:
            raise refuse_kinds(called, slugs)
        return "".join(slugs)

    def _free_name(self, name: str) -> str:
        taken = {plain(member.name) for member in self.state.members}
        named = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
        return next(one for one in named if plain(one) not in taken)


def _mover(
    said: _Said, figures: TypedFigures, rules: Ruleset
) -> tuple[Mover, Literal["character", "mount", "vehicle"], tuple[Message, ...]]:
    rows = said.rows
    speed = figures.speed_m
    weight_kg = figures.weight_kg or Fraction(0)
    armor = rows.get("armor", "none")
    load = rows.get("load", "light")
    if "mount" in rows:
        return Mover(mount=rows["mount"], load_kg=weight_kg), "mount", ()
    if "vehicle" in rows:
        return Mover(vehicle=rows["vehicle"], load_kg=weight_kg), "vehicle", ()
    if "beast" in rows:
        walks = _walks(said.beasts[rows["beast"]]) if speed is None else Mover(speed_m=speed)
        return replace(walks, load_kg=weight_kg), "mount", ()
    if "animal" in rows and speed is None:
        raise Refusal(
            "bad_figure",
            "Write the kind of mount, as in {example}, or its speed, as in {speed}.",
            example="Star light horse 40kg",
            speed=Message("Star mount {speed}", speed=Metres(15)),
        )
    if "animal" in rows:
        return Mover(speed_m=speed, load_kg=weight_kg), "mount", ()
    if not rules.races:
        if speed is not None:
            return Mover(speed_m=speed), "character", ()
        _refuse_burden_without_speed(said)
        usual, why = _usual_speed(rows.get("people", ""), rules)
        return Mover(speed_m=usual), "character", (why,)
    barbarian = "barbarian" in rows
    race = rows.get("race", "human")
    walker = Mover(race=race, armor=armor, load=load, barbarian=barbarian)
    taken = () if "race" in rows else (Message("human"),)
    if speed is None:
        return walker, "character", taken
    if "race" in rows and speed == rules.races[race].base_speed_m:
        return walker, "character", ()
    if (armor, load) != ("none", "light") and speed == net_speed(walker, rules).speed_m:
        return walker, "character", taken  # the speed of a stat block is that in its armour
    base = Mover(base_speed_m=speed, armor=armor, load=load, barbarian=barbarian)
    return base, "character", ()


def _usual_speed(people: str, rules: Ruleset) -> tuple[Fraction, Message]:
    """Return the speed of who has none written, by rules without speeds of peoples; what is said.

    It is that of its people in the bestiary, else the usual one (house default).
    """
    for beast in read_beasts(rules):
        walk = dict(beast.sheet.speeds).get(WALK)
        if walk and people and plain(beast.name()) == plain(people):
            metres = walk * METRES_IN_A_SQUARE
            return metres, Message(
                "speed {speed}, as the {people} of the bestiary",
                speed=Metres(metres),
                people=beast.name().lower(),
            )
    return USUAL_SPEED, Message("speed {speed}", speed=Metres(USUAL_SPEED))


def _refuse_burden_without_speed(said: _Said) -> None:
    # a load slows, by how much the GM knows where the rules do not say it
    for burden in said.unused:
        if burden in SLOWING:
            raise Refusal(
                "bad_figure",
                "{burden}: write the speed with it, as in {example}.",
                burden=burden,
                example=Message("speed {speed}", speed=Metres(6)),
            )


def _refuse_bulk(unused: Iterable[str]) -> None:
    # the load of an animal is a weight, which counts
    for figure in unused:
        if figure.startswith("bulk"):
            raise Refusal(
                "bad_figure",
                "'{figure}': the load of an animal is a weight, as in {example}.",
                figure=figure,
                example=Message("{weight}", weight=Kilograms(40)),
            )


def _walks(beast: Beast) -> Mover:
    return Mover(speed_m=dict(beast.sheet.speeds)["walk"] * METRES_IN_A_SQUARE)


def known_words(rules: Ruleset) -> Mapping[str, Row]:
    """Return the words of a line, those for kinds of animals of the bestiary among them.

    A word for kinds of mounts ("horse") is left to these.
    """
    kinds = tuple((name, beast.slug) for name, beast in read_animals(rules).items())
    return _join_words(kinds, rules)


@lru_cache(maxsize=8)
def _join_words(kinds: tuple[tuple[str, str], ...], rules: Ruleset) -> Mapping[str, Row]:
    beasts: dict[str, Row] = {
        name: ("beast", slug) for name, slug in kinds if not kinds_of(name, rules)
    }
    return {**beasts, **hero_words(rules)}


def _joined(member: Member, state: State, assets: Assets) -> Member:
    named = replace(member, id=fresh_member_id(member.name, state))
    return join(named, state, assets).member


def _attack_at_end(
    groups: Sequence[Sequence[str]], tail: Sequence[str], said: _Said, words: CreatureWords
) -> tuple[Attack, ...]:
    for group in groups[: -1 if tail else None]:
        said.read(group)
        if said.unknown:
            refuse_without_figure(said.unknown[0], words)
            raise unknown_word(said.unknown[0], said.known, said.rules, speed=said.speed)
    if not tail:
        return ()
    # "heavy crossbow" is a weapon, although "heavy" alone is armour
    last = groups[-1]
    start = len(last) - count_weapon(last, words)
    said.read(last[:start])
    for word in said.unknown:
        if word.startswith('"') or plain(word) in words.of_weapons:
            continue
        if get_close_matches(plain(word), said.known, n=1, cutoff=NEAR):
            raise unknown_word(word, said.known, said.rules, speed=said.speed)
    named = name_attack([*said.unknown, *last[start:]], said.known, words)
    return (read_weapon(named, tail, words),)
