"""Classes and what a hero carries: words that nothing here asks for, but for levels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.dice import looks_like_dice

CLASSES = (
    "abjurer", "adept", "alchemist", "antipaladin", "arcanist", "aristocrat", "artificer",
    "assassin", "barbarian", "bard", "biohacker", "blackguard", "bloodrager", "brawler",
    "cavalier", "champion", "cleric", "commoner", "conjurer", "diviner", "druid", "duelist",
    "enchanter", "envoy", "evoker", "evolutionist", "expert", "fighter", "gunslinger", "hexblade",
    "hunter", "illusionist", "inquisitor", "investigator", "kineticist", "loremaster", "magus",
    "marshal", "mechanic", "mesmerist", "monk", "mystic", "nanocyte", "necromancer", "ninja",
    "occultist", "operative", "oracle", "paladin", "precog", "psion", "psychic", "ranger", "rogue",
    "samurai", "scout", "shadowdancer", "shaman", "shifter", "skald", "slayer", "solarian",
    "soldier", "sorcerer", "spiritualist", "summoner", "swashbuckler", "technomancer",
    "transmuter", "vanguard", "vigilante", "warlock", "warpriest", "warrior", "witch",
    "witchwarper", "wizard", "bbn", "brd", "clr", "drd", "ftr", "mnk", "pal", "rgr", "rog", "sor",
    "wiz",
)  # fmt: skip
PERSONAL = (
    "male", "female", "lg", "ng", "cg", "ln", "cn", "le", "ne", "ce", "neutral",
    *(f"{order} {good}" for order in ("lawful", "neutral", "chaotic") for good in ("good", "evil")),
    "lawful neutral", "true neutral", "chaotic neutral",
)  # fmt: skip
"""What else people write of who a hero is."""
CARRIED = (
    "driver", "pilot", "gunner", "rider", "shield", "buckler", "tower shield", "heavy shield",
    "light shield", "small shield", "large shield", "heavy steel shield", "light steel shield",
    "heavy wooden shield", "light wooden shield", "steel shield", "wooden shield",
)  # fmt: skip
"""Words of a hero that no rule here asks for, besides classes."""
GLUED = re.compile(r"(?P<word>[a-z]+)(?P<level>\d{1,2})")
NUMBER = re.compile(r"\d{1,2}")
JOINED = re.compile(r"(?<=\d)/(?=[a-z])")
"""Between two classes: "fighter 3/wizard 2"."""
ORDINAL = re.compile(r"(?P<level>\d{1,2})(?:st|nd|rd|th)(?P<glued>-?level)?")
LEVELS = ("level", "lvl", "hd")
SHIELD = "shield"
BONUS = re.compile(r"[+]\d{1,2}")


def read_levels(tokens: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return the words with the levels of their classes as one figure, and what is not needed.

    "fighter 5" and "fighter5" are "fighter level5", "fighter 3/wizard 2" has 5 levels,
    "5th-level" is "level5"; a level that is written by itself counts alone. What is not needed is
    the bonus of a shield, which the Armour Class of a line has already.
    """
    rest = [part for token in tokens for part in _split_classes(token)]
    done: list[str] = []
    unused: list[str] = []
    levels = 0
    place = 0
    while rest:
        word = rest.pop(0)
        lowered = word.lower()
        glued = GLUED.fullmatch(lowered)
        ordinal = ORDINAL.fullmatch(lowered)
        if glued is not None and glued["word"] in CLASSES:
            done.append(glued["word"])
            levels += int(glued["level"])
        elif lowered in CLASSES and rest and NUMBER.fullmatch(rest[0]):
            done.append(word)
            levels += int(rest.pop(0))
        elif ordinal is not None and (ordinal["glued"] or _begins_level(rest)):
            if not ordinal["glued"]:
                rest.pop(0)
            done.append(f"level{ordinal['level']}")
            continue
        elif lowered == SHIELD and _is_bonus_alone(rest):
            unused.append(f"{word}{rest.pop(0)}")
            continue
        else:
            done.append(word)
            continue
        place = place or len(done)
    if levels and not any(map(_is_level, done)):
        done.insert(place, f"level{levels}")
    return done, tuple(unused)


def _split_classes(token: str) -> list[str]:
    parts = JOINED.split(token.lower())
    if len(parts) > 1 and any(part.rstrip("0123456789") in CLASSES for part in parts):
        return parts
    return [token]


def _begins_level(words: Sequence[str]) -> bool:
    return bool(words) and words[0].lower() in LEVELS


def _is_level(word: str) -> bool:
    return word.lower().rstrip(":=0123456789") in LEVELS


def _is_bonus_alone(words: Sequence[str]) -> bool:
    # a bonus without damage behind it, which would make it an attack
    if not words or not BONUS.fullmatch(words[0]):
        return False
    return len(words) < 2 or not (looks_like_dice(words[1]) and "d" in words[1].lower())
