"""Rows and words of the road."""
