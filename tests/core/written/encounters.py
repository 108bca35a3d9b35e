"""Broken encounter files: a good one, and what is put for what in it."""

from __future__ import annotations

GOOD = '''
ruleset = "pf1"
name = "The ford"
map = """
....
.T..
..#.
....
"""
edge_walls = ["A1/A2"]
edge_low = ["C3/C4"]
legend = { T = ["difficult", "concealing"] }
light = "dim"
wind = "NW"
gravity = "low"
start = "A1:2"

[[doors]]
edge = "C4/D4"
state = "closed"

[[zones]]
squares = "A1:2 D4"
light = "bright"

[[creatures]]
id = "horse"
name = "Star"
size = "L"
at = "C1"
side = "foe"
long = false
reach = 1
weapon_reach = 2
space = 2
conditions = ["prone"]
speeds = { walk = 10, swim = 3 }
hp = 12
ac = 17
attack = -1
init = 3
elevation = 0
hidden = true
reaction = false

[[creatures]]
id = "boy"
size = "S"
rides = "horse"
speed = 4
'''

BROKEN = (
    ("empty file", GOOD, ""),
    ("unknown key at the top", 'ruleset = "pf1"', 'ruleset = "pf1"\ncolour = "red"'),
    ("misspelt key at the top", "edge_walls", "edge_wall"),
    ("misspelt key of a creature", "weapon_reach", "weaponreach"),
    ("key of a journey in a creature", "speed = 4", "speed_m = 9"),
    ("misspelt key of a door", "state =", "sate ="),
    ("misspelt key of a zone", "squares =", "square ="),
    ("no ruleset", 'ruleset = "pf1"\n', ""),
    ("empty ruleset", '"pf1"', '""'),
    ("no map", 'map = """\n....\n.T..\n..#.\n....\n"""\n', ""),
    ("empty map", "....\n.T..\n..#.\n....\n", " "),
    ("list for a map", '"""\n....\n.T..\n..#.\n....\n"""', '["..", ".."]'),
    ("unknown sign", ".T..", ".X.."),
    ("row too short", ".T..", ".T."),
    ("number for a name", '"The ford"', "7"),
    ("text for walls", '["A1/A2"]', '"A1/A2"'),
    ("number in walls", '["A1/A2"]', "[12]"),
    ("wall that is no border", '["A1/A2"]', '["A1/C2"]'),
    ("wall that is no square", '["A1/A2"]', '["A1-A2"]'),
    ("wall off the map", '["A1/A2"]', '["Z1/Z2"]'),
    ("low wall off the map", '["C3/C4"]', '["C4/C5"]'),
    ("list for the legend", '{ T = ["difficult", "concealing"] }', '["difficult"]'),
    ("legend of two characters", "{ T =", "{ TT ="),
    ("legend with a blank", "{ T =", '{ " " ='),
    ("text in the legend", '["difficult", "concealing"]', '"difficult"'),
    ("no ground in the legend", '["difficult", "concealing"]', "[]"),
    ("wrong ground in the legend", '"concealing"', '"concealling"'),
    ("legend of a taken sign", "{ T =", '{ "#" = ["difficult"], T ='),
    ("wrong light", '"dim"', '"dimm"'),
    ("light that is none", '"dim"', '"foggy moon"'),
    ("number for light", '"dim"', "1"),
    ("wrong wind", '"NW"', '"NNW"'),
    ("empty wind", '"NW"', '""'),
    ("wrong gravity", '"low"', '"lwo"'),
    ("start that is no square", '"A1:2"', '"11"'),
    ("start off the map", '"A1:2"', '"A1:9"'),
    ("number for the start", '"A1:2"', "1"),
    ("wrong state of a door", '"closed"', '"close"'),
    ("door without an edge", 'edge = "C4/D4"\n', ""),
    ("door off the map", '"C4/D4"', '"H8/H9"'),
    ("door as a table", "[[doors]]", "[doors]"),
    ("zone without light", 'light = "bright"', ""),
    ("zone without squares", 'squares = "A1:2 D4"\n', ""),
    ("zone that is no square", '"A1:2 D4"', '"A1:2 4D"'),
    ("zone off the map", '"A1:2 D4"', '"A1:2 D44"'),
    ("wrong light of a zone", '"bright"', '"brihgt"'),
    ("creatures as a table", GOOD, 'ruleset = "pf1"\nmap = "."\n[creatures]\nid = "orc"'),
    ("creatures that are texts", GOOD, 'ruleset = "pf1"\nmap = "."\ncreatures = ["orc"]'),
    ("no id", 'id = "horse"\n', ""),
    ("empty id", 'id = "horse"', 'id = ""'),
    ("id of two words", 'id = "boy"', 'id = "the boy"'),
    ("id with a dash", 'id = "boy"', 'id = "-boy"'),
    ("two of an id", 'id = "boy"', 'id = "horse"'),
    ("no size", 'size = "S"\n', ""),
    ("wrong size", 'size = "S"', 'size = "smoll"'),
    ("number for a size", 'size = "S"', "size = 1"),
    ("nowhere", 'at = "C1"\n', ""),
    ("no square", '"C1"', '"11"'),
    ("square as a list", '"C1"', "[3, 1]"),
    ("square off the map", '"C1"', '"Z1"'),
    ("space half off the map", '"C1"', '"D4"'),
    ("text for long", "long = false", 'long = "no"'),
    ("text for reach", "reach = 1", 'reach = "1"'),
    ("negative reach", "reach = 1", "reach = -1"),
    ("half a reach", "reach = 1", "reach = 0.5"),
    ("too much reach", "reach = 1", "reach = 501"),
    ("no space", "space = 2", "space = 0"),
    ("bool for a space", "space = 2", "space = true"),
    ("text for conditions", '["prone"]', '"prone"'),
    ("wrong condition", '["prone"]', '["prne"]'),
    ("situation for a condition", '["prone"]', '["flanking"]'),
    ("number for a condition", '["prone"]', "[1]"),
    ("wrong mode", "walk = 10", "wlak = 10"),
    ("text for a speed", "walk = 10", 'walk = "10"'),
    ("negative speed", "swim = 3", "swim = -3"),
    ("list for speeds", "{ walk = 10, swim = 3 }", "[10, 3]"),
    ("speed given twice", "reach = 1", "reach = 1\nspeed = 10"),
    ("inf speed", "speed = 4", "speed = inf"),
    ("speed of 9 m", "speed = 4", 'speed = "9 m"'),
    ("text for hit points", "hp = 12", 'hp = "12"'),
    ("negative armour class", "ac = 17", "ac = -17"),
    ("too much attack", "attack = -1", "attack = 1000001"),
    ("too little attack", "attack = -1", "attack = -1000001"),
    ("half an initiative", "init = 3", "init = 3.5"),
    ("too deep", "elevation = 0", "elevation = -101"),
    ("number for hidden", "hidden = true", "hidden = 1"),
    ("text for a reaction", "reaction = false", 'reaction = "often"'),
    ("mount that is nobody", 'rides = "horse"', 'rides = "hrose"'),
    ("mount quite unknown", 'rides = "horse"', 'rides = "griffin"'),
    ("riding oneself", 'rides = "horse"', 'rides = "boy"'),
    ("rider elsewhere", 'rides = "horse"', 'rides = "horse"\nat = "A1"'),
    ("riding in a circle", 'name = "Star"', 'rides = "boy"'),
    ("open quote", '"The ford"', '"The ford'),
    ("open map", '..#.\n....\n"""', "..#.\n...."),
    ("twice the same key", "hp = 12", "hp = 12\nhp = 13"),
    ("no value", "hp = 12", "hp ="),
    ("sign of equals missing", "hp = 12", "hp 12"),
    ("control character", '"The ford"', '"The\x01ford"'),
    ("three mistakes in a creature", "reach = 1", "reahc = 1", "space = 2", 'space = "2"',
     "hp = 12", "hp = true"),
    ("mistakes in two creatures", "speed = 4", 'speed = "4"', "hp = 12", 'hp = "12"'),
)  # fmt: skip
