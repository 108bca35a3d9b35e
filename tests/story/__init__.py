"""Whole evenings at the table, through the app."""
