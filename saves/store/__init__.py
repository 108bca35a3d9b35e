"""The file of a campaign: journal, chain, states, locks. Nothing else in saves knows SQL."""
