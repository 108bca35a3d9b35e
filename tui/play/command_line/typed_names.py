"""Names of several words on the command line: a kind of ground, a condition, what lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from core.characters import plain
from core.messages import Refusal
from core.play.facts.fight.combatants import everyone
from core.rulesets.combat_schema import Combat
from core.rulesets.condition_names import condition_of
from core.rulesets.schema import Ruleset
from tui.board.grid_ground import GROUND_WORDS
from tui.kit.phrases import phrase
from tui.play.command_line.typed_line import TypedLine

NEAR = 0.85
"""So like a condition is a word that was meant for it: a letter is missing, or another."""
MOST_NAME_WORDS = 4
"""The most words of a name, of ground or of a condition, that are tried."""


def read_ground(line: TypedLine) -> str:
    """Read what is painted: a kind of ground by its id, its names or the word of the legend.

    Else it is the next word as it is. A name with commas is several: "Fog, smoke, foliage" is fog.
    """
    rules = line.shown.rules
    if rules is None:
        return line.word().lower()
    kinds = name_ground(rules.combat)
    return _take_name(line, lambda name: kinds.get(name.lower(), "")) or line.word().lower()


def name_ground(combat: Combat) -> Mapping[str, str]:
    """Return the kinds of ground by all that they may be called; a kind's id goes before names."""
    kinds = {kind: kind for kind in combat.ground}
    for kind, ground in combat.ground.items():
        for name in (*ground.name.values(), *ground.also):
            for part in (name, *name.split(",")):
                kinds.setdefault(part.strip().lower(), kind)
    for kind, ground in combat.ground.items():
        word = GROUND_WORDS.get(ground.sign)
        if word is not None:
            kinds.setdefault(phrase(word), kind)
            kinds.setdefault(word, kind)
    return kinds


def _take_name(line: TypedLine, meaning: Callable[[str], str]) -> str:
    """Take the most words that mean something, and return that; "" where none do."""
    for count in range(min(MOST_NAME_WORDS, len(line.words)), 0, -1):
        meant = meaning(" ".join(line.words[:count]))
        if meant:
            line.words = line.words[count:]
            return meant
    return ""


def read_lasting(line: TypedLine) -> str:
    """Read the name of what lasts on somebody; "" = the words are none."""
    lasting = [one.name for being in everyone(line.state) for one in being.lasting]

    def find_lasting(words: str) -> str:
        return next((name for name in lasting if plain(name) == plain(words)), "")

    return _take_name(line, find_lasting)


def read_condition(line: TypedLine) -> str:
    """Read the name of a condition, or its beginning; else the next word, which may be any name.

    Refusal "unknown_condition" of a word that is nearly a condition.
    """
    line.wanted = known = line.shown.conditions
    named = _whole_condition(line)
    if named:
        line.wanted = ()
        return named
    word = line.word().lower().replace("-", "_")
    line.wanted = ()
    if word in known:
        return word
    starts = [name for name in known if _begins_condition(word, name, line.shown.rules)]
    if len(starts) == 1:
        return starts[0]
    if near := get_close_matches(word, known, 1, NEAR):
        raise Refusal(
            "unknown_condition",
            "There is no condition {word}; did you mean {near}?"
            " What lasts a while may have any name less like one.",
            word=word,
            near=near[0],
        )
    return word


def _whole_condition(line: TypedLine) -> str:
    """Read the words of a condition's name; "" where they are none that is listed."""
    rules = line.shown.rules
    if rules is None:
        return ""
    combat = rules.combat

    def find_listed(name: str) -> str:
        slug = condition_of(name, combat)
        if slug in line.shown.conditions:
            return slug
        return ""

    return _take_name(line, find_listed)


def _begins_condition(text: str, slug: str, rules: Ruleset | None) -> bool:
    if slug.startswith(text):
        return True
    row = None if rules is None else rules.combat.conditions.get(slug)
    return row is not None and row.name_in().lower().startswith(text.replace("_", "-"))
