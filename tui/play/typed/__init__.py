"""Words that the GM types."""
