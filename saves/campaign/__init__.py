"""One open campaign: opened, played, undone, overruled, marked."""
