"""The dice tray and the meaning of what is typed into it."""
