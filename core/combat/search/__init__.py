"""The search: everything in reach and the cheapest ways, by bitboards."""
