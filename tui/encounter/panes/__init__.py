"""Panes of a fight."""
