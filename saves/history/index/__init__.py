"""The index of a campaign's past, made from the journal; it may be deleted at any time."""
