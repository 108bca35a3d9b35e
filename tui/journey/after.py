"""What follows a command on the Journey."""

from __future__ import annotations

from core.play.road.commands import BeginEncounter
from core.play.union import Command
from tui.play.screen import PlayScreen


def show_fight(screen: PlayScreen, command: Command) -> None:
    """Show an encounter with a board once it has begun."""
    if isinstance(command, BeginEncounter) and screen.state.fight is not None:
        screen.call_after_refresh(screen.action_go_encounter)
