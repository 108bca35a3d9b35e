"""Area attacks on the grid: the template moves with the cursor while its line is typed."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import Message, Refusal
from core.play.fight.blows.commands import AreaAttack
from core.play.fight.blows.decide import area_of
from core.values import replace
from tui.encounter.dialogs.aim_line import AimLine
from tui.encounter.fight_host import FightHost
from tui.encounter.selection import movers
from tui.kit.keymap import FAR
from tui.play.typed import areas


async def attack_area(screen: FightHost) -> None:
    """Lay an area at the cursor; ask for its damage if the line names none."""
    found, grid = screen.battle, screen.grid
    if found is None or found.scene is None:
        screen.gm.refuse("An area needs a board; this encounter has none.")
        return
    if not found.runs:
        screen.gm.refuse("An area needs a fight in progress. Press e to begin it.")
        return
    who = next(iter(movers(screen.ui, found)), "")
    by = found.place(who)
    screen.app.hold()
    try:
        typed = await _aimed(screen, by, who)
        if typed and not areas.blast(typed, grid.cursor, by, who).damage:
            typed = await _hurting(screen, typed, by, who)
    finally:
        grid.show(area=0)
    if typed:
        screen.ui = replace(screen.ui, area=typed)
        screen.perform(areas.harmful(typed, grid.cursor, by, who))


async def _aimed(screen: FightHost, by: Square | None, who: str) -> str:
    grid = screen.grid

    def check(text: str) -> Message | None:
        return _lay(screen, areas.blast(text, grid.cursor, by, who))

    def preview(text: str) -> Message | None:
        try:
            return check(text)
        except Refusal:
            grid.show(area=0)
            return None

    def steer(arrow: str, far: bool) -> None:
        grid.action_cursor(arrow, FAR if far else 1)

    prompt = Message("area: {example}; arrows move it", example=areas.EXAMPLE)
    line = AimLine(prompt, screen.ui.area, check, preview, steer)
    return (await screen.app.push_screen_wait(line) or "").strip()


def _lay(screen: FightHost, command: AreaAttack) -> Message | None:
    found = screen.battle
    if found is None:
        return None
    state = found.view.state
    there = area_of(command, state, found.view.assets, found.scene)
    screen.grid.show(area=there.area.bits)
    figures = found.encounter.figures if screen.player_view else ()
    return areas.would(there, state, [one.id for one in figures if one.hidden])


async def _hurting(screen: FightHost, typed: str, by: Square | None, who: str) -> str:
    def check(more: str) -> AreaAttack:
        return areas.harmful(f"{typed} {more}", screen.grid.cursor, by, who)

    prompt = Message("damage and save: 28, 8d6 reflex 16, 5 will 14 none")
    more = await screen.gm.line(prompt, check=check)
    return f"{typed} {more}" if more else ""
