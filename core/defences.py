"""What keeps damage away from a creature, or lets more of it through, as a line of text each.

"DR 5/silver or good", "resist fire 10", "resist physical 5 except silver", "immune cold",
"vulnerable cold", "weakness fire 5", "hardness 5", "fast healing 2", "regeneration 5 acid fire",
"SR 15", "object". Words of stat blocks are understood: "resistances cold 5, fire 5".
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from core.characters import plain
from core.messages import Refusal
from core.values import Struct

What: TypeAlias = Literal[
    "reduction",
    "resistance",
    "immunity",
    "vulnerability",
    "weakness",
    "hardness",
    "fast_healing",
    "regeneration",
    "spell_resistance",
    "object",
    "absorption",
]
ALL = "all"
PHYSICAL = "physical"
ENERGY = "energy"
GROUPS = (ALL, PHYSICAL, ENERGY)
"""Words for several kinds of damage."""
MOST_WORDS = 4
"""The most words of a trait."""
EXAMPLE = "DR 5/silver"


class Defence(Struct, kw_only=True):
    """One defence of a creature against damage, or one weakness.

    `amount` are points: those that are kept away, added, or healed each turn. `kinds` are the kinds
    of damage, or the words for them, that it is about; of a regeneration those that stop it. `past`
    are what gets past a damage reduction, one of these, each of all its words; `unless` the kinds
    against which a resistance does not count. `of` is the effect that it is of, whose value is what
    it may still take ("" = of the sheet, and it takes any number).
    """

    what: What
    amount: int = 0
    kinds: tuple[str, ...] = ()
    past: tuple[tuple[str, ...], ...] = ()
    unless: tuple[str, ...] = ()
    of: str = ""


class TakenDefences(Struct):
    """Defences at the beginning of some words, and how many of the words they are."""

    defences: tuple[Defence, ...] = ()
    used: int = 0


REDUCTION = ("dr",)
RESISTANCE = ("resist", "resists", "resistance", "resistances", "resistant")
IMMUNITY = ("immune", "immunity", "immunities")
VULNERABILITY = ("vulnerable", "vulnerability", "vulnerabilities")
WEAKNESS = ("weakness", "weaknesses")
REGENERATION = ("regeneration", "regen")
DIVIDERS = (",", "and", "or")
FILLERS = ("to", "by", "deactivated", "stopped", "against")
TWO_WORDS = {
    ("cold", "iron"): "cold iron",
    ("positive", "energy"): "positive",
    ("negative", "energy"): "negative",
    ("critical", "hits"): "critical hits",
    ("death", "effects"): "death effects",
    ("ability", "damage"): "ability damage",
    ("ability", "drain"): "ability drain",
    ("energy", "drain"): "energy drain",
    ("mind-affecting", "effects"): "mind-affecting",
}
"""Two words that are one, wherever they stand."""
BESIDE_DAMAGE = frozenset(
    (
        "ability damage", "ability drain", "aging", "bleed", "charm", "compulsion", "critical hits",
        "curses", "daze", "death", "death effects", "disease", "energy drain", "exhaustion",
        "fatigue", "fear", "magic", "mind-affecting", "nonlethal", "paralysis", "petrification",
        "petrified", "poison", "polymorph", "sleep", "stun", "stunning",
    )
)  # fmt: skip
"""What a creature is immune to that is no kind of damage here."""
NOTHING = frozenset("-–—")
"""What is behind the stroke of a reduction that nothing gets past."""
_AMOUNT = re.compile(r"\d{1,4}")
_REDUCED = re.compile(r"(?:dr)?(?P<amount>\d{1,4})(?:/(?P<past>.+))?")
_GLUED = re.compile(r"dr\d{1,4}(?:/.+)?|sr\d{1,3}|hardness\d{1,4}")
_WORD = re.compile(r"[^\W\d_][\w'-]*")


@lru_cache(maxsize=4096)
def parse_defences(lines: tuple[str, ...]) -> tuple[Defence, ...]:
    """Return the defences of these lines. Refusals of `read_defences`."""
    return tuple(defence for line in lines for defence in read_defences(line))


def read_defences(text: str, kinds: Mapping[str, str] | None = None) -> tuple[Defence, ...]:
    """Return the defences of a line, which may have several: "resist fire 10 cold 5".

    `kinds` are the system's words for kinds of damage as `plain` makes them, with how each is
    written (None: any word is one). Refusals "bad_defence", "unknown_kind".
    """
    tokens = re.sub(r"[,;]", " , ", text).split()
    found: list[Defence] = []
    while tokens:
        if tokens[0] in DIVIDERS:
            del tokens[0]
            continue
        taken = take_defences(tokens, kinds)
        if not taken.used:
            raise _bad(text)
        found += taken.defences
        del tokens[: taken.used]
    if not found:
        raise _bad(text)
    return tuple(found)


def starts_defence(tokens: Sequence[str]) -> bool:
    """Whether the words of a defence begin here."""
    first = _clean(tokens[0])
    after = _clean(tokens[1]) if len(tokens) > 1 else ""
    if first in (*IMMUNITY, *VULNERABILITY, *RESISTANCE, *WEAKNESS):
        return bool(after)
    if first in REDUCTION:
        return _REDUCED.fullmatch(after) is not None
    if (first, after) in (("fast", "healing"), ("damage", "reduction"), ("spell", "resistance")):
        return True
    if first == ENERGY and after in RESISTANCE:
        return True
    if first in ("hardness", "sr", "fasthealing", *REGENERATION):
        return _AMOUNT.fullmatch(after) is not None
    return _GLUED.fullmatch(first) is not None


def take_defences(tokens: Sequence[str], kinds: Mapping[str, str] | None = None) -> TakenDefences:
    """Return the defences at the beginning of these words, none where there are none.

    `kinds` as in `read_defences`. Refusals "bad_defence", "unknown_kind".
    """
    if len(tokens) == 1 and _clean(tokens[0]) == "object":
        return TakenDefences((Defence(what="object"),), 1)
    if not starts_defence(tokens):
        return TakenDefences()
    return _Taking(tokens, kinds).take()


class CutDefences(Struct):
    """A line without its defences, which a comma stands for, and the line of each of these."""

    text: str
    lines: tuple[str, ...] = ()


_QUOTED = re.compile(r'("(?:[^"]|"")*")')
_TOKEN = re.compile(r"[,;]|[^\s,;]+")


def cut_defences(
    text: str, kinds: Mapping[str, str] | None = None, others: Container[str] = ()
) -> CutDefences:
    """Cut the defences out of a line of a creature, wherever they stand; what is quoted stays.

    `kinds` as in `read_defences`; `others` are words, as `plain` makes them, that stay though they
    begin like one: "immune to critical hits". Refusals "bad_defence", "unknown_kind".
    """
    found: list[Defence] = []
    parts = []
    for part in _QUOTED.split(text):
        if part.startswith('"'):
            parts.append(part)
        else:
            parts.append(_cut_part(part, kinds, found, others))
    return CutDefences("".join(parts).strip().rstrip(","), defence_lines(found))


def _cut_part(
    text: str, kinds: Mapping[str, str] | None, found: list[Defence], others: Container[str]
) -> str:
    spans = list(_TOKEN.finditer(text))
    tokens = [span[0] for span in spans]
    kept: list[str] = []
    start = 0
    place = 0
    while place < len(tokens):
        taken = TakenDefences()
        if place and _is_object(tokens, place):
            taken = TakenDefences((Defence(what="object"),), 1)
        elif starts_defence(tokens[place:]) and not _is_among(tokens[place:], others):
            taken = take_defences(tokens[place:], kinds)
        if taken.used:
            found += taken.defences
            kept.append(text[start : spans[place].start()])
            place += taken.used
            start = spans[place - 1].end()
        else:
            place += 1
    return ",".join((*kept, text[start:]))


def _is_among(tokens: Sequence[str], others: Container[str]) -> bool:
    counts = range(1, min(MOST_WORDS, len(tokens)) + 1)
    return any(plain("".join(tokens[:count])) in others for count in counts)


def _is_object(tokens: Sequence[str], place: int) -> bool:
    following = tokens[place + 1 : place + 2]
    return tokens[place].lower() == "object" and (not following or following[0] in ",;")


class _Taking:
    """The words of a defence as they are read, from the first on."""

    def __init__(self, tokens: Sequence[str], kinds: Mapping[str, str] | None) -> None:
        self.tokens = [_clean(token) for token in tokens]
        self.written = tokens
        self.kinds = kinds
        self.place = 0

    def take(self) -> TakenDefences:
        """Read it all."""
        first = self._next()
        after = self._peek()
        if first == ENERGY and after in RESISTANCE:
            first = self._next()
        if first in WEAKNESS and after in VULNERABILITY:
            first = self._next()
        if (first, after) in (
            ("damage", "reduction"),
            ("spell", "resistance"),
            ("fast", "healing"),
        ):
            self.place += 1
            first = {"damage": "dr", "spell": "sr", "fast": "fasthealing"}[first]
        defences: tuple[Defence, ...]
        if first in RESISTANCE:
            defences = self._amounts("resistance")
        elif first in IMMUNITY:
            defences = self._words("immunity")
        elif first in VULNERABILITY:
            defences = self._words("vulnerability")
        elif first in WEAKNESS:
            defences = self._weaknesses()
        elif first in REGENERATION:
            defences = (self._regeneration(),)
        elif first.startswith("dr"):
            defences = (self._reduction(first),)
        else:
            defences = (self._plain_amount(first),)
        return TakenDefences(defences, self.place)

    def _next(self) -> str:
        word = self._peek()
        self.place += 1
        return word

    def _peek(self, further: int = 0) -> str:
        if self.place + further < len(self.tokens):
            return self.tokens[self.place + further]
        return ""

    def _skip(self, words: Sequence[str]) -> None:
        while self._peek() in words and self._peek():
            self.place += 1

    def _number(self) -> int | None:
        if _AMOUNT.fullmatch(self._peek()) is None:
            return None
        return int(self._next())

    def _kind(self, *, any_word: bool = False, place: int = 0) -> tuple[str, int]:
        # The kind that comes next and how many words it has; 0: there is none.
        first = self._peek(place)
        second = self._peek(place + 1)
        two = TWO_WORDS.get((first, second), "")
        if two:
            return two, 2
        if self.kinds is not None and second and plain(first + second) in self.kinds:
            return self.kinds[plain(first + second)], 2
        if not _WORD.fullmatch(first) or first in DIVIDERS:
            return "", 0
        if first in GROUPS or first in BESIDE_DAMAGE:
            return first, 1
        if self.kinds is None:
            return first, 1
        if plain(first) in self.kinds:
            return self.kinds[plain(first)], 1
        return (first, 1) if any_word else ("", 0)

    def _take_kind(self, *, any_word: bool = False) -> str:
        kind, count = self._kind(any_word=any_word)
        if not count:
            raise self._unknown_kind()
        self.place += count
        return kind

    def _unknown_kind(self) -> Refusal:
        if not self._peek():
            return _bad(" ".join(self.written))
        return Refusal(
            "unknown_kind",
            "'{word}' is not a kind of damage. Write it like {example}.",
            word=self._peek(),
            example="resist fire 10",
        )

    def _amounts(self, what: What) -> tuple[Defence, ...]:
        # "fire 10 cold 5", "fire 10, physical 5 (except silver)", "10 fire"
        self._skip(FILLERS)
        found = [self._amount(what)]
        while True:
            start = self.place
            self._skip(DIVIDERS)
            kind, count = self._kind()
            if not kind or _AMOUNT.fullmatch(self._peek(count)) is None:
                self.place = start
                return tuple(found)
            found.append(self._amount(what))

    def _amount(self, what: What) -> Defence:
        amount = self._number()
        kind = self._take_kind()
        if amount is None:
            amount = self._number()
        if amount is None:
            raise _bad(" ".join(self.written))
        unless: tuple[str, ...] = ()
        if self._peek() == "except":
            self.place += 1
            unless = self._run()
        return Defence(what=what, amount=amount, kinds=(kind,), unless=unless)

    def _words(self, what: What) -> tuple[Defence, ...]:
        self._skip(FILLERS)
        kinds = self._run(any_word=what == "immunity")
        return tuple(Defence(what=what, kinds=(kind,)) for kind in kinds)

    def _run(self, *, any_word: bool = False) -> tuple[str, ...]:
        # Kinds one after the other, with or without what divides them.
        kinds = [self._take_kind(any_word=any_word)]
        while True:
            start = self.place
            self._skip(DIVIDERS)
            kind, count = self._kind()
            numbered = _AMOUNT.fullmatch(self._peek(count)) is not None
            if not kind or numbered or starts_defence(self.tokens[self.place :]):
                self.place = start
                return tuple(kinds)
            self.place += count
            kinds.append(kind)

    def _weaknesses(self) -> tuple[Defence, ...]:
        self._skip(FILLERS)
        _, count = self._kind()
        if _AMOUNT.fullmatch(self._peek(count)) or _AMOUNT.fullmatch(self._peek()):
            return self._amounts("weakness")
        return self._words("vulnerability")

    def _regeneration(self) -> Defence:
        amount = self._number() or 0
        self._skip(FILLERS)
        stops: tuple[str, ...] = ()
        kind, count = self._kind()
        if kind and not _AMOUNT.fullmatch(self._peek(count)):
            stops = self._run()
        return Defence(what="regeneration", amount=amount, kinds=stops)

    def _reduction(self, first: str) -> Defence:
        word = first if _GLUED.fullmatch(first) else self._next()
        match = _REDUCED.fullmatch(word)
        if match is None:
            raise _bad(" ".join(self.written))
        amount = int(match["amount"])
        opening = match["past"] or ""
        if not opening or opening in NOTHING:
            return Defence(what="reduction", amount=amount)
        self.place -= 1
        self.tokens[self.place] = opening
        past = [[self._take_kind()]]
        while self._peek() in ("or", "and") and self._kind(place=1)[0]:
            joins = self._next()
            if joins == "or":
                past.append([])
            past[-1].append(self._take_kind())
        return Defence(what="reduction", amount=amount, past=tuple(map(tuple, past)))

    def _plain_amount(self, first: str) -> Defence:
        named: dict[str, What] = {
            "hardness": "hardness",
            "fasthealing": "fast_healing",
            "sr": "spell_resistance",
        }
        word = first.rstrip("0123456789")
        digits = first[len(word) :]
        amount = int(digits) if digits else self._number()
        if amount is None:
            raise _bad(" ".join(self.written))
        return Defence(what=named[word], amount=amount)


def _clean(token: str) -> str:
    if token == ",":
        return token
    return token.lower().strip("():").rstrip(",")


def _bad(text: str) -> Refusal:
    return Refusal(
        "bad_defence",
        "'{text}' is not a defence. Write it like {example}.",
        text=text.strip(),
        example=EXAMPLE,
    )


TITLES: Mapping[What, str] = {
    "reduction": "DR",
    "resistance": "resist",
    "immunity": "immune",
    "vulnerability": "vulnerable",
    "weakness": "weakness",
    "hardness": "hardness",
    "fast_healing": "fast healing",
    "regeneration": "regeneration",
    "spell_resistance": "SR",
    "object": "object",
    "absorption": "absorb",
}


def write_defence(defence: Defence) -> str:
    """Return the line of a defence: `read_defences` makes it again."""
    title = TITLES[defence.what]
    match defence.what:
        case "reduction":
            past = " or ".join(" and ".join(words) for words in defence.past)
            return f"{title} {defence.amount}/{past or '-'}"
        case "resistance" | "weakness" | "absorption":
            line = f"{title} {defence.kinds[0]} {defence.amount}"
            if defence.unless:
                return f"{line} except {' or '.join(defence.unless)}"
            return line
        case "immunity" | "vulnerability":
            return f"{title} {defence.kinds[0]}"
        case "regeneration":
            return " ".join((title, str(defence.amount), *defence.kinds))
        case "object":
            return title
        case _:
            return f"{title} {defence.amount}"


def defence_lines(defences: Sequence[Defence]) -> tuple[str, ...]:
    """Return the lines of defences, each once."""
    return tuple(dict.fromkeys(map(write_defence, defences)))
