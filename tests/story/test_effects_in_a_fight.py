"""Effects in a fight by keys at 80x24, each figure by hand; undone, redone, replayed: equal.

Figures: bless +1 morale to attack, haste +1 and 30 feet more, bull's strength +4 and a belt +2
of one type, enlarge person (Large, reach 10 feet), hold person, confusion, bleeding and fast
healing, as the open rules have them.
"""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.effects.effect import Effect
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.events import ConfusedActed
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of, speed_of
from core.play.fight.previews import preview
from core.play.union import Command, Decided, decide, evolve_all
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.library.effect_library import keep_effect
from saves.store.entries import Entry
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

AXE = Attack("axe", (6,), "1d8+3")
SHEET = Sheet(
    ac=16, dexterity=2, fortitude=4, reflex=3, will=2, speeds=(("walk", 6),), attacks=(AXE,)
)
PARTY = tuple(make_member(name, name[0], SHEET) for name in ("Ana", "Hugo", "Mira", "Sam", "Tam"))
BITE = Attack("bite", (5,), "1d6+1")
WOLF = Foe(
    "wolf",
    "Wolf",
    "d",
    hp=20,
    con_score=15,
    sheet=Sheet(ac=14, speeds=(("walk", 10),), attacks=(BITE,)),
)
OGRE = Foe("ogre", "Ogre", "o", hp=30, damage=12, con_score=15, sheet=Sheet(size="L", ac=17))
WAY = Board(
    (
        "################",
        "################",
        "................",
        "................",
        "################",
    )
)
PLACES = {
    "ana": "A3",
    "hugo": "E3",
    "mira": "B3",
    "sam": "B4",
    "tam": "A4",
    "wolf": "G3",
    "ogre": "K3",
}
GORGE = Encounter(
    "gorge",
    "The gorge",
    "",
    foes=(WOLF, OGRE),
    figures=tuple(Figure(*one) for one in PLACES.items()),
)
ORDER = {"hugo": 20, "mira": 18, "tam": 16, "wolf": 14, "ogre": 12, "ana": 10, "sam": 8}


async def put(table: Table, line: str) -> None:
    """Type a line of the picker that `c` opens on who acts or is named."""
    await table.press("c")
    await table.opened("Conditions")
    await table.type(line)
    await table.press("enter")
    await table.saved()
    await table.settled()


def bonus(table: Table, by: str, at: str = "wolf") -> tuple[int, str | None]:
    """What is added to the die of an attack, and the dice of its damage."""
    found = preview(table.state, table.view.assets, by, at)
    return found.bonus, found.damage


async def test_effects_count_act_and_end_as_the_rules_have_it() -> None:
    name = save_fight(packaged("pf1"), PARTY, GORGE, ORDER, board=WAY)
    async with at_table(name) as table:
        start = table.state
        first = table.view.entries[-1].seq
        await table.press("V", "c")
        await table.opened("Conditions")
        await table.press(*"bles", "enter")
        await table.opened("TextLine")
        await table.press("enter")  # V c b l e s Enter Enter: 8 keys
        await table.saved()
        blessed = [hero.id for hero in PARTY if bonus(table, hero.id)[0] == 7]
        assert blessed == ["ana", "hugo", "mira", "sam", "tam"]

        await table.press("V")
        await put(table, "haste; 7 H")
        assert (bonus(table, "hugo"), speed_of(table.state, table.view.assets, "hugo")) == (
            (8, "1d8+3"),
            12,
        )
        await put(table, "belt str +2 enhancement; H")
        await put(table, "bull; 9 H")
        assert bonus(table, "hugo") == (10, "1d8+5")
        await put(table, "enlarge; 9 H")
        hugo = scene_of(table.state, table.view.assets).by_id["hugo"]
        scene = scene_of(table.state, table.view.assets)
        assert (hugo.size, scene.reach(hugo)) == ("L", 2)
        await table.shows("Large")
        assert bonus(table, "hugo") == (10, "1d8+6")
        await table.keys("a d")
        await table.asked()
        await table.press("w", "w")
        await table.shows("belt +2 enhancement, outdone by another of its")
        await table.press("escape")
        await table.tray("3")
        assert (table.blow.total, table.blow.ac, table.blow.outcome) == (13, 14, "miss")

        await put(table, "hold person =15; 9 M")
        await put(table, "confused; T")
        await put(table, "bleed =3; d")
        await put(table, "fast healing =5; o")
        await table.keys("Spc")  # the end of Hugo's turn: Mira saves or stays held
        await table.asked()
        await table.shows("hold person")
        await table.tray("2", saved=0)  # 2 + 2 is less than 15: her turn is over
        await table.tray("30")  # from 26 to 50 Tam babbles
        events = table.view.entries[-1].events
        assert [one.does for one in events if isinstance(one, ConfusedActed)] == ["babbles"]
        assert "hold person" in [one.name for one in table.being("mira").lasting]
        await table.keys("Spc", 1)
        assert table.damage("wolf", "ogre") == [3, 12]
        with pytest.raises(Refusal) as refused:
            decide(Move("wolf", "D3"), table.state, table.view.assets, {})
        assert refused.value.code == "no_way"
        await table.keys("Spc", 1)
        assert table.damage("wolf", "ogre") == [3, 7]
        end = table.state
        entries = [one for one in table.view.entries if one.seq > first]

    with library.open(name) as campaign:
        assert campaign.state == end
        assert replayed(start, entries, campaign) == end
        for _ in entries:
            campaign.undo()
        assert campaign.state == start
        for _ in entries:
            campaign.redo()
        assert campaign.state == end
    keep_effect(Effect(name="bless", changes=("attack +9",)))
    with library.open(name) as campaign:
        assert campaign.state == end
        assets = campaign.assets
        assert preview(end, assets, "hugo", "wolf").bonus == 10


def replayed(state: State, entries: list[Entry], campaign: Campaign) -> State:
    """The state after entries that are decided again, each of which comes to the same."""
    rules = packaged("pf1")
    for entry in entries:
        assert isinstance(entry.command, Command)
        assets = replace(campaign.assets, rules=rules.with_effects(state.effects))
        decided = decide(entry.command, state, assets, entry.answers)
        assert isinstance(decided, Decided)
        assert decided.events == entry.events
        state = evolve_all(state, entry.events)
    return state


@pytest.mark.parametrize(
    ("system", "line", "damage", "attack"),
    [
        ("pf2", "burns damage 4 fire each turn end, flat 20 each turn end", 4, 6),
        ("sf", "off-target", 0, 4),
    ],
)
async def test_persistent_fire_and_off_target_last_through_a_turn(
    system: str, line: str, damage: int, attack: int
) -> None:
    """Given pf2's fire on Hugo, it deals 4 as he ends his turn; sf's off-target takes 2."""
    name = save_fight(packaged(system), PARTY, GORGE, ORDER, board=WAY)
    async with at_table(name) as table:
        start = table.state
        await put(table, line)
        assert bonus(table, "hugo")[0] == attack
        await table.keys("Spc")
        if damage:
            await table.asked()
            await table.shows("burns")
            await table.line("3")  # 3 is less than 20: it goes on burning
        await table.saved()
        assert table.damage("hugo") == [damage]
        assert len(table.being("hugo").lasting) == 1
        await table.press("u", "u")
        await table.saved(2)
        assert table.state == start
