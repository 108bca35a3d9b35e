"""The fight: what commands do, told as given, when, then."""
