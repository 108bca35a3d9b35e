"""The party and the road ahead, as rows for the screens."""
