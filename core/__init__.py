"""The rules of the game and the story of a campaign: pure, exact, and in no language."""
