"""Area effects: bursts, spreads, cones, lines, and the creatures in them."""
