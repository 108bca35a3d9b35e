"""Measurements; each aim is a ratio of two sides measured in turn. `make bench`."""
