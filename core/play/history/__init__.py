"""History: figures of single entries and of all of them."""
