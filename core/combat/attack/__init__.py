"""Attacks: modifiers, situations on the board, odds, the coup de grâce."""
