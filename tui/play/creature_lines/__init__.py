"""Heroes and creatures that are written in one line."""
