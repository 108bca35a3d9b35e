"""Rows and words of the past."""
