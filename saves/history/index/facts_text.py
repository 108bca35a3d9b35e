"""Facts as the index keeps them: compact JSON. Private to history."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter

from core.play.history.facts import Facts
from saves.store import codec


@cache
def stored_facts() -> TypeAdapter[tuple[Facts]]:
    """The adapter of facts, built when first needed (in a tuple, as that of states)."""
    return TypeAdapter(tuple[Facts], config=codec.STRICT)


def dump_facts(found: Facts) -> str:
    """Facts as compact JSON, without what is as it mostly is."""
    return stored_facts().dump_json((found,), exclude_defaults=True).decode()


def load_facts(text: str) -> Facts:
    """The facts of their JSON. ValueError."""
    (found,) = stored_facts().validate_json(text)
    return found
