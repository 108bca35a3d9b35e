"""Panes of the road."""
