"""A dozen rules of the catalogue, reached by keys on a running program."""

from __future__ import annotations

from tests.demos import ambush
from tests.reach.pressing import rules_of
from tests.story.driving import Driver, front
from tests.tui.screens.conftest import Opens
from tui.kit.receipt import ReceiptTree, Why

REACHED = (
    (("right",), {"C-013", "C-015", "C-021", "C-034", "C-096", "C-106"}),
    (("M", "right"), {"C-003", "C-004", "C-005", "C-006"}),
    (("M", "r", "r"), {"C-096", "C-097"}),
    (("r", "p", "s"), {"C-034"}),
    (("p", "t"), {"C-063", "C-117"}),
)
"""Keys, one after the other, and rules that `w` names then."""


async def why(drive: Driver) -> set[str]:
    """Press w, read the rules of its receipts, and close the page."""
    await drive.rested()
    await drive.press("w")
    await drive.opened("Why")
    receipts = front(drive.app, Why).query_one(ReceiptTree)._receipts
    await drive.press("escape")
    await drive.opened("EncounterScreen")
    return rules_of(receipts)


async def test_w_names_the_rules_that_keys_reach(table: Opens) -> None:
    """Given the demo's ambush, when keys are pressed, then w names the rules of what is shown."""
    async with table(ambush) as drive:
        for keys, rules in REACHED:
            for key in keys:
                await drive.press(key)
                await drive.rested()
            assert rules <= await why(drive), (keys, rules)
