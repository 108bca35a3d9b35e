"""The combat grid: calculators of plain values with receipts, exact and in integers only."""
