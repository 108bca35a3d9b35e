"""Broken party files: a good one, and what is put for what in it."""

from __future__ import annotations

GOOD = """
[[party]]
name = "Rana"
letter = "R"
race = "half_orc"
armor = "light"
load = "light"
con_score = 14
level = 2
hp = 20
weight_kg = 82.5
rides = "Star"
counters = { rage = 3 }
size = "M"
ac = 16
dexterity = 2
scores = { str = 13, dex = 15 }
init = 3
reach = 1
speeds = { walk = 6 }
traits = ["low_light"]
attacks = [{ name = "axe", bonuses = [4, -1], damage = "1d8+2", critical = 19, mode = "melee" }]

[[party]]
name = "Star"
mount = "heavy_horse"
load_kg = "41/2"

[[party]]
name = "Ann"
role = "character"
base_speed_m = 9
bonuses = [{ type = "enhancement", m = 3 }]
barbarian = true
con_mod = 1
"""

BROKEN = (
    ("empty file", GOOD, ""),
    ("unknown key at the top", "[[party]]", 'ruleset = "pf1"\n[[party]]'),
    ("misspelt table", "[[party]]", "[[partie]]"),
    ("misspelt key", 'armor = "light"', 'armour = "light"'),
    ("unknown key", 'armor = "light"', "xyzzy = 1"),
    ("key of a journey", "level = 2", "nonlethal = 2"),
    ("misspelt key of an attack", "damage =", "dammage ="),
    ("misspelt key of a bonus", 'type = "enh', 'kind = "enh'),
    ("party as a table", GOOD[1:], '[party]\nname = "Ann"'),
    ("party of names", GOOD[1:], 'party = ["Ann"]'),
    ("no members", GOOD[1:], "party = []"),
    ("no name", 'name = "Rana"\n', ""),
    ("empty name", '"Rana"', '""'),
    ("blank name", '"Rana"', '"  "'),
    ("number for a name", '"Rana"', "1"),
    ("two of a name", '"Ann"', '"Rana"'),
    ("letter that is taken", '"R"', '"w"'),
    ("long letter", '"R"', '"Rana"'),
    ("number for a letter", '"R"', "1"),
    ("nothing that moves", 'race = "half_orc"\narmor = "light"\nload = "light"\n', ""),
    ("two things that move", "base_speed_m = 9", "base_speed_m = 9\nspeed_m = 9"),
    ("unknown race", '"half_orc"', '"half_ork"'),
    ("number for a race", '"half_orc"', "1"),
    ("wrong armour", 'armor = "light"', 'armor = "ligth"'),
    ("wrong load", 'load = "light"', 'load = "lots"'),
    ("armour of a mount", 'mount = "heavy_horse"', 'mount = "heavy_horse"\narmor = "light"'),
    ("unknown mount", '"heavy_horse"', '"heavy_hrose"'),
    ("text for a load", '"41/2"', '"much"'),
    ("negative load", '"41/2"', '"-41/2"'),
    ("too much load", '"41/2"', "1000001"),
    ("divided by 0", '"41/2"', '"41/0"'),
    ("inf load", '"41/2"', "inf"),
    ("bool for a load", '"41/2"', "true"),
    ("speed of 0", "base_speed_m = 9", "base_speed_m = 0"),
    ("text for a speed", "base_speed_m = 9", 'base_speed_m = "9 m"'),
    ("odd speed", "base_speed_m = 9", "base_speed_m = 8.1"),
    ("bonuses that are numbers", '[{ type = "enhancement", m = 3 }]', "[3]"),
    ("bonus without metres", ", m = 3 }", " }"),
    ("bonus without a type", 'type = "enhancement", m = 3', "m = 3"),
    ("number for barbarian", "barbarian = true", "barbarian = 1"),
    ("wrong role", '"character"', '"charakter"'),
    ("role that is none", '"character"', '"bard"'),
    ("both constitutions", "con_mod = 1", "con_mod = 1\ncon_score = 12"),
    ("half a constitution", "con_score = 14", "con_score = 14.5"),
    ("text for a constitution", "con_score = 14", 'con_score = "high"'),
    ("negative constitution", "con_score = 14", "con_score = -1"),
    ("level 0", "level = 2", "level = 0"),
    ("hit points of 0", "hp = 20", "hp = 0"),
    ("text for hit points", "hp = 20", 'hp = "twenty"'),
    ("negative weight", "weight_kg = 82.5", "weight_kg = -82.5"),
    ("too heavy", "weight_kg = 82.5", "weight_kg = 1000001"),
    ("mount that is nobody", 'rides = "Star"', 'rides = "Satr"'),
    ("riding oneself", 'rides = "Star"', 'rides = "Rana"'),
    ("riding in a circle", "con_mod = 1", 'rides = "Rana"', 'rides = "Star"', 'rides = "Ann"'),
    ("pulling no vehicle", "con_mod = 1", 'pulls = "Star"'),
    ("pulling nobody", "con_mod = 1", 'pulls = "cart"'),
    ("counter with a capital", "rage = 3", "Rage = 3"),
    ("negative counter", "rage = 3", "rage = -3"),
    ("text for a counter", "rage = 3", 'rage = "many"'),
    ("list for counters", "{ rage = 3 }", "[3]"),
    ("counter of two words", "rage = 3", '"two words" = 3'),
    ("wrong size", 'size = "M"', 'size = "midium"'),
    ("negative armour class", "ac = 16", "ac = -16"),
    ("half a dexterity", "dexterity = 2", "dexterity = 2.5"),
    ("too much reach", "reach = 1", "reach = 501"),
    ("wrong mode", "walk = 6", "wlak = 6"),
    ("negative speed", "walk = 6", "walk = -6"),
    ("wrong trait", '"low_light"', '"low_lihgt"'),
    ("text for traits", '["low_light"]', '"low_light"'),
    ("number in traits", '["low_light"]', "[3]"),
    ("attacks as a table", "attacks = [", "attacks = ", "}]\n", "}\n"),
    ("attack without a name", 'name = "axe", ', ""),
    ("attack without a bonus", "bonuses = [4, -1], ", ""),
    ("no bonuses", "[4, -1]", "[]"),
    ("text in bonuses", "[4, -1]", '["four"]'),
    ("damage that is no dice", '"1d8+2"', '"1d8 + fire"'),
    ("critical of 1", "critical = 19", "critical = 1"),
    ("wrong kind of attack", '"melee"', '"mele"'),
    ("open quote", '"Rana"', '"Rana'),
    ("twice the same key", "level = 2", "level = 2\nlevel = 3"),
    ("no value", "level = 2", "level ="),
    ("word without quotes", '"half_orc"', "half_orc"),
    ("control character", '"Rana"', '"Ra\x03na"'),
    ("three mistakes in a member", 'armor = "light"', 'armour = "light"', 'load = "light"',
     "load = 3", "hp = 20", "hp = -1"),
    ("mistakes in two members", "base_speed_m = 9", 'base_speed_m = "fast"', "hp = 20", "hp = 0"),
)  # fmt: skip
