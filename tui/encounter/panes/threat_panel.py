"""The threat cursor's panel: cost of the path, opportunities, and threats at its end."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import Message
from tui.encounter.panes.fight_lines import ThreatLines
from tui.encounter.panes.threat_narrow import narrow
from tui.encounter.panes.threat_wide import wide
from tui.kit.lines_view import Line, NarratedLines, Pane, fitted, rule, trimmed
from tui.kit.phrases import phrase, say

WIDE = 40


class ThreatPanel(Pane):
    """The answers about one square, in full from 40 columns on, else short.

    Beyond `most` lines the least urgent are left out and counted.
    """

    _threat: ThreatLines | None = None
    _hint: Message | None = None
    _most = 0

    def show(self, threat: ThreatLines | None, most: int = 0, hint: Message | None = None) -> None:
        """Show these; None = no creature acts, and `hint` says what to do."""
        self._threat, self._most, self._hint = threat, most, hint
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and answers."""
        threat = self._threat
        if threat is None:
            return [] if self._hint is None else [((trimmed(say(self._hint), width), "dim"),)]
        if width >= WIDE:
            title, told = _title(threat, threat.name), wide(threat, width)
        else:
            title, told = _title(threat, threat.sign or threat.name), narrow(threat, width)
        title_line = NarratedLines((rule(self.look, width, title),), -1)
        return fitted([title_line, *told], self._most, width)


def _title(threat: ThreatLines, who: str) -> str:
    if threat.start == threat.to or not threat.to:
        return phrase("{who}  at {start}", who=who, start=threat.start)
    return phrase("{who}  {start} to {to}", who=who, start=threat.start, to=threat.to)
