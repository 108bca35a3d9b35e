"""Every word that menus, forms, hints, examples and refusals show in a system is one it reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from core.combat.board.drawing import LIGHTS
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal
from core.play.facts.fight.moves.commands import Fall, Move, Stand
from core.play.facts.state import Counter, Member, State
from core.play.fight.blows.attack_words import KNOWN, known_words, read_attack_words
from core.play.fight.moves.intended_move import OFF
from core.play.fight.turns.budget import action_words
from core.play.road.decide import refuse_leg
from core.play.union import Assets, Command, decide
from core.quantities import Units
from core.rulesets.condition_names import listed_conditions
from core.rulesets.creature_words import creature_words
from core.travel.movers import Mover
from core.values import replace
from saves.library.bestiary import packaged_beasts
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import PONY
from tests.core.play.fight.boards import BIRD, HERO, OPEN, WOLF, fight
from tests.texts import texts
from tui.encounter.model import ACTIONS, MODES
from tui.encounter.recruits import library
from tui.encounter.screen import ENCOUNTER_WORDS, EncounterScreen
from tui.encounter.ways import offer_ways
from tui.journey.screen import JourneyScreen
from tui.kit.phrases import say, set_units
from tui.party.form_lines import form_lines, pick_rows
from tui.party.screen import PartyScreen
from tui.party.sheets import SheetForm, blank
from tui.play.command_line.areas import adding
from tui.play.command_line.command_line import list_words
from tui.play.command_line.leg_lines import legs, paces_of
from tui.play.command_line.typed_line import Act, Shown, TypedWord, parse
from tui.play.creature_lines.hero_words import words_of
from tui.play.creature_lines.heroes import read_heroes
from tui.play.table.condition_picker import condition_names
from tui.play.table.table_actions import boat_rows
from tui.play.terms import example_lines
from tui.sessions.screen import SessionsScreen

COUNTERS = tuple(Counter(name, 9, 9) for name in ("ki", "stamina", "resonance"))
WALKER = Member("", "", "", mover=Mover(speed_m=Fraction(9)), hp=20, counters=COUNTERS)
MARCHERS = (
    replace(WALKER, id="harsk", name="Harsk", token="H"),
    replace(WALKER, id="mirelle", name="Mirelle", token="M"),
    replace(WALKER, id="tam", name="Tam", token="T"),
    replace(WALKER, id="iseph", name="Iseph", token="I"),
    replace(PONY, id="pony-1", token="p"),
    Member("rover", "Rover", "R", "vehicle", Mover(vehicle="cart_or_wagon")),
)
"""Those whom the examples name: they are on the board with wolves a to g and an ogre."""
OF_THE_MOMENT = {
    "no_such_encounter", "no_map", "pending", "not_waiting", "not_dying", "no_condition",
    "not_helpless", "no_door", "not_prone", "hidden_already", "not_spent", "offmap", "too_far_off",
    "in_the_open", "out_of_reach",
}  # fmt: skip
"""Refusals that are about what happens just now, not about the system or the word."""


def refusals(read: Callable[[str], object], words: Iterable[str]) -> dict[str, str]:
    """Return the words that are refused, and what is said of them."""
    found = {}
    for word in words:
        try:
            read(word)
        except Refusal as refused:
            if refused.code not in OF_THE_MOMENT:
                found[word] = f"{refused.code}: {say(refused.message)}"
    return found


def skirmish(system: str) -> tuple[State, Assets]:
    """A fight of those whom the examples name."""
    wolves = [replace(WOLF, id=f"wolf-{sign}", token=sign) for sign in "abcfg"]
    ogre = replace(WOLF, id="ogre", name="Ogre", token="d")
    places = {one.id: f"{column}2" for one, column in zip(wolves, "CEGIK", strict=True)}
    members = [replace(one, sheet=HERO.sheet) for one in MARCHERS]
    places |= {one.id: f"{column}8" for one, column in zip(members, "BDFHJL", strict=True)}
    return fight(OPEN, *members, *wolves, ogre, at={**places, "ogre": "B7"}, system=system)


# the command line


@pytest.mark.parametrize("words", [ENCOUNTER_WORDS, JourneyScreen.WORDS], ids=["fight", "road"])
@pytest.mark.parametrize("system", PACKAGED)
def test_the_example_of_each_word_of_the_line_is_read_and_done(
    system: str, words: dict[str, TypedWord]
) -> None:
    state, assets = skirmish(system)
    shown = Shown("", listed_conditions(assets.rules.combat), assets.rules)

    def perform(line: str) -> None:
        parsed = parse(line, words, state, shown)
        if not isinstance(parsed, Act):
            decide(parsed, state, assets, {})

    lines = [example for _, example, _ in list_words(words, assets.rules)]
    assert refusals(perform, lines) == {}


@pytest.mark.parametrize("system", PACKAGED)
def test_the_words_that_are_completed_and_listed_behind_a_word_are_read(system: str) -> None:
    """Conditions by slug and name, ground, light, gravity, wind, actions, boats, attack words."""
    state, assets = skirmish(system)
    rules = assets.rules
    combat = rules.combat
    conditions = listed_conditions(combat)
    shown = Shown("", conditions, rules)

    def perform(line: str) -> None:
        parsed = parse(line, ENCOUNTER_WORDS, state, shown)
        assert not isinstance(parsed, Act)
        decide(parsed, state, assets, {})

    names = condition_names(assets)
    lines = [f"condition {name} h" for name in (*conditions, *names, *names.values())]
    lines += [f"paint {kind} B5:6" for kind in combat.ground]
    lines += [f"paint {row.name_in()} B5:6" for row in combat.ground.values()]
    lines += [f"light {light}" for light in LIGHTS]
    lines += [f"gravity {gravity}" for gravity in GRAVITIES]
    lines += [f"wind {direction}" for direction in (*DIRECTIONS, "off")]
    lines += [f"spend h {action}" for action in action_words(rules)]
    lines += [f"boat {row.value}" for row in boat_rows(rules)]
    lines += [f"pace {pace}" for pace in paces_of(rules)]
    assert refusals(perform, lines) == {}


@pytest.mark.parametrize("system", PACKAGED)
def test_the_words_of_an_attack_that_are_completed_change_something(system: str) -> None:
    rules = packaged(system)
    words = set(known_words(rules))
    others = [word for word in KNOWN if word not in words]
    step = "20" if rules.combat.blows.miss_die == "d20" else "30"
    lines = [f"{word} {step}" if word == "miss" else word for word in words]
    assert refusals(lambda line: read_attack_words(line.split(), rules), lines) == {}
    assert refusals(lambda line: read_attack_words([line], rules), others).keys() == set(others)


@pytest.mark.parametrize("system", PACKAGED)
def test_the_words_of_legs_are_read_and_travelled(system: str) -> None:
    rules = packaged(system)
    state = State(members=MARCHERS[:1])
    travelling = Assets(rules)

    def travel(word: str) -> None:
        for leg in legs(f"9 {word}", rules):
            refuse_leg(leg, state, travelling)

    ways = [f"plains {way}" for way in rules.ways]
    assert refusals(travel, (*rules.terrain, *ways, *paces_of(rules))) == {}


# menus

POND = "\n".join(("." * 16, "." * 16, "~" * 16))


@pytest.mark.parametrize("system", PACKAGED)
def test_the_ways_of_moving_that_p_offers_are_ways_to_move(system: str) -> None:
    """Given a bird beside deep water; a charge has to have a target."""
    bird = replace(BIRD, side="party")
    state, assets = fight(POND, bird, at={"bird": "C2"}, system=system)
    small_step = assets.rules.combat.mechanisms.small_step
    deeds: dict[str, Command] = {
        "stand": Stand("bird"),
        "down": Stand("bird", True),
        "fall": Fall("bird", 1, deliberate=True),
        "leave": Move("bird", OFF),
        "step": Move("bird", "D2", action=small_step),
        "safe": Move("bird", "D2", safe=True),
        "tumble": Move("bird", "D2", tumble=True),
        "squeeze": Move("bird", "D2", squeeze=True),
        "climb": Move("bird", "D2", mode="climb"),
        "swim": Move("bird", "C3", mode="swim"),
    }

    def move(way: str) -> None:
        plain = Move("bird", "F2", action=ACTIONS.get(way, "move"), mode=MODES.get(way, "walk"))
        decide(deeds.get(way, plain), state, assets, {})

    offered = offer_ways(assets.rules, lies=False, springs=False, speeds=("fly",))
    assert refusals(move, (choice.id for choice in offered if choice.id != "charge")) == {}


# the form of a member

POWERED = ("Light vehicle", "Large vehicle")
"""Names of rows to pick that are no words by themselves: their lines have a pace."""


@pytest.mark.parametrize("units", ["metric", "imperial"])
@pytest.mark.parametrize("system", PACKAGED)
def test_the_examples_of_a_form_are_read(system: str, units: Units) -> None:
    set_units(units)
    rules = packaged(system)
    form = SheetForm(replace(blank(rules), name="Ann"), State(), Assets(rules))
    written = form.written()
    for line in ("moves", "ac", "speeds", "traits", "counters"):
        for example in example_lines(rules, line):
            assert form.wrong_on(line, written | {line: example}) is None, (line, example)
    for example in example_lines(rules, "attacks"):
        assert form.wrong_on("attack-1", written | {"attack-1": example}) is None, example
    mule = written | {"moves": "light horse", "role": "mount"}
    assert form.wrong_on("load", mule | {"load": example_lines(rules, "load")[-1]}) is None
    for size in ("M", "L long reach 2 space 3", "L reach 10 ft"):
        assert form.wrong_on("size", written | {"size": size}) is None


@pytest.mark.parametrize("system", PACKAGED)
def test_the_rows_that_a_form_offers_are_read_by_value_and_by_name(system: str) -> None:
    rules = packaged(system)
    form = SheetForm(replace(blank(rules), name="Ann"), State(), Assets(rules))
    written = form.written()
    for line in form_lines(form.member, rules):
        for row in pick_rows(line, form.state, rules):
            for text in (row.value, row.name):
                if text not in POWERED:
                    assert form.wrong_on(line, written | {line: text}) is None, (line, text)


# lines of heroes and creatures


@pytest.mark.parametrize("system", PACKAGED)
def test_the_words_of_a_heros_line_are_read(system: str) -> None:
    rules = packaged(system)
    assets = Assets(rules)

    def read(line: str) -> None:
        read_heroes(line, State(), assets)

    lines = [f"Ann {word} speed9m hp10" for word in words_of(rules)]
    lines += [line for key in ("hero", "hero_imperial") for line in rules.examples.get(key, ())]
    lines += [f"Ann speed9m {example_lines(rules, 'figures')[0]}"]
    lines += [f"Ann speed9m hp10; {attack}" for attack in example_lines(rules, "attacks")]
    assert refusals(read, lines) == {}


@pytest.mark.parametrize("system", PACKAGED)
def test_the_creatures_that_are_listed_are_added(system: str) -> None:
    rules = packaged(system)
    words = creature_words(rules)
    here = library(rules)
    lines = [f"2 {beast.name()}" for beast in packaged_beasts(system)]
    lines += ["bandit x4 hp11 ac14 +3 1d6+1"]
    assert refusals(lambda line: here.asked(adding(line, words)), lines) == {}


# sentences

LINE = re.compile(r"(?<![\w{}]):(?P<word>[a-z]+)(?P<rest>(?: [\w{}]+)*)")
"""A line of a sentence: "type :place h k9"."""
QUOTED = re.compile(r'"[^"\n]*(?<![\w{}]):[a-z]')
"""What a module has that names a line in a text: no other needs to be parsed."""
EXAMPLE = re.compile(r"(?:as in|like|first|dice|falls|[Tt]ype):?,? :(?P<line>[a-z][\w: ]*\w)[.,;)]")
"""A whole line of a sentence, to be typed as it is."""


@cache
def sentences() -> tuple[str, ...]:
    """Return the texts for people in the source."""
    paths = (path for root in ("core", "saves", "tui") for path in sorted(Path(root).rglob("*.py")))
    modules = (path.read_text("utf-8") for path in paths)
    naming = (module for module in modules if QUOTED.search(module))
    found = (text for module in naming for text in texts(ast.walk(ast.parse(module))))
    return tuple(
        text.value
        for text in found
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    )


def test_each_word_of_the_line_that_a_sentence_names_is_one() -> None:
    screens = (EncounterScreen, JourneyScreen, PartyScreen, SessionsScreen)
    words = {word for screen in screens for word in screen.WORDS}
    named = {found["word"] for text in sentences() for found in LINE.finditer(text)}
    assert len(named) > 30
    assert named - words == set()


@pytest.mark.parametrize("system", PACKAGED)
def test_the_lines_that_sentences_say_to_type_are_read(system: str) -> None:
    """Given each ":place h k9" of a sentence, then the line of the fight or of the road has it."""
    state, assets = skirmish(system)
    shown = Shown("", listed_conditions(assets.rules.combat), assets.rules)
    examples = {found["line"] for text in sentences() for found in EXAMPLE.finditer(text)}
    words = {**SessionsScreen.WORDS, **JourneyScreen.WORDS, **ENCOUNTER_WORDS}
    lines = [line for line in examples if line.split()[0] in words]
    assert len(lines) > 10
    assert refusals(lambda line: parse(line, words, state, shown), lines) == {}
