"""Whatever happens in a campaign full of secrets, none of them comes out where players read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from core.dice import Ruled
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.fight.turns.commands import EndTurn, Ready, SetCondition
from core.play.facts.road.commands import BeginEncounter, Camp, EndEncounter, March
from core.play.facts.table.commands import Heal, Hurt, Rule, WriteNote
from core.play.union import Command
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.exporting import ExportRequest, text
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace
from tests.saves.exchange.record.secrets import FIGURE, MARK, planted_file, word
from tests.saves.exchange.record.told import FORMS
from tests.saves.fights import perform
from tests.saves.verifying import entry_at
from tests.thorough import examples
from tui.encounter.present import states
from tui.encounter.present.battle import seen
from tui.kit.phrases import say
from tui.sessions.present.history_rows import journal_rows
from tui.sessions.present.visits import Wish, journal, overview, visit
from tui.view import said

Act: TypeAlias = Callable[[Campaign], object]


def played(command: Command) -> Act:
    return lambda campaign: perform(campaign, command)


def overruled(campaign: Campaign) -> None:
    last = entry_at(campaign, campaign.tip)
    if last is not None and last.answers:
        campaign.overrule({next(iter(last.answers)): Ruled("pass", word("Ruled"))})


ACTS: tuple[Act, ...] = (
    *(
        played(command)
        for command in (
            EndTurn(),
            EndTurn(),
            EndTurn(),
            MakeAttack(("lurker",), "harsk"),
            MakeAttack(("harsk",), "lurker"),
            MakeAttack(("wolf-1",), "tam"),
            Move("lurker", "E5"),
            Move("harsk", "F5"),
            Place("ambush", (Spot("lurker", "E6"),), word("Put")),
            Ready("tam", word("Readied")),
            SetCondition(("tam",), "shaken", rounds=2, source="lurker", of="lurker"),
            SetCondition(("lurker", "ogre"), word("Plot"), rounds=2),
            Hurt(("lurker", "harsk"), (2, 2)),
            Heal(("lurker",), (1,)),
            Rule("nonlethal", "2", "tam", word("Reason")),
            WriteNote(word("Note")),
            EndEncounter(3),
            BeginEncounter("Once more", "ambush"),
            March(Fraction(2)),
            March(),
            Camp(),
        )
    ),
    overruled,
    Campaign.undo,
    Campaign.undo_turn,
    Campaign.redo,
    lambda campaign: marks.begin_session(campaign, "next"),
    lambda campaign: marks.annotate(campaign, campaign.head - 3, word("Later")),
    lambda campaign: marks.name_session(campaign, campaign.head, "The mill", word("Evening")),
    lambda campaign: marks.split_session(campaign, campaign.head - 5),
)


def seen_on_screen(look: History, seq: int) -> Iterator[str]:
    """What the curtain leaves of a moment: title, panel, and who stands on the board."""
    shown = visit(look, 1, (Wish("to", to=seq),), player_view=True)
    assert shown.picture is not None
    assert shown.figures is not None
    picture = shown.picture
    told = shown.figures
    yield from (say(line) for line in picture.title(True))
    yield from told.told
    for line in (*told.dice, *told.odds, *told.changes):
        yield say(line)
    board = picture.board(True)
    if board is not None:
        here = seen(picture.view, True, board.encounter)
        tokens = () if here is None else states.tokens(here)
        yield from (repr(token) for token in tokens if not token.hidden)


def seen_in_lists(look: History) -> Iterator[str]:
    """What the curtain leaves of the journals of all sessions."""
    whole = overview(look)
    assert whole.calendar is not None
    for session in whole.sessions:
        yield session.title
        kept = journal(look, session, session.first, player_view=True)
        yield from (row.text for row in journal_rows(kept, whole))


@given(acts=st.lists(st.sampled_from(ACTS), min_size=4, max_size=12))
@examples(2, 300)
def test_no_secret_comes_out_whatever_happens(acts: list[Act]) -> None:
    """Given any history with secrets, then no word of them is in a record or behind the curtain."""
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        path = Path(home) / "a.outrider"
        path.write_bytes(planted_file())
        with Campaign.open(FilePlace(path)) as campaign:
            first = campaign.head
            for act in acts:
                with suppress(Refusal):
                    act(campaign)
        with History.open(FilePlace(path), said) as look:
            for form in FORMS:
                untold(text(look, ExportRequest(form=form)))
            for seq in range(first - 3, look.head + 1):
                untold("\n".join(seen_on_screen(look, seq)))
            untold("\n".join(seen_in_lists(look)))


def untold(told: str) -> None:
    """Fail where a secret is told."""
    lines = [line for line in told.casefold().splitlines() if MARK in line or str(FIGURE) in line]
    assert lines == []
