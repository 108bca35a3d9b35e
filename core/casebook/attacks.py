"""The kind attack_modifiers, the coup de grâce among them."""

from __future__ import annotations

from core.casebook.kinds import SceneKind

KINDS: tuple[SceneKind, ...] = ()
