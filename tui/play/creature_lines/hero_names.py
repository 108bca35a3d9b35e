"""Where the name at the beginning of a hero's line ends: "Old Man Harsk dwarf", "Mule 60kg"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.characters import plain
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from tui.play.creature_lines.body_words import REACH
from tui.play.creature_lines.figures import KEYS, is_figure, split_words
from tui.play.creature_lines.hero_words import (
    ARTICLES,
    Row,
    count_kind,
    count_known,
    is_riding_word,
    known_words,
)
from tui.play.creature_lines.shorthand import ends_in_figure
from tui.play.creature_lines.unknown import is_near
from tui.play.terms import example_lines

MOUNT = "mount"
"""The word of an animal with a speed of its own."""
MOST_OF_MOUNT = 3
"""The most words of the name of an animal with a speed of its own."""
WHO_IN_BRACKETS = re.compile(r"^([^(),;\d]+)\(([^()+]*)\)")
"""Who it is in brackets behind the name: "Nebin (gnome wizard 4)"."""
CAPITALS_BEFORE_COLON = re.compile(
    r"\s*(?P<name>[^\W\d_a-z][\w'’-]*(?: (?:(?:of|the|von|van|de|da|du|la|le|el|al) )*"
    r"[^\W\d_a-z][\w'’-]*)+) ?:(?!\d)"
)
"""A name of several words before a colon: "Old Man Harsk:human"."""


def quote_name(line: str) -> str:
    """Return a hero's line with the name before its colon in quotes: "Old Man Dwarf: human".

    Each of its words begins with a capital, but for small ones between them ("of the").
    """
    found = CAPITALS_BEFORE_COLON.match(line)
    if found is None or ends_in_figure(found["name"]):
        return line
    return f'"{found["name"]}", {line[found.end() :]}'


def open_brackets(line: str) -> str:
    """Return a line with who it is between commas where that is in brackets behind the name."""
    return WHO_IN_BRACKETS.sub(r"\1, \2,", line)


def split_name(line: str, rules: Ruleset) -> tuple[str, list[str]]:
    """Return the name of a line, and the words behind it. Refusal "no_name"."""
    known = known_words(rules)
    text = line.strip()
    if quoted := re.match(r'"([^"]+)"\s*,?', text):
        return quoted[1].strip(), split_words(text[quoted.end() :])
    before, comma, after = text.partition(",")
    if comma and _is_all_name(before.split(), known):
        return before.strip(), split_words(after)
    tokens = split_words(text)
    if not tokens or is_figure(tokens[0]) or _starts_figure(tokens):
        example = example_lines(rules, "hero")[0]
        raise Refusal("no_name", "The name comes first, as in {example}.", example=example)
    kinds = count_kind(tokens, known) or _count_name_of_mount(tokens, known)
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


def _is_all_name(words: Sequence[str], known: Mapping[str, Row]) -> bool:
    """Return whether all words before a comma are the name: the others are no words of a line."""
    if not words or any(map(is_riding_word, words[1:])):
        return False
    return not any(plain(word) in known or is_figure(word) for word in words[1:])


def _starts_figure(tokens: Sequence[str]) -> bool:
    """Return whether a line begins with a comma or a figure: ", speed 9 m", "on a pony"."""
    first, *after = tokens
    following = "".join(after[:1])
    if first == "," or (is_riding_word(first) and following.lower() in ARTICLES):
        return True
    return first.lower().rstrip(":=") in (*KEYS, REACH) and is_figure(following)


def _count_name_of_mount(tokens: Sequence[str], known: Mapping[str, Row]) -> int:
    # How many words are before "mount" and its figures: "hover bike mount 60 ft"; 0 = it is no name
    for count, after in enumerate(tokens[1 : MOST_OF_MOUNT + 2], 1):
        if known.get(plain(tokens[count - 1])) is not None or tokens[count - 1] == ",":
            return 0
        if plain(after) == MOUNT and is_figure("".join(tokens[count + 1 : count + 2])):
            return count
    return 0


def _is_name(words: Sequence[str], known: Mapping[str, Row]) -> bool:
    first = plain(words[0])
    said = is_figure(words[0]) or first in KEYS or count_known(words, known)
    return not (said or is_near(first, known))
