"""Attacks on the grid: one key and a letter, several at once, the last one again."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events

from core.messages import N_, Message, Refusal
from core.play.fight.blows.commands import AreaAttack, MakeAttack
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import named, sheet
from core.play.fight.setup.commands import Hide
from core.play.narration import describe
from core.play.union import Command
from core.values import Struct, replace
from tui.encounter.aiming import AimingScreen
from tui.encounter.present import overruling
from tui.encounter.present.deeds import EnterAction
from tui.encounter.present.labels import LetterTarget, labels
from tui.play.dice_tray import DiceTray
from tui.view import CampaignView

INSTEAD = {
    "out_of_reach": N_("{why} Press Enter to move closer; 2a is the second attack on the sheet."),
    "out_of_range": N_("{why} Move closer first: put the cursor on the way and press Enter."),
    "total_cover": N_("{why} Move to where a line to it is clear; O shows cover."),
    "weapon": N_("{why} Press p u to stand up; 2a is the second attack on the sheet."),
    "cannot_act": N_("{why} Press c to remove the condition."),
}
"""What to do where an attack cannot be made, by the code of its refusal."""


class Aim(Struct):
    """The attackers, the attack's number on the sheet, and the targets by letter."""

    by: tuple[str, ...]
    weapon: int | None
    targets: Mapping[str, LetterTarget]


class StrikingScreen(AimingScreen):
    """The movers attack the creature under the cursor, or the one whose letter is pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._last: Command | None = None
        self._aim: Aim | None = None
        self._then: Command | None = None

    def perform(self, command: Command) -> None:
        self._aim = self._then = None
        if isinstance(command, MakeAttack | AreaAttack):
            self._last = command
        super().perform(command)

    def turn_curtain(self, moment: CampaignView) -> None:
        """Drop the letters that were awaited."""
        self._aim = self._then = None
        super().turn_curtain(moment)

    def afterwards(self, command: Command) -> Command | None:
        """Offer to reveal an attacker that was hidden; Enter reveals it."""
        then = super().afterwards(command)
        fight, entry = self.state.fight, overruling.last(self.moment)
        if then is None and fight is not None and entry is not None and not self.player_view:
            struck = {event.by for event in entry.events if isinstance(event, Struck)}
            who = tuple(one.id for one in fight.figures if one.hidden and one.id in struck)
            if who:
                self.call_after_refresh(self._reveal, Hide(fight.id, who, hidden=False))
        return then

    def _reveal(self, command: Hide) -> None:
        if self._owed is None and not self._performing:
            self.confirm(command)
            names = tuple(named(self.state, who) for who in command.who)
            words = N_(
                "{who} attacked from hiding. Press Enter to reveal it, any other key to "
                "keep it hidden."
            )
            self.say_message(words, who=names)

    def refused(self, command: Command, refusal: Refusal) -> Message:
        instead = INSTEAD.get(refusal.code) if isinstance(command, MakeAttack) else None
        why = super().refused(command, refusal)
        return why if instead is None else Message(instead, why=why)

    def attack_deed(self, by: tuple[str, ...], at: str) -> EnterAction:
        command = MakeAttack(by, at)
        return EnterAction(describe(command, self.state), command)

    def action_attack(self) -> None:
        """Attack the enemy under the cursor, else the one whose letter comes next.

        A number before it is the attack on the sheet, counted from 1.
        """
        count = self.count()
        found, by = self.battle, self.movers()
        if found is None or not by:
            self.refuse(N_("It is nobody's turn. Press v to mark who attacks."))
            return
        weapon = self._weapon(count, by)
        if count and weapon is None:
            return
        target = self._enemy_under(by)
        if target:
            self.perform(MakeAttack(by, target, weapon))
            self._aim = Aim(by, weapon, self._enemies(by))
            return

        def picked(label: LetterTarget) -> None:
            if label.who:
                self.go_to(label.at)
                self.perform(MakeAttack(by, label.who, weapon))

        prompt = N_("{who}: attack whom? Press a letter")
        self.pick(picked, Message(prompt, who=self._names_of(by)), prefix="f")

    # a letter after a, where the cursor is on somebody already

    def _enemies(self, by: tuple[str, ...]) -> dict[str, LetterTarget]:
        found = self.battle
        if found is None:
            return {}
        side = found.side(by[0])
        there = labels(found, ())
        return {
            key: one
            for key, one in there.items()
            if one.who and one.who not in by and found.side(one.who) != side
        }

    def asks_more(self, event: events.Key) -> bool:
        """Whether dice may follow: after the letter of another target they do."""
        return self.means_another(event) or super().asks_more(event)

    def means_another(self, event: events.Key) -> bool:
        return self._aim is not None and event.character in self._aim.targets

    def on_key(self, event: events.Key) -> None:
        """After a refused attack, a letter attacks that creature; other keys work as usual."""
        aim, self._aim = self._aim, None
        label = None if aim is None else aim.targets.get(event.character or "")
        if aim is None or label is None or self._performing or self._picked is not None:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.go_to(label.at)
        self.perform(MakeAttack(aim.by, label.who, aim.weapon))

    def others(self) -> frozenset[str]:
        return frozenset() if self._aim is None else frozenset(self._aim.targets)

    def turn_to(self, letter: str) -> None:
        aim, self._aim = self._aim, None
        label = None if aim is None else aim.targets.get(letter)
        if aim is not None and label is not None:
            self.go_to(label.at)
            self._then = MakeAttack(aim.by, label.who, aim.weapon)

    def _close_tray(self) -> None:
        if self.query_one(DiceTray).display:
            self._aim = None
        super()._close_tray()

    def instead(self) -> Command | None:
        then, self._then = self._then, None
        return then

    def _weapon(self, count: str, by: tuple[str, ...]) -> int | None:
        beings = (None if self.battle is None else self.battle.being(who) for who in by)
        most = max((len(sheet(being).attacks) for being in beings if being is not None), default=0)
        if count in map(str, range(1, most + 1)):
            return int(count) - 1
        if count:
            words = N_("{who} has no attack {number}: the sheet lists {most:attack|attacks}.")
            if not most:
                words = N_("{who} has no attack {number}: the sheet lists none.")
            self.refuse(words, number=count, who=self._names_of(by), most=most)
        return None

    def _enemy_under(self, by: tuple[str, ...]) -> str:
        found = self.battle
        if found is None:
            return ""
        side = found.side(by[0])
        enemies = (who for who in self.under() if found.side(who) != side and who not in by)
        return next(enemies, "")

    def action_repeat(self) -> None:
        """Repeat the last attack or area; by the acting creature, at the same target."""
        last = self._last
        if isinstance(last, MakeAttack):
            by = self.movers() or last.by
            if not set(last.by) & set(by):
                last = replace(last, by=by, attack=None)
            self.perform(last)
        elif last is not None:
            self.perform(last)
        else:
            self.refuse(N_("There is no attack or area to repeat yet."))
