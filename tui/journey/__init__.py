"""The Journey screen."""
