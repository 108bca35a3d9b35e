"""The past as it is drawn."""
