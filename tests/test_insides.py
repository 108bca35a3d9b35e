"""What tests leave out of Textual's work changes nothing that a test sees."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.widget import Widget

from tests import insides


class Sign(Widget, can_focus=True):
    """A widget with a part, whose styles depend on its class, its focus and its place."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"sign--part"}
    DEFAULT_CSS = """
    Sign .sign--part { color: $primary; }
    Sign:focus .sign--part { text-style: bold; }
    Sign.loud .sign--part { background: red; }
    """

    broken = False
    drawn = 0

    def render(self) -> str:
        """Count how often it is drawn."""
        self.drawn += 1
        if self.broken:
            raise ZeroDivisionError
        return "sign"


class Signs(App[None]):
    """Two of them."""

    CSS = """
    Sign { height: 1; }
    #second .sign--part { color: $secondary; }
    """

    def compose(self) -> ComposeResult:
        """Make them."""
        yield Sign(id="first")
        yield Sign(id="second")


def part(sign: Sign) -> dict[str, object]:
    """The rules in force for the part."""
    return dict(sign.get_component_styles("sign--part").base.get_rules())


async def test_parts_have_the_styles_that_textual_gives_them() -> None:
    """Given focus, a class, a theme, a sheet that change, each part is styled as without us."""
    seen = []
    for _ in range(2):
        app = Signs()
        async with app.run_test() as pilot:
            for change in ("tab", "class", "tab", "theme", "sheet"):
                if change == "class":
                    app.query_one("#first").toggle_class("loud")
                elif change == "theme":
                    app.theme = "nord"
                elif change == "sheet":
                    app.stylesheet.add_source("Sign .sign--part { color: lime; }", ("late", ""))
                    app.refresh_css()
                else:
                    await pilot.press(change)
                await pilot.pause()
                for sign in app.query(Sign):
                    ours = part(sign)
                    insides._style_parts(app.stylesheet, sign)
                    assert ours == part(sign), (change, sign)
                    seen.append(str(ours))
    assert len({*seen}) > 4


async def test_what_cannot_be_drawn_fails_at_the_next_key() -> None:
    """Given a widget that fails when it is drawn, when nobody looks, then the test fails, too."""

    async def press() -> None:
        app = Signs()
        async with app.run_test() as pilot:
            sign = app.query_one("#first", Sign)
            sign.broken = True
            sign.refresh()
            await pilot.press("x")

    with pytest.raises(ZeroDivisionError):
        await press()


async def test_nothing_that_changed_is_left_undrawn() -> None:
    """Given a change, when the app ends, then it was drawn without a look."""
    app = Signs()
    async with app.run_test() as pilot:
        sign = app.query_one("#first", Sign)
        insides.screen_text(app)
        before = sign.drawn
        sign.refresh()
        await pilot.pause()
    assert sign.drawn > before
