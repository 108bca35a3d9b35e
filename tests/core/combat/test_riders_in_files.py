"""Encounter files: a rider is where its mount is, and as high (C-257)."""

from __future__ import annotations

from core.combat.board.encounter_file import parse_encounter

FILE = """
ruleset = "pf1"
map = '''
....
....
'''

[[creatures]]
id = "griffon"
size = "L"
at = "A1"
side = "foe"
elevation = 3

[[creatures]]
id = "knight"
size = "M"
side = "foe"
rides = "griffon"
"""


def test_c_257_a_rider_is_as_high_as_its_mount() -> None:
    found = {one.id: one for one in parse_encounter(FILE).creatures}
    assert (found["knight"].at, found["knight"].elevation) == (found["griffon"].at, 3)
