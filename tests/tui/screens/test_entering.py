"""The party enters where the GM points; whoever acts is on the screen."""

from __future__ import annotations

from functools import partial

import pytest

from core.combat.board.drawing import Board
from core.combat.board.squares import parse_square
from core.play.facts.fight.setup.commands import Prepare
from core.values import replace
from saves.library import library
from tests.evening import AMBUSH, HEROES, evening
from tests.story.fighting import Table, at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

FAR = ("BA30", "BC32", "BE28", "BG30", "BI31", "D4", "AZ2", "BB38")
"""Where the wolves are on a board that no screen holds: 64 columns and 40 rows."""
PARTY = tuple(member.id for member in HEROES)


def meadow(ruleset: str) -> str:
    """The evening's campaign with a large board prepared, on which nobody of the party is."""
    name = evening(begun=False, ruleset=ruleset)
    foes = tuple(replace(foe, id=f"far-{foe.id}") for foe in AMBUSH.foes)
    figures = tuple(
        replace(figure, id=f"far-wolf-{number}", at=at, hidden=False)
        for number, (figure, at) in enumerate(zip(AMBUSH.figures, FAR, strict=False), start=1)
    )
    meadow = replace(AMBUSH, id="meadow", name="On the meadow", foes=foes, figures=figures)
    with library.open(name) as campaign:
        campaign.prepare(Prepare(meadow), Board(("." * 64,) * 40))
    return name


def seen(table: Table, who: tuple[str, ...]) -> bool:
    """Whether all of these are on the screen."""
    visible = table.screen.grid.squares_on_screen()
    return all(parse_square(at) in visible for at in table.at(*who))


@pytest.mark.parametrize(
    ("ruleset", "size"),
    [
        ("pf1", (80, 24)),
        pytest.param("dnd35", (120, 40), marks=pytest.mark.nightly),
        pytest.param("sf", (80, 24), marks=pytest.mark.nightly),
        pytest.param("pf2", (120, 40), marks=pytest.mark.nightly),
    ],
)
async def test_the_party_enters_at_the_cursor_and_the_view_follows_who_acts(
    ruleset: str, size: tuple[int, int]
) -> None:
    """Given a board larger than the screen, when it enters and acts, then it is always seen."""
    async with at_table(meadow(ruleset), size) as table:
        await table.keys("F4")
        await table.cursor("AJ20", "the party enters here")
        await table.keys("RET", 1)
        await table.cursor("A1", "under the cursor  A1")
        await table.keys("e RET", 1)
        await table.until(lambda: seen(table, PARTY), "the party on the screen")
        assert table.at("valeria") == ["AJ20"]
        await table.keys("i")
        await table.tray("!!")
        for _ in table.fight.order:
            slot = table.fight.slot(table.fight.acting)
            assert slot is not None
            await table.until(partial(seen, table, slot.who[:1]), slot.key)
            await table.keys("Spc", 1)


async def test_nobody_starts_off_the_screen_where_nobody_pointed() -> None:
    """Given a large board, when the encounter begins, then the party is on the screen."""
    async with at_table(meadow("pf1")) as table:
        await table.keys("F4")
        await table.cursor("BL40", "the party enters here")
        await table.keys("e RET", 1)
        await table.until(lambda: seen(table, PARTY), "the party on the screen")
