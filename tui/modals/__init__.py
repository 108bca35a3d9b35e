"""Screens that ask one thing, or show one thing, and close again."""
