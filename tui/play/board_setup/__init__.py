"""A board for an encounter: drawn, generated or read from a file."""
