"""A line typed at the table: name, changes, who and how long; understood whole or refused."""

from __future__ import annotations

import random
import re

import pytest

from core.effects.effect import Effect, KnownEffect, key_of
from core.effects.effect_lines import EffectLine, read_effect_line
from core.messages import Refusal
from saves.store.packaged_rulesets import packaged

TYPES = frozenset(packaged("pf1").combat.bonuses)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "song attack +1 competence, damage +1 competence; 5m",
            EffectLine("song", ("attack +1 competence", "damage +1 competence"), ("5m",)),
        ),
        ("haste; 7", EffectLine("haste", (), ("7",))),
        ("haste 7", EffectLine("haste 7")),
        ("frightened =2 5", EffectLine("frightened =2 5")),
        ("cursed sword will -2; 1h V", EffectLine("cursed sword", ("will -2",), ("1h", "V"))),
        ("mist miss 20", EffectLine("mist", ("miss =20",))),
        ("chains speed x1/2", EffectLine("chains", ("speed x1/2",))),
        ("oath will +2 morale when fear", EffectLine("oath", ("will +2 morale fear",))),
        ("hex skill sense motive -2", EffectLine("hex", ("skill sense motive -2",))),
        ("plate ac dexterity at most 1", EffectLine("plate", ("ac dexterity at most 1",))),
        ("root speed =0", EffectLine("root", ("speed =0ft",))),
        ("Torch of the north", EffectLine("Torch of the north")),
    ],
)
def test_a_line_has_a_name_then_changes_then_who_and_how_long(
    text: str, expected: EffectLine
) -> None:
    """Given a line, then each part of it is what it is; without changes all is the name."""
    assert read_effect_line(text, TYPES) == expected


def test_a_line_of_fantasy_grounds_is_read() -> None:
    """Given what Fantasy Grounds writes, then its labels are figures, and its words say when."""
    line = read_effect_line("bless ATK: 1 morale; SAVE: 1 morale, fear; DMG: -1; 5m", TYPES)
    assert line == EffectLine(
        "bless", ("attack +1 morale", "saves +1 morale fear", "damage -1"), ("5m",)
    )
    other = read_effect_line("Grace; SAVE: 2 resistance, reflex; AC: 1 dodge, melee", TYPES)
    assert other.changes == ("reflex +2 resistance", "ac +1 dodge melee")
    assert other.name == "Grace"


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("song attak +1", "unknown_figure", "attak"),
        ("song attack +1 moral", "unknown_bonus_type", "moral"),
        ("song attack 1", "no_amount", "1"),
        ("attack +1", "no_effect_name", ""),
        ("song attack +1, damage", "bad_amount", "damage"),
        ("song attack ++1", "bad_amount", "++1"),
        ("song speed x1/0", "bad_amount", "x1/0"),
        ("song damage, attack +1", "no_amount", "song damage"),
        ("bless ATTK: 1 morale", "unknown_label", "ATTK"),
        ("bless ATK: morale", "no_amount", "ATK: morale"),
    ],
)
def test_a_wrong_word_is_refused_by_name(text: str, code: str, word: str) -> None:
    """Given a line with a wrong word, then it is refused, and the sentence has the word."""
    with pytest.raises(Refusal) as refusal:
        read_effect_line(text, TYPES)
    assert refusal.value.code == code
    assert word in str(refusal.value.message)


WHOLE = (
    "song attack +1 competence, damage +1 competence",
    "haste attack +1, ac +1 dodge, reflex +1 dodge, speed +30ft enhancement",
    "cursed will -2, saves -1 fear",
    "oath will +2 morale when fear, ac +2 deflection when evil",
    "mist miss 20, skill stealth +4 circumstance",
    "chains speed x1/2, dex -4, actions =one",
    "cut damage 2d6 bleed each turn until healed",
    "mending heal 5 each turn, ac +1 dodge",
    "burning damage 1d6 fire each turn end, flat 20 each turn end",
    "held will 15 each turn full-round, ac -2",
)


def mutated(line: str, rng: random.Random) -> str:
    """Return a line with one mistake of a hand: a letter, a word or a sign."""
    words = line.split(" ")
    place = rng.randrange(len(words))
    word = words[place]
    spot = rng.randrange(len(word))
    match rng.randrange(5):
        case 0:
            words[place] = word[:spot] + word[spot + 1 :]
        case 1:
            words[place] = word[:spot] + rng.choice("aehmx+-=5,;") + word[spot:]
        case 2:
            del words[place]
        case 3:
            words.insert(place, rng.choice(("attack", "morale", "+2", "fear", "5m")))
        case _:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
    return " ".join(word for word in words if word)


def test_500_lines_with_a_mistake_are_understood_whole_or_refused() -> None:
    """Given lines with a mistake, then each word counts, or a sentence refuses one of its words."""
    rng = random.Random(55)
    understood = 0
    for _ in range(500):
        text = mutated(rng.choice(WHOLE), rng)
        try:
            line = read_effect_line(text, TYPES)
        except Refusal:
            continue
        understood += 1
        again = f"{line.name} {', '.join((*line.changes, *line.does))}; {' '.join(line.rest)}"
        assert read_effect_line(again, TYPES) == line
        assert line.has_figures or not any(sign in text.split(";")[0] for sign in "+x"), text
        assert line.does or "each turn" not in text.split(";")[0], text
        assert _words(again) == _words(text), text
    assert 50 < understood < 450


def _words(text: str) -> list[str]:
    # The words of a line without what only its writing differs in.
    plain = text.lower().replace(",", " ").replace(";", " ").replace("=", "").replace("_", " ")
    words = ("reflex" if word == "ref" else word for word in plain.split() if word != "when")
    return sorted(re.sub(r"-?\d+(ft)?$", "n", word) for word in words)


def test_effects_of_one_name_with_other_figures_have_other_keys() -> None:
    """Given a song that became stronger, then its key is another; the same song keeps its own."""
    song = Effect(name="song", changes=("attack +1",))
    stronger = Effect(name="song", changes=("attack +2",))
    known = (KnownEffect("song#1", song),)
    assert key_of(song, known) == "song#1"
    assert key_of(stronger, known) == "song#2"
