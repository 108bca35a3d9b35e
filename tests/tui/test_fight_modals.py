"""The picker of conditions and the page that ends a fight, driven by keys."""

from __future__ import annotations

from fractions import Fraction

import pytest
from textual.widgets import Static

from core.calendars import Instant
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting
from core.play.facts.fight.setup.commands import Hide
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import EndEncounter
from core.play.facts.state import Fighting, Member, State
from core.play.facts.table.commands import Rule
from core.play.resolution import Decided
from core.play.union import Assets, decide
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.fights import fight_world
from tests.themed import Themed
from tests.tui.fight_parties import PARTY, STATE
from tests.tui.views import row_of
from tui.kit.lines_view import text_of
from tui.kit.modal import Modal
from tui.kit.phrases import say
from tui.kit.pick_list import Picks
from tui.play.encounters.encounter_end import (
    EndEncounterDialog,
    carried_home,
    commands,
    ending,
    homeward,
    offers,
    points_left,
    written,
)
from tui.play.table.condition_effects import describe_conditions
from tui.play.table.condition_picker import Conditions, Picking, condition_names, recent

NAMES = {
    "dying": "dying",
    "flat_footed": "flat-footed",
    "prone": "prone",
    "shaken": "shaken",
    "stunned": "stunned",
}
SHAKEN = SetCondition((), "shaken", 3)
TORCH = SetCondition((), "torch", hours=Fraction(1))
PRONE = tuple(replace(m, lasting=(Lasting("prone"),)) if m.id == "tam" else m for m in PARTY)
LYING = replace(STATE, members=PRONE)


def picking(who: tuple[str, ...] = ("harsk", "tam"), state: State = LYING) -> Picking:
    return Picking(state, who, NAMES, (SHAKEN, TORCH))


@pytest.mark.parametrize(
    ("who", "typed", "wanted"),
    [
        ("harsk", "pro", SetCondition(("harsk",), "prone")),
        ("tam", "pro", ClearCondition(("tam",), "prone")),
        ("tam", "pro 3", SetCondition(("tam",), "prone", 3)),
        ("harsk", "sha 3", SetCondition(("harsk",), "shaken", 3)),
        ("harsk", "sha >O", SetCondition(("harsk",), "shaken", of="ogre")),
        ("harsk", "foot 5m", SetCondition(("harsk",), "flat_footed", hours=Fraction(1, 12))),
        ("harsk", "dying =2", SetCondition(("harsk",), "dying", value=2)),
        ("harsk", "", SetCondition(("harsk",), "shaken", 3)),
        ("harsk", "5", SetCondition(("harsk",), "shaken", 5)),
        ("harsk", "mage armour 1h", SetCondition(("harsk",), "mage armour", hours=Fraction(1))),
    ],
)
def test_a_few_letters_pick_a_condition(who: str, typed: str, wanted: object) -> None:
    """Given letters and a duration, then the condition; the same again takes it away."""
    assert picking((who,)).command(typed) == wanted
    assert say(picking((who,)).would(typed)).startswith("Enter: ")


def test_dead_is_picked_again_to_bring_the_dead_back() -> None:
    """Given a dead hero, then the condition dead ends on him as one that he has."""
    died = tuple(replace(m, dead=True) if m.id == "tam" else m for m in PARTY)
    names = {"dead": "dead"}
    found = Picking(replace(STATE, members=died), ("tam",), names).command("dead")
    assert found == ClearCondition(("tam",), "dead")


@pytest.mark.parametrize("system", ["pf1", "dnd35", "pf2", "sf"])
def test_conditions_come_before_what_creatures_are_or_can(system: str) -> None:
    """Given a rule system, then darkvision and its like are the last of the list."""
    slugs = list(condition_names(Assets(packaged(system))))
    rows = packaged(system).combat.conditions
    traits = [rows[slug].trait for slug in slugs]
    assert traits == sorted(traits)
    assert not rows["prone"].trait
    assert rows["darkvision"].trait


def test_picks_are_filtered_and_the_last_are_on_top() -> None:
    assert [pick.name for pick in picking().picks("")][:3] == ["shaken", "torch", "dying"]
    assert [pick.name for pick in picking().picks("s 3")] == ["shaken", "stunned"]
    assert [pick.name for pick in picking().picks("un")] == ["stunned"]
    assert picking().picks("xyz") == ()
    with pytest.raises(Refusal) as refused:
        picking(()).command("pro")
    assert refused.value.code == "nobody_named"


def test_the_last_conditions_come_from_the_log() -> None:
    """Given four that were set, one undone and one twice, then the newest of the others."""
    shaken = replace(SHAKEN, who=("harsk",))
    prone = SetCondition(("tam",), "prone")
    undone = replace(row_of(TORCH), undone=True)
    log = [row_of(prone), row_of(shaken), undone, row_of(replace(shaken, who=()))]
    assert recent(log) == (SHAKEN, SetCondition((), "prone"))


def test_the_names_are_those_of_the_ruleset() -> None:
    names = condition_names(Assets(packaged("pf1")))
    assert names["flat_footed"] == "flat-footed"
    assert "flanking" not in names


@pytest.mark.parametrize(
    ("system", "condition", "does"),
    [
        ("pf1", "prone", "attack -4 (+0 ranged), AC -4 (+4 ranged)"),
        ("pf1", "fatigued", "Str -2, Dex -2, no run, no charge"),
        ("pf1", "shaken", "attack -2, saves -2, checks -2"),
        ("pf1", "exhausted", "Str -6, Dex -6, half speed, no run, no charge"),
        ("pf1", "nauseated", "a move action alone"),
        ("pf1", "staggered", "one action a turn"),
        ("pf1", "hasted", "attack +1, AC +1, Reflex +1, speed +9 m"),
        ("dnd35", "dazzled", "attack -1, spot -1, search -1"),
        ("sf", "cowering", "threatens nobody, cannot act, flat-footed"),
        ("sf", "deafened", "initiative -4, Perception -4 (opposed)"),
        ("sf", "overburdened", "Dex to AC +0 at most, speed 1.5 m, Str checks -5, Dex checks -5"),
        ("pf2", "sluggish", "AC -n, attack -n, Reflex -n, Dex checks -n"),
        ("pf2", "petrified", "AC 9, AC touch 5, threatens nobody, cannot act, cannot move"),
        ("pf2", "slowed", "actions -n"),
        ("pf2", "hampered", "speed -n ft"),
    ],
)
def test_what_a_condition_does_stands_beside_it(system: str, condition: str, does: str) -> None:
    assert describe_conditions(Assets(packaged(system)))[condition] == does


class Table(Themed):
    """Holds modals."""


def shown(modal: Modal[object] | Conditions | EndEncounterDialog) -> str:
    return "\n".join(str(each.render()) for each in modal.query(Static))


async def test_the_picker_by_keys() -> None:
    """Given the picker, when letters and Enter are typed, then it answers; Tab picks the next."""
    async with Table().run_test(size=(80, 24)) as pilot:
        found: list[object] = []
        await pilot.app.push_screen(Conditions(picking(("tam",))), found.append)
        modal = pilot.app.screen
        assert isinstance(modal, Conditions)
        rows = modal.query_one(Picks).as_text().splitlines()
        assert [row.split() for row in rows[:2]] == [
            [">", "shaken", "again:", "3", "rounds"],
            ["torch", "again:", "1", "h"],
        ]
        assert any(" *prone" in row for row in rows)
        assert all(len(row) <= 76 for row in rows)
        await pilot.press("s", "tab", "space", "4")
        assert "Enter: stunned on T, 4 rounds" in shown(modal)
        await pilot.press("enter")
        await pilot.app.push_screen(Conditions(picking(("tam",))), found.append)
        await pilot.press("p", "r", "o", "enter")
        await pilot.app.push_screen(Conditions(picking(("tam",))), found.append)
        await pilot.press("s", "space", ">", "z", "enter")
        assert "Nobody here is called z" in shown(pilot.app.screen)  # type: ignore[arg-type]
        await pilot.press("escape")
        await pilot.pause()
    assert found == [SetCondition(("tam",), "stunned", 4), ClearCondition(("tam",), "prone"), None]


def test_a_long_list_keeps_what_is_picked_in_view() -> None:
    many = Picking(STATE, ("tam",), {f"row{n:02}": f"row {n:02}" for n in range(60)})
    pane = Picks(12)
    pane.show(many.rows(""), 50)
    text = text_of(pane.lines(72))
    assert ">" in text
    assert "row 50" in text
    assert len(text.splitlines()) <= 13


HURT = (
    Member("harsk", "Harsk", "H", hp=38, damage=3, nonlethal=3),
    Member(
        "tam",
        "Tam",
        "T",
        hp=22,
        damage=6,
        temporary=5,
        lasting=(Lasting("shaken"), Lasting("mage armour")),
    ),
    Member("pony", "Pony", "p", role="mount", hp=13, damage=20, dead=True),
    Member("valeria", "Valeria", "V", hp=31),
)
OVER = State(
    members=HURT,
    encounters=(
        Encounter(
            "ford",
            "Ambush",
            "f" * 64,
            foes=(Foe("wolf", "Wolf", "a"),),
            figures=(Figure("harsk", "A1"), Figure("wolf", "B1")),
        ),
    ),
    pending=Fighting("Ambush", Instant(0, Fraction(8)), Fraction(5), encounter="ford"),
)


RULES = packaged("pf1")


def test_what_goes_back_to_the_road() -> None:
    """Given a fight, then a line for each who was in it or is hurt, as it stands."""
    assert [(m.token, points_left(m, RULES), written(m, RULES)) for m in homeward(OVER)] == [
        ("H", "35/38", "3 3n"),
        ("T", "16/22", "6 5t shaken mage-armour"),
        ("p", "-7/13", "20 dead"),
    ]
    dying = Member("harsk", "Harsk", "H", hp=38, damage=40)
    assert points_left(dying, RULES) == "-2/38 dying"
    unchanged = {member.id: written(member, RULES) for member in HURT}
    assert commands(OVER, unchanged, "", RULES) == (EndEncounter(0),)


def test_each_line_can_be_mended() -> None:
    """Given other numbers and words, then a ruling for each that differs, and the end."""
    texts = {"harsk": "1, 3n prone", "tam": "6 shaken", "pony": "12 stable"}
    why = "the end of the fight"
    assert commands(OVER, texts, "10", RULES) == (
        Rule("damage", "1", "harsk", why),
        SetCondition(("harsk",), "prone"),
        Rule("temporary", "0", "tam", why),
        ClearCondition(("tam",), "mage armour"),
        Rule("damage", "12", "pony", why),
        Rule("dead", "no", "pony", why),
        Rule("stable", "yes", "pony", why),
        EndEncounter(10),
    )
    for text in ("3x", "3 4", "-3"):
        with pytest.raises(Refusal) as refused:
            commands(OVER, {"harsk": text}, "0", RULES)
        assert refused.value.code == "bad_line"


def test_pf2_the_page_at_the_end_of_a_fight_offers_no_nonlethal_points() -> None:
    """Nonlethal blows of the playtest knock out and leave no points; old ones can be mended."""
    pf2 = packaged("pf2")
    assert "nonlethal" in say(offers(RULES))
    assert "nonlethal" not in say(offers(pf2))
    with pytest.raises(Refusal) as refused:
        commands(OVER, {"tam": "6 3n"}, "0", pf2)
    assert say(refused.value.message) == (
        "Tam: '3n' is not a number of points. Write 7 or 5t (temporary)."
    )
    assert commands(OVER, {"harsk": "3 2n"}, "0", pf2)[0] == (
        Rule("nonlethal", "2", "harsk", "the end of the fight")
    )


async def test_the_page_that_ends_a_fight_by_keys() -> None:
    """Given the page, when nonsense is typed, it is refused; mended, Enter ends the fight."""
    async with Table().run_test(size=(80, 24)) as pilot:
        found: list[object] = []
        await pilot.app.push_screen(EndEncounterDialog(OVER, RULES), found.append)
        modal = pilot.app.screen
        assert isinstance(modal, EndEncounterDialog)
        assert "Ambush: what goes back to the road" in shown(modal)
        await pilot.press("1", "up", "end", "space", "9", "x", "enter")
        assert "Pony: '9x' is not a number of points" in shown(modal)
        await pilot.press("backspace", "backspace", "up", "home", "1", "enter")
        await pilot.app.push_screen(EndEncounterDialog(OVER, RULES), found.append)
        await pilot.press("escape")
        await pilot.pause()
    assert found == [(Rule("damage", "16", "tam", "the end of the fight"), EndEncounter(1)), None]


def test_what_was_of_the_fight_ends_with_it_unless_it_is_written() -> None:
    """Given Tam prone and shaken, then his line keeps shaken alone; who is out lies on."""
    lasting = tuple(map(Lasting, ("prone", "grappled", "shaken")))
    assert OVER.fight is not None
    figures = tuple(
        replace(one, readied="when it comes") if one.id == "harsk" else one
        for one in OVER.fight.figures
    )
    fight = replace(OVER.fight, figures=figures)
    others = tuple(one for one in OVER.encounters if one.id != fight.id)
    tripped = replace(
        OVER,
        encounters=(*others, fight),
        members=tuple(
            replace(one, lasting=lasting, damage=0) if one.id == "tam" else one
            for one in OVER.members
        ),
    )
    tam = next(one for one in tripped.members if one.id == "tam")
    line = written(carried_home(tam, RULES), RULES)
    assert line == "0 5t shaken"
    words = ending(tripped, RULES)
    assert words is not None
    assert say(words).startswith("ends with the fight: Harsk readied, Tam prone, grappled;")
    given = commands(tripped, {"tam": line}, "0", RULES)
    assert given[:-1] == (ClearCondition(("tam",), "prone"), ClearCondition(("tam",), "grappled"))
    assert commands(tripped, {"tam": written(tam, RULES)}, "0", RULES)[:-1] == ()
    down = replace(tam, damage=99)
    assert carried_home(down, RULES) == down


def test_who_stands_again_is_not_stable_on_the_page() -> None:
    """Given one who was stable and was healed above 0, then the line has no word, and no change."""
    (tam,) = (member for member in HURT if member.id == "tam")
    risen = replace(tam, damage=1, nonlethal=0, temporary=0, lasting=(), stable=True)
    fight = replace(OVER, members=(risen,))
    assert written(risen, RULES) == "1"
    assert commands(fight, {"tam": "2"}, "0", RULES)[:-1] == (
        Rule("damage", "2", "tam", "the end of the fight"),
    )


def test_what_the_page_asks_for_is_done() -> None:
    """Given mended lines, when their commands are performed, then the party is as they say."""
    state = replace(OVER, ruleset="f" * 64)
    texts = {"harsk": "1 prone", "tam": "6 2t shaken", "pony": "14 stable"}
    for command in commands(state, texts, "10", RULES):
        found = decide(command, state, fight_world(), {})
        assert isinstance(found, Decided)
        state = evolve_all(state, found.events)
    now = {member.id: written(member, RULES) for member in state.members}
    assert now["harsk"] == "1 prone"
    assert now["tam"] == "6 2t shaken"
    assert now["pony"] == "14 stable"
    assert state.pending is None
    assert state.clock == OVER.clock.after(Fraction(1, 6))


def test_creatures_are_hidden_while_the_encounter_is_prepared() -> None:
    """Given wolves that wait on a board, then c hides them, and there is nothing else to set."""
    wolf = Foe("wolf-9", "Wolf f", "f")
    waiting = Encounter("later", "Later", "b", foes=(wolf,), figures=(Figure("wolf-9", "B2"),))
    picks = Picking(STATE, ("wolf-9",), NAMES, encounter=waiting)
    assert picks.command("hid") == Hide("later", ("wolf-9",))
    assert say(picks.would("hid")) == "Enter: hide f"
    with pytest.raises(Refusal) as refused:
        picks.command("pro")
    assert refused.value.code == "not_begun"
    unseen = replace(waiting, figures=(Figure("wolf-9", "B2", hidden=True),))
    assert replace(picks, encounter=unseen).command("hid") == Hide("later", ("wolf-9",), False)
