"""Creatures that join an encounter, typed ("8 wolf hidden") or picked, and change side or leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.bestiary import Beast, with_usual_init, with_usual_reaction
from core.combat.board.squares import parse_square
from core.creatures import Sheet
from core.dice import Question, Rolled, parse_dice
from core.messages import N_, Message, Refusal, Template
from core.play.facts.encounter import Encounter, Side
from core.play.facts.fight.combatants import letters, side_of
from core.play.facts.fight.setup.commands import AddFoes, ChangeSide, RemoveCreatures
from core.play.facts.fight.turns.commands import RollInitiative
from core.play.facts.state import State
from core.play.fight.setup.recruits import recruits
from core.play.fight.turns.decide import missing_initiative
from core.rulesets.creature_words import CreatureWords, creature_words, weapons_of
from core.rulesets.reach_weapons import with_weapon_reach
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.library.bestiary import BestiaryError, base_of, bestiary, packaged_beasts
from tui.encounter.change import Change, Confirm, Following, Standpoint
from tui.kit import lengths
from tui.kit.modal import Choice, Modal, label
from tui.kit.phrases import phrase, say
from tui.kit.pick_list import PickRow, Picks, found, plain
from tui.kit.text_line import LineInput
from tui.play.command_line.areas import ALOFT, SIDES, Adding, adding
from tui.play.creature_lines.assumptions import (
    assumed_attacks,
    assumed_lengths,
    describe_low_scores,
    unranged_attacks,
)
from tui.play.creature_lines.figure_words import (
    armour_words,
    attack_words,
    bonus_words,
    describe_body,
    name_row,
    speed_words,
)
from tui.play.dialogs.dialog import ChoiceDialog, PageDialog

if TYPE_CHECKING:
    from tui.play.creature_lines.made_up import MadeUp

SIDE_CHOICES = (
    Choice("ally", "a", Message("an ally of the party")),
    Choice("foe", "f", Message("a foe")),
    Choice("neutral", "n", Message("neutral: strikes at nobody who passes, is no one's enemy")),
)
"""The sides of a fight as `I` asks for them."""


def remove(standpoint: Standpoint) -> Change:
    """Remove the marked creatures, or the one under the cursor, after Enter."""
    meant = standpoint.actor.meant
    if standpoint.encounter is None or not meant:
        raise Refusal("nobody", "Nobody is marked or under the cursor.")
    return Confirm(RemoveCreatures(standpoint.encounter.id, meant))


def choose_side(standpoint: Standpoint) -> Change:
    """Ask on which side the marked fight from now on, or the one under the cursor."""
    encounter = standpoint.encounter
    meant = standpoint.actor.meant
    if encounter is None or not meant:
        raise Refusal("nobody", "Nobody is marked or under the cursor.")

    def change(_: Standpoint, picked: str) -> Change:
        return ChangeSide(encounter.id, meant, SIDES[picked])

    prompt = Message("{who}: on which side?", who=standpoint.names(meant))
    return ChoiceDialog(prompt, SIDE_CHOICES, change)


def add(standpoint: Standpoint, wanted: Adding | None, roll: Roll) -> Change:
    """Add creatures of the bestiary to the encounter shown; None: they are asked for.

    Where no square is typed they come to the cursor, or the nearest squares with room; beside their
    enemies there they come to their own side of the board. `roll` rolls their hit points. Refusals
    of `enlist`.
    """
    encounter = standpoint.encounter
    if encounter is None:
        raise Refusal("no_encounter", "No encounter is shown. Press e to prepare one.")
    here = library(standpoint.view.assets.rules)
    if wanted is not None:
        cursor = str(standpoint.cursor)
        command = enlist(wanted, here, standpoint.state, encounter, roll, cursor)
        return _into(encounter, command)
    return _ask(standpoint, here, encounter, roll)


def _ask(
    standpoint: Standpoint, here: Library, encounter: Encounter, roll: Roll, added: str = ""
) -> Change:
    # Ask for creatures until the GM leaves; `added` are the letters of those added before. In a
    # fight their initiative is asked then, of all at once: what is typed meanwhile is for the list.
    def page() -> AddCreatures:
        square_name = str(standpoint.cursor)
        return AddCreatures(here, standpoint.state, encounter, roll, square_name, added)

    def add_chosen(now: Standpoint, chosen: AddFoes | None) -> Change:
        if chosen is None:
            return _roll_for(now.state) if added else ()
        if encounter.status == "over":
            return _into(encounter, chosen)
        tokens = letters(foe.token or foe.name for foe in chosen.foes)
        return Following(
            replace(chosen, rolls_later=True),
            lambda then: _ask_again(then, here, encounter, roll, tokens),
        )

    return PageDialog(page, add_chosen, secret=True)


def _into(encounter: Encounter, command: AddFoes) -> Change:
    # One that is over is asked for first: creatures are rarely meant for it.
    if encounter.status != "over":
        return command
    words = Message(
        "{encounter} is over. Press Enter to add {who} to it all the same; e prepares another.",
        encounter=encounter.name,
        who=letters(foe.token or foe.name for foe in command.foes),
    )
    return Confirm(command, words)


def _roll_for(state: State) -> Change:
    # The initiative of those in the fight under way who have none.
    fight = state.fight
    if fight is None or not fight.round or not missing_initiative(state, fight):
        return ()
    return RollInitiative()


def _ask_again(
    standpoint: Standpoint, here: Library, encounter: Encounter, roll: Roll, added: str
) -> Change:
    shown = standpoint.encounter
    if shown is None or shown.id != encounter.id:
        return ()
    return _ask(standpoint, here, shown, roll, added)


class _Typed(Struct):
    """What a line asks for, the creatures that it may mean, and why it is refused.

    `kin` is that of a creature made up (`AskedBeast`).
    """

    wanted: Adding
    beasts: tuple[Beast, ...]
    refusal: Refusal | None = None
    kin: Beast | None = None


class AddCreatures(Modal[AddFoes | None]):
    """Asks for creatures to bring into `encounter`; None when the GM leaves.

    "8 wolf hp=roll hidden at k9": the words of the command line without its verb. `at` is the
    square where they are placed ("" = wherever there is room); `roll` rolls hit points. `added` are
    the letters of those that were brought in just before: then Enter leaves while nothing is
    typed or picked.
    """

    CSS_PATH = "add_creatures.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("down", "move(1)", "down", priority=True, show=False, id="add-down"),
        Binding("up", "move(-1)", "up", priority=True, show=False, id="add-up"),
        Binding("tab", "take", "take the name", priority=True, show=False, id="add-take"),
    ]

    def __init__(
        self,
        here: Library,
        state: State,
        encounter: Encounter,
        roll: Roll,
        at: str = "",
        added: str = "",
    ) -> None:
        super().__init__()
        self._added = added
        self._here = here
        self._state = state
        self._encounter = encounter
        self._roll = roll
        self._square = at
        self._at = 0
        self._kind: str | None = None
        self._picked = False

    def compose(self) -> ComposeResult:
        with Vertical():
            head = Message("creatures into {encounter}", encounter=self._encounter.name)
            yield label(head, id="head")
            yield Picks(id="beasts")
            yield label(id="would")
            yield LineInput(compact=True)
            hint = N_("8 wolf   hp=roll   hidden   at k9   your own: bandit x4 hp11 ac14 +3 1d6+1")
            yield label(Message(hint), classes="hint")
            keys = N_("letters filter   Up Down pick   Tab its name   Enter adds   Esc leaves")
            yield label(Message(keys), classes="hint")

    def on_mount(self) -> None:
        """Show all kinds, and the files that could not be read."""
        self._show("")
        if self._here.wrong is not None:
            self.write("would", self._here.wrong)

    def _read(self, text: str) -> _Typed:
        # What is asked for so far, and the kinds that it may mean.
        refusal: Refusal | None = None
        try:
            wanted = self._here.read(text)
        except Refusal as wrong:
            refusal = wrong
            words = [word for word in text.split() if not word.lstrip("+-").isdigit()]
            wanted = Adding(1, " ".join(word for word in words if "=" not in word))
        if wanted.made is not None:
            asked = self._here.asked(wanted)
            return _Typed(wanted, (asked.beast,), kin=asked.kin)
        return _Typed(wanted, self._here.found(wanted.kind), refusal)

    def _show(self, text: str) -> None:
        typed = self._read(text)
        wanted = typed.wanted
        beasts = typed.beasts
        self._at = min(self._at, max(0, len(beasts) - 1))
        rules = self._here.rules
        if wanted.made is None:
            rows = tuple(pick_row(beast, rules) for beast in beasts)
        else:
            rows = tuple(made_row(beast, rules, wanted.made, text, typed.kin) for beast in beasts)
        nothing = phrase("no creature of this name") if typed.refusal is None else ""
        self.query_one(Picks).show(rows, self._at, nothing)
        if self._is_done(text):
            done = Message("Added: {letters}. The next? Enter leaves.", letters=self._added)
            self.write("would", done)
        else:
            self.write("would", self._would(typed))

    def _is_done(self, text: str) -> bool:
        # Whether Enter leaves: creatures were added, and no other is typed or picked.
        return bool(self._added) and not text.strip() and not self._picked

    def _would(self, typed: _Typed) -> Message:
        if not typed.beasts and typed.refusal is not None:
            return typed.refusal.message
        if not typed.beasts:
            return Message(
                "No creature of this name: write its figures, as in {example}.",
                example="bandit x4 hp11 ac14 +3 1d6+1",
            )
        wanted = typed.wanted
        name = typed.beasts[self._at].name()
        how = tuple(describe_adding(wanted))
        if how:
            return Message(
                "Enter adds {count} {name}, {how}", count=wanted.count, name=name, how=how
            )
        return Message("Enter adds {count} {name}", count=wanted.count, name=name)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        kind = self._read(event.value).wanted.kind
        if kind != self._kind:
            self._at = 0
            self._kind = kind
        self._show(event.value)

    def action_move(self, steps: int) -> None:
        """Pick another kind."""
        self._picked = True
        self._at = max(0, self._at + steps)
        self._show(self.query_one(Input).value)

    def action_take(self) -> None:
        """Write the picked kind into the line."""
        line = self.query_one(Input)
        typed = self._read(line.value)
        if typed.beasts and typed.wanted.made is None:
            line.value = f"{typed.wanted.count} {typed.beasts[self._at].slug} "
            line.action_end()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if self._is_done(event.value):
            self.dismiss(None)
            return
        beasts = self._read(event.value).beasts
        try:
            wanted = self._asked(event.value)
            if wanted.made is None:
                if beasts:
                    kind = beasts[self._at].slug
                else:
                    kind = self._here.one(wanted.kind).slug
                wanted = replace(wanted, kind=kind)
            here = self._square
            self.dismiss(enlist(wanted, self._here, self._state, self._encounter, self._roll, here))
        except Refusal as refusal:
            self.refuse_line(event.input, refusal.message, "would")

    def _asked(self, text: str) -> Adding:
        bare = text.strip()
        if not bare:
            return Adding(1, "")
        if bare.isdigit():
            bare = f"{bare} -"
        return self._here.read(bare)


Roll = Callable[[Question], Rolled]
"""Rolls the dice of a question: `app.worker.dice.roll`."""


class AskedBeast(Struct):
    """The creature of a line; `kin` is the one of the list whose size it has, None = its own."""

    beast: Beast
    kin: Beast | None = None


class Library(Struct):
    """The creatures of a ruleset, and its words for creatures."""

    beasts: tuple[Beast, ...]
    rules: Ruleset
    words: CreatureWords
    wrong: Message | None = None
    """What could not be read of the GM's own files."""

    def found(self, text: str) -> tuple[Beast, ...]:
        """The creatures a text may mean, best first: by name, its beginning, or part of it."""
        return found(self.beasts, text, _names)

    def read(self, text: str) -> Adding:
        """Read a line of creatures to add; its Refusals are those of `adding`."""
        return adding(text, self.words, self._is_listed)

    def _is_listed(self, name: str) -> bool:
        return any(self._named(text) is not None for text in _singulars(name))

    def asked(self, wanted: Adding) -> AskedBeast:
        """The creature of a line: of the bestiary, made up, or the one with figures of its own.

        Refusal "unknown_beast".
        """
        if wanted.made is None:
            return AskedBeast(self.one(wanted.kind))
        named = (self._named(text) for text in _singulars(wanted.kind))
        base = next((beast for beast in named if beast is not None), None)
        beast = wanted.made.beast(base)
        kin: Beast | None = None
        if base is None:
            opportunity = self.rules.combat.mechanisms.opportunity
            beast = replace(beast, sheet=with_usual_reaction(beast.sheet, opportunity))
            kin = self._kin(wanted.made)
            if kin is not None:
                beast = replace(beast, sheet=replace(beast.sheet, size=kin.sheet.size))
        if wanted.made.figures.attacks:
            beast = replace(beast, sheet=with_weapon_reach(beast.sheet, self.rules))
        return AskedBeast(with_usual_init(beast, self.rules.combat.turn), kin)

    def _kin(self, made: MadeUp) -> Beast | None:
        # The creature of the list whose size a made-up one has by its first word: a "goblin
        # warrior" is Small, as the goblin is. None = its size is written, or the usual one.
        first, _, rest = made.name.partition(" ")
        if not rest or "size" in dict(made.figures.sheet):
            return None
        kin = self._named(first)
        if kin is None or kin.sheet.size == Sheet().size:
            return None
        return kin

    def _mounts(self, text: str) -> tuple[str, ...]:
        mounts = {plain(name) for row in self.rules.mounts.values() for name in row.name.values()}
        return tuple(one.split()[-1] for one in _singulars(plain(text)) if one in mounts)

    def _named(self, text: str) -> Beast | None:
        called = plain(text)
        return next((b for b in self.beasts if called in map(plain, _names(b))), None)

    def one(self, text: str) -> Beast:
        """The creature a text means, "wolves" too; Refusal "unknown_beast".

        A kind of mount that the bestiary lacks is that of its last word: "light horse" is a horse.
        What is the last word of several names is asked: "warhorse".
        """
        exact = (self._named(wanted) for wanted in _singulars(text) if wanted)
        for beast in exact:
            if beast is not None:
                return beast
        for wanted in (*_singulars(text), *self._mounts(text)):
            found = self.found(wanted) if wanted else ()
            if found:
                self._refuse_several(text, wanted)
                return found[0]
        raise self._unknown(text)

    def _refuse_several(self, text: str, wanted: str) -> None:
        ending = f" {plain(wanted)}"
        names = [beast.name().lower() for beast in self.beasts]
        several = tuple(name for name in names if plain(name).endswith(ending))
        if len(several) > 1:
            raise Refusal("unknown_beast", "'{word}' could mean {found}.", word=text, found=several)

    def _unknown(self, text: str) -> Refusal:
        names = [name.replace("_", " ").lower() for b in self.beasts for name in _names(b)]
        words = {one for word in plain(text).split() for one in _singulars(word)}
        near = [name for name in names if words.issuperset(plain(name).split())]
        near += get_close_matches(text.casefold(), names, n=1, cutoff=NEAR)
        if near:
            return Refusal(
                "unknown_beast",
                "The bestiary has no {kind}; did you mean {meant}? Or type figures: {kind} hp11"
                " ac14 +3 1d6+1.",
                kind=text,
                meant=near[0],
            )
        return Refusal(
            "unknown_beast",
            "The bestiary has no {kind}. Type a part of its name, or figures: {kind} hp11 ac14"
            " +3 1d6+1.",
            kind=text,
        )


def preview_line(rules: Ruleset) -> Callable[[str], Message | None]:
    """Return the preview of the creatures that are typed: every figure, and what was taken."""
    here = library(rules)

    def describe(text: str) -> Message | None:
        if not text.strip():
            return None
        try:
            wanted = here.read(text)
            asked = here.asked(wanted)
        except Refusal as refusal:
            return refusal.message
        beast = asked.beast
        if wanted.made is None:
            told = describe_beast(beast, rules)
        else:
            told = describe_made(beast, rules, wanted.made, text, asked.kin)
        return Message(
            "{count} {name}: {figures}",
            count=wanted.count,
            name=beast.name(),
            figures=(
                *describe_adding(wanted),
                brief(beast, rules),
                *told,
                *_grounded(wanted, beast),
            ),
        )

    return describe


def describe_adding(wanted: Adding) -> Iterator[Message]:
    """How they are added: their side, hidden, where, how high, for how long."""
    if wanted.side != "foes":
        yield Message(SIDE_WORDS[wanted.side])
    if wanted.hidden:
        yield Message("hidden")
    if wanted.at:
        yield Message("at {square}", square=wanted.at)
    if wanted.rounds:
        yield Message("for {n} rounds", n=wanted.rounds)
    if wanted.elevation:
        yield lengths.height(wanted.elevation)


def _grounded(wanted: Adding, beast: Beast) -> Iterator[Message]:
    # that a flyer stands on the ground, and the word that changes it
    if not wanted.elevation and dict(beast.sheet.speeds).get("fly"):
        yield Message("on the ground: type {word} for the air", word=ALOFT[0])


SIDE_WORDS: Mapping[Side, Template] = {"party": "ally", "foes": "foe", "neutral": "neutral"}
NEAR = 0.7
"""How near a name is to what is typed that it may be meant, of 1."""


def _names(beast: Beast) -> tuple[str, ...]:
    return (beast.slug, *(name for _, name in beast.names))


def pick_row(beast: Beast, rules: Ruleset) -> PickRow:
    """Return a creature as a row to pick."""
    detail = tuple(describe_beast(beast, rules))
    return PickRow(beast.slug, beast.name(), brief(beast, rules), detail)


def made_row(
    beast: Beast, rules: Ruleset, made: MadeUp, line: str, kin: Beast | None = None
) -> PickRow:
    """Return a creature made up on a `line` as the row to pick; `kin` is that of its size."""
    detail = tuple(describe_made(beast, rules, made, line, kin))
    return PickRow(beast.slug, beast.name(), brief(beast, rules), detail)


def _singulars(text: str) -> tuple[str, ...]:
    if text.endswith("ves"):
        with_f = text.removesuffix("ves") + "f"
    else:
        with_f = text
    return text, text.removesuffix("s"), text.removesuffix("es"), with_f


def library(rules: Ruleset) -> Library:
    """The creatures of a ruleset; only Outrider's own when a file of the GM's is bad."""
    turn = rules.combat.turn
    wrong: Message | None = None
    try:
        beasts = bestiary(rules)
    except BestiaryError as error:
        beasts = packaged_beasts(base_of(rules))
        wrong = error.message
    initiated = tuple(with_usual_init(beast, turn) for beast in beasts)
    return Library(initiated, rules, creature_words(rules), wrong)


def enlist(
    wanted: Adding,
    here: Library,
    state: State,
    encounter: Encounter,
    roll: Roll,
    cursor: str = "",
) -> AddFoes:
    """The command that adds these creatures to an encounter, at the `cursor` where no enemy is.

    Rolled hit points are rolled here, by `roll`. Refusals "unknown_beast", "unknown_size",
    "bad_count".
    """
    beast = here.asked(wanted).beast
    sizes = tuple(here.rules.combat.sizes)
    if beast.sheet.size not in sizes:
        raise Refusal(
            "unknown_size",
            "'{size}' is not a size. Write one of {sizes}.",
            size=beast.sheet.size,
            sizes=sizes,
        )
    points = None
    if wanted.hp == "roll" and beast.hp_dice:
        dice = parse_dice(beast.hp_dice)
        label = Message("hit points of {name}", name=beast.name())
        points = tuple(
            dice.total(roll(Question(f"hp/{beast.slug}/{n}", label, dice=beast.hp_dice)).faces)
            for n in range(wanted.count)
        )
    foes = recruits(beast, wanted.count, state, encounter, points or "average", side=wanted.side)
    square = wanted.at
    if not square and not _has_enemies(cursor, wanted.side, state, encounter):
        square = cursor
    at = (square,) if square else ()
    return AddFoes(encounter.id, foes, at, wanted.hidden, wanted.rounds, elevation=wanted.elevation)


AT_A_DISTANCE = 6
"""So many squares from their enemies creatures are added, where no square is typed."""


def _has_enemies(cursor: str, side: Side, state: State, encounter: Encounter) -> bool:
    # whether somebody of the other side is nearer to the cursor than that
    if not cursor or side == "neutral":
        return False
    square = parse_square(cursor)
    for figure in encounter.figures:
        if not figure.at or side_of(state, encounter, figure.id) in (side, "neutral"):
            continue
        if parse_square(figure.at).away(square) < AT_A_DISTANCE:
            return True
    return False


# a kind of creature in words


GAP = "  "


def brief(beast: Beast, rules: Ruleset) -> str:
    """A creature in short: "CR 1  M  AC 14  HP 13"."""
    sheet = beast.sheet
    parts = [beast.cr, sheet.size]
    armour = armour_words(sheet, rules)
    if armour is not None:
        parts.append(say(armour))
    if beast.hp is not None:
        parts.append(phrase("HP {points}", points=beast.hp))
    return GAP.join(part for part in parts if part)


def describe_beast(beast: Beast, rules: Ruleset) -> Iterator[str]:
    """Every figure of a creature that `brief` has not: lines that are not blank."""
    sheet = beast.figures()
    rest = [say(told) for told in bonus_words(sheet)]
    if sheet.dexterity is not None:
        rest.append(phrase("Dex {modifier:+}", modifier=sheet.dexterity))
    if beast.con_score is not None:
        rest.append(phrase("Con {score}", score=beast.con_score))
    if beast.level > 1:
        rest.append(phrase("level {level}", level=beast.level))
    if beast.hp_dice:
        rest.append(phrase("HP {points}", points=beast.hp_dice))
    speeds = (say(told) for told in speed_words(sheet.speeds))
    lines = (
        "; ".join(map(attack_words, sheet.attacks)),
        ", ".join((*speeds, *map(say, describe_body(sheet, rules)))),
        GAP.join(rest),
        beast.source,
    )
    yield from filter(None, lines)


def describe_made(
    beast: Beast, rules: Ruleset, made: MadeUp, line: str, kin: Beast | None = None
) -> Iterator[str]:
    """Every figure of a creature made up on a `line`, and what was taken of what it lacks.

    `kin` is the creature of the list whose size it has.
    """
    attacks = beast.figures().attacks
    known = (*describe_beast(beast, rules),)
    if attacks:
        yield from map(attack_words, attacks)
        known = known[1:]
    yield from known
    weapons = weapons_of(rules)
    taken: list[Message] = []
    if kin is not None:
        size = name_row(rules.combat.sizes, kin.sheet.size)
        taken.append(Message("{size}, as {creature:a}", size=size, creature=kin.name().lower()))
    if not dict(beast.sheet.speeds).get("walk"):
        taken.append(Message("no speed on foot"))
    if made.figures.level == 1:
        yield phrase("level {level}", level=1)
    if beast.hp is None:
        taken.append(Message("hit points unknown"))
    if beast.sheet.ac is None:
        taken.append(Message("AC {ac}", ac=rules.combat.blows.ac))
    taken += assumed_lengths(line, creature_words(rules))
    taken += assumed_attacks(made.figures.attacks, line, weapons)
    taken += unranged_attacks(made.figures.attacks, weapons)
    taken += describe_low_scores(made.figures.low_scores)
    for what in taken:
        yield say(Message("taken: {what}", what=what))
    if made.unused:
        yield say(Message("not needed: {what}", what=made.unused))
