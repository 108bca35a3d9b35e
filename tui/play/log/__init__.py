"""What has happened, as lines: the log, and the page that greets."""
