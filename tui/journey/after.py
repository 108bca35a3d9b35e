"""What follows a command on the Journey."""

from __future__ import annotations

from core.play.road.commands import BeginEncounter
from core.play.union import Command
from tui.journey.road_host import RoadHost
from tui.play.performer import Sequel


def sequel(screen: RoadHost) -> Sequel:
    """Return what the Journey adds: an encounter with a board is shown once it has begun."""

    def recorded(command: Command) -> None:
        if isinstance(command, BeginEncounter) and screen.state.fight is not None:
            screen.call_after_refresh(screen.app.action_go_to, "encounter")

    return Sequel(recorded=recorded)
