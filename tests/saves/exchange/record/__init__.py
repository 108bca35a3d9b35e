"""Campaigns told for people."""
