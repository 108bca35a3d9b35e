"""The terminal: command line, screens, widgets and every sentence people read."""
