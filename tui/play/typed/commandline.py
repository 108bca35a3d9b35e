"""The `:` line: its words become a command or a function of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.combat.board.squares import NAME
from core.messages import Message, Refusal
from core.play.state import State
from tui.play.typed.line import NOTHING_SHOWN, Parsed, Shown, TypedLine, TypedWord, nearest

PLACE = re.compile(rf"-?\d+(\.?-?\d+)?|{NAME.pattern}", re.IGNORECASE)


def parse(
    text: str,
    known: Mapping[str, TypedWord],
    state: State,
    shown: Shown = NOTHING_SHOWN,
    elsewhere: Callable[[str], Message | None] = lambda word: None,
) -> Parsed:
    """Read a line in `state` by the words `known`; `shown` is what the screen shows.

    A place alone is found; where entries are known, a number alone is one. `elsewhere` returns
    where a word is known, if anywhere. Raises Refusal when the line is unclear.
    """
    word, _, rest = text.strip().removeprefix(":").strip().partition(" ")
    if not word:
        raise Refusal("no_command", "Nothing was typed.")
    if not rest and PLACE.fullmatch(word):
        word, rest = "entry" if "entry" in known else "find", word
    word = word.lower()
    if word in known:
        return known[word].read(TypedLine(rest, known[word].example, state, shown))
    there, near = elsewhere(word), nearest(word, known)
    if there is not None:
        raise Refusal("elsewhere", "{command} works only on {screens}.", command=word,
                      screens=there)  # fmt: skip
    raise Refusal(
        "unknown_command",
        "There is no command {command}; did you mean {nearest}?"
        if near
        else "There is no command {command}; ctrl+p lists what can be done.",
        command=word, nearest=near,
    )  # fmt: skip
