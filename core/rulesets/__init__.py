"""The rule systems: their schema, their parser and their tables."""
