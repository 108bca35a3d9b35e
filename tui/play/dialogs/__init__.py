"""Dialogs of several screens."""
