"""A line typed at the table: an effect's name, its changes, and behind ";" who and how long.

"song attack +1 competence, damage +1 competence; 5m V H". What Fantasy Grounds writes is read too:
"song ATK: 1 competence; DMG: 1 competence".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from core.effects.changes import (
    ACTIONS,
    ALIASES,
    AT_HAND,
    NAMED,
    TARGETS,
    parse_change,
    write_change,
)
from core.effects.effect import LONGEST_NAME, MOST_CHANGES
from core.effects.workings import is_working, parse_working, write_working
from core.messages import Refusal
from core.values import Struct

TYPED = "song attack +1 competence, damage +1 competence; 5m"
"""An example of a line."""
_SIGNED = re.compile(r"[+-](\d|\d*value|.*\d).*")
_TIMES = re.compile(r"x\d+(/\d+)?")
_BARE = re.compile(r"=?\d+")
_SET = tuple(f"={word}" for word in ACTIONS)
_TAG = re.compile(r"\b([A-Z][A-Z0-9]*):")
TAGS = {
    "ATK": "attack",
    "DMG": "damage",
    "AC": "ac",
    "SAVE": "saves",
    "FORT": "fortitude",
    "REF": "reflex",
    "WILL": "will",
    "INIT": "initiative",
    "SKILL": "skills",
    "ABIL": "ability checks",
    "CMB": "cmb",
    "CMD": "cmd",
    "STR": "str",
    "DEX": "dex",
    "CON": "con",
    "INT": "int",
    "WIS": "wis",
    "CHA": "cha",
}
"""The figures of Fantasy Grounds' effects, by their labels."""
WORD_OF_SAVES = {"fortitude": "fortitude", "reflex": "reflex", "will": "will"}


class EffectLine(Struct):
    """A line as it was read.

    `name` is what stands before the changes, or all of the words; `changes` and `does` are lines,
    none where the line has only a name. `rest` are the words behind ";" (who, how long).
    """

    name: str
    changes: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    does: tuple[str, ...] = ()

    @property
    def has_figures(self) -> bool:
        """Whether it is more than a name."""
        return bool(self.changes or self.does)


def read_effect_line(text: str, types: Collection[str] | None = None) -> EffectLine:
    """Return a line as it is understood, whole; `types` are the system's bonus types (None: any).

    Refusals: "no_effect_name", "long_name", "many_changes", "no_amount", "unknown_label", and those
    of `parse_change` and `parse_working`, each of which names the word.
    """
    if _TAG.search(text):
        text = _from_labels(text)
    head, _, tail = text.partition(";")
    rest = tuple(tail.replace(";", " ").split())
    _refuse_signed(rest)
    parts = [part.split() for part in head.split(",")]
    if not any(_has_figure(words) for words in parts):
        _refuse_without_amount(parts)
        return EffectLine(" ".join(head.split()), (), rest)
    name = _take_name(parts[0])
    if len(parts) > MOST_CHANGES:
        raise Refusal("many_changes", "An effect has at most {most} changes.", most=MOST_CHANGES)
    lines = [" ".join(words) for words in parts]
    changes = [parse_change(line, types) for line in lines if not is_working(line)]
    workings = [parse_working(line) for line in lines if is_working(line)]
    return EffectLine(
        name, tuple(map(write_change, changes)), rest, tuple(map(write_working, workings))
    )


def _has_figure(words: Sequence[str]) -> bool:
    return _begin_of_working(words) is not None or _place_of_amount(words) is not None


def _begin_of_working(words: Sequence[str]) -> int | None:
    # Where what happens each turn begins, behind the name of the effect; None = nothing does.
    if not is_working(" ".join(words)):
        return next((at for at in range(1, len(words)) if _is_counter(words[at:])), None)
    for start in range(len(words)):
        try:
            parse_working(" ".join(words[start:]))
        except Refusal:
            continue
        return start
    parse_working(" ".join(words[1:] or words))  # refuses it
    return None


def _is_counter(words: Sequence[str]) -> bool:
    if words[0].lower() not in ("images", "absorb"):
        return False
    try:
        parse_working(" ".join(words))
    except Refusal:
        return False
    return True


def _place_of_amount(words: Sequence[str]) -> int | None:
    # Where the amount of a change is; None = there is none. "3" alone may be a number of rounds,
    # and "=2" the value of a condition, unless a figure is before it.
    for place, word in enumerate(words):
        if _SIGNED.fullmatch(word) or _TIMES.fullmatch(word) or word in _SET:
            return place
        if _is_bare(word) and _figure_before(words[:place]) in ("miss", *_settable(word)):
            return place
        if word == "at" and words[place + 1 : place + 2] == ["most"]:
            return place
    return None


def _is_bare(word: str) -> bool:
    return bool(_BARE.fullmatch(word))


def _settable(word: str) -> Collection[str]:
    return TARGETS if word.startswith("=") else ()


def _figure_before(words: Sequence[str]) -> str:
    # The figure whose name ends such words: the longest one; "" = none.
    for start in range(len(words)):
        name = " ".join(words[start:]).lower()
        name = ALIASES.get(name, name)
        if name in TARGETS:
            return name
    return ""


def _refuse_without_amount(parts: Sequence[Sequence[str]]) -> None:
    # "song attack 1": a figure and a number without a sign would be a timer of so many rounds.
    for words in parts:
        for place, word in enumerate(words):
            if word[0] in "+-":
                raise _stray(word)
            figure = _figure_before(words[:place])
            if place and word.isdecimal() and figure and figure != "miss":
                raise Refusal(
                    "no_amount",
                    "'{word}' has no sign. Write {figure} +{word} or {figure} -{word}.",
                    word=word,
                    figure=figure,
                )


def _refuse_signed(rest: Sequence[str]) -> None:
    signed = next((word for word in rest if word[0] in "+-"), "")
    if signed:
        raise Refusal(
            "change_behind",
            "'{word}' is behind ';', where who and how long are. Changes are divided by commas.",
            word=signed,
        )


def _take_name(words: list[str]) -> str:
    # Takes the words of the name off the first change and returns them.
    working = _begin_of_working(words)
    place = working if working is not None else _place_of_amount(words)
    if place is None:
        raise Refusal(
            "no_amount",
            "'{words}' has no amount. Write it like {example}.",
            words=" ".join(words),
            example=TYPED,
        )
    begin = _begin_of_figure(words[:place]) if working is None else working
    if not begin:
        raise Refusal("no_effect_name", "Name the effect first, as in {example}.", example=TYPED)
    stray = next((word for word in words[:begin] if word[0] in "+-="), "")
    if stray:
        raise _stray(stray)
    name = " ".join(words[:begin])
    if len(name) > LONGEST_NAME:
        raise Refusal("long_name", "A name has at most {most} characters.", most=LONGEST_NAME)
    del words[:begin]
    return name


def _begin_of_figure(words: Sequence[str]) -> int:
    # Where the figure's name begins: the longest one that ends the words, else what is like one.
    for start in range(len(words)):
        name = " ".join(words[start:]).lower()
        if ALIASES.get(name, name) in TARGETS:
            return start
    for start in range(1, len(words) - 1):
        if words[start].lower() in NAMED:
            return start
    for start in range(len(words)):
        if get_close_matches(" ".join(words[start:]).lower(), TARGETS, n=1, cutoff=0.8):
            return start
    return max(0, len(words) - 1)


# Fantasy Grounds.


def _from_labels(text: str) -> str:
    # Its segments are divided by ";": "name ATK: 1 morale, melee; SAVE: 1 morale, fear; 5m".
    changes: list[str] = []
    name = ""
    rest: list[str] = []
    for segment in text.split(";"):
        label = _TAG.search(segment)
        if label is None and not changes and not name:
            name = segment.strip()
        elif label is None:
            rest.append(segment.strip())
        else:
            before = segment[: label.start()].strip()
            if before and (changes or name):
                raise _stray(before)
            name = name or before
            changes += _of_label(label[1], segment[label.end() :])
    return f"{name} {', '.join(changes)}; {' '.join(rest)}"


def _of_label(label: str, text: str) -> Iterator[str]:
    if label not in TAGS:
        near = get_close_matches(label, TAGS, n=1)
        choices = tuple(near) or tuple(TAGS)
        raise Refusal(
            "unknown_label",
            "'{label}' is no label that is known. There are {choices}.",
            label=label,
            choices=choices,
        )
    words = text.replace(",", " ").split()
    if not words or not re.fullmatch(r"[+-]?\d+", words[0]):
        raise Refusal(
            "no_amount",
            "'{words}' has no amount. Write it like {example}.",
            words=f"{label}:{text}",
            example="ATK: 1 morale",
        )
    amount = words[0] if words[0][0] in "+-" else f"+{words[0]}"
    figures = [word for word in words[1:] if label == "SAVE" and word in WORD_OF_SAVES]
    occasions = [word for word in words[1:] if word in AT_HAND]
    others = [word for word in words[1:] if word not in figures and word not in occasions]
    for figure in figures or [TAGS[label]]:
        for occasion in occasions or [""]:
            yield " ".join(filter(None, (figure, amount, *others, occasion)))


def _stray(words: str) -> Refusal:
    return Refusal(
        "no_amount",
        "'{words}' has no amount. Write it like {example}.",
        words=words,
        example=TYPED,
    )
