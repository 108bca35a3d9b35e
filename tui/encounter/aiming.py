"""Area attacks on the grid: the template moves with the cursor while its line is typed."""

from __future__ import annotations

from textual import work

from core.combat.board.squares import Square
from core.messages import N_, Message, Refusal
from core.play.fight.blows.area_damage import area_of
from core.play.fight.blows.commands import AreaAttack
from tui.encounter.dialogs.aim_line import AimLine
from tui.encounter.moving import MovingScreen
from tui.play.typed import areas


class AimingScreen(MovingScreen):
    """The `A` key: an area at the cursor, its damage and its save."""

    def __init__(self) -> None:
        super().__init__()
        self._area = ""

    @work
    async def action_area(self) -> None:
        """Lay an area at the cursor; ask for its damage if the line names none."""
        found = self.battle
        if found is None or found.scene is None:
            self.refuse(N_("An area needs a board; this encounter has none."))
            return
        if not found.runs:
            self.refuse(N_("An area needs a fight in progress. Press e to begin it."))
            return
        who = next(iter(self.movers()), "")
        by = found.place(who)
        self.app.hold()
        try:
            typed = await self._aimed(by, who)
            if typed and not areas.blast(typed, self.grid.cursor, by, who).damage:
                typed = await self._hurting(typed, by, who)
        finally:
            self.grid.show(area=0)
        if typed:
            self._area = typed
            self.perform(areas.harmful(typed, self.grid.cursor, by, who))

    async def _aimed(self, by: Square | None, who: str) -> str:
        def read(text: str) -> AreaAttack:
            return areas.blast(text, self.grid.cursor, by, who)

        def preview(text: str) -> Message | None:
            try:
                return self._laid(read(text))
            except Refusal:
                self.grid.show(area=0)
                return None

        def check(text: str) -> None:
            self._laid(read(text))

        prompt = Message("area: {example}; arrows move it", example=areas.EXAMPLE)
        line = AimLine(prompt, self._area, check, preview, self._steered)
        return (await self.app.push_screen_wait(line) or "").strip()

    def _laid(self, command: AreaAttack) -> Message | None:
        found = self.battle
        if found is None:
            return None
        state = found.moment.state
        there = area_of(command, state, found.moment.assets, found.scene)
        self.grid.show(area=there.area.bits)
        figures = found.encounter.figures if self.player_view else ()
        return areas.would(there, state, [one.id for one in figures if one.hidden])

    def _steered(self, arrow: str, far: bool) -> None:
        if far:
            self.grid.action_cursor_far(arrow)
        else:
            self.grid.action_cursor(arrow)

    async def _hurting(self, typed: str, by: Square | None, who: str) -> str:
        def check(more: str) -> AreaAttack:
            return areas.harmful(f"{typed} {more}", self.grid.cursor, by, who)

        prompt = Message("damage and save: 28, 8d6 reflex 16, 5 will 14 none")
        more = await self.line(prompt, check=check)
        return f"{typed} {more}" if more else ""
