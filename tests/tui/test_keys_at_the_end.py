"""Keys that are still held when the program closes."""

from __future__ import annotations

from textual import events

from tui.kit.keys import TypeAhead


async def test_keys_held_while_the_program_closes_are_let_go_without_a_failure() -> None:
    """Given a held key and no screen any more, when keys are released, then nothing fails."""
    app: TypeAhead[None] = TypeAhead()
    async with app.run_test():
        app.hold(60)
        await app.on_event(events.Key("a", "a"))
    assert not app.screen_stack
    release = TypeAhead.LetGo(app._holds)
    await app._let_go(release)
