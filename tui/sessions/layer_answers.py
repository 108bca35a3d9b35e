"""The layer over the board of a moment, which is computed in a thread."""

from __future__ import annotations

from core.values import replace
from tui.board.grid_things import NO_LAYER
from tui.encounter.present import layers
from tui.sessions.host import PastHost
from tui.sessions.model import SessionsUI
from tui.sessions.overlays import layer_request
from tui.worker import Latest


class LayerAnswers:
    """Asks for the layer of the screen, and gives it what was found."""

    def __init__(self, screen: PastHost) -> None:
        self._screen = screen
        self._latest = Latest(screen, layers.layer, self._take, layers.failed_layer)

    def follow(self, before: SessionsUI, now: SessionsUI) -> None:
        """Ask for another layer, or for the same one of another moment."""
        moved = now.visit is not None and now.visit != before.visit
        if now.layer != before.layer or (moved and now.layer):
            self.ask()

    def ask(self) -> None:
        """Ask for the layer; none is laid where there is no board, and while players look on."""
        screen = self._screen
        request = layer_request(screen.standpoint)
        if request is not None:
            self._latest.ask(request)
        elif screen.ui.laid != NO_LAYER:
            self._latest.drop()
            screen.remember(replace(screen.ui, laid=NO_LAYER))

    @property
    def is_untold(self) -> bool:
        """Whether the words of a layer are still to come."""
        return self._latest.busy and not self._screen.ui.described

    async def answered(self) -> None:
        """Wait until no layer is still to come."""
        await self._latest.answered()

    def _take(self, request: layers.LayerRequest, layer_choice: layers.LayerChoice) -> None:
        # An answer about another moment is outdated. What a layer means is said once.
        screen = self._screen
        ui = screen.ui
        if request.battle != screen.standpoint.battle or request.name != ui.layer:
            return
        if screen.is_attached:
            screen.remember(replace(ui, laid=layer_choice.layer, described=True))
            if not ui.described:
                screen.gm.say_message(layer_choice.words)
