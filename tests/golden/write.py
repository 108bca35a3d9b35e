"""Write the golden campaign of the present format: `python -m tests.golden.write vN.outrider`.

A golden file is written once, when a format is first released, and never again: the program has
to read it for ever. It refuses to write over one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    March,
    SetDeadline,
    SetLegs,
    SetPace,
    SetRoute,
    SetSchedule,
)
from core.play.facts.state import Boat, Member, Schedule
from core.play.facts.table.commands import (
    CallCheck,
    FoundCampaign,
    Heal,
    Hurt,
    Join,
    MarkHexes,
    PlaceBoat,
    Rule,
    WriteNote,
)
from core.play.union import Command
from core.travel.movers import Bonus, Mover
from core.travel.stretches import Stretch
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.textmapper import read_text
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import FilePlace
from tests.saves.verifying import note_texts

MAP = """0101 grass town "Fort Wyll"
0102 grass
0103 forest "Old Wood"
0104 lake landing
0101-0102-0103 road
"""
HARSK = Member(
    "harsk",
    "Harsk",
    "H",
    mover=Mover(race="dwarf", armor="heavy"),
    con_mod=3,
    hp=38,
    weight_kg=Fraction(241, 2),
)
TAM = Member(
    "tam",
    "Tam l'Échassier",
    "T",
    mover=Mover(base_speed_m=Fraction(9), bonuses=(Bonus("enhancement", Fraction(3, 2)),)),
    con_score=10,
    hp=15,
)
WAY = (
    Stretch(Fraction(60), 1, terrain="plains", way="road"),
    Stretch(Fraction(91, 3), 2, terrain="forest"),
)


def answers(questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    """Fixed dice of all three kinds: encounters at their first chance, one failed check."""
    found: dict[str, Answer] = {}
    for question in questions:
        if question.key.startswith("encounter"):
            found[question.key] = Rolled((12,))
        elif question.key.endswith("damage"):
            found[question.key] = Typed(4)
        elif question.who == "tam":
            found[question.key] = Ruled("fail", "dead tired")
        else:
            found[question.key] = Typed(21, total=True)
    return found


def clock() -> datetime:
    """The time of all rows: a label, no more."""
    return datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def tell(campaign: Campaign) -> None:
    """The story: a meeting, a forced march, notes, undo and redo, a map, another ruleset."""
    day_one: tuple[Command, ...] = (
        Join(HARSK),
        Join(TAM),
        SetSchedule(Schedule("d12", Fraction(4), (12,))),
        SetLegs(WAY),
        SetDeadline(6, Fraction(37, 2)),
        March(),
        BeginEncounter("wolves at the ford"),
        EndEncounter(5),
        Hurt(("harsk", "tam"), (7, 2)),
        SetSchedule(None),
        WriteNote("les loups avaient faim — 🐺", shared=True),
        SetPace("hustle"),
    )
    for command in day_one:
        campaign.perform(command, answers)
    campaign.undo()
    evening: tuple[Command, ...] = (March(), March(hours=Fraction(2)), Camp(("harsk", "tam")))
    for command in evening:
        campaign.perform(command, answers)
    marks.begin_session(campaign, "The second evening")
    campaign.perform(Heal(("harsk",), (3,)), answers)
    campaign.undo()
    campaign.undo()
    campaign.redo()
    campaign.redo()
    campaign.undo_step()
    campaign.perform(CallCheck("Perception", 15, ("harsk", "tam"), (1, 0)), answers)
    campaign.adopt_map(read_text(MAP).region, Fraction(12), "0101")
    campaign.perform(PlaceBoat(Boat("gull", "The Gull", "rowboat", "0104")), answers)
    campaign.perform(MarkHexes(("0102",), explored=True, known=False), answers)
    campaign.perform(SetRoute("0103"), answers)
    campaign.perform(Rule("hours_used", "5/2", reason="they dawdled"), answers)
    campaign.adopt_ruleset(packaged("dnd35"))
    campaign.perform(WriteNote("the GM's alone"), answers)


def main(path: Path) -> None:
    """Write the campaign and, beside it, what it has to say for ever."""
    if path.exists():
        raise SystemExit(f"{path} is a golden file; it is never written again")
    found = FoundCampaign("The Long Marches", "", "Pathfinder 1", start=Instant(3, Fraction(15, 2)))
    Campaign.create(FilePlace(path), found, ruleset=packaged("pf1"), clock=clock).close()
    with Campaign.open(FilePlace(path), clock=clock) as campaign:
        tell(campaign)
        state = campaign.state
        says = {
            "rows": [[e.seq, e.kind, e.parent, e.tip, e.undone] for e in campaign.story.log(1000)],
            "sum": campaign.story.now.head.sum,
            "clock": [state.clock.day, str(state.clock.hour)],
            "members": {m.id: [m.damage, m.nonlethal, m.strain] for m in state.members},
            "travelled": str(state.travelled),
            "place": state.place,
            "blobs": [state.ruleset, state.region],
            "notes": note_texts(campaign),
            "who": "",
        }
    lines = (f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in says.items())
    path.with_suffix(".json").write_text("{" + ",\n".join(lines) + "}\n")
    total = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{total}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
