"""Tests of core: the rules and the story."""
