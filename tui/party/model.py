"""What the Party screen remembers between two keys."""

from __future__ import annotations

from collections.abc import Mapping

from core.values import Struct


class PartyUI(Struct):
    """`trail` are the rows that the cursor jumped from, `labels` the members of a jump by letter.

    The table knows the cursor and the marks.
    """

    trail: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
