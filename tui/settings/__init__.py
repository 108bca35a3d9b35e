"""The settings: what the GM prefers, changed on a screen."""
