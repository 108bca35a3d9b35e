"""Broken files of creatures: a good one, and what is put for what in it."""

from __future__ import annotations

GOOD = """
ruleset = "pf1"

[beasts.rat]
name = "Rat"
size = "T"

[beasts.grey-wolf]
name = { en = "Wolf", fr = "Loup" }
size = "L"
long = true
reach = 3
space = 1
hp = "2d8+4"
average = 14
cr = "CR 1"
level = 2
con_score = 15
ac = 14
eac = 13
dexterity = 2
init = -1
fortitude = 5
reflex = 4
will = 1
perception = 6
acrobatics = 3
base_attack = 4
feats = ["Toughness"]
speeds = { walk = 10, fly = 12 }
run = 5
traits = ["low_light"]
reaction = true
source = "mine"
scores = { str = 13, int = 2 }
defences = ["DR 5/silver", "resist fire 10 cold 5"]
worn = ["ac +1 natural"]

[[beasts.grey-wolf.attacks]]
name = { en = "bite", fr = "morsure" }
bonuses = [6, 1]
damage = "1d6+1"
extra = "1d4"
extra_kinds = ["fire"]
kinds = ["piercing"]
critical = 19
times = 3
mode = "ranged"
weapon = "thrown"
reach = 2
increment = 6
nonlethal = true
agile = true
energy = true
near = true
also = "trip"
hand = "off"
light = true
natural = "secondary"
two_handed = true
flurry = [6, 6]
"""

BROKEN = (
    ("unknown key at the top", 'ruleset = "pf1"', 'ruleset = "pf1"\ncolour = "red"'),
    ("misspelt key at the top", "[beasts.rat]", "[beats.rat]"),
    ("misspelt key of a creature", "perception", "perseption"),
    ("unknown key of a creature", "perception", "xyzzy"),
    ("misspelt key of an attack", "damage =", "dammage ="),
    ("empty ruleset", '"pf1"', '""'),
    ("number for the ruleset", '"pf1"', "1"),
    ("list of creatures", "[beasts.rat]", "[[beasts]]", GOOD[GOOD.index("[beasts.grey-wolf]") :],
     ""),
    ("text for a creature", '[beasts.rat]\nname = "Rat"\nsize = "T"', '[beasts]\nrat = "Rat"'),
    ("id with capitals", "beasts.rat", "beasts.Rat"),
    ("id of two words", "beasts.rat", 'beasts."big rat"'),
    ("no name", 'name = "Rat"\n', ""),
    ("empty name", '"Rat"', '" "'),
    ("number for a name", '"Rat"', "1"),
    ("list for a name", '"Rat"', '["Rat"]'),
    ("no English name", '{ en = "Wolf", fr', "{ fr"),
    ("empty English name", '"Wolf"', '""'),
    ("number for a French name", '"Loup"', "3"),
    ("no size", 'size = "T"\n', ""),
    ("number for a size", 'size = "T"', "size = 1"),
    ("empty size", 'size = "T"', 'size = ""'),
    ("text for long", "long = true", 'long = "yes"'),
    ("number for long", "long = true", "long = 1"),
    ("negative reach", "reach = 3", "reach = -3"),
    ("too much reach", "reach = 3", "reach = 1000"),
    ("text for reach", "reach = 3", 'reach = "3"'),
    ("no space", "space = 1", "space = 0"),
    ("half a space", "space = 1", "space = 0.5"),
    ("number for dice", '"2d8+4"', "13"),
    ("dice that are none", '"2d8+4"', '"2w8+4"'),
    ("too many dice", '"2d8+4"', '"2000d8"'),
    ("average of 0", "average = 14", "average = 0"),
    ("text for an average", "average = 14", 'average = "14"'),
    ("number for cr", '"CR 1"', "1"),
    ("empty cr", '"CR 1"', '""'),
    ("negative level", "level = 2", "level = -2"),
    ("half a level", "level = 2", "level = 2.5"),
    ("negative constitution", "con_score = 15", "con_score = -15"),
    ("negative armour class", "ac = 14", "ac = -14"),
    ("too much armour class", "eac = 13", "eac = 99999999"),
    ("inf dexterity", "dexterity = 2", "dexterity = inf"),
    ("nan initiative", "init = -1", "init = nan"),
    ("text for initiative", "init = -1", 'init = "-1"'),
    ("bool for a save", "fortitude = 5", "fortitude = true"),
    ("list for a save", "reflex = 4", "reflex = [4]"),
    ("half a save", "will = 1", "will = 1.5"),
    ("date for perception", "perception = 6", "perception = 2026-01-01"),
    ("wrong mode of speed", "walk = 10", "walks = 10"),
    ("number for speeds", "{ walk = 10, fly = 12 }", "10"),
    ("negative speed", "fly = 12", "fly = -12"),
    ("too fast", "fly = 12", "fly = 501"),
    ("text for a speed", "walk = 10", 'walk = "9 m"'),
    ("no run", "run = 5", "run = 0"),
    ("text for traits", '["low_light"]', '"low_light"'),
    ("number in traits", '["low_light"]', "[1]"),
    ("text for a reaction", "reaction = true", 'reaction = "no"'),
    ("empty source", '"mine"', '""'),
    ("attacks as a table", "[[beasts.grey-wolf.attacks]]", "[beasts.grey-wolf.attacks]"),
    ("attacks that are texts", "reaction = true", 'attacks = ["bite"]',
     GOOD[GOOD.index("[[beasts.grey-wolf.att") :], ""),
    ("attack without a name", 'name = { en = "bite", fr = "morsure" }\n', ""),
    ("attack without an English name", '{ en = "bite", fr', "{ fr"),
    ("attack without a bonus", "bonuses = [6, 1]\n", ""),
    ("no bonuses", "[6, 1]", "[]"),
    ("text for a bonus", "[6, 1]", '"+6"'),
    ("text in bonuses", "[6, 1]", '[6, "+1"]'),
    ("half a bonus", "[6, 1]", "[6, 0.5]"),
    ("number for damage", '"1d6+1"', "7"),
    ("damage that is no dice", '"1d6+1"', '"1d6++1"'),
    ("extra damage that is no dice", '"1d4"', '"d"'),
    ("critical of 1", "critical = 19", "critical = 1"),
    ("critical of 21", "critical = 19", "critical = 21"),
    ("text for a critical", "critical = 19", 'critical = "19-20"'),
    ("eleven times", "times = 3", "times = 11"),
    ("times 0", "times = 3", "times = 0"),
    ("wrong kind of attack", '"ranged"', '"range"'),
    ("wrong weapon", '"thrown"', '"throwing"'),
    ("weapon that is none", '"thrown"', '"zweihander"'),
    ("number for a weapon", '"thrown"', "1"),
    ("no increment", "increment = 6", "increment = 0"),
    ("too far", "increment = 6", "increment = 600"),
    ("text for nonlethal", "nonlethal = true", 'nonlethal = "yes"'),
    ("number for energy", "energy = true", "energy = 0"),
    ("empty text also", '"trip"', '""'),
    ("list for also", '"trip"', '["trip"]'),
    ("open quote", '"mine"', '"mine'),
    ("twice the same creature", "[beasts.grey-wolf]\n", "[beasts.rat]\n"),
    ("twice the same key", "will = 1", "will = 1\nwill = 2"),
    ("comment like C", "will = 1", "will = 1 // weak"),
    ("number with a comma", "will = 1", "will = 1,5"),
    ("control character", '"mine"', '"mi\x02ne"'),
    ("nested too deeply", 'ruleset = "pf1"', "a." * 250 + "b = 1"),
    ("three mistakes in a creature", "space = 1", "spaces = 1", "average = 14", 'average = "14"',
     "level = 2", "level = -1"),
    ("mistakes in two creatures", 'size = "T"', "size = 1", "will = 1", "will = 0.5"),
)  # fmt: skip
