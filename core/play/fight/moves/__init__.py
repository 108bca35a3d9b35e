"""Moving on the board: every way of it, what it costs, who strikes, falls and pushes."""
