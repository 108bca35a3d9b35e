"""Rows of the battle grid as text and roles, without a screen."""

from __future__ import annotations

from tui.widgets.grid_things import NO_LAYER, Layer, Line, Overlay, Token

__all__ = ["NO_LAYER", "Layer", "Line", "Overlay", "Token"]
