"""Casebooks: worked examples of the rules, and the tests that run them."""
