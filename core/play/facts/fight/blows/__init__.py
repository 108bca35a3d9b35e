"""Attacks and what they do: blows, areas, coups de grâce, damage, healing, temporary hit points."""
