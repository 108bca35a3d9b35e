"""Looking back at a campaign: its sessions, its moments, its rulings, what is found in it."""
