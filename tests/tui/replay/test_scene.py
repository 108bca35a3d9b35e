"""Moments of the past as pictures: the map or the board, and what just happened marked on it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast
from unittest import mock

import pytest
from textual.app import ComposeResult

from core.combat.board.drawing import Light
from core.combat.board.squares import parse_square
from core.dice import Answer, Typed
from core.messages import Message
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from saves.history.history import History, Then
from saves.library import library
from saves.store.packing import pack
from tests.demos import the_ambush
from tests.fights import fight_world
from tests.themed import Themed
from tests.tui.encounter.skirmish import FIGHT, state_of
from tests.tui.views import row_of
from tui.kit.phrases import say
from tui.sessions.host import PastHost
from tui.sessions.panes.replay_scene import ReplayScene, SceneContent
from tui.sessions.past_reader import PastReader
from tui.sessions.present.scene import WALKED, Picture, figures, picture, told
from tui.view import said

TAMS_TURN = replace(FIGHT, acting="tam")


@pytest.fixture(scope="module")
def look(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    home = str(tmp_path_factory.mktemp("home"))
    with mock.patch.dict(os.environ, OUTRIDER_HOME=home):
        the_ambush()
        place = library.find("The Long Marches")
    with History.open(place, said) as found:
        yield found


def moments(look: History) -> Iterator[Then]:
    for seq in range(look.head, 0, -1):
        then = look.then(seq)
        assert then is not None
        yield then


def latest(look: History, text: str) -> Picture:
    """The newest moment that tells `text`."""
    for then in moments(look):
        found = picture(then)
        if any(text in line for line in told(found)):
            return found
    raise AssertionError(text)


def test_every_moment_of_a_campaign_has_a_picture_that_says_when_it_was(look: History) -> None:
    for then in moments(look):
        left, right = picture(then).title()
        assert "Thaw" in say(left)
        assert say(right) == f"entry {then.entry.seq}"


def test_a_march_is_shown_on_the_map_with_the_hexes_that_were_gone_through(look: History) -> None:
    found = latest(look, "20 km, to 1405")
    assert found.battle is None
    assert found.walked == ("1306", "1405")


def test_a_fight_is_shown_on_its_board_with_its_round_and_who_acts(look: History) -> None:
    found = latest(look, "Sorrel attacks Ogre: 23 against 21, hit")
    assert say(found.title()[0]) == "14 Thaw 11:22  R2  SORREL to act  Ambush at the ford"
    assert found.trace.marks == {parse_square("H6"): "!"}
    ((line,),) = [found.trace.lines]
    assert line.start == (5, 19)  # from C10


def test_a_hit_is_marked_before_a_miss_of_the_same_entry(look: History) -> None:
    for then in moments(look):
        strikes = [event for event in then.entry.events if isinstance(event, Struck)]
        if {"hit", "miss"} <= {event.outcome for event in strikes}:
            found = picture(then)
            assert list(found.trace.marks.values()) == ["!"]
            return
    raise AssertionError("no entry of the demo both hits and misses")


def test_the_way_of_one_is_drawn_and_of_several_where_each_stood(look: History) -> None:
    alone = latest(look, "Ogre moves from J7 to H6")
    assert [str(square) for square in alone.trace.path] == ["J7", "I6", "H6"]
    for then in moments(look):
        if sum(isinstance(event, Moved) for event in then.entry.events) > 1:
            pack = picture(then).trace
            assert pack.path == ()
            assert {"a-", "b-"} <= set(pack.starts.values())
            return
    raise AssertionError("no pack moves in the demo")


def test_behind_the_curtain_the_hidden_leave_no_trace(look: History) -> None:
    for then in moments(look):
        found = picture(then)
        if found.battle is None or found.battle.scene is None:
            continue
        scene = found.battle.scene
        for figure in found.battle.encounter.figures:
            if figure.hidden and figure.id in scene.by_id:
                anchor = scene.body(scene.by_id[figure.id]).anchor
                assert anchor not in found.seen.marks
                assert anchor not in found.seen.path


def test_an_encounter_that_was_only_prepared_is_no_board_behind_the_curtain(
    look: History,
) -> None:
    found = latest(look, "Ambush at the ford is prepared")
    assert found.board(player_view=False) is not None
    assert found.board(player_view=True) is None
    assert "Ambush" not in say(found.title(player_view=True)[0])


class Shown(Themed):
    CSS = "ReplayScene, BattleGrid { height: 1fr; } Pane { height: auto; }"

    def compose(self) -> ComposeResult:
        yield ReplayScene()


async def test_the_widget_draws_the_map_or_the_board_of_the_moment(look: History) -> None:
    road = latest(look, "20 km, to 1405")
    fight = latest(look, "Sorrel attacks Ogre: 23")
    app = Shown()
    async with app.run_test(size=(60, 24)) as pilot:
        scene = app.query_one(ReplayScene)
        scene.shown = SceneContent(road)
        await pilot.pause()
        assert (scene.map.display, scene.grid.display) == (True, False)
        assert scene.map.overlay.place == "1405"
        assert scene.map.overlay.reach == {"1306": WALKED, "1405": WALKED}
        scene.shown = SceneContent(fight)
        await pilot.pause()
        assert (scene.map.display, scene.grid.display) == (False, True)
        assert "[i ]" in scene.as_text()  # the ogre, large
        assert scene.grid.cursor == parse_square("H6")
        scene.shown = SceneContent(fight, player_view=True)
        await pilot.pause()
        assert all(not token.hidden for token in scene.grid.overlay.tokens)


def test_titles_are_messages(look: History) -> None:
    assert all(isinstance(part, Message) for part in picture(next(moments(look))).title())


def test_what_is_read_while_the_curtain_is_turned_is_read_again() -> None:
    """Given a question asked before F9, when its answer comes after it, then players see their own.

    The past is read in a thread, so that the answer may be of the time before.
    """
    onlookers = SimpleNamespace(player_view=False)
    reader = PastReader(cast("PastHost", onlookers))
    asked: list[bool] = []

    async def ask(work: Callable[[object], bool]) -> bool:
        asked.append(found := work(None))
        onlookers.player_view = True
        return found

    reader.ask = ask  # type: ignore[method-assign, assignment]
    read = reader.ask_as_shown(lambda _, *, player_view: player_view)
    assert asyncio.run(read) is True
    assert asked == [False, True]


def odds_of(light: Light, *, receipts: bool = True) -> list[str]:
    """What an entry says of the chance of Tam's shot at a wolf, which hits and misses all the same.

    Without `receipts` it is an entry that was recorded without them.
    """
    state = state_of(replace(TAMS_TURN, light=light))
    assets = fight_world(switches={"acts_provoke": False, "full_attacks": False})
    shot = MakeAttack(("tam",), "wolf-2")
    needs = decide(shot, state, assets, {})
    assert isinstance(needs, Needs)
    key = needs.questions[0].key
    answers: dict[str, Answer] = {key: Typed(19), f"{key}/miss": Typed(3)}
    answers |= {f"{key}/damage": Typed(4)}
    made = decide(shot, state, assets, answers)
    assert isinstance(made, Decided)
    _, packed = pack(made.receipts)
    row = replace(row_of(shot, *made.events), answers=answers)
    entry = replace(row, packed=packed if receipts else b"")
    then = Then(entry, state, evolve_all(state, made.events), assets)
    return list(map(say, figures(picture(then), player_view=False).odds))


def test_the_chance_of_a_shot_of_the_past_has_its_miss_chance_in_it() -> None:
    """Given 80 % on the die against the blind, then 40 %; without receipts it is not known."""
    assert odds_of("bright") == ["Tam needed 9: 60 %"]
    assert odds_of("dark") == ["Tam needed 5: 40 %"]
    assert odds_of("bright", receipts=False) == ["Tam needed 9: 60 %"]
    assert odds_of("dark", receipts=False) == ["Tam needed 5"]
