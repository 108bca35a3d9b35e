"""A campaign told for people: its sessions as a document, for players or for the GM."""
