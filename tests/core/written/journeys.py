"""Broken journey files: a good one, another over a map, and what is put for what in them."""

from __future__ import annotations

LEGS = """
ruleset = "pf1"
hours_per_day = 10
hours_used_day1 = 1.5
start_hour = 8
deadline = { day = 3, hour = 12 }

[[party]]
name = "Ann"
race = "elf"
armor = "light"
load = "medium"
con_score = 14
hp = 12
level = 2
nonlethal = 0

[[party]]
name = "Bob"
base_speed_m = 9
bonuses = [{ type = "enhancement", m = 3 }]
barbarian = true
rides = "Star"

[[party]]
name = "Star"
mount = "light_horse"
load_kg = 60.5

[[legs]]
km = 12.5
terrain = "plains"
way = "road"
pace = "walk"

[[legs]]
km = 30
boat = "keelboat"
water = "river"
direction = "downstream"
current_km_h = 4
drift_hours = 2
guide = true
"""

MAP = """
ruleset = "pf1"

[[party]]
name = "Ann"
speed_m = 9

[map]
file = "greenmere.txt"
hex_km = 10
terrain = { forest = "forest" }
way = { path = "trail" }
fords = false

[[boats]]
name = "Gull"
boat = "keelboat"
at = "0203"

[route]
from = "0101"
to = "0304"
via = ["Mill"]
crossing_hours = 0.5
unexplored = "plains"
"""

BROKEN_LEGS = (
    ("empty file", LEGS, ""),
    ("unknown key at the top", 'ruleset = "pf1"', 'ruleset = "pf1"\ncolour = "red"'),
    ("misspelt key at the top", "hours_per_day", "hours_per_days"),
    ("misspelt key of a member", 'armor = "light"', 'armour = "light"'),
    ("misspelt key of a leg", 'terrain = "plains"', 'terain = "plains"'),
    ("key of a creature in a member", "nonlethal = 0", "initiative = 3"),
    ("misspelt key of a bonus", 'type = "enhancement"', 'typ = "enhancement"'),
    ("misspelt key of the deadline", "day = 3", "days = 3"),
    ("misspelt table", "[[legs]]\nkm = 12.5", "[[leg]]\nkm = 12.5"),
    ("no ruleset", 'ruleset = "pf1"\n', ""),
    ("empty ruleset", '"pf1"', '" "'),
    ("number for the ruleset", '"pf1"', "1"),
    ("text for hours", "hours_per_day = 10", 'hours_per_day = "10"'),
    ("bool for hours", "hours_per_day = 10", "hours_per_day = true"),
    ("no hours", "hours_per_day = 10", "hours_per_day = 0"),
    ("negative hours", "hours_per_day = 10", "hours_per_day = -1"),
    ("inf hours", "hours_per_day = 10", "hours_per_day = inf"),
    ("nan hours", "hours_per_day = 10", "hours_per_day = nan"),
    ("giant exponent", "hours_per_day = 10", "hours_per_day = 1e99999"),
    ("too many hours used", "hours_used_day1 = 1.5", "hours_used_day1 = 24.5"),
    ("negative hours used", "hours_used_day1 = 1.5", "hours_used_day1 = -0.5"),
    ("start at midnight", "start_hour = 8", "start_hour = 24"),
    ("date for the start", "start_hour = 8", "start_hour = 08:00:00"),
    ("number for the deadline", "{ day = 3, hour = 12 }", "3"),
    ("deadline on day 0", "day = 3", "day = 0"),
    ("deadline on half a day", "day = 3", "day = 3.5"),
    ("deadline without an hour", ", hour = 12", ""),
    ("deadline at hour 25", "hour = 12", "hour = 25"),
    ("no party", LEGS[LEGS.index("[[party]]") : LEGS.index("[[legs]]")], ""),
    ("party as a table", LEGS, 'ruleset = "pf1"\n[party]\nname = "Ann"'),
    ("party of names", LEGS, 'ruleset = "pf1"\nparty = ["Ann"]'),
    ("no name", 'name = "Ann"\n', ""),
    ("empty name", 'name = "Ann"', 'name = ""'),
    ("number for a name", 'name = "Ann"', "name = 7"),
    ("list for a name", 'name = "Ann"', 'name = ["Ann"]'),
    ("two of a name", 'name = "Bob"', 'name = "Ann"'),
    ("nothing that moves", 'race = "elf"\n', ""),
    ("two things that move", 'race = "elf"', 'race = "elf"\nspeed_m = 9'),
    ("armour of a mount", "load_kg = 60.5", 'load_kg = 60.5\narmor = "light"'),
    ("flying on foot", "nonlethal = 0", "flying = true"),
    ("empty race", 'race = "elf"', 'race = ""'),
    ("wrong armour", 'armor = "light"', 'armor = "lihgt"'),
    ("wrong load", 'load = "medium"', 'load = "much"'),
    ("number for armour", 'armor = "light"', "armor = 1"),
    ("both constitutions", "con_score = 14", "con_score = 14\ncon_mod = 2"),
    ("half a constitution", "con_score = 14", "con_score = 14.5"),
    ("negative constitution", "con_score = 14", "con_score = -1"),
    ("text for hit points", "hp = 12", 'hp = "12"'),
    ("too many hit points", "hp = 12", "hp = 12000000"),
    ("level 0", "level = 2", "level = 0"),
    ("negative damage", "nonlethal = 0", "nonlethal = -3"),
    ("speed of 0", "base_speed_m = 9", "base_speed_m = 0"),
    ("list of numbers for bonuses", '[{ type = "enhancement", m = 3 }]', "[3]"),
    ("bonus without metres", ', m = 3 }', " }"),
    ("bonus without a type", '{ type = "enhancement", m = 3 }', "{ m = 3 }"),
    ("text for barbarian", "barbarian = true", 'barbarian = "yes"'),
    ("number for barbarian", "barbarian = true", "barbarian = 1"),
    ("mount that is nobody", 'rides = "Star"', 'rides = "Stra"'),
    ("riding oneself", 'rides = "Star"', 'rides = "Bob"'),
    ("negative load", "load_kg = 60.5", "load_kg = -60.5"),
    ("no legs", LEGS[LEGS.index("[[legs]]") :], ""),
    ("legs as a text", LEGS[LEGS.index("[[legs]]") :], "", "ruleset", 'legs = "far"\nruleset'),
    ("leg without a length", "km = 12.5\n", ""),
    ("leg of length 0", "km = 12.5", "km = 0"),
    ("leg too long", "km = 12.5", "km = 1000001"),
    ("text for a length", "km = 12.5", 'km = "12,5"'),
    ("bool for a length", "km = 12.5", "km = true"),
    ("number for a terrain", 'terrain = "plains"', "terrain = 3"),
    ("wrong pace", 'pace = "walk"', 'pace = "wlak"'),
    ("pace that is none", 'pace = "walk"', 'pace = "sneaking about"'),
    ("water on land", 'pace = "walk"', 'water = "river"'),
    ("terrain afloat", 'boat = "keelboat"', 'boat = "keelboat"\nterrain = "plains"'),
    ("no water", 'water = "river"\n', ""),
    ("wrong water", 'water = "river"', 'water = "rivver"'),
    ("wrong direction", '"downstream"', '"down"'),
    ("negative current", "current_km_h = 4", "current_km_h = -4"),
    ("too much drift", "drift_hours = 2", "drift_hours = 25"),
    ("text for a guide", "guide = true", 'guide = "Ann"'),
    ("map beside legs", "[[legs]]\nkm = 30", '[map]\nfile = "a"\nhex_km = 3\n[route]\nfrom = "a"'
     '\nto = "b"\n[[legs]]\nkm = 30'),
    ("route without a map", "[[legs]]\nkm = 30",
     '[route]\nfrom = "a"\nto = "b"\n[[legs]]\nkm = 30'),
    ("open quote", '"pf1"', '"pf1'),
    ("twice the same key", "hp = 12", "hp = 12\nhp = 13"),
    ("no value", "hp = 12", "hp ="),
    ("word without quotes", 'race = "elf"', "race = elf"),
    ("open bracket", "[[party]]", "[[party]"),
    ("control character", '"Ann"', '"A\x07nn"'),
    ("end in a table", "day = 3, hour = 12 }", "day = 3, hour = 12"),
    ("number that is none", "hp = 12", "hp = 1_"),
    ("date that is none", "start_hour = 8", "start_hour = 2026-02-31"),
    ("three mistakes in a member", 'armor = "light"\nload = "medium"\ncon_score = 14',
     'armour = "light"\nload = "much"\ncon_score = "14"'),
    ("mistakes in two legs", "km = 12.5", "km = -1", "km = 30", 'km = "far"'),
)  # fmt: skip

BROKEN_MAP = (
    ("map without a file", 'file = "greenmere.txt"\n', ""),
    ("map of an empty name", '"greenmere.txt"', '""'),
    ("map without a scale", "hex_km = 10\n", ""),
    ("scale of 0", "hex_km = 10", "hex_km = 0"),
    ("misspelt key of the map", "hex_km", "hexkm"),
    ("number for a word of the map", '"forest" }', "1 }"),
    ("text for the words of the map", '{ path = "trail" }', '"trail"'),
    ("text for fords", "fords = false", 'fords = "no"'),
    ("two boats of a name", "[route]", '[[boats]]\nname = "Gull"\nboat = "raft"\nat = "0101"\n'
     "[route]"),
    ("boat called land", '"Gull"', '"land"'),
    ("boat nowhere", 'at = "0203"\n', ""),
    ("boats as a table", "[[boats]]", "[boats]"),
    ("no route", MAP[MAP.index("[route]") :], ""),
    ("route to nowhere", 'to = "0304"\n', ""),
    ("route from a number", 'from = "0101"', "from = 101"),
    ("text for via", '["Mill"]', '"Mill"'),
    ("number in via", '["Mill"]', "[7]"),
    ("misspelt key of the route", "crossing_hours", "crossing_hour"),
    ("crossing of 30 hours", "crossing_hours = 0.5", "crossing_hours = 30"),
    ("empty unexplored", 'unexplored = "plains"', 'unexplored = ""'),
    ("map as a list", "[map]", "[[map]]"),
)  # fmt: skip
