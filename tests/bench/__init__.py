"""Measurements: each aim is a ratio of two sides taken in turn in one run. `make bench`."""
