"""The party: who belongs to it, their parts on the way, the party as a file."""
