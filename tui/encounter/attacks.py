"""Attacks on the grid: one key and a letter, several at once, the last one again; areas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from textual.binding import Binding
from textual.widgets import Input

from core.combat.board.squares import Square
from core.dice import Situation
from core.effects.occasions import gather_situations
from core.messages import N_, Message, Refusal, Template
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import sheet, token_of
from core.play.facts.state import State
from core.play.fight.attack_previews import foresee_full
from core.play.fight.blows.attack_words import shown_words
from core.play.fight.blows.decide import area_of
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.previews import has_action_left, may_attack, preview_attacks
from core.play.union import Command
from core.values import replace
from tui.encounter.change import AimedAttack, Change, Letters, Standpoint, going_on
from tui.encounter.letters import labels
from tui.encounter.model import LetterPick, LetterTarget, cursor_query, names
from tui.encounter.panes.result_strip import results
from tui.encounter.present.actor import Actor
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import foresee, name_melee_modifier
from tui.encounter.present.routes import offer_full
from tui.kit.keys import FAR
from tui.kit.modal import Choice
from tui.kit.text_line import TextLine
from tui.play.command_line import areas
from tui.play.command_line.typed_line import Act
from tui.play.dialogs.dialog import ChoiceDialog
from tui.play.table import table_actions

INSTEAD: Mapping[str, Template] = {
    "out_of_range": "{why} Move closer first: put the cursor on the way and press Enter.",
    "total_cover": "{why} Move to where a line to it is clear; O shows cover.",
    "weapon": "{why} Press p u to stand up.",
    "cannot_act": "{why} Press c to remove the condition.",
}
"""What to do where an attack cannot be made, by the code of its refusal."""


def advised(standpoint: Standpoint, command: Command, refusal: Refusal) -> Message:
    """The words of a refusal and, of an attack, what to do instead."""
    if not isinstance(command, MakeAttack) or command.square:
        return refusal.message
    if refusal.code == OUT_OF_REACH:
        message = _come_closer(standpoint, command, refusal.message)
    elif refusal.code in INSTEAD:
        message = Message(INSTEAD[refusal.code], why=refusal.message)
    else:
        return refusal.message
    if refusal.code not in (OUT_OF_REACH, "weapon") or _listed(standpoint.battle, command.by) < 2:
        return message
    if _uses_first(standpoint.battle, command):
        return Message("{instead} 2a is the second attack on the sheet.", instead=message)
    return Message("{instead} 1a is the first attack on the sheet.", instead=message)


def _uses_first(battle: Battle | None, command: MakeAttack) -> bool:
    # Whether it is the first attack of a sheet, by its number or because it is in hand.
    if command.attack is not None or battle is None:
        return command.attack in (None, 0)
    figures = map(battle.encounter.figure, command.by)
    return any(figure is None or figure.weapon == 0 for figure in figures)


OUT_OF_REACH = "out_of_reach"


def _come_closer(standpoint: Standpoint, command: MakeAttack, why: Message) -> Message:
    # Enter moves who acts, and to what the cursor is on.
    battle = standpoint.battle
    if battle is None or command.by != standpoint.actor.who:
        return why
    if standpoint.actor.target != command.at:
        if not _moves_closer(standpoint, battle, command):
            return why
        target = battle.sign(command.at)
        closer = N_("{why} With the cursor on {target} (f) Enter moves closer.")
        return Message(closer, why=why, target=target)
    enter = standpoint.enter
    if isinstance(enter.command, MakeAttack | None) and enter.ui is None:
        return why
    return Message("{why} Press Enter to move closer.", why=why)


def _moves_closer(standpoint: Standpoint, battle: Battle, command: MakeAttack) -> bool:
    # Whether Enter would move with the cursor on the target of an attack.
    place = battle.place(command.at)
    if place is None:
        return False
    there = replace(standpoint.ui, lettered=command.at, plan=-1, door="")
    query = cursor_query(there, battle, place)
    if query is None:
        return False
    found = replace(there, answer=foresee(query))
    return replace(standpoint, ui=found, cursor=place).enter.command is not None


def line_of(state: State, command: MakeAttack) -> str:
    """The line that asks for an attack; read again, it is the command."""
    names = [token_of(state, who) or who for who in command.by]
    names.append(command.square or token_of(state, command.at) or command.at)
    number = () if command.attack is None else (str(command.attack + 1),)
    return " ".join(filter(None, ("attack", *names, *number, shown_words(command))))


def situations(battle: Battle | None, command: MakeAttack) -> tuple[Situation, ...]:
    """Return the occasions that the GM may say of an attack, or of several at once."""
    if battle is None:
        return ()
    with suppress(Refusal):
        planned_attacks = preview_attacks(battle.view.state, battle.view.assets, command)
        return gather_situations(one for each in planned_attacks for one in each.situations)
    return ()


def remark(battle: Battle | None, command: Command) -> Message | None:
    """Of an attack, who makes it out of turn or with no action left, and who cannot; None: nothing.

    Shots into a melee are named, too, words without their feat, and a full attack that has to be
    chosen now. Who cannot attack is told of
    several, where some can.
    """
    if battle is None or not isinstance(command, MakeAttack):
        return None
    said: tuple[Message, ...] = ()
    with suppress(Refusal):
        planned_attacks = preview_attacks(battle.view.state, battle.view.assets, command)
        if shown_words(command):
            said = (Message("{words}", words=shown_words(command)),)
        creature_ids = tuple(planned.by.id for planned in planned_attacks if planned.remarks)
        said = (
            *said,
            *_say_unusual(battle, creature_ids),
            *_say_untrained(battle, planned_attacks),
        )
        said = (*said, *_say_full(battle, planned_attacks))
        said = (*said, *_say_shots(battle, planned_attacks, several=len(command.by) > 1))
    # while players look on, of members alone: whom others reach is not known then
    by = [one for one in command.by if not battle.player_view or battle.view.state.member(one)]
    able = [one for one in by if command.at and battle.reaches(one, command.at)]
    if able and command.attack is None and len(able) < len(by):
        idle = " ".join(battle.sign(one) for one in by if one not in able)
        said = (*said, Message("cannot attack: {who}", who=idle))
    if said:
        return Message("{what}", what=said)
    return None


def _say_unusual(battle: Battle, creature_ids: tuple[str, ...]) -> Iterator[Message]:
    # Who of those that only the GM allows to attack has which reason.
    late = tuple(one for one in creature_ids if one in battle.acting)
    if not late:
        if creature_ids:
            yield Message("out of turn: {who}", who=names(battle, creature_ids))
        return
    if battle.encounter.surprise:
        yield Message("no action left in the surprise round: {who}", who=names(battle, late))
        return
    view = battle.view
    able = tuple(one for one in late if has_action_left(view.state, view.assets, one))
    spent = tuple(one for one in late if one not in able)
    if spent:
        yield Message("no action left: {who}", who=names(battle, spent))
    if able:
        yield Message("no attack left this turn: {who}", who=names(battle, able))


def _say_full(battle: Battle, planned_attacks: Sequence[PlannedAttack]) -> Iterator[Message]:
    if len(planned_attacks) == 1:
        full = foresee_full(planned_attacks[0])
        if full is not None:
            yield offer_full(full, battle)


def _say_untrained(battle: Battle, planned_attacks: Sequence[PlannedAttack]) -> Iterator[Message]:
    untrained = tuple(planned.by.id for planned in planned_attacks if planned.untrained)
    if untrained:
        yield Message("no Rapid Shot on the sheet: {who}", who=names(battle, untrained))


def _say_shots(
    battle: Battle, planned_attacks: Sequence[PlannedAttack], *, several: bool
) -> Iterator[Message]:
    shots = [planned for planned in planned_attacks if planned.grid.melee_modifier]
    by_value = defaultdict[int, list[str]](list)
    for planned in shots:
        by_value[planned.grid.melee_modifier].append(planned.by.id)
    for value, creature_ids in by_value.items():
        if several:
            who = names(battle, tuple(creature_ids))
            yield Message("{modifier}: {who}", modifier=name_melee_modifier(value), who=who)
        else:
            yield name_melee_modifier(value)
    if any(planned.grid.may_aim_aside for planned in shots):
        yield Message("* far avoids it")


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
    if not count:
        return None
    if most:
        words = N_("{who} has no attack {number}: the sheet lists {most:attack|attacks}.")
    else:
        words = N_("{who} has no attack {number}: the sheet lists none.")
    raise Refusal("no_attack", words, number=count, who=names(battle, by), most=most)


def targets(battle: Battle, by: tuple[str, ...]) -> dict[str, LetterTarget]:
    """The creatures that `by` may attack, by their letters."""
    every = labels(battle, ()).items()
    return {key: one for key, one in every if one.who and battle.hostile(one.who, by)}


def whom(battle: Battle, by: tuple[str, ...], guess: str = "") -> Message:
    """What to ask where the cursor is on no enemy; of one attacker, whom it could attack.

    `guess` is the square that Enter attacks, "" = none.
    """
    near = [name for name in battle.foes(by) if len(by) == 1 and battle.reaches(by[0], name)]
    asked = Message("{who}: attack whom? Press a letter", who=names(battle, by))
    if near:
        letters = " ".join(map(battle.sign, near))
        asked = Message("{asked}; from here: {letters}", asked=asked, letters=letters)
    if guess:
        return Message("{asked}; Enter: {square}, unseen", asked=asked, square=guess)
    return asked


@going_on
def attack(standpoint: Standpoint, count: str) -> Change:
    """Attack the enemy under the cursor, else the one whose letter comes next.

    `count` is the number typed before it: the attack on the sheet, counted from 1.
    """
    battle = standpoint.battle
    actor = standpoint.actor
    if battle is None or not actor.who:
        raise Refusal("nobody", "It is nobody's turn. Press v to mark who attacks.")
    by = _with_attacks_left(battle, actor.who)
    actor = replace(actor, who=by, attack=numbered(battle, by, count))
    attack = actor.attack_on(actor.target)
    guess = find_guess(standpoint, battle, actor)
    if actor.target and guess:
        attack = replace(attack, at="", square=guess)
    elif not actor.target:
        letters = LetterPick(attack=attack, prefix="f", square=guess)
        return Letters(letters, whom(battle, actor.who, guess))
    return AimedAttack(attack, LetterPick(targets(battle, actor.who), attack))


def find_guess(standpoint: Standpoint, battle: Battle, actor: Actor) -> str:
    """The square under the cursor where nobody is seen, which may be attacked all the same (C-198).

    "" = somebody is seen there, or there is no board.
    """
    if battle.scene is None or not battle.scene.field.bit(standpoint.cursor):
        return ""
    unseen = battle.encounter.hidden
    if any(one not in unseen for one in battle.under(standpoint.cursor)):
        return ""
    return str(standpoint.cursor)


def _with_attacks_left(battle: Battle, by: tuple[str, ...]) -> tuple[str, ...]:
    # Of several those who have not made their attacks yet; all where nobody has one left.
    if len(by) < 2:
        return by
    view = battle.view
    able = tuple(one for one in by if may_attack(view.state, view.assets, one))
    return able or by


@going_on
def repeat(standpoint: Standpoint) -> Change:
    """Repeat the last attack or area; by who acts now, at the same target.

    Another than those who made it attacks with what it has in hand.
    """
    last = standpoint.ui.last_attack
    if last is None:
        raise Refusal("no_attack_yet", "There is no attack or area to repeat yet.")
    if not isinstance(last, MakeAttack):
        return last
    by = standpoint.actor.who or last.by
    if set(by) <= set(last.by):
        return replace(last, by=by)
    return replace(last, by=by, attack=None)


def settle_rider(standpoint: Standpoint) -> Change:
    """Ask what comes of what a hit may bring, such as a trip: a condition, or a save or check."""
    riders = results(standpoint.view, standpoint.player_view).open
    if not riders:
        raise Refusal("no_rider", "No attack of this turn brings anything to settle.")
    hit = riders[0]

    def settle(_: Standpoint, picked: str) -> Change:
        if picked == "condition":
            asks = table_actions.set_condition
        else:
            asks = table_actions.call_check
        return Act(asks, ((hit.at,),))

    prompt = Message("{sign} {name}: {rider}", sign=hit.sign, name=hit.name, rider=hit.rider)
    choices = (
        Choice("condition", "c", Message("a condition or timer")),
        Choice("check", "s", Message("a save or check")),
    )
    return ChoiceDialog(prompt, choices, settle)


# an area


def area_attacker(standpoint: Standpoint) -> str:
    """The creature that lays an area, "" for nobody. Refusals "no_board" and "no_fight"."""
    battle = standpoint.battle
    if battle is None or battle.scene is None:
        raise Refusal("no_board", "An area needs a board; this encounter has none.")
    if not battle.runs:
        raise Refusal("no_fight", "An area needs a fight in progress. Press e to begin it.")
    return next(iter(standpoint.actor.who), "")


def aimed_area(
    standpoint: Standpoint, typed: str, start: Square | None, name: str
) -> tuple[int, Message]:
    """The squares (bits) of the area that is typed, laid at the cursor, and whom it would catch.

    Cones and lines begin at `start`, where `name` is. Raises the Refusals of `areas.blast` and of
    `area_of`.
    """
    battle = standpoint.board
    command = areas.blast(typed, standpoint.cursor, start, name)
    area = area_of(command, battle.view.state, battle.view.assets, battle.scene)
    return area.area.bits, areas.would(area, battle.view.state)


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
