"""A fight for the eye: from core's answers to the rows, tokens and words that are shown."""
