"""The history of a campaign: sessions, navigation, search, statistics, fixing the past."""
