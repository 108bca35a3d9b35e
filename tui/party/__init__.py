"""The Party screen."""
