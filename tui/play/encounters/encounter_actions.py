"""What Journey and Encounter do with encounters: prepared, begun, ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.messages import Message
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.road.commands import EndEncounter
from core.play.facts.state import Fighting
from tui.play.board_setup.board_dialog import DrawBoard
from tui.play.board_setup.drawn_encounter import DrawnEncounter, Redrawn, drawn
from tui.play.command_line.command_line import PlayHost
from tui.play.command_line.road_words import ENCOUNTER_CHECKS
from tui.play.command_line.typed_line import minutes
from tui.play.conversation import SILENCE
from tui.play.encounters.encounter_end import EndEncounterDialog
from tui.play.encounters.encounter_list import Encounters


async def list_encounters(
    screen: PlayHost,
    pointed_at: str = "",
    look_at: Callable[[str], object] | None = None,
    chase: Callable[[], Awaitable[object]] | None = None,
) -> None:
    """Show the list of encounters and carry out the choice made there.

    `pointed_at` is the id of the one it points at first, "" = the list decides. `look_at` shows
    one that has just been prepared, `chase` begins a chase; None = the Encounter screen opens.
    """
    wish = await screen.app.push_screen_wait(
        Encounters(screen.as_shown, pointed_at, screen.player_view)
    )
    match wish:
        case None:
            return
        case DrawnEncounter():
            await keep(screen, wish, look_at)
        case Redrawn():
            await screen.performer.write(lambda it: it.redraw(wish.encounter, wish.board))
        case "end":
            await end_fight(screen)
        case "chase":
            if chase is None:
                screen.app.action_go_to("encounter")
            else:
                await chase()
        case "checks":
            screen.command_line.open(ENCOUNTER_CHECKS)
        case _:
            screen.perform(wish)


async def keep(
    screen: PlayHost, wish: DrawnEncounter, look_at: Callable[[str], object] | None = None
) -> None:
    """Save a prepared encounter with its board, and show it."""
    encounter = wish.encounter
    screen.gm.say_message("The board of {encounter} is being made ...", encounter=encounter.name)
    command = Prepare(encounter, wish.effects or None)
    if await screen.performer.write(lambda it: it.prepare(command, wish.board)):
        if look_at is None:
            screen.app.action_go_to("encounter")
        else:
            look_at(encounter.id)
        rules = screen.view.assets.rules
        ours = wish.ruleset in ("", rules.id)
        if ours and look_at is None:
            screen.gm.say_message(SILENCE)
            return  # the log of its board, which is in front now, says that it is prepared
        screen.gm.say_message(
            "{encounter} is prepared."
            if ours
            else "{encounter} is prepared, by the rules of {ours}; its file is for {theirs}.",
            encounter=encounter.name,
            ours=rules.display_name(),
            theirs=wish.ruleset,
        )


async def end_fight(screen: PlayHost) -> None:
    """End the fight, after showing what goes back to the road; not while dice are owed in it."""
    with screen.gm.refusing():
        screen.performer.refuse_while_owed()
        await _end_fight(screen)


async def _end_fight(screen: PlayHost) -> None:
    if screen.state.fight is not None:
        commands = await screen.app.push_screen_wait(
            EndEncounterDialog(screen.state, screen.view.assets.rules)
        )
        screen.performer.perform(*(commands or ()))
    elif isinstance(screen.state.pending, Fighting):
        await end_told(screen)


async def end_told(screen: PlayHost) -> None:
    """End an encounter told without a board, asking how long it took."""
    prompt = Message("how many minutes did the encounter take?")
    typed = screen.gm.count() or await screen.gm.line(prompt, "10", minutes, replace=True)
    if typed:
        with screen.gm.refusing():
            screen.perform(EndEncounter(minutes(typed)))


async def prepare_named(
    screen: PlayHost, name: str, look_at: Callable[[str], object] | None = None
) -> None:
    """Prepare an encounter of this name, asking for its board."""
    if screen.gm.veiled():
        return
    board = await screen.app.push_screen_wait(DrawBoard(screen.state, screen.view.assets))
    if board is not None:
        with screen.gm.refusing():
            await keep(screen, drawn(name, board, screen.state, screen.view.assets.rules), look_at)
