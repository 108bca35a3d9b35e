"""Calculators of overland travel: plain values in, values with receipts out."""
