"""Dialogs of a fight."""
