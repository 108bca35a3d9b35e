"""The demo campaign, The Long Marches: its region, its people, and a week already travelled."""
