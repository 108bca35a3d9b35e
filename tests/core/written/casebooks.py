"""Broken casebooks: a good one, and what is put for what in it."""

from __future__ import annotations

GOOD = """
[[case]]
id = "day"
ruleset = "pf1"
rule = "T-017"
also = ["T-016"]
basis = "house"
depends = ["Q-02"]
why = "an example"
kind = "day_distance"
given = { speed_m = 9, pace = "walk", hours = "17/2", terrain = "plains", way = "road" }
expect = { km = "38.25" }

[[case]]
id = "march"
ruleset = "pf1"
kind = "forced_march"
given = { con_mod = 2, extra_hours = 2, subject = "walker", hp = 9, at_least = [3] }
expect = { dcs = [10, 12] }

[[case]]
id = "trip"
ruleset = "pf1"
kind = "itinerary"
expect = { total_km = "10" }
[case.given]
hours_per_day = 8
party = [{ name = "Ann", race = "elf", armor = "light" }]
legs = [{ km = 10, terrain = "plains", way = "road", pace = "walk" }]

[[case]]
id = "step"
ruleset = "pf1"
kind = "move_cost"
map = "...\\n..#\\n..."
edge_walls = ["A1/A2"]
creatures = [{ id = "ann", size = "M", at = "A1", side = "us", conditions = ["prone"], reach = 1 }]
given = { mover = "ann", path = ["A1", "B1"], action = "move", mode = "walk", budget = 6 }
expect = { legal = true }

[[case]]
id = "hit"
ruleset = "pf1"
kind = "attack_modifiers"
given = { mode = "melee", attacker = ["prone"], target = ["flanked"], take_cover = false }
expect = { can_attack = true }

[[case]]
id = "fall"
ruleset = "pf1"
kind = "falling"
given = { height = 4, surface = "soft", depth = 2 }
expect = { prone = true }

[[case]]
id = "raft"
ruleset = "pf1"
kind = "boat_day"
given = { boat = "rowboat", water = "river", direction = "downstream", current_km_h = 4 }
expect = { possible = true }

[[case]]
id = "chase"
ruleset = "pf1"
kind = "pursuit"
given = { mode = "long", quarry_mod = 1, pursuer_mods = [2, 3] }
expect = { method = "opposed_con" }
"""

BROKEN = (
    ("empty file", GOOD, ""),
    ("unknown key at the top", "\n[[case]]", 'ruleset = "pf1"\n[[case]]'),
    ("misspelt table", '[[case]]\nid = "hit"', '[[cases]]\nid = "hit"'),
    ("case as a table", GOOD[1:], '[case]\nid = "day"'),
    ("cases that are texts", GOOD[1:], 'case = ["day"]'),
    ("misspelt key of a case", "expect = { km", "expects = { km"),
    ("unknown key of a case", 'basis = "house"', 'colour = "red"'),
    ("no id", 'id = "day"\n', ""),
    ("number for an id", '"day"', "1"),
    ("two of an id", '"march"', '"day"'),
    ("no ruleset", 'id = "day"\nruleset = "pf1"', 'id = "day"'),
    ("unknown ruleset", 'ruleset = "pf1"', 'ruleset = "pf11"'),
    ("number for a ruleset", 'ruleset = "pf1"', "ruleset = 1"),
    ("no kind", 'kind = "day_distance"\n', ""),
    ("misspelt kind", '"day_distance"', '"day_distanse"'),
    ("unknown kind", '"day_distance"', '"xyzzy"'),
    ("number for a rule", '"T-017"', "17"),
    ("text for also", '["T-016"]', '"T-016"'),
    ("number in depends", '["Q-02"]', "[2]"),
    ("text for given", 'given = { height = 4, surface = "soft", depth = 2 }',
     'given = "4 squares"'),
    ("list for expect", "expect = { prone = true }", "expect = [true]"),
    ("no given", 'given = { height = 4, surface = "soft", depth = 2 }\n', ""),
    ("no expect", "expect = { prone = true }\n", ""),
    ("misspelt key of given", "height = 4", "heigth = 4"),
    ("unknown key of given", "height = 4", "xyzzy = 4"),
    ("misspelt key of expect", "{ prone =", "{ prne ="),
    ("map in a case of travel", 'kind = "pursuit"', 'kind = "pursuit"\nmap = "..."'),
    ("no height", "height = 4, ", ""),
    ("negative height", "height = 4", "height = -4"),
    ("half a height", "height = 4", "height = 4.5"),
    ("text for a height", "height = 4", 'height = "high"'),
    ("wrong surface", '"soft"', '"sotf"'),
    ("number for a surface", '"soft"', "1"),
    ("depth of hard ground", 'surface = "soft", ', ""),
    ("text for hours", '"17/2"', '"many"'),
    ("negative hours", '"17/2"', "-1"),
    ("inf hours", '"17/2"', "inf"),
    ("bool for hours", '"17/2"', "true"),
    ("speed of 0", "speed_m = 9", "speed_m = 0"),
    ("no speed", "speed_m = 9, ", ""),
    ("two speeds", "speed_m = 9", 'speed_m = 9, race = "elf"'),
    ("number for a terrain", 'speed_m = 9, pace = "walk", hours = "17/2", terrain = "plains"',
     "speed_m = 9, terrain = 3"),
    ("text for a modifier", "con_mod = 2", 'con_mod = "high"'),
    ("both modifiers", "con_mod = 2", "con_mod = 2, con_score = 14"),
    ("no modifier", "con_mod = 2, ", ""),
    ("too many hours", "extra_hours = 2", "extra_hours = 1001"),
    ("wrong subject", '"walker"', '"wlaker"'),
    ("subject that is none", '"walker"', '"snail"'),
    ("number for at_least", "[3]", "3"),
    ("text in at_least", "[3]", '["three"]'),
    ("half in at_least", "[3]", "[1.5]"),
    ("no party", 'party = [{ name = "Ann", race = "elf", armor = "light" }]\n', ""),
    ("empty party", '[{ name = "Ann", race = "elf", armor = "light" }]', "[]"),
    ("party of names", '[{ name = "Ann", race = "elf", armor = "light" }]', '["Ann"]'),
    ("misspelt key of a member", "armor =", "armour ="),
    ("member without a name", 'name = "Ann", ', ""),
    ("leg without a length", "km = 10, ", ""),
    ("text for a length", "km = 10,", 'km = "far",'),
    ("number for a way", 'way = "road", pace = "walk" }]', "way = 3 }]"),
    ("misspelt key of a leg", 'terrain = "plains", way = "road", pace = "walk" }]',
     'terain = "plains" }]'),
    ("unknown mover", 'mover = "ann"', 'mover = "anne"'),
    ("number for a mover", 'mover = "ann"', "mover = 1"),
    ("no mover", 'mover = "ann", ', ""),
    ("no path", 'path = ["A1", "B1"], ', ""),
    ("empty path", '["A1", "B1"]', "[]"),
    ("text for a path", '["A1", "B1"]', '"A1 B1"'),
    ("number in a path", '["A1", "B1"]', '["A1", 2]'),
    ("no square in a path", '["A1", "B1"]', '["A1", "1B"]'),
    ("wrong action", 'action = "move"', 'action = "mvoe"'),
    ("action that is none", 'action = "move"', 'action = "teleport"'),
    ("negative budget", "budget = 6", "budget = -6"),
    ("unknown sign on the map", "..#", "..X"),
    ("number for a map", '"...\\n..#\\n..."', "3"),
    ("wall that is no border", '["A1/A2"]', '["A1/C2"]'),
    ("text for walls", '["A1/A2"]', '"A1/A2"'),
    ("creatures that are texts", "creatures = [{", 'creatures = ["ann"]\nzzz = [{'),
    ("misspelt key of a creature", 'side = "us"', 'sid = "us"'),
    ("creature without an id", 'id = "ann", ', ""),
    ("creature without a size", 'size = "M", ', ""),
    ("wrong size of a creature", 'size = "M"', 'size = "X"'),
    ("creature nowhere", 'at = "A1", ', ""),
    ("creature on no square", 'at = "A1"', 'at = "1A"'),
    ("creature off the map", 'at = "A1"', 'at = "Z9"'),
    ("wrong condition of a creature", 'conditions = ["prone"]', 'conditions = ["prne"]'),
    ("too much reach", "reach = 1", "reach = 501"),
    ("no attack", 'mode = "melee", attacker', "attacker"),
    ("wrong attack", 'mode = "melee"', 'mode = "mele"'),
    ("wrong condition of an attacker", 'attacker = ["prone"]', 'attacker = ["prne"]'),
    ("text for conditions", 'attacker = ["prone"]', 'attacker = "prone"'),
    ("number for cover", "take_cover = false", "take_cover = 0"),
    ("damage of no coup", "take_cover = false", "damage = 3"),
    ("no boat", 'boat = "rowboat", ', ""),
    ("unknown boat", 'boat = "rowboat"', 'boat = "rowbaot"'),
    ("no water", 'water = "river", ', ""),
    ("wrong water", 'water = "river"', 'water = "rivver"'),
    ("negative current", "current_km_h = 4", "current_km_h = -4"),
    ("wrong chase", '"long"', '"lnog"'),
    ("no pursuers", "[2, 3]", "[]"),
    ("text for pursuers", "[2, 3]", '"two"'),
    ("open quote", '"march"', '"march'),
    ("twice the same key", 'kind = "pursuit"', 'kind = "pursuit"\nkind = "pursuit"'),
    ("control character", '"chase"', '"cha\x04se"'),
    ("three mistakes in a case", "con_mod = 2", 'con_mdo = 2', 'subject = "walker"',
     'subject = "snail"', "hp = 9", "hp = -9"),
    ("mistakes in two cases", "height = 4", 'height = "4 m"', "quarry_mod = 1", "quarry_mod = 1.5"),
)  # fmt: skip
