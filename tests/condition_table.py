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


def page() -> str:
    """Return the whole page."""
    return HEAD + "\n".join(_system(system) for system in PACKAGED)


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
