"""Equal rulesets, shared: caches that are asked with one know it without comparing all of it."""

from __future__ import annotations

from collections import deque

from core.rulesets.schema import Ruleset

_SHARED: deque[Ruleset] = deque(maxlen=8)


def share(rules: Ruleset) -> Ruleset:
    """Return the ruleset equal to `rules` that was shared lately; else `rules`, from now on."""
    for shared in _SHARED:
        if shared == rules:
            return shared
    _SHARED.append(rules)
    return rules
