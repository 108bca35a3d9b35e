"""What every screen of a campaign has: performing, dice, the command line, the log."""
