"""Dialogs of the past."""
