"""The list of campaigns, and new ones."""
