"""What the parts of the Party ask of its screen: they know this, and not the screen itself."""

from __future__ import annotations

from typing import Protocol

from core.play.state import Member
from tui.kit.searching import Cursored
from tui.party.model import PartyUI
from tui.play.command_line import PlayHost
from tui.play.party_table import Roster


class PartyHost(PlayHost, Cursored[str], Protocol):
    """The Party as its parts see it; `PartyScreen` says what each member is."""

    ui: PartyUI

    @property
    def table(self) -> Roster: ...
    @property
    def member(self) -> Member | None: ...
