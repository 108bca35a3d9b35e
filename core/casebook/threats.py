"""The kinds threatened, aoo and flanking."""

from __future__ import annotations

from core.casebook.kinds import SceneKind

KINDS: tuple[SceneKind, ...] = ()
