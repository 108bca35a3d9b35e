"""The command line and other lines of text that the GM types."""
