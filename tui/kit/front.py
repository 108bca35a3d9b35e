"""Whether a screen is in front of the others, and whether it has to be styled as it comes there."""

from __future__ import annotations

import asyncio

from textual.events import ScreenResume


class Front:
    """The place of a screen among the others, of which its screen tells: in front, or behind one.

    A new screen is told twice that it is in front, and was styled as its parts were made. One that
    comes back is styled anew: the theme may have changed meanwhile.
    """

    def __init__(self) -> None:
        self._in_front = asyncio.Event()
        self._was_left = False

    @property
    def is_reached(self) -> bool:
        """Whether the screen is in front."""
        return self._in_front.is_set()

    def reach(self, event: ScreenResume) -> bool:
        """Take note that the screen is in front; return whether it was behind another, or is new.

        `event` is told whether the screen has to be styled.
        """
        was_behind = not self.is_reached
        event.refresh_styles = was_behind and self._was_left
        self._in_front.set()
        return was_behind

    def leave(self) -> None:
        """Take note that another screen is in front."""
        self._in_front.clear()
        self._was_left = True

    async def wait(self) -> None:
        """Wait until the screen is in front."""
        await self._in_front.wait()
