"""The rulesets that come with Outrider."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from functools import cache
from importlib.resources import files

from core.rulesets.folder_keys import HEAD
from core.rulesets.parse import heading, parse_ruleset
from core.rulesets.schema import Ruleset
from core.rulesets.trees import Tree, merge, read
from saves.store.shared_rulesets import share

PACKAGED = ("pf1", "dnd35", "sf", "pf2")


SWITCHES = "switches.toml"


@cache
def packaged(name: str) -> Ruleset:
    """One of the rulesets of PACKAGED by its id. Raises KeyError for any other."""
    texts = _texts(name)
    extends = heading(texts)[1]
    return share(parse_ruleset(texts, packaged(extends) if extends else None))


@cache
def packaged_switches(name: str) -> Mapping[str, Tree]:
    """The rows of its table `switches`, without reading the rest of it. Raises as `packaged`."""
    texts = _texts(name, (HEAD, SWITCHES))
    extends = heading(texts)[1]
    inherited = packaged_switches(extends) if extends else {}
    own = read(SWITCHES, texts.get(SWITCHES, "")).get("switches", {})
    return merge(dict(inherited), own)


def switch_names() -> Set[str]:
    """Return the names of all switches: the rows of the first ruleset, which all others have."""
    return packaged_switches(PACKAGED[0]).keys()


def _texts(name: str, wanted: Collection[str] = ()) -> dict[str, str]:
    if name not in PACKAGED:
        raise KeyError(name)
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in (files("core.rulesets") / "data" / name).iterdir()
        if file.name.endswith(".toml") and (not wanted or file.name in wanted)
    }
