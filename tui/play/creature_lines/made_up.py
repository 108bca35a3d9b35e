"""Creatures made up at the table in one line: "bandit x4 hp11 ac14 +3 1d6+1"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from core.bestiary import Beast
from core.characters import plain
from core.creatures import Attack, Sheet
from core.defences import cut_defences
from core.dice import usual_score
from core.effects.worn import cut_worn
from core.messages import N_, Refusal
from core.quantities import METRES_IN_A_SQUARE
from core.rulesets.creature_words import CreatureWords, join_known
from core.values import Struct, replace
from tui.play.creature_lines.attack_lines import BONUSES
from tui.play.creature_lines.body_words import (
    LONG,
    BodyWords,
    CreatureLine,
    divide_attacks,
    grammar_of,
    name_attack,
    refuse_without_figure,
    split_creature,
    starts_body,
)
from tui.play.creature_lines.class_levels import read_levels
from tui.play.creature_lines.figures import (
    TypedFigures,
    is_figure,
    read_figures,
    read_weapon,
    split_words,
)
from tui.play.creature_lines.not_needed import SUBTYPES, pull_kinds, pull_rating, pull_skills
from tui.play.creature_lines.runs import divide_runs
from tui.play.creature_lines.shorthand import WITH, respell
from tui.play.creature_lines.unknown import UnknownWord

TIMES = re.compile(r"x(?P<after>\d{1,2})|(?P<before>\d{1,2})x")
NEAR_IN_NAME = 0.8
"""How near a word of a name is to another that it is taken for a slip of the finger, of 1."""
SHORTEST = 4
"""The letters of the shortest name that is taken for one of several: "orcs"."""
SINGULAR = ("ss", "us", "is")
"""Ends of names of one creature: "pegasus", "abyss"."""
PLURALS = (
    ("wolves", "wolf"), ("elves", "elf"), ("dwarves", "dwarf"), ("thieves", "thief"),
    ("zombies", "zombie"), ("pixies", "pixie"), ("genies", "genie"), ("men", "man"),
    ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("s", ""),
)  # fmt: skip
LETTER = re.compile(r"[A-Z]")


class MadeUp(Struct):
    """A creature made up in one line: how many, its name, and its figures."""

    count: int
    name: str
    figures: TypedFigures
    traits: tuple[str, ...] = ()
    body: BodyWords = BodyWords()
    rating: str = ""
    """How hard it is to beat: "CR 1/2"."""

    @property
    def unused(self) -> tuple[str, ...]:
        """Figures of the line that no creature of an encounter has."""
        counters = tuple(f"{one.name}{one.most}" for one in self.figures.counters or ())
        weight = () if self.figures.weight_kg is None else ("weight",)
        return (*self.figures.unused, *self.body.unused, *counters, *weight)

    @property
    def own(self) -> bool:
        """Whether it has a figure of its own, and not a number of creatures alone."""
        return (
            bool(self.traits or self.rating)
            or self.figures != TypedFigures()
            or self.body != BodyWords()
        )

    def beast(self, base: Beast | None) -> Beast:
        """Return it as a kind of creature: `base` with the figures of the line, or a new one."""
        figures = self.figures
        con_score = figures.con_score
        if figures.con_mod is not None:
            con_score = usual_score(figures.con_mod)
        slug = re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_") or "creature"
        kind = base or Beast(slug, (("en", self.name),), Sheet(), usual_init=True)
        sheet = figures.on(kind.sheet) or kind.sheet
        if figures.speed_m is not None:
            others = (one for one in sheet.speeds if one[0] != "walk")
            squares = int(figures.speed_m / METRES_IN_A_SQUARE)
            sheet = replace(sheet, speeds=(("walk", squares), *others))
        sheet = self.body.on(sheet)
        names = tuple((("en", one.name),) for one in figures.attacks) or kind.attack_names
        return replace(
            kind,
            sheet=replace(sheet, traits=tuple(dict.fromkeys((*sheet.traits, *self.traits)))),
            hp=kind.hp if figures.hp is None else figures.hp,
            hp_dice=kind.hp_dice if figures.hp is None else "",
            cr=self.rating or kind.cr,
            level=kind.level if figures.level is None else figures.level,
            con_score=kind.con_score if con_score is None else con_score,
            attack_names=names,
            usual_init=kind.usual_init and "init" not in dict(figures.sheet),
        )


def read_made_up(typed: Sequence[str], words: CreatureWords, count: int = 1) -> MadeUp | None:
    """Read "bandit x4 hp11 ac14 +3 1d6+1" or "hauler large hp30"; None without a figure in it.

    `words` are those for creatures of the system. Refusals "no_name", "unknown_word",
    "bad_figure", those of an attack, of `cut_worn` and of `cut_defences`.
    """
    phrases = _pull_phrases(" ".join(typed), words)
    text, *lines = _divide(phrases.rest, words)
    leveled, unused = read_levels(text)
    tokens = join_known(leveled, words.traits)
    start = _find_figures(tokens, words)
    if start is None:
        start = len(tokens)
        if not (lines or phrases.say_figures or _begins_with_size(tokens, words)):
            return None
    named = _read_name(tokens[:start], words)
    line = split_creature((*named.apposed, *tokens[start:]), map(" ".join, lines), words)
    rest = _pull_counts(line.words, words)
    sizes = (*named.sizes, *rest.sizes, *line.body.sizes)
    is_long = line.body.long or named.is_long
    body = replace(line.body, defences=phrases.defences, worn=phrases.worn, long=is_long)
    body = body.without_sizes
    if not named.name and (rest.words or line.tail or line.attacks or body != BodyWords()):
        raise Refusal("no_name", "The name comes first, as in bandit x4 hp11 ac14 +3 1d6+1.")
    figures, groups, _ = read_figures(rest.words)
    others = (plain(word) for group in groups for word in group)
    traits = (*named.traits, *(words.traits[word] for word in others if word in words.traits))
    figures = replace(
        figures,
        sheet=(*figures.sheet, *(("size", size) for size in sizes)),
        attacks=_read_attacks(groups, line, words),
        unused=(*named.kinds, *figures.unused, *unused, *phrases.skills),
    )
    if rest.count is not None:
        count = rest.count
    name = named.name
    if count > 1 and not named.is_quoted:
        name = name_one(name)
    return MadeUp(count, name, figures, traits, body, phrases.rating)


class _Phrases(Struct):
    """The rest of a line, and the phrases taken out before its words are read one by one."""

    rest: str
    defences: tuple[str, ...]
    worn: tuple[str, ...]
    rating: str
    skills: tuple[str, ...]

    @property
    def say_figures(self) -> bool:
        """Whether they make what is before them a creature's line."""
        return bool(self.defences or self.worn or self.rating)


class _Named(Struct):
    """What the words before the figures say: the name, sizes, traits, and `kinds`, not needed.

    `apposed` are the other words behind the comma of a name.
    """

    name: str
    is_quoted: bool
    sizes: tuple[str, ...]
    traits: tuple[str, ...]
    is_long: bool
    apposed: tuple[str, ...]
    kinds: tuple[str, ...]


class _Counted(Struct):
    """Words among the figures, their sizes, and how many creatures there are; None = not said."""

    words: tuple[str, ...]
    sizes: tuple[str, ...]
    count: int | None


def _pull_phrases(text: str, words: CreatureWords) -> _Phrases:
    bare = cut_worn(text, words.bonus_types)
    cut = cut_defences(bare.text, words.kinds or None, words.traits)
    unrated, rating = pull_rating(respell(cut.text, two_armours=words.two_armours))
    rest, skills = pull_skills(SUBTYPES.sub(r"\1", unrated))
    return _Phrases(rest, cut.lines, bare.lines, rating, skills)


def _find_figures(tokens: Sequence[str], words: CreatureWords) -> int | None:
    """Return where the figures behind a name begin; None = there are none."""
    return next((n for n in range(len(tokens)) if _ends_name(tokens, n, words)), None)


def _begins_with_size(tokens: Sequence[str], words: CreatureWords) -> bool:
    return len(tokens) > 1 and plain(tokens[0]) in words.sizes


def _read_name(tokens: Sequence[str], words: CreatureWords) -> _Named:
    before, behind = _split_name(tokens)
    apposed, kinds = pull_kinds(behind, words)
    named, sizes = _pull_sizes(before, words)
    end = _end_of_name(named, words)
    of_body = [plain(word) for word in named[end:]]
    return _Named(
        name=" ".join(named[:end]).strip('"'),
        is_quoted=bool(named) and named[0].startswith('"'),
        sizes=tuple(sizes),
        traits=tuple(words.traits[word] for word in of_body if word in words.traits),
        is_long=LONG in of_body,
        apposed=tuple(apposed),
        kinds=kinds,
    )


def _pull_counts(tokens: Sequence[str], words: CreatureWords) -> _Counted:
    count = None
    sizes: list[str] = []
    rest: list[str] = []
    for word in tokens:
        times = TIMES.fullmatch(word.lower())
        size = _size_of(word, words)
        if times is not None:
            count = int(times["after"] or times["before"])
        elif size:
            sizes.append(size)
        else:
            rest.append(word)
    return _Counted(tuple(rest), tuple(sizes), count)


def _read_attacks(
    groups: Sequence[Sequence[str]], line: CreatureLine, words: CreatureWords
) -> tuple[Attack, ...]:
    # the last group names the attack at the end of the line; all others should be traits
    unknown = [[word for word in group if plain(word) not in words.traits] for group in groups]
    unknown = [group for group in unknown if group]
    attacks = line.attacks
    if line.tail:
        weapon = unknown.pop() if unknown else []
        attack = read_weapon(name_attack(weapon, (), words), line.tail, words)
        attacks = (attack, *attacks)
    for group in unknown:
        raise _refuse_figure(group[0], words)
    return attacks


def _divide(text: str, words: CreatureWords) -> Iterator[list[str]]:
    """Return the words of a line, then those of each attack behind a semicolon."""
    front, lines = divide_attacks(text)
    for part in (front, *lines):
        yield divide_runs(_split_with(split_words(part)), words)


def _split_with(tokens: Sequence[str]) -> list[str]:
    """Return the words without "with", which divides. Refusal "unknown_word": others with them."""
    done: list[str] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1 : place + 3]
        if token.lower() == WITH and len(following) > 1 and following[0].isdigit():
            raise Refusal(
                "unknown_word",
                "'{word}': creatures of another kind go on a line of their own, as in {example}.",
                word=" ".join((token, *following)),
                example=f":add {' '.join(following)}",
            )
        done.append("," if token.lower() == WITH else token)
    return done


def _split_name(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of a name, and those behind its comma, which say what the creature is."""
    end = tokens.index(",") if "," in tokens else len(tokens)
    return [*tokens[:end]], [*tokens[end:]]


def _pull_sizes(named: list[str], words: CreatureWords) -> tuple[list[str], list[str]]:
    """Return the words of a name without sizes, and the sizes: "wyvern huge dragon", "ogre boss L".

    In quotes, and where nothing else is left, they are the name.
    """
    if not named or named[0].startswith('"'):
        return named, []
    *before, last = named
    letters = [last] if before and last in words.sizes.values() else []
    named = before if letters else named
    rest = [word for word in named if plain(word) not in words.sizes]
    if not rest:
        return named, letters
    return rest, [*(words.sizes[plain(word)] for word in named if word not in rest), *letters]


def _refuse_figure(word: str, words: CreatureWords) -> UnknownWord:
    refuse_without_figure(word, words)
    near = get_close_matches(plain(word), grammar_of(words), n=1)
    if near:
        template = N_("'{word}' is not a figure; did you mean {nearest}?")
    else:
        template = N_("'{word}' is not a figure. Write it as in bandit x4 hp11 ac14 +3 1d6+1.")
    return UnknownWord("unknown_word", template, word=word, nearest="".join(near))


def name_one(name: str) -> str:
    """Return the name of one creature of several: "goblin warriors" are "goblin warrior"s."""
    if len(name) < SHORTEST or name.lower().endswith(SINGULAR):
        return name
    for many, one in PLURALS:
        if name.lower().endswith(many):
            return name[: len(name) - len(many)] + one
    return name


def _end_of_name(named: Sequence[str], words: CreatureWords) -> int:
    # where sizes and traits begin that end the words of a name: "hauler large darkvision"
    end = len(named)
    known = words.sizes.keys() | words.traits.keys() | {LONG}
    while end > 1 and plain(named[end - 1]) in known:
        end -= 1
    if end > 1 and not named[0].startswith('"'):
        _refuse_slip(named[end - 1], known, named)
    return end


def _refuse_slip(word: str, known: Iterable[str], named: Sequence[str]) -> None:
    # the last word of a name that is nearly a size or a trait: "hauler lagre"
    near = get_close_matches(plain(word), known, n=1, cutoff=NEAR_IN_NAME)
    if near:
        raise Refusal(
            "unknown_word",
            "'{word}' is not understood; did you mean {nearest}? A name with it is in quotes, as in"
            " {example}.",
            word=word,
            nearest=near[0],
            example=f'"{" ".join(named)}"',
        )


def _ends_name(tokens: Sequence[str], at: int, words: CreatureWords) -> bool:
    word = tokens[at].lower()
    if is_figure(word, BONUSES) or TIMES.fullmatch(word):
        return True
    return at > 0 and starts_body(tokens, at, words)


def _size_of(word: str, words: CreatureWords) -> str:
    # a capital among the figures, where no name is; which sizes there are the ruleset says
    if LETTER.fullmatch(word):
        return word
    return words.sizes.get(plain(word), "")
