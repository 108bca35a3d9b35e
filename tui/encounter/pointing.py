"""Where the cursor goes on the grid: to creatures, squares and letters; why its figures are so."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events, work

from core.combat.board.squares import Square, parse_edge, parse_square
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.turns import chase
from core.receipts import Receipt
from core.values import replace
from tui.board.grid_things import GridLine
from tui.encounter.cursor_keys import LEADS, Standpoint
from tui.encounter.display import draw_ruler, look_ahead
from tui.encounter.model import FightHost, LetterPick, LetterTarget, with_cursor_moved
from tui.encounter.panes.ground_panes import ChaseLadder
from tui.encounter.panes.side_panes import FullPanels
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview, attack_lines, outlook_lines
from tui.kit.modal import WordSuggester
from tui.kit.receipt import Why
from tui.kit.searching import take_hits
from tui.play.conversation import NumberLine
from tui.play.dice.dice_tray import DiceTray
from tui.play.screen import RECEIPTS

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Letters for what has none of its own."""


def go_to(screen: FightHost, square: Square | None) -> None:
    """Move the cursor, remembering its old place."""
    at = screen.grid.cursor
    if square is not None and square != at:
        screen.ui = replace(screen.ui, trail=(*screen.ui.trail, at))
        screen.grid.cursor = square
        cursor_moved(screen)


def go_back(screen: FightHost) -> None:
    """Go to the cursor's last place."""
    trail = screen.ui.trail
    if trail:
        screen.ui = replace(screen.ui, trail=trail[:-1])
        screen.grid.cursor = trail[-1]
        cursor_moved(screen)


def cursor_moved(screen: FightHost) -> None:
    """Ask about the cursor's new square; the ruler follows."""
    line, refused = screen.query_one(NumberLine), screen.ui.refused
    screen.ui = with_cursor_moved(screen.ui)
    screen.performer.confirming = None
    line.hush()
    line.unsay(refused)
    look_ahead(screen)
    draw_ruler(screen)


def go_to_creature(screen: FightHost, who: str) -> None:
    """Move the cursor to a creature; in a chase, select it on the ladder."""
    fight, found = screen.state.fight, screen.battle
    if fight is not None and fight.chase_is_due:
        screen.query_one(ChaseLadder).point(who)
        screen.show_ahead()
    if found is not None:
        go_to(screen, found.place(who))


def lead(screen: FightHost, action: str) -> None:
    """Go to the creature that a key of `LEADS` leads to, or say why there is none."""
    found = screen.battle
    if found is None:
        screen.gm.say_message("No encounter is shown. Press e to prepare one.")
        return
    try:
        who = LEADS[action](Standpoint(found, screen.grid.cursor, screen.ui))
    except Refusal as refusal:
        screen.gm.say_message(refusal.message)
    else:
        go_to_creature(screen, who)


# searched


def find(screen: FightHost, text: str) -> None:
    """Go to a square by name, or to a creature by letter or name."""
    found = screen.battle
    try:
        square = parse_square(text)
    except Refusal as refusal:
        if not take_hits(screen, () if found is None else called(found, text)):
            screen.gm.refuse(refusal.message)
        return
    scene = None if found is None else found.scene
    if scene is None or not scene.field.holds(square):
        screen.gm.refuse("{square} is not on the map.", square=str(square))
        return
    go_to(screen, square)


def called(battle: Battle, text: str) -> tuple[Square, ...]:
    """The places of those seen whose letter is `text` or whose name contains it."""
    beings = ((battle.place(who), battle.being(who)) for who in battle.on_board)
    return tuple(
        at
        for at, being in beings
        if at and being and (being.token == text or text.casefold() in being.name.casefold())
    )


@work
async def search(screen: FightHost) -> None:
    """Ask for a creature or a square, and go there."""
    found = screen.battle
    ids = () if found is None else found.seen(one.id for one in found.encounter.figures)
    beings = (found.being(who) for who in ids) if found else ()
    names = [being.name for being in beings if being is not None]
    prompt = Message("/ creature or square")
    typed = await screen.gm.line(prompt, suggester=WordSuggester(lambda: names))
    if typed:
        find(screen, typed)


# letters


def jump(screen: FightHost) -> None:
    """Let the next key pick a creature or a door to go to."""
    pick(screen, LetterPick(), Message("jump: press a letter on the map"))


def labels(battle: Battle, seen: Iterable[Square]) -> dict[str, LetterTarget]:
    """The labels by key. A creature's own letter is its label.

    Creatures whose letter is taken or has two characters, and doors, get a free letter while they
    are on the screen (`seen`). Unseen creatures have none.
    """
    found = {}
    more = []
    visible = set(seen)
    for figure in battle.encounter.figures:
        being, at = battle.being(figure.id), battle.place(figure.id)
        if being is None or at is None or figure.id in battle.unseen:
            continue
        if len(being.token) == 1 and being.token not in found:
            found[being.token] = LetterTarget(at, figure.id, drawn=False)
        elif at in visible:
            more.append(LetterTarget(at, figure.id))
    doors = ((parse_edge(edge)[0], edge) for edge in battle.doors)
    more += (LetterTarget(at, door=edge) for at, edge in doors if at in visible)
    free = (letter for letter in LETTERS if letter not in found)
    return found | dict(zip(free, more, strict=False))


def pick(screen: FightHost, letters: LetterPick, prompt: Message) -> None:
    """Put letters on what has none; the next key picks by them."""
    found, grid = screen.battle, screen.grid
    if found is None:
        return
    targets = labels(found, grid.squares_on_screen())
    screen.ui = replace(screen.ui, picking=replace(letters, targets=targets))
    grid.show(labels={one.at: key for key, one in targets.items() if one.drawn})
    screen.gm.say_message(prompt)
    screen.app.let_go()


def take_label(screen: FightHost, event: events.Key) -> bool:
    """Whether a key was one of the letters on the grid; goes there, or attacks."""
    letters, key = screen.ui.picking, event.character or ""
    if letters is None or screen.query_one(DiceTray).display:
        return False
    event.stop()
    event.prevent_default()
    screen.app.let_go()
    if key and key == letters.prefix and key not in letters.targets:
        screen.ui = replace(screen.ui, picking=replace(letters, prefix=""))
        return True
    screen.ui = replace(screen.ui, picking=None)
    screen.grid.show(labels={})
    screen.gm.say_sentence("")
    label = letters.targets.get(key)
    if label is None:
        if key.isprintable() and key:
            screen.gm.refuse("Nothing on the screen has the letter {key}.", key=key)
    elif not letters.by:
        go_to(screen, label.at)
        if label.door:
            screen.ui = replace(screen.ui, door=label.door)
    elif label.who:
        go_to(screen, label.at)
        screen.perform(MakeAttack(letters.by, label.who, letters.weapon))
    return True


# why


def reasons(seen: CursorPreview | None) -> tuple[tuple[Receipt, ...], tuple[GridLine, ...]]:
    """The receipts of an answer, and the lines they refer to."""
    if seen is None:
        return (), ()
    receipts = tuple(one.receipt for one in (seen.attack, seen.ahead) if one is not None)
    lines = () if seen.attack is None else attack_lines(seen.attack)
    if not lines and seen.ahead is not None:
        lines = outlook_lines(seen.ahead.outlook)
    return receipts, lines


@work
async def show_why(screen: FightHost) -> None:
    """Show the receipts of the cursor's answer, with their lines on the grid."""
    if screen.gm.veiled(RECEIPTS):
        return
    tray, dice, grid = screen.query_one(DiceTray), screen.performer.dice_receipts(), screen.grid
    seen = screen.ui.preview(grid.cursor)
    receipts, lines = (dice, ()) if dice else reasons(seen)
    fight = screen.state.fight
    if not receipts and fight is not None and fight.chase is not None:
        receipts = chase.why(screen.state, screen.view.assets)
    if tray.display:
        lines = ()
    if not receipts and seen is not None and (seen.under or seen.card) and not tray.display:
        await screen.app.push_screen_wait(FullPanels(seen))
        return
    if not receipts:
        screen.gm.say_message("There is no figure here to explain.")
        return
    grid.show(lines=lines)
    why = Why(receipts, screen.state.ruleset_name)
    why.set_class(bool(lines), "low")
    await screen.app.push_screen_wait(why)
    grid.show(lines=())
