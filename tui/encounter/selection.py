"""Whom the keys mean: the marked, the acting creature, those under the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.squares import Square
from core.play.fight.encounter import NOTHING_SPENT, Foe
from core.play.fight.moves.commands import MountUp
from tui.encounter.model import EncounterUI, FightHost, with_marks
from tui.encounter.present.battle import Battle


def under(battle: Battle | None, at: Square) -> tuple[str, ...]:
    """The ids of the creatures seen on a square."""
    return () if battle is None else battle.under(at)


def movers(ui: EncounterUI, battle: Battle | None) -> tuple[str, ...]:
    """The creatures that will move: the marked, else the acting creature.

    Of an acting group, the chosen one or the first that still has a turn; of those off the
    board, one that got away for example, only where nobody of the group is on it.
    """
    if battle is None:
        return ()
    if ui.marked:
        return ui.marked
    able = [who for who in battle.acting if _lives(battle, who)]
    if ui.chosen in able:
        return (ui.chosen,)
    able = [who for who in able if battle.place(who) is not None] or able
    fresh = [who for who in able if _fresh(battle, who)]
    return tuple((fresh or able)[:1])


def _lives(battle: Battle, who: str) -> bool:
    being = battle.being(who)
    return being is not None and not being.dead


def _fresh(battle: Battle, who: str) -> bool:
    figure = battle.encounter.figure(who)
    return figure is not None and figure.spent == NOTHING_SPENT


def names(battle: Battle | None, who: Iterable[str]) -> str:
    """One creature by its name, several by their letters."""
    beings = [] if battle is None else [b for b in map(battle.being, who) if b is not None]
    if len(beings) == 1:
        return beings[0].name
    return " ".join(being.token or being.name for being in beings)


def group(ui: EncounterUI, battle: Battle | None, at: Square) -> tuple[str, ...]:
    """The whole group of the creature on a square; with none there, those whose turn it is.

    Empty where that means to clear the marks.
    """
    if battle is None:
        return ()
    there = battle.under(at)[:1]
    if not there:
        return () if ui.marked else tuple(who for who in battle.acting if _lives(battle, who))
    being = battle.being(there[0])
    if isinstance(being, Foe):
        foes = battle.encounter.foes
        able = (foe.id for foe in foes if foe.group == being.group and battle.up(foe.id))
        return (tuple(able) if being.group else ()) or there
    here = (figure.id for figure in battle.encounter.figures)
    return tuple(who for who in here if battle.side(who) == "party" and battle.up(who))


# keys


def toggle(screen: FightHost) -> None:
    """Toggle the mark of the creature under the cursor."""
    there = under(screen.battle, screen.grid.cursor)[:1]
    if there:
        screen.ui = with_marks(screen.ui, there, there[0] not in screen.ui.marked)
    else:
        screen.gm.say_message("There is no creature here to mark.")


def toggle_group(screen: FightHost) -> None:
    """Toggle the marks of the group under the cursor, or of those whose turn it is."""
    ui = screen.ui
    who = group(ui, screen.battle, screen.grid.cursor)
    screen.ui = with_marks(ui, who or ui.marked, any(one not in ui.marked for one in who))


def slumped(battle: Battle) -> tuple[str, ...]:
    """The riders who are out in the saddle."""
    riders = (one.id for one in battle.encounter.figures if one.mount)
    return tuple(who for who in riders if not battle.up(who))


def mount(screen: FightHost) -> None:
    """Mount the creature under the cursor, or dismount there; a rider there who is out falls."""
    found, cursor = screen.battle, screen.grid.cursor
    falls = () if found is None else set(found.under(cursor)) & set(slumped(found))
    if falls:
        screen.perform(MountUp(min(falls)))
        return
    who = movers(screen.ui, found)
    if found is None or len(who) != 1:
        screen.gm.refuse("Who mounts? Mark a creature with v, or wait for its turn.")
        return
    figure = found.encounter.figure(who[0])
    if figure is not None and figure.mount:
        screen.perform(MountUp(who[0], "", str(cursor)))
        return
    beasts = [one for one in found.under(cursor) if one != who[0]]
    if beasts:
        screen.perform(MountUp(who[0], beasts[0]))
    else:
        screen.gm.refuse("Put the cursor on the mount, then press m.")
