"""Phrases of a hero's line that are taken out before its words are read one by one.

They are the points that are lost, what is worn, defences, what is carried, skills and how hard the
hero is to beat. What they say is given to the hero of the other words.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.creatures import Sheet
from core.defences import cut_defences
from core.effects.worn import cut_worn
from core.play.facts.state import Member
from core.rulesets.creature_words import creature_words
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.play.creature_lines.cargo import load_with, name_unasked_load, pull_cargo, refuse_load
from tui.play.creature_lines.hero_names import quote_name
from tui.play.creature_lines.joining import Hero
from tui.play.creature_lines.not_needed import pull_rating, pull_skills
from tui.play.creature_lines.shorthand import pull_lost, respell


class SetAside(Struct):
    """The rest of a line, in the usual words, and what was taken out of it.

    `lost` are points by what they are called, `cargo` the weight that is carried ("" = none), and
    `not_asked` that for which no rule here asks.
    """

    rest: str
    lost: Mapping[str, int]
    defences: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()
    cargo: str = ""
    not_asked: tuple[str, ...] = ()

    def put_on(self, hero: Hero, rules: Ruleset) -> Hero:
        """Return a hero with what was taken out. Refusal "bad_figure": the weight is a hero's."""
        if self.cargo:
            hero = _put_cargo(hero, self.cargo, rules)
        if self.defences or self.worn:
            hero = hero.changing(self._put_lines(hero.member))
        if self.lost:
            hero = hero.changing(self._lose_points(hero.member))
        if self.not_asked:
            hero = replace(hero, unused=(*hero.unused, *self.not_asked))
        return hero

    def _put_lines(self, member: Member) -> Member:
        # behind those that its figures hold already
        written = member.sheet or Sheet()
        every_defence = tuple(dict.fromkeys((*written.defences, *self.defences)))
        every_part = tuple(dict.fromkeys((*written.worn, *self.worn)))
        return replace(member, sheet=replace(written, defences=every_defence, worn=every_part))

    def _lose_points(self, member: Member) -> Member:
        counters = member.counters
        if counters is not None:
            counters = tuple(
                replace(one, now=one.most - self.lost.get(one.name, 0)) for one in counters
            )
        return replace(member, damage=self.lost.get("hp", 0), counters=counters)


def set_aside(line: str, rules: Ruleset) -> SetAside:
    """Take the phrases out of a line. Refusals "bad_figure", "bad_attack"."""
    words = creature_words(rules)
    whole, lost = pull_lost(quote_name(line))
    bare = cut_worn(whole, words.bonus_types)
    cut = cut_defences(bare.text, words.kinds or None, words.traits)
    skilled, cargo = pull_cargo(respell(cut.text, two_armours=words.two_armours))
    unrated, rating = pull_rating(skilled)
    rest, skills = pull_skills(unrated)
    not_asked = (*skills, *filter(None, (rating,)))
    return SetAside(rest, lost, cut.lines, bare.lines, cargo, not_asked)


def _put_cargo(hero: Hero, cargo: str, rules: Ruleset) -> Hero:
    # of a rider it is on the animal that the line brings
    loaded = load_with(hero.members, cargo)
    if loaded is not None:
        return replace(hero, members=loaded)
    if hero.member.role == "character":
        refuse_load(cargo, rules)
    if hero.member.role == "vehicle":
        return replace(hero, unused=(*hero.unused, name_unasked_load(cargo)))
    return replace(hero, unused=(*hero.unused, cargo))
