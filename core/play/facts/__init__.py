"""What was asked for and what happened: commands, events, and the state that they make."""
