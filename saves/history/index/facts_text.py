"""Facts as the index keeps them: compact JSON. Private to history."""

from __future__ import annotations

import msgspec

from core.play.history.facts import Facts
from saves.store import codec


def dump_facts(found: Facts) -> str:
    """Facts as compact JSON without defaults."""
    return codec.ENCODER.encode((found,)).decode()


def load_facts(text: str) -> Facts:
    """Read facts. Raises ValueError."""
    try:
        (found,) = codec.read(tuple[Facts], text)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    return found
