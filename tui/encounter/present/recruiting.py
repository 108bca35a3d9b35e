"""From typed text ("8 wolf hp=roll hidden") to creatures for an encounter."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from core.bestiary import Beast
from core.dice import Question, Rolled, parse_dice
from core.messages import Message, Refusal
from core.play.fight.encounter import Encounter
from core.play.fight.setup.commands import AddFoes
from core.play.fight.setup.recruits import recruits
from core.play.state import State
from core.rulesets.schema import Ruleset
from core.values import Struct
from saves.library.bestiary import BestiaryError, base_of, bestiary, packaged_beasts
from tui.encounter.present.cards import attack_words, bonuses, speeds_told
from tui.kit.phrases import phrase, say
from tui.kit.pick_list import PickRow, found, plain
from tui.play.typed.areas import Adding

Roll = Callable[[Question], Rolled]
"""Rolls the dice of a question: `app.worker.dice.roll`."""


class Library(Struct):
    """The creatures of a ruleset."""

    beasts: tuple[Beast, ...]
    wrong: Message | None = None
    """What could not be read of the GM's own files."""

    def found(self, text: str) -> tuple[Beast, ...]:
        """The creatures a text may mean, best first: by name, its beginning, or part of it."""
        return found(self.beasts, text, _names)

    def asked(self, wanted: Adding) -> Beast:
        """The creature of a line: of the bestiary, made up, or the one with figures of its own.

        Refusal "unknown_beast".
        """
        if wanted.made is None:
            return self.one(wanted.kind)
        named = (self._named(text) for text in _singulars(wanted.kind))
        return wanted.made.beast(next((beast for beast in named if beast is not None), None))

    def _named(self, text: str) -> Beast | None:
        called = plain(text)
        return next((b for b in self.beasts if called in map(plain, _names(b))), None)

    def one(self, text: str) -> Beast:
        """The creature a text means, "wolves" too; Refusal "unknown_beast"."""
        for wanted in _singulars(text):
            found = self.found(wanted) if wanted else ()
            if found:
                return found[0]
        near = get_close_matches(text.casefold(), [b.slug for b in self.beasts], n=1)
        if near:
            raise Refusal("unknown_beast", "The bestiary has no {kind}; did you mean {meant}?",
                          kind=text, meant=near[0])  # fmt: skip
        raise Refusal(
            "unknown_beast",
            "The bestiary has no {kind}. Type a part of its name, or figures: {kind} hp11 ac14"
               " +3 1d6+1.",
            kind=text,
        )  # fmt: skip


def _names(beast: Beast) -> tuple[str, ...]:
    return (beast.slug, *(name for _, name in beast.names))


def pick_row(beast: Beast) -> PickRow:
    """Return a creature as a row to pick."""
    return PickRow(beast.slug, beast.name(), brief(beast), figures(beast))


def _singulars(text: str) -> tuple[str, ...]:
    f = text.removesuffix("ves") + "f" if text.endswith("ves") else text
    return text, text.removesuffix("s"), text.removesuffix("es"), f


def library(rules: Ruleset) -> Library:
    """The creatures of a ruleset; only Outrider's own when a file of the GM's is bad."""
    try:
        return Library(bestiary(rules))
    except BestiaryError as wrong:
        return Library(packaged_beasts(base_of(rules)), wrong.message)


def enlist(
    wanted: Adding, here: Library, state: State, encounter: Encounter, roll: Roll
) -> AddFoes:
    """The command that adds these creatures to an encounter.

    Rolled hit points are rolled here, by `roll`. Refusals "unknown_beast", "bad_count".
    """
    beast = here.asked(wanted)
    points = None
    if wanted.hp == "roll" and beast.hp_dice:
        dice = parse_dice(beast.hp_dice)
        label = Message("hit points of {name}", name=beast.name())
        points = tuple(
            dice.total(roll(Question(f"hp/{beast.slug}/{n}", label, dice=beast.hp_dice)).faces)
            for n in range(wanted.count)
        )
    foes = recruits(beast, wanted.count, state, encounter, points or "average")
    return AddFoes(encounter.id, foes, (wanted.at,) if wanted.at else (), wanted.hidden)


# a kind of creature in words


GAP = "  "


def brief(beast: Beast) -> str:
    """A creature in short: "CR 1  M  AC 14  HP 13"."""
    sheet = beast.sheet
    parts = [beast.cr, sheet.size]
    if sheet.ac is not None:
        parts.append(phrase("AC {ac}", ac=sheet.ac))
    if beast.hp is not None:
        parts.append(phrase("HP {points}", points=beast.hp))
    return GAP.join(part for part in parts if part)


def figures(beast: Beast) -> tuple[str, ...]:
    """Its attacks, speeds, saves and source, a line each."""
    sheet = beast.figures()
    attacks = "; ".join(attack_words(attack) for attack in sheet.attacks)
    speeds = ", ".join(say(told) for told in speeds_told(sheet.speeds))
    saves = GAP.join(say(told) for told in bonuses(sheet))
    dice = phrase("HP {points}", points=beast.hp_dice) if beast.hp_dice else ""
    rest = GAP.join(part for part in (saves, dice) if part)
    return tuple(line for line in (attacks, speeds, rest, beast.source) if line)
