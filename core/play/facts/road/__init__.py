"""The road: plans, marches, camps, halts and encounters on the way."""
