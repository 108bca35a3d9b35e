"""Tests of the code itself."""
