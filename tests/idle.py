"""How tests wait for the app: until it is idle, as Textual's pilot does, but looking more often.

A pilot sleeps twice 20 ms after each key, and again while the app uses more than 1 ms of them.
"""

from __future__ import annotations

from textual import _wait

_wait.SLEEP_GRANULARITY = 1 / 200
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 5  # the same 1 ms
