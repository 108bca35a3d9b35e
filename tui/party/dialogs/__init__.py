"""Dialogs of the party."""
