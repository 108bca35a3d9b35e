"""Threat: threatened squares, opportunities, flanking, and what awaits a mover."""
