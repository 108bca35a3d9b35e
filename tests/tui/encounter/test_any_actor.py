"""In any fight, what is typed goes to whom the screen shows, whatever was picked out before.

Groups of riders and of others act in one turn each. Marks, letters, the cursor, `G` and Enter are
drawn at random, and what Enter or `a` make is played: with each, panel, card, board, Enter, `a` and
points mean the same creatures, and who acts changes only where that is seen.
"""

from __future__ import annotations

import random
from collections import Counter

from core.combat.board.squares import Square
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Slot
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes, Move, MovePack
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State
from core.play.fight.previews import has_turn_left
from core.play.union import Command
from core.values import replace
from tests.builders import answer_all
from tests.core.play.fight.skirmishes import Maker
from tests.thorough import rounds
from tests.tui.views import view_of
from tui.encounter.attacks import attack
from tui.encounter.change import AimedAttack, Jump, Letters, Standpoint
from tui.encounter.cursor_keys import lead
from tui.encounter.model import (
    EncounterUI,
    cursor_query,
    enter_action,
    with_battle,
    with_cursor_moved,
    with_marks_toggled,
)
from tui.encounter.overlays import creatures
from tui.encounter.present.actor import find_acting, follow
from tui.encounter.present.battle import Battle, battle
from tui.encounter.present.foresight import CursorPreview, foresee

SEED = 50
FIGHTS = rounds(6, 400)
STEPS = 16
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")


def grouped(state: State, chance: random.Random) -> State:
    """All of one side act together, riders before their mounts; whose turn it is, is drawn."""
    fight = fight_of(state)
    riders = {figure.mount: figure.id for figure in fight.figures if figure.mount}
    foes = tuple(
        replace(foe, group=f"{foe.side} mounts" if foe.id in riders else foe.side)
        for foe in fight.foes
    )
    order: list[Slot] = []
    for slot in fight.order:
        (who,) = slot.who
        together: tuple[str, ...] = (who,)
        if who in riders:
            continue
        mount = next((one for one, rider in riders.items() if rider == who), "")
        if mount:
            together = (who, mount)
        side = next(foe.side for foe in fight.foes if foe.id == who)
        others = next((one for one in order if one.key == side), None)
        if others is None:
            order.append(Slot(side, together, slot.total))
        else:
            order[order.index(others)] = replace(others, who=(*others.who, *together))
    acting = chance.choice(order).key
    fight = replace(fight, foes=foes, order=tuple(order), acting=acting)
    return replace(state, encounters=(fight,))


class Table:
    """The screen without a terminal: what is remembered, the fight as drawn, and the cursor."""

    def __init__(self, state: State, assets: Assets, chance: random.Random) -> None:
        self.assets = assets
        self.chance = chance
        self.tally = Counter[str]()
        self.tip = 0
        self.cursor = Square(0, 0)
        self.ui = EncounterUI()
        self.state = state
        self.draw()

    @property
    def fight(self) -> Encounter:
        return fight_of(self.state)

    @property
    def battle(self) -> Battle:
        assert self.ui.gathered is not None
        return self.ui.gathered

    @property
    def standpoint(self) -> Standpoint:
        return Standpoint(view=self.battle.view, cursor=self.cursor, ui=self.ui, battle=self.battle)

    def draw(self) -> None:
        """Take the newest state as the screen does."""
        self.tip += 1
        before = self.ui.gathered
        now = battle(view_of(self.state, self.assets, self.tip), self.fight)
        ui = with_battle(self.ui, now)
        self.cursor = follow(before, self.ui, now, ui, self.cursor) or self.cursor
        self.ui = ui

    def pick(self) -> None:
        """Move the cursor, by a letter or by arrows; mark; press G or Enter on another."""
        chance = self.chance
        who = chance.choice(self.battle.on_board)
        place = self.battle.place(who)
        assert place is not None
        match chance.choice(("letter", "letter", "arrows", "away", "mark", "now", "other")):
            case "letter":
                self.jump(Jump(place, who=who))
            case "arrows":
                self.jump(Jump(place))
            case "away":
                field = self.battle.scene.field if self.battle.scene else None
                assert field is not None
                x = chance.randrange(field.width)
                self.jump(Jump(Square(x, chance.randrange(field.height))))
            case "mark":
                under = self.standpoint.actor.under
                if under:
                    self.ui = with_marks_toggled(self.ui, (under,))
            case "now":
                found = lead(self.standpoint, "now")
                assert isinstance(found, tuple)
                ui, jump = found
                assert isinstance(ui, EncounterUI)
                assert isinstance(jump, Jump)
                self.ui = ui
                self.jump(jump)
            case "other":
                self.ui = replace(self.ui, marked=())
                entered = enter_action(self.ui, self.battle, self.state, self.cursor)
                if entered.ui is not None and entered.command is None:
                    self.ui = entered.ui

    def jump(self, jump: Jump) -> None:
        if jump.square is not None:
            self.cursor = jump.square
            self.ui = with_cursor_moved(self.ui, jump.who)

    def look(self) -> CursorPreview:
        """The answer about the cursor's square, as the panes show it."""
        query = cursor_query(self.ui, self.battle, self.cursor)
        assert query is not None
        seen = foresee(query)
        self.ui = replace(self.ui, answer=seen)
        return seen

    def compare(self) -> Command | None:
        """What is shown and what is meant; the command of Enter or of `a`, to be played."""
        seen = self.look()
        actor = self.standpoint.actor
        signs = tuple(map(self.battle.sign, actor.who))
        if seen.rows is not None:
            assert (seen.rows.sign,) == signs
            self.tally["panel"] += 1
        if actor.under:
            assert seen.card is not None
            assert seen.card.sign == self.battle.sign(actor.under)
            assert actor.meant == (self.ui.marked or (actor.under,))
            self.tally["card"] += 1
        acting = find_acting(self.ui, self.battle)
        pair = {acting, *(one.mount for one in self.fight.figures if one.id == acting)}
        assert {one.id for one in creatures(self.ui) if one.acting} == pair - {""}
        assert {one.id for one in creatures(self.ui) if one.marked} == {*self.ui.marked}
        if not self.ui.marked:
            assert actor.who == (acting,)
        return self.chance.choice((self.enter, self.attack))()

    def enter(self) -> Command | None:
        """What Enter makes is by who acts, and a preview of a rider is by the rider."""
        actor = self.standpoint.actor
        command = enter_action(self.ui, self.battle, self.state, self.cursor).command
        seen = self.ui.answer
        assert seen is not None
        if seen.attack is not None:
            assert (seen.attack.by.id,) == actor.who
        match command:
            case MakeAttack(by, at):
                assert (by, at) == (actor.who, actor.target)
            case Move(who):
                assert (who,) == actor.who
            case MovePack(steps):
                assert {step.who for step in steps} <= {*actor.who}
            case _:
                return None
        self.tally[type(command).__name__] += 1
        return command

    def attack(self) -> Command | None:
        """What `a` makes is by who acts, at whom the cursor shows; or by whom Enter goes on with.

        Then that creature acts from now on.
        """
        actor = self.standpoint.actor
        entered = enter_action(self.ui, self.battle, self.state, self.cursor)
        change = attack(self.standpoint, "")
        if isinstance(change, tuple):
            ui, change = change
            assert ui == entered.ui
            assert isinstance(ui, EncounterUI)
            self.ui = ui
            actor = self.standpoint.actor
            assert actor.who == (actor.under,)
            self.tally["a of another"] += 1
        match change:
            case AimedAttack(command, aim):
                assert (command.by, command.at) == (actor.who, actor.target)
                assert aim.attack == command
                self.tally["a"] += 1
                return command
            case Letters(letters):
                assert letters.attack is not None
                assert letters.attack.by == actor.who
                assert not actor.target
        return None

    def play(self, command: Command) -> None:
        """Play a command, and all strikes that it provokes."""
        before = self.battle
        was = find_acting(self.ui, before)
        try:
            found = answer_all(command, self.state, self.assets, face=self.chance.randint(1, 20))
        except Refusal:
            self.tally["refused"] += 1
            return
        self.state = evolve_all(self.state, found.events)
        if any(isinstance(event, MoveHalted) for event in found.events):
            strikes = answer_all(AnswerStrikes(), self.state, self.assets)
            self.state = evolve_all(self.state, strikes.events)
        self.draw()
        self.tally["played"] += 1
        now = find_acting(self.ui, self.battle)
        if now == was:
            return
        self.tally["passed on"] += 1
        assert not (self.battle.up(was) and has_turn_left(self.state, self.assets, was))
        assert now not in {one.mount for one in self.fight.figures if one.id in self.battle.turn}
        foe_before = self.fight.foe(was)
        foe_now = self.fight.foe(now)
        assert foe_before is not None
        assert foe_now is not None
        assert foe_now.group == foe_before.group


def play(fights: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    tally = Counter[str]()
    for number in range(fights):
        skirmish = Maker(chance, SYSTEMS[number % len(SYSTEMS)]).make()
        table = Table(grouped(skirmish.state, chance), skirmish.assets, chance)
        for _ in range(STEPS):
            table.pick()
            command = table.compare()
            if command is not None:
                table.play(command)
        tally += table.tally
    return tally


def test_what_is_typed_goes_to_whom_the_screen_shows() -> None:
    tally = play(FIGHTS, SEED)

    for what in ("panel", "card", "MakeAttack", "Move", "a", "a of another", "played", "passed on"):
        assert tally[what], tally
