"""The words of an attack line: "+2 ac-2 partial miss 30 high full".

What a GM types behind `:attack h d`, what the tray's `*` opens, and the `words` of a casebook are
read here alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from core.combat.attack.situations import HIGHER_GROUND
from core.creatures import (
    DEADLY,
    NO_WORDS,
    OF_ARMOUR_CLASS,
    OF_THE_TURN,
    POWER,
    RAPID,
    STANCES,
    TWO,
    AttackWords,
    plain_word,
)
from core.dice import HUNDRED, chance_of_percent, parse_dice
from core.effects.changes import ASKED
from core.messages import Chance, Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.blows.saddle import PACES, Pace, modifier_at
from core.rulesets.schema import Ruleset
from core.rulesets.strikes_schema import TwoWeapons
from core.values import Struct, replace

MODIFIER = re.compile(r"[+-]\d{1,3}")
TO_AC = re.compile(r"ac([+-]\d{1,3})")
PER_CENT = re.compile(r"(\d{1,3})%?")
DEGREES = {"partial": "partial", "improved": "improved", "nocover": "none"}
"""The GM's degrees of cover by their words (C-173, C-174, C-184)."""
MOST_PER_CENT = 100
FAR = "far"
"""Aimed at a part of the target that is away from the attacker's friends (K-2)."""
WITH_STEPS = re.compile(rf"{POWER}(\d{{1,2}})")
KNOWN = (
    *DEGREES,
    "miss",
    "high",
    FAR,
    "full",
    "single",
    "quiet",
    *OF_THE_TURN,
    *STANCES,
    *PACES,
)
"""The words that are no figures, of all systems."""
OCCASIONS = (*ASKED, *(f"{OF_ARMOUR_CLASS}{word}" for word in ASKED))
"""The occasions that changes of figures ask for, as they are said of an attack."""


class SpokenAttack(Struct, kw_only=True):
    """What the words of a line say of an attack; the fields are those of `MakeAttack`."""

    circumstance: int = 0
    ac: int = 0
    gm_degree: str = ""
    full: bool = False
    words: AttackWords = NO_WORDS

    def of(self, command: MakeAttack) -> MakeAttack:
        """Return the command with these words in place of its own."""
        return replace(
            command,
            circumstance=self.circumstance,
            ac=self.ac,
            gm_degree=self.gm_degree,
            full=self.full,
            words=self.words,
        )


def is_attack_word(word: str) -> bool:
    """Whether a word says something of an attack: a modifier, or one of KNOWN."""
    plain = word.lower()
    patterns = (MODIFIER, TO_AC, WITH_STEPS)
    return (
        plain in KNOWN
        or plain in OCCASIONS
        or any(pattern.fullmatch(plain) for pattern in patterns)
    )


def read_attack_words(words: Sequence[str], rules: Ruleset) -> SpokenAttack:
    """Return what the words say; modifiers that are given twice add up.

    Refusals: "unknown_attack_word" with the nearest one, "bad_miss_chance", and "word_without_rule"
    where the system has nothing that the word could change.
    """
    rest = [word.lower() for word in words]
    spoken = SpokenAttack()
    while rest:
        word = rest.pop(0)
        to_ac = TO_AC.fullmatch(word)
        if MODIFIER.fullmatch(word):
            spoken = replace(spoken, circumstance=spoken.circumstance + int(word))
        elif to_ac is not None:
            spoken = replace(spoken, ac=spoken.ac + int(to_ac[1]))
        elif word in OCCASIONS:
            about = tuple(sorted({*spoken.words.about, word}))
            spoken = replace(spoken, words=replace(spoken.words, about=about))
        elif word == "miss":
            misses = replace(spoken.words, miss=_per_cent(rest, rules))
            spoken = replace(spoken, words=misses)
        else:
            spoken = _with_word(spoken, word, rules)
    return spoken


def shown_words(command: MakeAttack | SpokenAttack) -> str:
    """Return the words that say what a command holds; `read_attack_words` reads them back."""
    return " ".join(_words_of(command))


def _words_of(command: MakeAttack | SpokenAttack) -> Iterator[str]:
    if command.circumstance:
        yield f"{command.circumstance:+d}"
    if command.ac:
        yield f"ac{command.ac:+d}"
    for word, degree in DEGREES.items():
        if command.gm_degree == degree:
            yield word
    if command.words.miss is not None:
        yield f"miss {command.words.miss}"
    if command.words.high:
        yield "high"
    if command.words.far:
        yield FAR
    if command.words.quiet:
        yield "quiet"
    yield from command.words.of_the_turn
    yield from command.words.of_feats
    if command.words.double:
        yield "double"
    if command.words.running:
        yield "running"
    yield from command.words.about
    if command.full:
        yield "full"


def _with_word(spoken: SpokenAttack, word: str, rules: Ruleset) -> SpokenAttack:
    if word in DEGREES:
        if word != "nocover" and rules.combat.mechanisms.cover != "corners":
            raise _without_rule(word, rules)
        return replace(spoken, gm_degree=DEGREES[word])
    if word == "high":
        row = rules.combat.conditions.get(HIGHER_GROUND)
        if row is None or (row.attack.melee == 0 and row.attack.ranged == 0):
            raise _without_rule(word, rules)
        return replace(spoken, words=replace(spoken.words, high=True))
    if word == FAR:
        if not (rules.switch("into_melee") and rules.combat.strikes.into_melee):
            raise _without_rule(word, rules)
        return replace(spoken, words=replace(spoken.words, far=True))
    if word == "quiet":
        return replace(spoken, words=replace(spoken.words, quiet=True))
    if word in PACES:
        return _with_pace(spoken, word, rules)
    if word in OF_THE_TURN:
        if not _counts(word, rules):
            raise _without_rule(word, rules)
        turned = _with_word_of_the_turn(spoken.words, word)
        return replace(spoken, words=turned)
    if word in STANCES or WITH_STEPS.fullmatch(word):
        plain = plain_word(word)
        if not _has_feat_for(plain, rules):
            raise _without_rule(word, rules)
        steps = int(word.removeprefix(plain) or 0)
        return replace(spoken, words=_with_word_of_a_feat(spoken.words, plain, steps))
    if word in ("full", "single"):
        refuse_full_attack(rules)
        return replace(spoken, full=word == "full")
    near = "".join(get_close_matches(word, known_words(rules), n=1)) or "".join(
        get_close_matches(word, OCCASIONS, n=1)
    )
    if near:
        raise Refusal(
            "unknown_attack_word",
            "'{word}' is not a word of an attack; did you mean {nearest}?",
            word=word,
            nearest=near,
        )
    raise Refusal(
        "unknown_attack_word",
        "'{word}' is not a word of an attack. Type +2, ac-2 or one of {known}.",
        word=word,
        known=known_words(rules),
    )


def refuse_full_attack(rules: Ruleset) -> None:
    """Refuse ("no_full_attack") where each attack is an action."""
    if rules.combat.blows.repeated != "full_attack":
        raise Refusal("no_full_attack", "This system has no full attack: each attack is an action.")


def known_words(rules: Ruleset) -> tuple[str, ...]:
    """Return the words of KNOWN that change something in this system."""
    return tuple(word for word in KNOWN if _has_rule(word, rules))


def _has_rule(word: str, rules: Ruleset) -> bool:
    if word == "miss":
        return True
    try:
        _with_word(SpokenAttack(), word, rules)
    except Refusal:
        return False
    return True


def _with_pace(spoken: SpokenAttack, word: str, rules: Ruleset) -> SpokenAttack:
    pace: Pace = "double" if word == "double" else "running"
    if not rules.switch("saddle") or not modifier_at(pace, rules):
        raise _without_rule(word, rules)
    if pace == "double":
        return replace(spoken, words=replace(spoken.words, double=True))
    return replace(spoken, words=replace(spoken.words, running=True))


def _counts(word: str, rules: Ruleset) -> bool:
    strikes = rules.combat.strikes
    if not rules.switch("full_attacks") or strikes.attacks != "sheet":
        return False
    if word == TWO:
        return strikes.two_weapons != TwoWeapons()
    if word == RAPID:
        return strikes.rapid != 0
    return True


def _has_feat_for(word: str, rules: Ruleset) -> bool:
    feats = rules.combat.strikes.feats
    if not rules.switch("feats"):
        return False
    if word == POWER:
        return bool(feats.power.steps)
    if word == DEADLY:
        return bool(feats.deadly.steps)
    return bool(feats.lunge)


def _with_word_of_a_feat(words: AttackWords, word: str, steps: int) -> AttackWords:
    if word == POWER:
        return replace(words, power=steps)
    if word == DEADLY:
        return replace(words, deadly=True)
    return replace(words, lunge=True)


def _with_word_of_the_turn(words: AttackWords, word: str) -> AttackWords:
    if word == TWO:
        return replace(words, two=True)
    if word == RAPID:
        return replace(words, rapid=True)
    return replace(words, flurry=True)


def _without_rule(word: str, rules: Ruleset) -> Refusal:
    return Refusal(
        "word_without_rule",
        "{system} has no figure for '{word}'. Type a number, such as +1 or ac-2.",
        system=rules.display_name(),
        word=word,
    )


def _per_cent(rest: list[str], rules: Ruleset) -> int:
    found = PER_CENT.fullmatch(rest[0]) if rest else None
    if found is None or int(found[1]) > MOST_PER_CENT:
        raise Refusal("bad_miss_chance", "Type a miss chance in per cent, as in miss 30.")
    miss_chance = int(found[1])
    die = rules.combat.blows.miss_die
    step = HUNDRED // parse_dice(die).most
    if miss_chance % step:
        raise Refusal(
            "bad_miss_chance",
            "A miss is rolled on {die}, in steps of {step}: type miss {less} or miss {more}.",
            die=die,
            step=Chance(chance_of_percent(step)),
            less=miss_chance // step * step,
            more=(miss_chance // step + 1) * step,
        )
    del rest[0]
    return miss_chance
