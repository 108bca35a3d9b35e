"""Chases on the Encounter screen: begun by key or at the board's edge, shown on a ladder."""

from __future__ import annotations

from core.combat.board.squares import Battlefield, Square, parse_square
from core.messages import Message, Refusal
from core.play.fight.combatants import named, token_of
from core.play.fight.setup.commands import Place
from core.play.fight.turns.chase import bearer
from core.play.fight.turns.commands import StartChase
from tui.encounter.fight_host import FightHost
from tui.encounter.present import chases, routes
from tui.encounter.present.chases import Gone
from tui.kit.modal import Choice
from tui.play.typed.line import whole

ALL = "all"


async def start_chase(screen: FightHost) -> None:
    """Begin a chase: the marked flee, the others pursue; the distance is asked."""
    found, quarry = screen.battle, screen.ui.marked
    if found is None or not quarry:
        screen.gm.refuse("Who flees? Mark them with v, then e c.")
        return
    hunters = chases.hunters(found.view, found.encounter, quarry)
    if not hunters:
        screen.gm.refuse("Nobody is left to follow them.")
        return
    prompt = Message("how many squares are between them?")
    typed = await screen.gm.line(prompt, "12", whole, replace=True)
    if typed:
        screen.perform(StartChase(quarry, hunters, whole(typed)))


async def follow(screen: FightHost, gone: Gone) -> None:
    """Ask who pursues those who left the board, and begin the chase."""
    state = screen.state
    who = tuple(named(state, one) for one in gone.who)
    choices = tuple(
        Choice(one, token_of(state, one), Message("{who} follows", who=named(state, one)))
        for one in gone.hunters
    )
    if len(choices) > 1:
        signs = tuple(one.letter for one in choices)
        choices = (Choice(ALL, "", Message("all follow: {who}", who=signs)), *choices)
    picked = await screen.gm.choose(
        Message(
            "{who} left the board, {squares:square|squares} ahead. A chase? Esc: nobody",
            who=who,
            squares=gone.lead,
        ),
        choices,
    )
    if picked is not None:
        hunters = gone.hunters if picked == ALL else (picked,)
        screen.perform(StartChase(gone.who, hunters, gone.lead))


async def bring_back(screen: FightHost, who: str) -> None:
    """Put a runner back on the board, at a square that is asked."""
    found, grid = screen.battle, screen.grid
    if found is None:
        return
    carried = bearer(screen.state, who)
    place = found.place(carried) or grid.cursor
    prompt = Message("which square does {who} come back to?", who=named(screen.state, who))
    typed = await screen.gm.line(
        prompt, str(place), lambda text: on_map(text, grid.field), replace=True
    )
    if typed:
        spots = routes.formation(found, (carried,), on_map(typed, grid.field))
        screen.perform(Place(found.encounter.id, spots))


def on_map(text: str, field: Battlefield) -> Square:
    """The square of this name; Refusals of `parse_square`, and "off_the_map"."""
    square = parse_square(text.upper())
    if not field.holds(square):
        raise Refusal("off_the_map", "{square} is not on the map.", square=str(square))
    return square
