"""Write docs/conditions.md, what conditions do by system: `python -m tests.condition_table`.

The figures are those of the rulesets; the worked cases are those of kind `figure`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from core.effects.changes import write_change
from core.rulesets.combat_schema import Combat, Condition
from core.rulesets.condition_names import condition_of, listed_conditions
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.switched import printed

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "conditions.md"
BOOKS = ROOT / "tests" / "casebooks" / "figures"
HEAD = """# What conditions do

Made by `python -m tests.condition_table`; do not edit. For each system: the conditions that `c`
offers, each change of a figure as a line that a [ruleset of your own](examples/rulesets/README.md)
may have, and what else it forbids or takes. *value* is the number behind the condition
(`frightened=2`). What stands under *by the documents* counts where [`:house`](house-rules.md) sets
*Conditions* to *sources*; – is nothing. The last column counts
[worked cases](casebook-file.md#a-creatures-figures) of the condition.

"""
NOTHING = "–"
DYING = """## Dying and death

From the table `combat.dying` of each ruleset; how one fares at each number of hit points, what a
turn asks, and death are in [these tests](../tests/core/play/fight/test_turns_dying.py), Stamina and
Resolve in [those](../tests/core/play/fight/test_resolve.py).

| system | at exactly 0 | dying | its turn | else | dead |
|---|---|---|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    systems = "\n".join(_system(system) for system in PACKAGED)
    return f"{HEAD}{systems}\n{_dying()}"


def cases_of(system: str) -> Counter[str]:
    """Return how many worked cases of a system each condition has, by its row."""
    combat = packaged(system).combat
    found = Counter[str]()
    for path in sorted(BOOKS.glob("*.toml")):
        for case in read_casebook(path).cases:
            if case.ruleset == system:
                names = {text.partition("=")[0] for text in case.given.get("effects", ())}
                found.update({condition_of(name, combat) for name in names})
    return found


def conditions_in(system: str) -> tuple[str, ...]:
    """Return the rows of the conditions that a system offers, by their names."""
    combat = packaged(system).combat
    rows = combat.rows
    listed = [slug for slug in listed_conditions(combat) if not rows[slug].trait]
    return tuple(sorted(listed, key=lambda slug: rows[slug].name_in()))


def changes_in(slug: str, combat: Combat) -> tuple[str, ...]:
    """Return the changes of a condition as lines, without those of what it counts as or brings."""
    effects = running_conditions((ConditionHeld(slug),), combat)
    own = [effect for effect in effects if effect.origin == slug]
    return tuple(write_change(change) for effect in own for change in effect.changes)


def _system(system: str) -> str:
    rules = packaged(system)
    cases = cases_of(system)
    lines = [
        f"## {rules.display_name()}",
        "",
        "| condition | figures | and | by the documents | source | cases |",
        "|---|---|---|---|---|---|",
    ]
    for slug in conditions_in(system):
        row = rules.combat.rows[slug]
        cells = (
            row.name_in(),
            _list(changes_in(slug, rules.combat)),
            "; ".join(_also(slug, row, rules.combat)) or NOTHING,
            _by_documents(slug, system),
            _source(row),
            str(cases[slug]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _dying() -> str:
    rows = (f"| {packaged(one).display_name()} | {' | '.join(_ways(one))} |\n" for one in PACKAGED)
    return DYING + "".join(rows)


def _ways(system: str) -> tuple[str, ...]:
    dying = packaged(system).combat.dying
    at_zero = "disabled" if dying.disabled else "unconscious"
    lost = f"{dying.bleeds} hit point"
    match dying.way:
        case "constitution":
            turn = f"Constitution check against {dying.dc}, less the points below 0: stable"
            return at_zero, "below 0", turn, lost, "at minus the Constitution score"
        case "percent":
            turn = f"{dying.chance} in a hundred: stable"
            return at_zero, "below 0", turn, lost, f"at {dying.dead}"
        case "stages":
            turn = f"d20 against {dying.dc} and the degree: one less, two by {dying.margin}"
            dead = f"at degree {dying.stages}"
            return "dying", "at 0, by degrees; a critical blow is two", turn, "one more", dead
        case "resolve":
            price = f"{dying.stable_least} to {dying.stable_most}"
            turn = f"pays 1/{dying.stable_part} of the most Resolve, {price}: stable"
            dead = "without Resolve to lose, or the whole maximum beyond 0 in one blow; foes at 0"
            return "dying", "at 0, after all Stamina", turn, "1 Resolve", dead


def _list(changes: tuple[str, ...]) -> str:
    return ", ".join(f"`{change}`" for change in changes) or NOTHING


def _also(slug: str, row: Condition, combat: Combat) -> Iterator[str]:
    if row.figures == "squeezing" and combat.squeezing.condition:
        yield f"counts as {combat.rows[combat.squeezing.condition].name_in()}"
    if row.counts_as:
        yield f"counts as {combat.rows[row.counts_as].name_in()}"
    for brought in row.brings:
        yield combat.rows[brought].name_in()
    for effect in row.effects:
        yield effect.replace("_", " ")
    if slug in combat.turn.fading:
        yield "one less at the end of each turn"


def _by_documents(slug: str, system: str) -> str:
    combat = printed(system).combat
    changes = changes_in(slug, combat)
    if changes == changes_in(slug, packaged(system).combat):
        return "the same"
    return _list(changes)


def _source(row: Condition) -> str:
    if row.open is not None:
        return row.open.source
    return row.source or "house default"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
