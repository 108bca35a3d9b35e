"""Panes of the past."""
