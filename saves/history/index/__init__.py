"""The index of a campaign's past: made from the journal, thrown away at will."""
