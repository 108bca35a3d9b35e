"""Creatures that join an encounter and leave it."""

from __future__ import annotations

from core.play.fight.setup.commands import RemoveCreatures
from tui.encounter.dialogs.add_creatures import AddCreatures
from tui.encounter.fight_host import FightHost
from tui.encounter.present.recruiting import enlist, library
from tui.play.typed.areas import Adding


def remove(screen: FightHost) -> None:
    """Remove the marked creatures, or the one under the cursor, after Enter."""
    encounter, who = screen.encounter, screen.meant()
    if encounter is None or not who:
        screen.gm.refuse("Nobody is marked or under the cursor.")
    else:
        screen.performer.confirm(RemoveCreatures(encounter.id, who))


async def add(screen: FightHost, wanted: Adding | None) -> None:
    """Add creatures of the bestiary to the encounter shown; None: they are asked for."""
    encounter, app = screen.encounter, screen.app
    if encounter is None:
        screen.gm.refuse("No encounter is shown. Press e to prepare one.")
        return
    here, roll = library(screen.view.assets.rules), app.worker.dice.roll
    if wanted is not None:
        with screen.gm.refusing():
            screen.perform(enlist(wanted, here, screen.state, encounter, roll))
        return
    if screen.gm.veiled():
        return
    app.hold()
    dialog = AddCreatures(here, screen.state, encounter, roll, str(screen.grid.cursor))
    command = await app.push_screen_wait(dialog)
    if command is not None:
        screen.perform(command)
