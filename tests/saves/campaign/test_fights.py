"""A fight in the journal: what a move brought is taken back with it, a turn as one, a result
made again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.dice import Answer, Ruled, Typed
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.facts.fight.turns.commands import ActNow, Delay, EndTurn
from core.play.facts.fold import Event
from core.play.facts.state import Fighting
from core.play.facts.table.commands import Hurt
from core.play.union import Needs
from saves.campaign.campaign import Campaign
from saves.store import codec
from saves.store.journal import STRIDE
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begun, damage
from tests.saves.fights import fighting, perform
from tests.saves.verifying import verify
from tui.kit.phrases import say

pytestmark = pytest.mark.usefixtures("both_back_ends")


def at(campaign: Campaign, who: str = "harsk") -> str:
    fight = campaign.state.fight
    figure = None if fight is None else fight.figure(who)
    assert figure is not None
    return figure.at


def waits(campaign: Campaign) -> bool:
    pending = campaign.state.pending
    return isinstance(pending, Fighting) and pending.waiting is not None


def bruised(campaign: Campaign) -> int:
    """Nonlethal damage of Harsk."""
    member = campaign.state.member("harsk")
    assert member is not None
    return member.nonlethal


def struck(campaign: Campaign) -> str:
    """What the last attack came to."""
    (event,) = [e for e in campaign.story.log(1)[0].events if isinstance(e, Struck)]
    return event.outcome


@pytest.mark.parametrize("answer", [AnswerStrikes(("wolf-1",)), AnswerStrikes(), DropMove()])
def test_a_move_and_the_strikes_it_brought_are_one_intent(
    tmp_path: Path, answer: AnswerStrikes | DropMove
) -> None:
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        before = campaign.state
        asked = campaign.record(Move("harsk", "D7"))
        assert waits(campaign)
    with Campaign.open(FilePlace(path)) as campaign:  # what waits is found again after reopening
        assert waits(campaign)
        title = campaign.story.undo_title
        entry = perform(campaign, answer, 18)
        assert entry.intent == asked.intent
        assert campaign.story.undo_title == title
        assert at(campaign) == ("G4" if isinstance(answer, DropMove) else "D7")
        campaign.undo_step()
        assert waits(campaign)
        campaign.redo()
        campaign.undo()
        assert campaign.state == before


def test_wounds_struck_by_hand_while_a_move_waits_are_taken_back_with_it(tmp_path: Path) -> None:
    """Given a strike told by its damage alone, when the move is undone, then the wound is too."""
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(Move("harsk", "D7"))
        campaign.record(Hurt(("harsk",), (5,)))
        campaign.record(AnswerStrikes())
        campaign.record(Hurt(("harsk",), (1,)))
        assert damage(campaign) == 6
        campaign.undo()
        assert (damage(campaign), at(campaign)) == (5, "D7")
        campaign.undo()
        assert (damage(campaign), at(campaign)) == (0, "G4")
        assert not waits(campaign)


def test_a_turn_is_taken_back_as_one_row_and_comes_back_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        before = campaign.state
        campaign.record(Move("harsk", "D7"))
        campaign.record(AnswerStrikes())
        perform(campaign, MakeAttack(("harsk",), "wolf-1", 1))
        after = campaign.state
        head = campaign.head
        campaign.undo_turn()
        assert (campaign.state, campaign.head) == (before, head + 1)
        assert say(campaign.story.log(1)[0].told) == "undone: the turn of Harsk"
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.state == before
        assert say(campaign.story.log(1)[0].told) == "undone: the turn of Harsk"
        assert say(campaign.story.redo_title or "") == "the turn of Harsk"
        campaign.redo()
        assert say(campaign.story.log(1)[0].told) == "done again: the turn of Harsk"
        assert campaign.state == after
        campaign.undo()
        assert say(campaign.story.redo_title or "") == "attack, Harsk on Wolf"
        assert verify(file_of(campaign.place)) == ()


def test_of_a_long_turn_only_the_entries_in_which_one_may_begin_are_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a turn of more entries than are read together."""
    with fighting(tmp_path / "a.outrider") as campaign:
        before = campaign.state
        decoded = list[str]()
        for _ in range(2 * STRIDE + 1):
            campaign.record(Hurt(("harsk",), (1,)))
        load_events = codec.load_events

        def load(body: str) -> tuple[Event, ...]:
            decoded.append(body)
            return load_events(body)

        monkeypatch.setattr(codec, "load_events", load)
        began = campaign.story.entry_reader.turn_began(campaign.tip)

        assert len(decoded) == 1
        monkeypatch.undo()
        campaign.undo_turn()
        assert campaign.state == before
        assert began == campaign.tip


def test_at_the_beginning_of_a_turn_the_one_before_is_taken_back(tmp_path: Path) -> None:
    """Given Valeria who has done nothing yet, then Harsk's turn begins again, then the wolves'."""
    with fighting(tmp_path / "a.outrider") as campaign:
        before = campaign.state
        campaign.record(Move("harsk", "D7"))
        campaign.record(AnswerStrikes())
        campaign.record(EndTurn())
        campaign.undo_turn()
        assert campaign.state == before
        campaign.undo_turn()
        assert campaign.state.fight is not None
        assert campaign.state.fight.acting == "wolves"
        with pytest.raises(Refusal, match="no_turn"):
            campaign.undo_turn()


def test_one_who_acts_between_has_a_turn_of_his_own(tmp_path: Path) -> None:
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(Delay("harsk"))
        campaign.record(ActNow("harsk"))
        before = campaign.state
        campaign.record(Hurt(("valeria",), (1,)))
        campaign.undo_turn()
        assert campaign.state == before


def test_without_a_fight_no_turn_is_taken_back(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        with pytest.raises(Refusal, match="no_fight"):
            campaign.undo_turn()
        assert campaign.head == 2


def test_an_attack_overruled_is_made_again_with_the_other_answer(tmp_path: Path) -> None:
    """Given a miss, when it is ruled a hit, then damage is asked and both are one intent."""
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        before = campaign.state
        missed = perform(campaign, MakeAttack(("harsk",), "wolf-1"), 2)
        assert struck(campaign) == "miss"
        (key,) = missed.answers
        asked = campaign.propose_over({key: Ruled("pass", "flanking forgotten")})
        assert isinstance(asked, Needs)
        head = campaign.head
        with pytest.raises(Refusal, match="needs_answers"):
            campaign.overrule({key: Ruled("pass")})
        assert campaign.head == head
        answers: dict[str, Answer] = {
            key: Ruled("pass"),
            **{q.key: Typed(6) for q in asked.questions},
        }
        entry = campaign.overrule(answers)
        assert struck(campaign) == "hit"
        assert (entry.intent, entry.answers) == (missed.intent, answers)
        assert campaign.head == head + 2
        assert [e.undone for e in campaign.story.log(3)] == [True, False, False]
        wolf = fight_of(campaign.state).foe("wolf-1")
        assert wolf is not None
        assert wolf.damage > 0
        campaign.undo()
        assert campaign.state == before
        campaign.redo()
        assert campaign.tip == entry.seq
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.story.undo_title is not None
        assert verify(file_of(campaign.place)) == ()


def test_the_last_step_of_a_move_overruled_stays_part_of_it(tmp_path: Path) -> None:
    """Given a strike in passing ruled a miss, when it is undone, then the whole move is."""
    with fighting(tmp_path / "a.outrider") as campaign:
        before = campaign.state
        campaign.record(Move("harsk", "D7"))
        answered = perform(campaign, AnswerStrikes(("wolf-1",)), 19)
        assert bruised(campaign) > 0
        key = next(key for key in answered.answers if key.endswith("wolf-1/harsk"))
        entry = campaign.overrule({key: Ruled("fail", "he ducked")})
        assert bruised(campaign) == 0
        assert entry.intent == answered.intent
        campaign.undo()
        assert campaign.state == before


def test_what_asked_nothing_cannot_be_overruled(tmp_path: Path) -> None:
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(EndTurn())
        for act in (campaign.propose_over, campaign.overrule):
            with pytest.raises(Refusal, match="nothing_to_overrule"):
                act({})


@pytest.mark.parametrize("both_libraries", ["file"], indirect=True)
def test_overruling_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    """Given a disk that takes the undoing but not what follows, then neither is kept."""
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        missed = perform(campaign, MakeAttack(("harsk",), "wolf-1"), 2)
        (key,) = missed.answers
        before = campaign.state
        head = campaign.head
        with closing(sqlite3.connect(path)) as raw:
            raw.execute(
                "CREATE TRIGGER full BEFORE INSERT ON entry WHEN NEW.kind = 'play'"
                " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
            with pytest.raises(Refusal):
                campaign.overrule({key: Ruled("fail")})
            assert raw.execute("SELECT max(seq) FROM entry").fetchone() == (head,)
            raw.execute("DROP TRIGGER full")
        assert (campaign.state, campaign.head) == (before, head)
