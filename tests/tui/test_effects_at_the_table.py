"""Effects typed at the table: the line of the picker and `:effect`, and what is kept for good."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.effects.effect import Effect, KnownEffect
from core.messages import Refusal
from core.play.facts.encounter import Lasting, Until
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.state import Assets, State
from core.play.union import evolve_all
from core.values import replace
from saves.library.effect_library import (
    effects_for,
    keep_effect,
    kept_effects,
    kept_file,
    known_effects,
)
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import refusal_code, when
from tests.tui.fight_parties import PARTY, STATE
from tui.kit.phrases import say
from tui.play.command_line.effect_words import duration_by_level, read_level
from tui.play.command_line.fight_words import FIGHT
from tui.play.command_line.typed_line import Act, Shown, TypedLine
from tui.play.table.condition_picker import Picking
from tui.play.timers import timers_like_effects

RULES = packaged("pf1")
SONG = Effect(name="song", changes=("attack +1 competence", "damage +1 competence"))
BLESS = Effect(
    name="bless",
    changes=("attack +1 morale", "saves +1 morale fear"),
    lasts="1 min a level",
    source="open rules, Bless",
)
BARKSKIN = Effect(
    name="barkskin", changes=("ac +value natural armor",), value=2, source="open rules, Barkskin"
)
LIBRARY = {effect.name: effect for effect in (BLESS, BARKSKIN)}


def picking(who: tuple[str, ...] = ("harsk", "tam"), state: State = STATE) -> Picking:
    """The picker for these heroes, with a small library."""
    return Picking(state, who, {"shaken": "shaken"}, library=LIBRARY, types=RULES.combat.bonuses)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (
            "song attack +1 competence, damage +1 competence; 5m",
            SetCondition(("harsk", "tam"), "song", hours=Fraction(1, 12), effect=SONG),
        ),
        ("ble; 7", SetCondition(("harsk", "tam"), "bless", 7, effect=BLESS)),
        ("ble 7", SetCondition(("harsk", "tam"), "bless", 7, effect=BLESS)),
        ("bark", SetCondition(("harsk", "tam"), "barkskin", value=2, effect=BARKSKIN)),
        ("bark =4", SetCondition(("harsk", "tam"), "barkskin", value=4, effect=BARKSKIN)),
        ("sha; 3 T", SetCondition(("tam",), "shaken", 3)),
        (
            "cursed will -2; 1h T",
            SetCondition(
                ("tam",),
                "cursed",
                hours=Fraction(1),
                effect=Effect(name="cursed", changes=("will -2",)),
            ),
        ),
    ],
)
def test_the_line_has_the_effect_then_who_and_how_long(typed: str, wanted: SetCondition) -> None:
    """Given a typed line, then one command for all the marked, or for those named."""
    assert picking().command(typed) == wanted
    assert say(picking().would(typed)).startswith("Enter: ")


def test_a_wrong_word_is_said_while_it_is_typed() -> None:
    """Given a figure that is none, then the line says which word, and Enter does nothing."""
    assert "attak" in say(picking().would("song attak +1"))
    assert picking().rows("song attak +1") == ()
    with pytest.raises(Refusal) as refusal:
        picking().command("song attak +1")
    assert refusal.value.code == "unknown_figure"


def test_what_all_have_ends_when_it_is_picked_again() -> None:
    """Given a bless on both, then picking it ends it; with a new duration it goes on."""
    blessed = tuple(
        replace(member, lasting=(Lasting("bless", effect="bless#1"),)) for member in PARTY
    )
    state = replace(STATE, members=blessed)
    assert picking(state=state).command("bless") == ClearCondition(("harsk", "tam"), "bless")
    again = picking(state=state).command("bless; 9")
    assert isinstance(again, SetCondition)
    assert again.rounds == 9


def test_rows_say_the_figures() -> None:
    """Given letters of an effect, then its row has its figures and how long it lasts."""
    (row,) = picking().rows("ble")
    assert row.figures == "attack +1 morale, saves +1 morale fear (1 min a level)"


@pytest.mark.parametrize(
    ("typed", "rounds", "hours"),
    [("5", None, Fraction(1, 12)), ("5m", None, Fraction(1, 12)), ("3r", 3, None)],
)
def test_a_level_or_a_time_says_how_long(
    typed: str, rounds: int | None, hours: Fraction | None
) -> None:
    """Given one minute a level, then level 5 is five minutes; a duration is taken as it is."""
    by_level = duration_by_level(BLESS.lasts)
    assert by_level is not None
    command = read_level(typed, SetCondition(("tam",), "bless", effect=BLESS), by_level)
    assert (command.rounds, command.hours) == (rounds, hours)


def line_of(text: str, state: State = STATE) -> object:
    """What `:` reads of a line."""
    word, _, rest = text.partition(" ")
    shown = Shown(rules=RULES, effects=lambda: LIBRARY)
    return FIGHT[word].read(TypedLine(rest, FIGHT[word].example, state, shown))


def test_the_effect_line_names_a_known_one_or_types_its_figures() -> None:
    """Given `:effect`, then a name of the library or figures; without who it is refused."""
    assert line_of("effect bless T") == SetCondition(("tam",), "bless", effect=BLESS)
    assert line_of("effect bless; 5 T") == SetCondition(("tam",), "bless", 5, effect=BLESS)
    typed = line_of("effect song attack +1 competence, damage +1 competence; T")
    assert typed == SetCondition(("tam",), "song", effect=SONG)
    for text, code in (("effect bles; T", "unknown_effect"), ("effect bless", "nobody_named")):
        with pytest.raises(Refusal) as refusal:
            line_of(text)
        assert refusal.value.code == code


def test_a_timer_called_like_an_effect_stays_one_until_it_is_given_figures() -> None:
    """Given old timers named bless, then they are found, and `:effect bless` gives figures."""
    timer = Lasting("Bless", Until("turn_start", who="tam", round=4))
    members = tuple(
        replace(member, lasting=(timer,)) if member.id in ("harsk", "tam") else member
        for member in STATE.members
    )
    state = replace(STATE, members=members)
    assert list(timers_like_effects(state, RULES)) == ["Bless"]

    command = line_of("effect bless", state)

    assert command == SetCondition(("harsk", "tam"), "Bless", effect=BLESS, keeps=True)
    given = evolve_all(state, when(command, state, {}, Assets(RULES)).events)
    tam = given.member("tam")
    assert tam is not None
    assert tam.lasting == (replace(timer, effect="bless#1"),)
    assert timers_like_effects(given, RULES) == {}
    assert refusal_code(replace(command, who=("valeria",)), state, Assets(RULES)) == "no_timer"


def test_clear_without_names_ends_it_for_all_who_have_it() -> None:
    """Given a song on two, then `:clear song` ends it on both, `:clear song T` on one."""
    song = (Lasting("song", effect="song#1"),)
    members = tuple(
        replace(member, lasting=song) if member.id in ("harsk", "tam") else member
        for member in STATE.members
    )
    state = replace(STATE, members=members)
    assert line_of("clear song", state) == ClearCondition(("harsk", "tam"), "song")
    assert line_of("clear song T", state) == ClearCondition(("tam",), "song")


def test_a_kept_effect_is_known_in_all_campaigns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a typed song that is kept, then another campaign finds it; a broken file is named."""
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path))
    state = replace(STATE, effects=(KnownEffect("song#1", SONG),))
    kept = line_of("effect keep song", state)
    assert isinstance(kept, Act)
    assert kept.values == (SONG,)
    keep_effect(SONG)
    keep_effect(replace(BARKSKIN, name='bark "skin"', note="ä"))
    keep_effect(replace(SONG, changes=("will +1",)))

    assert {effect.name for effect in kept_effects()} == {"song", 'bark "skin"'}
    assert known_effects(STATE, RULES)["song"].changes == ("will +1",)
    assert known_effects(state, RULES)["song"] == SONG

    kept_file().write_text('[[effects]]\nname = "x"\nchanges = ["attak +1"]\n', "utf-8")
    with pytest.raises(Refusal) as refusal:
        kept_effects()
    assert "attak" in say(refusal.value.message)


@pytest.mark.parametrize("system", PACKAGED)
def test_every_effect_of_the_library_is_one_of_its_system(system: str) -> None:
    """Given the effects that come with Outrider, then each line has a bonus type of the system."""
    rules = packaged(system)
    names = [effect.name for effect in effects_for(rules)]
    assert len(names) == len(set(names))
    laid = rules.with_effects(KnownEffect(effect.name, effect) for effect in effects_for(rules))
    for effect in effects_for(rules):
        assert effect.source
        assert effect.name not in rules.combat.conditions
        for change in effect.parsed:
            assert change.type in ("", *rules.combat.bonuses), effect.name
            assert change.by_value == bool(effect.value) or not change.by_value
        assert laid.combat.rows[effect.name].name_in() == effect.name
