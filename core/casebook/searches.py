"""The kinds cheapest and reachable_count."""

from __future__ import annotations

from core.casebook.kinds import SceneKind

KINDS: tuple[SceneKind, ...] = ()
