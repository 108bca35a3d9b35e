"""Dialogs of the road."""
