"""What Enter and the panel of the cursor say of a shot before which some may strike (K-1)."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.values import replace
from tests.fights import fight_world
from tests.tui.encounter.skirmish import FIGHT, changed, placed, says, state_of
from tests.tui.views import view_of
from tui.encounter.model import EncounterUI, cursor_query, enter_action
from tui.encounter.panes.threat_panel import ThreatPanel, ThreatRows
from tui.encounter.present.battle import battle
from tui.encounter.present.foresight import CursorPreview, foresee
from tui.kit.lines_view import text_of

BESIDE = replace(
    placed(FIGHT, tam="F4", wolf_1="G4", wolf_3="P9", harsk="A1", ogre="P7"), acting="tam"
)
"""Tam's bow beside wolf a, and a place to step back to."""
HUNTED = replace(changed(placed(BESIDE, wolf_3="G5"), "wolf-3", hidden=True))
"""The same, and a hidden wolf beside him too."""


def seen(
    at: str,
    *,
    hunted: bool = False,
    player_view: bool = False,
    on: bool = True,
    ruleset: str = "pf1",
) -> tuple[str, CursorPreview]:
    """The Ahead line and the preview of Tam's shot at what is on a square."""
    state = state_of(HUNTED if hunted else BESIDE)
    view = view_of(state, fight_world(ruleset, {"acts_provoke": on}))
    drawn = battle(view, state.encounters[0], player_view)
    ui = replace(EncounterUI(), gathered=drawn)
    query = cursor_query(ui, drawn, parse_square(at))
    assert query is not None
    answer = foresee(query)
    action = enter_action(replace(ui, answer=answer), drawn, state, query.to)
    return says(action), answer


def panel(preview: CursorPreview, width: int) -> list[str]:
    pane = ThreatPanel()
    pane.shown = ThreatRows(preview.rows)
    return [line.rstrip() for line in text_of(pane.lines(width)).splitlines()]


def test_the_ahead_line_names_who_strikes_first_and_the_step_that_avoids_it() -> None:
    said, preview = seen("G4")
    assert said == "attack, Tam on Wolf, asks a 45 % to strike; not after a step to E4, E5"
    assert preview.first is not None
    assert list(map(str, preview.first.quiet_steps)) == ["E4", "E5"]


def test_the_panel_says_it_before_the_attack() -> None:
    _, preview = seen("G4")
    assert "! before the attack: a 45 %" in panel(preview, 31)
    assert " ! before the attack: a strikes             +2 vs 14  45 %" in panel(preview, 60)
    assert any("avoids it" in line for line in panel(preview, 31))


@pytest.mark.parametrize(("ruleset", "said"), [("pf1", False), ("sf", True)])
def test_a_step_that_is_a_move_action_is_called_so(ruleset: str, said: bool) -> None:
    """K-10: in sf the step that avoids a strike takes the move action."""
    _, preview = seen("G4", ruleset=ruleset)
    (avoids,) = [line for line in panel(preview, 60) if "avoids it" in line]
    assert ("(move action)" in avoids) is said


def test_of_two_strikers_the_chance_of_one_hit_is_said() -> None:
    """Given two that hit with 45 %, then one of them hits with 1 - 0.55 x 0.55 = 69.75 %."""
    said, preview = seen("G4", hunted=True)
    assert said.startswith("attack, Tam on Wolf, asks a 45 %, c 45 % to strike")
    assert "  at least one hits 70 %" in panel(preview, 31)


@pytest.mark.parametrize("hunted", [False, True])
def test_players_see_neither_chances_nor_the_hidden(hunted: bool) -> None:
    """Given a hidden wolf or none, then the words are the same: those of the wolf that is seen."""
    said, preview = seen("G4", hunted=hunted, player_view=True)
    assert said == "attack, Tam on Wolf, asks a to strike; not after a step to E4, E5"
    rows = "\n".join(panel(preview, 60))
    assert "before the attack: a" in rows
    assert "%" not in rows
    assert " c " not in rows


def test_with_the_switch_off_nothing_is_said() -> None:
    said, preview = seen("G4", on=False)
    assert said == "attack, Tam on Wolf"
    assert preview.first is None
