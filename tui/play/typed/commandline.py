"""The `:` line: its words become a command or an action of the screen."""

from __future__ import annotations

import re
from difflib import get_close_matches

from core.combat.board.squares import NAME
from core.messages import N_, Refusal
from core.play.state import State
from tui.play.typed.fights import BOARD, FIGHT
from tui.play.typed.line import NOTHING_SHOWN, Go, Parsed, Scope, Shown
from tui.play.typed.past import PAST
from tui.play.typed.reading import square
from tui.play.typed.road import ROAD

__all__ = ["VERBS", "Go", "Parsed", "Shown", "parse"]

HEX = re.compile(r"-?\d\d-?\d\d|-?\d+\.-?\d+")

VERBS = (*ROAD, *BOARD, *FIGHT)
"""All words that begin a line, in the order in which help lists them."""


def parse(text: str, state: State, shown: Shown = NOTHING_SHOWN) -> Parsed:
    """Read a line in `state`; `shown` is what the screen shows of an encounter.

    A hex or a square alone moves the cursor there. Raises Refusal when the line is
    unclear.
    """
    words = tuple(text.strip().removeprefix(":").split())
    if not words:
        raise Refusal("no_command", "Nothing was typed.")
    if len(words) == 1 and HEX.fullmatch(words[0]):
        return Go("cursor", words[0])
    if len(words) == 1 and NAME.fullmatch(words[0].upper()):
        return Go("cursor", square(words[0]))
    verb, words = words[0].lower(), words[1:]
    if verb in ROAD:
        return ROAD[verb](words, state)
    if verb in PAST and verb not in VERBS:
        raise Refusal(
            "elsewhere", "{command} works only on the Sessions screen. Press F5.", command=verb
        )
    if verb not in VERBS:
        raise Refusal("unknown_command", *_unknown(verb), command=verb, nearest=_nearest(verb))
    return {**BOARD, **FIGHT}[verb](words, Scope(state, shown))


def _unknown(verb: str) -> tuple[str]:
    if _nearest(verb):
        return (N_("There is no command {command}; did you mean {nearest}?"),)
    return (N_("There is no command {command}; ctrl+p lists what can be done."),)


def _nearest(verb: str) -> str:
    starts = [known for known in VERBS if known.startswith(verb)]
    close = starts or get_close_matches(verb, VERBS, n=1)
    return close[0] if close else ""
