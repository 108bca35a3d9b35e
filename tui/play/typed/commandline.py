"""The `:` line: its words become a command or an action of the screen."""

from __future__ import annotations

import re

from core.combat.board.squares import NAME
from core.messages import N_, Refusal
from core.play.state import State
from tui.play.typed.fights import BOARD, FIGHT
from tui.play.typed.line import NOTHING_SHOWN, Go, Parsed, Shown, TypedLine, nearest
from tui.play.typed.past import PAST
from tui.play.typed.road import ROAD

__all__ = ["VERBS", "Go", "Parsed", "Shown", "parse"]

PLACE = re.compile(rf"-?\d\d-?\d\d|-?\d+\.-?\d+|{NAME.pattern}")

VERBS = {**ROAD, **BOARD, **FIGHT}
"""All words that begin a line, in the order in which help lists them."""


def parse(text: str, state: State, shown: Shown = NOTHING_SHOWN) -> Parsed:
    """Read a line in `state`; `shown` is what the screen shows of an encounter.

    A hex or a square alone moves the cursor there. Raises Refusal when the line is
    unclear.
    """
    verb, _, rest = text.strip().removeprefix(":").strip().partition(" ")
    if not verb:
        raise Refusal("no_command", "Nothing was typed.")
    if not rest and PLACE.fullmatch(verb.upper()):
        return Go("cursor", verb.upper())
    verb = verb.lower()
    if verb in VERBS:
        return VERBS[verb].read(TypedLine(rest, VERBS[verb].example, state, shown))
    if verb in PAST:
        raise Refusal(
            "elsewhere", "{command} works only on the Sessions screen. Press F5.", command=verb
        )
    near = nearest(verb, VERBS)
    none = N_("There is no command {command}; ctrl+p lists what can be done.")
    told = N_("There is no command {command}; did you mean {nearest}?") if near else none
    raise Refusal("unknown_command", told, command=verb, nearest=near)
