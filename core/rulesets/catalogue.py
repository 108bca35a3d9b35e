"""The ids of all rules that a receipt may cite, and of the open questions behind them."""

from __future__ import annotations

TRAVEL = (
    (1, 8), (10, 23), (30, 41), (50, 63), (70, 77), (80, 90), (100, 111), (120, 126),
    (130, 142), (150, 157), (160, 172), (180, 191), (200, 206), (210, 217), (220, 221),
)  # fmt: skip
"""The runs of numbers of the catalogue of travel, T-001 to T-221."""

RULES = (
    *(f"T-{number:03}" for first, last in TRAVEL for number in range(first, last + 1)),
    *(f"M-{number}" for number in range(1, 8)),
    *(f"C-{number:03}" for number in range(1, 258)),
    *(f"G-{number}" for number in range(1, 9)),
    *(f"A-{number}" for number in range(1, 5)),
)
"""Travel, Outrider's map rules, tactics, geometry, and Outrider's templates of areas."""

QUESTIONS = (
    *(f"Q-{number:02}" for number in range(1, 53)),
    *(f"QC-{number}" for number in range(1, 55)),
)
"""The open questions of travel, and those of tactics."""
