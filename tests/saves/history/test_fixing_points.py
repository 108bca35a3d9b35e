"""Points that were typed are overruled like a roll: a wound of -25 that was meant to be 15."""

from __future__ import annotations

from pathlib import Path

from core.dice import Answer, Ruled
from core.messages import Message
from core.play.facts.fight.blows.commands import GiveTemporary
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import find
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.state import State
from core.play.facts.table.commands import Correction, Heal, Hurt
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.history.fixing import Consequences, amendment, find_questions
from saves.history.history import History
from saves.history.rulings import rulings
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.fights import FIGHT_STORY
from tests.saves.fights import fighting
from tests.saves.history.telling import consequences
from tests.saves.verifying import verify
from tui.encounter.gm_rulings import OverrulableRoll, answer, ask_instead, results
from tui.kit.phrases import say
from tui.sessions import overruling
from tui.view import said, taken


def damage(state: State, who: str) -> int:
    being = find(state, who)
    assert being is not None
    return being.damage


def told(look: History, seq: int, text: str) -> Consequences:
    """What would be otherwise, had the first points of an entry been what is typed now."""
    one = find_questions(look, seq)[0]
    found = consequences(look, seq, {one.question.key: overruling.answer(one, text)})
    assert isinstance(found, Consequences)
    return found


def test_a_wound_that_was_typed_is_corrected_later(tmp_path: Path) -> None:
    """Given -25 for Tam and a turn since, when 15 instead, then he has ten points less now."""
    with fighting(tmp_path / "a.outrider") as campaign:
        seq = campaign.record(Hurt(("tam", "harsk"), (25,))).seq
        campaign.record(EndTurn())
        with History.open(campaign.place, said) as look:
            names = [say(overruling.name_roll(one)) for one in find_questions(look, seq)]
            assert names == ["damage to Tam: 25", "damage to Harsk: 25"]
            found = told(look, seq, "15 misheard")
            amend = amendment(found, {seq}, "15")
        assert amend is not None
        assert Correction("tam", "damage", -10) in amend.corrections
        assert {one.who for one in amend.corrections} == {"tam"}
        before = damage(campaign.state, "tam"), damage(campaign.state, "harsk")
        campaign.record(amend)
        after = damage(campaign.state, "tam"), damage(campaign.state, "harsk")
        assert after == (before[0] - 10, before[1])


def test_healing_and_temporary_points_are_corrected_too(tmp_path: Path) -> None:
    """Given +5 and +9t that were not for Tam, then -2, +2, none and 4+3 say what instead."""
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(Hurt(("tam",), (9,)))
        heal = campaign.record(Heal(("tam",), (5,))).seq
        give = campaign.record(GiveTemporary(("tam",), (9,))).seq
        with History.open(campaign.place, said) as look:
            cases = {(heal, "-2"): 2, (heal, "skip"): 5, (heal, "4+3"): -2, (give, "=5"): -4}
            for (seq, text), by in cases.items():
                amend = amendment(told(look, seq, text), {seq}, text)
                assert amend is not None
                assert [one.by for one in amend.corrections] == [by], text


def test_the_last_wound_is_overruled_in_its_place(tmp_path: Path) -> None:
    """Given -25 typed last, when o 15, then it is 15, with its reason; u takes the whole back."""
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        before = campaign.state
        campaign.record(Hurt(("harsk",), (25,)))
        (one,) = results(taken(campaign))
        assert say(one.words) == "damage to Harsk: 25"
        entry = campaign.overrule({one.key: answer(one, "15 misheard")})
        assert damage(campaign.state, "harsk") == damage(before, "harsk") + 15
        assert entry.answers == {"points/1/harsk": Ruled("15", "misheard")}
        (again,) = results(taken(campaign))
        assert say(again.words) == "damage to Harsk: 15"
        assert campaign.story.undo_title is not None
        assert say(campaign.story.undo_title) == "15 damage to Harsk"
        with History.open(campaign.place, said) as look:
            found = [(ruling.what, ruling.reason) for ruling in rulings(look)]
        assert found == [("15 damage to Harsk, in place of what was typed", "misheard")]
        campaign.undo()
        assert campaign.state == before
        campaign.redo()
    with Campaign.open(FilePlace(path)) as campaign:
        assert damage(campaign.state, "harsk") == damage(before, "harsk") + 15
        assert verify(file_of(campaign.place)) == ()


def test_what_instead_of_points_is_a_number_more_less_or_none(tmp_path: Path) -> None:
    with fighting(tmp_path / "a.outrider") as campaign:
        campaign.record(Hurt(("harsk",), (7,)))
        (one,) = results(taken(campaign))
    cases: dict[str, Answer] = {
        "3": Ruled("3"),
        "+2": Ruled("9", "+2"),
        "-9 too much": Ruled("0", "-9 too much"),
        "skip": Ruled("skip"),
    }
    for text, wanted in cases.items():
        assert answer(one, text) == wanted


def test_points_as_they_were_recorded_are_dealt_as_before(tmp_path: Path) -> None:
    """Given a row without answers, then it is what its command says."""
    with fighting(tmp_path / "a.outrider") as campaign:
        entry = campaign.record(Hurt(("tam", "harsk"), (2, 3), nonlethal=True))
        assert entry.answers == {}
        assert entry.command == Hurt(("tam", "harsk"), (2, 3), nonlethal=True)


def test_what_a_roll_may_be_instead_is_asked_in_the_words_of_its_kind() -> None:
    """Given a check, an attack and typed points, then each is asked for what it takes."""
    struck = next(event for event in FIGHT_STORY if isinstance(event, Struck))
    check = OverrulableRoll("con/harsk", "H", Message("Harsk, check: 9"))
    for result, wanted in (
        (check, "pass, fail, a number, +2"),
        (replace(check, struck=struck), "hit, miss, a number, +2"),
        (replace(check, points=25), "a number, +2, -5, skip"),
    ):
        assert say(ask_instead(result)).endswith(f"{wanted}; then why")
