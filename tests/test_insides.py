"""What tests leave out of Textual's work changes nothing that a test sees."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.visual import RichVisual
from textual.widget import Widget

from tests import insides


class Sign(Widget, can_focus=True):
    """A widget with a part; the styles of both depend on its class, its focus and its place."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"sign--part"}
    DEFAULT_CSS = """
    Sign { color: $primary; }
    Sign:focus { text-style: bold; }
    Sign.loud { background: red; }
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
    #second { color: $secondary; }
    #second .sign--part { color: $secondary; }
    """

    def compose(self) -> ComposeResult:
        """Make them."""
        yield Sign(id="first")
        yield Sign(id="second")


def part(sign: Sign) -> dict[str, object]:
    """The rules in force for the part."""
    return dict(sign.get_component_styles("sign--part").base.get_rules())


async def test_widgets_and_parts_have_the_styles_that_textual_gives_them() -> None:
    """Given focus, a class, a theme, a sheet that change, each is styled as without us.

    All twice: an app that looks for rules, and one that takes those that were found.
    """
    seen: set[tuple[str, str]] = set()
    for _ in range(2):
        app = Signs()
        async with app.run_test() as pilot:
            for change in ("tab", "class", "tab", "theme", "sheet"):
                if change == "class":
                    app.query_one("#first").toggle_class("loud")
                elif change == "theme":
                    app.theme = "nord"
                elif change == "sheet":
                    late = "Sign, Sign .sign--part { color: lime; }"
                    app.stylesheet.add_source(late, ("late", ""))
                    app.refresh_css()
                else:
                    await pilot.press(change)
                await pilot.pause()
                for sign in app.query(Sign):
                    own = dict(sign.styles.base.get_rules())
                    parts = part(sign)
                    insides._apply(app.stylesheet, sign)
                    insides._style_parts(app.stylesheet, sign)
                    assert own == dict(sign.styles.base.get_rules()), (change, sign)
                    assert parts == part(sign), (change, sign)
                    seen.add((str(own), str(parts)))
    assert len({own for own, _ in seen}) > 4
    assert len({parts for _, parts in seen}) > 4


class Sounded(Message):
    """What the following have handlers for."""


class Named(Widget):
    """It has a handler by its name."""

    def on_sounded(self) -> None: ...


class Private(Named):
    """It has one more, and inherits the other."""

    def _on_sounded(self) -> None: ...


class Decorated(Private):
    """It has one by a decorator."""

    @on(Sounded)
    def meet(self) -> None: ...


class NamedAndDecorated(Named):
    """Its own has a name, too."""

    @on(Sounded)
    def on_sounded(self) -> None: ...


@pytest.mark.parametrize("kind", [Widget, Named, Private, Decorated, NamedAndDecorated])
def test_handlers_are_those_that_textual_finds(
    kind: type[Widget], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the same each time, also when a test replaced one; `prevent_default` ends them."""
    widget = kind()
    message = Sounded()

    def find() -> list[tuple[type, object]]:
        return list(insides._get_methods_once(widget, "on_sounded", message))

    for _ in range(2):
        assert find() == list(insides._get_methods(widget, "on_sounded", message))
    monkeypatch.setattr(Named, "on_sounded", lambda self: None)
    assert find() == list(insides._get_methods(widget, "on_sounded", message))
    message.prevent_default()
    assert find() == list(insides._get_methods(widget, "on_sounded", message)) == []


async def test_what_cannot_be_drawn_fails_its_test_although_nobody_looks() -> None:
    """Given a widget that fails when it is drawn, when the app ends, then the test fails."""

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


async def test_what_is_behind_a_dialog_is_tinted_as_textual_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a dialog, whether or not what is behind it changes, it is drawn as without us."""
    drawn: list[list[Strip]] = []
    app = Signs()
    async with app.run_test() as pilot:
        first = app.query_one("#first")
        await app.push_screen(ModalScreen[None]())
        for loud in (False, False, True):
            first.set_class(loud, "loud")
            app.screen.refresh()
            await pilot.pause()
            drawn.append(insides.screen_strips(app))
            with monkeypatch.context() as patch:
                patch.setattr(RichVisual, "render_strips", insides._render_visual)
                app.screen.refresh()
                await pilot.pause()
                assert insides.screen_strips(app) == drawn[-1]
    assert drawn[0] == drawn[1]
    assert drawn[1] != drawn[2]
