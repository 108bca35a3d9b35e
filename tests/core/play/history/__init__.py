"""Tests of what the history counts."""
