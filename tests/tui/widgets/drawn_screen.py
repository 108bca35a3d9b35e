"""The lines of a screen."""

from __future__ import annotations

from textual.app import App

from tests.insides import screen_strips


def screen_text(app: App[None]) -> list[str]:
    return [strip.text.rstrip() for strip in screen_strips(app)]
