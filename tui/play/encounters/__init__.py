"""The encounters of a campaign: their list, and how one is begun and ended."""
