"""Typed squares and areas: "B2-D6", "add 8 wolf at k9", "burst 4 8d6 reflex 16", "cone NE 6 28"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

from core.combat.areas import Shape
from core.combat.board.squares import DIRECTIONS, Square, parse_edge, parse_square
from core.dice import looks_like_dice
from core.messages import Message, Refusal
from core.play.facts.encounter import SUMMONED, Side
from core.play.facts.fight.blows.commands import AreaAttack
from core.play.facts.fight.combatants import letters, name_combatant, token_of
from core.play.facts.state import State
from core.play.fight.blows.decide import AreaEffect
from core.quantities import LENGTH, units_pattern
from core.rulesets.creature_words import CreatureWords
from core.values import Struct, replace
from tui.kit.numbers import maybe_whole, read_whole
from tui.play.command_line.damage_kinds import NO_KINDS, take_kind
from tui.play.command_line.typed_line import TypedLine, number, square, title
from tui.play.creature_lines.attack_lines import read_reach
from tui.play.creature_lines.figures import AMOUNT
from tui.play.creature_lines.unknown import UnknownWord, read_naming_all

if TYPE_CHECKING:
    from tui.play.creature_lines.made_up import MadeUp

RUN = re.compile(r"([A-Za-z]{1,3}[1-9]\d{0,3}):(\d{1,3})")
RECTANGLE = re.compile(r"([A-Za-z]{1,3}[1-9]\d{0,3})[-:]([A-Za-z]{1,3}[1-9]\d{0,3})")
MOST = 500
TIMES_FIRST = re.compile(r"^\s*(?:x(?=\d+\s))?(\d+)(?:x(?=\s))?\s")
"""How many before a name: "3x worg", "x3 worg"."""
COUNT_BEHIND = re.compile(r"^\s*([^\d\W][^\d(),;:\"]*?) \((\d{1,2})\)[:,]?")
"""How many in brackets behind a name: "Ogre (2): hp 29"."""
COUNTS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
COUNT_FIRST = re.compile(rf"^\s*({'|'.join(COUNTS)}) ", re.IGNORECASE)
"""How many in words: "six wolves"."""


def runs(words: Iterable[str]) -> str:
    """Squares as runs: "b2:5 c4" is "B2:5 C4"; "b2-d3" or "b2:d3", a rectangle, is "B2:3 B3:3".

    Refusals "unknown_square", "no_squares".
    """
    words_apart = [run for word in words for run in _runs(word)]
    if not words_apart:
        raise Refusal("no_squares", "Which squares? C4, B2:5 (five to the right), B2-D6.")
    return " ".join(words_apart)


def _runs(word: str) -> list[str]:
    if run := RUN.fullmatch(word):
        start, length = run.groups()
        return [f"{square(start)}:{int(length)}"]
    if corners := RECTANGLE.fullmatch(word):
        one, other = map(parse_square, corners.groups())
        left, right = sorted((one.x, other.x))
        top, bottom = sorted((one.y, other.y))
        if bottom - top >= MOST or right - left >= MOST:
            raise Refusal("unknown_square", "{text} is larger than any map.", text=word)
        return [f"{Square(left, y)}:{right - left + 1}" for y in range(top, bottom + 1)]
    return [square(word)]


def border(text: str) -> str:
    """A border between two squares: "b2/c2" is "B2/C2". Refusals "bad_edge", "unknown_square"."""
    one, other = parse_edge(text)
    return f"{one}/{other}"


SIDES: Mapping[str, Side] = {"ally": "party", "foe": "foes", "neutral": "neutral"}
"""The sides of a fight as they are typed."""


class Adding(Struct):
    """Creatures to add to an encounter.

    `hp` is "average" or "roll", `at` a square ("" = wherever there is room). `made` are the
    figures of creatures made up at the table (None = as in the bestiary). `rounds`: they are
    summoned for so many (0 = they stay). `elevation` is how high they fly, in squares.
    """

    count: int
    kind: str
    hp: str = "average"
    hidden: bool = False
    at: str = ""
    made: MadeUp | None = None
    side: Side = "foes"
    rounds: int = 0
    elevation: int = 0


def adding(
    text: str, words: CreatureWords, is_listed: Callable[[str], bool] = lambda name: False
) -> Adding:
    """Read ":add 8 wolf hp=roll hidden at k9", or ":add bandit x4 hp11 ac14 +3 1d6+1".

    `words` are those for creatures of the system, for the made-up. `is_listed` tells whether the
    list has a creature of a name: else a square at its end is where they come ("wolf k9"), as it is
    at the end of figures.
    "flying" puts them into the air, "height 6" so many squares up.
    Refusals "too_few_words", "bad_number", "bad_hp", "unknown_square", and of `read_made_up`.
    """
    return read_naming_all(text, lambda line: _read_adding(line, words, is_listed))


def _read_adding(text: str, words: CreatureWords, is_listed: Callable[[str], bool]) -> Adding:
    text = COUNT_BEHIND.sub(r"\2 \1,", TIMES_FIRST.sub(r"\1 ", text))
    text = HEIGHT_LAST.sub(r"height \1", HEIGHT_FIRST.sub(r"height \1", text))
    text = AT_SIGN.sub("at ", text)
    text = BEFORE_STOP.sub(r"\2 \1", text)
    text = SET_OFF.sub(r"\1 \2", COUNT_FIRST.sub(_write_count, text))
    line = TypedLine(text, "add 8 wolf")
    if re.match(r"\s*[+-]*\d+(\s|$)", text):
        count = number(line)
    else:
        count = 1
    hidden = line.flag("hidden")
    side: Side = next((SIDES[word] for word in SIDES if line.flag(word)), "foes")
    rounds = _read_rounds(line)
    elevation = _read_elevation(line)
    hp = "".join(line.matching(r"hp=\D.*")[-1:]).removeprefix("hp=") or "average"
    if hp not in ("average", "roll"):
        raise Refusal(
            "bad_hp", "'{text}' does not set hit points. Type hp=average or hp=roll.", text=hp
        )
    squares = line.after("at")
    line.words += squares[1:]
    while line.words[-1:] in ([","], [";"]):
        line.words.pop()
    if squares:
        made = _read_made_up(line, words, count)
    else:
        made, squares = _read_placed(line, words, count)
    name = title(line)
    if made is not None:
        count = made.count
        name = made.name
    elif not squares and not is_listed(name):
        name, squares = _split_square(name)
    if not 1 <= count <= 99:
        raise Refusal("bad_number", "Add 1 to 99 creatures at a time, not {count}.", count=count)
    own = made if made is not None and made.own else None
    at = "".join(map(square, squares[:1]))
    return Adding(
        count,
        name,
        hp=hp,
        hidden=hidden,
        at=at,
        made=own,
        side=side,
        rounds=rounds,
        elevation=elevation,
    )


LAST_SQUARE = re.compile(r"(\S.*) ([a-z]{1,2}[1-9]\d?)[,;]?", re.IGNORECASE)
"""A name, and a square behind it: "giant spider o12"."""
NO_COLUMNS = ("d", "t", "x")
"""Letters that behind figures begin something else: a die, an Armour Class, times."""


def _split_square(name: str) -> tuple[str, tuple[str, ...]]:
    """Return a name without the square at its end, and the square; () = there is none."""
    found = LAST_SQUARE.fullmatch(name)
    if found is None:
        return name, ()
    return found[1], (found[2],)


def _read_made_up(line: TypedLine, words: CreatureWords, count: int) -> MadeUp | None:
    from tui.play.creature_lines.made_up import read_made_up  # loaded with the first line

    return read_made_up(line.words, words, count)


def _read_placed(
    line: TypedLine, words: CreatureWords, count: int
) -> tuple[MadeUp | None, tuple[str, ...]]:
    """Read a creature made up, and the square that its line ends with; () = there is none.

    That is a last word which is not understood as anything else; it is taken out of the line.
    """
    try:
        return _read_made_up(line, words, count), ()
    except UnknownWord as unknown:
        rest, squares = _split_square(" ".join(line.words))
        last = "".join(squares)
        if unknown.word != last or last.lower().startswith(NO_COLUMNS):
            raise
        line.words = rest.split()
        return _read_made_up(line, words, count), squares


FLIGHT = 4
"""How many squares up a creature flies of which no height is written."""
ALOFT = ("flying", "airborne", "hovering", "hover", "aloft")
HEIGHT_LAST = re.compile(
    rf"\b(?:at )?(\d{{1,4}} ?(?:{units_pattern(LENGTH)})\.?) (?:up|high|above)(?![\w-])",
    re.IGNORECASE,
)
"""How high, before its word: "40 ft up"."""
HEIGHT_FIRST = re.compile(
    rf"(?<![\w-])up (?:at )?(\d{{1,4}} ?(?:{units_pattern(LENGTH)})\.?)(?![\w-])", re.IGNORECASE
)
"""How high, behind its word: "up 30 ft"."""
BEFORE_STOP = re.compile(
    rf"(?<!\S)(at [a-z]{{1,3}}\d{{1,3}}|height \d{{1,4}}(?: ?(?:{units_pattern(LENGTH)}))?\.?)"
    r"([,;])",
    re.IGNORECASE,
)
"""Where or how high, and what divides it from the next: "at n4, AC 16", "height 30 ft; bite"."""
AT_SIGN = re.compile(r"(?<!\S)@ ?(?=[a-z]{1,3}[1-9])", re.IGNORECASE)
"""The sign before a square: "@ m10"."""
SET_OFF = re.compile(rf"(?<!\S)\(?(hidden|{'|'.join(ALOFT)})\)?(,?)(?!\S)", re.IGNORECASE)
"""A word of how they come, with the brackets or the comma that set it off."""


def _write_count(found: re.Match[str]) -> str:
    return f"{COUNTS.index(found[1].lower()) + 2} "


def _read_elevation(line: TypedLine) -> int:
    """Read "flying" or "height 6", wherever it stands; 0 without it.

    "flying 18m" is how fast, too.
    """
    words = [word.lower() for word in line.words]
    elevation = 0
    for place in reversed(range(len(words))):
        after = line.words[place + 1 : place + 2]
        if words[place] in ALOFT:
            elevation = elevation or FLIGHT
            if not (after and AMOUNT.fullmatch(after[0].lower())):
                del line.words[place]
        elif words[place] == "height":
            rest = line.words[place + 1 :]
            elevation = read_reach(rest, "height")
            line.words[place:] = rest
    return elevation


def _read_rounds(line: TypedLine) -> int:
    """Read "summoned 3" wherever it stands; 0 without it."""
    if SUMMONED not in line.words:
        return 0
    place = line.words.index(SUMMONED)
    rounds = maybe_whole("".join(line.words[place + 1 : place + 2]))
    if rounds is None:
        raise Refusal(
            "no_rounds", "For how many rounds? Type it like :add bandit hp11 ally summoned 3."
        )
    del line.words[place : place + 2]
    return rounds


SHAPES: tuple[Shape, ...] = get_args(Shape)
SAVES = {
    "reflex": "reflex",
    "ref": "reflex",
    "fortitude": "fortitude",
    "fort": "fortitude",
    "will": "will",
    "nosave": "",
}
CORNERS = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
EXAMPLE = "burst 4 8d6 reflex 16"
LARGEST = 100


def blast(
    text: str, cursor: Square, by: Square | None, name: str, kinds: Mapping[str, str] = NO_KINDS
) -> AreaAttack:
    """The area that `text` describes, at the cursor; cones and lines start from `by`.

    `kinds` are the words for kinds of damage (`words_for_kinds`), which may stand in it, too.

    Shape, squares, then in any order: damage as dice or a number, a save and its DC, "none" (who
    saves takes nothing), "nonlethal", "improved" (cover like an arrow slit), a corner of the
    cursor's square (nw ne sw se), a name. A cone may have its direction before its squares, else it
    opens towards the cursor.
    Refusals "unknown_shape", "too_few_words", "nobody_casts".
    """
    words = text.lower().split()
    shape = next((one for one in SHAPES if words and one.startswith(words[0])), None)
    direction = ""
    if shape == "cone" and len(words) > 1 and words[1].upper() in DIRECTIONS:
        direction = words.pop(1).upper()
    if shape is None:
        raise Refusal(
            "unknown_shape",
            "An area is one of {shapes}, as in {example}.",
            shapes=SHAPES,
            example=EXAMPLE,
        )
    squares = maybe_whole(words[1]) if len(words) > 1 else None
    if squares is None or not 0 < squares <= LARGEST:
        raise Refusal("too_few_words", "How many squares? As in {example}.", example=EXAMPLE)
    made = AreaAttack(shape, squares, "", _corner("nw", cursor), by=name)
    for before, word in pairwise(words[1:]):
        made = _word(made, word, before, cursor)
        slug, count = take_kind((word,), kinds)
        if count:
            made = replace(made, kinds=(*made.kinds, slug))
    if shape not in ("cone", "line"):
        return made
    if by is None:
        raise Refusal("nobody_casts", "A cone or a line starts from a creature. Mark one first.")
    return replace(made, direction=direction or towards(by, cursor))


def harmful(
    text: str, cursor: Square, by: Square | None, who: str, kinds: Mapping[str, str] = NO_KINDS
) -> AreaAttack:
    """`blast`, which must have damage; also Refusal "no_damage"."""
    made = blast(text, cursor, by, who, kinds)
    if not made.damage:
        raise Refusal("no_damage", "How much damage? As in {example}.", example=EXAMPLE)
    return made


def would(area_effect: AreaEffect, state: State) -> Message:
    """The creatures in an area by letter, with their bonuses for cover."""
    if not area_effect.targets:
        return Message("nobody is in it")
    signs = {
        each.who: token_of(state, each.who) or name_combatant(state, each.who)
        for each in area_effect.targets
    }
    helped: dict[int, list[str]] = {}
    for each in area_effect.targets:
        if bonus := each.bonus or each.caught.cover.reflex_bonus:
            helped.setdefault(bonus, []).append(signs[each.who])
    covered = tuple(
        Message("{who} {bonus}", who=letters(who), bonus=f"{bonus:+}")
        for bonus, who in helped.items()
    )
    return Message(
        "in it: {who}; cover on Reflex: {bonuses}" if covered else "in it: {who}; nobody has cover",
        who=letters(signs.values()),
        bonuses=covered,
    )


def _word(made: AreaAttack, word: str, before: str, cursor: Square) -> AreaAttack:
    if word in SAVES:
        return replace(made, save=SAVES[word])  # type: ignore[arg-type]  # one of the four
    if before in SAVES and word.isdecimal():
        return replace(made, dc=read_whole(word))
    if looks_like_dice(word) and not made.damage:
        return replace(made, damage=word)
    if (dc := word.removeprefix("dc")).isdecimal():
        return replace(made, dc=read_whole(dc))
    if word in ("none", "half"):
        return replace(made, on_save="none" if word == "none" else "half")
    if word == "improved":
        return replace(made, improved=True)
    if word == "nonlethal":
        return replace(made, nonlethal=True)
    if word in CORNERS:
        return replace(made, origin=_corner(word, cursor))
    return replace(made, name=f"{made.name} {word}".strip())


def _corner(word: str, cursor: Square) -> tuple[int, int]:
    dx, dy = CORNERS[word]
    return cursor.x + dx, cursor.y + dy


def towards(start: Square, end: Square) -> str:
    """The nearest of eight directions to a square; "" for the square itself."""
    dx = end.x - start.x
    dy = end.y - start.y
    if not dx and not dy:
        return ""
    if 2 * abs(dx) > abs(dy):
        across = 1 if dx > 0 else -1
    else:
        across = 0
    if 2 * abs(dy) > abs(dx):
        down = 1 if dy > 0 else -1
    else:
        down = 0
    return next(name for name, offset in DIRECTIONS.items() if offset == (across, down))
