"""The kinds distance, move_cost, end_square and squeeze."""

from __future__ import annotations

from core.casebook.kinds import SceneKind

KINDS: tuple[SceneKind, ...] = ()
