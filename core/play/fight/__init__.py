"""The fight: set up, turn by turn, moves with their opportunities, attacks and wounds."""
