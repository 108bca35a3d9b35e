"""The GM's rulings on the Encounter screen: a result, a place, actions, any figure."""

from __future__ import annotations

from collections.abc import Iterator

from textual import work

from core.dice import Answer
from core.messages import N_, Message, Refusal
from core.play.fight.moves.commands import DropMove
from core.play.fight.setup.commands import Place
from core.play.fight.turns.commands import Spend
from core.play.resolution import Needs
from saves.store.entries import Mark
from tui.encounter.model import FightHost, movers, names, under, waiting_in
from tui.encounter.present import overruling, routes
from tui.encounter.present.overruling import OverrulableRoll
from tui.kit.modal import Choice, TextLine
from tui.play import table
from tui.play.performer import Owed

ACTIONS = "standard move full_round swift step action"


@work
async def overrule(screen: FightHost) -> None:
    """Overrule the die in focus, the last result, or any figure."""
    if screen.performer.tray.display:
        await table.overrule_row(screen)
        return
    who = movers(screen.ui, screen.battle)
    match await screen.gm.choose(Message("your ruling: about what?"), tuple(_about(screen, who))):
        case "last":
            await _overrule_last(screen)
        case "place":
            await _place(screen, who)
        case "drop":
            screen.perform(DropMove())
        case "back":
            _give_back(screen, who[0])
        case "spent":
            typed = await screen.gm.line(Message("which action? {words}", words=ACTIONS))
            if typed:
                screen.perform(Spend(who[0], tuple(typed.split())))
        case "rule":
            screen.command_line.open("rule ")


def _about(screen: FightHost, who: tuple[str, ...]) -> Iterator[Choice]:
    found, here = screen.battle, screen.grid.cursor
    called = names(found, who)
    if overruling.results(screen.view):
        yield Choice("last", "o", Message("the last result: hit, miss, a number"))
    if waiting_in(screen.state) is not None:
        yield Choice("drop", "d", Message("cancel the movement that waits"))
    if who and not under(found, here):
        words = Message("{who} stands at {square}", who=called, square=str(here))
        yield Choice("place", "p", words)
    if who:
        yield Choice("back", "b", Message("{who} has its actions back", who=called))
        yield Choice("spent", "s", Message("{who} has used an action", who=called))
    yield Choice("rule", "r", Message("a figure: hit points, clock, speed ..."))


async def _overrule_last(screen: FightHost) -> None:
    # Change the outcome of a roll of the last entry, asking what follows.
    found = overruling.results(screen.view)
    result = found[0] if len(found) == 1 else await _which(screen, found)
    if result is None:
        return
    instead = N_("{result}: pass, fail, a number, +2; then why")
    if result.points is not None:
        instead = N_("{result}. Instead: a number, +2, -5, skip; then why")
    prompt = Message(instead, result=result.words)
    typed = await screen.gm.line(prompt, check=lambda text: overruling.answer(result, text))
    if typed:
        await _overrule(screen, {result.key: overruling.answer(result, typed)})


async def _which(screen: FightHost, found: tuple[OverrulableRoll, ...]) -> OverrulableRoll | None:
    choices = tuple(Choice(one.key, one.letter, one.words) for one in found)
    picked = await screen.gm.choose(Message("which of them?"), choices)
    return next((one for one in found if one.key == picked), None)


async def _overrule(screen: FightHost, answers: dict[str, Answer]) -> None:
    entry, app = overruling.last(screen.view), screen.app
    if entry is None or isinstance(entry.command, Mark):
        return
    owed, settle = Owed(entry.command), app.let_go
    try:
        while isinstance(told := await app.worker.propose_over(answers), Needs):
            asked = tuple(one for one in told.questions if one.key not in answers)
            more = await screen.performer.ask(owed, asked)
            if more is None:
                screen.gm.say_message("Nothing was changed.")
                return
            answers.update(more)
        app.view = await app.worker.write(lambda campaign: campaign.overrule(answers))
    except Refusal as refusal:
        screen.gm.say_message(refusal.message)
        settle = app.discard
    finally:
        screen.performer.close_tray()
        settle()


def _give_back(screen: FightHost, who: str) -> None:
    figure = screen.encounter.figure(who) if screen.encounter else None
    if figure is None or not figure.spent.actions:
        screen.gm.refuse("No action has been used that could be given back.")
    else:
        screen.perform(Spend(who, figure.spent.actions, back=True))


async def _place(screen: FightHost, who: tuple[str, ...]) -> None:
    # Put the movers at the cursor whatever the rules say.
    found = screen.battle
    if found is not None:
        spots = routes.formation(found, who, screen.grid.cursor)
        prompt = Message("why? (may be left empty)")
        reason = await screen.app.push_screen_wait(TextLine(prompt))
        if reason is not None:
            screen.perform(Place(found.encounter.id, spots, reason.strip()))
