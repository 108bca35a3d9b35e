"""Movement: steps, their prices, stopping places, the budget of a turn."""
