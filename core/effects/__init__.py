"""Changes of a creature's figures: how one is written, how several stack, what a figure is now."""
