"""The Encounter screen."""
