"""The kinds falling and fly_cost."""

from __future__ import annotations

from core.casebook.kinds import SceneKind

KINDS: tuple[SceneKind, ...] = ()
