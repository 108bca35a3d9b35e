"""Words of a creature's line that have no table: sizes, ways to move, reach, its reaction.

They may stand before an attack or behind it, as may all figures: "reaction falchion +6 1d10+3",
"jaws +15 2d8+8 fly 20 huge". Behind an attack "reach 3" is that attack's, before it the creature's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import takewhile

from core.characters import plain
from core.creatures import BODY_PARTS, Attack, Mode, Sheet
from core.dice import looks_like_dice
from core.messages import N_, Refusal
from core.quantities import LENGTH, METRES_IN_A_SQUARE, WEIGHT, is_unit, write_quantity
from core.rulesets.creature_words import MOST_WORDS, CreatureWords, count_weapon, join_known
from core.values import Struct, replace
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.attack_lines import (
    BONUSES,
    ENERGY,
    MODES,
    PLAIN_WORDS,
    WEAPONS,
    is_attack_part,
    read_attack,
    read_reach,
)
from tui.play.creature_lines.figures import (
    AMOUNT,
    FIGURE,
    KEYS,
    has_bonus,
    read_number,
    split_words,
    take_until_comma,
)
from tui.play.creature_lines.not_needed import count_sense
from tui.play.creature_lines.unknown import UnknownWord, is_near

GLUED = re.compile(r"(?P<word>[^\W\d_]+)[:=]?(?P<length>\d.*)")
"""A word with its figure: "fly20m", "reach3"."""
REACH = "reach"
SPACE = "space"
LONG = "long"
RUN = frozenset(("run", "runs"))
TIMES = re.compile(r"[x×]?([2-9])")
"""How many times its speed it runs."""
COUNT = re.compile(r"[1-9]")
"""How many attacks of a kind there are: "2 claws"."""
FEATS = frozenset(("feat", "feats"))
REACTION = "reaction"
LENGTHS = (REACH, SPACE)
"""Words before a length in squares."""
WALK = "walk"
"""The way to move that is a figure of its own ("speed")."""
OF_ATTACKS = frozenset((*WEAPONS, *MODES, *PLAIN_WORDS, *ENERGY))
"""Words behind an attack's bonus that are the attack's."""
MANOEUVRABILITY = frozenset(("clumsy", "poor", "average", "good", "perfect"))
"""Words behind the speed of a flier, for which no rule here asks."""
EXAMPLE_M = Fraction(9)
"""The length of an example, in metres."""


class BodyWords(Struct):
    """What the words of a creature's line say that are neither its name, figures nor an attack.

    `speeds` are in squares, but for that on foot, `reach` and `space` in squares; None = not said.
    `feats` are names of feats in quotes, `unused` words for which no rule here asks, `defences`
    lines of `core.defences`, `worn` those of `core.effects.worn`.
    """

    sizes: tuple[str, ...] = ()
    speeds: tuple[tuple[Mode, int], ...] = ()
    reach: int | None = None
    reaction: bool | None = None
    long: bool = False
    space: int | None = None
    run: int | None = None
    feats: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    defences: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()

    def on(self, sheet: Sheet) -> Sheet:
        """Return the sheet with the speeds, reach and reaction of the line."""
        named = {mode for mode, _ in self.speeds}
        others = (one for one in sheet.speeds if one[0] not in named)
        changed = replace(sheet, speeds=(*others, *self.speeds))
        if self.reach is not None:
            changed = replace(changed, reach=self.reach)
        if self.reaction is not None:
            changed = replace(changed, reaction=self.reaction)
        if self.space is not None:
            changed = replace(changed, space=self.space)
        if self.run is not None:
            changed = replace(changed, run=self.run)
        feats = tuple(dict.fromkeys((*changed.feats, *self.feats)))
        defences = tuple(dict.fromkeys((*changed.defences, *self.defences)))
        worn = tuple(dict.fromkeys((*changed.worn, *self.worn)))
        is_long = changed.long or self.long
        return replace(changed, long=is_long, feats=feats, defences=defences, worn=worn)

    @property
    def without_sizes(self) -> BodyWords:
        """The same but for sizes, which a line has among its figures."""
        return replace(self, sizes=())

    def and_of(self, more: BodyWords) -> BodyWords:
        """Return what both say; of figures that are said twice the later."""
        return BodyWords(
            sizes=(*self.sizes, *more.sizes),
            speeds=tuple((dict(self.speeds) | dict(more.speeds)).items()),
            reach=self.reach if more.reach is None else more.reach,
            reaction=self.reaction if more.reaction is None else more.reaction,
            long=self.long or more.long,
            space=self.space if more.space is None else more.space,
            run=self.run if more.run is None else more.run,
            feats=(*self.feats, *more.feats),
            unused=(*self.unused, *more.unused),
            defences=(*self.defences, *more.defences),
            worn=(*self.worn, *more.worn),
        )


def grammar_of(words: CreatureWords) -> tuple[str, ...]:
    """Return the words of a creature's line, but for those of weapons."""
    own = (REACH, REACTION, SPACE, LONG, *sorted(RUN | FEATS))
    return (*words.sizes, *words.speeds, *words.traits, *own, *KEYS)


def _mode_of(word: str, words: CreatureWords) -> Mode | None:
    mode = words.speeds.get(plain(word))
    if mode == WALK:
        return None
    return mode


def starts_body(tokens: Sequence[str], at: int, words: CreatureWords) -> bool:
    """Return whether a word that is of no name starts here: "reaction", "fly 20", "speed 8"."""
    word = tokens[at].lower()
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if plain(word) in (REACTION, f"no{REACTION}"):
        return True
    if plain(word) == "no":
        return plain(after) == REACTION
    glued = GLUED.fullmatch(word)
    if glued is not None and (glued["word"] in LENGTHS or _mode_of(glued["word"], words)):
        return True
    leads = word.rstrip(":=")
    if (leads in RUN and TIMES.fullmatch(after)) or (leads in FEATS and after):
        return True
    known = _mode_of(leads, words) is not None or leads in KEYS or leads in LENGTHS
    return known and AMOUNT.fullmatch(after) is not None


class CreatureLine(Struct):
    """A line sorted: the words before its attack, those of the attack from its bonus on, the rest.

    `attacks` are those behind semicolons. Sizes before an attack are among `words`, for a name or
    a table may have them; a figure or a trait behind an attack is among `words` too.
    """

    words: tuple[str, ...]
    tail: tuple[str, ...]
    body: BodyWords
    attacks: tuple[Attack, ...] = ()


def split_creature(
    tokens: Sequence[str], attacks: Iterable[str], words: CreatureWords
) -> CreatureLine:
    """Sort what is behind a creature's name, and the `attacks` behind its semicolons.

    `words` are those of the system. Refusals "bad_figure", "bad_attack", "unknown_word".
    """
    alone, *others = _split_attacks(tokens)
    first = _sort(alone, words)
    body = first.said
    figures = [*first.behind]
    read: list[Attack] = []
    for line in attacks:
        others += _split_attacks(split_words(line))
    for tokens_of_attack in filter(None, others):
        part = _sort(tokens_of_attack, words, several=True)
        figures += [*part.behind, *(word for word in part.before if is_glued(word))]
        name = [word for word in part.before if not is_glued(word) and word != ","]
        named = name_attack(name, (), words)
        read.append(read_attack(" ".join((*named, *part.attack)), words))
        body = body.and_of(part.said)
    front = first.before
    if figures:
        front = [*figures, ",", *front]
    attack = tuple(word for word in first.attack if word != ",")
    return CreatureLine(tuple(front), attack, body, tuple(read))


def divide_attacks(text: str) -> tuple[str, list[str]]:
    """Return a line without the attacks behind its semicolons, and these.

    What is between semicolons and no attack is as between commas: "hp46; AC 20; on a pony".
    """
    first, *parts = text.split(";")
    front = [first]
    attacks = []
    for part in parts:
        if not _is_attack(split_words(part)):
            front.append(part)
        else:
            attacks.append(part)
    return ", ".join(front), attacks


def _is_attack(tokens: Sequence[str]) -> bool:
    # one without its bonus is refused with the others
    return has_bonus(tokens) or any("d" in word and looks_like_dice(word) for word in tokens)


def _split_attacks(tokens: Sequence[str]) -> list[list[str]]:
    """Return the words of each attack of a line: a comma divides those that have a bonus each."""
    groups: list[list[str]] = [[]]
    for group in _split_at_commas(tokens):
        if has_bonus(groups[-1]) and has_bonus(group):
            groups.append(group)
        elif groups[-1]:
            groups[-1] += [",", *group]
        else:
            groups[-1] = group
    return groups


def _split_at_commas(tokens: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for place, token in enumerate(tokens):
        joins = token.lower() in ("and", "or")
        if token == "," or (joins and _begins_attack(tokens[place + 1 :])):
            groups.append([])
        elif token.endswith(")") and _begins_attack(tokens[place + 1 :]):
            groups[-1].append(token)
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def _begins_attack(tokens: Sequence[str]) -> bool:
    # whether the name of an attack comes next, and its bonus: "bite +8 (1d8+2)"
    following = [*takewhile(lambda token: token not in (",", "and", "or"), tokens)]
    bonuses = (n for n, word in enumerate(following) if BONUSES.fullmatch(word))
    count = next(bonuses, 0)
    return 0 < count <= MOST_WORDS and has_bonus(following[: count + 1])


def is_glued(word: str) -> bool:
    """Return whether a word is a figure with its name: "hp18"."""
    figure = FIGURE.fullmatch(word.lower())
    return figure is not None and figure["word"] in KEYS


@dataclass
class _Sorted:
    """Words sorted: before the attack, the attack from its bonus on, the creature's behind it.

    `said` is what the words of the body say, wherever they stand.
    """

    before: list[str] = field(default_factory=list)
    attack: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    said: BodyWords = field(default_factory=BodyWords)


def _sort(tokens: Sequence[str], words: CreatureWords, *, several: bool = False) -> _Sorted:
    of_creatures = words.traits.keys() - OF_ATTACKS
    done = _Sorted()
    rest = join_known(tokens, words.traits)
    before = ""
    while rest:
        word = rest[0].lower()
        if done.attack and word == "and":
            done.attack += rest
            break
        if done.attack and before == ",":
            count = _count_of_creature(rest, done, words)
            done.behind += [",", *rest[:count]] if count else []
            del rest[:count]
            if count:
                before = ""
                continue
        tail = () if before == "," and _is_own_reach(rest, done, several=several) else done.attack
        body, used = _read_body(rest, tail, words)
        done.said = done.said.and_of(body)
        before = word
        if used:
            del rest[:used]
            continue
        is_spaced = _is_spaced_figure(rest)
        is_figure = is_spaced or is_glued(word) or _is_weight(word)
        if done.attack and (is_figure or plain(word) in of_creatures):
            target = done.behind
        elif done.attack or (not is_spaced and BONUSES.fullmatch(word)):
            target = done.attack
        else:
            target = done.before
        count = 2 if is_spaced else 1
        target += rest[:count]
        del rest[:count]
    return done


def _is_own_reach(rest: Sequence[str], done: _Sorted, *, several: bool) -> bool:
    """Return whether a reach behind a comma is the creature's, not that of the attack before it.

    It is behind its space, and behind the natural attacks of one that has `several`.
    """
    group = take_until_comma(rest)
    if len(group) != 2 or group[0].lower().rstrip(":=") != REACH:
        return False
    name = plain(done.before[-1]) if done.before else ""
    natural = several and not BODY_PARTS.isdisjoint((name, name.removesuffix("s")))
    return natural or done.said.space is not None


def _count_of_creature(rest: Sequence[str], done: _Sorted, words: CreatureWords) -> int:
    """Return how many words behind the comma of an attack are the creature's: "35 ft", "reach 2".

    They are a length, its reach where the attack is natural, and words that no attack has.
    """
    group = take_until_comma(rest)
    if not group:
        return 0
    amount = AMOUNT.fullmatch(group[0].lower())
    if amount is not None:
        is_length = bool(amount["unit"]) and is_unit(amount["unit"], LENGTH)
        return 1 if is_length and len(group) == 1 else 0
    if is_attack_part(group[0], words) or is_glued(group[0]) or _is_spaced_figure(group):
        return 0
    if starts_body(group, 0, words) or plain(group[0]) in (REACH, SPACE, LONG):
        return 0
    of_creature = plain(group[0]) in words.traits or plain(group[0]) in words.sizes
    if of_creature or group[0].lower() in (*RUN, *FEATS) or count_sense(group, words):
        return 0
    return len(group)


def _is_weight(word: str) -> bool:
    amount = AMOUNT.fullmatch(word)
    return amount is not None and bool(amount["unit"]) and is_unit(amount["unit"], WEIGHT)


def _is_spaced_figure(words: Sequence[str]) -> bool:
    # Whether the first two are a figure's name and its number: "hp 18".
    if len(words) < 2 or words[0].lower().rstrip(":=") not in KEYS:
        return False
    return AMOUNT.fullmatch(words[1].lower()) is not None


def _read_body(
    rest: Sequence[str], tail: Sequence[str], words: CreatureWords
) -> tuple[BodyWords, int]:
    # what the first of the words say, and how many they are; 0 = they are of another kind
    word = rest[0].lower()
    after = rest[1].lower() if len(rest) > 1 else ""
    if plain(word) == "no" and plain(after) == REACTION:
        return BodyWords(reaction=False), 2
    if plain(word) == f"no{REACTION}":
        return BodyWords(reaction=False), 1
    if word == REACTION:
        return BodyWords(reaction=True), 1
    count = count_sense(rest, words)
    if count:
        return BodyWords(unused=(" ".join(rest[:count]).lower(),)), count
    if word == LONG and not (after and plain(word + after) in words.of_weapons):
        return BodyWords(long=True), 1
    if word in RUN and (times := TIMES.fullmatch(after)):
        return BodyWords(run=int(times[1])), 2
    if word in FEATS:
        return _read_feats(rest, words)
    if tail and plain(word) in words.sizes:
        return BodyWords(sizes=(words.sizes[plain(word)],)), 1
    glued = GLUED.fullmatch(word)
    if glued is not None:
        mode = _mode_of(glued["word"], words)
        if mode is not None:
            speed = _speed(mode, glued["word"], glued["length"])
            return _read_flight(BodyWords(speeds=(speed,)), rest, 1)
    leads = word.rstrip(":=")
    mode = _mode_of(leads, words)
    if mode is not None and AMOUNT.fullmatch(after):
        return _read_flight(BodyWords(speeds=(_speed(mode, leads, after),)), rest, 2)
    if leads == SPACE and AMOUNT.fullmatch(after):
        return BodyWords(space=read_reach([after], SPACE)), 2
    if glued is not None and glued["word"] == SPACE:
        return BodyWords(space=read_reach([glued["length"]], SPACE)), 1
    if tail:
        return BodyWords(), 0
    if glued is not None and glued["word"] == REACH:
        return BodyWords(reach=read_reach([glued["length"]])), 1
    if leads == REACH:
        return BodyWords(reach=read_reach([after] if after else [])), 2
    return BodyWords(), 0


def _read_flight(body: BodyWords, rest: Sequence[str], used: int) -> tuple[BodyWords, int]:
    # how well it flies, behind the `used` words of its speed: "(clumsy)"
    following = "".join(rest[used : used + 1]).strip("()").lower()
    if following not in MANOEUVRABILITY or "fly" not in dict(body.speeds):
        return body, used
    return replace(body, unused=(following,)), used + 1


def _read_feats(rest: Sequence[str], words: CreatureWords) -> tuple[BodyWords, int]:
    # "feat", the names in quotes behind it; one that the rules know is a trait, and read as one
    used = 1
    feats: list[str] = []
    while used < len(rest) and rest[used].startswith('"') and not _is_attack_name(rest, used):
        feats.append(rest[used].strip('"'))
        used += 1
        if rest[used : used + 1] == [","]:
            used += 1
    following = plain("".join(rest[used : used + 1]))
    if not feats and following not in words.traits:
        raise Refusal(
            "bad_figure",
            "Write the name of a feat in quotes after {word}, as in {example}.",
            word=rest[0],
            example=f'{rest[0]} "Iron Will"',
        )
    return BodyWords(feats=tuple(feats)), used


def _is_attack_name(tokens: Sequence[str], at: int) -> bool:
    return at + 1 < len(tokens) and BONUSES.fullmatch(tokens[at + 1]) is not None


def _speed(mode: Mode, word: str, length: str) -> tuple[Mode, int]:
    amount = AMOUNT.fullmatch(length)
    if amount is None:
        raise Refusal("bad_figure", "{word}: '{text}' is not a length.", word=word, text=length)
    metres = read_number("speed", amount["number"], amount["unit"] or "")
    return mode, max(1, int(metres / METRES_IN_A_SQUARE))


def name_attack(name: Sequence[str], known: Iterable[str], words: CreatureWords) -> list[str]:
    """Return the words before a bonus, where they are the name of an attack.

    That is one in quotes, words of weapons and of natural attacks, and at most one word besides
    that is near no word of a creature's line, nor `known`. Where the system has no words of weapons
    they may be any words that are near none. Refusal "unknown_word", with the nearest.
    """
    if len(name) == 1 and name[0].startswith('"'):
        return [*name]
    if len(name) > 1 and COUNT.fullmatch(name[0]):
        return [name[0], *name_attack(name[1:], known, words)]
    for word in name:
        if plain(word) not in words.of_weapons:
            refuse_without_figure(word, words)
    grammar = {plain(one): one for one in (*known, *grammar_of(words))}
    weapon = len(name) - count_weapon(name, words)
    others = [word for word in name[:weapon] if plain(word) not in words.of_weapons]
    for word in others:
        is_figure = re.fullmatch(r"[^\W\d]+\d+", word) is not None
        if is_near(word, grammar) or is_figure or (words.of_weapons and len(others) > 1):
            raise unknown_name(word, name, {**grammar, **dict.fromkeys(words.of_weapons)})
    return [*name]


def refuse_without_figure(word: str, words: CreatureWords) -> None:
    """Refuse, "bad_figure", a word that says nothing without its number: "fly", "hp"."""
    leads = plain(word)
    if leads in words.speeds or leads == REACH or KEYS.get(leads) == "speed":
        units = units_in_force()
        raise Refusal(
            "bad_figure",
            "Write a length after {word}, as in {word} {length}.",
            word=word,
            length=f"{write_quantity(EXAMPLE_M, LENGTH, units)}{LENGTH.usual[units]}",
        )
    if leads in KEYS:
        raise Refusal("bad_figure", "Write a number after {word}, as in {word}12.", word=word)


def unknown_name(word: str, words: Sequence[str], known: Iterable[str]) -> UnknownWord:
    """Return the Refusal of a word before a bonus that is none of an attack's name."""
    nearest = get_close_matches(plain(word), known, n=1, cutoff=0)
    name = " ".join(words).replace('"', "")
    return UnknownWord(
        "unknown_word",
        N_(
            "'{word}' is not understood; did you mean {nearest}? A name of an attack of several"
            " words is in quotes, as in {example}."
        ),
        word=word.strip('"'),
        nearest="".join(nearest),
        example=f'"{name}" +3 1d6',
    )
