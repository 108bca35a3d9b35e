"""How tests read the sheets of the screens: each is parsed once, as it is the same in all apps.

Textual parses all of them anew for each app, and again each time a screen brings one of its own.
Rules are told apart by what they are, as before, but without a call of Python for each.
"""

from __future__ import annotations

from collections.abc import Hashable

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

_parse = Stylesheet._parse_rules
_parsed: dict[Hashable, list[RuleSet]] = {}


def _parse_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """The rules of a sheet under these variables; rules are only read once they are made."""
    key = (css, read_from, is_default_rules, tie_breaker, scope, (*sheet._variables.items(),))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign, assignment]
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]
