"""The member of a line by itself: "Borin dwarf heavy con16 hp34 ac20", "Star light horse 40kg".

The name comes first, and in quotes where it would be read otherwise; then words and figures in any
order; an attack, as in `attack_lines`, at the end, or several, each after a semicolon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.bestiary import with_usual_reaction
from core.characters import plain
from core.creatures import Attack, Sheet
from core.messages import Message
from core.play import queries
from core.play.facts.state import Member, State
from core.play.fight.fight_scene import shape_as_mount
from core.play.party.animals import take_figures
from core.play.union import Assets
from core.quantities import METRES_IN_A_SQUARE
from core.rulesets.creature_words import CreatureWords, count_weapon, creature_words
from core.rulesets.reach_weapons import with_weapon_reach
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.play.animals import fit_out
from tui.play.creature_lines.assumptions import (
    assumed_lengths,
    describe_low_scores,
    describe_unknown,
)
from tui.play.creature_lines.behind_attacks import pull_hero_words
from tui.play.creature_lines.body_words import (
    WALK,
    BodyWords,
    CreatureLine,
    divide_attacks,
    name_attack,
    split_creature,
)
from tui.play.creature_lines.cargo import describe_bulk, refuse_bulk
from tui.play.creature_lines.carriers import find_beast
from tui.play.creature_lines.class_levels import read_levels
from tui.play.creature_lines.figures import (
    TypedFigures,
    read_figures,
    read_weapon,
    split_words,
)
from tui.play.creature_lines.hero_movers import TypedMover, choose_mover
from tui.play.creature_lines.hero_names import open_brackets, split_name
from tui.play.creature_lines.hero_words import find_row, known_words, unknown_word
from tui.play.creature_lines.joining import Hero, join_member
from tui.play.creature_lines.ridden_last import put_on_last
from tui.play.creature_lines.ridden_words import split_with
from tui.play.creature_lines.runs import divide_runs
from tui.play.creature_lines.said_words import SaidWords
from tui.play.creature_lines.unknown import is_near

PERSONAL = frozenset(("race", "people", "class"))
"""Kinds of words of a person."""


@dataclass
class _TypedMember:
    """What a line says: the name, the figures and the attacks among them, all other words.

    `not_needed` are words of classes for which no rule here asks.
    """

    line: str
    name: str
    said: SaidWords
    figures: TypedFigures
    body: BodyWords
    not_needed: tuple[str, ...]


def read_member(line: str, state: State, assets: Assets) -> Hero:
    """Read the line of a hero, an animal or a wagon. Refusals as `heroes.read_heroes`."""
    rules = assets.rules
    typed = _read_words(put_on_last(line, known_words(rules), rules), state, rules)
    moves = choose_mover(typed.said, typed.figures, rules)
    sheet = _write_sheet(typed, moves, rules)
    brought = _bring_carrier(typed.said.ride, state, assets)
    state = replace(state, members=(*state.members, *brought))
    carrier = next(iter(brought), typed.said.ride)
    written = _write_member(typed, moves, sheet, carrier)
    fitted = _fit_out(written, typed.said, rules)
    member = join_member(_with_usual_figures(fitted, rules), state, assets)
    queries.moving(member, replace(state, members=(*state.members, member)), assets)
    if member.role == "mount":
        refuse_bulk(typed.figures.unused)
    words = creature_words(rules)
    is_ridden = carrier is not None and carrier.role == "mount"
    taken = [*typed.said.taken, *moves.taken]
    if _has_own_speed(typed, moves):
        taken.append(Message("its own speed in a fight, that of its kind overland"))
    if fitted != written:
        taken.append(Message("what is not written as others of its kind"))
    taken += assumed_lengths(typed.line, words)
    taken += describe_unknown(member, typed.line, words.weapons, is_ridden=is_ridden)
    taken += describe_low_scores(typed.figures.low_scores)
    unused = _find_unused(typed, moves, rules)
    return Hero((*brought, member), tuple(taken), unused, typed.line.strip())


def _read_words(line: str, state: State, rules: Ruleset) -> _TypedMember:
    text, attacks = divide_attacks(open_brackets(line))
    name, typed = split_name(text, rules)
    words = creature_words(rules)
    known = known_words(rules)
    leveled, not_needed = read_levels(typed)
    own = _split_line(leveled, attacks, rules)
    figures, groups, _ = read_figures(own.words, rules.combat.turn)
    is_person = any(find_row(word, known)[0] in PERSONAL for word in typed)
    said = SaidWords(rules, state, speed=figures.speed_m is not None, is_person=is_person)
    every_attack = (*_read_attack_at_end(groups, own.tail, said, words), *own.attacks)
    if own.body.sizes:
        said.rows["size"] = own.body.sizes[-1]
    said.take_name(name)
    said.refuse_two_kinds(name)
    figures = replace(figures, attacks=every_attack, sheet=(*figures.sheet, *said.size))
    return _TypedMember(line, name, said, figures, own.body, not_needed)


def _split_line(front: Sequence[str], attacks: Sequence[str], rules: Ruleset) -> CreatureLine:
    # the words behind the name, and the attacks behind semicolons, whose words may be the hero's
    words = creature_words(rules)
    known = known_words(rules)
    spoken = [split_with(part, known) for part in (front, *map(split_words, attacks))]
    parts = [pull_hero_words(divide_runs(part, words, known), rules) for part in spoken]
    pulled = [word for part in parts for word in part.of_hero]
    others: Sequence[str] = parts[0].others
    if pulled:
        others = (*pulled, ",", *others)
    return split_creature(others, [" ".join(part.others) for part in parts[1:]], words)


def _read_attack_at_end(
    groups: Sequence[Sequence[str]], tail: Sequence[str], said: SaidWords, words: CreatureWords
) -> tuple[Attack, ...]:
    """Read the groups of words, the last of which ends in the name of the attack of this `tail`."""
    for group in groups[: -1 if tail else None]:
        said.read(group)
        said.refuse_unknown()
    if not tail:
        return ()
    # "heavy crossbow" is a weapon, although "heavy" alone is armour
    last = groups[-1]
    start = len(last) - count_weapon(last, words)
    said.read(last[:start])
    for word in said.unknown:
        if word.startswith('"') or plain(word) in words.of_weapons:
            continue
        if is_near(word, said.known):
            raise unknown_word(word, said.known, said.rules, speed=said.speed)
    named = name_attack([*said.unknown, *last[start:]], said.known, words)
    return (read_weapon(named, tail, words),)


def _write_sheet(typed: _TypedMember, moves: TypedMover, rules: Ruleset) -> Sheet | None:
    figures = typed.figures
    sheet = figures.on(None)
    if figures.speed_m is not None and _has_own_speed(typed, moves):
        walk = ((WALK, int(figures.speed_m / METRES_IN_A_SQUARE)),)
        sheet = replace(sheet or Sheet(), speeds=walk)
    traits = typed.said.traits_and_senses
    if traits:
        sheet = replace(sheet or Sheet(), traits=traits)
    if typed.body.without_sizes != BodyWords():
        sheet = typed.body.on(sheet or Sheet())
    if sheet is not None and "size" not in typed.said.rows:
        return shape_as_mount(sheet, moves.mover, rules)
    return sheet


def _has_own_speed(typed: _TypedMember, moves: TypedMover) -> bool:
    """Return whether an animal of a kind of the rules has a speed that is not its kind's."""
    return bool(moves.mover.mount) and typed.figures.speed_m is not None


def _bring_carrier(carrier: Member | None, state: State, assets: Assets) -> tuple[Member, ...]:
    # what a hero rides, where it is a new one
    if carrier is None or carrier.id:
        return ()
    return (join_member(fit_out(carrier, assets.rules), state, assets),)


def _write_member(
    typed: _TypedMember, moves: TypedMover, sheet: Sheet | None, carrier: Member | None
) -> Member:
    figures = typed.figures
    weight_kg = Fraction(0)
    if moves.role == "character" and figures.weight_kg is not None:
        weight_kg = figures.weight_kg
    return Member(
        "",
        typed.name,
        "",
        moves.role,
        mover=moves.mover,
        level=figures.level or 1,
        con_score=figures.con_score,
        con_mod=figures.con_mod,
        hp=figures.hp,
        weight_kg=weight_kg,
        rides="" if carrier is None else carrier.id,
        sheet=sheet,
        counters=figures.counters,
    )


def _fit_out(member: Member, said: SaidWords, rules: Ruleset) -> Member:
    """Return an animal with the figures of its kind where the line has none."""
    slug = said.rows.get("beast", "")
    if not slug:
        return fit_out(member, rules)
    return take_figures(member, find_beast(slug, rules), rules)


def _with_usual_figures(member: Member, rules: Ruleset) -> Member:
    if member.sheet is None:
        return member
    usual = with_usual_reaction(member.sheet, rules.combat.mechanisms.opportunity)
    return replace(member, sheet=with_weapon_reach(usual, rules))


def _find_unused(
    typed: _TypedMember, moves: TypedMover, rules: Ruleset
) -> tuple[str | Message, ...]:
    """Return what the line says that is not kept."""
    said = typed.said
    unused: list[str | Message] = [
        *said.unused,
        *typed.figures.unused,
        *typed.body.unused,
        *typed.not_needed,
    ]
    if moves.mover.vehicle is not None:
        unused = [*describe_bulk(unused)]
    if moves.mover.vehicle is not None and typed.figures.speed_m is not None:
        unused.append("speed")  # the pace of its kind counts
    race = said.rows.get("race", "")
    has_senses = said.traits_and_senses != tuple(said.traits)
    if race and moves.mover.race is None and not said.size and not has_senses:
        unused.insert(0, rules.races[race].name_in().lower())
    return tuple(unused)
