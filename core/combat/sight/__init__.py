"""Sight: lines, cover, concealment."""
