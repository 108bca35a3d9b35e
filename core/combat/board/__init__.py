"""The board: squares and spaces, the battlefield, its creatures, distances."""
