"""Fights for display: from core's answers to rows, tokens and words."""
