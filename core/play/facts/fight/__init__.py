"""A fight: who is in it, what may be asked for there, and what happens to them."""
