"""The table: the campaign itself, its party, maps, notes and rulings."""
