"""Area effects: bursts, spreads, cones, lines, and who is in them."""
