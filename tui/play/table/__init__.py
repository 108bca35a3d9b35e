"""What a GM does at the table on any screen."""
