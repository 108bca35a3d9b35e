"""Colours and looks: one TOML file for each theme (package data)."""
