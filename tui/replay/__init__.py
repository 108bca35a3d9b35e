"""The history as the Sessions screen draws it: rows, signs and words."""
