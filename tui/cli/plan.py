"""`outrider plan FILE`: a journey planned day by day, as a page or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from core.files import FileError
from core.messages import Chance, Hours, Kilometres, KmPerHour, Message, Refusal, exact, ratio
from core.receipts import Receipt, refuse_defaults, rules_by_default
from core.travel.crossings import describe_crossing
from core.travel.forecast import FurtherHour, Risk, RiskHour
from core.travel.itinerary import Day, clock
from core.travel.journey import parse_journey
from core.travel.journey_plan import JourneyPlan, plan
from core.travel.refused_keys import Refused
from core.travel.regionmap import RegionMap
from core.travel.route import RouteStep
from core.travel.stretches import LAND
from saves.exchange.findings import UnreadableFile, read_bytes
from saves.exchange.textmapper import read
from saves.library.effect_library import lay_effects
from tui.cli.patience import show_waiting
from tui.cli.rulesets import ruleset_for
from tui.kit.errors import BadInput, Exit, read_text, report, tell, tell_json
from tui.kit.phrases import phrase, plainest, say


def run(args: argparse.Namespace) -> int:
    """Plan the journey in `args.file`; the answer on stdout, remarks about its map on stderr.

    `args.json` prints one JSON object, `args.strict` refuses house defaults, `args.ruleset` are
    folders of a GM's rulesets. Exit code 0 answered, 1 refused or no way there, 2 bad input.
    """
    file = Path(args.file)
    try:
        with show_waiting(Message("Planning the journey")):
            folders = tuple(map(Path, args.ruleset or ()))
            journey_plan = _plan(file, folders, strict=args.strict)
        if args.strict:
            refuse_defaults(journey_plan.receipts)
    except Refused as refused:
        return report(refused.refusal, as_json=args.json, file=file, key=refused.key)
    except (BadInput, FileError, Refusal) as error:
        return report(error, as_json=args.json, file=file)
    for note in journey_plan.notes:
        tell(f"outrider: {say(note)}", error=True)
    if args.json:
        tell_json(as_json(journey_plan), indent=2)
    else:
        tell(page(journey_plan), end="")
    return Exit.ANSWERED


def _plan(file: Path, folders: tuple[Path, ...], *, strict: bool) -> JourneyPlan:
    journey = parse_journey(read_text(file))
    rules = ruleset_for(journey.ruleset, file, folders, strict=strict)
    rules = lay_effects(rules, (one.row for member in journey.party for one in member.effects))
    if journey.map is None:
        region = None
    else:
        region = _region(file.parent / journey.map.file)
    return plan(journey, rules, region)


def _region(path: Path) -> RegionMap:
    try:
        map_read = read(read_bytes(path))
    except UnreadableFile as wrong:
        raise BadInput("unreadable", wrong.message, path) from None
    for finding in map_read.findings:
        if finding.severity == "error" and not map_read.region.cells:
            raise BadInput("no_map", finding.message, path)
        if finding.severity != "note":
            _remark(path, finding.line, finding.message)
    return map_read.region


def _remark(path: Path, line: int, message: Message) -> None:
    where = f"{path}:{line}" if line else str(path)
    tell(f"outrider: {say(where)}: {say(message)}", error=True)


INDENT = "  "


def page(journey_plan: JourneyPlan) -> str:
    """The page of a plan, ending in a line end."""
    parts = (
        _head(journey_plan),
        _table(_day_rows(journey_plan)),
        _table(_route_rows(journey_plan.route, dict(journey_plan.names))),
        _risks(journey_plan.risk),
        _further(journey_plan.further),
        _deadline(journey_plan),
        _defaults(journey_plan),
    )
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)


def _head(journey_plan: JourneyPlan) -> list[str]:
    days = journey_plan.itinerary
    day, hour = days.arrives
    party = tuple(fellow.name for fellow in journey_plan.company.fellows)
    return [
        phrase("{party} ({ruleset})", party=party, ruleset=journey_plan.ruleset),
        phrase(
            "{km} in {hours} of travel; arrival on day {day} at {hour:clock}",
            km=Kilometres(days.total_km),
            hours=Hours(days.total_hours),
            day=day,
            hour=hour,
        ),
        phrase(
            "The slowest is {who}: {pace} on open ground.",
            who=days.slowest,
            pace=KmPerHour(days.pace_km_h),
        ),
    ]


def _day_rows(found: JourneyPlan) -> list[list[str]]:
    days = found.itinerary.days
    names = dict(found.names)
    rows = [
        [
            phrase("day"),
            phrase("sets out"),
            phrase("stops"),
            phrase("hours"),
            phrase("distance"),
            phrase("where"),
            phrase("checks and damage"),
        ]
    ]
    for day in days:
        last = day is days[-1]
        rows.append(
            [
                str(day.day),
                _clock(day.starts_at),
                _clock(day.ends_at),
                say(Hours(day.hours)),
                say(Kilometres(day.km)),
                _where(day, last, names),
                _tolls(day),
            ]
        )
    return rows


def _where(day: Day, last: bool, names: Mapping[str, str]) -> str:
    into = Kilometres(day.into_leg_km)
    if day.place:
        place = _named(day.place, names)
        return phrase("there: {place}" if last else "night in {place}", place=place)
    if last:
        return phrase("there, at the end of leg {leg}", leg=day.leg)
    return phrase("night at {km} of leg {leg}", leg=day.leg, km=into)


def _tolls(day: Day) -> str:
    lines = []
    if day.dcs:
        lines.append(phrase("Con DC {dcs}", dcs=day.dcs))
    if day.auto_failed_checks:
        lines.append(phrase("animals fail {count:check|checks}", count=day.auto_failed_checks))
    if day.hustle_damage:
        lines.append(phrase("hustle {points:point|points}", points=day.hustle_damage))
    return "; ".join(lines)


def _route_rows(route: Sequence[RouteStep], names: Mapping[str, str]) -> list[list[str]]:
    if not route:
        return []
    rows = [
        [
            phrase("from"),
            phrase("to"),
            phrase("distance"),
            phrase("hours"),
            phrase("ground"),
            phrase("rivers"),
        ]
    ]
    came = route[0].hex
    for (terrain, way, mode), run in groupby(route[1:], key=lambda s: (s.terrain, s.way, s.mode)):
        steps = list(run)
        if mode == LAND:
            ground = ", ".join(part for part in (terrain, way) if part)
        else:
            ground = phrase("{boat} on {water}", boat=mode, water=terrain)
        crossed = (describe_crossing(step.crosses, step.hex) for step in steps if step.crosses)
        km = Kilometres(sum((step.km for step in steps), Fraction(0)))
        hours = Hours(sum((step.hours for step in steps), Fraction(0)))
        ends = (_named(came, names), _named(steps[-1].hex, names))
        rows.append([*ends, say(km), say(hours), ground, "; ".join(map(say, crossed))])
        came = steps[-1].hex
    return rows


def _named(hex_id: str, names: Mapping[str, str]) -> str:
    name = names.get(hex_id, "")
    return say(f"{hex_id} {name}" if name else hex_id)


def _risks(rows: Sequence[RiskHour]) -> list[str]:
    if not rows:
        return []
    lines = [phrase("Forced march")]
    for row in rows:
        lines.append(
            INDENT
            + phrase(
                "day {day}, hour {hour}: {check}", day=row.day, hour=row.hour, check=_check(row)
            )
        )
        lines.extend(INDENT * 2 + line for line in _members(row.members))
        if row.p_any_unconscious is not None and len(row.members) > 1:
            chance = Chance(row.p_any_unconscious)
            lines.append(INDENT * 2 + phrase("at least one has dropped: {chance}", chance=chance))
    return lines


def _check(row: RiskHour) -> Message:
    if row.dc is None:
        return Message("the animals fail")
    return Message("Con DC {dc}", dc=row.dc)


def _members(members: Iterable[Risk]) -> Iterator[str]:
    for risk in members:
        if risk.p_fail is None or risk.p_fatigued is None:
            yield phrase("{name}: Constitution not given", name=risk.name)
            continue
        fails = Chance(risk.p_fail)
        tired = Chance(risk.p_fatigued)
        if risk.p_unconscious is None:
            yield phrase(
                "{name}: fails {fails}, fatigued by then {tired}",
                name=risk.name,
                fails=fails,
                tired=tired,
            )
        else:
            yield phrase(
                "{name}: fails {fails}, fatigued by then {tired}, dropped {drops}",
                name=risk.name,
                fails=fails,
                tired=tired,
                drops=Chance(risk.p_unconscious),
            )


def _further(rows: Sequence[FurtherHour]) -> list[str]:
    if not rows:
        return []
    lines = [phrase("If the first day were longer")]
    for row in rows:
        lines.append(
            INDENT
            + phrase(
                "+{extra} h: {km} further, arrival on day {day} at {hour:clock}",
                extra=row.extra,
                km=Kilometres(row.km),
                day=row.arrival.day,
                hour=row.arrival.hour,
            )
        )
        if row.risk.hour:
            lines.append(INDENT * 2 + say(_check(row.risk)))
            lines.extend(INDENT * 2 + line for line in _members(row.risk.members))
    return lines


def _deadline(journey_plan: JourneyPlan) -> list[str]:
    if journey_plan.deadline is None or journey_plan.latest_departure is None:
        return []
    day, hour = journey_plan.deadline
    latest_day, latest_hour = journey_plan.latest_departure
    return [
        phrase(
            "TOO LATE for day {day} at {hour:clock}"
            if journey_plan.late
            else "In time for day {day} at {hour:clock}",
            day=day,
            hour=hour,
        ),
        phrase("Latest departure: day {day} at {hour:clock}", day=latest_day, hour=latest_hour),
    ]


def _defaults(found: JourneyPlan) -> list[str]:
    rules = rules_by_default(found.receipts)
    if rules:
        return [phrase("House defaults decided: {rules}", rules=rules)]
    return []


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        INDENT.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def _clock(hour: Fraction) -> str:
    return phrase("{hour:clock}", hour=clock(0, hour)[1])


def as_json(journey_plan: JourneyPlan) -> dict[str, Any]:
    """The JSON of a plan; keys that do not apply are absent."""
    days = journey_plan.itinerary
    day, hour = days.arrives
    latest = journey_plan.latest_departure
    values = {
        "ruleset": journey_plan.ruleset,
        "defaults": list(rules_by_default(journey_plan.receipts)),
        "slowest": days.slowest,
        "pace_km_h": exact(days.pace_km_h),
        "total_km": exact(days.total_km),
        "total_hours": exact(days.total_hours),
        "arrival_day": day,
        "arrival_hour": exact(hour),
        "days": _value(days.days),
        "route": _value(journey_plan.route) or None,
        "risk": _value(journey_plan.risk) or None,
        "latest_departure": latest and {"day": latest[0], "hour": exact(latest[1])},
        "receipts": receipts_json(journey_plan.receipts),
    }
    return {key: value for key, value in values.items() if value is not None}


def receipts_json(
    receipts: Iterable[Receipt], above: str = "", *, questions: bool = False
) -> list[dict[str, Any]]:
    """Receipts as JSON; an id is the place in the tree ("2.1" is the first part of "2").

    With `questions` the open ones of a figure are named.
    """
    return [
        {
            "id": f"{above}{number}",
            "label": plainest(receipt.label),
            "value": _value(receipt.value),
            "rule": receipt.rule,
            "source": receipt.source,
            "default": receipt.default,
            **({"questions": list(receipt.questions)} if questions and receipt.questions else {}),
            "parts": receipts_json(receipt.parts, f"{above}{number}.", questions=questions),
        }
        for number, receipt in enumerate(receipts, start=1)
    ]


KEYS: Mapping[type, tuple[str, ...]] = {
    Day: ("day", "hours", "km", "leg", "into_leg_km", "dcs", "auto_failed_checks", "hustle_damage"),
    RouteStep: ("hex", "terrain", "way", "km", "hours", "mode", "crosses"),
    RiskHour: ("day", "hour", "dc", "members", "p_any_unconscious"),
    Risk: ("name", "p_fail", "p_fatigued", "p_unconscious"),
}
"""The fields of a row that are its keys; what begins with "p_" is a chance."""
EMPTY = ("terrain", "way", "crosses")
"""Texts that do not apply where they are empty."""


def _row(row: object) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key in KEYS[type(row)]:
        value = getattr(row, key)
        if value is not None and (value or key not in EMPTY):
            if key.startswith("p_"):
                values[key] = ratio(value)
            else:
                values[key] = _value(value)
    return values


def _value(value: object) -> object:
    if isinstance(value, Chance):
        return ratio(value)
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Message):
        return plainest(value)
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    if type(value) in KEYS:
        return _row(value)
    return value
