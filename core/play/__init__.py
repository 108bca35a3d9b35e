"""Play: commands are decided into events, events are folded into state."""
