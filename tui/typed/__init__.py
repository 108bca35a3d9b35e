"""What the GM types: the words of the command line, and what is read from a line of text."""
