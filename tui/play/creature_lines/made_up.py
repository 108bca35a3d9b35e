"""Creatures made up at the table in one line: "bandit x4 hp11 ac14 +3 1d6+1"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from core.bestiary import Beast
from core.creatures import Mode, Sheet
from core.messages import N_, Refusal
from core.values import Struct, replace
from tui.kit.lengths import SQUARE
from tui.play.creature_lines.attack_lines import BONUSES
from tui.play.creature_lines.figures import (
    KEYS,
    TypedFigures,
    is_figure,
    read_figures,
    read_number,
    read_weapon,
    split_attacks,
    split_words,
)
from tui.play.creature_lines.hero_words import plain

TIMES = re.compile(r"x(?P<after>\d{1,2})|(?P<before>\d{1,2})x")
SIZES: Mapping[str, str] = {
    "fine": "F",
    "diminutive": "D",
    "tiny": "T",
    "small": "S",
    "medium": "M",
    "large": "L",
    "huge": "H",
    "gargantuan": "G",
    "colossal": "C",
}
"""Words for the size of a creature that is made up at the table, and its letter on a sheet."""
LETTER = re.compile(r"[A-Z]")
MODE_SPEED = re.compile(
    r"(?P<mode>fly|swim|climb|burrow)[:=]?(?P<length>\d{1,3}(?:[.,]\d+)?)(?P<unit>m|ft|sq)?"
)
"""A speed besides that on foot of a creature that is made up at the table: "fly12m"."""
SPACED_MODE = re.compile(r"\b(fly|swim|climb|burrow)[:=]? +(?=\d)", re.IGNORECASE)
"""The space between such a word and its length, "fly 18 m"."""


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
        figures = self.figures
        slug = re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_") or "creature"
        kind = base or Beast(slug, (("en", self.name),), Sheet(), usual_init=True)
        sheet = figures.on(kind.sheet) or kind.sheet
        written: list[tuple[Mode, int]] = [*self.speeds]
        if figures.speed_m is not None:
            written.insert(0, ("walk", int(figures.speed_m / SQUARE)))
        named = {mode for mode, _ in written}
        others = (one for one in sheet.speeds if one[0] not in named)
        sheet = replace(sheet, speeds=(*written, *others))
        names = tuple((("en", one.name),) for one in figures.attacks) or kind.attack_names
        return replace(
            kind,
            sheet=replace(sheet, traits=(*sheet.traits, *self.traits)),
            hp=kind.hp if figures.hp is None else figures.hp,
            hp_dice=kind.hp_dice if figures.hp is None else "",
            level=kind.level if figures.level is None else figures.level,
            con_score=kind.con_score if figures.con_score is None else figures.con_score,
            attack_names=names,
            usual_init=kind.usual_init and "init" not in dict(figures.sheet),
        )


def read_made_up(words: Sequence[str], count: int = 1, traits: Iterable[str] = ()) -> MadeUp | None:
    """Read "bandit x4 hp11 ac14 +3 1d6+1" or "hauler large hp30"; None without a figure in it.

    `traits` are the words for what a creature always has.

    Refusals "no_name", "unknown_word", "bad_figure", and those of an attack.
    """
    text, attacks = split_attacks(" ".join(words))
    glued = SPACED_MODE.sub(r"\1", text)
    tokens = [word for word in split_words(glued) if word != ","]
    starts = (
        n
        for n, word in enumerate(tokens)
        if is_figure(word, BONUSES)
        or TIMES.fullmatch(word.lower())
        or MODE_SPEED.fullmatch(word.lower())
    )
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
            count = int(times["after"] or times["before"])
        elif size := _size_of(word):
            sizes.append(size)
        elif mode := MODE_SPEED.fullmatch(word.lower()):
            speeds.append(_mode_speed(mode))
        else:
            rest.append(word)
    if not name and (rest or attacks):
        raise Refusal("no_name", "The name comes first, as in bandit x4 hp11 ac14 +3 1d6+1.")
    known = {plain(trait): trait for trait in traits}
    figures, groups, tail = read_figures(rest)
    others = [word for group in groups for word in group]
    own_traits = tuple(known[plain(word)] for word in others if plain(word) in known)
    weapon = [word for word in others if plain(word) not in known]
    if tail:
        attacks = (read_weapon(weapon, tail), *attacks)
    elif weapon:
        near = get_close_matches(plain(weapon[0]), (*known, *KEYS), n=1)
        if near:
            template = N_("'{word}' is not a figure; did you mean {nearest}?")
        else:
            template = N_("'{word}' is not a figure. Write it as in bandit x4 hp11 ac14 +3 1d6+1.")
        raise Refusal("unknown_word", template, word=weapon[0], nearest="".join(near))
    sheet = (*figures.sheet, *(("size", size) for size in sizes))
    figures = replace(figures, sheet=sheet, attacks=attacks)
    return MadeUp(count, name, figures, own_traits, tuple(speeds))


def _mode_speed(match: re.Match[str]) -> tuple[Mode, int]:
    modes: Mapping[str, Mode] = {"fly": "fly", "swim": "swim", "climb": "climb", "burrow": "burrow"}
    metres = read_number("speed", match["length"], match["unit"] or "")
    return modes[match["mode"]], max(1, int(metres / SQUARE))


def _size_of(word: str) -> str:
    # a capital among the figures, where no name is; which sizes there are the ruleset says
    if LETTER.fullmatch(word):
        return word
    return SIZES.get(word.lower(), "")
