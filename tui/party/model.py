"""What the Party screen remembers between two keys."""

from __future__ import annotations

from collections.abc import Mapping

from core.values import Struct
from tui.play.survey import Survey


class PartyUI(Struct):
    """`trail` are the rows that the cursor jumped from, `labels` the members of a jump by letter.

    `survey` is that of the last state. The table knows the cursor and the marks.
    """

    trail: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    survey: Survey | None = None
