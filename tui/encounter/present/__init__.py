"""Rows and words of a fight."""
