"""Tests of the travel calculators."""
