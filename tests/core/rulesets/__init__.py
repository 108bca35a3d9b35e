"""Tests of the rulesets: their tables, their parser, what a mistake in one says."""
