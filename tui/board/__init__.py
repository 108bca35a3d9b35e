"""The painter of boards: squares, things and creatures, for Encounter and Sessions."""
