"""Words of stat blocks for which no rule here asks: senses, and what kind of creature it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.characters import plain
from core.rulesets.creature_words import CreatureWords, join_known
from tui.play.creature_lines.class_levels import CARRIED, CLASSES, PERSONAL
from tui.play.creature_lines.figures import QUOTED_NAME, change_unquoted

SENSES = frozenset(
    map(
        plain,
        (
            "scent", "keen scent", "keen senses", "keen eyesight", "blindsense", "blindsight",
            "tremorsense", "lifesense", "truesight", "all-around vision", "see in darkness",
            "see invisibility", "darkvision", "greater darkvision", "low-light vision",
            "echolocation",
        ),
    )
)  # fmt: skip
"""Senses, where the system has no rule for them."""
TYPES = (
    "aberration", "animal", "beast", "celestial", "construct", "dragon", "elemental", "fey",
    "fiend", "giant", "humanoid", "magical beast", "monstrous humanoid", "monstrosity", "ooze",
    "outsider", "plant", "undead", "vermin",
)  # fmt: skip
SUBTYPES = re.compile(rf"\b({'|'.join(TYPES)}) \([^()\d]*\)", re.IGNORECASE)
"""Subtypes in brackets: "dragon (air)"."""
SKILLS = (
    "appraise", "arcana", "athletics", "balance", "bluff", "climb", "computers", "concentration",
    "craft", "crafting", "culture", "deception", "decipher script", "diplomacy", "disable device",
    "disguise", "engineering", "escape artist", "fly", "forgery", "gather information",
    "handle animal", "heal", "hide", "intimidate", "intimidation", "jump", "knowledge",
    "life science", "linguistics", "listen", "lore", "medicine", "move silently", "ms", "mysticism",
    "nature", "occultism", "open lock", "perform", "performance", "physical science", "piloting",
    "profession", "religion", "ride", "search", "sense motive", "sleight of hand", "society",
    "spellcraft", "spot", "stealth", "survival", "swim", "thievery", "tumble", "use magic device",
    "use rope", "umd",
)  # fmt: skip
SKILL = re.compile(
    rf"[\s,;]*\b(?P<skill>(?:{'|'.join(SKILLS)})(?: \([a-z ]+\))? ?[+-]\d{{1,2}})"
    r"(?=\s*(?:[,;.)]|$))",
    re.IGNORECASE,
)
"""A skill and its bonus, with no damage behind: "Stealth +9"."""
RATING = re.compile(
    r"[\s,;]*\(?(?<!\w)(?:CR[ :=]*(?P<cr>\d{1,2}(?:/[2-8])?)(?!\w)|"
    r"level (?P<level>-1|0)(?!\d)|creature (?P<creature>-?\d{1,2})(?![\w/]))"
    r"(?:[\s,(]*XP[ :]*[\d,.]*\d\)?)?\)?",
    re.IGNORECASE,
)
"""How hard a creature is to beat, with what it is worth: "CR 1/2 (XP 200)", "creature -1".

One of its groups has the number; its name is the key of `RATINGS`.
"""
RATINGS = {"cr": "CR", "level": "level", "creature": "level"}
MOST = 3


def pull_rating(text: str) -> tuple[str, str]:
    """Return a line without how hard its creature is to beat, and this: "CR 1/2"; "" = not said."""
    parts = QUOTED_NAME.split(text)
    for place, part in enumerate(parts):
        found = None if part.startswith('"') else RATING.search(part)
        if found is not None and found.lastgroup is not None:
            parts[place] = f"{part[: found.start()]}, {part[found.end() :]}"
            rating = f"{RATINGS[found.lastgroup]} {found[found.lastgroup]}"
            return "".join(parts).strip(" ,"), rating
    return text, ""


def pull_skills(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a line without the skills that no rule here asks for, and these."""
    pulled: list[str] = []

    def take(found: re.Match[str]) -> str:
        pulled.append(found["skill"])
        return ""

    rest = change_unquoted(text, lambda part: SKILL.sub(take, part))
    return rest, tuple(pulled)


def count_sense(tokens: Sequence[str], words: CreatureWords) -> int:
    """Return how many words at the beginning are a sense that the system has no rule for."""
    for count in range(min(MOST, len(tokens)), 0, -1):
        said = plain("".join(tokens[:count]))
        if said in SENSES and said not in words.traits and "," not in tokens[:count]:
            return count
    return 0


def pull_kinds(tokens: Sequence[str], words: CreatureWords) -> tuple[list[str], tuple[str, ...]]:
    """Return the words behind a name without those for its kind, its people and class; and these.

    What is left is sizes, traits and what is no word of a creature.
    """
    known = {plain(word) for word in (*TYPES, *CLASSES, *PERSONAL, *CARRIED)} | words.peoples
    rest: list[str] = []
    pulled: list[str] = []
    for word in join_known(tokens, known):
        if plain(word) in known:
            pulled.append(word)
        else:
            rest.append(word)
    return rest, tuple(pulled)
