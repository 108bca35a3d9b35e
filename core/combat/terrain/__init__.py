"""Boards made up from the terrain of a hex, and where on a board each side begins."""
