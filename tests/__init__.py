"""Tests: given, when, then, and named after the rule."""
