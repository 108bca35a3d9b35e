"""The story: commands are decided into events, events are folded into state."""
