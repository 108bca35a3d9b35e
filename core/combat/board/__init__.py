"""The board: squares and spaces, the battlefield, who stands on it, how far things are."""
