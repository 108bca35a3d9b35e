"""The application of an open campaign: preferences, editions, its edge."""
