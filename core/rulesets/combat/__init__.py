"""The tables of the combat grid: mechanisms, bodies, ground, conditions and figures."""
