"""Flight, swimming off the ground, and falling."""
