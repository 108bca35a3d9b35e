"""Whose turn it is: initiative, rounds on the clock, conditions that end, dying, chases."""
