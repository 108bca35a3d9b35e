"""Movement on the board: ways, costs, opportunities, falls and pushes."""
