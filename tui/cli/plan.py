"""`outrider plan FILE`: a journey planned day by day, as a page or as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.files import FileError
from core.messages import Message, Refusal
from core.receipts import refuse_defaults
from core.travel.journey import parse_journey
from core.travel.journey_plan import JourneyPlan, plan
from core.travel.keyed import Refused
from core.travel.regionmap import RegionMap
from saves.exchange.findings import UnreadableFile, read_bytes
from saves.exchange.textmapper import read
from tui.cli.plan_json import as_json
from tui.cli.plan_text import page
from tui.cli.rulesets import ruleset_for
from tui.kit.errors import BadInput, Exit, read_text, report
from tui.kit.phrases import say
from tui.kit.printing import tell, tell_json


def run(args: argparse.Namespace) -> int:
    """Plan the journey in `args.file`; the answer on stdout, remarks about its map on stderr.

    `args.json` prints one JSON object, `args.strict` refuses house defaults, `args.ruleset` are
    folders of a GM's rulesets. Exit code 0 answered, 1 refused or no way there, 2 bad input.
    """
    file = Path(args.file)
    try:
        found = _plan(file, tuple(map(Path, args.ruleset or ())))
        if args.strict:
            refuse_defaults(found.receipts)
    except Refused as refused:
        return report(refused.refusal, as_json=args.json, file=file, key=refused.key)
    except (BadInput, FileError, Refusal) as error:
        return report(error, as_json=args.json, file=file)
    for note in found.notes:
        tell(f"outrider: {say(note)}", error=True)
    if args.json:
        tell_json(as_json(found), indent=2)
    else:
        tell(page(found), end="")
    return int(Exit.ANSWERED)


def _plan(file: Path, folders: tuple[Path, ...]) -> JourneyPlan:
    journey = parse_journey(read_text(file))
    rules = ruleset_for(journey.ruleset, file, folders)
    region = None if journey.map is None else _region(file.parent / journey.map.file)
    return plan(journey, rules, region)


def _region(path: Path) -> RegionMap:
    try:
        found = read(read_bytes(path))
    except UnreadableFile as wrong:
        raise BadInput("unreadable", wrong.message, path) from None
    for finding in found.findings:
        if finding.severity == "error" and not found.region.cells:
            raise BadInput("no_map", finding.message, path)
        if finding.severity != "note":
            _remark(path, finding.line, finding.message)
    return found.region


def _remark(path: Path, line: int, message: Message) -> None:
    where = f"{path}:{line}" if line else str(path)
    tell(f"outrider: {say(where)}: {say(message)}", error=True)
