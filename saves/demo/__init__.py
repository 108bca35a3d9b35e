"""The demo campaign, The Long Marches: its region, its party, and a week of play."""
