"""Threat: threatened squares, opportunities, flanking, the outlook of a move."""
