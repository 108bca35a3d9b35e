"""The same short fight under all four systems: what each makes of it, worked out by hand.

The numbers are those of the rules named beside them, not of the program.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.combat.board.scene import Action
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.commands import AnswerStrikes, Fall, Move
from core.play.facts.fight.setup.commands import Place, SetAir, Spot
from core.play.facts.fight.turns.commands import EndTurn, Spend
from core.play.facts.state import Fighting
from core.play.facts.table.commands import Hurt, SetHouseRule
from core.play.facts.table.events import Damaged
from saves.library import library
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import file_of
from tests.saves.verifying import verify
from tests.story.fighting import at_table
from tests.story.yard import SYSTEMS, Story, begun

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BY_DAY = SYSTEMS[0]
BETWEEN = {"pf1": "swift", "dnd35": "swift", "sf": "standard", "pf2": "action"}
"""What is done between two moves."""


def diagonals(story: Story, system: str) -> None:
    """C-022: 1, 2, 1 are 4 squares. C-023: a new move begins at 1; C-024: in pf2 it goes on."""
    assert story.moved(Move("vera", path=("A1", "B2", "C3", "D4"))) == 4
    story.do(Spend("vera", (BETWEEN[system],)))
    assert story.moved(Move("vera", path=("D4", "E5"))) == (2 if system == "pf2" else 1)
    story.do(EndTurn())


def flanking(story: Story, system: str) -> None:
    """C-205: +2 to hit; C-211: flat-footed instead. Further attacks: +1, or 5 and 10 less.

    K-3: in sf a full attack is chosen before its first attack; a further one is one too many, +6.
    """
    story.put(orc="F5", vera="G5", hugo="E5")
    first = story.struck("hugo", {"/1": 10, "/damage": 5})
    second = story.struck("hugo", {"/2": 2})
    if system == "pf2":
        assert (first.bonus, first.ac, first.needed) == (6, 14, 8)
        assert (second.bonus, second.ac) == (1, 14)
        third = story.struck("hugo", {"/3": 2})
        assert (third.bonus, third.spends) == (-4, ("strike",))
    else:
        assert (first.bonus, first.ac, first.needed) == (8, 16, 8)
        if system == "sf":
            assert (second.bonus, second.ac, second.spends) == (8, 16, ())
        else:
            assert (second.bonus, second.ac, second.spends) == (3, 16, ("move",))
    story.do(EndTurn())


def cover(story: Story, system: str) -> None:
    """C-176: somebody between gives +4; C-187: in pf2 screens, +1. C-195, C-204: fog, 20 %."""
    story.put(orc="F5", vera="A1", hugo="D5", ana="B5")
    shot = story.struck("ana", {"/1": 2})
    assert shot.ac == 16 + (1 if system == "pf2" else 4)
    story.put(orc="H8", hugo="A12", ana="D8")
    hidden = story.struck("ana", {"/2": 19, "/miss": 4})
    miss = story.question("/miss")
    assert (miss.dice, miss.dc) == (("d20", 5) if system == "pf2" else ("d%", 21))
    assert hidden.outcome == "concealed"
    story.do(EndTurn())


def flight(story: Story, system: str) -> None:
    """C-143: 1, 2; C-124, C-127, C-136: (1+1) + (2+1), in sf with the main direction upwards.

    C-125: without gravity sf has no surcharge.
    """
    story.do(SetAir("yard", gravity="zero" if system == "sf" else "normal"))
    cost = story.moved(Move("tam", path=("A11", "B11", "C11"), mode="fly", elevation=2))
    assert cost == {"pf1": 3, "dnd35": 3, "sf": 3, "pf2": 5}[system]
    story.do(SetAir("yard"))


def falling(story: Story, system: str) -> None:
    """C-151: 7 squares are 3d6; C-144: 2.5 each, rounded down, is 17 in pf2: more than Tam has."""
    story.do(Place("yard", (Spot("tam", "C11", 7),)))
    entry = story.do(Fall("tam"), {} if system == "pf2" else {"tam": 9})
    points = [one.amount for one in entry.events if isinstance(one, Damaged)]
    if system == "pf2":
        assert points == [17]
    else:
        assert story.question("fall").dice == "3d6"
        assert points == [9]
    assert "prone" in {one.name for one in story.member("tam").lasting}
    story.do(EndTurn())


def opportunity(story: Story, system: str) -> None:
    """C-106, C-118: who leaves a square beside Hugo lets him strike; one step does not."""
    story.put(orc="F5", hugo="E5", vera="A1")
    step: Action = "step" if system == "pf2" else "five_foot_step"
    story.do(Move("orc", path=("F5", "G5"), action=step))
    assert waits(story) == ()
    story.campaign.undo()
    story.do(Move("orc", path=("F5", "G5", "H5")))
    assert waits(story) == ("hugo",)
    entry = story.do(AnswerStrikes(("hugo",)), {"/orc": 15, "/damage": 7})
    struck = next(one for one in entry.events if isinstance(one, Struck))
    assert (struck.opportunity, struck.bonus, struck.ac) == (True, 6, 16)
    assert waits(story) == ()


def waits(story: Story) -> tuple[str, ...]:
    """Who may strike at the movement that waits."""
    pending = story.campaign.state.pending
    assert isinstance(pending, Fighting)
    return () if pending.waiting is None else tuple(o.by for o in pending.waiting.strikers)


def dying(story: Story, system: str) -> None:
    """At -3: a check of Constitution, one chance in ten, a flat check against 11 in pf2.

    In sf, at 0, it is asked what Resolve is left. At -11: Constitution 14 keeps one alive in pf1;
    -10 is death in dnd35; dying 2 in pf2, where by the GM's own rule the dying keep their places.
    """
    if system == "pf2":
        story.do(SetHouseRule("dying_place", False))
    story.do(Hurt(("vera",), (15,)))
    story.do(EndTurn(), {"vera": 10 if system == "pf2" else 2})
    check = story.question("stabilise")
    if system == "pf1":
        assert (check.dice, check.dc, check.modifier) == ("d20", 10, 2 - 3)
    elif system == "pf2":
        assert (check.dice, check.dc, check.modifier) == ("d20", 11, 0)
    elif system == "sf":
        assert (check.dice, check.wanted) == ("d1", (1,))
    else:
        assert (check.dice, check.wanted) == ("d100", tuple(range(1, 11)))
    story.do(Hurt(("vera",), (12 if system == "pf2" else 8,)))
    vera = story.member("vera")
    assert vera.dead is (system == "dnd35")


@pytest.mark.parametrize(
    "system", [BY_DAY, *(pytest.param(name, marks=pytest.mark.nightly) for name in SYSTEMS[1:])]
)
async def test_a_fight_in_each_system(system: str) -> None:
    """Given the yard, when it is played, then each system makes its own of it; all is kept."""
    name = f"Yard {system}"
    with library.create(name, packaged(system), start=Instant(3, Fraction(9))) as campaign:
        story = begun(campaign)
        for part in (diagonals, flanking, cover, flight, falling, opportunity, dying):
            part(story, system)
        state = campaign.state
        tip = campaign.tip
    with library.open(name) as campaign:
        assert (campaign.state, campaign.tip) == (state, tip)
        assert verify(file_of(campaign.place)) == ()
    async with at_table(name) as table:
        assert table.state == state
        await table.shows("R2")
        await table.keys("f h")
        await table.shows("H Hugo, 12/12")
