"""Boards made up from the terrain of a hex, and the starting squares of each side."""
