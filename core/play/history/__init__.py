"""Looking back over a story: what each entry adds to it, and what all of them come to."""
