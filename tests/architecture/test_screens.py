"""What a screen has is an object; a screen stays small enough to be known by heart."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import pytest
from textual.screen import Screen

from tui.app import OutriderApp, open_screen
from tui.campaigns.screen import CampaignsScreen

SCREENS = (CampaignsScreen, *(type(open_screen(mode)) for mode in OutriderApp.MODES))
KEYS_AND_HANDLERS = ("action_", "on_", "watch_", "_watch_")


def ours(screen: type[Screen[None]]) -> list[type]:
    return [one for one in screen.__mro__ if one.__module__.startswith("tui.")]


def parts(screen: type[Screen[None]]) -> Iterator[ast.AST]:
    for one in ours(screen):
        yield from ast.walk(ast.parse(inspect.getsource(one)))


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_at_most_two_of_our_classes(screen: type[Screen[None]]) -> None:
    assert len(ours(screen)) <= 2


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_has_at_most_25_methods_besides_its_keys_and_handlers(
    screen: type[Screen[None]],
) -> None:
    names = {
        node.name
        for node in parts(screen)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len([one for one in names - {"compose"} if not one.startswith(KEYS_AND_HANDLERS)]) <= 25


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_sets_at_most_8_attributes(screen: type[Screen[None]]) -> None:
    names = {
        node.attr
        for node in parts(screen)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    assert len(names) <= 8
