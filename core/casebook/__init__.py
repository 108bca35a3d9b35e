"""Worked examples of the rules: parsed from text, run against the calculators, reported."""
