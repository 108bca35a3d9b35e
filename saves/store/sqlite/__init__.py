"""A campaign as one SQLite file: its connections, marks, lease, and the files beside it."""
