"""How a command is performed: its dice, the row that is saved, and copies to try it in."""
