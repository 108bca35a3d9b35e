"""Attacking on the grid: one key and a letter, several at once, the last one again."""

from __future__ import annotations

from dataclasses import replace

from core.messages import N_, Message, Refusal
from core.play.fight.blows.commands import AreaAttack, MakeAttack
from core.play.story import title
from core.play.union import Command
from tui.deeds import Deed
from tui.screens.aiming import AimingScreen
from tui.screens.labels import Label

INSTEAD = {
    "out_of_reach": N_("{why} Enter goes towards it; 2a is the second attack of the sheet."),
    "out_of_range": N_("{why} Go nearer first: Enter, with the cursor on the way."),
    "total_cover": N_("{why} Go where a line to it is clear: O shows cover."),
    "weapon": N_("{why} p u stands up; 2a is the second attack of the sheet."),
    "cannot_act": N_("{why} c takes away what hinders it."),
}
"""What to do where an attack cannot be made, by the code of its refusal."""


class StrikingScreen(AimingScreen):
    """Whoever is meant attacks whoever is under the cursor, or whose letter is pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._last: Command | None = None

    def perform(self, command: Command) -> None:
        if isinstance(command, MakeAttack | AreaAttack):
            self._last = command
        super().perform(command)

    def refused(self, command: Command, refusal: Refusal) -> Message:
        instead = INSTEAD.get(refusal.code) if isinstance(command, MakeAttack) else None
        why = super().refused(command, refusal)
        return why if instead is None else Message(instead, why=why)

    def attack_deed(self, by: tuple[str, ...], at: str) -> Deed:
        command = MakeAttack(by, at)
        return Deed(title(command, self.state), command)

    def action_attack(self) -> None:
        """Attack the enemy under the cursor, else the one whose letter is pressed next.

        A number before it is the attack of the sheet, counted from 1.
        """
        count = self.count()
        found, by = self.battle, self.movers()
        if found is None or not by:
            self.say_message(Message(N_("It is nobody's turn: mark who attacks with v.")))
            return
        weapon = int(count) - 1 if count.isdecimal() and int(count) else None
        target = self._enemy_under(by)
        if target:
            self.perform(MakeAttack(by, target, weapon))
            return

        def picked(label: Label) -> None:
            if label.who:
                self.go_to(label.at)
                self.perform(MakeAttack(by, label.who, weapon))

        prompt = N_("{who}: attack whom? Press a letter")
        self.pick(picked, Message(prompt, who=self._names_of(by)), prefix="f")

    def _enemy_under(self, by: tuple[str, ...]) -> str:
        """Who is under the cursor and on another side than the attackers."""
        found = self.battle
        if found is None:
            return ""
        side = found.side(by[0])
        enemies = (who for who in self.under() if found.side(who) != side and who not in by)
        return next(enemies, "")

    def action_repeat(self) -> None:
        """The last attack or area again; if somebody else acts, by who acts at the same target."""
        last = self._last
        if isinstance(last, MakeAttack):
            by = self.movers() or last.by
            if not set(last.by) & set(by):
                last = replace(last, by=by, attack=None)
            self.perform(last)
        elif last is not None:
            self.perform(last)
        else:
            self.say_message(Message(N_("Nothing was done yet that could be repeated.")))
