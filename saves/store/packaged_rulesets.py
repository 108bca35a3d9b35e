"""The rulesets that come with Outrider."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from core.rulesets.parse import heading, parse_ruleset
from core.rulesets.schema import Ruleset

PACKAGED = ("pf1", "dnd35", "sf", "pf2")


@cache
def packaged(name: str) -> Ruleset:
    """One of the rulesets of PACKAGED by its id. Raises KeyError for any other."""
    if name not in PACKAGED:
        raise KeyError(name)
    texts = {
        file.name: file.read_text(encoding="utf-8")
        for file in (files("core.rulesets") / "data" / name).iterdir()
        if file.name.endswith(".toml")
    }
    extends = heading(texts)[1]
    return parse_ruleset(texts, packaged(extends) if extends else None)
