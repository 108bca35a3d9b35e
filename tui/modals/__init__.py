"""Modal screens: each asks or shows one thing."""
