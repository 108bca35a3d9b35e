"""Carrying out what came of a key: the one place where a `Change` becomes a deed of the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.worker import Worker

from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import AreaAttack
from core.values import replace
from tui.encounter import attacks
from tui.encounter.change import (
    AimedAttack,
    Change,
    Confirm,
    Dialog,
    Following,
    FoundSquares,
    GoTo,
    Jump,
    Letters,
    Standpoint,
)
from tui.encounter.host import FightHost
from tui.encounter.letters import labels
from tui.encounter.model import EncounterUI, with_cursor_moved
from tui.encounter.overlays import measure_to
from tui.encounter.panes.ground_panes import ChaseLadder
from tui.kit.searching import take_hits
from tui.kit.workers import wait_for
from tui.play.command_line import areas
from tui.play.command_line.damage_kinds import words_for_kinds
from tui.play.command_line.typed_line import Act
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog, PageDialog, open_dialog
from tui.play.foot_lines import NumberLine


def carry_out(screen: FightHost, change: Change) -> Worker[object] | None:
    """Do what came of a key; returns the worker that waits for the answer to a dialog."""
    match change:
        case tuple():
            workers = [carry_out(screen, each) for each in change]
            return next((worker for worker in workers if worker is not None), None)
        case EncounterUI():
            screen.remember(change)
        case Message():
            screen.gm.say_message(change)
        case Refusal():
            screen.gm.refuse(change.message)
        case LineDialog() | ChoiceDialog() | PageDialog():
            return screen.run_worker(_ask(screen, change))
        case Jump():
            _jump(screen, change)
        case FoundSquares():
            take_hits(screen, change.places)
        case GoTo():
            screen.performer.go_to(change.screen)
        case Letters():
            _show_letters(screen, change)
        case Confirm(command, None):
            screen.performer.confirm(command)
        case Confirm():
            screen.call_after_refresh(_offer, screen, change)
        case Following(command, then):
            screen.performer.perform(command, opening=lambda: _go_on(screen, then))
        case AimedAttack():
            screen.perform(change.command)
            screen.remember(replace(screen.ui, aim=change.aim))
        case Act():
            screen.command_line.do(change)
        case _:
            screen.perform(change)
    return None


async def _ask(screen: FightHost, dialog: Dialog) -> None:
    follow = await open_dialog(screen, dialog)
    if follow is None:
        return
    with screen.gm.refusing():
        asks = carry_out(screen, follow(screen.standpoint))
        if asks is not None:
            await wait_for(asks)


def _go_on(screen: FightHost, then: Callable[[Standpoint], Change]) -> Worker[object] | None:
    with screen.gm.refusing():
        return carry_out(screen, then(screen.standpoint))
    return None


def _offer(screen: FightHost, offer: Confirm) -> None:
    performer = screen.performer
    if performer.owed is None and not performer.busy and offer.words is not None:
        performer.confirm(offer.command)
        screen.gm.say_message(offer.words)


def _show_letters(screen: FightHost, letters: Letters) -> None:
    battle = screen.standpoint.battle
    if battle is None:
        return
    targets = labels(battle, screen.grid.squares_on_screen())
    screen.remember(replace(screen.ui, picking=replace(letters.letters, targets=targets)))
    screen.gm.say_message(letters.prompt)
    screen.app.let_go()


# the cursor


def _jump(screen: FightHost, jump: Jump) -> None:
    fight = screen.standpoint.state.fight
    if jump.who and fight is not None and fight.chase_is_due:
        screen.query_one(ChaseLadder).point(jump.who)
        screen.show_ahead()
    before = screen.grid.cursor
    if jump.square is not None and jump.square != before:
        screen.remember(replace(screen.ui, trail=(*screen.ui.trail, before)))
        screen.grid.cursor = jump.square
        follow_cursor(screen, jump.who)
    elif jump.who:
        screen.remember(replace(screen.ui, lettered=jump.who))
        screen.answers.ask_about_cursor()
    if jump.door:
        screen.remember(replace(screen.ui, door=jump.door))


def jump_back(screen: FightHost) -> None:
    """Move the cursor to its last place."""
    trail = screen.ui.trail
    if trail:
        screen.remember(replace(screen.ui, trail=trail[:-1]))
        screen.grid.cursor = trail[-1]
        follow_cursor(screen)


def follow_cursor(screen: FightHost, lettered: str = "") -> None:
    """Ask about the cursor's new square, to which a letter has led; the ruler follows."""
    line = screen.query_one(NumberLine)
    screen.performer.confirming = None
    line.hush()
    line.unsay(screen.ui.refused)
    screen.remember(with_cursor_moved(screen.ui, lettered))
    screen.answers.ask_about_cursor()
    ruler = measure_to(screen.ui, screen.grid.cursor)
    if ruler is not None:
        _, words = ruler
        screen.gm.say_message(words)


# an area


async def lay_area(screen: FightHost) -> None:
    """Lay an area at the cursor, which moves with it; ask for its damage if none is typed."""
    with screen.gm.refusing():
        who = attacks.area_attacker(screen.standpoint)
        command = await _ask_area(screen, who)
        if command is not None:
            screen.perform(command)


async def _ask_area(screen: FightHost, creature_id: str) -> AreaAttack | None:
    grid = screen.grid
    start = screen.standpoint.board.place(creature_id)
    kinds = words_for_kinds(screen.standpoint.board.view.assets.rules)

    def check(text: str) -> Message:
        squares, would = attacks.aimed_area(screen.standpoint, text, start, creature_id)
        screen.remember(replace(screen.ui, aimed=squares))
        return would

    def preview(text: str) -> Message | None:
        try:
            return check(text)
        except Refusal:
            screen.remember(replace(screen.ui, aimed=0))
            return None

    def read_harm(text: str, harm: str) -> AreaAttack:
        return areas.harmful(f"{text} {harm}", grid.cursor, start, creature_id, kinds)

    prompt = Message("area: {example}; arrows move it", example=areas.EXAMPLE)
    line = attacks.AimLine(prompt, screen.ui.area, check, replace=True, preview=preview)
    line.steer = grid.action_cursor
    typed = (await screen.app.push_screen_wait(line) or "").strip()
    if typed and not areas.blast(typed, grid.cursor, start, creature_id).damage:
        prompt = Message("damage and save: 28, 8d6 fire reflex 16, 5 will 14 none")
        harm = await screen.gm.line(prompt, check=partial(read_harm, typed))
        typed = f"{typed} {harm}" if harm else ""
    screen.remember(replace(screen.ui, aimed=0, area=typed or screen.ui.area))
    if typed:
        return areas.harmful(typed, grid.cursor, start, creature_id, kinds)
    return None
