"""Attacks on the grid: one key and a letter, several at once, the last one again; areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from textual import events, work
from textual.binding import Binding
from textual.widgets import Input

from core.messages import N_, Message, Refusal, Template
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.combatants import sheet
from core.play.fight.blows.decide import area_of
from core.play.fight.previews import unusual_attackers
from core.play.union import Command
from core.values import replace
from tui.encounter.model import FightHost, LetterPick, LetterTarget, movers, names
from tui.encounter.panes.result_strip import results
from tui.encounter.pointing import go_to, labels, pick
from tui.encounter.present.battle import Battle
from tui.kit.keys import FAR
from tui.kit.modal import Choice, TextLine
from tui.play.command_line import areas
from tui.play.table import table_actions

INSTEAD: Mapping[str, Template] = {
    "out_of_reach": "{why} Press Enter to move closer.",
    "out_of_range": "{why} Move closer first: put the cursor on the way and press Enter.",
    "total_cover": "{why} Move to where a line to it is clear; O shows cover.",
    "weapon": "{why} Press p u to stand up.",
    "cannot_act": "{why} Press c to remove the condition.",
}
"""What to do where an attack cannot be made, by the code of its refusal."""


def refused(screen: FightHost, command: Command, refusal: Refusal) -> Message:
    """Why a command was refused and, of an attack, what to do instead.

    Another target may be picked by its letter, unless dice were rolled.
    """
    if screen.performer.tray.display:
        screen.ui = replace(screen.ui, aim=None)
    return advised(screen.battle, command, refusal)


def advised(battle: Battle | None, command: Command, refusal: Refusal) -> Message:
    """The words of a refusal and, of an attack, what to do instead."""
    instead = INSTEAD.get(refusal.code)
    if instead is None or not isinstance(command, MakeAttack):
        return refusal.message
    told = Message(instead, why=refusal.message)
    if refusal.code not in ("out_of_reach", "weapon") or _listed(battle, command.by) < 2:
        return told
    return Message("{instead} 2a is the second attack on the sheet.", instead=told)


def remark(battle: Battle | None, command: Command) -> Message | None:
    """Of an attack, who makes it out of turn or with no action left, and who cannot; None: nobody.

    Who cannot attack is told of several, where some can.
    """
    if battle is None or not isinstance(command, MakeAttack):
        return None
    said: tuple[Message, ...] = ()
    with suppress(Refusal):
        who = unusual_attackers(battle.view.state, battle.view.assets, command)
        late = tuple(one for one in who if one in battle.acting)
        template = N_("out of turn: {who}")
        if late:
            surprised = N_("no action left in the surprise round: {who}")
            template = surprised if battle.encounter.surprise else N_("no action left: {who}")
        if who:
            said = (Message(template, who=names(battle, late or who)),)
    # while players look on, of members alone: whom others reach is not known then
    by = [one for one in command.by if not battle.player_view or battle.view.state.member(one)]
    able = [one for one in by if battle.reaches(one, command.at)]
    if able and command.attack is None and len(able) < len(by):
        idle = " ".join(battle.sign(one) for one in by if one not in able)
        said = (*said, Message("cannot attack: {who}", who=idle))
    return Message("{what}", what=said) if said else None


def _listed(battle: Battle | None, by: tuple[str, ...]) -> int:
    # The attacks on the longest of their sheets.
    beings = map(battle.being, by) if battle else ()
    return max((len(sheet(being).attacks) for being in beings if being is not None), default=0)


def numbered(battle: Battle, by: tuple[str, ...], count: str) -> int | None:
    """The index of an attack on the sheet, counted from 1; None for no number.

    Raises Refusal("no_attack") if no attacker has one of this number.
    """
    most = _listed(battle, by)
    if count in map(str, range(1, most + 1)):
        return int(count) - 1
    if count:
        words = N_("{who} has no attack {number}: the sheet lists {most:attack|attacks}.")
        if not most:
            words = N_("{who} has no attack {number}: the sheet lists none.")
        raise Refusal("no_attack", words, number=count, who=names(battle, by), most=most)
    return None


def targets(battle: Battle, by: tuple[str, ...]) -> dict[str, LetterTarget]:
    """The creatures that `by` may attack, by their letters."""
    every = labels(battle, ()).items()
    return {key: one for key, one in every if one.who and battle.hostile(one.who, by)}


def whom(battle: Battle, by: tuple[str, ...]) -> Message:
    """What to ask where the cursor is on no enemy; of one attacker, whom it could attack."""
    near = [who for who in battle.foes(by) if len(by) == 1 and battle.reaches(by[0], who)]
    who = names(battle, by)
    if not near:
        return Message("{who}: attack whom? Press a letter", who=who)
    letters = " ".join(map(battle.sign, near))
    return Message("{who}: attack whom? Press a letter; from here: {letters}",
                   who=who, letters=letters)  # fmt: skip


def attack(screen: FightHost) -> None:
    """Attack the enemy under the cursor, else the one whose letter comes next.

    A number before it is the attack on the sheet, counted from 1.
    """
    count, found = screen.gm.count(), screen.battle
    by = movers(screen.ui, found)
    if found is None or not by:
        screen.gm.refuse("It is nobody's turn. Press v to mark who attacks.")
        return
    with screen.gm.refusing():
        weapon = numbered(found, by, count)
        target = found.enemy(screen.grid.cursor, by)
        if target:
            screen.perform(MakeAttack(by, target, weapon))
            screen.ui = replace(screen.ui, aim=LetterPick(targets(found, by), by, weapon))
        else:
            pick(screen, LetterPick({}, by, weapon, prefix="f"), whom(found, by))


def take_letter(screen: FightHost, event: events.Key) -> bool:
    """After a refused attack, attack the creature of this letter; other keys end that."""
    aim = screen.ui.aim
    if aim is None:
        return False
    screen.ui = replace(screen.ui, aim=None)
    label = aim.targets.get(event.character or "")
    if label is None or screen.performer.busy or screen.ui.picking is not None:
        return False
    event.stop()
    event.prevent_default()
    go_to(screen, label.at)
    screen.perform(MakeAttack(aim.by, label.who, aim.weapon))
    return True


def turn_to(screen: FightHost, letter: str) -> None:
    """Attack another creature with the dice that follow."""
    aim, screen.ui = screen.ui.aim, replace(screen.ui, aim=None)
    label = None if aim is None else aim.targets.get(letter)
    if aim is not None and label is not None:
        go_to(screen, label.at)
        screen.ui = replace(screen.ui, instead=MakeAttack(aim.by, label.who, aim.weapon))


def repeat(screen: FightHost) -> None:
    """Repeat the last attack or area; by the acting creature, at the same target."""
    last = screen.ui.last_attack
    if last is None:
        screen.gm.refuse("There is no attack or area to repeat yet.")
        return
    if isinstance(last, MakeAttack):
        by = movers(screen.ui, screen.battle) or last.by
        if not set(last.by) & set(by):
            last = replace(last, by=by, attack=None)
    screen.perform(last)


@work
async def settle_rider(screen: FightHost) -> None:
    """Ask what comes of what a hit may bring, such as a trip: a condition, or a save or check."""
    found = results(screen.view, screen.player_view).open
    if not found:
        screen.gm.refuse("No attack of the last action brings anything to settle.")
        return
    prompt = Message("{sign} {name}: {rider}", sign=found[0].sign, name=found[0].name,
                     rider=found[0].rider)  # fmt: skip
    choices = (
        Choice("condition", "c", Message("a condition or timer")),
        Choice("check", "s", Message("a save or check")),
    )
    match await screen.gm.choose(prompt, choices):
        case "condition":
            await table_actions.set_condition(screen, (found[0].at,))
        case "check":
            await table_actions.call_check(screen, (found[0].at,))


@work
async def attack_area(screen: FightHost) -> None:
    """Lay an area at the cursor, which moves with it; ask for its damage if the line names none."""
    found, grid = screen.battle, screen.grid
    if found is None or found.scene is None:
        screen.gm.refuse("An area needs a board; this encounter has none.")
        return
    if not found.runs:
        screen.gm.refuse("An area needs a fight in progress. Press e to begin it.")
        return
    who = next(iter(movers(screen.ui, found)), "")
    by = found.place(who)

    def check(text: str) -> Message:
        now, command = screen.battle or found, areas.blast(text, grid.cursor, by, who)
        there = area_of(command, now.view.state, now.view.assets, now.scene)
        grid.show(area=there.area.bits)
        return areas.would(there, now.view.state, now.unseen)

    def preview(text: str) -> Message | None:
        try:
            return check(text)
        except Refusal:
            grid.show(area=0)
            return None

    def harms(more: str) -> AreaAttack:
        return areas.harmful(f"{typed} {more}", grid.cursor, by, who)

    prompt = Message("area: {example}; arrows move it", example=areas.EXAMPLE)
    line = AimLine(prompt, screen.ui.area, check, replace=True, preview=preview)
    line.steer = grid.action_cursor
    try:
        typed = (await screen.app.push_screen_wait(line) or "").strip()
        if typed and not areas.blast(typed, grid.cursor, by, who).damage:
            prompt = Message("damage and save: 28, 8d6 reflex 16, 5 will 14 none")
            more = await screen.gm.line(prompt, check=harms)
            typed = f"{typed} {more}" if more else ""
    finally:
        grid.show(area=0)
    if typed:
        screen.ui = replace(screen.ui, area=typed)
        screen.perform(areas.harmful(typed, grid.cursor, by, who))


class AimLine(TextLine):
    """A `TextLine` whose arrows move what `preview` describes; Backspace edits the text."""

    CSS_PATH = "../kit/text_line.tcss"
    BINDINGS = [
        Binding(f"{keys}{arrow}", f"steer('{arrow}', {squares})", show=False, priority=True)
        for keys, squares in (("", 1), ("shift+", FAR))
        for arrow in ("up", "down", "left", "right")
    ]

    steer: Callable[[str, int], None]

    def action_steer(self, arrow: str, squares: int) -> None:
        """Move the template and update the preview."""
        self.steer(arrow, squares)
        line = self.query_one(Input)
        self._typed(Input.Changed(line, line.value))
