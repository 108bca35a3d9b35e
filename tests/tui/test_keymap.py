"""The key map: one meaning a key on all screens, none that a keyboard cannot give."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import ClassVar

import pytest
from textual.app import App
from textual.screen import Screen

from core.messages import Refusal
from tui.app import OutriderApp, open_screen
from tui.campaigns.screen import CampaignsScreen
from tui.kit.actions import ACTIONS, FOOTER, ROGUELIKE, SPARE
from tui.kit.keys import FORBIDDEN, SCREENS, bindings, keymap, normal
from tui.play.command_line.command_line import PLAY
from tui.play.screen import MODES, PlayScreen

SHOWN = [CampaignsScreen, *(type(open_screen(mode)) for mode in OutriderApp.MODES)]


def all_keys(preset: str) -> list[tuple[str, str]]:
    made = keymap({"preset": preset})
    return [(key, action.id) for action in ACTIONS for key in made.keys(action.id)]


@pytest.mark.parametrize("preset", ["outrider", "roguelike"])
def test_no_key_has_two_meanings_over_all_screens(preset: str) -> None:
    meanings = sorted(all_keys(preset))
    for (key, first), (again, second) in pairwise(meanings):
        assert key != again, f"{key} is both {first} and {second}"


@pytest.mark.parametrize("preset", ["outrider", "roguelike"])
def test_no_key_is_on_the_forbidden_list(preset: str) -> None:
    for key, action in all_keys(preset):
        assert key not in FORBIDDEN, action
        assert "alt+" not in key, action
        assert not key.isdigit(), action
        assert key == normal(key), f"{action}: Textual calls {key} {normal(key)}"


def test_every_lower_case_letter_is_taken() -> None:
    assert {key for key, _ in all_keys("outrider") if len(key) == 1 and key.islower()} == set(
        "abcdefghijklmnopqrstuvwxyz"
    )


def test_the_roguelike_preset_moves_whole_families() -> None:
    assert set(ROGUELIKE) <= {action.id for action in ACTIONS}
    made = keymap({"preset": "roguelike"})
    assert made.action_of("y", "journey") == "cursor-nw"
    assert made.action_of("z", "journey") == "undo"
    assert made.action_of("Y", "journey") == "copy"


@pytest.mark.parametrize("screen", SCREENS)
def test_every_binding_has_an_id_a_label_and_a_tooltip(screen: str) -> None:
    for binding in bindings(screen) + bindings(screen, cursor=True):
        assert binding.id
        assert binding.description
        assert binding.tooltip


@pytest.mark.parametrize("screen", SCREENS)
def test_the_footer_names_actions_of_its_screen_each_once(screen: str) -> None:
    here = [action.id for action in ACTIONS if screen in action.on]
    assert len(FOOTER[screen]) == len({*FOOTER[screen]} & {*here})
    assert {*SPARE.get(screen, ())} <= {*FOOTER[screen]}


def test_keys_that_nothing_answers_to_yet_are_in_no_help() -> None:
    shown = {hint.id for screen in SCREENS for hint in keymap().help(screen)}
    assert not {"roll", "go-rules"} & shown
    assert "attack" in shown
    assert "march-hours" in shown


def test_a_key_of_ones_own_replaces_the_preset() -> None:
    made = keymap(own={"undo": "f7, ctrl+u"})
    assert made.keys("undo") == ("f7", "ctrl+u")
    assert made.action_of("u", "journey") == ""


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ({"undo": "t"}, "key_clash"),
        ({"camp": "?"}, "key_clash"),
        ({"undoo": "X"}, "unknown_action"),
        ({"undo": "5"}, "forbidden_key"),
        ({"undo": "alt+u"}, "forbidden_key"),
        ({"undo": "ctrl+i"}, "forbidden_key"),
    ],
)
def test_a_keymap_that_cannot_work_is_refused_with_a_sentence(
    own: dict[str, str], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        keymap(own=own)
    assert refused.value.code == code
    assert refused.value.message.template.endswith(".")


def test_swapping_two_keys_is_no_clash() -> None:
    made = keymap(own={"undo": "t", "march-hours": "u"})
    assert made.action_of("u", "journey") == "march-hours"


def test_the_settings_name_the_preset_beside_their_own_keys() -> None:
    made = keymap(own={"preset": "roguelike", "camp": "C"})
    assert made.keys("undo") == ("z",)
    assert made.keys("camp") == ("C",)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_preset"):
        keymap({"preset": "vim"})


@pytest.mark.parametrize(
    ("own", "pressed", "meant"),
    [
        (
            {"preset": "roguelike"},
            ("y", "u", "b", "n", "z", "Y", "=", "k", "up"),
            ["nw", "ne", "sw", "se", "undo", "copy", "zoom 1", "up", "up"],
        ),
        ({"copy": "", "undo": " , ", "zoom-in": "u"}, ("y", "u", "z"), ["zoom 1"]),
    ],
    ids=["the roguelike preset", "actions without a key"],
)
async def test_textual_takes_the_keys_whole(
    own: Mapping[str, str], pressed: tuple[str, ...], meant: list[str]
) -> None:
    done: list[str] = []

    class Road(Screen[None]):
        BINDINGS: ClassVar = [*bindings("journey"), *bindings("journey", cursor=True)]

        def action_undo(self) -> None:
            done.append("undo")

        def action_copy(self) -> None:
            done.append("copy")

        def action_zoom(self, step: int) -> None:
            done.append(f"zoom {step}")

        def action_cursor(self, direction: str, times: int) -> None:
            done.append(direction)

    class Host(App[None]):
        def on_mount(self) -> None:
            self.set_keymap(keymap(own).textual())
            self.push_screen(Road())

    async with Host().run_test() as pilot:
        await pilot.press(*pressed)
    assert done == meant


@pytest.mark.parametrize("screen", SHOWN)
def test_every_key_of_a_screen_has_its_action_there(screen: type[Screen[None]]) -> None:
    name = screen.__name__.removesuffix("Screen").lower()
    for binding in bindings(name):
        method = "action_" + binding.action.partition("(")[0].removeprefix("app.")
        assert hasattr(screen, method) or hasattr(OutriderApp, method), binding.id


def test_every_screen_is_reached_by_g_and_has_keys() -> None:
    modes = {mode for mode, _, _ in MODES}
    assert modes == {*OutriderApp.MODES, "campaigns"} == {*SCREENS} - {""}
    letters = [letter for _, letter, _ in MODES]
    assert len({*letters}) == len(letters)
    go = next(action.tip for action in ACTIONS if action.id == "go")
    assert {*letters} <= {*re.findall(r"\b[a-z]\b", go)}


def test_a_screen_means_what_the_others_mean_by_a_word() -> None:
    """A word of a screen replaces that of all screens only where it does more there."""
    replaced = {
        (screen.TABLE, verb)
        for screen in map(open_screen, OutriderApp.MODES)
        if isinstance(screen, PlayScreen)
        for verb, word in screen.WORDS.items()
        if verb in PLAY and word is not PLAY[verb]
    }
    assert replaced == {
        ("encounter", "chase"),
        *(("sessions", verb) for verb in ("session", "drop", "note", "share")),
    }
