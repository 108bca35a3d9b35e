"""The rules of the game and the course of a campaign: pure, exact, and in no language."""
