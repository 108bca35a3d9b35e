"""From a moment and core's answers to the rows that the panes of a fight draw.

Each function takes the moment, whether the curtain is drawn, and the encounter that is shown
(None = the fight). Behind the curtain they make rows of what players may see, and nothing else.
"""

from __future__ import annotations

from tui.encounter.present.cards import card, under
from tui.encounter.present.chases import chase
from tui.encounter.present.left import left_words
from tui.encounter.present.order import order
from tui.encounter.present.threat import Threat, then_attack, threat
from tui.encounter.present.ticks import ticking
from tui.encounter.present.tokens import tokens

__all__ = [
    "Threat", "card", "chase", "left_words", "order", "then_attack", "threat", "ticking", "tokens",
    "under",
]  # fmt: skip
