"""From a fight to the rows of its panes: groups, states, tokens, cards; what the curtain hides."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rich.cells import cell_len

from core.combat.board.squares import Square, parse_square
from core.dice import Question
from core.messages import Message
from core.play.facts.encounter import Chase, Figure, Foe, Lasting, Runner, Slot, Until
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import letters
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.fight.turns.events import ConditionEnded, RoundBegan, TurnBegan
from core.play.facts.table.events import Damaged
from core.play.fight.turns.budget import ActionsLeft
from core.play.fight.turns.move_budget import MoveBudget
from core.play.fight.turns.narration import narrate_turns
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.fights import BITE, HARSK, OGRE, SOON, TAM, VALERIA, fight_world
from tests.tui.fight_views import FIGHT, FIGURES, SHAKEN, STATE, WOLVES, here, view
from tests.tui.views import actor_at, row_of
from tui.board.grid_ground import GROUND_WORDS
from tui.encounter.panes.fight_lines import OrderLine
from tui.encounter.panes.side_panes import CreaturePanel, CreatureRows, InitiativeList, OrderRows
from tui.encounter.panes.threat_panel import ThreatPanel, ThreatRows
from tui.encounter.present import cards, sights, states
from tui.encounter.present.battle import battle, seen
from tui.encounter.present.foresight import CursorQuery, foresee, left_words
from tui.encounter.present.routes import cost_words
from tui.encounter.present.states import ticking, together
from tui.encounter.pursuit import ladder
from tui.kit.lines_view import text_of, words
from tui.kit.looks import LINES, PLAIN, Look
from tui.kit.phrases import say, set_units
from tui.play.dice.tray_model import brief, dying_title
from tui.play.log.log_lines import weight
from tui.view import CampaignView

NOW = view()
PLACES = {
    "harsk": "F7",
    "valeria": "K4",
    "wolf-d": "J7",
    "wolf-a": "E6",
    "wolf-c": "E8",
    "wolf-b": "G2",
    "wolf-e": "A1",
}


def rows(found: tuple[OrderLine, ...], width: int, room: int = 0) -> list[str]:
    pane = InitiativeList()
    pane.shown = OrderRows(found, room)
    return text_of(pane.lines(width)).splitlines()


def test_the_order_of_a_fight_at_80_columns() -> None:
    """Given a fight, then each in order, a group in one row, and how everybody fares."""
    assert rows(states.order(here(NOW), ("ogre",)), 31) == [
        "init        hp    state",
        "  22 V   31/31  readied..",
        "  19 a   13/13",
        "  19 b-e  13x3, d 7 (V: all)",
        "  17 T   16/22  fly 3",
        "15.5>H   35/38  nl3",
        "  12 d*  30/30  Large r2",
        "   6 f-h  13x3  hidden",
    ]


@pytest.mark.parametrize(
    ("hp", "state", "shown"),
    [
        ("a 15, b 6, c -1", "c dying -1, c prone", "15 a-c  a 15, b 6, c -1  c dyi.."),
        ("I 22, t 19", "I rides t, t Large", "15 a-c  I 22, t 19  I rides t.."),
        ("-2x2, a 15", "b dying -2, c prone", "15 a-c  -2x2, a 15  b dying -2.."),
    ],
)
def test_the_hit_points_of_a_group_give_way_to_no_state(hp: str, state: str, shown: str) -> None:
    """Given 32 columns, then the points of all are there and the state is cut."""
    pane = InitiativeList()
    inside = (OrderLine("c", "", "c", "Bandit"),)
    row = OrderLine("pack", "15", "a-c", "Bandit", hp, state, inside=inside)
    pane.shown = OrderRows((row,))
    assert text_of(pane.lines(32)).splitlines()[1].strip() == shown


def test_the_order_of_a_fight_at_120_columns() -> None:
    set_units("imperial")
    told = rows(states.order(here(NOW)), 43)
    assert told[4] == "   19 c  Wolf     ##### 13/13   } one init,"
    assert told[7] == "   17 T  Tam      ####- 16/22  fly 3"
    assert told[1] == "   22 V  Valeria  ##### 31/31  readied.."
    assert told[-1] == "    6 f-h Wolf    ##### 13x3   hidden"


def test_who_has_no_initiative_yet_stands_below_with_its_group() -> None:
    """Given no order, then members one by one and the wolves of a group together."""
    found = states.order(here(view(replace(FIGHT, order=(), acting="", round=0))))
    assert [(row.sign, row.total) for row in found] == [
        ("H", ""),
        ("T", ""),
        ("V", ""),
        ("a-h", ""),
        ("d", ""),
    ]


def test_the_curtain_hides_hidden_creatures_points_and_readied_words() -> None:
    """Given the curtain, then no hidden wolf, no points of a foe, no word of what is readied."""
    found = states.order(here(NOW, True))
    text = "\n".join(rows(found, 43))
    assert "f-h" not in text
    assert "13" not in text
    assert "30" not in text
    assert "casts" not in text
    assert "31/31" in text
    drawn = states.tokens(here(NOW, True))
    assert {token.id for token in drawn} == {one.id for one in FIGURES if not one.hidden}
    assert {token.health for token in drawn} == {None}
    card = cards.card(here(NOW, True), "ogre")
    assert card is not None
    assert card.heads == ()
    assert cards.card(here(NOW, True), "wolf-f") is None


def test_the_gm_reads_that_a_creature_is_unseen_because_it_is_invisible() -> None:
    """Given an invisible ogre, then the GM's row and square say so, and players have neither."""
    foes = tuple(
        replace(foe, lasting=(Lasting("invisible"),)) if foe.id == "ogre" else foe
        for foe in FIGHT.foes
    )
    fight = replace(FIGHT, foes=foes)
    gm = here(view(fight))
    (token,) = [token for token in states.tokens(gm) if token.id == "ogre"]
    assert token.secret
    assert token.state == "?"
    (line,) = [row for row in states.order(gm) if row.key == "ogre"]
    assert "invisible" in line.state
    assert "unseen by party" in line.state

    players = here(view(fight), player_view=True)
    assert "ogre" not in [token.id for token in states.tokens(players)]
    assert "ogre" not in [row.key for row in states.order(players)]


def test_a_prepared_encounter_is_not_for_players() -> None:
    prepared = replace(FIGHT, status="prepared", order=(), acting="", round=0)
    there = view(prepared, pending=None)
    assert len(states.tokens(here(there, False, prepared))) == len(FIGURES)
    assert seen(there, True, prepared) is None
    assert seen(there) is None
    assert "Ambush" in str(sights.title(there, prepared, 120).left)
    assert "Ambush" not in str(sights.title(there, prepared, 120, player_view=True))


def test_behind_the_curtain_the_first_line_names_nobody_hidden_who_acts() -> None:
    acts = replace(FIGHT, acting="hidden")
    there = view(acts)
    assert "WOLF f-h to act" in str(sights.title(there, acts, 120).left)
    assert "to act" not in str(sights.title(there, acts, 120, player_view=True).left)
    assert "HARSK to act" in str(sights.title(NOW, FIGHT, 120, player_view=True).left)


@pytest.mark.parametrize(("wide", "words"), [(True, "round 1: surprise"), (False, "R1 surprise")])
def test_the_surprise_round_is_round_one(wide: bool, words: str) -> None:
    first = replace(FIGHT, round=1, surprise=True, chase=None)
    assert say(sights.stage(first, wide)) == words
    began = narrate_turns(RoundBegan(1, Fraction(0), surprise=True), NOW.state)
    assert say(began) == "round 1 begins: the surprise round"


def test_tokens_say_who_acts_is_marked_flies_hides_and_is_large() -> None:
    found = {token.id: token for token in states.tokens(here(NOW), ("wolf-a",))}
    harsk, tam, ogre, wolf = (found[id] for id in ("harsk", "tam", "ogre", "wolf-f"))
    assert (harsk.sign, harsk.acting, harsk.camp, str(harsk.at)) == ("H", True, "party", "F9")
    assert (tam.state, found["valeria"].state, wolf.state) == ("3", "'", "?")
    assert (ogre.side, ogre.inside, ogre.camp) == (2, "30", "foe")
    assert wolf.secret
    assert found["wolf-a"].marked


@pytest.mark.parametrize(
    ("change", "sign", "brief"),
    [
        ({"damage": 60}, "x", "dead"),
        ({"damage": 41}, "/", "dying -3"),
        ({"nonlethal": 40}, "/", "unconscious"),
        ({"lasting": (Lasting("prone"),)}, "_", "prone"),
        ({"temporary": 5}, "", "t5"),
        ({"lasting": (Lasting("frightened", value=2),)}, "'", "frightened 2"),
        ({"lasting": (SHAKEN,)}, "'", "shaken 1"),
        (
            {"lasting": (Lasting("shaken", Until("turn_start", who="ogre", round=3)),)},
            "'",
            "shaken >d",
        ),
        (
            {"lasting": (Lasting("shaken", Until("turn_end", who="tam", round=3)),)},
            "'",
            "shaken T>",
        ),
    ],
)
def test_one_sign_and_one_word_for_each_state(
    change: dict[str, object], sign: str, brief: str
) -> None:
    """Given a wound or condition of Harsk, then its sign on the grid and its word in the list."""
    harsk = replace(HARSK, **change)  # type: ignore[arg-type]
    if change.get("damage") == 60:
        harsk = replace(harsk, dead=True)
    now = view(members=(harsk, TAM, VALERIA))
    token = next(t for t in states.tokens(here(now)) if t.id == "harsk")
    row = next(r for r in states.order(here(now)) if r.key == "harsk")
    assert token.state == sign
    assert say(row.brief).startswith(brief)


def test_letters_and_points_of_a_group() -> None:
    assert letters("bcde") == "b-e"
    assert letters("acdeg") == "a,c-e,g"
    assert letters(("n", "p")) == "n-p"
    assert letters("m") == "m"
    pack = [
        Foe(f"w-{t}", "Wolf", t, hp=13, damage=d) for t, d in zip("bcde", (0, 0, 6, 0), strict=True)
    ]
    rules = packaged("pf1")
    assert together(pack, rules) == "13x3, d 7"
    assert together([replace(pack[0], dead=True), *pack[1:]], rules) == "13x2, d 7, 1 dead"
    assert together([replace(wolf, hp=None) for wolf in pack], rules) == ""


def test_players_read_only_the_part_of_a_move_that_is_told_whole_to_the_gm() -> None:
    """Given a move that went on, then players' log names no square where nobody saw it begin."""
    moved = Moved("harsk", ("F9", "G9", "H9"), 2, begins=False, leg=4)
    whole = Message("Harsk moves from F9 to H9, 2 squares, in all 4 squares from D9")
    entry = replace(row_of(Move("harsk", "H9"), moved), told=(whole,))
    (seen_entry,) = replace(NOW, entries=(entry,)).seen_entries
    assert [say(line) for line in seen_entry.told] == ["Harsk moves from F9 to H9, 2 squares"]


def test_a_group_is_called_by_its_kind() -> None:
    """Given Wolf a, Wolf b ..., then their row says Wolf."""
    wolves = tuple(replace(wolf, name=f"Wolf {wolf.token}") for wolf in WOLVES)
    found = states.order(here(view(replace(FIGHT, foes=(*wolves, OGRE)))))
    assert next(row for row in found if row.key == "pack").name == "Wolf"


def test_what_a_group_has_in_common_is_said_once() -> None:
    """Given one prone wolf of four, then its letter stands before the word."""
    wolves = tuple(
        replace(wolf, lasting=(Lasting("prone"),)) if wolf.token == "d" else wolf for wolf in WOLVES
    )
    found = states.order(here(view(replace(FIGHT, foes=(*wolves, OGRE)))))
    pack = next(row for row in found if row.key == "pack")
    assert pack.state == "d prone"


@pytest.mark.parametrize("look", [PLAIN, LINES])
def test_no_line_of_the_boards_legend_is_cut_at_120_columns(look: Look) -> None:
    """Given the 77 columns of a board beside the panes, then every sign has its whole word."""
    lines = sights.legend(look)
    assert len(lines) == 4
    assert max(map(cell_len, lines)) <= 77
    told = "  ".join(lines)
    for word in (*GROUND_WORDS.values(), "cursor", "party", "dead"):
        assert word in told


def test_in_an_encounter_that_is_over_nobody_acts() -> None:
    over = here(view(replace(FIGHT, status="over")))
    assert not any(line.acting for line in states.order(over))
    assert not any(token.acting for token in states.tokens(over))


def saddled(acting: str, room: int = 0) -> list[str]:
    """The order of a fight with two riders, whose mounts lie prone, at 80 columns."""
    mounts = {"harsk": "ogre", "wolf-a": "wolf-b"}
    figures = tuple(replace(one, mount=mounts.get(one.id, "")) for one in FIGHT.figures)
    prone = (Lasting("prone"),)
    foes = tuple(
        replace(one, lasting=prone) if one.id in mounts.values() else one for one in FIGHT.foes
    )
    order = (
        Slot("wolf-a", ("wolf-a", "wolf-b"), Fraction(19)),
        Slot("harsk", ("harsk", "ogre"), Fraction(15)),
        Slot("tam", ("tam",), Fraction(12)),
    )
    figures = tuple(one for one in figures if any(one.id in slot.who for slot in order))
    fight = replace(FIGHT, figures=figures, order=order, foes=foes, acting=acting)
    return rows(states.order(here(view(fight))), 31, room)


def test_rider_and_mount_have_a_line_each_at_80_columns() -> None:
    """Given riders, then points and states of both are there, and who rides whom is."""
    assert saddled("tam") == [
        "init      hp    state",
        "19 a   13/13  rides b",
        "19 b   13/13  prone",
        "15 H   35/38  nl3 rides d",
        "15 d   30/30  prone Large r2",
        "12>T   16/22  fly 3",
    ]


def test_riders_without_room_for_all_have_a_line_each_and_the_others_are_counted() -> None:
    assert saddled("wolf-a", 5) == [
        "init      hp    state",
        "19>a   13/13  rides b",
        "19>b   13/13  prone",
        "15 H   35/38  nl3 rides d",
        "... 2 after",
    ]


def test_the_square_under_the_cursor() -> None:
    """Given a square, then ground and light by name, who stands there and who is near."""
    found = cards.under(here(NOW), Square(1, 8), "harsk")
    assert found is not None
    assert (found.at, found.ground) == ("B9", "deep water, dim light, empty")
    assert say(found.near[0]) == "H: 4 squares"
    trees = cards.under(here(NOW), Square(5, 0))
    assert trees is not None
    assert trees.ground == "difficult terrain, fog, smoke, foliage, dim light, empty"
    there = cards.under(here(NOW), Square(14, 7), "harsk")
    assert there is not None
    assert there.who == ("d Ogre, 30/30, Large, reach 2",)
    assert cards.under(here(NOW), Square(900, 0)) is None


def test_a_stat_card_says_once_that_a_creature_is_small() -> None:
    """Given a small creature, then its size is beside its level, and not among its states."""
    small = replace(OGRE, sheet=replace(OGRE.sheet, size="S"))
    card = cards.card(here(view(replace(FIGHT, foes=(*WOLVES, small)))), "ogre")
    assert card is not None
    assert [words(item) for row in card.rows for item in row].count("Small") == 1


def test_a_stat_card_has_what_a_gm_asks() -> None:
    card = cards.card(here(NOW), "wolf-d")
    assert card is not None
    pane = CreaturePanel()
    pane.shown = CreatureRows(None, card)
    assert text_of(pane.lines(43)).splitlines() == [
        "d  Wolf",
        " AC 14  HP 7/13",
        " bite +2 1d6+1 nonlethal trip",
        " speed 15 m (10 sq)",
        " Medium  level 2",
        " Ref +5  init +2",
        " kind: wolf",
    ]
    set_units("imperial")
    imperial = cards.card(here(NOW), "wolf-d")
    pane.shown = CreatureRows(None, imperial)
    assert " speed 50 ft (10 sq)" in text_of(pane.lines(43))
    axe = cards.card(here(NOW), "harsk")
    assert axe is not None
    assert axe.rows[0][0] == "> dwarven waraxe +8/+3 1d10+4 +1d6 x3 trip"
    assert BITE.also == "trip"


def test_the_list_says_how_far_the_weapon_in_hand_reaches_and_who_is_away() -> None:
    """Given a spear that reaches two squares, then r2 is told only while it is in hand."""
    sheet = replace(VALERIA.sheet, attacks=(replace(BITE, reach=2), BITE))  # type: ignore[type-var]
    members = tuple(
        replace(one, sheet=sheet) if one.id == "valeria" else one for one in STATE.members
    )
    told = {}
    for weapon, at in ((0, "L9"), (1, "L9"), (1, "")):
        figures = (Figure("valeria", at, weapon=weapon), *FIGURES[:2], *FIGURES[3:])
        found = states.order(here(view(replace(FIGHT, figures=figures), members=members)))
        told[weapon, at] = next(row.brief for row in found if row.key == "valeria")
    assert told == {(0, "L9"): "shaken 1 r2", (1, "L9"): "shaken 1", (1, ""): "away shaken 1"}
    chase = Chase((Runner("tam", 24, 48),), (Runner("wolf-a", 40, 48),), 1)
    rows = {row.key: row.brief for row in states.order(here(view(replace(FIGHT, chase=chase))))}
    assert str(rows["tam"]).startswith("flees")
    assert str(rows["wolf-a"]).startswith("follows")


def test_the_ladder_of_a_chase_says_who_gains_on_whom() -> None:
    """Given 24 squares against 40 and a lead of 48, then three rounds (T-210); equals roll."""
    fast = Chase((Runner("tam", 24, 48, 10),), (Runner("wolf-a", 40, 48, 12),), 1)
    found = ladder(here(view(replace(FIGHT, chase=fast, acting="tam"))))
    assert found is not None
    assert [one.behind for one in found.runners] == [None, 48]
    assert say(found.runners[0].says) == "48 squares ahead; a catches up in 3 rounds"
    equal = replace(fast, pursuers=(Runner("wolf-a", 24, 48, 12),))
    told = ladder(here(view(replace(FIGHT, chase=equal, acting="tam"))))
    assert told is not None
    assert "Dexterity decides" in say(told.runners[0].says)
    assert ladder(here(NOW)) is None
    assert ladder(here(view(replace(FIGHT, chase=fast, acting="ogre")))) is None


@pytest.mark.parametrize(
    ("ruleset", "title"),
    [("pf2", "Tam is dying: recovery check"), ("pf1", "Tam is dying: to stabilise")],
)
def test_the_dice_of_the_dying_are_called_after_them(ruleset: str, title: str) -> None:
    """Whatever ended the turn before: a readied action, a command to end it."""
    label = Message("{who} is dying", who="Tam")
    check = Question("stabilise/ambush/round-2/tam", label, "tam", dc=11)
    other = Question("initiative/ambush/tam", Message("initiative"), "tam")
    rules = fight_world(ruleset).rules
    found = dying_title([check], rules, {})
    assert found is not None
    assert say(found) == title
    assert dying_title([check, other], rules, {}) is None
    assert dying_title([], rules, {}) is None


def test_what_ticks_says_whose_turn_ends_it() -> None:
    """Given a condition to the ogre's turn, a torch and a spell, then each with what is left."""
    lying = (
        Lasting("shaken", Until("turn_start", who="ogre", round=3), 0),
        Lasting("bless", Until("turn_start", who="valeria", round=7)),
        Lasting("torch", Until("clock", SOON.after(Fraction(1, 3)))),
        Lasting("haste", Until("turn_end", who="harsk", round=3)),
        Lasting("prone"),
    )
    now = view(members=(replace(HARSK, lasting=lying), TAM, VALERIA))
    told = {say(row.name): say(row.left) for row in ticking(here(now))}
    assert told == {
        "haste": "ends after H has acted",
        "shaken": "ends when d acts",
        "bless": "4 rounds, ends before V",
        "torch": "20 min",
    }
    first = next(ticking(here(now)))
    assert (say(first.name), first.sign, first.next) == ("haste", "H", True)
    assert say(first.brief) == "until H has acted"


def test_what_has_ended_is_told_for_that_turn() -> None:
    """Given a log whose last turn began with an end, then it is told; not once it lies again."""
    over = row_of(
        EndTurn(), ConditionEnded("harsk", "shaken", True), TurnBegan("harsk"), clock=SOON
    )
    before = replace(over, events=(ConditionEnded("tam", "prone", True), TurnBegan("tam")))
    now = replace(NOW, entries=(before, over))
    rows_ = [(say(row.name), row.sign) for row in ticking(here(now)) if row.ended]
    assert rows_ == [("shaken", "H")]
    undone = replace(NOW, entries=(before, replace(over, undone=True)))
    assert [row.sign for row in ticking(here(undone)) if row.ended] == ["T"]


def test_what_ended_before_the_fight_is_not_told_in_it() -> None:
    """Given a condition that ended days before, when no turn has begun, then nothing ended."""
    march = row_of(EndTurn(), ConditionEnded("harsk", "bless", True))
    now = replace(NOW, entries=(march,))
    assert not [row for row in ticking(here(now)) if row.ended]


@pytest.mark.parametrize(
    ("key", "follows", "wanted"),
    [
        ("attack/r1/harsk/1/confirm", "attack/r1/harsk/1", "crit?"),
        ("opportunity/r1/a/b/damage", "opportunity/r1/a/b", "dmg"),
        ("coup/r1/harsk/a/fortitude", "coup/r1/harsk/a/critical", "Fort"),
        ("fall/ambush/round-1/harsk", "", "the fall"),
        ("fall/ambush/round-1/harsk/nonlethal", "", "the fall, nonlethal"),
        ("initiative/ambush/harsk", "", "initiative"),
        ("march/day-1/hour-9/harsk/damage", "", "fails: takes damage"),
        ("halt/ford/harsk/damage", "halt/ford/harsk", ""),
    ],
)
def test_questions_of_a_fight_are_short_in_the_tray(key: str, follows: str, wanted: str) -> None:
    asked = Question(key, Message("Harsk Ironbrow attacks the wolf"), "harsk", follows=follows)
    assert say(brief(asked).label) == wanted


def test_multiplied_damage_says_how_often_in_the_tray() -> None:
    key = "attack/r1/harsk/1"
    asked = Question(f"{key}/damage", Message("damage"), "harsk", follows=key, times=2)
    assert say(brief(asked).label) == "dmg x2"


@pytest.mark.parametrize(
    ("dice", "dc", "wanted"),
    [
        ("d20", 5, "d20 misses below 5"),
        ("d%", 21, "d% misses below 21"),
    ],
)
def test_the_die_of_concealment_says_which_faces_miss(dice: str, dc: int, wanted: str) -> None:
    key = "attack/1/tam/wolf-1"
    asked = Question(f"{key}/miss", Message("miss"), "tam", dice=dice, dc=dc, follows=key)
    assert say(brief(asked).label) == wanted


CLOSE = replace(
    FIGHT,
    light="bright",
    figures=tuple(
        replace(figure, at=at) if (at := PLACES.get(figure.id)) else figure for figure in FIGURES
    ),
)


def threat(
    who: str, to: str, now: CampaignView, player_view: bool = False, width: int = 43
) -> list[str]:
    assert now.fight is not None
    pane = ThreatPanel()
    there = battle(now, now.fight, player_view)
    cursor = parse_square(to)
    query = CursorQuery(there, cursor, actor_at(there, cursor, who))
    pane.shown = ThreatRows(foresee(query).rows)
    return text_of(pane.lines(width)).splitlines()


def test_the_threat_cursor_says_what_decides() -> None:
    """Given Harsk between two wolves, then price, strikes, no safe way, attack, what is left."""
    rows_ = threat("harsk", "I7", view(CLOSE))
    assert rows_[:8] == [
        "Harsk  F7 to I7",
        " move action, walk         3 of 4 squares",
        "   G7 1   H7 1   I7 1      C-021",
        " ! leaving F7: a strikes   +2 vs 18  25 %",
        "               c strikes   +2 vs 18  25 %",
        "   hit at least once 44 %",
        " no path avoids both; 1.5 m step:",
        "   G6 G7 G8 free",
    ]
    assert " at I7  threatened by d; a no (4 sq)" in rows_
    assert " then attack d AC 14: +8 needs 6     75 %" in rows_
    assert rows_[-2].startswith(" left: standard or move, swift; no")


@pytest.mark.parametrize("name", ["prone", "blinded"])
def test_who_lies_or_does_not_see_its_way_is_offered_no_small_step(name: str) -> None:
    harsk = replace(HARSK, lasting=(Lasting(name),))
    rows_ = threat("harsk", "G7", view(CLOSE, members=(harsk, TAM, VALERIA)))
    assert any(row.startswith(" ! leaving F7") for row in rows_)
    assert " no path avoids it" in rows_
    assert not any("1.5 m step:" in row for row in rows_)


def test_flanks_and_a_safe_way_are_told() -> None:
    """Given Valeria beyond the wolf, then +2 by rule; given one wolf less, a way round it."""
    places = {"valeria": "L7", "wolf-a": "A1", "wolf-c": "H6"}
    figures = tuple(replace(f, at=places.get(f.id, f.at)) for f in CLOSE.figures)
    rows_ = threat("harsk", "I7", view(replace(CLOSE, figures=figures)))
    assert any(
        row.startswith(" at I7  flanks d with V") and row.endswith("+2   C-205") for row in rows_
    )
    assert any(" +2 needs 4" in row for row in rows_)
    assert any(row.startswith(" ! leaving") or row.startswith(" safe:") for row in rows_)


def test_an_enemy_that_stands_is_named_before_one_that_lies_there() -> None:
    figures = tuple(replace(f, at="I8") if f.id == "wolf-e" else f for f in CLOSE.figures)
    foes = tuple(
        replace(foe, damage=foe.hp + 3) if foe.id == "wolf-d" and foe.hp else foe
        for foe in CLOSE.foes
    )
    rows_ = threat("harsk", "I7", view(replace(CLOSE, figures=figures, foes=foes)))
    assert any(row.startswith(" then attack e ") for row in rows_)


def test_behind_the_curtain_no_chance_of_a_foe_is_told() -> None:
    rows_ = threat("harsk", "I7", view(CLOSE), player_view=True)
    told = " ".join(rows_)
    assert "25 %" not in told
    assert "44 %" not in told
    assert "AC 14" not in told
    assert "a strikes" in told
    assert "then attack" not in told, "nothing would follow"
    assert not any(sign in told for sign in ("f total", "f g h"))


def test_an_unknown_mover_has_no_panel_and_trouble_is_told() -> None:
    assert threat("nobody", "I7", view(CLOSE)) == []
    assert threat("harsk", "N1", view(CLOSE), width=31)[:2] == [
        "H  F7 to N1",
        "Harsk cannot enter N1:",
    ]


WHOLE_TURN = ActionsLeft(
    standard=True,
    move=True,
    full=True,
    step=True,
    swift=True,
    actions=0,
    squares=0,
    limited=False,
    receipts=(),
)
ONE_ACTION = replace(WHOLE_TURN, full=False)


@pytest.mark.parametrize(
    ("left", "full", "brief"),
    [
        (
            WHOLE_TURN,
            "full round, swift; 1.5 m step",
            "full round, 1.5 m step",
        ),
        (
            replace(ONE_ACTION, step=False),
            "standard or move, swift; no 1.5 m step",
            "standard/move, no step",
        ),
        (
            replace(ONE_ACTION, limited=True),
            "only standard or move, swift; 1.5 m step",
            "standard/move, 1.5 m step",
        ),
        (
            replace(ONE_ACTION, standard=False, move=False, step=False, swift=False, squares=2),
            "nothing; 2 squares of this move",
            "nothing",
        ),
        (
            replace(ONE_ACTION, swift=False, actions=2),
            "2 actions",
            "2 actions",
        ),
    ],
)
def test_what_is_left_of_a_turn_in_words(left: ActionsLeft, full: str, brief: str) -> None:
    assert left_words(left) == (full, brief)


def test_who_may_attack_once_in_a_whole_round_is_said_so() -> None:
    """Given a rider whose mount has moved, then there is no step, and one attack of the round."""
    left = replace(ONE_ACTION, full=True, step=False, swift=False)
    full, brief = left_words(left, one_attack=True)
    assert full == "full round, one attack; no 1.5 m step"
    assert brief == "full round, one attack, no step"


def test_in_a_narrow_log_an_attack_stands_before_its_damage() -> None:
    assert weight(
        Struck(
            by="h",
            at="d",
            attack="axe",
            outcome="hit",
            face=14,
            total=24,
            needed=4,
            ac=14,
            bonus=10,
        )
    ) == weight(Damaged(who="d", amount=6))


SEVEN_OF_A_STRIDE = MoveBudget("stride", 8, 2, True, leg=7, moves=1, packed=True)
SEVEN_OF_A_MOVE = MoveBudget("move", 8, 1, True, leg=7, moves=1)


@pytest.mark.parametrize(
    ("budget", "steps", "cost"),
    [
        (MoveBudget("stride", 8, 3, packed=True), (1, 1, 1), "3 of 8 squares"),
        (SEVEN_OF_A_STRIDE, (1,), "1 of 1 square"),
        (SEVEN_OF_A_STRIDE, (1, 1, 1, 1), "1 + 3 of 8 squares"),
        (SEVEN_OF_A_STRIDE, (2, 1), "3 of 8 squares"),
        (SEVEN_OF_A_STRIDE, (1,) * 12, "1 + 11 of 16 squares"),
        (SEVEN_OF_A_MOVE, (1, 1, 1, 1), "4 of 9 squares"),
    ],
)
def test_c_018_a_stride_after_another_has_its_own_squares(
    budget: MoveBudget, steps: tuple[int, ...], cost: str
) -> None:
    """Given a horse that moved 7 of 8 squares, a second Stride is one of 8, not of 9 squares."""
    actions = len(budget.pay(steps).spends)
    assert say(cost_words(budget, steps, actions)) == cost
