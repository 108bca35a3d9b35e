"""The head of an open campaign. Private to saves."""

from __future__ import annotations

from core.play.pending import Fighting, Met
from core.play.road.commands import BeginEncounter, PassBy
from core.play.state import State
from core.play.union import Assets, Command
from core.values import Struct
from saves.store import asset_store
from saves.store.chain import ChainHead
from saves.store.entry_reader import StoryStep
from saves.store.session_starts import RunningSession
from saves.store.state_history import Snapshot


class Head(Struct):
    """Everything that changes with a row, replaced as one value after COMMIT."""

    head: ChainHead
    moment: Snapshot
    assets: Assets
    step: StoryStep
    redo: tuple[int, ...]
    redo_step: StoryStep | None
    running: RunningSession

    def goes_on(self, command: Command) -> bool:
        """Whether `command` belongs to the intent of the entry at the tip.

        It does if it answers the encounter that entry met. While a move waits for attacks of
        opportunity, every command belongs to it, typed wounds included, so that undo takes all
        of them back with their cause.
        """
        match self.moment.state.pending:
            case Met():
                return self.step.meets and isinstance(command, BeginEncounter | PassBy)
            case Fighting(waiting=waiting):
                return waiting is not None
        return False

    def same_assets(self, state: State) -> bool:
        """Whether `state` names the ruleset, the map and the boards in force."""
        return asset_store.names(state) == asset_store.names(self.moment.state)
