"""Campaign files written by released formats, and the story they tell."""
