"""A machine of all acts on a campaign: replay shows what happened, and undo never destroys."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from core.combat.board.drawing import BoardEdit
from core.dice import Ruled
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.setup.commands import Hide, Paint, Place, SetDoor
from core.play.facts.fight.turns.commands import (
    ActNow,
    Delay,
    EndTurn,
    Pause,
    RollInitiative,
    SetCondition,
)
from core.play.facts.road.commands import BeginEncounter, Camp, EndEncounter, March, SetPace
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt, Rule, SetPresent, WriteNote
from core.play.union import Command, evolve_all
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.store import state_history
from saves.store.backend import Place as StoredAt
from saves.store.sqlite.file_place import FilePlace
from tests.saves.fights import SPOTS, on_the_road, perform
from tests.saves.verifying import entry_at, note_texts, state_at, verify
from tui.view import said

PACES: tuple[Literal["walk", "hustle"], ...] = ("walk", "hustle")
WHO = st.sampled_from(["harsk", "tam"])
FIGHT: tuple[Command, ...] = (
    BeginEncounter("Ambush", "ambush"), EndEncounter(3), Pause(), RollInitiative(), EndTurn(),
    EndTurn(), Place("ambush", SPOTS), Hide("ambush", ("wolf-1",)), Delay("harsk"), ActNow("harsk"),
    Paint("ambush", (BoardEdit("A1:3", "difficult"),)), SetDoor("ambush", "K4/L4", "open"),
    SetCondition(("harsk", "ogre"), "shaken", 1), MakeAttack(("harsk",), "wolf-1"),
    MakeAttack(("wolf-1",), "harsk"),
)  # fmt: skip
"""Acts of a fight that are an intent each."""
ROAD: tuple[Command, ...] = (March(), March(Fraction(9)), March(Fraction(2)), Camp())
MARKS = ("note", "name", "split", "join")


class Story(RuleBasedStateMachine):
    """The model: the states after each tip, a stack of what can be undone and redone."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.outrider"
        self.place: StoredAt = FilePlace(self.path)

    def find_damage(self) -> Sequence[Message]:
        """The damage of what is stored."""
        return verify(self.path)

    def store(self) -> None:
        """Store the campaign that the story goes on with."""
        self.path.write_bytes(on_the_road())

    @initialize()
    def found(self) -> None:
        self.store()
        self.campaign = Campaign.open(self.place)
        self.done = [(n, state_at(self.campaign, n)) for n in range(1, self.campaign.head + 1)]
        self.undone: list[list[tuple[int, State]]] = []
        self.notes: list[str] = []
        self.seen: dict[int, State] = {}

    def attempt(self, command: Command) -> None:
        """Play on; a refused command (someone left with an undo) leaves nothing behind."""
        head = self.campaign.head
        try:
            entry = perform(self.campaign, command)
        except Refusal:
            assert self.campaign.head == head
            return
        self.done.append((self.campaign.tip, self.campaign.state))
        self.undone.clear()
        assert entry.seq == self.campaign.head == head + 1

    @rule(who=WHO, amount=st.integers(1, 40), nonlethal=st.booleans())
    def hurt(self, who: str, amount: int, nonlethal: bool) -> None:
        self.attempt(Hurt((who,), (amount,), nonlethal))

    @rule(who=WHO, amount=st.integers(1, 40))
    def heal(self, who: str, amount: int) -> None:
        self.attempt(Heal((who,), (amount,)))

    @rule(who=WHO, present=st.booleans())
    def come_or_go(self, who: str, present: bool) -> None:
        self.attempt(SetPresent(who, present))

    @rule(pace=st.sampled_from(PACES))
    def pace(self, pace: Literal["walk", "hustle"]) -> None:
        self.attempt(SetPace(pace))

    @rule(command=st.sampled_from(FIGHT))
    def fight(self, command: Command) -> None:
        self.attempt(command)

    @precondition(lambda self: self.campaign.state.fight is None)
    @rule(command=st.sampled_from(ROAD))
    def travel(self, command: Command) -> None:
        self.attempt(command)

    @rule(who=WHO, value=st.integers(0, 9))
    def rule_otherwise(self, who: str, value: int) -> None:
        self.attempt(Rule("nonlethal", str(value), who, "so says the table"))

    @rule()
    def overrule(self) -> None:
        """The last result is otherwise, in the place of what it was."""
        last = entry_at(self.campaign, self.campaign.tip)
        if last is None or not last.answers:
            return
        with suppress(Refusal):
            self.campaign.overrule({next(iter(last.answers)): Ruled("pass", "the table")})
            self.done[-1] = self.campaign.tip, self.campaign.state
            self.undone.clear()

    @rule(at=st.integers(1, 60), what=st.sampled_from(MARKS))
    def mark_the_past(self, at: int, what: str) -> None:
        """What the GM says of earlier entries lies outside the story."""
        campaign = self.campaign
        at = min(at, self.campaign.head)
        with suppress(Refusal):
            match what:
                case "note":
                    marks.annotate(campaign, at, "an ogre?")
                    self.notes.append("an ogre?")
                case "name":
                    marks.name_session(campaign, at, "The ford", "who pays?")
                case "split":
                    marks.split_session(campaign, at)
                case _:
                    marks.join_sessions(campaign, at)

    @precondition(lambda self: self.campaign.state.fight is not None)
    @rule()
    def undo_turn(self) -> None:
        """Back to where a turn began: one row, brought back by one."""
        head = self.campaign.head
        with suppress(Refusal):  # before anybody's turn
            self.campaign.undo_turn()
        if self.campaign.head == head:
            return
        at = [tip for tip, _ in self.done].index(self.campaign.tip) + 1
        self.undone.append(self.done[at:])
        del self.done[at:]

    @rule(text=st.text(max_size=8).filter(str.strip), shared=st.booleans())
    def note(self, text: str, shared: bool) -> None:
        self.campaign.record(WriteNote(text, shared))
        self.notes.append(text)

    @rule()
    def session(self) -> None:
        marks.begin_session(self.campaign, "next")

    @rule(step=st.booleans())
    def undo(self, step: bool) -> None:
        if len(self.done) == 1:
            with pytest.raises(Refusal, match="nothing_to_undo"):
                self.campaign.undo()
            return
        self.campaign.undo_step() if step else self.campaign.undo()
        self.undone.append([self.done.pop()])

    @rule()
    def redo(self) -> None:
        if not self.undone:
            with pytest.raises(Refusal, match="nothing_to_redo"):
                self.campaign.redo()
            return
        self.campaign.redo()
        self.done += self.undone.pop()

    @rule()
    def reopen(self) -> None:
        live = self.campaign.state, self.campaign.story.undo_title, self.campaign.story.redo_title
        log = self.campaign.story.log(1000)
        self.campaign.close()
        self.campaign = Campaign.open(self.place)
        again = self.campaign.state, self.campaign.story.undo_title, self.campaign.story.redo_title
        assert again == live
        assert self.campaign.story.log(1000) == log
        assert not self.campaign.warnings

    @rule()
    def crash(self) -> None:
        """Another process finds the file as it lies, -wal and all, with nothing closed."""
        copy = self.folder / "crashed" / "a.outrider"
        copy.parent.mkdir()
        for name in ("a.outrider", "a.outrider-wal", "a.outrider.lock"):
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, copy.parent / name)
        with Campaign.open(FilePlace(copy)) as found:
            assert not found.read_only
            assert (found.head, found.state) == (self.campaign.head, self.campaign.state)
        shutil.rmtree(copy.parent)

    @precondition(lambda self: self.campaign.head % 7 == 0)
    @rule()
    def replay(self) -> None:
        """Fold the entries of the story from nothing: it is what the screen shows."""
        entries = self.campaign.story.log(1000)
        story = [e for e in entries if e.kind == "play" and not e.undone]
        state = State()
        for entry in story:
            state = evolve_all(state, entry.events)
        assert state == self.campaign.state
        assert self.find_damage() == ()

    @invariant()
    def the_screen_shows_the_model(self) -> None:
        campaign = self.campaign
        assert (campaign.tip, campaign.state) == self.done[-1]
        assert (campaign.story.undo_title is not None) == (len(self.done) > 1)
        assert (campaign.story.redo_title is not None) == bool(self.undone)
        self.seen[campaign.head] = campaign.state

    def look_back(self) -> None:
        """Fold every row upon its parent, from nothing: it is what is seen of the past."""
        folded = {0: State()}
        for entry in self.campaign.story.log(1000):
            before = folded[entry.parent]
            folded[entry.seq] = evolve_all(before, entry.events) if entry.kind == "play" else before
        with History.open(self.place, said) as look:
            assert look.head == self.campaign.head
            for seq in reversed(range(1, look.head + 1)):
                then = look.then(seq)
                assert then is not None
                assert (then.before, then.state) == (
                    folded[then.entry.parent],
                    folded[then.entry.tip],
                )
                assert then.state == self.seen.get(seq, then.state)

    def teardown(self) -> None:
        self.look_back()
        for seq, state in self.seen.items():
            assert state_at(self.campaign, seq) == state
        assert note_texts(self.campaign) == self.notes
        self.campaign.close()
        with Campaign.open(self.place) as again:
            assert {seq: state_at(again, seq) for seq in self.seen} == self.seen
        assert self.find_damage() == ()
        shutil.rmtree(self.folder)


def run(story: type[Story], examples: int, steps: int) -> None:
    """Let the machine act in so many stories of so many steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_history, "EVERY", 4)
        patch.setattr(state_history, "BASES", 12)
        run_state_machine_as_test(
            story,
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
