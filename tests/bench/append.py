"""B9: a durable step through Campaign.perform, rules included, against a raw insert of its row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from core.dice import Answer, Question
from core.play.facts.road.commands import Camp, March, SetLegs
from core.play.facts.table.commands import FoundCampaign, Heal, Hurt, Join
from saves.campaign.campaign import Campaign
from saves.library.dice import DiceRoller
from saves.store.packaged_rulesets import packaged
from tests.bench.harness import Row, agree, timed
from tests.builders import HARSK, ROAD, TAM, VALERIA

ROUNDS = 400
HOUR = Fraction(1)
DICE = DiceRoller(seed=9)


def roll(questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    """Let the dice answer everything."""
    return {question.key: DICE.roll(question) for question in questions}


def begun(path: Path) -> Campaign:
    """A party of three on a long highway."""
    campaign = Campaign.create(path, FoundCampaign("Bench", "", ""), ruleset=packaged("pf1"))
    for member in (HARSK, VALERIA, TAM):
        campaign.record(Join(member))
    campaign.record(SetLegs((ROAD,) * 50))
    return campaign


def raw_journal(path: Path) -> Callable[[tuple[Any, ...]], float]:
    """A bare journal: one connection, one table, one insert per transaction."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    columns = ", ".join(f"c{number}" for number in range(1, 13))
    raw.execute(f"CREATE TABLE entry (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, {columns})")
    marks = ", ".join("?" * 14)

    def append(row: tuple[Any, ...]) -> float:
        start = perf_counter()
        raw.execute("BEGIN IMMEDIATE")
        raw.execute(f"INSERT INTO entry VALUES ({marks})", row)
        raw.execute("COMMIT")
        return perf_counter() - start

    return append


def run() -> list[Row]:
    with TemporaryDirectory(prefix="outrider-b9-") as folder:
        return [
            _measure(Path(folder) / "hour.outrider", "perform: march one hour", hour),
            _measure(Path(folder) / "hurt.outrider", "perform: the least step", hurt),
        ]


def hour(campaign: Campaign) -> float:
    """March an hour; the night after each ordinary day is not timed."""
    if campaign.state.travelled >= 8:
        campaign.perform(Camp(), roll)
    start = perf_counter()
    campaign.perform(March(HOUR), roll)
    return perf_counter() - start


def smallest(campaign: Campaign) -> Hurt | Heal:
    """One point of damage, or of healing when there is damage, without end."""
    harsk = campaign.state.member("harsk")
    assert harsk is not None
    return (Heal if harsk.damage else Hurt)(("harsk",), (1,))


def hurt(campaign: Campaign) -> float:
    """One point of damage or healing."""
    command = smallest(campaign)
    start = perf_counter()
    campaign.perform(command, roll)
    return perf_counter() - start


def _measure(path: Path, what: str, step: Callable[[Campaign], float]) -> Row:
    with begun(path) as campaign:
        step(campaign)
        with sqlite3.connect(path) as reader:
            last = "SELECT * FROM entry ORDER BY seq DESC LIMIT 1"
            row = tuple(reader.execute(last).fetchone())
        reader.close()
        append = raw_journal(path.with_suffix(".raw"))
        written = iter(range(1, ROUNDS * 2))
        before = campaign.head

        def raw() -> float:
            number = next(written)
            return append((number, f"{number:036}", *row[2:]))

        times = dict(timed({"ours": lambda: step(campaign), "raw": raw}, ROUNDS, warm_up=20))
        agree("B9, steps recorded", campaign.head - before >= ROUNDS, True)
    took = {name: sorted(some)[len(some) // 2] for name, some in times.items()}
    return Row("B9", what, took["ours"], "raw sqlite3 WAL+FULL", took["raw"], 2)
