"""B9: a durable step through Campaign.perform, rules included, against SQLAlchemy Core.

The other side stores the same rows by statements of SQLAlchemy Core, on the same tables with the
same pragmas: what anybody would write with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import bindparam, create_engine, event, insert, update
from sqlalchemy.pool import NullPool

from core.dice import Answer, Question
from core.play.facts.road.commands import Camp, March, SetLegs
from core.play.facts.table.commands import FoundCampaign, Heal, Hurt, Join
from core.play.resolution import Decided
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library.dice import DiceRoller
from saves.store import journal
from saves.store.models import CAMPAIGN, ENTRY, CampaignTable, StoredRow, as_values
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite import engine as sqlite_engine
from saves.store.sqlite.file_place import FilePlace
from tests.bench.harness import Row, agree, timed
from tests.builders import HARSK, ROAD, TAM, VALERIA

ROUNDS = 400
HOUR = Fraction(1)
DICE = DiceRoller(seed=9)
LABEL = "x" * 200
"""As long as the face of a campaign."""


def roll(questions: tuple[Question, ...]) -> Mapping[str, Answer]:
    """Let the dice answer everything."""
    return {question.key: DICE.roll(question) for question in questions}


def begun(path: Path) -> Campaign:
    """A party of three on a long highway."""
    campaign = Campaign.create(
        FilePlace(path), FoundCampaign("Bench", "", ""), ruleset=packaged("pf1")
    )
    for member in (HARSK, VALERIA, TAM):
        campaign.record(Join(member))
    campaign.record(SetLegs((ROAD,) * 50))
    return campaign


def core_journal(path: Path) -> Callable[[StoredRow], float]:
    """A file of our tables, which takes a row in a transaction of SQLAlchemy Core."""
    sqlite_engine.build(path)
    core = create_engine(
        "sqlite://",
        creator=lambda: sqlite_engine.dial_driver(path, "rw"),
        poolclass=NullPool,
    )
    event.listen(core, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    writer = core.connect()
    campaign = CampaignTable(id="", name="", head=0, min_reader=1, face="")
    with writer.begin():
        writer.execute(insert(CAMPAIGN), campaign.model_dump())
    move_head = (
        update(CAMPAIGN)
        .where(CAMPAIGN.c.head == bindparam("expected"))
        .values(head=bindparam("newest"), face=bindparam("label"))
    )

    def append(row: StoredRow) -> float:
        moved = {"expected": row.seq - 1, "newest": row.seq, "label": LABEL}
        columns = as_values(row)
        start = perf_counter()
        with writer.begin():
            writer.execute(move_head, moved)
            writer.execute(insert(ENTRY), columns)
        return perf_counter() - start

    return append


def run() -> list[Row]:
    with TemporaryDirectory(prefix="outrider-b9-") as folder:
        return [
            _measure(Path(folder) / "hour.outrider", "perform: march one hour", hour),
            _measure(Path(folder) / "decided.outrider", "of it, the appending", decided_hour),
            _measure(Path(folder) / "hurt.outrider", "perform: the least step", hurt),
        ]


def hour(campaign: Campaign) -> float:
    """March an hour; the night after each ordinary day is not timed."""
    sleep_if_due(campaign)
    start = perf_counter()
    campaign.perform(March(HOUR), roll)
    return perf_counter() - start


def decided_hour(campaign: Campaign) -> float:
    """Record an hour's march that was decided before, as screens do after a preview."""
    sleep_if_due(campaign)
    command = March(HOUR)
    decided = campaign.propose(command)
    assert isinstance(decided, Decided)
    start = perf_counter()
    campaign.record(command, decided=decided, head=campaign.head)
    return perf_counter() - start


def sleep_if_due(campaign: Campaign) -> None:
    """Camp after each ordinary day."""
    if campaign.state.travelled >= 8:
        campaign.perform(Camp(), roll)


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
        last = journal.row(campaign.opened.reader, campaign.head)
        assert last is not None
        append = core_journal(path.with_suffix(".core"))
        written = iter(range(1, ROUNDS * 2))
        before = campaign.head

        def core() -> float:
            number = next(written)
            return append(replace(last, seq=number, id=f"{number:036}"))

        times = dict(timed({"ours": lambda: step(campaign), "core": core}, ROUNDS, warm_up=20))
        agree("B9, steps recorded", campaign.head - before >= ROUNDS, True)
    took = {name: sorted(some)[len(some) // 2] for name, some in times.items()}
    return Row("B9", what, took["ours"], "SQLAlchemy Core, its row", took["core"], 1.5)
