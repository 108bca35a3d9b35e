"""An evening of a club on one server: many campaigns, each played by one and watched by many.

`python -m tests.saves.store.postgres.club_evening [CAMPAIGNS WATCHERS SECONDS PAUSE]` prints what
was found, with times in milliseconds. Of those who watch a campaign one is Outrider's open
campaign, which looks as often as a screen does and reads the state anew where somebody wrote; the
others ask for the newest entry as often, and are pgbench. The first campaign is on a whole screen,
too. Server and all of them share the machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from core.play.facts.table.commands import Hurt
from core.values import Struct
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.places import library_at
from saves.store.postgres.server_setup import make_tables
from tests.forking import Child, Say, forked
from tests.saves.fights import on_the_road
from tests.saves.store.postgres.server import programs, started, url_of
from tests.saves.storing import store
from tui.app import OutriderApp
from tui.play.application.campaign_app import FOLLOW_OTHERS

SETTINGS = "-c max_connections=800"
"""Of a server whose data outlives the machine."""
PROCESSES = 2
"""Processes that share the players, and as many that share the watchers."""
QUICK = 1.0
"""Seconds between two entries of the campaign that is on a screen."""
ASK = "SELECT head FROM outrider_campaign WHERE id = '{campaign}';\n"
"""What a screen asks."""
WARMING_UP = 2.0
"""Seconds before the first entry, in which watchers look already."""


class Evening(Struct):
    """How many campaigns, who watches each, for how long, and the seconds between two entries."""

    campaigns: int = 50
    watchers: int = 10
    seconds: float = 30
    pause: float = 5

    @property
    def whole(self) -> float:
        """The seconds from the beginning to when nobody looks any more."""
        return WARMING_UP + self.seconds + 2

    def pause_of(self, campaign: int) -> float:
        """The seconds between two entries of a campaign."""
        if campaign == 0:
            return QUICK
        return self.pause


class Written(Struct):
    """An entry, and when its command was given and its COMMIT was answered."""

    campaign: int
    seq: int
    asked: float
    stored: float


class Seen(Struct):
    """When somebody else had an entry before them, in seconds of the machine."""

    campaign: int
    seq: int
    at: float


WRITTEN = msgspec.json.Decoder(list[Written])
SEEN = msgspec.json.Decoder(list[Seen])


class Ready:
    """Lets all children begin at once, when each has opened what it needs."""

    def __init__(self) -> None:
        self._begun = get_context("fork").Event()

    def wait(self, say: Say) -> float:
        """Say that a child is ready, wait for the others, and return the moment."""
        say("ready")
        self._begun.wait()
        return time.monotonic()

    def begin(self, children: Iterable[Child]) -> None:
        """Wait for the children, and let them begin."""
        for child in children:
            assert child.read_line() == "ready"
        self._begun.set()


def name_of(campaign: int) -> str:
    """The name of a campaign."""
    return f"Table {campaign}"


def wait_until(moment: float) -> None:
    """Do nothing until a moment, if it is still to come."""
    time.sleep(max(0.0, moment - time.monotonic()))


def play(campaigns: Sequence[int], evening: Evening, ready: Ready, say: Say) -> None:
    """Give commands in several campaigns, in each at its own moments; say when they were stored."""
    chance = random.Random(campaigns[0])
    written: list[Written] = []
    with ExitStack() as stack:
        opened = {n: stack.enter_context(library.open(name_of(n))) for n in campaigns}
        begin = ready.wait(say)
        due = {n: begin + WARMING_UP + chance.uniform(0, evening.pause_of(n)) for n in campaigns}
        end = begin + WARMING_UP + evening.seconds
        while min(due.values()) < end:
            number = min(due, key=lambda n: due[n])
            wait_until(due[number])
            asked = time.monotonic()
            entry = opened[number].record(Hurt(("harsk",), (1,)))
            written.append(Written(number, entry.seq, asked, time.monotonic()))
            due[number] += chance.uniform(0.5, 1.5) * evening.pause_of(number)
    say(msgspec.json.encode(written).decode())


def watch(campaigns: Sequence[int], evening: Evening, ready: Ready, say: Say) -> None:
    """Look at several campaigns in turn, at each as often as a screen does; say what was seen."""
    seen: list[Seen] = []
    with ExitStack() as stack:
        opened = [(n, stack.enter_context(library.open(name_of(n)))) for n in campaigns]
        begin = ready.wait(say)
        end = begin + evening.whole
        start = begin + random.Random(campaigns[0]).uniform(0, FOLLOW_OTHERS)
        turn = 0
        while (now := time.monotonic()) < end:
            for place, (number, campaign) in enumerate(opened):
                wait_until(start + (turn + place / len(opened)) * FOLLOW_OTHERS)
                seen += look(number, campaign)
            turn = max(turn + 1, int((now - start) / FOLLOW_OTHERS))
    say(msgspec.json.encode(seen).decode())


def look(number: int, campaign: Campaign) -> list[Seen]:
    """What somebody sees now that they did not see before."""
    before = campaign.head
    if not campaign.refresh():
        return []
    now = time.monotonic()
    return [Seen(number, seq, now) for seq in range(before + 1, campaign.head + 1)]


def watch_screen(campaign: int, evening: Evening, ready: Ready, say: Say) -> None:
    """Have a campaign on a screen, and say when its entries were painted."""
    painted = asyncio.run(paint(campaign, evening, partial(ready.wait, say)))
    say(msgspec.json.encode(painted).decode())


async def paint(campaign: int, evening: Evening, wait: Callable[[], float]) -> list[Seen]:
    """Keep a campaign on a screen while an evening goes on; when each entry was painted."""
    app = OutriderApp(lambda worker: worker.open(name_of(campaign)))
    seen: list[Seen] = []
    async with app.run_test(size=(120, 40)):
        while app.view is None:
            await asyncio.sleep(0.05)
        painted = app.view.head
        end = await asyncio.to_thread(wait) + evening.whole

        def note(head: int) -> None:
            seen.append(Seen(campaign, head, time.monotonic()))

        while time.monotonic() < end:
            await asyncio.sleep(0.005)
            head = app.view.head
            if head != painted:
                app.screen.call_after_refresh(partial(note, head))
                painted = head
    return seen


@contextmanager
def asking(evening: Evening, programs: Path, folder: Path) -> Iterator[None]:
    """Let all others who watch ask a server, whose socket is in a folder."""
    askers = evening.campaigns * (evening.watchers - 1)
    with TemporaryDirectory() as scripts:
        asked: list[str] = []
        for shelf in library.listing():
            script = Path(scripts) / shelf.id
            script.write_text(ASK.format(campaign=shelf.id))
            asked += ["-f", str(script)]
        command = [str(programs / "pgbench"), "-n", "-c", str(askers), "-j", "2", "-T", "3600"]
        command += ["-R", str(round(askers / FOLLOW_OTHERS)), *asked]
        command += ["-h", str(folder), "-U", "outrider", "postgres"]
        with subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as running:
            yield
            assert running.poll() is None, "nobody asks any more"
            running.kill()


def spend(evening: Evening) -> tuple[list[Written], list[Seen], list[Seen]]:
    """Let all play and watch; what was written, seen by watchers, and painted on the screen."""
    numbers = range(evening.campaigns)
    with ExitStack() as stack:
        ready = Ready()
        players = [run(stack, partial(play, played, evening, ready)) for played in share(numbers)]
        watchers = [
            run(stack, partial(watch, watched, evening, ready)) for watched in share(numbers)
        ]
        screen = run(stack, partial(watch_screen, 0, evening, ready))
        ready.begin([*players, *watchers, screen])
        written = [entry for child in players for entry in WRITTEN.decode(child.read_line())]
        seen = [sight for child in watchers for sight in SEEN.decode(child.read_line())]
        painted = SEEN.decode(screen.read_line())
    return written, seen, painted


def run(stack: ExitStack, act: Callable[[Say], object]) -> Child:
    """Let a child act until the end of the stack."""
    return stack.enter_context(forked(act))


def share(numbers: Sequence[int]) -> list[Sequence[int]]:
    """The campaigns of each process."""
    parts = [numbers[n::PROCESSES] for n in range(PROCESSES)]
    return [part for part in parts if part]


def percentile(times: Iterable[float], percent: int) -> float:
    """The time in milliseconds that so many percent do not exceed."""
    ordered = sorted(times)
    return round(1_000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 1)


class Figures(Struct, kw_only=True):
    """The figures of an evening; times are p50 and p99, in milliseconds."""

    campaigns: int
    connections_that_watch: int
    entries: int
    entries_a_second: float
    not_seen: int
    append_ms: tuple[float, float]
    seen_ms: tuple[float, float]
    painted: int
    painted_ms: tuple[float, float]


def compare(
    evening: Evening, written: list[Written], seen: list[Seen], painted: list[Seen]
) -> Figures:
    """Compare when entries were written, seen and painted."""
    stored = {(one.campaign, one.seq): one.stored for one in written}
    appends = [one.stored - one.asked for one in written]
    looks = [one.at - stored[one.campaign, one.seq] for one in seen]
    paints = [one.at - stored[one.campaign, one.seq] for one in painted]
    return Figures(
        campaigns=evening.campaigns,
        connections_that_watch=evening.campaigns * evening.watchers + 1,
        entries=len(written),
        entries_a_second=round(len(written) / evening.seconds, 1),
        not_seen=len(written) - len(seen),
        append_ms=(percentile(appends, 50), percentile(appends, 99)),
        seen_ms=(percentile(looks, 50), percentile(looks, 99)),
        painted=len(paints),
        painted_ms=(percentile(paints, 50), percentile(paints, 99)),
    )


def measure(evening: Evening) -> Figures:
    """The figures of an evening on a server of its own."""
    folder = programs()
    assert folder is not None, "there is no PostgreSQL"
    with started(folder, SETTINGS) as server:
        url = url_of(server.conninfo)
        make_tables(url)
        with library_at(url):
            for number in range(evening.campaigns):
                store(on_the_road(), name_of(number))
            with asking(evening, folder, server.folder):
                return compare(evening, *spend(evening))


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    campaigns, watchers, seconds, pause = given or [50, 10, 60, 5]
    with TemporaryDirectory() as home:
        os.environ["OUTRIDER_HOME"] = home
        print(measure(Evening(int(campaigns), int(watchers), seconds, pause)))
